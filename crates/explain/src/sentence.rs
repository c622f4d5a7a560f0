//! Sentences from a catalogue: this file knows how to fill them in, the words are data (`words/*.txt`).
//!
//! A catalogue has one message a line, `key: text`. `{0}` and `{1}` are numbers or texts, `{at}` is a square; forms of
//! a plural are separated by `|` and chosen by `{0}`: two are "one" and "more", three are those of Slavic languages.

use std::collections::HashMap;

use crate::{Because, Motif, What};

/// The sentences of one language.
#[derive(Clone, Debug)]
pub struct Catalogue(HashMap<String, String>);

/// Why a catalogue cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// A line that is no message.
    #[error("line {0}: 'key: text' is expected")]
    Line(usize),
    /// A message is missing.
    #[error("there is no message '{0}'")]
    Missing(String),
}

/// Labels every catalogue has beside its reasons and motifs.
const LABELS: [&str; 21] = [
    "white",
    "black",
    "inaccuracy",
    "mistake",
    "blunder",
    "missed-win",
    "only-move",
    "brilliant",
    "better",
    "accuracy",
    "inaccuracies",
    "mistakes",
    "blunders",
    "missed-wins",
    "only-moves",
    "brilliancies",
    "white-to-move",
    "black-to-move",
    "sheet-title",
    "solutions",
    "after-move",
];

/// Messages of reasons: some have forms of their own for kings.
const REASONS: [&str; 21] = [
    "loses",
    "loses-king",
    "loses-pieces",
    "shot",
    "lets-king",
    "lets-first-king",
    "blocked",
    "loses-all",
    "zugzwang",
    "opposition",
    "throws-win",
    "throws-draw",
    "took-fewer",
    "missed-taking",
    "missed-taking-king",
    "missed-taking-pieces",
    "missed-shot",
    "missed-king",
    "missed-first-king",
    "missed-block",
    "missed-all",
];

impl Catalogue {
    /// Reads a catalogue and looks whether it is complete.
    pub fn read(text: &str) -> Result<Catalogue, CatalogueError> {
        let mut messages = HashMap::new();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, text) = line.split_once(": ").ok_or(CatalogueError::Line(number + 1))?;
            messages.insert(key.trim().to_owned(), text.trim().to_owned());
        }
        let motifs = Motif::ALL.iter().map(|motif| format!("motif-{}", motif.key()));
        let mut needed = REASONS.iter().chain(&LABELS).map(|&key| key.to_owned()).chain(motifs);
        match needed.find(|key| !messages.contains_key(key)) {
            Some(key) => Err(CatalogueError::Missing(key)),
            None => Ok(Catalogue(messages)),
        }
    }

    /// A reason as a sentence, without its line.
    pub fn say(&self, because: &Because) -> String {
        let numbers = because.what.numbers();
        let key = match because.what {
            What::Loses { pieces, kings } | What::MissedTaking { pieces, kings } if kings > 0 => {
                let key = because.what.key();
                if pieces == 1 { format!("{key}-king") } else { format!("{key}-pieces") }
            }
            what => what.key().to_owned(),
        };
        let square = because.at.map(|at| because.line.start().square_name(at)).unwrap_or_default();
        let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
        self.fill(&key, &numbers).replace("{at}", &square)
    }

    /// The name of a motif.
    pub fn name(&self, motif: Motif) -> String {
        let numbers = match motif {
            Motif::Shot { taken, given } => vec![taken.to_string(), given.to_string()],
            _ => Vec::new(),
        };
        self.fill(&format!("motif-{}", motif.key()), &numbers)
    }

    /// A message with its blanks filled in; the first one chooses the form.
    pub fn fill<T: AsRef<str>>(&self, key: &str, blanks: &[T]) -> String {
        let text = self.0.get(key).map_or(key, String::as_str);
        let forms: Vec<&str> = text.split('|').collect();
        let number = blanks.first().and_then(|blank| blank.as_ref().parse::<u64>().ok());
        let mut said = forms[form(number.unwrap_or(1), forms.len())].to_owned();
        for (place, blank) in blanks.iter().enumerate() {
            said = said.replace(&format!("{{{place}}}"), blank.as_ref());
        }
        said
    }
}

/// Which form a number wants.
fn form(number: u64, forms: usize) -> usize {
    match (forms, number % 10, number % 100) {
        (2, ..) => usize::from(number != 1),
        (3, 1, ending) if ending != 11 => 0,
        (3, 2..=4, ending) if !(12..=14).contains(&ending) => 1,
        (3, ..) => 2,
        _ => 0,
    }
}

/// The catalogue of a language that is built in: `en`, `ru` or `hy`.
#[cfg(feature = "words")]
pub fn catalogue(language: &str) -> Option<Catalogue> {
    let text = match language {
        "en" => include_str!("../words/en.txt"),
        "ru" => include_str!("../words/ru.txt"),
        "hy" => include_str!("../words/hy.txt"),
        _ => return None,
    };
    Catalogue::read(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_follow_the_number() {
        let chosen = |number, forms| form(number, forms);
        assert_eq!([1, 2, 21].map(|n| chosen(n, 2)), [0, 1, 1]);
        assert_eq!([1, 2, 4, 5, 11, 12, 21, 22, 25].map(|n| chosen(n, 3)), [0, 1, 1, 2, 2, 2, 0, 1, 2]);
        assert_eq!(chosen(7, 1), 0);
    }

    #[test]
    fn what_is_wrong_with_a_catalogue_is_said() {
        assert_eq!(Catalogue::read("loses nothing").unwrap_err(), CatalogueError::Line(1));
        let missing = Catalogue::read("# empty\n").unwrap_err();
        assert_eq!(missing, CatalogueError::Missing("loses".into()));
    }

    /// Every language has every message, and the same blanks in every form of it.
    #[test]
    fn languages_agree() {
        let read = |text| Catalogue::read(text).expect("a complete catalogue");
        let english = read(include_str!("../words/en.txt"));
        let others = [read(include_str!("../words/ru.txt")), read(include_str!("../words/hy.txt"))];
        let blanks = |text: &str| ["{0}", "{1}", "{at}"].map(|blank| text.contains(blank));
        for other in others {
            assert_eq!(other.0.len(), english.0.len());
            for (key, text) in &english.0 {
                let last = |text: &str| text.rsplit('|').next().map(blanks);
                assert_eq!(last(&other.0[key]), last(text), "{key}");
            }
        }
    }
}
