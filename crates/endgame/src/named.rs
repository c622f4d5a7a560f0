//! The tables of a variant that is named at run time: what a command line or a server asks for.
//!
//! Each of these compiles once per variant, here and not in every program that wants them.

use std::any::Any;
use std::path::Path;

use damka_rules::{AnyPosition, DrawClock, Game, Position, Route, Rules, Variant, dispatch, with_position};

use crate::{Event, Material, Report, TableError, Tables, Verdict};

/// What the tables say about a position and its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How it ends, if they know.
    pub verdict: Option<Verdict>,
    /// What each legal move is worth to the side that makes it, by its text.
    pub moves: Vec<(String, Verdict)>,
    /// The number of pieces up to which every position is known.
    pub most_pieces: u8,
}

/// As [`Tables::build`].
pub fn build(
    variant: Variant,
    dir: &Path,
    pieces: u8,
    threads: usize,
    on_event: &mut dyn FnMut(Event),
) -> Result<(), TableError> {
    dispatch!(variant, R => Tables::<R>::build(dir, pieces, threads, on_event).map(drop))
}

/// As [`Tables::verify`], up to so many pieces or as many as are complete; returns how many. Fewer than two
/// means that there was nothing to verify.
pub fn verify(
    variant: Variant,
    dir: &Path,
    pieces: Option<u8>,
    threads: usize,
    on_event: &mut dyn FnMut(Event),
) -> Result<u8, TableError> {
    dispatch!(variant, R => {
        let tables = Tables::<R>::open(dir)?;
        let pieces = pieces.unwrap_or(tables.most_pieces());
        if pieces >= 2 {
            tables.verify(pieces, threads, on_event)?;
        }
        Ok(pieces)
    })
}

/// As [`Tables::catalogue`], with the number of pieces up to which every position is known.
pub fn catalogue(variant: Variant, dir: &Path) -> Result<(Vec<Report>, u8), TableError> {
    dispatch!(variant, R => {
        let reports = Tables::<R>::catalogue(dir)?;
        let most = if reports.is_empty() { 0 } else { Tables::<R>::open(dir)?.most_pieces() };
        Ok((reports, most))
    })
}

/// What the tables of a directory, and those that can be had at once, say about a position.
pub fn ask(pos: &AnyPosition, dir: &Path) -> Result<Answer, TableError> {
    let opened = Opened::open(pos.variant(), dir)?;
    Ok(opened.ask(pos).expect("the tables are of its variant"))
}

/// The tables of a variant, opened once to be asked often.
///
/// ```
/// use damka_endgame::{Wdl, named::Opened};
/// use damka_rules::{AnyPosition, Variant};
/// let tables = Opened::small(Variant::Russian);
/// let pos = AnyPosition::from_fen(Variant::Russian, "W:WKa1:Bb6").unwrap();
/// assert_eq!(tables.ask(&pos).unwrap().verdict.unwrap().wdl, Wdl::Win);
/// assert!(tables.ask(&AnyPosition::start(Variant::English)).is_none());
/// ```
pub struct Opened {
    variant: Variant,
    /// A `Tables<R>`.
    tables: Box<dyn Any + Send + Sync>,
}

impl Opened {
    /// The tables of a directory, and those that can be had at once.
    pub fn open(variant: Variant, dir: &Path) -> Result<Opened, TableError> {
        dispatch!(variant, R => {
            let mut tables = Tables::<R>::open(dir)?;
            tables.extend_in_memory(Tables::<R>::quick_pieces())?;
            Ok(Opened { variant, tables: Box::new(tables) })
        })
    }

    /// Those that can be had at once, see [`Tables::quick`].
    pub fn small(variant: Variant) -> Opened {
        dispatch!(variant, R => Opened { variant, tables: Box::new(Tables::<R>::quick()) })
    }

    /// None yet: they are built when [`Opened::prepare`] is asked to.
    pub fn empty(variant: Variant) -> Opened {
        dispatch!(variant, R => Opened { variant, tables: Box::new(Tables::<R>::empty()) })
    }

    /// Builds in memory what a position needs, if no more than so many positions have to be solved for it. Returns
    /// whether everything is there.
    pub fn prepare(&mut self, pos: &AnyPosition, most: u64) -> Result<bool, TableError> {
        fn of<R: Rules>(pos: &Position<R>, tables: &mut Tables<R>, most: u64) -> Result<bool, TableError> {
            let material = Material::of(pos);
            // Whoever has nothing left has lost, or won; no table is needed.
            let over = material.us.pieces() == 0 || material.them.pieces() == 0;
            match tables.missing_to(material) {
                _ if over => Ok(true),
                Some(missing) if missing <= most => tables.extend_to(material).map(|()| true),
                _ => Ok(false),
            }
        }
        with_position!(pos, pos => match self.tables.downcast_mut() {
            Some(tables) => of(pos, tables, most),
            None => Ok(false),
        })
    }

    /// Of which game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What they say about a position; `None` if it is of another variant. The draw laws begin to count here.
    pub fn ask(&self, pos: &AnyPosition) -> Option<Answer> {
        self.answer(pos, &DrawClock::default())
    }

    /// What they say about the position of a game as far as the draw laws have counted; `None` if it is of another
    /// variant.
    pub fn ask_in(&self, game: &Game) -> Option<Answer> {
        self.answer(game.position(), &game.clock())
    }

    fn answer(&self, pos: &AnyPosition, clock: &DrawClock) -> Option<Answer> {
        fn of<R: Rules>(pos: &Position<R>, clock: &DrawClock, tables: &Tables<R>) -> Answer {
            let worth = |&m| Some((pos.write(m), tables.probe_move(pos, clock, m)?));
            Answer {
                verdict: tables.probe_clocked(pos, clock),
                moves: pos.moves().iter().filter_map(worth).collect(),
                most_pieces: tables.most_pieces(),
            }
        }
        with_position!(pos, pos => Some(of(pos, clock, self.tables.downcast_ref()?)))
    }

    /// As [`Tables::probe_clocked`].
    pub fn verdict(&self, game: &Game) -> Option<Verdict> {
        fn of<R: Rules>(pos: &Position<R>, clock: &DrawClock, tables: &Tables<R>) -> Option<Verdict> {
            tables.probe_clocked(pos, clock)
        }
        with_position!(game.position(), pos => of(pos, &game.clock(), self.tables.downcast_ref()?))
    }

    /// As [`Tables::best_moves`].
    pub fn best(&self, game: &Game) -> Option<Vec<Route>> {
        fn of<R: Rules>(pos: &Position<R>, clock: &DrawClock, tables: &Tables<R>) -> Vec<Route> {
            tables.best_moves(pos, clock).into_iter().map(|(m, _)| pos.route(m)).collect()
        }
        with_position!(game.position(), pos => Some(of(pos, &game.clock(), self.tables.downcast_ref()?)))
    }
}
