//! Which variants a game may belong to, from its tags and from the squares it names.

use crate::game::Game;
use crate::gametype::{KNOWN_GAMES, KnownGame, Notation};
use crate::movetext::{MoveText, Separator, SquareText};

/// Our names of the variants a game may belong to, the likeliest first.
///
/// A GameType the squares do not contradict settles it. So does a Variant tag. Without them the
/// squares decide: most 8x8 files have no GameType, and only replaying tells Russian from Brazilian.
/// Empty where the game names no square at all.
#[must_use]
pub fn candidates(game: &Game) -> Vec<&'static str> {
    let squares = Squares::of(game);
    let by_tag = game.game_type().and_then(|found| {
        let known = found.known()?;
        let lettered = found.details.is_some_and(|details| details.notation == Notation::Algebraic);
        squares.allow(known, lettered).then_some(known)
    });
    let named = by_tag.map(|known| known.variant).filter(|variant| !variant.is_empty());
    match named.or_else(|| by_variant_tag(game)) {
        Some(variant) => vec![variant],
        None => squares.variants().to_vec(),
    }
}

fn by_variant_tag(game: &Game) -> Option<&'static str> {
    const OTHER_NAMES: [(&str, &str); 4] = [
        ("standard", "international"),
        ("american", "english"),
        ("checkers", "english"),
        ("shashki", "russian"),
    ];
    let value = game.tags.known("Variant")?;
    let words = || value.split(|letter: char| !letter.is_ascii_alphanumeric());
    let known = KNOWN_GAMES.iter().map(|known| (known.variant, known.variant));
    let mut names = known.chain(OTHER_NAMES).filter(|(name, _)| !name.is_empty());
    names.find(|(name, _)| words().any(|word| word.eq_ignore_ascii_case(name))).map(|(_, variant)| variant)
}

/// What the squares of a game tell.
#[derive(Default)]
struct Squares {
    /// The highest number.
    highest: u8,
    /// Where the first move starts, if a number.
    first: Option<u8>,
    /// Whether any square has a letter.
    lettered: bool,
    /// Whether a lettered quiet move goes along a row or a file.
    straight: bool,
    /// Whether a lettered quiet move goes along a diagonal.
    diagonal: bool,
}

impl Squares {
    fn of(game: &Game) -> Squares {
        let mut found = Squares::default();
        for text in game.moves() {
            for square in text.squares() {
                match square {
                    SquareText::Number(number) => found.highest = found.highest.max(number),
                    SquareText::Letter { .. } | SquareText::File(_) => found.lettered = true,
                }
            }
            found.note_direction(text);
        }
        let from_start = game.fen().is_none();
        found.first = game.moves().next().filter(|_| from_start).and_then(|text| match text.from() {
            SquareText::Number(number) => Some(number),
            SquareText::Letter { .. } | SquareText::File(_) => None,
        });
        found.note_fen(game.fen().unwrap_or_default());
        found
    }

    fn note_direction(&mut self, text: &MoveText) {
        let (SquareText::Letter { file: f, rank: r }, SquareText::Letter { file: g, rank: s }) =
            (text.from(), text.to())
        else {
            return;
        };
        if text.separator() == Separator::Dash && text.squares().len() == 2 {
            self.straight |= (f == g) != (r == s);
            self.diagonal |= f.abs_diff(g) == r.abs_diff(s);
        }
    }

    /// A start position of problem files, which may have no moves at all.
    fn note_fen(&mut self, fen: &str) {
        for run in fen.split(|letter: char| !letter.is_ascii_alphanumeric()) {
            let digits = run.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
            match digits.parse() {
                Ok(number) => self.highest = self.highest.max(number),
                Err(_) => self.lettered |= digits.len() == 2 && digits.as_bytes()[1].is_ascii_digit(),
            }
        }
    }

    /// Whether the squares fit on the board of the game; playok and PlayStrategy write wrong numbers. Letters
    /// are for small boards, unless the tag speaks of them.
    fn allow(&self, known: &KnownGame, letters_expected: bool) -> bool {
        let large = known.squares() > 32 && known.variant != "turkish" && !letters_expected;
        u16::from(self.highest) <= known.squares() && !(large && self.lettered && self.highest == 0)
    }

    fn variants(&self) -> &'static [&'static str] {
        match self {
            Squares { lettered: true, straight: true, diagonal: true, highest: 0, .. } => {
                &["armenian", "turkish"]
            }
            Squares { lettered: true, straight: true, highest: 0, .. } => &["turkish", "armenian"],
            Squares { lettered: true, .. } => &["russian", "brazilian", "czech", "pool"],
            Squares { highest: 0, .. } => &[],
            Squares { highest: 51.., .. } => &["canadian"],
            Squares { highest: 33.., .. } | Squares { first: Some(29..), .. } => {
                &["international", "frisian", "breakthrough", "antidraughts"]
            }
            Squares { first: Some(25..=28), .. } => &["thai"],
            Squares { first: Some(17..=24), .. } => &["italian", "russian", "brazilian", "czech"],
            _ => &["english", "pool", "spanish", "portuguese", "italian", "russian", "brazilian"],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Reader;

    /// Lines of `variants: game`; what is found begins with these variants.
    #[track_caller]
    fn check(lines: &str) {
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (expect, text) = line.split_once(": ").expect("variants, a colon and a game");
            let expect: Vec<&str> = expect.split(' ').filter(|&name| name != "nothing").collect();
            let game = Reader::new(text.as_bytes()).next().expect("a game").expect("no i/o error");
            let found = game.variants();
            assert!(found.starts_with(&expect) && found.is_empty() == expect.is_empty(), "{text}: {found:?}");
        }
    }

    #[test]
    fn from_tags() {
        check(
            r#"
            russian: [GameType "25"] 1. c3-d4 *
            brazilian: [GameType "26,W,8,8,A0,0"] 1. c3-d4 *
            breakthrough: [GameType "96"] 1. 32-28 *
            international: [GameType "20,W,10,10,N1,0"] 1. 32-28 *
            international: [GameType "20,W,10,10,A0,0"] 1. d4-c5 *
            russian: [Variant "Russian"] 1. c3-d4 *
            frisian: [Variant "Frisian draughts"] 1. 32-28 *
            "#,
        );
    }

    /// The first one is how PlayStrategy marks pool.
    #[test]
    fn wrong_tags() {
        check(
            r#"
            russian: [GameType "27"] 1. c3-d4 *
            international: [GameType "21"] 1. 32-28 19-23 2. 37-32 *
            english: [GameType "nonsense"] 1. 11-15 *
            "#,
        );
    }

    #[test]
    fn from_squares() {
        check(
            r#"
            english: 1. 11-15 23-19 *
            italian: 1. 21-17 10-14 *
            international: 1. 32-28 19-23 *
            international: 1. 41-35 *
            canadian: 1. 45-39 29-34 2. 60-54 *
            russian brazilian: 1. c3-d4 d6-e5 *
            russian: 1. C3-D4 *
            turkish: 1. c3-c4 d6-d5 *
            armenian: 1. c3-c4 d6-c5 *
            thai: 1. 25-22 *
            international: [FEN "W:W31-50:B1-20"] *
            english: [FEN "W:WK27,K23:BK28,12."] 0-1
            russian: [FEN "W:Wa1,Kc3:Bf8"] *
            nothing: [White "a"] *
            "#,
        );
    }
}
