//! Writes games as PDN 3.0, so that the standard's writing grammar accepts them.
//!
//! That grammar is narrower than the field: captures have the sign of their GameType, games end with `*` and
//! the result is a tag, comments do not nest, a move nobody wrote down cannot be expressed (a comment says
//! so instead).

use std::io;

use crate::comment::Comment;
use crate::game::{Action, Game, Line, MoveNumber, Step};
use crate::gametype::GameType;
use crate::movetext::{MoveText, Separator, SquareText};
use crate::score::Score;
use crate::wrap::Wrap;

/// What a writer may do differently from the writing grammar, to please other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// What stands behind the moves.
    pub ending: Ending,
    /// The sign of captures.
    pub capture: Capture,
}

/// The sign between the squares of a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Capture {
    /// As the GameType has it: `:` in Russian draughts, `x` in most games. Without one, as it was written.
    #[default]
    ByGameType,
    /// `x` always.
    Cross,
    /// `:` between lettered squares, `x` between numbers.
    Colon,
}

/// What stands behind the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ending {
    /// `*`, as PDN 3.0 asks.
    #[default]
    Star,
    /// The result, as older programs expect.
    Score,
}

/// Why a game cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The standard has no empty games.
    #[error("a game without tags and moves cannot be written")]
    Empty,
    /// A square outside the notation, or squares that read as a result.
    #[error("move {0} cannot be written")]
    Move(String),
    /// A setup with a quote or a slash in it.
    #[error("setup \"{0}\" cannot be written")]
    Setup(String),
    /// Variations nested more deeply than any reader takes.
    #[error("variations nested too deeply")]
    TooDeep,
}

/// Writes games one after the other.
///
/// ```
/// let mut game = damka_pdn::Game::default();
/// game.tags.push("White", "Абациев");
/// game.line.steps.push(damka_pdn::Step::new(damka_pdn::Action::Move("c3-d4".parse().unwrap())));
/// assert_eq!(damka_pdn::to_pdn(&game).unwrap(), "[White \"Абациев\"]\n\n1. c3-d4 *\n");
/// ```
pub struct Writer<W> {
    out: W,
    style: Style,
    games: u64,
}

impl<W: io::Write> Writer<W> {
    /// A writer that keeps to the standard.
    pub fn new(out: W) -> Writer<W> {
        Writer::with_style(out, Style::default())
    }

    /// A writer in another style.
    pub fn with_style(out: W, style: Style) -> Writer<W> {
        Writer { out, style, games: 0 }
    }

    /// Writes a game; on an error other than the output's nothing has been written.
    pub fn write(&mut self, game: &Game) -> Result<(), WriteError> {
        let text = to_pdn_with(game, self.style)?;
        Ok(self.write_text(&text)?)
    }

    /// Writes a game that [`to_pdn_with`] composed, perhaps in another thread.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        if self.games > 0 {
            self.out.write_all(b"\n")?;
        }
        self.games += 1;
        self.out.write_all(text.as_bytes())
    }

    /// How many games have been written.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Flushes and gives the output back.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// One game as PDN 3.0.
pub fn to_pdn(game: &Game) -> Result<String, WriteError> {
    to_pdn_with(game, Style::default())
}

/// More than our reader keeps; a guard for games made by hand.
const DEEPEST: usize = 256;

/// One game in another style.
pub fn to_pdn_with(game: &Game, style: Style) -> Result<String, WriteError> {
    let score = game.score().filter(|score| *score != Score::Open);
    let mut text = header(game, score);
    let sign = game.game_type().and_then(|found| found.known()).map(|known| known.capture);
    let mut body =
        Body { wrap: Wrap::default(), capture: style.capture, sign, white_starts: white_starts(game) };
    let count = Count::start(game, body.white_starts);
    body.line(&game.line, count, DEEPEST)?;
    let empty = body.is_empty();
    if text.is_empty() && empty {
        return Err(WriteError::Empty);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let ending = match style.ending {
        Ending::Star => Score::Open,
        Ending::Score => score.unwrap_or(Score::Open),
    };
    body.wrap.piece(&ending.to_string());
    text.push_str(&body.wrap.into_text());
    Ok(text)
}

fn white_starts(game: &Game) -> bool {
    game.game_type().is_none_or(|found: GameType| found.white_starts())
}

/// The tags; the Result tag carries the score, for the star behind the moves does not.
fn header(game: &Game, score: Option<Score>) -> String {
    let mut tags = game.tags.clone();
    if let Some(score) = score {
        let said = tags.get("Result").and_then(|value| value.parse::<Score>().ok());
        if said != Some(score) || !tags.has("Result") {
            tags.set("Result", &score.to_string());
        }
    }
    let mut text = String::new();
    for tag in &tags {
        text.push_str(&format!("[{} \"{}\"]\n", tag_name(&tag.name), tag_value(&tag.value)));
    }
    text
}

/// A tag name as the grammar has it, `[A-Z][A-Za-z0-9_]*`.
fn tag_name(name: &str) -> String {
    let mut plain: String =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
    match plain.chars().next() {
        Some(letter) if letter.is_ascii_alphabetic() => plain[..1].make_ascii_uppercase(),
        _ => plain.insert(0, 'X'),
    }
    plain
}

fn tag_value(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '"' | '\\' => plain.extend(['\\', letter]),
            control if control.is_control() => plain.push(' '),
            other => plain.push(other),
        }
    }
    // Readers do not keep blanks at the ends, ours included.
    plain.trim().to_owned()
}

/// The number of the next move, and whether it is the second of its pair.
#[derive(Debug, Clone, Copy)]
struct Count(MoveNumber);

