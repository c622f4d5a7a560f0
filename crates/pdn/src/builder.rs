//! Puts tokens together to a game.

use crate::comment::Comment;
use crate::game::{Action, Game, Line, MoveNumber, Step, Strength};
use crate::limits::Limits;
use crate::place::{Place, Reason, Skipped};
use crate::score::Score;
use crate::tags::Tag;

/// How much of stray words is kept for reports, in bytes.
const LONGEST_PROSE: usize = 4096;

/// A game in the making.
pub(crate) struct Builder {
    game: Game,
    limits: Limits,
    /// Variations that are open, the innermost last.
    open: Vec<Line>,
    /// Variations beyond the allowed depth that are open; nothing in them is kept.
    too_deep: usize,
    number: Option<MoveNumber>,
    /// The last move number of the main line.
    last_number: u32,
    begun: bool,
    steps: usize,
    text: usize,
    full: bool,
    /// Stray words in a row, reported together.
    words: Option<(Place, String)>,
    /// Whether they become comments.
    keep_words: bool,
}

impl Builder {
    pub(crate) fn new(limits: Limits, keep_words: bool) -> Builder {
        Builder {
            game: Game::default(),
            limits,
            open: Vec::new(),
            too_deep: 0,
            number: None,
            last_number: 0,
            begun: false,
            steps: 0,
            text: 0,
            full: false,
            words: None,
            keep_words,
        }
    }

    /// Whether moves have begun, so that a tag belongs to the next game.
    pub(crate) fn has_body(&self) -> bool {
        !self.game.line.steps.is_empty() || self.in_variation()
    }

    /// Whether there is anything a result could end.
    pub(crate) fn has_game(&self) -> bool {
        self.has_body() || !self.game.tags.is_empty() || self.number.is_some() || !self.game.line.is_empty()
    }

    pub(crate) fn in_variation(&self) -> bool {
        !self.open.is_empty() || self.too_deep > 0
    }

    pub(crate) fn last_number(&self) -> u32 {
        self.last_number
    }

    /// Whether a tag of this name cannot belong to this header any more.
    pub(crate) fn is_next_header(&self, name: &str, after_blank_line: bool) -> bool {
        let tags = &self.game.tags;
        let first = tags.iter().next().is_some_and(|tag| tag.name.eq_ignore_ascii_case(name));
        self.has_body() || first || (after_blank_line && tags.has(name))
    }

    pub(crate) fn report(&mut self, at: Place, reason: Reason) {
        let listed = self.game.skipped.len();
        if listed < self.limits.reports {
            self.game.skipped.push(Skipped { at, reason });
        } else if listed == self.limits.reports {
            self.game.skipped.push(Skipped { at, reason: Reason::More });
        }
    }

    pub(crate) fn add_reports(&mut self, reports: Vec<Skipped>) {
        for Skipped { at, reason } in reports {
            let text = match &reason {
                Reason::NotATag(text) => Some(text.clone()),
                _ => None,
            };
            self.report(at, reason);
            if let Some(text) = text.filter(|_| self.keep_words) {
                self.comment(at, text);
            }
        }
    }

    pub(crate) fn word(&mut self, at: Place, text: &str) {
        let (_, words) = self.words.get_or_insert_with(|| (at, String::new()));
        if words.len() < LONGEST_PROSE {
            words.extend((!words.is_empty()).then_some(' '));
            words.push_str(text);
        }
    }

    /// Reports the stray words up to here.
    pub(crate) fn end_words(&mut self) {
        if let Some((at, words)) = self.words.take() {
            self.report(at, Reason::NotAMove(words.clone()));
            if self.keep_words {
                self.comment(at, words);
            }
        }
    }

    pub(crate) fn tag(&mut self, at: Place, tag: Tag) {
        self.begin(at);
        if self.game.tags.has(&tag.name) {
            self.report(at, Reason::RepeatedTag(tag.name.clone()));
        }
        let fits = self.game.tags.len() < self.limits.tags;
        if self.takes(at, tag.name.len() + tag.value.len(), fits) {
            self.game.tags.add(tag);
        }
    }

    pub(crate) fn number(&mut self, at: Place, number: MoveNumber) {
        self.begin(at);
        self.number = Some(number);
        if !self.in_variation() {
            self.last_number = number.number;
        }
    }

    /// Dots on their own behind a number: the first move of the pair is missing.
    pub(crate) fn ellipsis(&mut self) {
        if let Some(number) = &mut self.number {
            number.second = true;
        }
    }

    pub(crate) fn step(&mut self, at: Place, action: Action) {
        self.begin(at);
        // A number before a setup belongs to the move behind it.
        let setup = matches!(action, Action::Setup(_));
        let number = if setup { None } else { self.number.take() };
        if self.too_deep > 0 || !self.takes(at, 0, self.steps < self.limits.steps) {
            return;
        }
        self.steps += 1;
        self.line().steps.push(Step { number, at, ..Step::new(action) });
    }

    pub(crate) fn strength(&mut self, at: Place, strength: Strength) {
        match self.last_step() {
            Some(step) => step.marks.strength = Some(strength),
            None => self.stray_mark(at, &strength.marks),
        }
    }

    pub(crate) fn nag(&mut self, at: Place, nag: u16) {
        match self.last_step() {
            // A few marks say all there is to say; a million would only fill the memory.
            Some(step) if step.marks.nags.len() < 64 => step.marks.nags.push(nag),
            Some(_) => {}
            None => self.stray_mark(at, &format!("${nag}")),
        }
    }

