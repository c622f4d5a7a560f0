//! Comments, and the commands such as `[%clk 0:01:30]` inside them.

use std::time::Duration;

/// A comment: text in braces, or behind `%` or `;` to the end of the line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Comment {
    /// The text without the braces; line ends have become single spaces.
    pub text: String,
}

/// A command in a comment, `[%name value]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command<'a> {
    /// `clk`, `emt`, `eval`, ...
    pub name: &'a str,
    /// What follows the name; may be empty.
    pub value: &'a str,
}

/// A clock of the `[%clock w0:00:10 B0:00:03]` command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// `Some(true)` for White's clock, `Some(false)` for Black's, `None` where it does not say.
    pub white: Option<bool>,
    /// Whether the clock is running (an upper-case letter).
    pub running: bool,
    /// What it shows.
    pub time: Duration,
}

impl Comment {
    /// A comment with this text, trimmed, line ends turned into spaces.
    #[must_use]
    pub fn new(text: &str) -> Comment {
        let trimmed = text.trim();
        if !trimmed.contains(['\n', '\r']) {
            return Comment { text: trimmed.to_owned() };
        }
        let lines = trimmed
            .split(['\n', '\r'])
            .map(|line| line.trim_matches([' ', '\t']))
            .filter(|line| !line.is_empty());
        Comment { text: lines.collect::<Vec<_>>().join(" ") }
    }

    /// The commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = Command<'_>> {
        let mut rest = self.text.as_str();
        std::iter::from_fn(move || {
            let start = rest.find("[%")? + 2;
            let end = start + rest[start..].find(']')?;
            let (name, value) = split(&rest[start..end]);
            rest = &rest[end + 1..];
            Some(Command { name, value })
        })
    }

    /// The value of the first command of that name.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<Command<'_>> {
        self.commands().find(|command| command.name == name)
    }

    /// The text without the commands.
    #[must_use]
    pub fn prose(&self) -> String {
        let mut prose = String::new();
        let mut rest = self.text.as_str();
        while let Some(start) = rest.find("[%") {
            let Some(length) = rest[start..].find(']') else { break };
            prose.push_str(&rest[..start]);
            rest = &rest[start + length + 1..];
        }
        prose.push_str(rest);
        prose.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl<'a> Command<'a> {
    /// The value as a time: `h:mm:ss`, `mm:ss` or `ss`, seconds with a fraction if need be.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        time(self.value)
    }

    /// The value as clocks, one for each word: `w0:00:10 B0:00:03`, or one without a letter.
    pub fn clocks(&self) -> impl Iterator<Item = Clock> + 'a {
        self.value.split_whitespace().filter_map(|word| {
            let letter = word.chars().next().filter(char::is_ascii_alphabetic);
            let white = match letter.map(|letter| letter.to_ascii_lowercase()) {
                Some('w') => Some(true),
                Some('b') => Some(false),
                Some(_) => return None,
                None => None,
            };
            let running = letter.is_some_and(|letter| letter.is_ascii_uppercase());
            let time = time(&word[letter.map_or(0, char::len_utf8)..])?;
            Some(Clock { white, running, time })
        })
    }
}

fn split(inside: &str) -> (&str, &str) {
    let inside = inside.trim();
    inside.split_once(char::is_whitespace).map_or((inside, ""), |(name, value)| (name, value.trim()))
}

/// In integers: floating point is heavy for a page. Thousandths are as much as anybody measures.
fn time(text: &str) -> Option<Duration> {
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| plain(text).then(|| text.parse::<u64>().ok()).flatten();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut seconds = 0_u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(number(part)?)?;
    }
    let digits: String = fraction.chars().chain("000".chars()).take(3).collect();
    let millis = number(&digits).filter(|_| plain(fraction))?;
    Some(Duration::from_millis(seconds.checked_mul(1000)?.checked_add(millis)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        let comment = Comment::new("good [%clk 1:55:21] and\n bad [%eval -0.048][%inbook] x [% broken");
        let found: Vec<_> = comment.commands().map(|command| (command.name, command.value)).collect();
        assert_eq!(found, [("clk", "1:55:21"), ("eval", "-0.048"), ("inbook", "")]);
        assert_eq!(comment.prose(), "good and bad x [% broken");
        assert_eq!(comment.command("clk").unwrap().time(), Some(Duration::from_secs(6921)));
        assert_eq!(comment.command("eval").unwrap().time(), None);
    }

    #[test]
    fn times() {
        let check = |value, millis: Option<u64>| {
            assert_eq!(Command { name: "clk", value }.time(), millis.map(Duration::from_millis), "{value}");
        };
        check("0:0:9.56", Some(9560));
        check("02:03", Some(123_000));
        check("7", Some(7000));
        check("", None);
        check("1:xx", None);
        check("1e9", None);
        check("99999999999999999999999:0", None);
    }

    #[test]
    fn clocks() {
        let command = Command { name: "clock", value: "w0:00:10 B0:00:03" };
        let expect = [
            Clock { white: Some(true), running: false, time: Duration::from_secs(10) },
            Clock { white: Some(false), running: true, time: Duration::from_secs(3) },
        ];
        assert_eq!(command.clocks().collect::<Vec<_>>(), expect);
        let lone = Command { name: "clock", value: "0:49:11" };
        assert_eq!(lone.clocks().next().map(|clock| clock.white), Some(None));
    }
}
