//! The GameType tag: which game, on which board, counted from which corner.

use std::fmt;
use std::str::FromStr;

/// A GameType tag, `25` or in full `25,W,8,8,A0,0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameType {
    /// The number of the game.
    pub code: u16,
    /// The rest, where it is written. Some programs write it wrong; believe the table first.
    pub details: Option<Details>,
}

/// What follows the number in a full GameType.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Details {
    /// Whether White moves first.
    pub white_starts: bool,
    /// Columns of the board.
    pub width: u8,
    /// Rows of the board.
    pub height: u8,
    /// How squares are named.
    pub notation: Notation,
    /// Where square 1 or a1 lies for the side that starts: 0 bottom left, 1 bottom right, 2 top left,
    /// 3 top right.
    pub corner: u8,
    /// Whether the bottom left corner is *not* played on; may be left out.
    pub invert: Option<bool>,
}

/// How squares are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `A`: letter and digit, c3.
    Algebraic,
    /// `N`: numbers.
    Numeric,
    /// `S`: the short form of chess.
    Short,
}

/// A game that has a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownGame {
    /// The number.
    pub code: u16,
    /// Our name of the variant; empty for games we know of but do not play.
    pub variant: &'static str,
    /// The full GameType.
    pub full: &'static str,
    /// Whether results are written 2-0, 1-1, 0-2 and not 1-0, 1/2-1/2, 0-1.
    pub two_points: bool,
    /// The capture sign the standard asks for.
    pub capture: char,
}

const fn game(
    code: u16,
    variant: &'static str,
    full: &'static str,
    two_points: bool,
    capture: char,
) -> KnownGame {
    KnownGame { code, variant, full, two_points, capture }
}

/// Every number with a game: the table of PDN 3.0, then the private numbers of lidraughts.
///
/// Armenian draughts has none. Other sites use numbers of their own that collide with these.
pub const KNOWN_GAMES: [KnownGame; 18] = [
    game(20, "international", "20,W,10,10,N2,0", true, 'x'),
    game(21, "english", "21,B,8,8,N1,0", false, 'x'),
    game(22, "italian", "22,W,8,8,N2,1", false, 'x'),
    game(23, "pool", "23,B,8,8,N1,0", false, 'x'),
    game(24, "spanish", "24,W,8,8,N1,1", false, 'x'),
    game(25, "russian", "25,W,8,8,A0,0", false, ':'),
    game(26, "brazilian", "26,W,8,8,A0,0", false, 'x'),
    game(27, "canadian", "27,W,12,12,N2,0", true, 'x'),
    game(28, "portuguese", "28,W,8,8,N1,1", false, 'x'),
    game(29, "czech", "29,W,8,8,A0,0", false, 'x'),
    game(30, "turkish", "30,W,8,8,A0,0", false, 'x'),
    game(31, "thai", "31,B,8,8,N2,0", false, '-'),
    game(40, "frisian", "40,W,10,10,N2,0", false, 'x'),
    game(41, "", "41,W,10,8,A0,0", false, ':'),
    game(96, "breakthrough", "96,W,10,10,N2,0", true, 'x'),
    // Frysk! is Frisian draughts from a shorter line-up, which the FEN tag gives.
    game(97, "frisian", "97,W,10,10,N2,0", true, 'x'),
    game(98, "antidraughts", "98,W,10,10,N2,0", true, 'x'),
    // Lidraughts' "from position" is international draughts from the FEN tag.
    game(99, "international", "99,W,10,10,N2,0", true, 'x'),
];

impl KnownGame {
    /// The game of that number.
    #[must_use]
    pub fn of_code(code: u16) -> Option<&'static KnownGame> {
        KNOWN_GAMES.iter().find(|game| game.code == code)
    }

    /// The game of that variant name.
    #[must_use]
    pub fn of_variant(variant: &str) -> Option<&'static KnownGame> {
        KNOWN_GAMES.iter().find(|game| !variant.is_empty() && game.variant == variant)
    }

    /// The full GameType.
    #[must_use]
    pub fn game_type(&self) -> GameType {
        self.full.parse().expect("the table holds full game types, a test reads them all")
    }

    /// How many squares are played on.
    #[must_use]
    pub fn squares(&self) -> u16 {
        let details = self.game_type().details.expect("the table holds full game types");
        let all = u16::from(details.width) * u16::from(details.height);
        if self.variant == "turkish" { all } else { all / 2 }
    }
}

