//! The desk: a tree of moves and the place one looks at, to and from PDN.

use damka_pdn::Reader;
use damka_record::{Note, Record, Study, pdn};
use damka_rules::{AnyPosition, Game, NodeId, Route, TreeError, Variant};

/// A study and where one is in it.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    /// The moves and what is said of them.
    pub(crate) study: Study,
    at: NodeId,
}

/// A step through the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// To the start.
    First,
    /// One move back.
    Back,
    /// One move on along the line.
    On,
    /// To the end of the line.
    Last,
    /// To the variation before this one.
    Above,
    /// To the variation after this one.
    Below,
}

/// The marks a move can have, as they are typed.
pub(crate) const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Judgements of a position: their number and their sign.
pub(crate) const VERDICTS: [(u16, &str); 6] =
    [(10, "="), (13, "∞"), (14, "+="), (15, "=+"), (18, "+−"), (19, "−+")];

impl Desk {
    /// A game nobody has moved in yet.
    pub(crate) fn new(game: &Game) -> Desk {
        let about = Record { moves: Vec::new(), ..Record::from_game(game) };
        Desk::at_end(Study { tree: damka_rules::Tree::of(game), about, faults: Vec::new() })
    }

    /// A study, looked at from its start.
    pub(crate) fn of(study: Study) -> Desk {
        let at = study.tree.root();
        Desk { study, at }
    }

    /// A study, looked at from the end of its main line.
    pub(crate) fn at_end(study: Study) -> Desk {
        let at = study.tree.main_end();
        Desk { study, at }
    }

    /// The first game of a PDN text; the `usual` variant where nothing tells which it is. The error is a sentence of
    /// the reader's.
    pub(crate) fn read(text: &str, usual: Variant) -> Result<Desk, String> {
        // Memory does not fail.
        let game = Reader::new(text.as_bytes()).keep_words().next().and_then(Result::ok);
        let Some(game) = game.filter(|game| !game.line.steps.is_empty() || game.tags.iter().next().is_some())
        else {
            return Err("…".to_owned());
        };
        let named = game.tags.known("Variant").is_some();
        let untold = !named && game.game_type().is_none();
        let relative = !named && usual.house_rule().is_some() && pdn::variants(&game).contains(&usual.base());
        let told = Study::from_pdn(&game, None);
        let study = match Study::from_pdn(&game, Some(usual)) {
            Ok(study) if (untold || relative) && study.faults.is_empty() => study,
            // What does not go as the usual game may be another one; if not, the usual one's faults are told.
            Ok(study) if untold && told.as_ref().is_err() => study,
            Ok(study) if untold && told.as_ref().is_ok_and(|told| !told.faults.is_empty()) => study,
            _ => told.map_err(|failure| failure.to_string())?,
        };
        Ok(Desk::of(study))
    }

    /// As a PDN text.
    pub(crate) fn pdn(&self) -> String {
        // Refused only for what the reader does not let through either.
        damka_pdn::to_pdn(&self.study.to_pdn()).unwrap_or_default()
    }

    /// The game, house rule included.
    pub(crate) fn variant(&self) -> Variant {
        self.study.about.variant
    }

    /// Where one is.
    pub(crate) fn at(&self) -> NodeId {
        self.at
    }

    /// The position there.
    pub(crate) fn position(&self) -> AnyPosition {
        let tree = &self.study.tree;
        let found = tree.position(self.at).or_else(|| tree.position(tree.root()));
        *found.expect("a tree has a root")
    }

    /// The game up to there, with its history.
    pub(crate) fn game(&self) -> Game {
        self.study.tree.game_at(self.at).unwrap_or_else(|| self.study.tree.main_game())
    }

    /// How many plies lie before it.
    pub(crate) fn ply(&self) -> usize {
        self.study.tree.ply(self.at)
    }

    /// The ply of the main line one stands behind; none in a variation and at the start.
    pub(crate) fn main_ply(&self) -> Option<usize> {
        self.study.tree.is_main(self.at).then(|| self.ply()).and_then(|ply| ply.checked_sub(1))
    }

    /// The place behind so many plies of the main line.
    pub(crate) fn main_at(&self, plies: usize) -> NodeId {
        match plies.checked_sub(1) {
            None => self.study.tree.root(),
            Some(n) => self.study.tree.main_line().nth(n).unwrap_or(self.study.tree.main_end()),
        }
    }

    /// Goes to a place, if it is there.
    pub(crate) fn go(&mut self, to: NodeId) {
        if self.study.tree.has(to) {
            self.at = to;
        }
    }

