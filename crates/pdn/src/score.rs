//! Results: what each side got, in the many ways of counting.

use std::fmt;
use std::str::FromStr;

/// The result of a game as points for each side, counted in halves.
///
/// The way of counting stays visible: `1-0` is 2 halves to 0, `2-0` is 4 to 0, `1/2-1/2` is 1 to 1,
/// `1-1` is 2 to 2, and the Delft score `4-6` is 8 to 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// `*`: not finished, or not known.
    Open,
    /// Halves of points for White and for Black.
    Halves(u8, u8),
}

/// Who won, where the score says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Winner {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// Both lost: `0-0`.
    Nobody,
}

/// The text is not a score.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a result: \"{0}\"")]
pub struct NotAScore(pub String);

impl Score {
    /// Who won by this score; `None` where it says nothing of it (`*`, `4-6`).
    #[must_use]
    pub fn winner(self) -> Option<Winner> {
        match self {
            Score::Halves(2, 0) | Score::Halves(4, 0) => Some(Winner::White),
            Score::Halves(0, 2) | Score::Halves(0, 4) => Some(Winner::Black),
            Score::Halves(1, 1) | Score::Halves(2, 2) => Some(Winner::Draw),
            Score::Halves(0, 0) => Some(Winner::Nobody),
            _ => None,
        }
    }

    /// The score at the beginning of `text`, and how many bytes it takes.
    ///
    /// Only what cannot be a move: `1-1` but not the beginning of `1-10`, scores with a zero, and those
    /// of the Delft scores that join no two squares of a diagonal. The others are told from
    /// moves by the Result tag, see [`Score::is_delft`].
    pub(crate) fn scan(text: &[u8]) -> Option<(Score, usize)> {
        if let [b'1', b'/', ..] | [0xC2, 0xBD, ..] | [b'0', b'.', ..] = text {
            return drawn(text);
        }
        let (white, left) = points(text)?;
        let spaces = usize::from(text[left..].starts_with(b" - "));
        let dash = left + spaces;
        if text.get(dash) != Some(&b'-') {
            return None;
        }
        let start = dash + 1 + spaces;
        // `0-201.33-29`: the result 0-2, and the next game begins.
        let next_game = |length: usize| text.get(start + length..).is_some_and(begins_a_game);
        let (black, right) = match text[start..] {
            [ones @ b'0'..=b'2', ..] if next_game(1) => (ones - b'0', 1),
            _ => points(&text[start..])?,
        };
        let end = start + right;
        let goes_on = text.get(end).is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'x' | b':'));
        let goes_on = goes_on && !next_game(right);
        let usual = matches!((white, black), (1, 1) | (4, 6) | (6, 4) | (5, 5) | (1, 9) | (9, 1));
        let with_zero = (white == 0 || black == 0) && white.max(black) <= 12;
        let score = Score::Halves(white * 2, black * 2);
        ((usual || with_zero) && !goes_on).then_some((score, end))
    }

    /// Whether ten points are shared, as in Delft: `4-6`, but also the move-like `2-8`.
    #[must_use]
    pub fn is_delft(self) -> bool {
        matches!(self, Score::Halves(white, black) if u16::from(white) + u16::from(black) == 20)
    }
}

/// The draw of halves.
fn drawn(text: &[u8]) -> Option<(Score, usize)> {
    const WAYS: [&str; 5] = ["1/2-1/2", "½-½", "1/2 - 1/2", "0.5-0.5", "1/2"];
    let half = WAYS.into_iter().find(|way| text.starts_with(way.as_bytes()))?;
    let rest = &text[half.len()..];
    let stands_alone = rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric());
    (stands_alone || begins_a_game(rest)).then_some((Score::Halves(1, 1), half.len()))
}

/// Whether the first move number follows, glued to what is before it: `1.`, `01.`.
fn begins_a_game(text: &[u8]) -> bool {
    let one = text.strip_prefix(b"0").unwrap_or(text);
    matches!(one, [b'1', b'.', next, ..] if *next != b'.')
}

