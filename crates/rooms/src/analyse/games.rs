//! A file of many games: where each begins, who played, and which of them somebody looks for.

use damka_rules::{BySide, Outcome, Side, Variant};

/// A file in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    text: String,
    games: Vec<Listed>,
}

/// A game of the file, as far as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Listed {
    /// Its text, in bytes.
    from: usize,
    to: usize,
    pub(crate) players: BySide<String>,
    /// As the file writes it, `1987.05.02`.
    pub(crate) date: String,
    /// As the file writes it, `2-0`.
    pub(crate) result: String,
    pub(crate) event: String,
    pub(crate) opening: String,
    /// Which game it is, if a tag tells.
    pub(crate) variant: Option<Variant>,
    /// Everything that is searched, in small letters.
    hay: String,
}

/// What somebody looks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wanted {
    /// Words that all have to be there: of players, event, opening.
    pub(crate) words: String,
    /// The date begins with this.
    pub(crate) year: String,
    /// How it ended.
    pub(crate) outcome: Option<Outcome>,
    /// Which game.
    pub(crate) variant: Option<Variant>,
}

impl Shelf {
    /// Finds the games of a file. Their moves are read when one is opened.
    pub(crate) fn read(text: String) -> Shelf {
        let mut games: Vec<Listed> = Vec::new();
        let mut moves = true;
        // Inside a comment a bracket is no tag.
        let mut braces = false;
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let trimmed = line.trim_start_matches(['\u{feff}', ' ', '\t']);
            let tag = if braces { None } else { tag(trimmed.trim_end()) };
            if let Some((name, value)) = tag {
                if moves || games.last().is_some_and(|game| game.repeats(name)) {
                    if let Some(last) = games.last_mut() {
                        last.to = offset;
                    }
                    games.push(Listed { from: offset, ..Listed::default() });
                    moves = false;
                }
                if let Some(game) = games.last_mut() {
                    game.tell(name, value);
                }
            } else {
                moves |= !trimmed.trim().is_empty();
                for byte in line.bytes() {
                    match byte {
                        b'{' => braces = true,
                        b'}' => braces = false,
                        // A comment to the end of the line; one in braces may hold it.
                        b';' if !braces => break,
                        _ => {}
                    }
                }
            }
            offset += line.len();
        }
        if let Some(last) = games.last_mut() {
            last.to = text.len();
        }
        if games.is_empty() {
            games = untagged(&text);
        }
        for game in &mut games {
            let variant = game.variant.map_or(String::new(), |variant| variant.to_string());
            let parts =
                [&game.players.white, &game.players.black, &game.event, &game.opening, &game.date, &variant];
            game.hay = parts.map(|part| part.to_lowercase()).join("\n");
        }
        Shelf { text, games }
    }

    /// The games.
    pub(crate) fn games(&self) -> &[Listed] {
        &self.games
    }

    /// The text of a game.
    pub(crate) fn text(&self, number: usize) -> &str {
        self.games.get(number).and_then(|game| self.text.get(game.from..game.to)).unwrap_or_default()
    }

    /// The numbers of the games that are looked for.
    pub(crate) fn find(&self, wanted: &Wanted) -> Vec<usize> {
        let words: Vec<String> = wanted.words.split_whitespace().map(str::to_lowercase).collect();
        let year = wanted.year.trim();
        let fits = |game: &Listed| {
            words.iter().all(|word| game.hay.contains(word.as_str()))
                && game.date.starts_with(year)
                && wanted.outcome.is_none_or(|outcome| game.outcome() == Some(outcome))
                && wanted.variant.is_none_or(|variant| game.variant == Some(variant))
        };
        (0..self.games.len()).filter(|&n| fits(&self.games[n])).collect()
    }

    /// The games of draughts in it, each once.
    pub(crate) fn variants(&self) -> Vec<Variant> {
        let mut found: Vec<Variant> = Vec::new();
        for variant in self.games.iter().filter_map(|game| game.variant) {
            if !found.contains(&variant) {
                found.push(variant);
            }
        }
        found
    }
}