    /// Takes a step; false if there is none.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        let tree = &self.study.tree;
        let neighbour = |by: isize| {
            let all = tree.children(tree.parent(self.at)?);
            let here = all.iter().position(|&id| id == self.at)?;
            all.get(here.checked_add_signed(by)?).copied()
        };
        let to = match step {
            Step::First => Some(tree.root()),
            Step::Back => tree.parent(self.at),
            Step::On => tree.children(self.at).first().copied(),
            Step::Last => tree.line_from(self.at).last(),
            Step::Above => neighbour(-1),
            Step::Below => neighbour(1),
        };
        let moved = to.is_some_and(|to| to != self.at);
        self.at = to.unwrap_or(self.at);
        moved
    }

    /// Plays a move here and goes there: one that is there already is not added again.
    pub(crate) fn play(&mut self, route: &Route) -> Result<(), TreeError> {
        self.at = self.study.tree.play_route(self.at, route)?;
        Ok(())
    }

    /// Plays the moves of a line as far as they are legal; one stays behind the first `stay` of them.
    pub(crate) fn add_line(&mut self, from: NodeId, texts: &[String], stay: usize) {
        let mut at = from;
        for (n, text) in texts.iter().enumerate() {
            let Ok(next) = self.study.tree.play_text(at, text) else { break };
            at = next;
            if n < stay {
                self.at = at;
            }
        }
    }

    /// What is said here.
    pub(crate) fn note(&self) -> Note {
        self.study.tree.note(self.at).cloned().unwrap_or_default()
    }

    /// The comment here as one text; what only programs read is left out.
    pub(crate) fn comment(&self) -> String {
        said(&self.note().comments).collect::<Vec<_>>().join("\n")
    }

    /// Says something else here; what only programs read stays.
    pub(crate) fn set_comment(&mut self, text: &str) {
        // A brace would end the comment in a file.
        let text = text.trim().replace(['{', '}'], "|");
        if text == self.comment() {
            return;
        }
        if let Some(note) = self.study.tree.note_mut(self.at) {
            note.comments.retain(|comment| is_command(comment));
            note.comments.extend((!text.is_empty()).then_some(text));
        }
    }

    /// Gives the move here a mark, or takes it away if it has it.
    pub(crate) fn mark(&mut self, mark: &str) {
        let root = self.study.tree.root();
        if let Some(note) = self.study.tree.note_mut(self.at).filter(|_| self.at != root) {
            // The same may have been said by number.
            note.nags.retain(|nag| !(1..=6).contains(nag));
            note.marks = if note.marks == mark { String::new() } else { mark.to_owned() };
        }
    }

    /// Adds a typed `!` or `?` to the mark: `!` and `?` make `!?`, a third begins anew.
    pub(crate) fn type_mark(&mut self, sign: char) {
        let longer = format!("{}{sign}", self.note().marks);
        let known = MARKS.contains(&longer.as_str());
        self.mark(if known {
            &longer
        } else if sign == '!' {
            "!"
        } else {
            "?"
        });
    }

    /// Judges the position here, or takes the judgement away if it is there.
    pub(crate) fn judge(&mut self, number: u16) {
        if let Some(note) = self.study.tree.note_mut(self.at) {
            let there = note.nags.contains(&number);
            note.nags.retain(|nag| !VERDICTS.iter().any(|(known, _)| known == nag));
            if !there {
                note.nags.push(number);
            }
        }
    }

    /// Moves the variation one is in one step up among its neighbours.
    pub(crate) fn promote(&mut self) {
        let tree = &mut self.study.tree;
        // The nearest place up the line that has a neighbour before it.
        let path = tree.path(self.at);
        let branch = path
            .into_iter()
            .rev()
            .find(|&id| tree.parent(id).is_some_and(|parent| tree.children(parent).first() != Some(&id)));
        if let Some(branch) = branch {
            // It is in the tree and not its root.
            let _ = tree.promote(branch);
        }
    }

    /// Makes the line one is in the main one.
    pub(crate) fn make_main(&mut self) {
        // Refused only for the start, which is on the main line anyway.
        let _ = self.study.tree.make_main(self.at);
    }

    /// Deletes the move here and all that follows.
    pub(crate) fn delete(&mut self) {
        if let Ok(parent) = self.study.tree.delete(self.at) {
            self.at = parent;
        }
    }

    /// The way here: which child at every fork.
    pub(crate) fn path(&self) -> Vec<usize> {
        let tree = &self.study.tree;
        let number = |id: NodeId| {
            let all = tree.children(tree.parent(id)?);
            all.iter().position(|&other| other == id)
        };
        tree.path(self.at).into_iter().filter_map(number).collect()
    }

    /// Goes the way, as far as it is there.
    pub(crate) fn follow(&mut self, path: &[usize]) {
        self.at = self.study.tree.root();
        for &number in path {
            let Some(&next) = self.study.tree.children(self.at).get(number) else { return };
            self.at = next;
        }
    }
}

/// The comments people read.
pub(crate) fn said(comments: &[String]) -> impl Iterator<Item = &str> {
    comments.iter().map(String::as_str).filter(|comment| !is_command(comment))
}