/// A count of points without leading zeros.
fn points(text: &[u8]) -> Option<(u8, usize)> {
    match *text {
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9', ..] => Some(((tens - b'0') * 10 + (ones - b'0'), 2)),
        [b'0', b'0'..=b'9', ..] => None,
        [ones @ b'0'..=b'9', ..] => Some((ones - b'0', 1)),
        _ => None,
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = |halves: u8| match halves {
            1 => "1/2".to_owned(),
            odd if odd % 2 == 1 => format!("{}.5", odd / 2),
            even => (even / 2).to_string(),
        };
        match *self {
            Score::Open => write!(f, "*"),
            Score::Halves(white, black) => write!(f, "{}-{}", half(white), half(black)),
        }
    }
}

impl FromStr for Score {
    type Err = NotAScore;

    /// Reads the value of a Result tag: any two counts with a dash, halves as `1/2`, `½`, `.5` or `,5`.
    fn from_str(text: &str) -> Result<Score, NotAScore> {
        let error = || NotAScore(text.to_owned());
        let trimmed = text.trim();
        if trimmed == "*" {
            return Ok(Score::Open);
        }
        let mut sides = trimmed.split(['-', '–', '—', ':']).map(|side| halves(side.trim()));
        match (sides.next().flatten(), sides.next().flatten(), sides.next()) {
            (Some(white), Some(black), None) => Ok(Score::Halves(white, black)),
            _ => Err(error()),
        }
    }
}

fn halves(text: &str) -> Option<u8> {
    if text == "1/2" || text == "½" {
        return Some(1);
    }
    let (whole, half) = match text.strip_suffix(".5").or_else(|| text.strip_suffix(",5")) {
        Some(whole) => (whole, 1),
        None => (text.strip_suffix(".0").unwrap_or(text), 0),
    };
    let plain = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let whole: u8 = plain.then(|| whole.parse().ok()).flatten()?;
    whole.checked_mul(2)?.checked_add(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let check = |text: &str, expect: &str, winner: Option<Winner>| {
            let score: Score = text.parse().unwrap();
            assert_eq!((score.to_string().as_str(), score.winner()), (expect, winner), "{text}");
        };
        check("1-0", "1-0", Some(Winner::White));
        check("0-2", "0-2", Some(Winner::Black));
        check("1/2-1/2", "1/2-1/2", Some(Winner::Draw));
        check(" ½ - ½ ", "1/2-1/2", Some(Winner::Draw));
        check("0.5-0.5", "1/2-1/2", Some(Winner::Draw));
        check("1-1", "1-1", Some(Winner::Draw));
        check("0-0", "0-0", Some(Winner::Nobody));
        check("4-6", "4-6", None);
        check("1.5-0,5", "1.5-1/2", None);
        check("2:0", "2-0", Some(Winner::White));
        check("*", "*", None);
        for bad in ["", "?", "-", "1", "1-", "won", "1-0-2", "300-1", "+1-0"] {
            assert!(bad.parse::<Score>().is_err(), "{bad}");
        }
    }

    #[test]
    fn behind_the_moves() {
        let check = |text: &str, expect: Option<(&str, usize)>| {
            let found = Score::scan(text.as_bytes());
            let expect = expect.map(|(score, length)| (score.parse().unwrap(), length));
            assert_eq!(found, expect, "{text}");
        };
        check("1-0\n", Some(("1-0", 3)));
        check("1-1", Some(("1-1", 3)));
        check("1-10", None);
        check("1-18 ", None);
        check("1-1x2", None);
        check("0-2", Some(("0-2", 3)));
        check("1/2-1/2", Some(("1/2-1/2", 7)));
        check("½-½", Some(("1/2-1/2", 5)));
        check("1 - 0", Some(("1-0", 5)));
        check("4-6", Some(("4-6", 3)));
        check("2-8", None); // a move of a 10x10 game
        check("3-7", None); // a move of an 8x8 game
        check("01-07", None);
        check("10-0", Some(("10-0", 4)));
        check("0-99", None);
        check("1/2 ", Some(("1/2-1/2", 3)));
        check("1/2x", None);
        check("0-201.33-29", Some(("0-2", 3)));
        check("2-01.32-28", Some(("2-0", 3)));
        check("1-11.32-28", Some(("1-1", 3)));
        check("1/2-1/21. c3-d4", Some(("1/2-1/2", 7)));
        check("1-11...", None);
        check("0-202.33-29", None);
        check("32-28", None);
    }
}
