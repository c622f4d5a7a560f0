//! What a person can ask for by typing.

use damka_engine::Level;

/// A typed wish.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wish {
    /// A move, legal or not.
    Move(String),
    /// What would the computer play?
    Hint,
    /// Take the last move back, and the answer to it.
    Undo,
    /// Turn the board round.
    Flip,
    /// Another strength of the computer.
    Level(Option<Level>),
    /// From the beginning.
    New,
    /// Give up.
    Resign,
    /// Offer a draw, accept one, or claim one.
    Draw,
    /// Decline the draw that was offered.
    Decline,
    /// Let the computer make this move.
    Go,
    /// The legal moves.
    Moves,
    /// The position as text.
    Fen,
    /// The game as PDN on the screen.
    Pdn,
    /// The game as PDN into a file, in place of another only if that is wished.
    Save { path: String, replace: bool },
    /// This list.
    Help,
    /// Enough.
    Quit,
}

/// The commands, for people.
pub(super) const HELP: [(&str, &str); 14] = [
    ("c3-d4, 22x15", "play a move"),
    ("hint", "show the move Damka would play"),
    ("undo", "take a move back"),
    ("flip", "turn the board round"),
    ("level 0-12", "set the strength of Damka"),
    ("go", "let Damka move"),
    ("moves", "list the legal moves"),
    ("draw", "offer, accept or claim a draw"),
    ("decline", "decline a draw"),
    ("resign", "give up"),
    ("new", "start a new game"),
    ("fen", "print the position as FEN"),
    ("pdn [FILE]", "print or save the game as PDN"),
    ("quit", "leave"),
];

impl Wish {
    /// Reads what was typed; whatever is no command is taken for a move. `None` for an empty line.
    pub(super) fn parse(text: &str) -> Option<Wish> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        Some(match word.to_lowercase().as_str() {
            "" => return None,
            "hint" | "h" => Wish::Hint,
            "undo" | "u" | "back" => Wish::Undo,
            "flip" => Wish::Flip,
            "level" | "l" => Wish::Level(rest.parse().ok().and_then(Level::new)),
            "new" => Wish::New,
            "resign" => Wish::Resign,
            "draw" => Wish::Draw,
            "decline" => Wish::Decline,
            "go" => Wish::Go,
            "moves" | "m" => Wish::Moves,
            "fen" => Wish::Fen,
            "pdn" if rest.is_empty() => Wish::Pdn,
            "pdn" | "save" => Wish::Save { path: rest.to_owned(), replace: false },
            "pdn!" | "save!" => Wish::Save { path: rest.to_owned(), replace: true },
            "help" | "?" => Wish::Help,
            "quit" | "exit" | "q" => Wish::Quit,
            _ => Wish::Move(text.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        let check = |text: &str, expect: Option<Wish>| assert_eq!(Wish::parse(text), expect, "{text}");
        check("", None);
        check("  c3-d4 ", Some(Wish::Move("c3-d4".into())));
        check("HINT", Some(Wish::Hint));
        check("level 3", Some(Wish::Level(Level::new(3))));
        check("level 13", Some(Wish::Level(None)));
        check("pdn my game.pdn", Some(Wish::Save { path: "my game.pdn".into(), replace: false }));
        check("22 18", Some(Wish::Move("22 18".into())));
    }
}
