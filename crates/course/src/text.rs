//! A sentence or two in every language.

/// The languages by their codes, in the order of the files.
pub const LANGUAGES: [&str; 3] = ["en", "ru", "hy"];

/// The same text in every language.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text([String; LANGUAGES.len()]);

impl Text {
    /// The text in the language with this code; English in others.
    pub fn get(&self, language: &str) -> &str {
        &self.0[number(language).unwrap_or_default()]
    }

    /// Adds a line in a language; lines are joined by a space. `false` if there is no such language.
    pub(crate) fn add(&mut self, language: &str, line: &str) -> bool {
        let Some(number) = number(language) else { return false };
        if !self.0[number].is_empty() {
            self.0[number].push(' ');
        }
        self.0[number].push_str(line);
        true
    }

    /// The first language that has no text.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        LANGUAGES.into_iter().find(|language| self.get(language).is_empty())
    }
}

fn number(language: &str) -> Option<usize> {
    LANGUAGES.iter().position(|&code| code == language)
}
