//! The clocks of a game. They read no clock themselves: every act is told the time.

use damka_rules::{BySide, Side};
use serde::{Deserialize, Serialize};

/// Milliseconds: a moment since any fixed beginning, or a length of time.
pub type Millis = u64;

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// Not at all.
    #[default]
    None,
    /// So many seconds, and some more after each move.
    Fischer {
        /// Seconds at the start.
        base: u32,
        /// Seconds added after a move.
        plus: u32,
    },
    /// So many seconds, which begin to run some time after the turn begins.
    Delay {
        /// Seconds at the start.
        base: u32,
        /// Seconds that cost nothing on each turn.
        free: u32,
    },
    /// So many days for every move: a game by correspondence.
    Days(u32),
}

impl Control {
    /// What the new-game dialog offers.
    pub const OFFERED: [Control; 6] = [
        Control::None,
        Control::Fischer { base: 180, plus: 2 },
        Control::Fischer { base: 300, plus: 3 },
        Control::Fischer { base: 900, plus: 10 },
        Control::Delay { base: 300, free: 5 },
        Control::Delay { base: 900, free: 5 },
    ];

    /// No move may take longer by correspondence, in days.
    pub const MOST_DAYS: u32 = 14;

    /// Is it a game by correspondence?
    pub fn is_correspondence(self) -> bool {
        matches!(self, Control::Days(_))
    }

    /// As in links and tags: `-`, `300+3`, `300d5`, `3days`.
    pub fn text(self) -> String {
        match self {
            Control::None => "-".into(),
            Control::Fischer { base, plus } => format!("{base}+{plus}"),
            Control::Delay { base, free } => format!("{base}d{free}"),
            Control::Days(days) => format!("{days}days"),
        }
    }

    /// Reads what [`Control::text`] wrote; no clock longer than a day, no turn longer than [`Control::MOST_DAYS`].
    pub fn parse(text: &str) -> Option<Control> {
        let number = |part: &str| part.parse::<u32>().ok().filter(|&n| n <= 86_400);
        if text == "-" {
            return Some(Control::None);
        }
        if let Some(days) = text.strip_suffix("days") {
            return number(days).filter(|days| (1..=Self::MOST_DAYS).contains(days)).map(Control::Days);
        }
        if let Some((base, plus)) = text.split_once('+') {
            return Some(Control::Fischer { base: number(base).filter(|&n| n > 0)?, plus: number(plus)? });
        }
        let (base, free) = text.split_once('d')?;
        Some(Control::Delay { base: number(base).filter(|&n| n > 0)?, free: number(free)? })
    }
}

/// Time is low below so many milliseconds, and short below so many.
pub const LOW: Millis = 20_000;
const SHORT: Millis = 60_000;
const DAY: Millis = 86_400_000;

/// Two clocks, at most one of them running.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock {
    control: Control,
    left: BySide<Millis>,
    running: Option<(Side, Millis)>,
}

impl Clock {
    /// Clocks at the start; `None` without a control.
    pub fn new(control: Control) -> Option<Clock> {
        let base = match control {
            Control::None => return None,
            Control::Fischer { base, .. } | Control::Delay { base, .. } => Millis::from(base) * 1000,
            Control::Days(days) => Millis::from(days) * DAY,
        };
        Some(Clock { control, left: BySide { white: base, black: base }, running: None })
    }

    /// Clocks as they were kept.
    pub fn resume(control: Control, left: BySide<Millis>) -> Option<Clock> {
        let mut clock = Clock::new(control)?;
        clock.left = left;
        Some(clock)
    }

    /// Milliseconds left of a side.
    pub fn left(&self, side: Side, now: Millis) -> Millis {
        let gone = match self.running {
            Some((running, since)) if running == side => {
                now.saturating_sub(since).saturating_sub(self.free())
            }
            _ => 0,
        };
        self.left[side].saturating_sub(gone)
    }

