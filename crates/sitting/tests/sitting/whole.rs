//! A whole game from the first move to its end, with clock, offers, takeback, touch-move and adjusting.

use std::time::Instant;

use damka_rules::{Ending, Outcome, Variant, Wish};
use damka_sitting::{Act, Agreement, Control, Denied, Effect, Purpose, Sitting};

use crate::*;

#[test]
fn everything_happens_in_milliseconds() {
    let begun = Instant::now();
    let agreement = Agreement {
        touch_move: true,
        control: Control::Fischer { base: 60, plus: 2 },
        ..Agreement::new(Variant::Russian, against_computer())
    };
    let mut table = Sitting::new(agreement, None, 9).unwrap();
    let at = |table: &Sitting, name| square(table.game.position(), name);
    assert_eq!(table.handle(Act::Sit, 0), []);

    // Adjusting binds nobody; touching does.
    let c3 = at(&table, "c3");
    assert_eq!(table.handle(Act::Adjust(WHITE, c3), 10), [Effect::Adjusted(c3)]);
    let e3 = at(&table, "e3");
    assert_eq!(table.handle(Act::Touch(WHITE, e3), 20), [Effect::Touched(e3), Effect::Save]);
    let effects = table.handle(Act::Write(WHITE, "c3-d4".into()), 30);
    assert!(matches!(refused(&effects), Some(Denied::Wish { .. })), "{effects:?}");
    assert_eq!(refused(&table.handle(Act::Adjust(WHITE, c3), 40)), Some(&Denied::NothingToAdjust));

    // The move; the computer is asked with its level and the time it has.
    let effects = table.handle(Act::Write(WHITE, "e3-d4".into()), 50);
    let asked = question(&table);
    assert_eq!((asked.purpose, asked.level.map(|l| l.0), asked.millis), (Purpose::Move, Some(3), 2000));
    assert!(effects.contains(&Effect::Ask(asked)));
    // Out of turn.
    assert_eq!(refused(&table.handle(Act::Write(WHITE, "c3-b4".into()), 60)), Some(&Denied::NotYourTurn));
    assert_eq!(refused(&table.handle(Act::OfferDraw(WHITE), 60)), Some(&Denied::NotYourTurn));
    // An old answer is nobody's answer.
    assert_eq!(table.handle(Act::Answer(asked.id + 7, None), 70), []);
    let effects = table.handle(Act::Answer(asked.id, Some(Found { text: "d6-c5".into(), score: 3 })), 5_050);
    assert!(matches!(&effects[0], Effect::Moved { ply: 2, side: BLACK, .. }), "{effects:?}");
    let clock = table.clock.as_ref().unwrap();
    assert_eq!((clock.left(BLACK, 5_050), clock.left(WHITE, 6_050)), (57_000, 59_000));
    assert_eq!(table.times[1].used, Some(5_000));

    // A draw is offered, declined, and not offered again at once.
    table.handle(Act::OfferDraw(WHITE), 5_100);
    assert_eq!(question(&table).purpose, Purpose::Draw);
    let declined = answer_at(&mut table, "b2-a3", -10, 5_200);
    assert_eq!(declined, [Effect::DrawDeclined(BLACK), Effect::Save]);
    assert_eq!(refused(&table.handle(Act::OfferDraw(WHITE), 5_300)), Some(&Denied::TooSoon(10)));

    // Advice, and a takeback of both moves.
    table.handle(Act::AskHint(WHITE), 5_400);
    let effects = answer_at(&mut table, "c3-b4", 1, 5_500);
    assert!(matches!(&effects[..], [Effect::Hint(WHITE, _)]), "{effects:?}");
    let effects = table.handle(Act::TakeBack(WHITE), 5_600);
    assert_eq!(effects, [Effect::TakenBack(2), Effect::Save]);
    assert_eq!((table.game.ply(), table.times.len()), (0, 0));

    // Nonsense, then the end by the flag: the move comes too late.
    let wish = Wish::new(at(&table, "c3"), at(&table, "c5"));
    assert!(matches!(refused(&table.handle(Act::Try(WHITE, wish), 5_700)), Some(Denied::Wish { .. })));
    let effects = table.handle(Act::Tick, 5_600 + 40_000);
    assert_eq!(effects, [Effect::LowTime(WHITE)]);
    let effects = table.handle(Act::Write(WHITE, "c3-d4".into()), 200_000);
    assert_eq!(effects[0], Effect::Ended(Ending::Time(WHITE), Outcome::Win(BLACK)));
    assert_eq!(refused(&effects), Some(&Denied::Over));
    for act in [Act::Resign(WHITE), Act::OfferDraw(WHITE), Act::Abort(WHITE), Act::LetComputer] {
        assert_eq!(refused(&table.handle(act, 200_001)), Some(&Denied::Over));
    }
    // How long a test takes is the machine's business, unless it was asked for.
    let taken = begun.elapsed();
    assert!(
        taken.as_millis() < 50 || std::env::var_os("DAMKA_TIMES").is_none(),
        "milliseconds, not {taken:?}"
    );
}

