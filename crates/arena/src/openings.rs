//! Where the games of a match begin.

use damka_engine::{Engine, Limits, Meaning, Options, Stop};
use damka_rules::{AnyPosition, Game, Piece, Route, Side, Variant};

/// Openings by number, each always the same.
#[derive(Clone, Debug)]
pub enum Openings {
    /// So many plies of chance.
    Random {
        /// The game.
        variant: Variant,
        /// Plies.
        plies: usize,
        /// Chance is repeatable.
        seed: u64,
    },
    /// One after the other, then from the beginning again.
    List(Vec<Game>),
}

/// Why a list of openings cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// A line that is neither a position nor moves.
    #[error("line {line}: {reason}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// Why not.
        reason: String,
    },
    /// Nothing but blank lines.
    #[error("there is no opening in it")]
    Empty,
    /// Chance hardly ever leads to an even position.
    #[error("only {found} even openings of {plies} random plies were found where {wanted} are wanted")]
    Rare {
        /// How many there are.
        found: usize,
        /// Plies of chance.
        plies: usize,
        /// How many there should be.
        wanted: usize,
    },
}

/// Positions searched to find out whether an opening is even.
const EVEN_NODES: u64 = 20_000;
/// How often chance is asked for each even opening.
const EVEN_TRIES: usize = 20;

/// How often chance is asked for a balanced position.
const TRIES: u64 = 200;

impl Openings {
    /// So many plies of chance.
    pub fn random(variant: Variant, plies: usize, seed: u64) -> Openings {
        Openings::Random { variant, plies, seed }
    }

    /// So many different openings of so many plies of chance where a search sees neither side ahead by more than `most`
    /// hundredths of a man. As many pieces on both sides are not enough: after some random plies something may hang, and
    /// then the side that is about to be a man up mostly wins, whoever plays it.
    pub fn even(
        variant: Variant,
        plies: usize,
        seed: u64,
        count: usize,
        most: i32,
    ) -> Result<Openings, OpeningError> {
        let random = Openings::random(variant, plies, seed);
        let mut engine = Engine::new(Options { hash_mb: 2, threads: 1 });
        let mut list: Vec<Game> = Vec::with_capacity(count);
        for game in (0..count * EVEN_TRIES).map(|number| random.get(number)) {
            if list.len() == count {
                break;
            }
            let score = engine.search(&game, &Limits::nodes(EVEN_NODES), &Stop::new(), &mut |_| ()).score;
            let even = matches!(score.meaning(), Meaning::Centimen(value) if value.abs() <= most);
            if even && list.iter().all(|known| known.position() != game.position()) {
                list.push(game);
            }
        }
        match list.len() {
            found if found < count => Err(OpeningError::Rare { found, plies, wanted: count }),
            _ => Ok(Openings::List(list)),
        }
    }

    /// Reads a list: a FEN or the moves from the start position on every line; `#` begins a remark.
    pub fn parse(variant: Variant, text: &str) -> Result<Openings, OpeningError> {
        let mut list = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let reason = |reason| OpeningError::Line { line: index + 1, reason };
                list.push(read(variant, line).map_err(reason)?);
            }
        }
        if list.is_empty() { Err(OpeningError::Empty) } else { Ok(Openings::List(list)) }
    }

    /// The opening of this number.
    pub fn get(&self, number: usize) -> Game {
        match self {
            Openings::List(games) => games[number % games.len()].clone(),
            Openings::Random { variant, plies, seed } => {
                let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64 * TRIES);
                let tries = (0..TRIES).filter_map(|attempt| chance(*variant, *plies, seed + attempt));
                tries.into_iter().next().unwrap_or_else(|| Game::new(*variant))
            }
        }
    }
}

fn read(variant: Variant, line: &str) -> Result<Game, String> {
    // A FEN has a colon behind its first letter; a move has a square there.
    if line.get(1..2) == Some(":") || line.eq_ignore_ascii_case("start") {
        return Game::from_fen(variant, line.trim_matches('"')).map_err(|error| error.to_string());
    }
    let mut game = Game::new(variant);
    for word in line.split_whitespace() {
        // Move numbers are welcome.
        let word = word.rsplit('.').next().unwrap_or(word);
        if !word.is_empty() {
            game.play_text(word).map_err(|error| error.to_string())?;
        }
    }
    Ok(game)
}

/// A balanced quiet position after some plies of chance; `None` if chance was unkind.
fn chance(variant: Variant, plies: usize, seed: u64) -> Option<Game> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let routes: Vec<Route> = game.position().moves();
        game.play_route(routes.get(random.usize(..routes.len().max(1)))?).ok()?;
    }
    let quiet = !game.position().can_capture() && game.ending().is_none();
    (quiet && is_balanced(game.position())).then_some(game)
}

fn is_balanced(pos: &AnyPosition) -> bool {
    let pieces = pos.to_setup().pieces;
    let count = |piece: Piece| pieces.iter().filter(|(_, found)| *found == piece).count();
    count(Piece::man(Side::White)) == count(Piece::man(Side::Black))
        && count(Piece::king(Side::White)) == count(Piece::king(Side::Black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_repeatable_legal_and_balanced() {
        for &variant in Variant::EVERY {
            let openings = Openings::random(variant, 6, 1);
            let games: Vec<Game> = (0..20).map(|number| openings.get(number)).collect();
            for (number, game) in games.iter().enumerate() {
                assert_eq!(game.position(), openings.get(number).position(), "{variant}");
                assert!(game.ending().is_none() && game.ply() == 6, "{variant} {number}");
            }
            let mut keys: Vec<_> = games.iter().map(|game| game.position().key()).collect();
            keys.sort();
            keys.dedup();
            assert!(keys.len() > 10, "{variant}: {} different openings of 20", keys.len());
        }
    }

    #[test]
    fn nobody_is_ahead_in_an_even_opening() {
        let Ok(Openings::List(games)) = Openings::even(Variant::Russian, 6, 3, 12, 30) else {
            panic!("a list")
        };
        assert_eq!(games.len(), 12);
        let mut engine = Engine::new(Options { hash_mb: 2, threads: 1 });
        let mut score = |game: &Game| {
            let report = engine.search(game, &Limits::nodes(60_000), &Stop::new(), &mut |_| ());
            report.score.value().abs()
        };
        assert!(games.iter().all(|game| score(game) <= 60), "a longer search sees no more than a little");
        let by_count = Openings::random(Variant::Russian, 6, 3);
        let lost = (0..24).filter(|&number| score(&by_count.get(number)) > 60).count();
        assert!(lost > 1, "without it a man is lost in some");
        let error = Openings::even(Variant::Russian, 1, 3, 12, 30).unwrap_err();
        assert_eq!(error, OpeningError::Rare { found: 7, plies: 1, wanted: 12 });
        assert!(error.to_string().starts_with("only 7 even openings"), "{error}");
    }

    #[test]
    fn lists() {
        let text = "# ballots\nc3-d4 d6-c5\n\n1. c3-b4 b6-a5 # quiet\nW:Wc3:Bf6\n";
        let Ok(Openings::List(games)) = Openings::parse(Variant::Russian, text) else { panic!("a list") };
        assert_eq!(games.iter().map(Game::ply).collect::<Vec<_>>(), [2, 2, 0]);
        let error = Openings::parse(Variant::Russian, "c3-d4\nc3-d5\n").unwrap_err();
        assert!(error.to_string().starts_with("line 2: "), "{error}");
        assert_eq!(Openings::parse(Variant::Russian, "\n#\n").unwrap_err(), OpeningError::Empty);
    }
}
