//! The Shashki challenge as a layer: forfeits, what counts, and no way out.

use damka_rules::{Ending, Outcome, Variant, Wish};
use damka_sitting::challenge::{Challenge, Verdict};
use damka_sitting::entry::{Heard, Help};

use crate::*;

/// A capture is on, and quiet moves too.
const TEMPTING: &str = "W:Wc3,a1:Bd4,h8";

fn random() -> Seats {
    Seats::against(WHITE, Seat::Random)
}

const FORFEIT: Effect = Effect::Ended(Ending::Forfeit(WHITE), Outcome::Win(BLACK));

/// A quiet move while a capture is due forfeits by taps, by a drop and by text alike.
#[test]
fn a_quiet_move_forfeits_however_it_is_entered() {
    let wish = |table: &Sitting, from: &str, to: &str| {
        let pos = table.game.position();
        Wish::new(square(pos, from), square(pos, to))
    };
    for (from, to) in [("a1", "b2"), ("c3", "b4")] {
        let mut table = sitting(Variant::Shashki, TEMPTING, random());
        let effects = table.handle(Act::Write(WHITE, format!("{from}-{to}")), 0);
        assert_eq!(effects[..2], [FORFEIT, Effect::Scored(Verdict::Forfeit)], "{from}-{to} written");

        // Taps and drops both go through the entry, which hands the wish on.
        let mut table = sitting(Variant::Shashki, TEMPTING, random());
        let mut entry = table.entry(Help::default());
        let wanted = wish(&table, from, to);
        assert!(matches!(entry.tap(wanted.stops[0]), Heard::Lifted(_)));
        let Heard::Refused(heard) = entry.tap(wanted.stops[1]) else { panic!("{from}-{to}: not refused") };
        assert_eq!(heard, wanted);
        assert_eq!(table.handle(Act::Try(WHITE, heard), 0)[0], FORFEIT, "{from}-{to} tapped");
    }
}

#[test]
fn presses_that_are_no_move_are_ignored() {
    let mut table = sitting(Variant::Shashki, TEMPTING, random());
    let pos = *table.game.position();
    for (from, to) in [("a1", "h8"), ("c3", "c4")] {
        let Some(to) = pos.grid().parse_square(to) else { continue };
        assert_eq!(table.handle(Act::Try(WHITE, Wish::new(square(&pos, from), to)), 0), []);
    }
    let mut entry = table.entry(Help::default());
    // A piece taken up for a forbidden move can be put down, and another one taken.
    entry.tap(square(&pos, "a1"));
    assert_eq!(entry.bait(), Some(square(&pos, "a1")));
    entry.tap(square(&pos, "c3"));
    assert_eq!((entry.bait(), entry.lifted()), (None, Some(square(&pos, "c3"))));
    assert!(matches!(entry.tap(square(&pos, "e5")), Heard::Played(_)));
}

/// A position that somebody linked to is for practice: it forfeits, but it does not count.
#[test]
fn positions_from_links_do_not_score() {
    let agreement = Agreement { challenge: false, ..Agreement::new(Variant::Shashki, random()) };
    let mut table = Sitting::new(agreement, Some("W:WKa1:Bc3"), 1).unwrap();
    let effects = table.handle(Act::Write(WHITE, "a1xd4".into()), 0);
    assert!(effects.iter().any(|e| matches!(e, Effect::Ended(_, Outcome::Win(WHITE)))), "{effects:?}");
    assert!(!effects.iter().any(|e| matches!(e, Effect::Scored(_))), "{effects:?}");
}

#[test]
fn no_help_and_no_way_back_in_a_game_that_counts() {
    let mut table = sitting(Variant::Shashki, "start", random());
    table.handle(Act::Write(WHITE, "c3-d4".into()), 0);
    table.handle(Act::Answer(question(&table).id, None), 0);
    for (act, expected) in [
        (Act::TakeBack(WHITE), Denied::NoTakeback),
        (Act::AskHint(WHITE), Denied::NoHint),
        (Act::LetComputer, Denied::NoHint),
        (Act::OfferDraw(WHITE), Denied::NoDraw),
        (Act::Abort(WHITE), Denied::TooLateToAbort),
    ] {
        assert_eq!(refused(&table.handle(act, 0)), Some(&expected));
    }
    assert!(table.at_stake());
    let effects = table.handle(Act::Resign(WHITE), 0);
    assert!(effects.contains(&Effect::Scored(Verdict::DoubleDefeat)), "{effects:?}");
    // Looked at again it is not scored again.
    let mut again = Sitting::resume(&table.keep(0), 2).unwrap();
    assert_eq!(again.handle(Act::Sit, 0), []);
}

/// Blocking wins twice, and three wins solve.
#[test]
fn scores_add_up() {
    let mut challenge = Challenge::default();
    let mut solved = false;
    for _ in 0..2 {
        let mut table = sitting(Variant::Shashki, "W:Wa1,c1:Ba3", random());
        for effect in table.handle(Act::Write(WHITE, "a1-b2".into()), 0) {
            if let Effect::Scored(verdict) = effect {
                assert_eq!(verdict, Verdict::DoubleWin);
                solved = challenge.score(verdict).solved;
            }
        }
    }
    assert!(solved && challenge.streak == 4);
}
