//! One game of a match, with a clock and an eye on the rules.

use std::time::{Duration, Instant};

use damka_engine::{Limits, TimeLeft};
use damka_rules::{Ending, Game, Outcome, Side};

use super::{Fault, Pairing, Schedule};

/// How long a player thinks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Control {
    /// So many plies a move.
    Depth(u32),
    /// So many positions a move.
    Nodes(u64),
    /// So much time a move.
    MoveTime(Duration),
    /// A clock for the whole game.
    Clock {
        /// What is on it.
        time: Duration,
        /// What every move adds.
        increment: Duration,
    },
}

/// What went wrong in a game, and with whom: 0 is the first player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A player failed.
    Fault(usize, Fault),
    /// A player's clock ran out, by so much.
    Time(usize, Duration),
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its number, from 0; the games 2n and 2n+1 have the same opening.
    pub number: usize,
    /// The names of the players, the first and the second.
    pub names: [String; 2],
    /// The side the first player had.
    pub first: Side,
    /// The whole game, opening included.
    pub game: Game,
    /// Plies of the opening.
    pub opening: usize,
    /// Who won; a game that was too long is a draw.
    pub outcome: Outcome,
    /// Why it ended; `None` if it was too long.
    pub ending: Option<Ending>,
    /// What went wrong.
    pub trouble: Option<Trouble>,
    /// Positions visited by each player.
    pub nodes: [u64; 2],
    /// Time used by each player.
    pub times: [Duration; 2],
    /// Moves made by each player.
    pub moves: [u32; 2],
}

/// Machines are never quite on time: what a clock may be overdrawn by.
const GRACE: Duration = Duration::from_millis(10);
/// A time per move is a wish, not a clock: only what is far beyond counts.
const MOVE_GRACE: Duration = Duration::from_millis(100);

impl Control {
    fn limits(self, clock: Duration) -> Limits {
        match self {
            Control::Depth(plies) => Limits::depth(plies),
            Control::Nodes(nodes) => Limits::nodes(nodes),
            Control::MoveTime(time) => Limits::move_time(time),
            Control::Clock { increment, .. } => {
                let left = TimeLeft { time: clock, increment, moves_to_go: None };
                Limits { clock: Some(left), ..Limits::default() }
            }
        }
    }
}

impl Trouble {
    /// Must the players be replaced?
    pub(super) fn is_lasting(&self) -> bool {
        matches!(self, Trouble::Fault(_, Fault::Crashed(_) | Fault::Silent(_)))
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Fault(_, fault) => write!(f, "{fault}"),
            Trouble::Time(_, by) => write!(f, "out of time by {} ms", by.as_millis()),
        }
    }
}

impl Record {
    /// Points of the first player: 2 for a win, 1 for a draw.
    pub fn points(&self) -> usize {
        match self.outcome.winner() {
            Some(side) if side == self.first => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}

/// Plays the game of this number.
pub fn play_game(schedule: &Schedule, number: usize, players: &mut Pairing) -> Record {
    let (opening, first) = (schedule.openings.get(number / 2), [Side::White, Side::Black][number % 2]);
    let mut table = Table {
        record: Record {
            number,
            names: [players[0].name().to_owned(), players[1].name().to_owned()],
            first,
            opening: opening.ply(),
            outcome: Outcome::Draw,
            ending: None,
            trouble: None,
            nodes: [0; 2],
            times: [Duration::ZERO; 2],
            moves: [0; 2],
            game: opening,
        },
        clocks: schedule.controls.map(|control| match control {
            Control::Clock { time, .. } => time,
            _ => Duration::MAX,
        }),
    };
    for (who, player) in players.iter_mut().enumerate() {
        if let Err(fault) = player.new_game(table.record.game.variant()) {
            table.fail(Trouble::Fault(who, fault));
        }
    }
    while table.record.game.ending().is_none() && table.record.game.ply() < schedule.most_plies {
        let who = usize::from(table.record.game.turn() != first);
        table.turn(who, schedule.controls[who], players[who].as_mut());
    }
    table.record.ending = table.record.game.ending();
    table.record.outcome = table.record.game.outcome().unwrap_or(Outcome::Draw);
    table.record
}

struct Table {
    record: Record,
    clocks: [Duration; 2],
}

impl Table {
    /// Lets a player move.
    fn turn(&mut self, who: usize, control: Control, player: &mut dyn super::Player) {
        if let Control::Clock { increment, .. } = control {
            // As a clock does: the increment is there before the move, not for having made it.
            self.clocks[who] += if self.record.moves[who] > 0 { increment } else { Duration::ZERO };
        }
        let (began, before) = (Instant::now(), player.processor_time());
        let choice = player.choose(&self.record.game, &control.limits(self.clocks[who]));
        let used = match (before, player.processor_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => began.elapsed(),
        };
        self.record.times[who] += used;
        self.record.moves[who] += 1;
        let allowed = match control {
            Control::Clock { .. } => self.clocks[who] + GRACE,
            Control::MoveTime(time) => time + MOVE_GRACE,
            Control::Depth(_) | Control::Nodes(_) => Duration::MAX,
        };
        if let Some(over) = used.checked_sub(allowed) {
            return self.fail(Trouble::Time(who, over));
        }
        if let Control::Clock { .. } = control {
            self.clocks[who] = self.clocks[who].saturating_sub(used);
        }
        match choice {
            Ok(choice) => {
                self.record.nodes[who] += choice.nodes;
                if let Err(error) = self.record.game.play_route(&choice.route) {
                    self.fail(Trouble::Fault(who, Fault::Illegal(error.to_string())));
                }
            }
            Err(fault) => self.fail(Trouble::Fault(who, fault)),
        }
    }

    /// Who fails loses.
    fn fail(&mut self, trouble: Trouble) {
        let side = |who: usize| if who == 0 { self.record.first } else { self.record.first.other() };
        let ending = match &trouble {
            Trouble::Time(who, _) => Ending::Time(side(*who)),
            Trouble::Fault(who, _) => Ending::Forfeit(side(*who)),
        };
        // The first trouble is the one that counts.
        if self.record.game.end(ending).is_ok() {
            self.record.trouble = Some(trouble);
        }
    }
}
