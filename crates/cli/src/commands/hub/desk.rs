//! What lies between a Hub session and the engine: the game, the limits, the numbering.

use damka_engine::{Limits, Meaning, Options, Report, TimeLeft};
use damka_hub::{Info, Mode, Move, Param, Score, Start};
use damka_rules::{AnyPosition, Game, Route, Variant};

use crate::squares::{Count, Squares};
use crate::thinker::Thinker;

/// The game on the table and the engine that looks at it.
pub(super) struct Desk {
    thinker: Thinker,
    options: Options,
    multi_pv: usize,
    variant: Variant,
    game: Game,
    numbering: Count,
}

impl Desk {
    /// A desk with the start position on it.
    pub(super) fn new(thinker: Thinker, params: &[Param]) -> Desk {
        let variant = Variant::International;
        let mut desk = Desk {
            thinker,
            options: Options::default(),
            multi_pv: 1,
            variant,
            game: Game::new(variant),
            numbering: Count::Board,
        };
        params.iter().for_each(|param| desk.set(&param.name, &param.value));
        desk
    }

    /// Takes the value of a parameter, already checked.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let number = || value.parse().unwrap_or(1);
        match name {
            "variant" => {
                self.variant = Variant::of_hub_name(value).unwrap_or(self.variant);
                self.game = Game::new(self.variant);
                self.thinker.prepare(self.variant);
            }
            "hash" => self.options.hash_mb = number(),
            "threads" => self.options.threads = number(),
            "multi-pv" => self.multi_pv = number(),
            "numbering" => self.numbering = Count::from_word(value).unwrap_or(self.numbering),
            _ => {}
        }
        if matches!(name, "hash" | "threads") {
            self.thinker.set_options(self.options);
        }
    }

    /// What the parameters ask for is begun as they come; here it has to be done.
    pub(super) fn init(&self) {
        self.thinker.settle();
    }

    pub(super) fn new_game(&mut self) {
        self.thinker.new_game();
    }

    /// Sets up a position and replays the moves. Moves that only make sense in the other numbering are
    /// refused with a hint: guessing would give answers the client reads as other moves.
    pub(super) fn set_position(&mut self, start: &Start, moves: &[Move]) -> Result<(), String> {
        let squares = Squares::of(self.variant);
        let start = match start {
            Start::Initial => AnyPosition::start(self.variant),
            Start::Position(position) => squares.position(position)?,
        };
        self.game = replay(&squares, start, moves, self.numbering).map_err(|error| {
            let other = self.numbering.other();
            match replay(&squares, start, moves, other) {
                Ok(_) => format!("{error}, but is with numbering={}", other.word()),
                Err(_) => error,
            }
        })?;
        Ok(())
    }

    /// Begins a search.
    pub(super) fn go(&mut self, mode: Mode, limits: damka_hub::Limits) {
        let clock = limits.clock.map(|clock| TimeLeft {
            time: clock.remaining,
            increment: clock.increment,
            moves_to_go: clock.moves,
        });
        let limits = Limits {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            clock,
            infinite: limits.infinite || limits.is_unbounded() || mode == Mode::Analyze,
            multi_pv: self.multi_pv,
            ponder: mode == Mode::Ponder,
        };
        self.thinker.think(&self.game, limits);
    }

    pub(super) fn stop(&self) {
        self.thinker.stop();
    }

    pub(super) fn ponder_hit(&self) {
        self.thinker.ponder_hit();
    }

    /// A report as Hub has it.
    pub(super) fn info(&self, report: &Report) -> Info {
        let seconds = report.time.as_secs_f64();
        Info {
            depth: Some(report.depth),
            max_depth: Some(report.seldepth),
            multi_pv: (self.multi_pv > 1).then_some(report.multi_pv as u32),
            score: Some(score(report)),
            nodes: Some(report.nodes),
            time: Some((seconds * 1000.0).round() / 1000.0),
            nps: Some((report.nps() as f64 / 1e4).round() / 100.0),
            pv: report.pv.iter().map(|route| self.write(route)).collect(),
            ..Info::default()
        }
    }

    /// The move and the answer expected.
    pub(super) fn answer(&self, report: &Report) -> (Option<Move>, Option<Move>) {
        let write = |route: Option<&Route>| route.map(|route| self.write(route));
        (write(report.best()), write(report.expected()))
    }

    fn write(&self, route: &Route) -> Move {
        Squares::of(self.variant).write(route, self.numbering)
    }
}

fn replay(squares: &Squares, start: AnyPosition, moves: &[Move], count: Count) -> Result<Game, String> {
    let mut game = Game::from_position(start);
    for (index, hub) in moves.iter().enumerate() {
        let pos = *game.position();
        let illegal = || format!("move {} of {}: {hub} is not legal", index + 1, moves.len());
        let route = squares.route(&pos, hub, count).ok_or_else(illegal)?;
        if game.play_route(&route).is_err() {
            // By our count the game is over, by the client's it goes on: so it does.
            game = Game::from_position(pos.play_route(&route).ok_or_else(illegal)?);
        }
    }
    Ok(game)
}

fn score(report: &Report) -> Score {
    let plies = |plies: u32| u16::try_from(plies).unwrap_or(u16::MAX);
    match report.score.meaning() {
        Meaning::Centimen(men) => Score::Men(f64::from(men) / 100.0),
        Meaning::Win(distance) => Score::Win(plies(distance)),
        Meaning::Loss(distance) => Score::Loss(plies(distance)),
        // By custom.
        Meaning::TableWin => Score::Men(89.0),
        Meaning::TableLoss => Score::Men(-89.0),
    }
}
