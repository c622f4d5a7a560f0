//! Somebody at work on puzzles: which one comes, what a move does, what counts. Time and chance are given.

use std::time::Duration;

use damka_puzzles::{Attempt, Day, Effect, Puzzle, Rush, Streak, Theme};
use damka_rules::{Route, Square};

use super::book::Book;
use super::diary::Diary;

/// What somebody is doing here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Puzzles near one's rating.
    Rated,
    /// The one of the day.
    Daily,
    /// Puzzles of one theme.
    Themed(Theme),
    /// Those that were not solved, when their time has come.
    Again,
    /// Harder and harder until the first mistake.
    Streak,
    /// As many as possible in three minutes.
    Rush,
    /// One puzzle that a link names.
    One(u32),
}

impl Mode {
    /// What a link asks for.
    pub(crate) fn of_item(item: Option<&str>) -> Mode {
        match item {
            Some("daily") => Mode::Daily,
            Some("again") => Mode::Again,
            Some("streak") => Mode::Streak,
            Some("rush") => Mode::Rush,
            Some(other) => {
                let one = other.parse().ok().map(Mode::One);
                Theme::of_key(other).map(Mode::Themed).or(one).unwrap_or(Mode::Rated)
            }
            None => Mode::Rated,
        }
    }

    /// Its word in links.
    pub(crate) fn item(self) -> Option<String> {
        match self {
            Mode::Rated => None,
            Mode::Daily => Some("daily".into()),
            Mode::Themed(theme) => Some(theme.key().into()),
            Mode::Again => Some("again".into()),
            Mode::Streak => Some("streak".into()),
            Mode::Rush => Some("rush".into()),
            Mode::One(number) => Some(number.to_string()),
        }
    }

    /// Is it a run that a mistake or the clock ends? Then nobody helps.
    pub(crate) fn is_run(self) -> bool {
        matches!(self, Mode::Streak | Mode::Rush)
    }
}

/// The world outside: what day it is, a clock that only goes forward, a throw of the dice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub(crate) day: Day,
    pub(crate) clock: Duration,
    pub(crate) dice: u64,
}

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// Nothing.
    Refused,
    /// It was right and is answered.
    Answered,
    /// It was the last one.
    Solved,
    /// It was wrong and waits on the board.
    Wrong,
}

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Hint {
    /// This piece moves.
    Piece(Square),
    /// This is the move.
    Move(Route),
}

/// How the first go at a puzzle went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Graded {
    /// Solved without a mistake or help.
    pub(crate) solved: bool,
    /// What that did to the rating, if it counted.
    pub(crate) change: Option<i32>,
}

/// The rating counts less where the theme was known beforehand.
const THEME_WEIGHT: f64 = 0.5;
/// A streak worth celebrating, once.
const FIRST_STREAK: u32 = 5;

/// The desk.
pub(crate) struct Desk {
    book: Book,
    diary: Diary,
    mode: Mode,
    attempt: Option<Attempt>,
    graded: Option<Graded>,
    hints: u32,
    streak: Streak,
    rush: Option<Rush>,
}

impl Desk {
    /// Sits down and takes the first puzzle; a rush waits for [`Desk::begin`].
    pub(crate) fn new(book: Book, diary: Diary, mode: Mode, now: Now) -> Desk {
        let mut desk = Desk {
            book,
            diary,
            mode,
            attempt: None,
            graded: None,
            hints: 0,
            streak: Streak::new(),
            rush: None,
        };
        if mode != Mode::Rush {
            desk.next(now);
        }
        desk
    }

    /// The puzzles.
    pub(crate) fn book(&self) -> &Book {
        &self.book
    }

    /// What is remembered.
    pub(crate) fn diary(&self) -> &Diary {
        &self.diary
    }

    /// What is being done.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// The puzzle on the desk.
    pub(crate) fn attempt(&self) -> Option<&Attempt> {
        self.attempt.as_ref()
    }

    /// How the first go went, once that is known.
    pub(crate) fn graded(&self) -> Option<Graded> {
        self.graded
    }

    /// The streak.
    pub(crate) fn streak(&self) -> &Streak {
        &self.streak
    }

    /// The rush, if one has begun.
    pub(crate) fn rush(&self) -> Option<&Rush> {
        self.rush.as_ref()
    }

