//! The seven messages of the protocol, read from a frame and printed as one.

use std::fmt;

use damka_rules::Side;

use crate::columns::{Columns, printable, text};
use crate::position::{Position, read_cell, read_side, side_letter};

/// The version of the protocol we speak.
pub const PROTOCOL_VERSION: u16 = 1;

/// What one program says to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `R`: the initiator asks for a game.
    GameReq(GameRequest),
    /// `A`: the follower answers.
    GameAcc {
        /// The follower's name, at most 32 characters.
        name: String,
        /// Whether it plays.
        code: Acceptance,
    },
    /// `M`: a move, also a forced one.
    Move(Move),
    /// `E`: the game is over, instead of a move; or the confirmation of that.
    GameEnd {
        /// How it ended for the sender.
        reason: Reason,
        /// Whether there may be another game.
        stop: Stop,
    },
    /// `C`: a remark, at most 126 characters.
    Chat(String),
    /// `B`: back to the position in this move with this side to move.
    BackReq {
        /// The number of the move, from 1.
        number: u16,
        /// Who is to move there.
        side: Side,
    },
    /// `K`: the answer to that.
    BackAcc(BackAnswer),
}

/// The terms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The version of the protocol the initiator speaks.
    pub version: u16,
    /// The initiator's name, at most 32 characters.
    pub name: String,
    /// The side the follower is to play.
    pub follower: Side,
    /// Minutes for each side and the whole game; 0 says nothing.
    pub minutes: u16,
    /// The game may be ended after this many moves; 0 is no limit.
    pub moves: u16,
    /// Where the game begins, if not at the initial position.
    pub position: Option<Position>,
}

/// A move without its path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Seconds the sender took.
    pub seconds: u16,
    /// Where the piece stands.
    pub from: u8,
    /// Where it arrives.
    pub to: u8,
    /// The squares of the captured pieces, in any order.
    pub captured: Vec<u8>,
}

/// The follower's answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acceptance {
    /// `0`: let us play.
    Accept,
    /// `1`: another version of the protocol.
    WrongVersion,
    /// `2`: not this game, but perhaps another.
    NotThisGame,
    /// `3`: no game at all.
    NoGames,
}

/// How a game ended, as the sender sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// `0`: not said, or simply confirmed.
    Unknown,
    /// `1`: the sender lost.
    Loss,
    /// `2`: a draw.
    Draw,
    /// `3`: the sender won.
    Win,
}

/// Whether the sender would play again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// `0`: another game is welcome.
    NextGame,
    /// `1`: no more games.
    NoMore,
}

/// The answer to a request to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BackAnswer {
    /// `0`: back we go.
    Yes,
    /// `1`: this program cannot go back.
    Unable,
    /// `2`: this program wants to go on.
    No,
}

/// Why a frame is not a message. Columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// Nothing in the frame.
    #[error("empty message")]
    Empty,
    /// The first letter is none of the protocol's.
    #[error("unknown message type '{0}'")]
    Unknown(char),
    /// The message ends too early.
    #[error("column {column}: the message ends before {what}")]
    Short {
        /// Where it ends.
        column: usize,
        /// The field that is missing.
        what: &'static str,
    },
    /// A field makes no sense.
    #[error("column {column}: {what} must be {expected}, not '{found}'")]
    Bad {
        /// Where the field begins.
        column: usize,
        /// The field.
        what: &'static str,
        /// What belongs there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// Something follows the last field.
    #[error("column {column}: nothing may follow here")]
    Trailing {
        /// Where it begins.
        column: usize,
    },
}

const NAME: usize = 32;
const CHAT: usize = 126;
const MAX_CAPTURED: u16 = 20;

impl Message {
    /// A remark, cut to what fits and cleaned of what the protocol cannot carry.
    pub fn chat(words: &str) -> Message {
        Message::Chat(words.chars().take(CHAT).map(printable).collect())
    }

