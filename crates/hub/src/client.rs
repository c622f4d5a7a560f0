//! The other side of the conversation: a program that drives an engine.
//!
//! [`Client`] keeps track of what the engine may be told now. Its requests give back the lines to write; the engine's
//! lines go to [`Client::handle`], which gives back what they mean. Whatever an engine prints besides the protocol is
//! [`Event::Noise`] and does no harm.

use crate::level::Level;
use crate::message::{Answer, Chosen, Command, Mode, Start};
use crate::moves::Move;
use crate::param::Param;
use crate::report::{Identity, Info};

/// How far the conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has been said.
    Silent,
    /// `hub` is sent; the engine introduces itself.
    Greeting,
    /// The engine waits for parameters and `init`.
    Configuring,
    /// `init` is sent.
    Initialising,
    /// The engine waits for a position.
    Idle,
    /// A search runs.
    Searching(Mode),
}

/// What a line of the engine means.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The engine has introduced itself; parameters may be set.
    Introduced,
    /// The engine is ready to search.
    Ready,
    /// A report of the running search.
    Info(Info),
    /// The search has ended.
    Done(Chosen),
    /// The engine is alive.
    Pong,
    /// The engine complains.
    Error(String),
    /// The engine broke the protocol: a search ended with something that is no move.
    Broken(String),
    /// Not for us.
    Noise(String),
}

/// A request at the wrong time, or one the engine cannot serve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The engine is busy with something else.
    #[error("{request} is impossible while the engine is {}", .phase.name())]
    Phase {
        /// What was asked for.
        request: &'static str,
        /// What the engine is doing.
        phase: Phase,
    },
    /// The engine has not declared such a parameter.
    #[error("the engine has no parameter '{0}'")]
    NoParam(String),
    /// The value is outside what the engine has declared.
    #[error(transparent)]
    Value(#[from] crate::ParamError),
}

/// The state of one engine as its GUI sees it.
#[derive(Debug)]
pub struct Client {
    phase: Phase,
    identity: Identity,
    params: Vec<Param>,
}

impl Default for Client {
    fn default() -> Self {
        Client::new()
    }
}

impl Client {
    /// A client that has said nothing yet.
    pub fn new() -> Self {
        Client { phase: Phase::Silent, identity: Identity::default(), params: Vec::new() }
    }

    /// How far the conversation has come.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who the engine says it is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The parameters it has declared, with the values set since.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Takes one line of the engine.
    pub fn handle(&mut self, line: &str) -> Event {
        match (Answer::parse(line), self.phase) {
            (Ok(Answer::Id(identity)), Phase::Greeting) => {
                self.identity = identity;
                Event::Noise(line.into())
            }
            (Ok(Answer::Param(param)), Phase::Greeting) => {
                self.params.retain(|known| known.name != param.name);
                self.params.push(param);
                Event::Noise(line.into())
            }
            (Ok(Answer::Wait), Phase::Greeting) => self.enter(Phase::Configuring, Event::Introduced),
            (Ok(Answer::Ready), Phase::Initialising) => self.enter(Phase::Idle, Event::Ready),
            (Ok(Answer::Info(info)), Phase::Searching(_)) => Event::Info(info),
            (Ok(Answer::Done(chosen)), Phase::Searching(_)) => self.enter(Phase::Idle, Event::Done(chosen)),
            (Err(error), Phase::Searching(_)) if line.trim_start().starts_with("done") => {
                self.enter(Phase::Idle, Event::Broken(error.to_string()))
            }
            (Ok(Answer::Pong), _) => Event::Pong,
            (Ok(Answer::Error(message)), _) => Event::Error(message),
            _ => Event::Noise(line.into()),
        }
    }

    /// Begins the conversation.
    ///
    /// # Errors
    /// If it has begun already.
    pub fn start(&mut self) -> Result<String, ClientError> {
        self.demand("the greeting", &[Phase::Silent])?;
        self.phase = Phase::Greeting;
        Ok(Command::Hub.to_string())
    }

