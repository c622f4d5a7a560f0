//! A line to the server that comes back by itself: when to dial, when to ask whether somebody is there, when to hang up.
//!
//! It reads no clock and opens no socket: it is told what happens and when, and says what to do.

use damka_sitting::Millis;

/// So often the other end is asked for a sign of life.
const PING: Millis = 2_500;
/// Nothing heard for so long, and the line is dead.
const DEAD: Millis = 7_000;
/// The first wait before dialling again, and the longest.
const FIRST: Millis = 250;
const LONGEST: Millis = 5_000;

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Open a new connection.
    Dial,
    /// Close the one there is; nothing more is expected of it.
    HangUp,
    /// Ask for a sign of life.
    Ping,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Dial at this moment.
    Waiting(Millis),
    /// Dialled at that moment.
    Dialling(Millis),
    /// Connected: when the last ping was sent, and when the first that nobody has answered.
    Open { pinged: Millis, unanswered: Option<Millis> },
    /// Over for good.
    Ended,
}

/// The line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    phase: Phase,
    /// Failures in a row.
    tries: u32,
    dice: fastrand::Rng,
}

impl Line {
    /// A line that is to be dialled at once; the seed is for the jitter of its waits.
    pub(crate) fn new(seed: u64, now: Millis) -> Line {
        Line { phase: Phase::Waiting(now), tries: 0, dice: fastrand::Rng::with_seed(seed) }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, now: Millis) -> Option<Step> {
        match self.phase {
            Phase::Waiting(at) if now >= at => {
                self.phase = Phase::Dialling(now);
                Some(Step::Dial)
            }
            Phase::Dialling(since) if now >= since + DEAD => self.fail(now),
            // A browser that lets a hidden page's timers sleep must not take its own sleep for silence: only a
            // question that was not answered tells.
            Phase::Open { unanswered: Some(since), .. } if now >= since + DEAD - PING => self.fail(now),
            Phase::Open { pinged, unanswered } if now >= pinged + PING => {
                self.phase = Phase::Open { pinged: now, unanswered: unanswered.or(Some(now)) };
                Some(Step::Ping)
            }
            _ => None,
        }
    }

    fn fail(&mut self, now: Millis) -> Option<Step> {
        self.closed(now);
        Some(Step::HangUp)
    }

    /// The connection stands.
    pub(crate) fn opened(&mut self, now: Millis) {
        if matches!(self.phase, Phase::Dialling(_)) {
            self.phase = Phase::Open { pinged: now, unanswered: None };
        }
    }

    /// Something was heard.
    pub(crate) fn heard(&mut self) {
        if let Phase::Open { unanswered, .. } = &mut self.phase {
            *unanswered = None;
        }
    }

    /// The other end talks to us as it should: the next break is a first one. (One that only says no is asked ever less
    /// often.)
    pub(crate) fn steady(&mut self) {
        self.tries = 0;
    }

    /// The connection is gone: it is dialled again after a while, each time a longer one.
    pub(crate) fn closed(&mut self, now: Millis) {
        if self.phase == Phase::Ended {
            return;
        }
        let wait = (FIRST << self.tries.min(5)).min(LONGEST);
        self.tries += 1;
        // A server that comes back must not meet everybody at the same moment.
        let jitter = self.dice.u64(0..=wait / 2);
        self.phase = Phase::Waiting(now + wait * 3 / 4 + jitter);
    }

    /// Somebody looks at the page again, or the network is back: no need to wait any longer.
    pub(crate) fn hurry(&mut self, now: Millis) {
        if matches!(self.phase, Phase::Waiting(_)) {
            self.phase = Phase::Waiting(now);
        }
    }

    /// Nobody needs it any more.
    pub(crate) fn end(&mut self) {
        self.phase = Phase::Ended;
    }

    /// Can something be said?
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Open { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Events with their moments; the steps they lead to, in a few letters.
    fn check(events: &[(Millis, &str)], expected: &str) {
        let mut line = Line::new(7, 0);
        let mut steps = Vec::new();
        for &(now, event) in events {
            match event {
                "open" => line.opened(now),
                "heard" => line.heard(),
                "close" => line.closed(now),
                "hurry" => line.hurry(now),
                "end" => line.end(),
                _ => steps.push(match line.tick(now) {
                    Some(step) => format!("{now}:{step:?}"),
                    None => continue,
                }),
            }
        }
        assert_eq!(steps.join(" "), expected, "{events:?}");
    }

    #[test]
    fn a_line_is_dialled_asked_and_hung_up() {
        check(&[(0, "tick")], "0:Dial");
        // Somebody answers: asked every two seconds and a half.
        check(
            &[
                (0, "tick"),
                (10, "open"),
                (20, "heard"),
                (2_509, "tick"),
                (2_510, "tick"),
                (2_520, "heard"),
                (5_010, "tick"),
            ],
            "0:Dial 2510:Ping 5010:Ping",
        );
        // Nobody does: dead seven seconds after the last word.
        check(
            &[(0, "tick"), (0, "open"), (0, "heard"), (2_500, "tick"), (6_999, "tick"), (7_000, "tick")],
            "0:Dial 2500:Ping 6999:Ping 7000:HangUp",
        );
        // A page that slept asks before it believes.
        check(
            &[(0, "tick"), (0, "open"), (0, "heard"), (60_000, "tick"), (60_030, "heard"), (120_000, "tick")],
            "0:Dial 60000:Ping 120000:Ping",
        );
        // A call nobody takes.
        check(&[(0, "tick"), (6_999, "tick"), (7_000, "tick"), (7_001, "tick")], "0:Dial 7000:HangUp");
        // Ended for good.
        check(&[(0, "tick"), (0, "open"), (5, "end"), (6, "close"), (90_000, "tick")], "0:Dial");
        // Somebody looks again.
        check(&[(0, "tick"), (1, "close"), (2, "tick"), (3, "hurry"), (3, "tick")], "0:Dial 3:Dial");
    }

    #[test]
    fn waits_double_up_to_five_seconds_and_begin_anew_after_a_word() {
        let mut line = Line::new(1, 0);
        let mut now = 0;
        let mut wait = |line: &mut Line| {
            line.closed(now);
            let begun = now;
            while line.tick(now) != Some(Step::Dial) {
                now += 1;
            }
            now - begun
        };
        for expected in [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000] {
            let waited = wait(&mut line);
            assert!((expected * 3 / 4..=expected * 5 / 4).contains(&waited), "{waited} for {expected}");
        }
        line.opened(1_000_000);
        line.heard();
        assert!(wait(&mut line) >= 3_750, "whoever only says no is not asked more often");
        line.steady();
        assert!(wait(&mut line) <= 313);
    }
}