    /// Reads a frame without its NUL.
    ///
    /// # Errors
    /// [`MessageError`] naming the column and the field.
    pub fn parse(frame: &[u8]) -> Result<Message, MessageError> {
        let mut columns = Columns::after_header(frame);
        let message = match frame.first() {
            None => return Err(MessageError::Empty),
            Some(b'R') => return game_req(columns),
            Some(b'C') => return Ok(Message::Chat(text(&frame[1..frame.len().min(CHAT + 1)]))),
            Some(b'A') => {
                let name = name(columns.take(NAME, "name")?);
                let code = columns.letter("acceptance code", "0, 1, 2 or 3", Acceptance::from_digit)?;
                Message::GameAcc { name, code }
            }
            Some(b'M') => Message::Move(Move::read(&mut columns)?),
            Some(b'E') => {
                let reason = columns.letter("reason", "0, 1, 2 or 3", Reason::from_digit)?;
                let stop = columns.letter("stop code", "0 or 1", Stop::from_digit)?;
                Message::GameEnd { reason, stop }
            }
            Some(b'B') => {
                let number = columns.number(3, "move number")?;
                let side = columns.letter("side to move", "W or Z", read_side)?;
                Message::BackReq { number, side }
            }
            Some(b'K') => {
                Message::BackAcc(columns.letter("acceptance code", "0, 1 or 2", BackAnswer::from_digit)?)
            }
            Some(&other) => return Err(MessageError::Unknown(printable(char::from(other)))),
        };
        columns.finish()?;
        Ok(message)
    }
}

/// What follows an `A` for the initial position is ignored: some programs fill the message up.
fn game_req(mut columns: Columns<'_>) -> Result<Message, MessageError> {
    let version = columns.number(2, "version")?;
    let name = name(columns.take(NAME, "name")?);
    let follower = columns.letter("follower's colour", "W or Z", read_side)?;
    let minutes = columns.number(3, "thinking time")?;
    let moves = columns.number(3, "number of moves")?;
    let given = columns.letter("starting position", "A or B", |letter| match letter {
        b'A' => Some(false),
        b'B' => Some(true),
        _ => None,
    })?;
    let mut request = GameRequest { version, name, follower, minutes, moves, position: None };
    if given {
        let side = columns.letter("side to move", "W or Z", read_side)?;
        let mut position = Position { side, ..Position::initial() };
        for cell in &mut position.cells {
            *cell = columns.letter("square", "one of w z W Z e", read_cell)?;
        }
        request.position = Some(position);
        columns.finish()?;
    }
    Ok(Message::GameReq(request))
}

impl Move {
    fn read(columns: &mut Columns<'_>) -> Result<Move, MessageError> {
        let seconds = columns.number(4, "time")?;
        let (from, to) = (columns.square("from square")?, columns.square("to square")?);
        let count = columns.number(2, "number captured")?;
        if count > MAX_CAPTURED {
            return Err(columns.bad("number captured", "at most 20", count.to_string().as_bytes()));
        }
        let captured =
            (0..count).map(|_| columns.square("captured square")).collect::<Result<Vec<u8>, _>>()?;
        Ok(Move { seconds, from, to, captured })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::GameReq(request) => request.fmt(f),
            Message::GameAcc { name, code } => write!(f, "A{}{}", Padded(name), code.digit()),
            Message::Move(played) => played.fmt(f),
            Message::GameEnd { reason, stop } => write!(f, "E{}{}", reason.digit(), stop.digit()),
            Message::Chat(words) => {
                write!(f, "C{}", words.chars().take(CHAT).map(printable).collect::<String>())
            }
            Message::BackReq { number, side } => {
                write!(f, "B{:03}{}", (*number).min(999), side_letter(*side))
            }
            Message::BackAcc(answer) => write!(f, "K{}", answer.digit()),
        }
    }
}

impl fmt::Display for GameRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (version, minutes, moves) = (self.version.min(99), self.minutes.min(999), self.moves.min(999));
        write!(f, "R{version:02}{}{}{minutes:03}{moves:03}", Padded(&self.name), side_letter(self.follower))?;
        match &self.position {
            Some(position) => write!(f, "B{position}"),
            None => f.write_str("A"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let captured = &self.captured[..self.captured.len().min(MAX_CAPTURED.into())];
        write!(f, "M{:04}{:02}{:02}{:02}", self.seconds.min(9999), self.from, self.to, captured.len())?;
        captured.iter().try_for_each(|square| write!(f, "{square:02}"))
    }
}