impl Listed {
    /// How it ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let (white, black) = self.result.split_once('-')?;
        match (white.trim(), black.trim()) {
            ("1" | "2", "0") => Some(Outcome::Win(Side::White)),
            ("0", "1" | "2") => Some(Outcome::Win(Side::Black)),
            ("1/2", "1/2") | ("1", "1") => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Is this tag there already? Then another game begins.
    fn repeats(&self, name: &str) -> bool {
        let there = match name {
            "Event" => &self.event,
            "White" => &self.players.white,
            "Black" => &self.players.black,
            "Result" => &self.result,
            _ => return false,
        };
        !there.is_empty()
    }

    fn tell(&mut self, name: &str, value: &str) {
        let place = match name {
            "Event" => &mut self.event,
            "White" => &mut self.players.white,
            "Black" => &mut self.players.black,
            "Date" => &mut self.date,
            "Result" => &mut self.result,
            "Opening" | "ECO" => &mut self.opening,
            "Variant" => {
                self.variant = value.parse().ok().or(self.variant);
                return;
            }
            "GameType" => {
                let number = value.split(',').next().and_then(|number| number.trim().parse().ok());
                self.variant = self.variant.or(number.and_then(Variant::of_pdn_number));
                return;
            }
            _ => return,
        };
        value.replace("\\\"", "\"").clone_into(place);
    }
}

/// Name and value of a tag that fills a line.
fn tag(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then_some((name, value))
}

/// The games of a file without tags: only the reader knows where they begin.
fn untagged(text: &str) -> Vec<Listed> {
    let read = damka_pdn::Reader::new(text.as_bytes()).filter_map(Result::ok);
    let mut games: Vec<Listed> = Vec::new();
    for game in read.filter(|game| !game.line.steps.is_empty()) {
        let from = usize::try_from(game.at.offset).unwrap_or(text.len());
        if let Some(last) = games.last_mut() {
            last.to = from;
        }
        let result = game.score().map(|score| score.to_string()).unwrap_or_default();
        games.push(Listed { from, to: text.len(), result, ..Listed::default() });
    }
    games
}

#[cfg(test)]
mod tests {
    use super::super::desk::Desk;
    use super::*;

    const FILE: &str = "[Event \"Baku\"]\n[White \"Tsirik\"]\n[Black \"Pavlov, I.\"]\n[Date \"1958.??.??\"]\n[Result \"2-0\"]\n[GameType \"25\"]\n\n\
        1. c3-d4 {a [strange] remark\n[nobody\n} d6-c5 2-0\n\n\
        [Event \"Yerevan\"]\n[White \"Կիրակոսյան\"]\n[Black \"Tsirik\"]\n[Date \"1961.05.02\"]\n[Result \"1-1\"]\n[GameType \"25\"]\n[Opening \"Kol\"]\n\n\
        1. c3-b4 1-1\n[White \"Only tags\"]\n[White \"Another\"]\n[Result \"0-1\"]\n[Variant \"thai\"]\n1. - -\n";

    fn check(wanted: Wanted, expected: &[usize]) {
        assert_eq!(Shelf::read(FILE.into()).find(&wanted), expected, "{wanted:?}");
    }

    fn words(text: &str) -> Wanted {
        Wanted { words: text.into(), ..Wanted::default() }
    }

    #[test]
    fn games_are_found_by_what_is_known_of_them() {
        check(Wanted::default(), &[0, 1, 2, 3]);
        check(words("tsirik"), &[0, 1]);
        check(words("TSIRIK baku"), &[0]);
        check(words("կիրակոսյան"), &[1]);
        check(words("kol"), &[1]);
        check(words("nobody"), &[]);
        check(Wanted { year: "1961".into(), ..Wanted::default() }, &[1]);
        check(Wanted { outcome: Some(Outcome::Draw), ..Wanted::default() }, &[1]);
        check(Wanted { outcome: Some(Outcome::Win(Side::White)), ..words("i.") }, &[0]);
        check(Wanted { variant: Some(Variant::Thai), ..Wanted::default() }, &[3]);
    }

    #[test]
    fn a_game_is_read_when_it_is_opened() {
        let shelf = Shelf::read(FILE.into());
        let desk = Desk::read(shelf.text(0), Variant::Thai).unwrap();
        assert_eq!((desk.variant(), desk.study.tree.all().count()), (Variant::Russian, 3));
        assert_eq!(desk.study.about.tag("Black"), Some("Pavlov, I."));
        assert!(shelf.text(1).contains("c3-b4") && !shelf.text(1).contains("Only"));
        assert_eq!(shelf.variants(), [Variant::Russian, Variant::Thai]);
        assert_eq!(shelf.text(9), "");
    }

    #[test]
    fn files_without_tags_have_games_too() {
        let shelf = Shelf::read("1. c3-d4 d6-c5 2-0\n\n1. c3-b4 b6-a5 1-1\n".into());
        assert_eq!(shelf.games().len(), 2);
        assert!(shelf.text(1).trim().starts_with("1. c3-b4"), "{:?}", shelf.text(1));
        assert!(Shelf::read("hello".into()).games().is_empty());
    }
}