impl Count {
    fn start(game: &Game, white_starts: bool) -> Count {
        let given = game.line.steps.first().and_then(|step| step.number);
        let turn = game.fen().and_then(white_to_move);
        let second = turn.is_some_and(|white| white != white_starts);
        Count(given.unwrap_or(MoveNumber { number: 1, second }))
    }

    fn next(self) -> Count {
        let MoveNumber { number, second } = self.0;
        let number = number.saturating_add(u32::from(second));
        Count(MoveNumber { number, second: !second })
    }

    /// Behind a setup: the side to move may be another one than the moves make.
    fn set(self, fen: &str, white_starts: bool) -> Count {
        match white_to_move(fen) {
            Some(white) if (white != white_starts) != self.0.second => self.next(),
            _ => self,
        }
    }
}

fn white_to_move(fen: &str) -> Option<bool> {
    match fen.trim_start().chars().next()? {
        'W' | 'w' => Some(true),
        'B' | 'b' => Some(false),
        _ => None,
    }
}

struct Body {
    wrap: Wrap,
    capture: Capture,
    /// The sign of captures by the GameType.
    sign: Option<char>,
    white_starts: bool,
}

impl Body {
    fn is_empty(&self) -> bool {
        self.wrap.is_empty()
    }

    fn line(&mut self, line: &Line, mut count: Count, depth: usize) -> Result<(), WriteError> {
        if depth == 0 {
            return Err(WriteError::TooDeep);
        }
        self.comments(&line.comments);
        let mut interrupted = true;
        let mut unknown = 0;
        let mut after_setup = false;
        for step in &line.steps {
            if step.action == Action::Unknown {
                unknown += 1;
            } else {
                interrupted |= self.unknown(&mut unknown);
            }
            // Behind a setup the number is anyone's guess, so believe what was written.
            let before = step.number.filter(|_| after_setup).map_or(count, Count);
            after_setup = matches!(step.action, Action::Setup(_));
            count = self.action(step, before, interrupted)?;
            self.marks(step);
            self.comments(&step.comments);
            for variation in step.variations.iter().filter(|variation| !variation.is_empty()) {
                self.wrap.open();
                self.line(variation, before, depth - 1)?;
                self.wrap.close();
            }
            interrupted = !step.comments.is_empty() || !step.variations.is_empty();
            interrupted |= !matches!(step.action, Action::Move(_)) || !step.marks.nags.is_empty();
        }
        self.unknown(&mut unknown);
        Ok(())
    }

    fn action(&mut self, step: &Step, count: Count, interrupted: bool) -> Result<Count, WriteError> {
        match &step.action {
            Action::Move(text) => {
                let MoveNumber { number, second } = count.0;
                let opinion = step.marks.strength.map_or(String::new(), |strength| strength.to_string());
                let text = self.move_text(text)?;
                match (second, interrupted) {
                    (false, _) => self.wrap.piece(&format!("{number}. {text}{opinion}")),
                    (true, true) => self.wrap.piece(&format!("{number}... {text}{opinion}")),
                    (true, false) => self.wrap.piece(&format!("{text}{opinion}")),
                }
                Ok(count.next())
            }
            Action::Unknown => Ok(count.next()),
            Action::Setup(fen) => {
                if fen.contains(['"', '/']) || fen.chars().any(char::is_control) {
                    return Err(WriteError::Setup(fen.clone()));
                }
                self.wrap.piece(&format!("/FEN \"{fen}\"/"));
                Ok(count.set(fen, self.white_starts))
            }
        }
    }

    fn marks(&mut self, step: &Step) {
        for nag in &step.marks.nags {
            self.wrap.piece(&format!("${nag}"));
        }
    }

    fn comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            let text = Comment::new(&comment.text).text.replace('{', "(").replace('}', ")");
            if !text.is_empty() {
                self.wrap.comment(&text);
            }
        }
    }

    /// Moves nobody wrote down: the grammar has no word for them.
    fn unknown(&mut self, count: &mut usize) -> bool {
        let found = std::mem::take(count);
        match found {
            0 => return false,
            1 => self.wrap.comment("1 move not recorded"),
            _ => self.wrap.comment(&format!("{found} moves not recorded")),
        }
        true
    }

    fn move_text(&self, text: &MoveText) -> Result<String, WriteError> {
        let fits = |square| match square {
            SquareText::Number(_) => true,
            SquareText::Letter { file, rank } => file <= b'h' && rank <= 8,
            // Legality is needed to know which square of the file it is.
            SquareText::File(_) => false,
        };
        let is_score = |written: &str| Score::scan(written.as_bytes()).is_some();
        let mut written = text.with_separator(self.separator(text)).to_string();
        if is_score(&written) && text.separator() != Separator::Dash {
            written = text.with_separator(Separator::Cross).to_string();
        }
        // Where all squares are used, 9-1 and 4-6 are moves, too. A zero in front makes no result of them.
        if is_score(&written) {
            written.insert(0, '0');
        }
        if !text.squares().all(fits) || is_score(&written) {
            return Err(WriteError::Move(text.to_string()));
        }
        Ok(written)
    }

    /// The sign to write. Three squares are a capture, whatever the sign was.
    fn separator(&self, text: &MoveText) -> Separator {
        let two = text.squares().len() == 2;
        match (self.capture, self.sign, text.separator()) {
            (_, _, Separator::Dash) if two => Separator::Dash,
            (Capture::Colon, ..) if text.is_lettered() => Separator::Colon,
            (Capture::Cross | Capture::Colon, ..) => Separator::Cross,
            (Capture::ByGameType, Some(':'), _) => Separator::Colon,
            (Capture::ByGameType, Some('-'), _) if two => Separator::Dash,
            (Capture::ByGameType, None, Separator::Colon) => Separator::Colon,
            (Capture::ByGameType, ..) => Separator::Cross,
        }
    }
}
