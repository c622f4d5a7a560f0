//! The engine's side of a conversation: lines and engine events in, effects out.
//!
//! What the state machine promises, whatever arrives:
//! - every `go` is answered by exactly one `done`;
//! - `ping` and `hub` are answered at once, also during a search;
//! - what cannot be done during a search waits for its end, in order; a new position or search asks for that end;
//! - `stop` and `ponder-hit` outside a search are ignored (they cross our `done` on the way);
//! - the result of a ponder search is kept back until `ponder-hit` or `stop`;
//! - a malformed line is answered by `error`, and after a refused position nothing stale is searched.
//!
//! A position is the one thing only the caller can judge: after [`Effect::SetPosition`] it calls [`Session::settle`],
//! and commands that came meanwhile wait for that.

use std::collections::VecDeque;

use crate::level::{Level, Limits};
use crate::message::{Answer, Chosen, Command, Mode, Start};
use crate::moves::Move;
use crate::param::Param;
use crate::report::{Identity, Info};

/// What the caller has to do, in the order given.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Write this line and flush it.
    Reply(String),
    /// Take a parameter's new value, already checked.
    SetParam {
        /// Its declared name.
        name: String,
        /// The value in its declared spelling.
        value: String,
    },
    /// Load what the parameters ask for; the reply `ready` follows.
    Init,
    /// Forget the last game.
    NewGame,
    /// Set up a position and replay the moves, then report with [`Session::settle`].
    SetPosition {
        /// Where the moves begin.
        start: Start,
        /// All or some of the moves played; the history may be incomplete.
        moves: Vec<Move>,
    },
    /// Begin a search of the position set last, initially that of the variant. End it with [`Session::done`].
    Go {
        /// Why.
        mode: Mode,
        /// How long; a ponder search ignores its times until [`Effect::PonderHit`].
        limits: Limits,
    },
    /// Make the running ponder search a thinking one; its clock starts now.
    PonderHit,
    /// End the running search soon.
    Stop,
    /// Leave; a running search need not report any more.
    Quit,
}

/// The conversation of one engine process with one GUI.
#[derive(Debug)]
pub struct Session {
    identity: Identity,
    params: Vec<Param>,
    level: Level,
    /// Why the last position cannot be searched.
    refused: Option<String>,
    /// A position is with the caller.
    settling: bool,
    search: Option<Search>,
    /// What has to wait for the end of the search, or for the position to settle.
    waiting: VecDeque<Step>,
}

/// A command in order, or what remains of one that could not be read.
#[derive(Debug)]
enum Step {
    Command(Command),
    BadPosition(String),
    BadGo,
}

#[derive(Debug)]
struct Search {
    mode: Mode,
    stopping: bool,
    /// The result of a ponder search that ended before its time.
    kept: Option<(Option<Move>, Option<Move>)>,
}

/// Nobody sends more during one search; whoever does is told so.
const WAITING_ROOM: usize = 256;

/// Errors quote what was wrong; a client that sends 100 kB of nonsense does not get it all back.
const LONGEST_ERROR: usize = 200;

impl Session {
    /// A session that has heard nothing yet.
    pub fn new(identity: Identity, params: Vec<Param>) -> Self {
        let level = Level::default();
        Session {
            identity,
            params,
            level,
            refused: None,
            settling: false,
            search: None,
            waiting: VecDeque::new(),
        }
    }

    /// Whether a search is running or its result is kept back.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The parameters with their present values.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Takes one line of the GUI. Blank lines are nothing.
    pub fn handle(&mut self, line: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        match Command::parse(line) {
            Ok(command) => self.receive(command, &mut effects),
            Err(crate::MessageError::Line(crate::LineError::Empty)) => {}
            Err(error) => self.malformed(line, error.to_string(), &mut effects),
        }
        effects
    }

    /// The position of the last [`Effect::SetPosition`] stands, or is impossible for this reason: then an error is
    /// answered, and `go` will answer one too.
    pub fn settle(&mut self, outcome: Result<(), &str>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if !std::mem::take(&mut self.settling) {
            return effects;
        }
        if let Err(reason) = outcome {
            self.refused = Some(reason.into());
            effects.push(error(reason));
        }
        self.proceed(&mut effects);
        effects
    }

    /// A report of the running search; afterwards it is too late and nothing is said.
    pub fn info(&mut self, info: &Info) -> Vec<Effect> {
        match &self.search {
            Some(Search { kept: None, .. }) => vec![reply(&Answer::Info(info.clone()))],
            _ => Vec::new(),
        }
    }

    /// The search of the last [`Effect::Go`] has ended. No move means that there is none to play.
    pub fn done(&mut self, best: Option<Move>, ponder: Option<Move>) -> Vec<Effect> {
        let mut effects = Vec::new();
        match &mut self.search {
            None => {}
            Some(Search { kept: Some(_), .. }) => {}
            Some(search) if search.mode == Mode::Ponder && !search.stopping => {
                search.kept = Some((best, ponder))
            }
            Some(_) => self.finish(best, ponder, &mut effects),
        }
        effects
    }

    fn receive(&mut self, command: Command, effects: &mut Vec<Effect>) {
        match command {
            Command::Ping => effects.push(reply(&Answer::Pong)),
            Command::Hub => self.introduce(effects),
            Command::Stop => self.stop(effects),
            Command::PonderHit => self.ponder_hit(effects),
            Command::Quit => effects.push(Effect::Quit),
            command => self.take(Step::Command(command), effects),
        }
    }

