//! Openings by name: which one is this game?
//!
//! The names are data (`names/`): a line of moves and what it is called, first in the language
//! the name comes from. A game is recognised by its positions, so the order of the moves does not matter.

use std::sync::OnceLock;

use damka_rules::{AnyPosition, Game, Key, Variant};

/// The lists of names; each says which games it is for.
const LISTS: [&str; 2] = [include_str!("../names/russian.txt"), include_str!("../names/english.txt")];

/// The tag of a name in Latin letters.
const LATIN: &str = "latin";

/// An opening that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Plies until it has this name.
    pub plies: usize,
    /// Language and name, the original first.
    names: Vec<(&'static str, &'static str)>,
}

impl Opening {
    /// Its name in the language it comes from.
    pub fn name(&self) -> &'static str {
        self.names[0].1
    }

    /// The language it comes from: `ru`, `en`.
    pub fn language(&self) -> &'static str {
        self.names[0].0
    }

    /// Its name in a language, if that has one.
    pub fn name_in(&self, language: &str) -> Option<&'static str> {
        self.names.iter().find(|(tag, _)| *tag == language).map(|(_, name)| *name)
    }

    /// Its name in Latin letters, if it is written in others.
    pub fn latin(&self) -> Option<&'static str> {
        self.name_in(LATIN)
    }

    /// What to show to somebody who reads a language: its name there, and the original if that is another.
    /// Readers of Latin letters get the original in those.
    ///
    /// ```
    /// use damka_rules::{Game, Variant};
    /// let mut game = Game::new(Variant::Russian);
    /// ["c3-d4", "d6-c5", "b2-c3", "f6-g5"].map(|text| game.play_text(text).unwrap().clone());
    /// let opening = damka_openings::recognise(&game).unwrap();
    /// assert_eq!(opening.shown_in("ru"), "Городская партия");
    /// assert_eq!(opening.shown_in("en"), "City Game (Gorodskaya partiya)");
    /// ```
    pub fn shown_in(&self, language: &str) -> String {
        let name = self.name();
        match self.name_in(language) {
            None => name.into(),
            Some(own) if own == name => name.into(),
            Some(own) => {
                let original = self.latin().filter(|_| own.starts_with(|c: char| c.is_ascii()));
                [own, " (", original.unwrap_or(name), ")"].concat()
            }
        }
    }
}

/// The opening of a game: the last position in it that has a name.
pub fn recognise(game: &Game) -> Option<&'static Opening> {
    recognise_line(game.positions())
}

/// The opening of a line of positions of one variant, the start position first.
pub fn recognise_line(positions: &[AnyPosition]) -> Option<&'static Opening> {
    static KNOWN: [OnceLock<Vec<(Key, Opening)>>; Variant::EVERY.len()] =
        [const { OnceLock::new() }; Variant::EVERY.len()];
    let variant = positions.first()?.variant();
    let known = KNOWN.get(variant as usize)?.get_or_init(|| known(variant));
    let longest = known.iter().map(|(_, opening)| opening.plies).max()?;
    positions.iter().take(longest + 1).rev().find_map(|pos| {
        let key = pos.key();
        known.iter().find(|(known, _)| *known == key).map(|(_, opening)| opening)
    })
}

/// The named positions of a variant.
fn known(variant: Variant) -> Vec<(Key, Opening)> {
    let lists = LISTS.into_iter().filter(|list| games(list).any(|game| game.parse() == Ok(variant)));
    lists.flat_map(lines).filter_map(|line| read(variant, line).ok()).collect()
}

/// The games a list is for.
fn games(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter_map(|line| line.strip_prefix("games ")).flat_map(str::split_whitespace)
}

/// The lines of a list that name an opening.
fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| line.contains('|') && !line.starts_with('#'))
}

/// The position and the names of a line; else what is wrong with it.
fn read(variant: Variant, line: &'static str) -> Result<(Key, Opening), &'static str> {
    let mut fields = line.split('|').map(str::trim);
    let mut pos = AnyPosition::start(variant);
    let mut plies = 0;
    for text in fields.next().unwrap_or_default().split_whitespace() {
        pos = pos.play_text(text).map_err(|_| text)?.0;
        plies += 1;
    }
    let names = fields.map(|field| field.split_once(' ').ok_or(field)).collect::<Result<Vec<_>, _>>()?;
    if plies == 0 || names.is_empty() {
        return Err(line);
    }
    Ok((pos.key(), Opening { plies, names }))
}

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn check(variant: Variant, moves: &str, expect: Option<&str>) {
        let mut game = Game::new(variant);
        for text in moves.split_whitespace() {
            game.play_text(text).unwrap();
        }
        assert_eq!(recognise(&game).map(Opening::name), expect, "{variant}: {moves}");
    }

    #[test]
    fn every_line_is_legal_in_all_its_games_and_names_a_position_of_its_own() {
        for list in LISTS {
            let mut count = 0;
            for game in games(list) {
                let variant: Variant = game.parse().unwrap();
                let mut seen = HashSet::new();
                for line in lines(list) {
                    let (key, opening) =
                        read(variant, line).unwrap_or_else(|e| panic!("{variant}: {line}: {e}"));
                    assert!(seen.insert(key), "{variant}: {line}: this position has two names");
                    assert!(["ru", "en"].contains(&opening.language()), "{line}");
                    for (tag, name) in &opening.names {
                        assert!(["ru", "en", "hy", LATIN].contains(tag) && !name.trim().is_empty(), "{line}");
                    }
                }
                assert_eq!(known(variant).len(), seen.len());
                count += seen.len();
            }
            assert!(count > 0);
        }
    }

    #[test]
    fn the_last_name_counts() {
        check(Variant::Russian, "", None);
        check(Variant::Russian, "c3-d4 d6-c5 b2-c3", None);
        check(Variant::Russian, "c3-d4 d6-c5 d2-c3 f6-g5", Some("Городская партия"));
        check(Variant::Russian, "c3-d4 d6-c5 d2-c3 f6-g5 g3-h4 g5-f4", Some("Отказанная городская партия"));
        check(Variant::English, "11-15 23-19 8-11 22-17 9-13 17-14 10x17", Some("Laird and Lady"));
        check(Variant::English, "11-15 23-19 8-11 22-17 9-13 17-14 10x17 19x10 7x14", Some("Black Doctor"));
        check(Variant::International, "32-28", None);
        check(Variant::Armenian, "", None);
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter() {
        check(Variant::Russian, "c3-b4 f6-e5 g3-h4 e5-f4 e3xg5 h6xf4 b4-c5", Some("Обратный кол"));
        check(Variant::English, "11-15 22-17 8-11 23-19 9-13", Some("Laird and Lady"));
    }

    #[test]
    fn everybody_can_read_it() {
        let mut game = Game::new(Variant::Brazilian);
        for text in ["a3-b4", "b6-a5", "e3-d4"] {
            game.play_text(text).unwrap();
        }
        let opening = recognise(&game).unwrap();
        assert_eq!(opening.shown_in("ru"), "Игра Бодянского");
        assert_eq!(opening.shown_in("en"), "Bodyansky's Game (Igra Bodyanskogo)");
        assert_eq!(opening.shown_in("hy"), "Բոդյանսկու խաղ (Игра Бодянского)");
        assert_eq!(opening.shown_in("fr"), "Игра Бодянского");
        assert_eq!(opening.plies, 3);
    }
}
