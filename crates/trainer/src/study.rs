//! The studies: which pieces, whose task, and where to begin.

use damka_rules::{AnyPosition, Game, Piece, Role, Setup, Side, Square, Variant};

use crate::petrov::is_on_road;
use crate::{Oracle, Wdl};

/// What the player has to do.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Duty {
    /// Win.
    Win,
    /// Not lose.
    Hold,
}

/// One study. The player has White and moves first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// Its name in links and catalogues.
    pub key: &'static str,
    /// The game.
    pub variant: Variant,
    /// The player's kings and men.
    pub ours: (u8, u8),
    /// The other side's kings and men.
    pub theirs: (u8, u8),
    /// The task.
    pub duty: Duty,
    /// Moves the player has: those the law allows, or to hold out for.
    pub moves: u16,
    /// Wins shorter than this are no task, in plies.
    pub least: u8,
    /// The one position it begins with, where tradition names it.
    pub fen: Option<&'static str>,
}

const fn win(
    key: &'static str,
    variant: Variant,
    ours: (u8, u8),
    theirs: (u8, u8),
    moves: u16,
    least: u8,
) -> Study {
    Study { key, variant, ours, theirs, duty: Duty::Win, moves, least, fen: None }
}

const fn hold(key: &'static str, variant: Variant, ours: (u8, u8), theirs: (u8, u8), moves: u16) -> Study {
    Study { key, variant, ours, theirs, duty: Duty::Hold, moves, least: 0, fen: None }
}

/// Every study.
pub const STUDIES: &[Study] = &[
    win("petrov", Variant::Russian, (3, 0), (1, 0), 15, 9),
    hold("main-road", Variant::Russian, (1, 0), (3, 0), 5),
    hold("one-against-two", Variant::Russian, (1, 0), (2, 0), 5),
    win("king-against-three-men", Variant::Russian, (1, 0), (0, 3), 30, 5),
    hold("hold-three-men", Variant::Russian, (1, 0), (0, 3), 15),
    win("opposition", Variant::Russian, (0, 2), (0, 2), 30, 5),
    win("two-against-one", Variant::English, (2, 0), (1, 0), 30, 9),
    hold("double-corner", Variant::English, (1, 0), (1, 1), 15),
    win("opposition", Variant::English, (0, 2), (0, 2), 40, 7),
    Study {
        fen: Some("W:WK15,20:BK28,12"),
        ..win("first-position", Variant::English, (1, 1), (1, 1), 40, 1)
    },
    win("king-and-man-each", Variant::English, (1, 1), (1, 1), 40, 9),
    hold("hold-king-and-man-each", Variant::English, (1, 1), (1, 1), 15),
    win("two-against-one", Variant::Armenian, (2, 0), (1, 0), 5, 3),
    hold("one-against-two-men", Variant::Armenian, (1, 0), (0, 2), 10),
];

/// How often chance is asked for a beginning.
const TRIES: u32 = 20_000;

impl Study {
    /// The studies of a game.
    pub fn of(variant: Variant) -> impl Iterator<Item = &'static Study> {
        STUDIES.iter().filter(move |study| study.variant == variant)
    }

    /// The study of a game with this key.
    pub fn find(variant: Variant, key: &str) -> Option<&'static Study> {
        Study::of(variant).find(|study| study.key == key)
    }

    /// Its pieces as tables name them, the player's first: `KKK-K`.
    pub fn material(&self) -> String {
        let side = |(kings, men): (u8, u8)| "K".repeat(kings.into()) + &"m".repeat(men.into());
        format!("{}-{}", side(self.ours), side(self.theirs))
    }

    /// Its beginning, or one that chance chose: nothing can be taken, and the task can be done. `None` if the oracle
    /// knows nothing of such positions.
    pub fn start(&self, oracle: &dyn Oracle, seed: u64) -> Option<Game> {
        if let Some(fen) = self.fen {
            return Game::from_fen(self.variant, fen).ok().filter(|game| self.fits(oracle, game));
        }
        let mut dice = Dice(seed);
        (0..TRIES).find_map(|_| self.random(&mut dice).filter(|game| self.fits(oracle, game)))
    }

    /// Is this a beginning of the study?
    pub fn fits(&self, oracle: &dyn Oracle, game: &Game) -> bool {
        let pos = game.position();
        if pos.can_capture()
            || passed(pos).is_none_or(|passed| passed.can_capture())
            || game.ending().is_some()
        {
            return false;
        }
        // Petrov's triangle is a win only off the main road; who holds it holds the draw.
        let side = if self.duty == Duty::Win { Side::Black } else { Side::White };
        let road = match self.key {
            "petrov" => !is_on_road(pos, side),
            "main-road" => is_on_road(pos, side),
            _ => true,
        };
        let wanted = if self.duty == Duty::Win { Wdl::Win } else { Wdl::Draw };
        road && oracle.verdict(game).is_some_and(|v| v.wdl == wanted && v.plies >= self.least)
    }

    fn random(&self, dice: &mut Dice) -> Option<Game> {
        let squares = self.variant.grid().squares() as u64;
        let mut setup = Setup::empty(Side::White);
        for (side, (kings, men)) in [(Side::White, self.ours), (Side::Black, self.theirs)] {
            let roles = [(Role::King, kings), (Role::Man, men)];
            for (role, count) in roles {
                for _ in 0..count {
                    let square = Square::new((dice.next() % squares) as u8 + 1);
                    setup.pieces.push((square, Piece { side, role }));
                }
            }
        }
        // Two on a square, or a man where it would have been crowned: chance tries again.
        let pos = AnyPosition::from_setup(self.variant, &setup).ok()?;
        Some(Game::from_position(pos))
    }
}

/// The same with the other side to move.
fn passed(pos: &AnyPosition) -> Option<AnyPosition> {
    let mut setup = pos.to_setup();
    setup.turn = setup.turn.other();
    AnyPosition::from_setup(pos.variant(), &setup).ok()
}

/// Chance that can be repeated.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) >> 16
    }
}
