//! The table a game is played at: the game, who sits where, and what can be asked for. It draws nothing.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

use damka_engine::{Level, Limits, Report, Score};
use damka_rules::{BySide, Game, Outcome, Route, Side};

use super::wish::{HELP, Wish};
use crate::{board, record, wording};

/// A game with its players.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) level: Level,
    pub(super) flipped: bool,
    seed: u64,
    people: BySide<bool>,
    limits: Limits,
    /// What the computer thought of its own position when it last moved.
    opinion: Option<Score>,
}

/// What comes of a wish.
#[derive(Debug, PartialEq)]
pub(super) enum Answer {
    /// Something to say.
    Say(String),
    /// Several lines to show.
    Show(String),
    /// The position has changed.
    Changed,
    /// The engine must be asked for a hint.
    Hint,
    /// The engine must move now.
    Go,
    /// The person leaves.
    Quit,
}

impl Table {
    pub(super) fn new(game: Game, level: Level, seed: u64, people: BySide<bool>, limits: Limits) -> Table {
        let flipped = people.black && !people.white;
        Table { game, level, flipped, seed, people, limits, opinion: None }
    }

    /// Is it the computer's turn?
    pub(super) fn is_computers_turn(&self) -> bool {
        self.game.ending().is_none() && !self.people[self.game.turn()]
    }

    /// Does anybody play but the computer?
    pub(super) fn has_people(&self) -> bool {
        self.people.white || self.people.black
    }

    /// How long the computer may think.
    pub(super) fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// What makes this game different from others.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Who sits there.
    pub(super) fn player(&self, side: Side) -> String {
        match self.people[side] {
            true => "you".into(),
            false => format!("Damka, {}", self.level.name()),
        }
    }

    /// The computer moves.
    pub(super) fn computer_moved(&mut self, report: &Report) -> Option<String> {
        let route = report.best()?;
        self.opinion = Some(report.score);
        let played = self.game.play_route(route).ok()?;
        Some(played.text.clone())
    }

    /// A route the person has entered on the board.
    pub(super) fn play_route(&mut self, route: &Route) -> Answer {
        match self.game.play_route(route) {
            Ok(_) => Answer::Changed,
            Err(error) => Answer::Say(error.to_string()),
        }
    }

    /// Does what was asked for.
    pub(super) fn wish(&mut self, wish: Wish) -> Answer {
        let side = self.game.turn();
        match wish {
            Wish::Move(text) => self.play_text(&text),
            Wish::Hint if self.game.ending().is_some() => Answer::Say("the game is over".into()),
            Wish::Hint => Answer::Hint,
            Wish::Go if self.game.ending().is_some() => Answer::Say("the game is over".into()),
            Wish::Go => Answer::Go,
            Wish::Undo => self.undo(),
            Wish::Flip => {
                self.flipped = !self.flipped;
                Answer::Changed
            }
            Wish::Level(None) => Answer::Show(levels(self.level)),
            Wish::Level(Some(level)) => {
                self.level = level;
                Answer::Say(format!("level {}: {}", level.number(), level.name()))
            }
            Wish::New => {
                self.game = restarted(&self.game);
                self.seed = self.seed.wrapping_add(1);
                self.opinion = None;
                Answer::Changed
            }
            Wish::Resign => match self.game.resign(side) {
                Ok(_) => Answer::Changed,
                Err(error) => Answer::Say(error.to_string()),
            },
            Wish::Draw => self.draw(),
            Wish::Moves => Answer::Say(self.game.position().move_texts().join(" ")),
            Wish::Fen => Answer::Say(self.game.position().to_fen()),
            Wish::Pdn => Answer::Show(self.pdn()),
            Wish::Save { path, replace } => Answer::Say(save(&path, replace, &self.pdn())),
            Wish::Help => {
                Answer::Show(HELP.iter().map(|(word, what)| format!("{word:<13} {what}\n")).collect())
            }
            Wish::Quit => Answer::Quit,
        }
    }

    /// Whose turn it is, or how the game ended.
    pub(super) fn status(&self) -> String {
        match (self.game.ending(), self.game.outcome()) {
            (Some(ending), Some(Outcome::Win(side))) => format!("{} wins: {ending}", board::side_name(side)),
            (Some(ending), _) => format!("{ending}"),
            (None, _) => {
                let side = self.game.turn();
                format!("{} to move ({})", board::side_name(side), self.player(side))
            }
        }
    }

    /// The nearest draw, where a count is running.
    pub(super) fn countdown(&self) -> Option<String> {
        let countdown = self.game.countdown().filter(|_| self.game.ending().is_none())?;
        Some(countdown.to_string())
    }

    /// The opening that is played, if it has a name.
    pub(super) fn opening(&self) -> Option<String> {
        damka_openings::recognise(&self.game).map(wording::opening)
    }

    fn play_text(&mut self, text: &str) -> Answer {
        match self.game.play_text(text) {
            Ok(_) => Answer::Changed,
            Err(error) => Answer::Say(error.to_string()),
        }
    }

    /// Takes moves back until it is a person's turn again.
    fn undo(&mut self) -> Answer {
        if self.game.undo().is_none() {
            return Answer::Say("no move to take back".into());
        }
        while self.has_people() && !self.people[self.game.turn()] && self.game.undo().is_some() {}
        Answer::Changed
    }

    /// A claim if the laws allow one; else an offer, which the computer takes if it does not stand better.
    fn draw(&mut self) -> Answer {
        let side = self.game.turn();
        if self.game.ending().is_some() {
            return Answer::Say("the game is over".into());
        }
        // Offers of both sides together are an agreement; neither can fail while the game goes on.
        let claim = self.game.claimable().is_some();
        let agreed = self.people[side.other()]
            || claim
            || (self.game.ply() >= 20 && self.opinion.is_some_and(|score| score.value() <= 0));
        if !agreed {
            return Answer::Say("the computer declines the draw".into());
        }
        let _ = self.game.offer_draw(side);
        let _ = self.game.accept_draw(side.other());
        Answer::Changed
    }

    fn pdn(&self) -> String {
        let (white, black) = (self.player(Side::White), self.player(Side::Black));
        let game =
            record::to_pdn(&self.game, &[("Event", "damka play"), ("White", &white), ("Black", &black)]);
        damka_pdn::to_pdn(&game).unwrap_or_else(|error| format!("{error}\n"))
    }
}

/// Writes a file, never over another without being told to.
fn save(path: &str, replace: bool, text: &str) -> String {
    if path.is_empty() {
        return "save to which file? For example: pdn game.pdn".into();
    }
    let mut options = OpenOptions::new();
    match replace {
        true => options.write(true).create(true).truncate(true),
        false => options.write(true).create_new(true),
    };
    match options.open(path).and_then(|mut file| file.write_all(text.as_bytes())) {
        Ok(()) => format!("saved to {path}"),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            format!("{path} exists; to replace it: pdn! {path}")
        }
        Err(error) => format!("{path}: {error}"),
    }
}

fn restarted(game: &Game) -> Game {
    let fresh = Game::from_position(game.positions()[0]);
    if game.touch_move() { fresh.with_touch_move() } else { fresh }
}

fn levels(now: Level) -> String {
    let line = |level: Level| {
        let mark = if level == now { "  <- now" } else { "" };
        format!("level {}  {}{mark}\n", level.number(), level.name())
    };
    Level::all().map(line).collect()
}
