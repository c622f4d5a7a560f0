//! What lies between a DXP session and the engine: the game and its clock.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use damka_dxp::{Acceptance, Begin, By, Effect, GameRequest, Move, Position, Reason, Session, Ticket};
use damka_engine::{Limits, Report};
use damka_rules::{AnyPosition, Game, Outcome, Setup, Side, Square, Variant};

use crate::record;
use crate::thinker::Thinker;

/// The game on the table and the engine that looks at it.
pub(super) struct Desk {
    thinker: Thinker,
    /// For a move where there is no clock.
    usual: Duration,
    pdn: Option<String>,
    game: Game,
    us: Side,
    opponent: String,
    clock: Option<Duration>,
    /// The search that is wanted, and when it began.
    thinking: Option<(Ticket, Instant)>,
    /// Searches that were stopped and have not ended yet.
    stale: u32,
}

impl Desk {
    pub(super) fn new(thinker: Thinker, usual: Duration, pdn: Option<String>) -> Desk {
        let game = Game::new(Variant::International);
        thinker.prepare(Variant::International);
        let (us, opponent, clock) = (Side::White, String::new(), None);
        Desk { thinker, usual, pdn, game, us, opponent, clock, thinking: None, stale: 0 }
    }

    /// Every game is welcome that begins with a possible position and is not over with it.
    pub(super) fn consider(&self, request: &GameRequest) -> Acceptance {
        let begins =
            |position| set_up(&position).is_ok_and(|pos| Game::from_position(pos).ending().is_none());
        match request.position.is_none_or(begins) {
            true => Acceptance::Accept,
            false => Acceptance::NotThisGame,
        }
    }

    pub(super) fn begin(&mut self, session: &mut Session, begin: &Begin) -> Vec<Effect> {
        self.us = begin.us;
        self.opponent.clone_from(&begin.opponent);
        // Nothing said is no clock; pydraughts says nothing for games of less than a minute.
        self.clock = (begin.minutes > 0).then(|| Duration::from_secs(u64::from(begin.minutes) * 60));
        self.thinker.new_game();
        match set_up(&begin.position) {
            Ok(pos) => {
                self.game = Game::from_position(pos);
                Vec::new()
            }
            Err(reason) => {
                let mut effects = session.chat(&format!("error: {reason}"));
                effects.extend(session.end(Reason::Unknown));
                effects
            }
        }
    }

    /// Plays their move, or says why it is not legal.
    pub(super) fn judge(&mut self, played: &Move) -> Result<(), String> {
        let square = |number: u8| (1..=50).contains(&number).then(|| Square::new(number));
        let pos = *self.game.position();
        let illegal = || format!("{}-{} in {}", played.from, played.to, pos.to_fen());
        let taken = played.captured.iter().map(|&number| square(number)).collect::<Option<Vec<_>>>();
        let ends = square(played.from).zip(square(played.to));
        let (Some(taken), Some((from, to))) = (taken, ends) else { return Err(illegal()) };
        let route = pos.find_move(from, to, &taken).ok_or_else(illegal)?;
        if self.game.play_route(&route).is_err() {
            // By our count the game is over, by theirs it goes on: so it does.
            self.game = Game::from_position(pos.play_route(&route).ok_or_else(illegal)?);
        }
        Ok(())
    }

    /// Our turn: a search, or the end of the game if there is nothing to search for.
    pub(super) fn think(&mut self, session: &mut Session, ticket: Ticket) -> Vec<Effect> {
        if self.game.ending().is_some() {
            return session.end(self.reason());
        }
        let limits = match self.clock {
            Some(left) => Limits::clock(left, Duration::ZERO),
            None => Limits::move_time(self.usual),
        };
        self.thinking = Some((ticket, Instant::now()));
        self.thinker.think(&self.game, limits);
        Vec::new()
    }

    pub(super) fn stop_thinking(&mut self) {
        if self.thinking.take().is_some() {
            self.stale += 1;
            self.thinker.stop();
        }
    }

    /// A search has ended: our move goes out, if it is still wanted.
    pub(super) fn found(&mut self, session: &mut Session, report: &Report) -> Vec<Effect> {
        if self.stale > 0 {
            self.stale -= 1;
            return Vec::new();
        }
        let Some((ticket, began)) = self.thinking.take() else { return Vec::new() };
        let used = began.elapsed();
        self.clock = self.clock.map(|left| left.saturating_sub(used));
        let Some(route) = report.best() else { return session.end(self.reason()) };
        if self.game.play_route(route).is_err() {
            return session.end(self.reason());
        }
        let number = |square: Square| square.number();
        let mut captured: Vec<u8> = route.taken().iter().map(|&square| number(square)).collect();
        captured.sort_unstable();
        let seconds = used.as_secs().min(9999) as u16;
        session.moved(ticket, Move { seconds, from: number(route.from()), to: number(route.to()), captured })
    }

    pub(super) fn take_back(&mut self, plies: usize) {
        while self.game.ply() > plies && self.game.undo().is_some() {}
    }

    /// The end of a game in words; it is written down if it was asked for.
    pub(super) fn over(&mut self, by: By, reason: Reason) -> Result<String> {
        self.stop_thinking();
        let who = if by == By::Us { "by us" } else { "by them" };
        let how = match reason {
            Reason::Unknown => "undecided",
            Reason::Loss => "lost",
            Reason::Draw => "drawn",
            Reason::Win => "won",
        };
        let board = self.game.ending().map_or_else(String::new, |ending| format!("; {ending}"));
        if let Some(path) = &self.pdn {
            let (white, black) = match self.us {
                Side::White => ("Damka", self.opponent.as_str()),
                Side::Black => (self.opponent.as_str(), "Damka"),
            };
            let tags = [("Event", "DXP"), ("White", white), ("Black", black)];
            let text = damka_pdn::to_pdn(&record::to_pdn(&self.game, &tags))?;
            let file = OpenOptions::new().append(true).create(true).open(path);
            writeln!(file.with_context(|| path.clone())?, "{text}")?;
        }
        Ok(format!("{how} (reported {who}){board}"))
    }

    /// How the game stands for us.
    fn reason(&self) -> Reason {
        match self.game.outcome() {
            Some(Outcome::Win(side)) if side == self.us => Reason::Win,
            Some(Outcome::Win(_)) => Reason::Loss,
            Some(Outcome::Draw) => Reason::Draw,
            None => Reason::Unknown,
        }
    }
}

/// A FEN as DXP writes it.
pub(super) fn position(fen: &str) -> Result<Position> {
    let pos = AnyPosition::from_fen(Variant::International, fen)?;
    let mut cells = [None; damka_dxp::SQUARES];
    for (square, piece) in pos.to_setup().pieces {
        cells[square.index()] = Some(piece);
    }
    Ok(Position { side: pos.turn(), cells })
}

fn set_up(position: &Position) -> Result<AnyPosition, String> {
    let mut setup = Setup::empty(position.side);
    let pieces = (1..).zip(position.cells).filter_map(|(number, piece)| Some((Square::new(number), piece?)));
    setup.pieces.extend(pieces);
    AnyPosition::from_setup(Variant::International, &setup).map_err(|error| error.to_string())
}
