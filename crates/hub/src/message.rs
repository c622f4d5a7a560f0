//! The messages in both directions, read from a line and printed as one.

use std::fmt;

use crate::level::Level;
use crate::line::{Line, LineError};
use crate::moves::{Move, MoveError};
use crate::param::Param;
use crate::position::{Position, PositionError};
use crate::report::{Identity, Info};

/// What a GUI says to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Introduce yourself.
    Hub,
    /// Set a parameter.
    SetParam {
        /// Its name.
        name: String,
        /// The value as it came.
        value: String,
    },
    /// Get ready with these parameters.
    Init,
    /// The next search has nothing to do with the last.
    NewGame,
    /// The position to search.
    Pos {
        /// Where the moves begin.
        start: Start,
        /// The moves played since.
        moves: Vec<Move>,
    },
    /// Limits of the next search.
    Level(Level),
    /// Search.
    Go(Mode),
    /// Are you there?
    Ping,
    /// End the search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Leave.
    Quit,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The initial position of the variant (`pos start`, as Scan has it).
    Initial,
    /// A given position.
    Position(Position),
}

/// Why a search is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// To play a move; the clock runs.
    Think,
    /// On the opponent's time.
    Ponder,
    /// To look; nobody plays.
    Analyze,
}

/// What a search ended with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The best move; none only where there is none.
    pub best: Option<Move>,
    /// The answer the engine expects.
    pub ponder: Option<Move>,
}

/// What an engine says to a GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Who it is.
    Id(Identity),
    /// A parameter it has.
    Param(Param),
    /// All parameters are declared.
    Wait,
    /// Initialised.
    Ready,
    /// A report of the running search.
    Info(Info),
    /// The end of a search.
    Done(Chosen),
    /// Here I am.
    Pong,
    /// Something was wrong.
    Error(String),
}

/// Why a line is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The line itself is malformed.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The first word is none of the protocol's.
    #[error("bad command '{0}'")]
    Unknown(String),
    /// An argument is missing.
    #[error("{command} needs {argument}")]
    Missing {
        /// The command.
        command: &'static str,
        /// What it needs.
        argument: &'static str,
    },
    /// Not a number, or one that makes no sense.
    #[error("{argument}: '{found}' is not a number in range")]
    Number {
        /// The argument.
        argument: &'static str,
        /// What stands there.
        found: String,
    },
    /// A malformed position.
    #[error("bad position: {0}")]
    Position(#[from] PositionError),
    /// A malformed move.
    #[error("bad move number {number}: {source}")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong with it.
        source: MoveError,
    },
}

impl Command {
    /// Reads a line from a GUI. Unknown arguments are ignored, as the protocol asks.
    ///
    /// # Errors
    /// [`MessageError`] naming the argument or the column.
    pub fn parse(text: &str) -> Result<Command, MessageError> {
        let line = Line::parse(text)?;
        Ok(match line.command.as_str() {
            "hub" => Command::Hub,
            "set-param" => set_param(&line)?,
            "init" => Command::Init,
            "new-game" => Command::NewGame,
            "pos" => pos(&line)?,
            "level" => Command::Level(Level::from_line(&line)?),
            "go" => Command::Go(mode(&line)?),
            "ping" => Command::Ping,
            "stop" => Command::Stop,
            "ponder-hit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => return Err(MessageError::Unknown(line.command)),
        })
    }
}

