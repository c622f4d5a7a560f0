//! A lesson: a few positions, read from one file.
//!
//! ```text
//! step win
//! fen W:Wc3,e3,g3:Bd6,f6
//! line e3-d4 f6-g5 d4-e5|d4-c5
//! but e3-f4 f6-g5
//! en Give one man and take two.
//! ru Отдайте одну шашку и побейте две.
//! hy Տվեք մեկ քար և խփեք երկուսը։
//! +en Well done!
//! +ru Отлично!
//! +hy Հրաշալի՛ է։
//! ```
//!
//! The line is the learner's moves and the answers to them; `|` stands between moves that are right alike. `but` is a wrong
//! first move and its answer. `choose` has a line of one move and `options` beside it. Texts with `+` are said when it
//! is done. A text may go on in a second line of the same language.

use damka_rules::{AnyPosition, FenError, MoveError, MoveText, Route, TextError, Variant};

use crate::{Step, Task, Text};

/// The positions of a lesson.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    variant: Variant,
    steps: Vec<Step>,
}

/// Why a file cannot be read.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct CourseError {
    /// Counts from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: Wrong,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Wrong {
    /// There is no course for this game.
    #[error("there is no course for {0}")]
    Game(Variant),
    /// The list does not begin with its game.
    #[error("'course {0}' is expected")]
    Title(Variant),
    /// A word that means nothing here.
    #[error("'{0}' is not expected here")]
    Word(String),
    /// No such task.
    #[error("'{0}' is not a task")]
    Task(String),
    /// Something is missing in the step that ends here.
    #[error("the step has no {0}")]
    Missing(&'static str),
    /// A language without a text.
    #[error("there is no text in the language '{0}'")]
    NoText(&'static str),
    /// No such position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move that cannot be read.
    #[error("{0}: {1}")]
    Text(String, TextError),
    /// A move that is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The line ends with an answer.
    #[error("the line ends with the learner's move")]
    Ends,
    /// The right move is not among the moves to choose from, or there is no choice.
    #[error("one of at least two options is right")]
    Options,
}

/// The lines of a file that say something: number, first word, the rest.
pub(crate) fn entries(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    text.lines().enumerate().filter_map(|(number, line)| {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        (!line.is_empty() && !line.starts_with('#')).then_some((number + 1, word, rest.trim()))
    })
}

impl Lesson {
    /// Reads a lesson for a game; every move is checked.
    pub fn read(variant: Variant, text: &str) -> Result<Lesson, CourseError> {
        let mut steps = Vec::new();
        let mut draft: Option<Draft> = None;
        for (line, word, rest) in entries(text) {
            let at = |why| CourseError { line, why };
            if word == "step" {
                steps.extend(draft.take().map(|done| done.finish(variant)).transpose()?);
                let task = Task::ALL.into_iter().find(|task| task.key() == rest);
                draft = Some(Draft::new(task.ok_or_else(|| at(Wrong::Task(rest.into())))?));
                continue;
            }
            let known = draft.as_mut().is_some_and(|draft| draft.take(line, word, rest));
            known.then_some(()).ok_or_else(|| at(Wrong::Word(word.into())))?;
        }
        steps.extend(draft.map(|done| done.finish(variant)).transpose()?);
        Ok(Lesson { variant, steps })
    }

    /// The game it is read for.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Its positions in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

/// A step as it is written, with the line of each part.
struct Draft {
    task: Task,
    last: usize,
    fen: Option<(usize, String)>,
    line: Option<(usize, String)>,
    options: Option<(usize, String)>,
    but: Vec<(usize, String)>,
    text: Text,
    after: Text,
}

impl Draft {
    fn new(task: Task) -> Draft {
        let (text, after) = (Text::default(), Text::default());
        Draft { task, last: 0, fen: None, line: None, options: None, but: Vec::new(), text, after }
    }

    /// Takes a line; `false` if its first word means nothing.
    fn take(&mut self, line: usize, word: &str, rest: &str) -> bool {
        self.last = line;
        let part = Some((line, rest.to_string()));
        match word {
            "fen" => self.fen = part,
            "line" => self.line = part,
            "options" => self.options = part,
            "but" => self.but.extend(part),
            _ => {
                return match word.strip_prefix('+') {
                    Some(language) => self.after.add(language, rest),
                    None => self.text.add(word, rest),
                };
            }
        }
        true
    }

    fn finish(self, variant: Variant) -> Result<Step, CourseError> {
        let at = |line| move |why| CourseError { line, why };
        let missing = |what| at(self.last)(Wrong::Missing(what));
        let (fen_line, fen) = self.fen.ok_or_else(|| missing("fen"))?;
        let start = AnyPosition::from_fen(variant, &fen).map_err(|error| at(fen_line)(error.into()))?;
        let (line_line, line) = self.line.ok_or_else(|| missing("line"))?;
        let (turns, answers) = follow(&start, &line).map_err(at(line_line))?;
        let mut options = Vec::new();
        if let Some((number, texts)) = &self.options {
            options = alike(&start, &texts.replace(' ', "|")).map_err(at(*number))?;
        }
        let right = options.iter().filter(|option| option.same_move(&turns[0][0])).count();
        let is_choice = self.task == Task::Choose;
        if is_choice != (right == 1 && options.len() > 1 && turns.len() == 1)
            || !is_choice && !options.is_empty()
        {
            return Err(at(line_line)(Wrong::Options));
        }
        let mut refuted = Vec::new();
        for (number, texts) in &self.but {
            let mut pair = Vec::new();
            let mut pos = start;
            for text in texts.split(' ') {
                let (next, route) = play(&pos, text).map_err(at(*number))?;
                pair.push(route);
                pos = next;
            }
            let [wrong, answer] = &pair[..] else { return Err(at(*number)(Wrong::Missing("answer"))) };
            refuted.push((wrong.clone(), answer.clone()));
        }
        for text in [&self.text, &self.after] {
            if let Some(language) = text.missing() {
                return Err(at(self.last)(Wrong::NoText(language)));
            }
        }
        let Draft { task, text, after, .. } = self;
        Ok(Step { start, task, turns, answers, options, refuted, text, after })
    }
}

/// The learner's turns and the answers of a line.
fn follow(start: &AnyPosition, line: &str) -> Result<(Vec<Vec<Route>>, Vec<Route>), Wrong> {
    let (mut turns, mut answers, mut pos) = (Vec::new(), Vec::new(), *start);
    for (ply, word) in line.split_whitespace().enumerate() {
        let mut routes = alike(&pos, word)?;
        pos = pos.play_route(&routes[0]).ok_or(Wrong::Ends)?;
        if ply % 2 == 0 { turns.push(routes) } else { answers.push(routes.swap_remove(0)) }
    }
    if turns.len() == answers.len() + 1 { Ok((turns, answers)) } else { Err(Wrong::Ends) }
}

/// Moves with `|` between them.
fn alike(pos: &AnyPosition, word: &str) -> Result<Vec<Route>, Wrong> {
    word.split('|').filter(|text| !text.is_empty()).map(|text| Ok(play(pos, text)?.1)).collect()
}

fn play(pos: &AnyPosition, text: &str) -> Result<(AnyPosition, Route), Wrong> {
    let parsed = MoveText::parse(text, pos.grid()).map_err(|error| Wrong::Text(text.into(), error))?;
    Ok(pos.play(&parsed)?)
}