/// A name in its 32 columns; it must not begin with a blank.
struct Padded<'a>(&'a str);

impl fmt::Display for Padded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name: String = self.0.trim().chars().take(NAME).map(printable).collect();
        write!(f, "{name:<NAME$}")
    }
}

fn name(field: &[u8]) -> String {
    text(field).trim().into()
}

/// An enum whose variants are the digits of the protocol in order.
macro_rules! digits {
    ($($name:ident { $($variant:ident = $digit:literal),+ })+) => {$(
        impl $name {
            /// The digit DXP uses.
            pub const fn digit(self) -> char {
                match self { $($name::$variant => $digit as char),+ }
            }

            /// The value a digit stands for.
            pub const fn from_digit(digit: u8) -> Option<$name> {
                match digit { $($digit => Some($name::$variant),)+ _ => None }
            }
        }
    )+};
}

digits! {
    Acceptance { Accept = b'0', WrongVersion = b'1', NotThisGame = b'2', NoGames = b'3' }
    Reason { Unknown = b'0', Loss = b'1', Draw = b'2', Win = b'3' }
    Stop { NextGame = b'0', NoMore = b'1' }
    BackAnswer { Yes = b'0', Unable = b'1', No = b'2' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn good(frame: &str) {
        assert_eq!(Message::parse(frame.as_bytes()).map(|message| message.to_string()), Ok(frame.into()));
    }

    #[track_caller]
    fn bad(frame: &str, expect: &str) {
        assert_eq!(
            Message::parse(frame.as_bytes()).map_err(|error| error.to_string()),
            Err(expect.into()),
            "{frame}"
        );
    }

    /// The examples of the protocol's own pages, and what pydraughts sends.
    #[test]
    fn messages() {
        good("R01Tornado voor Windows 4.0        W060065A");
        good(
            "R01DXP Client                      Z000000BWzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        );
        good("ATornado voor Windows 4.0        0");
        good("M0012061100");
        good("M001205250422122320");
        good("E00");
        good("E31");
        good("CWhat do you think about move 35?");
        good("B005Z");
        good("K1");
    }

    #[test]
    fn errors() {
        bad("", "empty message");
        bad("hello", "unknown message type 'h'");
        bad("M", "column 2: the message ends before time");
        bad("M00120611", "column 10: the message ends before number captured");
        bad("M0012061101", "column 12: the message ends before captured square");
        bad("M00x2061100", "column 2: time must be digits, not '00x2'");
        bad("M0012061199", "column 10: number captured must be at most 20, not '99'");
        bad("M0012510100", "column 6: from square must be a square from 01 to 50, not '51'");
        bad("M0012010000", "column 8: to square must be a square from 01 to 50, not '00'");
        bad("M0012061100x", "column 12: nothing may follow here");
        bad("E40", "column 2: reason must be 0, 1, 2 or 3, not '4'");
        bad("E0", "column 3: the message ends before stop code");
        bad("B005B", "column 5: side to move must be W or Z, not 'B'");
        bad("K7", "column 2: acceptance code must be 0, 1 or 2, not '7'");
        bad("R01short", "column 9: the message ends before name");
        let request = "R01DXP Client                      Z000000";
        bad(&format!("{request}C"), "column 43: starting position must be A or B, not 'C'");
        bad(&format!("{request}BWzzx"), "column 47: square must be one of w z W Z e, not 'x'");
        bad(&format!("{request}BWzz"), "column 47: the message ends before square");
    }

    #[test]
    fn lenient() {
        let read = |frame: &[u8]| Message::parse(frame).unwrap().to_string();
        assert_eq!(read(b"E00\r\n"), "E00");
        assert_eq!(read(b"M   1061100 "), "M0001061100");
        assert_eq!(read(b"C"), "C");
        assert_eq!(read(b"Ca\xff\x07b"), "Ca??b");
        let request = "R01DXP Client                      Z000000A";
        assert_eq!(read(format!("{request}Wzzz").as_bytes()), request);
        assert_eq!(Message::chat(&"x".repeat(500)).to_string().len(), 127);
    }
}