    /// Is the run over, or has it not begun?
    pub(crate) fn is_resting(&self, now: Now) -> bool {
        match self.mode {
            Mode::Streak => self.streak.is_over(),
            Mode::Rush => self.rush.as_ref().is_none_or(|rush| rush.is_over(now.clock)),
            _ => false,
        }
    }

    /// Begins a run, from its beginning.
    pub(crate) fn begin(&mut self, now: Now) {
        self.streak = Streak::new();
        self.rush = (self.mode == Mode::Rush).then(|| Rush::new(now.clock));
        self.next(now);
    }

    /// Takes the next puzzle; `false` if there is none.
    pub(crate) fn next(&mut self, now: Now) -> bool {
        let next = self.wanted(now);
        self.graded = None;
        self.hints = 0;
        self.attempt = next.map(Attempt::new);
        self.attempt.is_some()
    }

    fn wanted(&mut self, now: Now) -> Option<Puzzle> {
        let pick = |rating, theme| self.book.pick(rating, theme, self.diary.seen(), now.dice);
        match self.mode {
            Mode::Rated => pick(self.diary.rating(), None),
            Mode::Themed(theme) => pick(self.diary.rating(), Some(theme)),
            Mode::Daily => self.book.daily(now.day),
            Mode::One(number) => self.book.find(number, self.diary.rating()),
            Mode::Streak => pick(self.streak.wants()?, None),
            Mode::Rush => pick(self.rush.as_ref()?.wants(now.clock)?, None),
            Mode::Again => loop {
                let &(number, rating) = self.diary.due(now.day).first()?;
                match self.book.find(number, rating) {
                    Some(puzzle) => return Some(puzzle),
                    // Files are made anew; what is gone need not be repeated.
                    None => self.diary.drop_due(number),
                }
            },
        }
    }

    /// The solver moves.
    pub(crate) fn play(&mut self, route: &Route, now: Now) -> Reply {
        if self.is_resting(now) {
            return Reply::Refused;
        }
        let Some(attempt) = &mut self.attempt else { return Reply::Refused };
        match attempt.play(route) {
            Effect::Refused => Reply::Refused,
            Effect::Answer(_) => Reply::Answered,
            Effect::Solved => {
                self.grade(true, now);
                Reply::Solved
            }
            Effect::Wrong => {
                self.grade(false, now);
                Reply::Wrong
            }
        }
    }

    /// Takes the wrong move back.
    pub(crate) fn back(&mut self) {
        if let Some(attempt) = &mut self.attempt {
            attempt.back();
        }
    }

    /// The piece to move, and when asked again the move. Whoever takes a hint has not solved it alone.
    pub(crate) fn hint(&mut self, now: Now) -> Option<Hint> {
        if self.mode.is_run() {
            return None;
        }
        let route = self.attempt.as_mut().filter(|attempt| !attempt.is_solved())?.hint()?.clone();
        self.hints += 1;
        self.grade(false, now);
        Some(if self.hints == 1 { Hint::Piece(route.from()) } else { Hint::Move(route) })
    }

    /// Gives up: the whole game with the rest of the line, to be shown.
    pub(crate) fn solution(&mut self, now: Now) -> Option<damka_rules::Game> {
        self.grade(false, now);
        let attempt = self.attempt.as_mut()?;
        attempt.back();
        let (mut game, line) = (attempt.game().clone(), attempt.puzzle().line().to_vec());
        for route in line.iter().skip(game.ply()) {
            game.play_route(route).ok()?;
        }
        Some(game)
    }

    /// Leaves out a puzzle of a streak, once; `false` if that is not allowed.
    pub(crate) fn skip(&mut self, now: Now) -> bool {
        let puzzle = self.attempt.as_ref().map(|attempt| attempt.puzzle().clone());
        let allowed = self.mode == Mode::Streak && self.streak.skip();
        if let Some(puzzle) = puzzle.filter(|_| allowed) {
            // Not failed, but not to be given again at once either.
            self.diary.tried(&puzzle, true, 0.0, now.day);
            self.next(now);
        }
        allowed
    }

    /// The end of a rush by the clock, or by its owner.
    pub(crate) fn stop(&mut self, now: Now) {
        if let Some(rush) = &mut self.rush {
            rush.stop(now.clock);
            self.diary.best_rush = self.diary.best_rush.max(rush.solved());
        }
    }