impl GameType {
    /// The GameType to write for a variant; `None` for those without a number.
    #[must_use]
    pub fn of_variant(variant: &str) -> Option<GameType> {
        Some(KnownGame::of_variant(variant)?.game_type())
    }

    /// The table's entry.
    #[must_use]
    pub fn known(&self) -> Option<&'static KnownGame> {
        KnownGame::of_code(self.code)
    }

    /// Our name of the variant.
    #[must_use]
    pub fn variant(&self) -> Option<&'static str> {
        self.known().map(|game| game.variant).filter(|variant| !variant.is_empty())
    }

    /// Whether White moves first: as written, else by the table.
    #[must_use]
    pub fn white_starts(&self) -> bool {
        let details = self.details.or_else(|| self.known()?.game_type().details);
        details.is_none_or(|details| details.white_starts)
    }
}

/// The text is not a GameType.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a game type: \"{0}\"")]
pub struct NotAGameType(pub String);

impl FromStr for GameType {
    type Err = NotAGameType;

    fn from_str(text: &str) -> Result<GameType, NotAGameType> {
        parse(text).ok_or_else(|| NotAGameType(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<GameType> {
    let mut fields = text.split(',').map(str::trim);
    let code = number(fields.next()?)?;
    let Some(start) = fields.next() else {
        return Some(GameType { code, details: None });
    };
    let white_starts = match start {
        "W" | "w" => true,
        "B" | "b" => false,
        _ => return None,
    };
    let width = u8::try_from(number(fields.next()?)?).ok()?;
    let height = u8::try_from(number(fields.next()?)?).ok()?;
    let (notation, corner) = match *fields.next()?.as_bytes() {
        [letter, digit @ b'0'..=b'3'] => (Notation::of(letter)?, digit - b'0'),
        _ => return None,
    };
    let invert = match fields.next() {
        None => None,
        Some("0") => Some(false),
        Some("1") => Some(true),
        Some(_) => return None,
    };
    let details = Details { white_starts, width, height, notation, corner, invert };
    fields.next().is_none().then_some(GameType { code, details: Some(details) })
}

fn number(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

impl Notation {
    fn of(letter: u8) -> Option<Notation> {
        match letter.to_ascii_uppercase() {
            b'A' => Some(Notation::Algebraic),
            b'N' => Some(Notation::Numeric),
            b'S' => Some(Notation::Short),
            _ => None,
        }
    }

    fn letter(self) -> char {
        match self {
            Notation::Algebraic => 'A',
            Notation::Numeric => 'N',
            Notation::Short => 'S',
        }
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        let Some(details) = self.details else { return Ok(()) };
        let start = if details.white_starts { 'W' } else { 'B' };
        let Details { width, height, notation, corner, invert, .. } = details;
        write!(f, ",{start},{width},{height},{}{corner}", notation.letter())?;
        match invert {
            Some(invert) => write!(f, ",{}", u8::from(invert)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_reads_and_writes() {
        for game in &KNOWN_GAMES {
            assert_eq!(game.game_type().to_string(), game.full);
            assert_eq!(game.game_type().code, game.code);
        }
        assert_eq!(GameType::of_variant("pool").unwrap().to_string(), "23,B,8,8,N1,0");
        assert_eq!(GameType::of_variant("armenian"), None);
        assert_eq!(GameType::of_variant(""), None);
        assert_eq!(KnownGame::of_variant("canadian").unwrap().squares(), 72);
        assert_eq!(KnownGame::of_variant("turkish").unwrap().squares(), 64);
    }

    #[test]
    fn tags() {
        let check = |text: &str, variant: Option<&str>, white_starts: bool| {
            let found: GameType = text.parse().unwrap();
            assert_eq!((found.variant(), found.white_starts()), (variant, white_starts), "{text}");
        };
        check("25", Some("russian"), true);
        check("21", Some("english"), false);
        check(" 20 , W, 10,10,N1,0", Some("international"), true);
        check("23,W,8,8,A1,1", Some("pool"), true);
        check("0,W,8,8,S0", None, true);
        check("41", None, true);
        for bad in ["", "x", "25,", "25,W", "25,R,8,8,A0", "25,W,8,8,A4", "25,W,8,8,A0,2", "70000", "+5"] {
            assert!(bad.parse::<GameType>().is_err(), "{bad}");
        }
    }
}
