//! What the players say to each other: short, not too often, heard only by those who want to.

use damka_rules::Side;
use damka_sitting::clock::Millis;
use damka_wire::room::{ClientIn, Words};

use crate::message::{Client, Out, To};
use crate::room::Room;

/// No text is longer, in characters.
pub const LONGEST: usize = 200;

/// So much may be said in so many milliseconds.
const MOST: usize = 5;
const WITHIN: Millis = 10_000;

/// How one player talks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Talk {
    /// Does the player not want to hear the opponent?
    pub(crate) muted: bool,
    /// When the player last spoke.
    spoke: Vec<Millis>,
}

impl Room {
    pub(crate) fn say(&mut self, client: Client, side: Side, words: Words, out: &mut Out) {
        let words = match words {
            Words::Phrase(phrase) => Words::Phrase(phrase),
            Words::Text(_) if !self.terms.chat => {
                return self.refuse(client, "only ready-made phrases are said in this game", out);
            }
            Words::Text(text) => match clean(&text, LONGEST) {
                Some(text) => Words::Text(text),
                None => return self.refuse(client, &format!("at most {LONGEST} characters, and some"), out),
            },
        };
        let spoke = &mut self.talk[side].spoke;
        spoke.retain(|&at| at.saturating_add(WITHIN) > out.now);
        if spoke.len() >= MOST {
            return self.refuse(client, "not so fast", out);
        }
        spoke.push(out.now);
        let event = ClientIn::Said { white: side == Side::White, words };
        out.tell(To::Seat(side), event.clone());
        if !self.talk[side.other()].muted {
            out.tell(To::Seat(side.other()), event);
        }
    }
}

/// Text from people without what only does harm: control characters, and marks that turn the direction of
/// writing. `None` if nothing is left, or too much.
pub fn clean(text: &str, longest: usize) -> Option<String> {
    if text.len() > longest * 4 {
        return None;
    }
    let harmful = |c: &char| {
        c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let clean: String = text.chars().filter(|c| !harmful(c)).collect();
    let clean = clean.trim();
    (!clean.is_empty() && clean.chars().count() <= longest).then(|| clean.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_kept_and_tricks_are_not() {
        for (text, expected) in [
            ("<script>alert(1)</script>", Some("<script>alert(1)</script>")),
            (" Բարև\n", Some("Բարև")),
            ("a\u{202e}b\u{0}c", Some("abc")),
            ("", None),
            (" \u{7}", None),
            ("12345678901", None),
        ] {
            assert_eq!(
                clean(text, if text.starts_with('1') { 10 } else { 40 }).as_deref(),
                expected,
                "{text:?}"
            );
        }
    }
}