    /// Is there something to celebrate for the first time? Asked once.
    pub(crate) fn celebrate(&mut self) -> bool {
        let now = self.mode == Mode::Streak && self.streak.solved() >= FIRST_STREAK && !self.diary.celebrated;
        self.diary.celebrated |= now;
        now
    }

    /// The first go at a puzzle is over.
    fn grade(&mut self, solved: bool, now: Now) {
        let Some(attempt) = self.attempt.as_ref().filter(|_| self.graded.is_none()) else { return };
        let puzzle = attempt.puzzle().clone();
        let weight = match self.mode {
            Mode::Rated => 1.0,
            Mode::Themed(_) => THEME_WEIGHT,
            Mode::Daily if self.diary.daily(now.day).is_none() => 1.0,
            // Repeated, raced or sent by a friend: that says little about how good somebody is.
            Mode::Daily | Mode::Again | Mode::Streak | Mode::Rush | Mode::One(_) => 0.0,
        };
        let change = self.diary.tried(&puzzle, solved, weight, now.day);
        if self.mode == Mode::Daily && self.diary.daily(now.day).is_none() {
            self.diary.tried_daily(now.day, solved);
        }
        match (self.mode, &mut self.rush) {
            (Mode::Streak, _) => {
                self.streak.tried(solved);
                self.diary.best_streak = self.diary.best_streak.max(self.streak.solved());
            }
            (Mode::Rush, Some(rush)) => {
                rush.tried(solved, now.clock);
                self.diary.best_rush = self.diary.best_rush.max(rush.solved());
            }
            _ => {}
        }
        self.graded = Some(Graded { solved, change });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::book::tests::russian;

    fn now(seconds: u64) -> Now {
        Now { day: Day(20_000), clock: Duration::from_secs(seconds), dice: seconds.wrapping_mul(7919) }
    }

    fn desk(mode: Mode) -> Desk {
        Desk::new(russian(), Diary::default(), mode, now(0))
    }

    fn right(desk: &Desk) -> Route {
        let attempt = desk.attempt().expect("a puzzle");
        attempt.puzzle().line()[attempt.game().ply()].clone()
    }

    fn wrong(desk: &Desk) -> Route {
        let (attempt, right) = (desk.attempt().expect("a puzzle"), right(desk));
        let pos = attempt.game().position();
        let other = pos.routes().into_iter().find(|route| !route.same_move(&right));
        other.expect("no puzzle of the tests has only one move")
    }

    /// Takes puzzles until one has another move than the right one.
    fn with_choice(desk: &mut Desk) {
        for n in 1..50 {
            let attempt = desk.attempt().expect("a puzzle");
            if attempt.game().position().routes().len() > 1 {
                return;
            }
            desk.next(now(n));
        }
    }

    fn solve(desk: &mut Desk, clock: u64) -> Reply {
        loop {
            let route = right(desk);
            match desk.play(&route, now(clock)) {
                Reply::Answered => {}
                reply => return reply,
            }
        }
    }

    #[test]
    fn links_name_what_is_done() {
        for mode in [
            Mode::Rated,
            Mode::Daily,
            Mode::Themed(Theme::FreeTempo),
            Mode::Again,
            Mode::Streak,
            Mode::Rush,
            Mode::One(77),
        ] {
            assert_eq!(Mode::of_item(mode.item().as_deref()), mode);
        }
        assert_eq!(Mode::of_item(Some("nonsense")), Mode::Rated);
    }

    #[test]
    fn the_first_go_counts_and_no_other() {
        let mut desk = desk(Mode::Rated);
        assert_eq!(solve(&mut desk, 1), Reply::Solved);
        let graded = desk.graded().expect("graded");
        assert!(graded.solved && graded.change.is_some_and(|change| change > 0));
        assert!(desk.next(now(2)));
        with_choice(&mut desk);
        let rating = desk.diary().rating();
        let bad = wrong(&desk);
        assert_eq!(desk.play(&bad, now(3)), Reply::Wrong);
        let lower = desk.diary().rating();
        assert!(lower < rating);
        desk.back();
        assert_eq!(solve(&mut desk, 4), Reply::Solved);
        assert_eq!(desk.diary().rating(), lower, "the second go does not count");
        assert_eq!(desk.graded().map(|g| g.solved), Some(false));
    }

    #[test]
    fn hints_come_in_two_steps_and_count_as_help() {
        let mut desk = desk(Mode::Rated);
        let first = right(&desk);
        assert_eq!(desk.hint(now(1)), Some(Hint::Piece(first.from())));
        assert_eq!(desk.hint(now(1)), Some(Hint::Move(first)));
        assert_eq!(desk.graded().map(|g| g.solved), Some(false));
        assert_eq!(desk.diary().strip().len(), 1);
    }

    #[test]
    fn the_solution_is_the_whole_line() {
        let mut desk = desk(Mode::Daily);
        with_choice(&mut desk);
        let bad = wrong(&desk);
        desk.play(&bad, now(1));
        let game = desk.solution(now(1)).expect("a line");
        let attempt = desk.attempt().expect("a puzzle");
        assert_eq!(game.ply(), attempt.puzzle().line().len());
    }

    #[test]
    fn the_puzzle_of_the_day_counts_once() {
        let mut desk = desk(Mode::Daily);
        solve(&mut desk, 1);
        assert!(desk.graded().expect("graded").change.is_some());
        let diary = desk.diary().clone();
        let mut again = Desk::new(russian(), diary, Mode::Daily, now(9));
        assert_eq!(again.attempt().unwrap().puzzle(), desk.attempt().unwrap().puzzle());
        solve(&mut again, 10);
        assert_eq!(again.graded().expect("graded").change, None);
    }

    #[test]
    fn a_streak_ends_at_the_first_mistake_and_is_celebrated_once() {
        let mut desk = desk(Mode::Streak);
        for n in 1..=6 {
            assert_eq!(solve(&mut desk, n), Reply::Solved);
            assert_eq!(desk.celebrate(), n == 5);
            desk.next(now(n));
        }
        assert!(desk.hint(now(7)).is_none());
        assert!(desk.skip(now(7)) && !desk.skip(now(7)));
        with_choice(&mut desk);
        let bad = wrong(&desk);
        assert_eq!(desk.play(&bad, now(8)), Reply::Wrong);
        assert!(desk.is_resting(now(8)) && !desk.next(now(8)));
        assert_eq!((desk.streak().solved(), desk.diary().best_streak), (6, 6));
        desk.begin(now(9));
        assert!(!desk.is_resting(now(9)) && desk.attempt().is_some());
        assert_eq!(desk.diary().rating(), Diary::default().rating(), "a streak is not rated");
    }

    #[test]
    fn a_rush_waits_runs_and_ends() {
        let mut desk = desk(Mode::Rush);
        assert!(desk.attempt().is_none() && desk.is_resting(now(5)));
        desk.begin(now(10));
        solve(&mut desk, 20);
        assert!(desk.next(now(20)));
        for n in 0..3 {
            with_choice(&mut desk);
            let bad = wrong(&desk);
            assert_eq!(desk.play(&bad, now(30 + n)), Reply::Wrong);
            assert_eq!(desk.next(now(30 + n)), n < 2);
        }
        assert_eq!((desk.rush().unwrap().solved(), desk.diary().best_rush), (1, 1));
        desk.begin(now(100));
        assert!(desk.is_resting(now(281)), "three minutes");
        let late = right(&desk);
        assert_eq!(desk.play(&late, now(281)), Reply::Refused);
        desk.stop(now(281));
    }

    #[test]
    fn failures_come_again_and_what_is_gone_is_forgotten() {
        let mut first = desk(Mode::Rated);
        with_choice(&mut first);
        let failed = first.attempt().unwrap().puzzle().clone();
        let bad = wrong(&first);
        first.play(&bad, now(1));
        let tomorrow = Now { day: Day(20_001), ..now(0) };
        let diary = first.diary().clone();
        let mut again = Desk::new(russian(), diary.clone(), Mode::Again, tomorrow);
        assert_eq!(again.attempt().map(|a| a.puzzle().number()), Some(failed.number()));
        while again.play(&right(&again), tomorrow) == Reply::Answered {}
        assert!(!again.next(tomorrow), "no more for today");
        let gone = Desk::new(Book::empty(failed.variant()), diary, Mode::Again, tomorrow);
        assert!(gone.attempt().is_none() && gone.diary().due(Day(30_000)).is_empty());
    }
}