    /// Sets a parameter; nothing need be written if the engine has that value already.
    ///
    /// # Errors
    /// If the engine has no such parameter, does not allow the value or is not waiting for parameters.
    pub fn set_param(&mut self, name: &str, value: &str) -> Result<Option<String>, ClientError> {
        self.demand("setting a parameter", &[Phase::Configuring, Phase::Idle])?;
        let param = self.params.iter_mut().find(|param| param.name == name);
        let param = param.ok_or_else(|| ClientError::NoParam(name.into()))?;
        let value = param.check(value)?;
        if param.value == value {
            return Ok(None);
        }
        param.value.clone_from(&value);
        Ok(Some(Command::SetParam { name: name.into(), value }.to_string()))
    }

    /// Lets the engine get ready.
    ///
    /// # Errors
    /// If it is not waiting for that.
    pub fn init(&mut self) -> Result<String, ClientError> {
        self.demand("initialisation", &[Phase::Configuring, Phase::Idle])?;
        self.phase = Phase::Initialising;
        Ok(Command::Init.to_string())
    }

    /// Announces a new game.
    ///
    /// # Errors
    /// If the engine is not idle.
    pub fn new_game(&mut self) -> Result<String, ClientError> {
        self.demand("a new game", &[Phase::Idle])?;
        Ok(Command::NewGame.to_string())
    }

    /// Starts a search: position, limits and `go`, to be written in this order.
    ///
    /// # Errors
    /// If the engine is not idle.
    pub fn search(
        &mut self,
        start: Start,
        moves: Vec<Move>,
        level: impl Into<Level>,
        mode: Mode,
    ) -> Result<Vec<String>, ClientError> {
        self.demand("a search", &[Phase::Idle])?;
        self.phase = Phase::Searching(mode);
        let level = level.into();
        // Without any limit the search would be endless, so say that it is.
        let level = if level == Level::default() { Level { infinite: true, ..level } } else { level };
        let commands = [Command::Pos { start, moves }, Command::Level(level), Command::Go(mode)];
        Ok(commands.iter().map(ToString::to_string).collect())
    }

    /// Asks the running search to end; it will with [`Event::Done`].
    ///
    /// # Errors
    /// If none is running.
    pub fn stop(&mut self) -> Result<String, ClientError> {
        match self.phase {
            Phase::Searching(_) => Ok(Command::Stop.to_string()),
            phase => Err(ClientError::Phase { request: "stop", phase }),
        }
    }

    /// Turns a ponder search into a thinking one.
    ///
    /// # Errors
    /// If no ponder search is running.
    pub fn ponder_hit(&mut self) -> Result<String, ClientError> {
        self.demand("a ponder hit", &[Phase::Searching(Mode::Ponder)])?;
        self.phase = Phase::Searching(Mode::Think);
        Ok(Command::PonderHit.to_string())
    }

    /// Asks whether the engine is alive; allowed at any time.
    pub fn ping(&self) -> String {
        Command::Ping.to_string()
    }

    /// Sends the engine home; allowed at any time.
    pub fn quit(&self) -> String {
        Command::Quit.to_string()
    }

    fn enter(&mut self, phase: Phase, event: Event) -> Event {
        self.phase = phase;
        event
    }

    fn demand(&self, request: &'static str, allowed: &[Phase]) -> Result<(), ClientError> {
        match allowed.contains(&self.phase) {
            true => Ok(()),
            false => Err(ClientError::Phase { request, phase: self.phase }),
        }
    }
}

impl Phase {
    const fn name(self) -> &'static str {
        match self {
            Phase::Silent => "not greeted",
            Phase::Greeting => "introducing itself",
            Phase::Configuring => "waiting for parameters",
            Phase::Initialising => "initialising",
            Phase::Idle => "idle",
            Phase::Searching(_) => "searching",
        }
    }
}
