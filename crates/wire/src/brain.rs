//! The conversation between the page and the engine in its Web Worker.
//!
//! The page asks ([`Ask`]), the worker tells ([`Tell`]). The worker says [`Tell::Ready`] once, before anything
//! else. How the page ends a search is not a message, because a worker that searches hears none: see
//! `Halt` in the page. A search that is ended answers [`Tell::Done`] like any other, with what it has found.

use serde::{Deserialize, Serialize};

use crate::Score;

/// Which question an answer belongs to; the page counts upwards.
pub type AskId = u32;

/// Nobody gets more lines.
pub const MOST_LINES: u8 = 5;

/// What the page asks of the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// Say the text back, after `steps` progress reports: proves that the line works.
    Echo {
        /// Which question this is.
        id: AskId,
        /// What to say back.
        text: String,
        /// How many progress reports to send first.
        steps: u32,
    },
    /// Look for the best move of a game.
    Think(Think),
    /// Search a fixed set of positions, to measure the speed: answered by [`Tell::Done`] with nodes and time.
    Bench {
        /// Which question this is.
        id: AskId,
        /// The variant by name.
        variant: String,
        /// How many plies.
        depth: u32,
    },
    /// Say how a position of few pieces ends, and after each legal move: answered by [`Tell::Verdicts`].
    Verdicts {
        /// Which question this is.
        id: AskId,
        /// The variant by name, with its house rule.
        variant: String,
        /// Where to begin, as FEN.
        fen: String,
        /// The moves played since, as text: the draw laws count them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moves: Vec<String>,
    },
    /// Play the other side of an endgame study by the tables: answered by [`Tell::Trained`].
    Train(Train),
}

/// An attempt at an endgame study so far. The worker keeps nothing of it: the same question gets the same answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Train {
    /// Which question this is.
    pub id: AskId,
    /// The variant by name.
    pub variant: String,
    /// The key of the study.
    pub study: String,
    /// Where it begins, as FEN; `None` lets chance choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What chance begins with.
    pub seed: u64,
    /// The player's moves; the answers between them follow from the tables.
    pub moves: Vec<String>,
}

/// How an attempt at a study stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Trained {
    /// Which question this answers.
    pub id: AskId,
    /// Where it began, as FEN.
    pub start: String,
    /// All moves since, the answers among them.
    pub moves: Vec<String>,
    /// Moves of the player that were needed from the beginning.
    pub needed: u16,
    /// How it stood before the player's last move, and after it.
    pub told: Option<(Standing, Standing)>,
    /// How it stands now.
    pub now: Option<Standing>,
    /// What to do next; `None` when it is over.
    pub hint: Option<StudyHint>,
    /// How it ended.
    pub end: Option<StudyEnd>,
}

/// How things stand for the player of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Standing {
    /// How it ends with best play.
    pub ends: Ends,
    /// Moves of the player to the end; only where it is won.
    pub distance: Option<u16>,
    /// Moves to spare before the law calls it a draw; only where that is known.
    pub slack: Option<i32>,
}

/// What to do next in a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StudyHint {
    /// The stage of the plan by its key, where there is a plan.
    pub stage: Option<String>,
    /// A best move.
    pub text: String,
}

/// How a study ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StudyEnd {
    /// Done: 3 for gold, as short as can be, 2 for silver, 1 for bronze.
    Done(u8),
    /// It can no longer be done.
    Failed,
}

/// A position to think about, and for how long.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Think {
    /// Which question this is.
    pub id: AskId,
    /// The variant by name, with its house rule: `russian+optional-capture`.
    pub variant: String,
    /// Where the game began, as FEN; `None` is the variant's own start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves played since, as text.
    pub moves: Vec<String>,
    /// How strong to play, by number from 0; `None` is full strength.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// When to stop.
    pub limits: Limits,
    /// How many best lines, 1 to [`MOST_LINES`]; 0 is 1.
    pub lines: u8,
    /// Forget everything searched before: then the same question gets the same answer.
    pub fresh: bool,
    /// Ask the small endgame tables, too, which are built when they are first wanted.
    pub tables: bool,
    /// What the level's dice begin with, so that the engine itself draws no random numbers.
    pub seed: u64,
}

/// When a search ends; whichever limit is reached first. None at all means until it is stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Most positions to visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Longest time, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub millis: Option<u32>,
}

/// What the worker tells the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tell {
    /// The engine is loaded and listens.
    Ready(Greeting),
    /// One of the progress reports of an echo.
    EchoStep {
        /// The question.
        id: AskId,
        /// Counts from 1.
        step: u32,
    },
    /// The text of an echo, said back.
    Echo {
        /// The question.
        id: AskId,
        /// The text.
        text: String,
    },
    /// What the search knows so far.
    Progress(Report),
    /// What the search found.
    Done(Report),
    /// What the tables say about a position.
    Verdicts {
        /// The question.
        id: AskId,
        /// How it ends; `None` if no table of it can be had here.
        position: Option<Verdict>,
        /// What each legal move is worth to the side that makes it, in the order of the rules; empty without a table.
        moves: Vec<MoveVerdict>,
    },
    /// How an attempt at a study stands.
    Trained(Trained),
    /// The question could not be answered.
    Failed {
        /// The question; `None` if it could not even be read.
        id: Option<AskId>,
        /// Why, for a log rather than for a player.
        reason: String,
    },
}

impl Tell {
    /// Which question it answers, if it answers one.
    pub fn id(&self) -> Option<AskId> {
        match self {
            Tell::Progress(report) | Tell::Done(report) => Some(report.id),
            Tell::Echo { id, .. } | Tell::EchoStep { id, .. } | Tell::Verdicts { id, .. } => Some(*id),
            Tell::Trained(trained) => Some(trained.id),
            Tell::Failed { id, .. } => *id,
            Tell::Ready(_) => None,
        }
    }
}

/// How a position ends with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

/// What a table says of a position, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Verdict {
    /// How it ends.
    pub ends: Ends,
    /// Plies until a piece is taken or crowned, or the loser cannot move; zero in a draw.
    pub plies: u8,
}

/// What a table says of a move, for the side that makes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MoveVerdict {
    /// The move as text.
    pub text: String,
    /// How it ends.
    pub ends: Ends,
    /// Plies until a piece is taken or crowned, or the loser cannot move, this move included; zero in a draw.
    pub plies: u8,
}

/// The first thing a worker says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Greeting {
    /// The [`PROTOCOL`](crate::PROTOCOL) it speaks.
    pub protocol: u32,
    /// A number of its own: another worker has another one.
    pub worker: u32,
    /// Can its searches be ended from outside? If not, the whole worker has to be.
    pub stoppable: bool,
}

/// The findings of a search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Report {
    /// Which question this answers.
    pub id: AskId,
    /// Depth completed, in plies; 0 for a move of the opening book.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// How many of them helpers have visited, meanwhile; it says whether there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub helped: u64,
    /// Time used, in milliseconds.
    pub millis: u32,
    /// How full the table of searched positions is, in thousandths; it only grows while the worker lives.
    pub fill: u16,
    /// The best lines, best first; empty only where there is no legal move.
    pub lines: Vec<Line>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A line and its worth.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Line {
    /// For the side to move.
    pub score: Score,
    /// As move texts; the first is the move to play.
    pub moves: Vec<String>,
}

impl Report {
    /// The move to play.
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }

    /// The worth of the best line for the side to move.
    pub fn score(&self) -> Score {
        self.lines.first().map_or_else(Score::default, |line| line.score)
    }
}
