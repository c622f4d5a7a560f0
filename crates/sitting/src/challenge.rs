//! The Shashki challenge: three wins in a row, or six draws, within windows of fifteen games.

use damka_rules::{AnyPosition, Ending, MoveText, Outcome, Route, Side, Variant};
use serde::{Deserialize, Serialize};

/// Wins in a row that solve.
pub const STREAK: u32 = 3;
/// Draws that solve.
pub const DRAWS: u32 = 6;
/// Games in a window.
pub const WINDOW: u32 = 15;

/// The player is green, at the bottom, and begins.
pub const PLAYER: Side = Side::White;

/// How one game went, from the player's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All enemies gone.
    Win,
    /// Won with enemies still on the board: counts twice.
    DoubleWin,
    /// Drawn.
    Draw,
    /// Lost with nothing left.
    Defeat,
    /// Lost with pieces still on the board: two strikes.
    DoubleDefeat,
    /// A quiet move was chosen although a capture was on: one strike.
    Forfeit,
}

impl Verdict {
    /// What the end of a game means; `None` while it goes on.
    pub fn of(ending: Ending, outcome: Outcome, pos: &AnyPosition) -> Verdict {
        let left = |side| pos.to_setup().pieces.iter().any(|(_, piece)| piece.side == side);
        match (outcome, ending) {
            (Outcome::Draw, _) => Verdict::Draw,
            (_, Ending::Forfeit(_)) => Verdict::Forfeit,
            (Outcome::Win(PLAYER), _) if left(PLAYER.other()) => Verdict::DoubleWin,
            (Outcome::Win(PLAYER), _) => Verdict::Win,
            // Giving up is no way out of the second strike: pieces are left.
            _ if left(PLAYER) => Verdict::DoubleDefeat,
            _ => Verdict::Defeat,
        }
    }
}

/// What the challenge knows; kept between visits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Challenge {
    /// Wins in a row.
    pub streak: u32,
    /// Draws of this window.
    pub draws: u32,
    /// Strikes, ever.
    pub strikes: u32,
    /// The games of this window, as the lamps show them; a double win lights two.
    pub lamps: Vec<Verdict>,
    /// Is it solved?
    pub solved: bool,
}

/// What a game changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// How it went.
    pub verdict: Verdict,
    /// Is the challenge solved by it?
    pub solved: bool,
    /// Did a window close without a solution?
    pub window_closed: bool,
}

impl Challenge {
    /// Scores a finished game.
    pub fn score(&mut self, verdict: Verdict) -> Scored {
        if self.solved {
            *self = Challenge { strikes: self.strikes, ..Challenge::default() };
        }
        match verdict {
            Verdict::Win => self.streak += 1,
            Verdict::DoubleWin => self.streak += 2,
            Verdict::Draw => {
                self.streak = 0;
                self.draws += 1;
            }
            Verdict::Defeat | Verdict::Forfeit => {
                self.streak = 0;
                self.strikes += 1;
            }
            Verdict::DoubleDefeat => {
                self.streak = 0;
                self.strikes += 2;
            }
        }
        self.lamps.push(verdict);
        if verdict == Verdict::DoubleWin && self.games() < WINDOW {
            self.lamps.push(verdict);
        }
        // Solving is looked at before the window.
        self.solved = self.streak >= STREAK || self.draws >= DRAWS;
        let window_closed = !self.solved && self.games() >= WINDOW;
        if window_closed {
            *self = Challenge { strikes: self.strikes, ..Challenge::default() };
        }
        Scored { verdict, solved: self.solved, window_closed }
    }

    /// Games of this window.
    pub fn games(&self) -> u32 {
        self.lamps.len() as u32
    }
}

/// The quiet moves that look possible although a capture is on: choosing one is a forfeit.
pub fn forbidden(pos: &AnyPosition) -> Vec<Route> {
    let free = if pos.can_capture() { freed(pos) } else { None };
    free.map_or_else(Vec::new, |free| free.routes().into_iter().filter(|r| !r.is_capture()).collect())
}

/// Is this text such a move?
pub fn is_forbidden(pos: &AnyPosition, text: &MoveText) -> bool {
    let meant = freed(pos).and_then(|free| free.resolve(text).ok());
    pos.can_capture() && meant.is_some_and(|route| !route.is_capture())
}