    pub(crate) fn comment(&mut self, at: Place, text: String) {
        if text.is_empty() {
            return;
        }
        self.begin(at);
        if self.too_deep > 0 || !self.takes(at, text.len() + size_of::<Comment>(), true) {
            return;
        }
        let line = self.line();
        let comments = match line.steps.last_mut() {
            Some(step) => &mut step.comments,
            None => &mut line.comments,
        };
        comments.push(Comment { text });
    }

    pub(crate) fn open(&mut self, at: Place) {
        self.begin(at);
        self.number = None;
        if self.too_deep > 0 || self.open.len() >= self.limits.depth {
            if self.too_deep == 0 {
                self.report(at, Reason::TooDeep);
            }
            self.too_deep += 1;
        } else {
            self.open.push(Line::default());
        }
    }

    pub(crate) fn close(&mut self, at: Place) {
        self.number = None;
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(variation) = self.open.pop() else {
            self.report(at, Reason::StrayClose);
            return;
        };
        if variation.is_empty() {
            return;
        }
        match self.line().steps.last_mut() {
            Some(step) => step.variations.push(variation),
            None => self.report(at, Reason::StrayVariation),
        }
    }

    /// Ends the game; `None` if there was none, and then its reports are in `left`.
    pub(crate) fn finish(mut self, at: Place, end: Option<Score>, left: &mut Vec<Skipped>) -> Option<Game> {
        self.end_words();
        if self.in_variation() {
            self.report(at, Reason::UnclosedVariation);
            self.too_deep = 0;
            while !self.open.is_empty() {
                self.close(at);
            }
        }
        self.game.end = end.or_else(|| self.delft_end());
        self.compare_results(at);
        self.fill_missing_replies();
        let nothing = self.game.line.steps.is_empty() && end.is_none() && self.game.fen().is_none();
        let named =
            ["Event", "White", "Black", "Result"].iter().any(|name| self.game.tags.get(name).is_some());
        let no_game = nothing && !named;
        if !no_game {
            return Some(self.game);
        }
        let stray = self.game.tags.iter().next().map(|tag| Reason::StrayTags(tag.name.clone()));
        let comment = (!self.game.line.comments.is_empty()).then_some(Reason::StrayComment);
        if let Some(reason) = stray.or(comment) {
            let at = self.game.at;
            self.report(at, reason);
        }
        left.append(&mut self.game.skipped);
        None
    }

    /// A last "move" that is the ten-point score of the Result tag.
    fn delft_end(&mut self) -> Option<Score> {
        let tag: Score = self.game.tags.known("Result")?.parse().ok()?;
        let last = self.game.line.steps.last()?;
        let same = matches!(&last.action, Action::Move(text) if text.to_string() == tag.to_string());
        if !same || !tag.is_delft() {
            return None;
        }
        self.game.line.steps.pop();
        Some(tag)
    }

    fn compare_results(&mut self, at: Place) {
        let tag = self.game.tags.known("Result").and_then(|value| value.parse::<Score>().ok());
        let (Some(tag), Some(end)) = (tag, self.game.end) else { return };
        let decided = tag != Score::Open && end != Score::Open;
        // 2-0 behind the moves and 1-0 in the tag agree.
        let agree = tag == end || (tag.winner().is_some() && tag.winner() == end.winner());
        if decided && !agree {
            self.report(at, Reason::ResultDiffers { end: end.to_string(), tag: tag.to_string() });
        }
    }

    /// Puts an unknown move where a reply is missing, unless the file gives every single move a number.
    fn fill_missing_replies(&mut self) {
        let steps = &self.game.line.steps;
        let first_of = |step: &Step| step.number.filter(|number| !number.second).map(|number| number.number);
        let missing = |(index, pair): (usize, &[Step])| {
            let number = first_of(&pair[0])?;
            let moved = matches!(pair[0].action, Action::Move(_));
            (moved && first_of(&pair[1]) == number.checked_add(1)).then_some((index + 1, number))
        };
        let found: Vec<_> = steps.windows(2).enumerate().filter_map(missing).collect();
        if found.is_empty() || found.len() * 4 > steps.len() {
            return;
        }
        let steps = std::mem::take(&mut self.game.line.steps);
        let mut gaps = found.into_iter().peekable();
        for (index, step) in steps.into_iter().enumerate() {
            if let Some((_, number)) = gaps.next_if(|(gap, _)| *gap == index) {
                self.report(step.at, Reason::MissingReply(number));
                self.game.line.steps.push(Step { at: step.at, ..Step::new(Action::Unknown) });
            }
            self.game.line.steps.push(step);
        }
    }

    fn begin(&mut self, at: Place) {
        if !self.begun {
            self.begun = true;
            self.game.at = at;
        }
    }

    /// Whether there is still room; the first time there is not, that is reported.
    fn takes(&mut self, at: Place, bytes: usize, fits: bool) -> bool {
        let takes = fits && self.text + bytes <= self.limits.text;
        if takes {
            self.text += bytes;
        } else if !self.full {
            self.full = true;
            self.report(at, Reason::TooLong);
        }
        takes
    }

    fn stray_mark(&mut self, at: Place, mark: &str) {
        if self.too_deep == 0 {
            self.report(at, Reason::StrayMark(mark.to_owned()));
        }
    }

    fn last_step(&mut self) -> Option<&mut Step> {
        if self.too_deep > 0 {
            return None;
        }
        self.line().steps.last_mut()
    }

    fn line(&mut self) -> &mut Line {
        self.open.last_mut().unwrap_or(&mut self.game.line)
    }
}