impl Answer {
    /// Reads a line from an engine, leniently: only a `done` with a malformed move is refused.
    ///
    /// # Errors
    /// [`MessageError`], [`MessageError::Unknown`] also for whatever an engine prints besides the protocol.
    pub fn parse(text: &str) -> Result<Answer, MessageError> {
        let line = Line::parse(text)?;
        let played = |name| match line.get(name).filter(|text| !text.is_empty()) {
            Some(text) => text.parse().map(Some).map_err(|source| MessageError::Move { number: 1, source }),
            None => Ok(None),
        };
        Ok(match line.command.as_str() {
            "id" => Answer::Id(Identity::from_line(&line)),
            "param" => Answer::Param(
                Param::from_line(&line)
                    .ok_or(MessageError::Missing { command: "param", argument: "name" })?,
            ),
            "wait" => Answer::Wait,
            "ready" => Answer::Ready,
            "info" => Answer::Info(Info::from_line(&line)),
            // A wrong guess of the answer must not cost the move.
            "done" => {
                Answer::Done(Chosen { best: played("move")?, ponder: played("ponder").unwrap_or_default() })
            }
            "pong" => Answer::Pong,
            "error" => Answer::Error(line.get("message").unwrap_or_default().into()),
            _ => return Err(MessageError::Unknown(line.command)),
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            Command::Hub => Line::new("hub"),
            Command::SetParam { name, value } => {
                Line::new("set-param").with("name", name).with("value", value)
            }
            Command::Init => Line::new("init"),
            Command::NewGame => Line::new("new-game"),
            Command::Pos { start, moves } => {
                let line = match start {
                    Start::Initial => Line::new("pos").flag("start"),
                    Start::Position(position) => Line::new("pos").with("pos", position),
                };
                let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                if moves.is_empty() { line } else { line.with("moves", moves.join(" ")) }
            }
            Command::Level(level) => level.to_line(),
            Command::Go(mode) => Line::new("go").flag(mode.word()),
            Command::Ping => Line::new("ping"),
            Command::Stop => Line::new("stop"),
            Command::PonderHit => Line::new("ponder-hit"),
            Command::Quit => Line::new("quit"),
        };
        line.fmt(f)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            Answer::Id(identity) => identity.to_line(),
            Answer::Param(param) => param.to_line(),
            Answer::Wait => Line::new("wait"),
            Answer::Ready => Line::new("ready"),
            Answer::Info(info) => info.to_line(),
            // pydraughts reads `done` by place: the move first, at most one argument more.
            Answer::Done(Chosen { best: None, .. }) => Line::new("done"),
            Answer::Done(Chosen { best: Some(best), ponder: None }) => Line::new("done").with("move", best),
            Answer::Done(Chosen { best: Some(best), ponder: Some(ponder) }) => {
                Line::new("done").with("move", best).with("ponder", ponder)
            }
            Answer::Pong => Line::new("pong"),
            Answer::Error(message) => Line::new("error").with("message", message),
        };
        line.fmt(f)
    }
}

impl Mode {
    const fn word(self) -> &'static str {
        match self {
            Mode::Think => "think",
            Mode::Ponder => "ponder",
            Mode::Analyze => "analyze",
        }
    }
}

/// pydraughts never quotes the value, so words after it belong to it.
fn set_param(line: &Line) -> Result<Command, MessageError> {
    let missing = |argument| MessageError::Missing { command: "set-param", argument };
    let name = line.get("name").filter(|name| !name.is_empty()).ok_or(missing("name"))?;
    let at = line.args.iter().rposition(|arg| arg.name == "value").ok_or(missing("value"))?;
    let mut value = line.args[at].value.clone().unwrap_or_default();
    for word in line.args[at + 1..].iter().take_while(|arg| arg.value.is_none()) {
        value.push(' ');
        value.push_str(&word.name);
    }
    Ok(Command::SetParam { name: name.into(), value })
}

fn pos(line: &Line) -> Result<Command, MessageError> {
    let start = match line.get("pos") {
        Some(text) => Start::Position(text.parse()?),
        None if line.get("start").is_some() => Start::Initial,
        None => return Err(MessageError::Missing { command: "pos", argument: "pos" }),
    };
    let texts = line.get("moves").unwrap_or_default().split_whitespace().enumerate();
    let number = |(index, text): (usize, &str)| {
        text.parse().map_err(|source| MessageError::Move { number: index + 1, source })
    };
    Ok(Command::Pos { start, moves: texts.map(number).collect::<Result<Vec<Move>, _>>()? })
}

/// A bare `go` thinks; the British spelling of analyze is understood.
fn mode(line: &Line) -> Result<Mode, MessageError> {
    let has = |word| line.get(word).is_some();
    if has("ponder") {
        Ok(Mode::Ponder)
    } else if has("analyze") || has("analyse") {
        Ok(Mode::Analyze)
    } else if has("think") || line.args.is_empty() {
        Ok(Mode::Think)
    } else {
        Err(MessageError::Missing { command: "go", argument: "think, ponder or analyze" })
    }
}