/// The position without the duty to capture. Quiet moves are those of the Russian game, and its house rule
/// lists them beside the captures.
fn freed(pos: &AnyPosition) -> Option<AnyPosition> {
    AnyPosition::from_setup(Variant::RussianOptional, &pos.to_setup()).ok()
}

#[cfg(test)]
mod tests {
    use super::Verdict::*;
    use super::*;
    use damka_rules::{DrawLaw, Game};

    /// Scores games and compares (streak, draws, strikes, lamps, solved).
    fn check(verdicts: &[Verdict], expected: (u32, u32, u32, u32, bool)) {
        let mut challenge = Challenge::default();
        verdicts.iter().for_each(|&v| _ = challenge.score(v));
        let Challenge { streak, draws, strikes, solved, .. } = challenge;
        assert_eq!((streak, draws, strikes, challenge.games(), solved), expected, "{verdicts:?}");
    }

    #[test]
    fn scores_follow_the_source() {
        check(&[Win, Win], (2, 0, 0, 2, false));
        check(&[Win, Win, Win], (3, 0, 0, 3, true));
        check(&[Win, DoubleWin], (3, 0, 0, 3, true));
        check(&[DoubleWin, DoubleWin], (4, 0, 0, 4, true));
        check(&[Win, Win, Draw, Win], (1, 1, 0, 4, false));
        check(&[Win, Win, Defeat], (0, 0, 1, 3, false));
        check(&[Draw, DoubleDefeat], (0, 1, 2, 2, false));
        check(&[Draw, Win, Forfeit], (0, 1, 1, 3, false));
        // Six draws solve, consecutive or not.
        check(&[Draw, Draw, Win, Draw, Defeat, Draw, Draw, Draw], (0, 6, 1, 8, true));
    }

    #[test]
    fn the_window_closes_after_fifteen_games() {
        let mut games = vec![Draw, Draw, Draw, Draw, Draw];
        games.extend([Defeat; 9]);
        check(&games, (0, 5, 9, 14, false));
        // The fifteenth game: strikes stay, all else begins anew.
        check(&[&games[..], &[Win]].concat(), (0, 0, 9, 0, false));
        // Solving is checked first.
        check(&[&games[..], &[Draw]].concat(), (0, 6, 9, 15, true));
        // A double win counts as two games, a double defeat as one.
        check(&[&[Defeat; 13][..], &[DoubleWin]].concat(), (0, 0, 13, 0, false));
        check(&[&[Defeat; 12][..], &[DoubleDefeat]].concat(), (0, 0, 14, 13, false));
        check(&[&[Defeat; 12][..], &[DoubleWin, Win]].concat(), (3, 0, 12, 15, true));
        check(&[&[Defeat; 14][..], &[DoubleWin]].concat(), (0, 0, 14, 0, false));
    }

    #[test]
    fn a_solved_challenge_begins_anew() {
        check(&[Defeat, Win, Win, Win, Win], (1, 0, 1, 1, false));
    }

    #[test]
    fn verdicts_follow_the_board() {
        let verdict = |fen: &str, ending: Option<Ending>| {
            let mut game = Game::from_fen(Variant::Shashki, fen).unwrap();
            if let Some(ending) = ending {
                game.end(ending).unwrap();
            }
            Verdict::of(game.ending().unwrap(), game.outcome().unwrap(), game.position())
        };
        assert_eq!(verdict("B:Wa1:B", None), Win);
        assert_eq!(verdict("B:Wb4,c3:Ba5", None), DoubleWin);
        assert_eq!(verdict("W:W:Ba3", None), Defeat);
        assert_eq!(verdict("W:Wa1:Bb2,c3", None), DoubleDefeat);
        assert_eq!(verdict("W:Wa1:Bh8", Some(Ending::Forfeit(Side::White))), Forfeit);
        let law = Ending::Law(DrawLaw::KingsOnly { plies: 6 });
        assert_eq!(verdict("W:WKa1:BKh6", Some(law)), Draw);
    }

    #[test]
    fn forbidden_moves_are_the_quiet_ones() {
        let pos = |fen| AnyPosition::from_fen(Variant::Shashki, fen).unwrap();
        assert!(forbidden(&pos("start")).is_empty());
        let texts: Vec<String> =
            forbidden(&pos("W:Wc3,h2:Bd4")).iter().map(|r| r.text(Variant::Shashki.script())).collect();
        assert_eq!(texts, ["c3-b4", "h2-g3"]);
    }
}