fn answer_at(table: &mut Sitting, text: &str, score: i32, now: u64) -> Vec<Effect> {
    let id = question(table).id;
    table.handle(Act::Answer(id, Some(Found { text: text.into(), score })), now)
}

/// Two random movers play every game to its end without anybody's help.
#[test]
fn machines_play_every_variant_to_its_end() {
    for &variant in Variant::EVERY {
        let seats = Seats::both(Seat::Random);
        let mut table = sitting(variant, "start", seats);
        table.handle(Act::Sit, 0);
        for now in 1..4_000 {
            let Some(question) = table.question() else { break };
            assert!(question.any_move);
            table.handle(Act::Answer(question.id, None), now);
        }
        assert!(table.is_over(), "{variant} after {} plies", table.game.ply());
        assert_eq!(table.times.len(), table.game.ply());
    }
}

#[test]
fn machines_can_be_halted() {
    let mut table = sitting(Variant::Russian, "start", Seats::both(Seat::Random));
    table.handle(Act::Sit, 0);
    let asked = question(&table);
    assert_eq!(table.handle(Act::Pause(true), 1), [Effect::StopThinking, Effect::Save]);
    assert_eq!(table.handle(Act::Answer(asked.id, None), 2), []);
    assert!(table.paused && table.game.ply() == 0);
    table.handle(Act::Pause(false), 3);
    assert_ne!(question(&table).id, asked.id);
    // People are not halted.
    let mut people = sitting(Variant::Russian, "start", two_people());
    assert_eq!(people.handle(Act::Pause(true), 1), []);
}

#[test]
fn another_opponent_in_the_middle_of_a_thought() {
    let mut table = sitting(Variant::Russian, "start", against_computer());
    play(&mut table, "c3-d4");
    let effects = table.handle(Act::Reseat(BLACK, Seat::Computer(Level::FULL)), 1);
    assert!(matches!(effects[..], [Effect::StopThinking, Effect::Ask(_), Effect::Save]), "{effects:?}");
    assert_eq!(question(&table).level, Some(Level::FULL));
    let refusal = table.handle(Act::Reseat(WHITE, Seat::Random), 1);
    assert_eq!(refused(&refusal), Some(&Denied::NotYourSeat));
}

#[test]
fn the_computer_may_move_for_a_person() {
    let mut table = sitting(Variant::Russian, "start", against_computer());
    table.handle(Act::LetComputer, 0);
    let effects = answer(&mut table, "c3-d4", 0);
    assert!(matches!(effects[0], Effect::Moved { side: WHITE, .. }), "{effects:?}");
}

#[test]
fn a_game_that_hardly_began_is_broken_off() {
    let mut table = sitting(Variant::Russian, "start", two_people());
    play(&mut table, "c3-d4");
    assert_eq!(table.handle(Act::Abort(BLACK), 0), [Effect::Aborted, Effect::Save]);
    assert!(table.is_over() && table.game.ending().is_none());
    let mut table = sitting(Variant::Russian, "start", two_people());
    play(&mut table, "c3-d4 b6-a5");
    assert_eq!(refused(&table.handle(Act::Abort(WHITE), 0)), Some(&Denied::TooLateToAbort));
}