    /// Performs a step now if the engine is idle, else when it is.
    fn take(&mut self, step: Step, effects: &mut Vec<Effect>) {
        if self.waiting.len() == WAITING_ROOM {
            effects.push(error("too many commands during a search"));
            return;
        }
        let patient = matches!(step, Step::Command(Command::Level(_) | Command::SetParam { .. }));
        self.waiting.push_back(step);
        self.proceed(effects);
        if !patient {
            self.stop_for_waiting(effects);
        }
    }

    /// Performs what waits until something keeps the engine busy.
    fn proceed(&mut self, effects: &mut Vec<Effect>) {
        while self.search.is_none() && !self.settling {
            match self.waiting.pop_front() {
                Some(Step::Command(command)) => self.perform(command, effects),
                Some(Step::BadPosition(reason)) => self.refused = Some(reason),
                Some(Step::BadGo) => effects.push(reply(&Answer::Done(Chosen::default()))),
                None => return,
            }
        }
    }

    /// Performs a command that needs the engine to be idle.
    fn perform(&mut self, command: Command, effects: &mut Vec<Effect>) {
        match command {
            Command::SetParam { name, value } => self.set_param(&name, &value, effects),
            Command::Init => effects.extend([Effect::Init, reply(&Answer::Ready)]),
            Command::NewGame => effects.push(Effect::NewGame),
            Command::Pos { start, moves } => {
                self.level = Level::default();
                self.refused = None;
                self.settling = true;
                effects.push(Effect::SetPosition { start, moves });
            }
            Command::Level(level) => self.level = self.level.then(level),
            Command::Go(mode) => self.go(mode, effects),
            // These never wait.
            Command::Ping | Command::Hub | Command::Stop | Command::PonderHit | Command::Quit => {}
        }
    }

    fn stop_for_waiting(&mut self, effects: &mut Vec<Effect>) {
        if !self.waiting.is_empty() {
            self.stop(effects);
        }
    }

    fn introduce(&self, effects: &mut Vec<Effect>) {
        effects.push(reply(&Answer::Id(self.identity.clone())));
        effects.extend(self.params.iter().map(|param| reply(&Answer::Param(param.clone()))));
        effects.push(reply(&Answer::Wait));
    }

    /// Unknown names are ignored: lidraughts-bot sends `initial-time` to every engine.
    fn set_param(&mut self, name: &str, value: &str, effects: &mut Vec<Effect>) {
        let Some(param) = self.params.iter_mut().find(|param| param.name.eq_ignore_ascii_case(name)) else {
            return;
        };
        match param.check(value) {
            Ok(value) => {
                param.value.clone_from(&value);
                effects.push(Effect::SetParam { name: param.name.clone(), value });
            }
            Err(wrong) => effects.push(error(&wrong.to_string())),
        }
    }

    /// A search that cannot begin still ends with `done`, so that no client waits for ever.
    fn go(&mut self, mode: Mode, effects: &mut Vec<Effect>) {
        if let Some(reason) = &self.refused {
            let reason = format!("no position to search: {reason}");
            effects.extend([error(&reason), reply(&Answer::Done(Chosen::default()))]);
            return;
        }
        self.search = Some(Search { mode, stopping: false, kept: None });
        effects.push(Effect::Go { mode, limits: self.level.limits() });
    }

    fn stop(&mut self, effects: &mut Vec<Effect>) {
        let Some(search) = &mut self.search else { return };
        if let Some((best, ponder)) = search.kept.take() {
            self.finish(best, ponder, effects);
        } else if !search.stopping {
            search.stopping = true;
            effects.push(Effect::Stop);
        }
    }

    fn ponder_hit(&mut self, effects: &mut Vec<Effect>) {
        let Some(search) = &mut self.search else { return };
        if search.mode != Mode::Ponder || search.stopping {
            return;
        }
        search.mode = Mode::Think;
        match search.kept.take() {
            Some((best, ponder)) => self.finish(best, ponder, effects),
            None => effects.push(Effect::PonderHit),
        }
    }

    /// Reports the end of the search and lets the waiting commands in until one of them searches again.
    fn finish(&mut self, best: Option<Move>, ponder: Option<Move>, effects: &mut Vec<Effect>) {
        self.search = None;
        if best.is_none() {
            effects.push(error("no legal move"));
        }
        effects.push(reply(&Answer::Done(Chosen { best, ponder })));
        self.proceed(effects);
    }

    /// Tells what is wrong with a line, and keeps a client from searching or waiting in vain because of it.
    fn malformed(&mut self, line: &str, reason: String, effects: &mut Vec<Effect>) {
        effects.push(error(&reason));
        match line.trim_start_matches('\u{feff}').split_whitespace().next() {
            Some("pos") => self.take(Step::BadPosition(reason), effects),
            Some("go") => self.take(Step::BadGo, effects),
            _ => {}
        }
    }
}

fn reply(answer: &Answer) -> Effect {
    Effect::Reply(answer.to_string())
}

fn error(message: &str) -> Effect {
    let cut = message.char_indices().nth(LONGEST_ERROR).map(|(at, _)| format!("{}...", &message[..at]));
    reply(&Answer::Error(cut.unwrap_or_else(|| message.into())))
}