/// Is it for programs, `[%clock w0:05:00]`?
fn is_command(comment: &str) -> bool {
    comment.trim_start().starts_with("[%")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[GameType \"25,W,8,8,A0,0\"]\n\n\
        {first} 1. c3-d4! {good} (1. c3-b4 {quieter} 1... b6-a5 (1... f6-g5 $2 2. g3-f4 {deep}) 2. b4-c5 $14) \
        1... d6-c5 (1... b6-a5) 2. b2-c3 *\n";

    #[test]
    fn trees_come_back_equal() {
        let desk = Desk::read(TEXT, Variant::International).unwrap();
        assert_eq!((desk.variant(), desk.study.faults.len()), (Variant::Russian, 0));
        let text = desk.pdn();
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(plain(&text), plain(TEXT));
        assert_eq!(Desk::read(&text, Variant::Thai).unwrap().pdn(), text);
    }

    #[test]
    fn one_comes_back_to_the_same_place() {
        let mut desk = Desk::read(TEXT, Variant::Russian).unwrap();
        for path in [&[][..], &[0], &[1, 0], &[1, 1, 0], &[0, 0, 0]] {
            desk.follow(path);
            assert_eq!(desk.path(), path);
            let mut again = Desk::read(&desk.pdn(), Variant::Russian).unwrap();
            again.follow(path);
            assert_eq!(again.position(), desk.position());
        }
        desk.follow(&[1, 7]);
        assert_eq!(desk.path(), [1]);
    }

    #[test]
    fn steps_go_along_lines_and_across_them() {
        let mut desk = Desk::read(TEXT, Variant::Russian).unwrap();
        let mut check = |step: Step, expected: &[usize], moved: bool| {
            assert_eq!((desk.step(step), desk.path().as_slice()), (moved, expected), "{step:?}");
        };
        check(Step::Back, &[], false);
        check(Step::On, &[0], true);
        check(Step::Below, &[1], true);
        check(Step::Below, &[1], false);
        check(Step::On, &[1, 0], true);
        check(Step::Below, &[1, 1], true);
        check(Step::Last, &[1, 1, 0], true);
        check(Step::Back, &[1, 1], true);
        check(Step::Above, &[1, 0], true);
        check(Step::First, &[], true);
        check(Step::Last, &[0, 0, 0], true);
    }

    #[test]
    fn variations_are_promoted_and_deleted() {
        let mut desk = Desk::read(TEXT, Variant::Russian).unwrap();
        desk.follow(&[1, 1, 0]);
        desk.promote();
        assert_eq!(desk.path(), [1, 0, 0]);
        desk.promote();
        assert_eq!(desk.path(), [0, 0, 0]);
        desk.follow(&[1]);
        desk.make_main();
        assert_eq!((desk.path(), desk.main_ply()), (vec![0], Some(0)));
        desk.delete();
        assert_eq!((desk.path(), desk.study.tree.children(desk.at()).len()), (vec![], 1));
        desk.delete();
        assert_eq!(desk.path(), [] as [usize; 0]);
    }

    #[test]
    fn notes_are_written_and_wiped() {
        let mut desk = Desk::new(&Game::new(Variant::Russian));
        desk.mark("!");
        assert_eq!(desk.note().marks, "", "the start is no move");
        desk.add_line(desk.at(), &["c3-d4".into(), "d6-c5".into(), "e9".into()], 1);
        assert_eq!((desk.ply(), desk.study.tree.all().count()), (1, 3));
        for (sign, expected) in [('!', "!"), ('?', "!?"), ('?', "?"), ('?', "??"), ('!', "!"), ('!', "!!")] {
            desk.type_mark(sign);
            assert_eq!(desk.note().marks, expected);
        }
        desk.mark("!!");
        desk.judge(14);
        desk.judge(18);
        desk.set_comment(" braces {} would end it ");
        assert_eq!(desk.note().nags, [18]);
        let mut again = Desk::read(&desk.pdn(), Variant::Russian).unwrap();
        again.follow(&[0]);
        assert_eq!((again.comment().as_str(), again.note()), ("braces || would end it", desk.note()));
        again.set_comment("");
        again.judge(18);
        assert_eq!(again.note(), Note::default());
    }

    #[test]
    fn clocks_are_kept_but_not_shown() {
        let text = "[GameType \"25\"]\n1. c3-d4 {[%clock w0:04:58]} {nice} *";
        let mut desk = Desk::read(text, Variant::Russian).unwrap();
        desk.step(Step::On);
        assert_eq!(desk.comment(), "nice");
        desk.set_comment("");
        assert_eq!(desk.note().comments.len(), 1);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "   "] {
            assert!(Desk::read(text, Variant::Russian).is_err(), "{text}");
        }
        let desk = Desk::read("1. c3-d4 c3-d4 *", Variant::Russian).unwrap();
        assert_eq!((desk.study.faults.len(), desk.study.tree.all().count()), (1, 2));
    }
}
