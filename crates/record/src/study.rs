//! A game with its variations and what is said of them: a tree of moves, to and from PDN.

use damka_pdn::{Action, Comment, Game, Line, Step, Strength};
use damka_rules::{AnyPosition, NodeId, Tree, Variant};

use crate::pdn::{Failure, Naming, replay, run};
use crate::record::{Record, ReplayError, Spent};

/// What is said at a place of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// Comments before the move, where it begins a variation.
    pub before: Vec<String>,
    /// Comments behind the move; at the root those before the first one.
    pub comments: Vec<String>,
    /// Numeric marks, `$1`.
    pub nags: Vec<u16>,
    /// `!`, `?!`, `(?)`; empty for none.
    pub marks: String,
}

/// A game with variations and notes, and the tags of its file.
///
/// ```
/// use damka_record::Study;
/// let text = "[Result \"*\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4! (1. c3-b4 {quieter}) 1... d6-c5 $1 *\n";
/// let game = damka_pdn::Reader::new(text.as_bytes()).next().unwrap().unwrap();
/// let study = Study::from_pdn(&game, None).unwrap();
/// assert_eq!(study.tree.children(study.tree.root()).len(), 2);
/// assert_eq!(damka_pdn::to_pdn(&study.to_pdn()).unwrap(), text);
/// ```
#[derive(Clone, Debug)]
pub struct Study {
    /// The moves.
    pub tree: Tree<Note>,
    /// The game as it was played, without its moves: variant, start, ending, outcome, tags.
    pub about: Record,
    /// What was not legal. Moves from there on are kept as a comment.
    pub faults: Vec<Failure>,
}

impl Study {
    /// A study of a game as it was played.
    pub fn from_record(record: &Record) -> Result<Study, ReplayError> {
        let game = record.replay()?;
        let mut about = record.clone();
        let mut tree: Tree<Note> = Tree::of(&game);
        let places: Vec<NodeId> = tree.main_line().collect();
        for (ply, at) in about.moves.drain(..).zip(places) {
            if let (Some(times), Some(note)) = (ply.spent.commands(), tree.note_mut(at)) {
                note.comments.push(times);
            }
        }
        Ok(Study { tree, about, faults: Vec::new() })
    }

    /// Reads a game of a PDN file with all its variations. Fails only if it is not known which game it is or
    /// where it starts.
    pub fn from_pdn(game: &Game, given: Option<Variant>) -> Result<Study, Failure> {
        let replayed = replay(game, given);
        let known = replayed.record(game).zip(replayed.first);
        let Some((about, first)) = known else {
            let nothing = || Failure::at_start(game, "nothing tells which game of draughts this is");
            return Err(replayed.failure.unwrap_or_else(nothing));
        };
        let about = Record { moves: Vec::new(), start: about.start_of(&first), ..about };
        let start = about.opening_game().map_err(|error| Failure::at_start(game, &error.to_string()))?;
        let mut study = Study { tree: Tree::of(&start), about, faults: Vec::new() };
        let root = study.tree.root();
        if let Some(note) = study.tree.note_mut(root) {
            note.comments = texts(&game.line.comments);
        }
        study.read_line(&game.line, &[], root, replayed.naming);
        Ok(study)
    }

    /// The main line as a record.
    pub fn to_record(&self) -> Record {
        let mut record = Record::from_game(&self.tree.main_game());
        for (ply, at) in record.moves.iter_mut().zip(self.tree.main_line()) {
            ply.spent = Spent::read(&comments(self.tree.note(at).map_or(&[], |note| &note.comments)));
        }
        let Record { ending, outcome, tags, .. } = self.about.clone();
        record.ending = record.ending.or(ending);
        record.outcome = record.outcome.or(outcome);
        Record { tags, ..record }
    }

    /// As a game of a PDN file.
    pub fn to_pdn(&self) -> Game {
        let mut game = Record { moves: Vec::new(), ..self.to_record() }.to_pdn();
        let naming = Naming::of_variant(self.about.variant);
        let root = self.tree.root();
        game.line.comments = comments(self.tree.note(root).map_or(&[], |note| &note.comments));
        if let Some(&first) = self.tree.children(root).first() {
            let line = self.line(first, naming);
            game.line.comments.extend(line.comments);
            game.line.steps = line.steps;
        }
        game
    }