    /// Has either side so little time that nothing should dawdle?
    pub fn is_short(&self, now: Millis) -> bool {
        Side::BOTH.iter().any(|&side| self.left(side, now) < SHORT)
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// A move was made; the other side's clock runs from now.
    pub fn punch(&mut self, mover: Side, now: Millis) {
        let ran = self.running() == Some(mover);
        self.stop(now);
        match self.control {
            Control::Fischer { plus, .. } if ran => {
                self.left[mover] = self.left[mover].saturating_add(Millis::from(plus) * 1000);
            }
            Control::Days(days) => self.left[mover] = Millis::from(days) * DAY,
            _ => {}
        }
        self.running = Some((mover.other(), now));
    }

    /// The turn is `side`'s again (after a takeback or a pause).
    pub fn run(&mut self, side: Side, now: Millis) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Both clocks stand.
    pub fn stop(&mut self, now: Millis) {
        if let Some((side, _)) = self.running {
            self.left[side] = self.left(side, now);
            self.running = None;
        }
    }

    /// The side whose time is over.
    pub fn fallen(&self, now: Millis) -> Option<Side> {
        self.running().filter(|&side| self.left(side, now) == 0)
    }

    /// When the running clock will be over, if nobody moves.
    pub fn falls_at(&self) -> Option<Millis> {
        let (side, since) = self.running?;
        Some(since.saturating_add(self.free()).saturating_add(self.left[side]))
    }

    fn free(&self) -> Millis {
        match self.control {
            Control::Delay { free, .. } => Millis::from(free) * 1000,
            _ => 0,
        }
    }
}

/// `4:09`, or `0:08.3` in the last ten seconds.
pub fn face(millis: Millis) -> String {
    let tenths = millis.div_ceil(100);
    let seconds = tenths / 10;
    if tenths < 100 {
        return format!("0:0{}.{}", seconds, tenths % 10);
    }
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match hours {
        0 => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fischer_adds_after_the_move() {
        let mut clock = Clock::new(Control::Fischer { base: 60, plus: 2 }).unwrap();
        clock.punch(Side::White, 0);
        assert_eq!(clock.left(Side::White, 0), 60_000);
        clock.punch(Side::Black, 10_000);
        assert_eq!(clock.left(Side::Black, 10_000), 52_000);
        assert_eq!(clock.fallen(69_999), None);
        assert_eq!(clock.fallen(70_000), Some(Side::White));
    }

    #[test]
    fn delay_costs_nothing_at_first() {
        let mut clock = Clock::new(Control::Delay { base: 60, free: 5 }).unwrap();
        clock.run(Side::White, 0);
        clock.punch(Side::White, 4_000);
        assert_eq!(clock.left(Side::White, 4_000), 60_000);
        clock.punch(Side::Black, 11_000);
        assert_eq!(clock.left(Side::Black, 11_000), 58_000);
    }

    #[test]
    fn every_move_by_correspondence_has_its_days() {
        let mut clock = Clock::new(Control::Days(2)).unwrap();
        clock.punch(Side::White, 0);
        clock.punch(Side::Black, DAY);
        assert_eq!(clock.left(Side::Black, DAY), 2 * DAY);
        assert_eq!(clock.fallen(3 * DAY - 1), None);
        assert_eq!(clock.fallen(3 * DAY), Some(Side::White));
    }

    #[test]
    fn texts_survive_and_nonsense_is_refused() {
        for control in Control::OFFERED.into_iter().chain([Control::Days(1), Control::Days(14)]) {
            assert_eq!(Control::parse(&control.text()), Some(control));
        }
        for text in ["", "5", "0+3", "x+1", "300d", "99999999+1", "-1+2", "0days", "15days", "days"] {
            assert_eq!(Control::parse(text), None, "{text}");
        }
    }

    #[test]
    fn faces() {
        for (millis, expected) in
            [(0, "0:00.0"), (8_340, "0:08.4"), (59_000, "0:59"), (249_000, "4:09"), (3_600_000, "1:00:00")]
        {
            assert_eq!(face(millis), expected);
        }
    }
}
