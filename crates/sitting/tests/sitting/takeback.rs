//! Taking moves back: in pairs against the computer, one by one at one board, by agreement from afar.

use damka_rules::{Ending, Variant};

use crate::*;

#[test]
fn pairs_against_the_computer() {
    let mut table = sitting(Variant::Russian, "start", against_computer());
    assert_eq!(refused(&table.handle(Act::TakeBack(WHITE), 0)), Some(&Denied::NothingToTakeBack));
    play(&mut table, "c3-d4");
    // While it thinks, only one's own move.
    let effects = table.handle(Act::TakeBack(WHITE), 0);
    assert_eq!(effects, [Effect::StopThinking, Effect::TakenBack(1), Effect::Save]);
    play(&mut table, "c3-d4");
    answer(&mut table, "b6-a5", 0);
    assert_eq!(table.handle(Act::TakeBack(WHITE), 0), [Effect::TakenBack(2), Effect::Save]);
    // The first move of the computer stays.
    let seats = Seats::against(BLACK, Seat::Computer(Level(1)));
    let mut table = sitting(Variant::Russian, "start", seats);
    table.handle(Act::Sit, 0);
    answer(&mut table, "c3-d4", 0);
    assert_eq!(refused(&table.handle(Act::TakeBack(BLACK), 0)), Some(&Denied::NothingToTakeBack));
}

#[test]
fn one_move_at_one_board_also_after_the_end() {
    let mut table = sitting(Variant::Russian, "start", two_people());
    play(&mut table, "c3-d4 b6-a5");
    table.handle(Act::Resign(WHITE), 0);
    assert_eq!(table.handle(Act::TakeBack(WHITE), 0)[0], Effect::TakenBack(1));
    assert_eq!((table.game.ply(), table.is_over()), (1, false));
    // An end after that is told again.
    let effects = table.handle(Act::Resign(BLACK), 0);
    assert!(matches!(effects[0], Effect::Ended(Ending::Resigned(BLACK), _)), "{effects:?}");
}

#[test]
fn from_afar_by_agreement() {
    let mut table = sitting(Variant::Russian, "start", Seats::both(Seat::Remote));
    play(&mut table, "c3-d4");
    assert_eq!(table.handle(Act::TakeBack(WHITE), 0), [Effect::TakebackAsked(WHITE), Effect::Save]);
    assert_eq!(table.game.ply(), 1, "taken back without being asked");
    assert_eq!(refused(&table.handle(Act::KeepMove(WHITE), 0)), Some(&Denied::NoTakeback));
    assert_eq!(table.handle(Act::KeepMove(BLACK), 0)[0], Effect::TakebackDeclined(BLACK));
    // A move is an answer, too.
    table.handle(Act::TakeBack(WHITE), 0);
    play(&mut table, "b6-a5");
    assert_eq!(table.takeback_asked, None);
    table.handle(Act::TakeBack(WHITE), 0);
    assert_eq!(table.handle(Act::TakeBack(BLACK), 0)[0], Effect::TakenBack(2));
    // What is over stays over.
    play(&mut table, "c3-d4");
    table.handle(Act::Resign(BLACK), 0);
    assert_eq!(refused(&table.handle(Act::TakeBack(WHITE), 0)), Some(&Denied::NoTakeback));
    // Nor can somebody who has lost agree to what was asked before.
    let mut table = sitting(Variant::Russian, "start", Seats::both(Seat::Remote));
    play(&mut table, "c3-d4");
    table.handle(Act::TakeBack(WHITE), 0);
    table.handle(Act::Resign(BLACK), 0);
    assert_eq!(refused(&table.handle(Act::TakeBack(BLACK), 0)), Some(&Denied::NoTakeback));
}

#[test]
fn not_where_something_is_at_stake() {
    for agreement in [
        Agreement { rated: true, ..Agreement::new(Variant::Russian, two_people()) },
        Agreement { takeback: false, ..Agreement::new(Variant::Russian, two_people()) },
    ] {
        let mut table = Sitting::new(agreement, None, 1).unwrap();
        play(&mut table, "c3-d4");
        assert_eq!(refused(&table.handle(Act::TakeBack(WHITE), 0)), Some(&Denied::NoTakeback));
    }
}
