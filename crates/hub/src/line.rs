//! A line of the protocol: a command word and its arguments, `name`, `name=value` or `name="quoted value"`.

use std::fmt;

/// One line, taken apart but not yet understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The first word.
    pub command: String,
    /// The arguments in the order they were written.
    pub args: Vec<Arg>,
}

/// One argument of a line; without a value it is a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// What stands before the `=`.
    pub name: String,
    /// What stands after the `=`, without quotes.
    pub value: Option<String>,
}

/// Why a line cannot be taken apart. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// There is nothing on the line.
    #[error("empty line")]
    Empty,
    /// A quoted value has no closing quote.
    #[error("column {column}: the quote opened here is never closed")]
    OpenQuote {
        /// Where the quote opens.
        column: usize,
    },
    /// A character that cannot begin an argument.
    #[error("column {column}: an argument cannot begin with '{found}'")]
    BadName {
        /// Where it stands.
        column: usize,
        /// The character.
        found: char,
    },
}

impl Line {
    /// A line without arguments.
    pub fn new(command: &str) -> Self {
        Line { command: command.into(), args: Vec::new() }
    }

    /// The same line with one more `name=value`.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.args.push(Arg { name: name.into(), value: Some(value.to_string()) });
        self
    }

    /// The same line with one more flag.
    pub fn flag(mut self, name: &str) -> Self {
        self.args.push(Arg { name: name.into(), value: None });
        self
    }

    /// The value of an argument; a flag has the empty value, and of two with one name the last counts.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.args.iter().rev().find(|arg| arg.name == name).map(|arg| arg.value.as_deref().unwrap_or(""))
    }

    /// Takes a line apart. Blanks around `=` and at both ends are allowed; a bare value runs to the next blank.
    ///
    /// # Errors
    /// [`LineError`] if the line is empty, a quote stays open or an argument has no name.
    pub fn parse(text: &str) -> Result<Line, LineError> {
        let mut scan = Scanner { chars: text.chars().collect(), at: 0 };
        scan.skip_blanks();
        let command = scan.word(|c| !is_blank(c));
        if command.is_empty() {
            return Err(LineError::Empty);
        }
        let mut args = Vec::new();
        while let Some(first) = scan.skip_blanks() {
            if first == '=' || first == '"' {
                return Err(LineError::BadName { column: scan.at + 1, found: first });
            }
            let name = scan.word(|c| !is_blank(c) && c != '=');
            let value = if scan.skip_blanks() == Some('=') {
                scan.at += 1;
                scan.skip_blanks();
                Some(scan.value()?)
            } else {
                None
            };
            args.push(Arg { name, value });
        }
        Ok(Line { command, args })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for arg in &self.args {
            write!(f, " {}", arg.name)?;
            if let Some(value) = &arg.value {
                write!(f, "={}", Quoted(value))?;
            }
        }
        Ok(())
    }
}

/// A value as it is written: bare where possible, else quoted. Since the protocol has no escape, a double quote
/// becomes a single one and control characters become blanks.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bare = !self.0.is_empty() && !self.0.contains(|c| is_blank(c) || c == '=' || c == '"');
        if bare {
            return f.write_str(self.0);
        }
        let clean = |c| if c == '"' { '\'' } else { c };
        let clean = |c: char| if c.is_control() { ' ' } else { clean(c) };
        write!(f, "\"{}\"", self.0.chars().map(clean).collect::<String>())
    }
}

struct Scanner {
    chars: Vec<char>,
    at: usize,
}

impl Scanner {
    /// Moves to the next character that is not blank and shows it.
    fn skip_blanks(&mut self) -> Option<char> {
        while self.chars.get(self.at).is_some_and(|&c| is_blank(c)) {
            self.at += 1;
        }
        self.chars.get(self.at).copied()
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.chars.get(self.at).is_some_and(|&c| belongs(c)) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }

    fn value(&mut self) -> Result<String, LineError> {
        if self.chars.get(self.at) != Some(&'"') {
            return Ok(self.word(|c| !is_blank(c)));
        }
        let column = self.at + 1;
        self.at += 1;
        let value = self.word(|c| c != '"');
        if self.at == self.chars.len() {
            return Err(LineError::OpenQuote { column });
        }
        self.at += 1;
        Ok(value)
    }
}

/// Control characters and a byte order mark count as blanks: they reach us from Windows pipes and copied text.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Result<&str, &str>) {
        let got = Line::parse(text).map(|line| line.to_string()).map_err(|error| error.to_string());
        assert_eq!(got.as_deref().map_err(String::as_str), expect, "{text:?}");
    }

    #[test]
    fn lines() {
        let same = [
            "hub",
            "set-param name=book value=false",
            "id author=\"Fabien Letouzey\"",
            "set-param value=\"\"",
        ];
        same.into_iter().for_each(|text| check(text, Ok(text)));
        check("  level   infinite\r\n", Ok("level infinite"));
        check("\u{feff}hub", Ok("hub"));
        check("level move-time = 1", Ok("level move-time=1"));
        check("level move-time= 1 depth =2", Ok("level move-time=1 depth=2"));
        check("set-param name=x value=", Ok("set-param name=x value=\"\""));
        check("set-param value=a=b", Ok("set-param value=\"a=b\""));
        for nothing in ["", " \t "] {
            check(nothing, Err("empty line"));
        }
        check("pos pos=\"W moves=3", Err("column 9: the quote opened here is never closed"));
        check("pos =3", Err("column 5: an argument cannot begin with '='"));
        check("pos \"a\"", Err("column 5: an argument cannot begin with '\"'"));
    }

    #[test]
    fn last_of_two_counts_and_flags_are_empty() {
        let line = Line::parse("go think x=1 x=2").unwrap();
        assert_eq!((line.get("think"), line.get("x"), line.get("y")), (Some(""), Some("2"), None));
    }
}
