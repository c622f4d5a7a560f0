//! Keeping a sitting and taking it up again.

use damka_rules::{Ending, Outcome, Variant};
use damka_sitting::{Control, Kept};

use crate::*;

#[test]
fn a_sitting_survives_the_journey() {
    let agreement = Agreement {
        touch_move: true,
        control: Control::Fischer { base: 60, plus: 1 },
        swapped: true,
        takeback: false,
        ..Agreement::new(Variant::RussianOptional, Seats::against(BLACK, Seat::Computer(Level(3))))
    };
    let mut table = Sitting::new(agreement, None, 1).unwrap();
    table.handle(Act::Sit, 0);
    answer(&mut table, "c3-d4", 0);
    let d6 = square(table.game.position(), "d6");
    table.handle(Act::Touch(BLACK, d6), 5_000);
    let kept = table.keep(7_000);
    let text = serde_json::to_string(&kept).unwrap();
    let read: Kept = serde_json::from_str(&text).unwrap();
    assert_eq!(read, kept);
    let again = Sitting::resume(&read, 2).unwrap();
    assert_eq!(again.agreement, table.agreement);
    assert_eq!(again.game.touched(), Some(d6));
    assert_eq!(again.keep(7_000), kept);
}

#[test]
fn ends_offers_and_positions_are_kept() {
    let mut table = sitting(Variant::Russian, "B:Wc3,e3:Bd6,f6", two_people());
    play(&mut table, "d6-c5");
    table.handle(Act::OfferDraw(WHITE), 0);
    let again = Sitting::resume(&table.keep(0), 2).unwrap();
    assert_eq!(again.game.draw_offer(), Some(WHITE));
    assert_eq!(again.game.positions()[0], table.game.positions()[0]);
    table.handle(Act::Resign(WHITE), 0);
    let again = Sitting::resume(&table.keep(0), 2).unwrap();
    assert_eq!(again.game.ending(), Some(Ending::Resigned(WHITE)));
    let mut table = sitting(Variant::Russian, "start", two_people());
    table.handle(Act::Abort(WHITE), 0);
    assert!(Sitting::resume(&table.keep(0), 2).unwrap().aborted);
}

/// A game from elsewhere keeps its names and its result.
#[test]
fn foreign_games_keep_names_and_result() {
    let mut record = damka_record::Record::new(Variant::International);
    record.moves = ["32-28", "19-23"].map(damka_record::Ply::from).into();
    record.outcome = Some(Outcome::Win(BLACK));
    record.set_tag("White", "Ivanov");
    record.set_tag("Black", "Petrosyan");
    let table = Sitting::of_record(&record, Agreement::new(Variant::Russian, two_people()), 1).unwrap();
    assert_eq!((table.name(WHITE), table.name(BLACK)), (Some("Ivanov"), Some("Petrosyan")));
    assert_eq!(table.agreement.variant, Variant::International);
    assert_eq!(table.game.outcome(), Some(Outcome::Win(BLACK)));
    assert_eq!(table.record().tag("White"), Some("Ivanov"));
}

#[test]
fn corruption_is_explained() {
    let mut table = sitting(Variant::Russian, "start", two_people());
    play(&mut table, "c3-d4 b6-a5");
    let check = |change: &dyn Fn(&mut Kept), expected: &str| {
        let mut kept = table.keep(0);
        change(&mut kept);
        let error = Sitting::resume(&kept, 1).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(&|kept| kept.record.moves[1].text = "b6-b5".into(), "ply 2");
    check(&|kept| kept.record.start = Some("W:Wz9".into()), "z9");
}
