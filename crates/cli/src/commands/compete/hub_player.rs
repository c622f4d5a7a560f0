//! A program that speaks Hub as a player of matches.

use std::time::{Duration, Instant};

use damka_arena::{Choice, Fault, Player};
use damka_engine::{Limits, Score};
use damka_hub::{Chosen, Client, Clock, Event, Mode, Start};
use damka_rules::{Game, Variant};

use super::beside::Beside;
use crate::squares::{Count, Squares};

/// How long a program may take to get ready.
const START: Duration = Duration::from_secs(60);
/// How long beyond its time a program is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running program.
pub(crate) struct HubPlayer {
    name: String,
    program: Beside,
    client: Client,
    /// Does its processor time count?
    processor: bool,
}

impl HubPlayer {
    /// Starts a program for a variant.
    pub(crate) fn start(command: &str, variant: Variant, processor: bool) -> Result<HubPlayer, Fault> {
        let client = Client::new();
        let program = Beside::start(command)?;
        let mut player = HubPlayer { name: command.to_owned(), program, client, processor };
        player.greet(variant)?;
        Ok(player)
    }

    fn greet(&mut self, variant: Variant) -> Result<(), Fault> {
        let line = self.client.start().map_err(crashed)?;
        self.program.send(&line)?;
        let deadline = Instant::now() + START;
        self.await_event(deadline, |event| matches!(event, Event::Introduced))?;
        let identity = self.client.identity();
        if !identity.name.is_empty() {
            self.name = format!("{} {}", identity.name, identity.version).trim().to_owned();
        }
        let names = [variant.hub_name().to_owned(), variant.to_string()];
        let said = names.iter().find_map(|name| self.client.set_param("variant", name).ok());
        match said {
            Some(Some(line)) => self.program.send(&line)?,
            Some(None) => {}
            // A program without the parameter plays one game only: the one of the protocol.
            None if variant == Variant::International => {}
            None => return Err(Fault::Crashed(format!("{} does not play {variant}", self.name))),
        }
        let line = self.client.init().map_err(crashed)?;
        self.program.send(&line)?;
        self.await_event(deadline, |event| matches!(event, Event::Ready))?;
        Ok(())
    }

    /// The next event that is wanted, or that breaks the protocol.
    fn await_event(&mut self, deadline: Instant, wanted: impl Fn(&Event) -> bool) -> Result<Event, Fault> {
        loop {
            let line = self.program.hear(deadline)?;
            match self.client.handle(&line) {
                Event::Broken(text) => return Err(Fault::Illegal(text)),
                event if wanted(&event) => return Ok(event),
                _ => {}
            }
        }
    }
}

impl Player for HubPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, _: Variant) -> Result<(), Fault> {
        let line = self.client.new_game().map_err(crashed)?;
        self.program.send(&line)
    }

    fn choose(&mut self, game: &Game, limits: &Limits) -> Result<Choice, Fault> {
        let squares = Squares::of(game.variant());
        let start = Start::Position(squares.write_position(&game.positions()[0]));
        let moves = game.moves().iter().map(|played| squares.write(&played.route, Count::Board)).collect();
        let lines = self.client.search(start, moves, hub_limits(limits), Mode::Think).map_err(crashed)?;
        for line in lines {
            self.program.send(&line)?;
        }
        let allowed = limits.move_time.or(limits.clock.map(|clock| clock.time));
        let deadline = Instant::now() + allowed.unwrap_or(START) + PATIENCE;
        let (mut score, mut nodes, mut depth) = (None, 0, 0);
        loop {
            match self.await_event(deadline, |event| matches!(event, Event::Info(_) | Event::Done(_)))? {
                Event::Info(info) => {
                    score =
                        info.score.map(|score| Score::centimen((score.number() * 100.0) as i32)).or(score);
                    nodes = info.nodes.unwrap_or(nodes);
                    depth = info.depth.unwrap_or(depth);
                }
                Event::Done(Chosen { best, .. }) => {
                    let best = best.ok_or_else(|| Fault::Illegal("none at all".into()))?;
                    let route = squares.route(game.position(), &best, Count::Board);
                    let route = route.ok_or_else(|| Fault::Illegal(best.to_string()))?;
                    return Ok(Choice { route, score, nodes, depth });
                }
                _ => {}
            }
        }
    }

    fn processor_time(&self) -> Option<Duration> {
        self.processor.then(|| self.program.processor_time()).flatten()
    }
}

impl Drop for HubPlayer {
    fn drop(&mut self) {
        let quit = self.client.quit();
        // It may be gone already.
        let _ = self.program.send(&quit);
    }
}

fn crashed(error: impl ToString) -> Fault {
    Fault::Crashed(error.to_string())
}

fn hub_limits(limits: &Limits) -> damka_hub::Limits {
    damka_hub::Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        move_time: limits.move_time,
        clock: limits.clock.map(|clock| Clock {
            remaining: clock.time,
            increment: clock.increment,
            moves: clock.moves_to_go,
        }),
        infinite: false,
    }
}
