//! `damka hub`: the engine for Hub clients, over standard input and output.

mod desk;
mod params;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::Result;
use damka_hub::{Effect, Identity, Session};

use crate::input;
use crate::thinker::{Said, Thinker};
use desk::Desk;

/// Run the engine over the Hub protocol on standard input and output
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    start: params::StartArgs,
}

/// What can happen.
enum Event {
    Line(String),
    /// The client is gone.
    End,
    Said(Said),
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let (events, happened) = mpsc::channel();
        listen(events.clone());
        let params = self.start.params()?;
        let thinker = Thinker::new(self.start.options(), move |said| {
            // Nobody listens any more once the loop below has ended.
            let _ = events.send(Event::Said(said));
        });
        let mut desk = Desk::new(thinker, &params);
        let identity = Identity {
            name: "Damka".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            author: "the Damka authors".into(),
            ..Identity::default()
        };
        let mut session = Session::new(identity, params);
        for event in happened {
            let effects = match event {
                Event::Line(line) => session.handle(&line),
                Event::End => break,
                Event::Said(Said::Info(report)) => session.info(&desk.info(&report)),
                Event::Said(Said::Done(report)) => {
                    let (best, expected) = desk.answer(&report);
                    session.done(best, expected)
                }
            };
            if !perform(&mut session, &mut desk, effects)? {
                break;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Does what the session says, in order; false at the end of the conversation.
fn perform(session: &mut Session, desk: &mut Desk, effects: Vec<Effect>) -> Result<bool> {
    let mut waiting: VecDeque<Effect> = effects.into();
    while let Some(effect) = waiting.pop_front() {
        match effect {
            Effect::Reply(line) => {
                let mut out = io::stdout().lock();
                writeln!(out, "{line}")?;
                out.flush()?;
            }
            Effect::SetParam { name, value } => desk.set(&name, &value),
            Effect::Init => desk.init(),
            Effect::NewGame => desk.new_game(),
            Effect::SetPosition { start, moves } => {
                let outcome = desk.set_position(&start, &moves);
                waiting.extend(session.settle(outcome.as_ref().map(|_| ()).map_err(String::as_str)));
            }
            Effect::Go { mode, limits } => desk.go(mode, limits),
            Effect::PonderHit => desk.ponder_hit(),
            Effect::Stop => desk.stop(),
            Effect::Quit => return Ok(false),
        }
    }
    Ok(true)
}

/// Reads lines in a thread, so that `stop` and `ping` are heard during a search.
fn listen(events: Sender<Event>) {
    thread::spawn(move || {
        let mut lines = io::stdin().lock();
        while let Ok(Some(line)) = input::line(&mut lines) {
            if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // The loop may have ended before the input.
        let _ = events.send(Event::End);
    });
}