    /// Adds the moves of a line behind a place: first the line itself, then its variations, so that it stays
    /// the first among them.
    fn read_line(&mut self, line: &Line, before: &[Comment], from: NodeId, naming: Naming) {
        let Some(start) = self.tree.position(from).copied() else { return };
        let played = run(&line.steps, start, naming);
        let mut at = from;
        let mut variations = Vec::new();
        let mut reached = 0;
        for (step, after) in line.steps.iter().zip(&played.afters) {
            // A tree has one start: what is set up in the middle is no move of it.
            let Some(route) = &after.route else { break };
            let Ok(next) = self.tree.play_route(at, route) else { break };
            variations.extend(step.variations.iter().map(|variation| (at, variation)));
            if let Some(note) = self.tree.note_mut(next) {
                note.add(step);
                if reached == 0 {
                    note.before.extend(texts(before));
                }
            }
            at = next;
            reached += 1;
        }
        let rest = &line.steps[reached..];
        let unsaid = if reached == 0 { before } else { &[] };
        if !rest.is_empty() || !unsaid.is_empty() {
            variations.extend(rest.iter().take(1).flat_map(|step| &step.variations).map(|line| (at, line)));
            self.keep(unsaid, rest, at);
            self.faults.extend(played.failure);
        }
        for (at, variation) in variations {
            self.read_line(variation, &variation.comments, at, naming);
        }
    }

    /// Keeps moves that cannot be played, and what is said before them, as comments.
    fn keep(&mut self, before: &[Comment], steps: &[Step], at: NodeId) {
        let words = steps.iter().map(|step| match &step.action {
            Action::Move(text) => text.to_string(),
            Action::Unknown => "-".to_owned(),
            Action::Setup(fen) => fen.clone(),
        });
        let text = words.collect::<Vec<_>>().join(" ");
        if let Some(note) = self.tree.note_mut(at) {
            note.comments.extend(texts(before));
            note.comments.extend((!text.is_empty()).then_some(text));
            note.comments.extend(steps.iter().flat_map(|step| texts(&step.comments)));
        }
    }

    /// The line that begins with a place. Its neighbours are variations where it is the first of them.
    fn line(&self, first: NodeId, naming: Naming) -> Line {
        let script = self.about.variant.script();
        let mut line = Line::default();
        let mut next = Some(first);
        while let Some(at) = next {
            next = self.tree.children(at).first().copied();
            let (Some(played), Some(note)) = (self.tree.played(at), self.tree.note(at)) else { break };
            let before = comments(&note.before);
            match line.steps.last_mut() {
                Some(step) => step.comments.extend(before),
                None => line.comments = before,
            }
            let mut step = match naming.of_ours(&played.text, script) {
                Some(text) => Step::new(Action::Move(text)),
                None => Step::new(Action::Unknown),
            };
            note.put(&mut step);
            let siblings = self.tree.parent(at).map_or(&[][..], |parent| self.tree.children(parent));
            if let [main, others @ ..] = siblings
                && *main == at
            {
                step.variations = others.iter().map(|other| self.line(*other, naming)).collect();
            }
            line.steps.push(step);
        }
        line
    }
}

impl Note {
    /// Adds what a step says.
    fn add(&mut self, step: &Step) {
        self.comments.extend(texts(&step.comments));
        self.nags.extend(&step.marks.nags);
        if let Some(strength) = step.marks.strength {
            self.marks = strength.to_string();
        }
    }

    /// Says it in a step.
    fn put(&self, step: &mut Step) {
        step.comments = comments(&self.comments);
        step.marks.nags.clone_from(&self.nags);
        let inner = self.marks.strip_prefix('(').and_then(|marks| marks.strip_suffix(')'));
        step.marks.strength = Strength::new(inner.unwrap_or(&self.marks), inner.is_some());
    }
}

impl Record {
    /// The start to write down for a game that began with this position.
    fn start_of(&self, first: &AnyPosition) -> Option<String> {
        (*first != AnyPosition::start(self.variant)).then(|| first.to_fen())
    }
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(|comment| comment.text.clone()).collect()
}

fn comments(texts: &[String]) -> Vec<Comment> {
    texts.iter().map(|text| Comment::new(text)).collect()
}
