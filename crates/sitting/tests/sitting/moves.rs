//! Moves by route, by text and by wish, and why they are refused.

use damka_rules::{Refusal, Variant, Wish};
use damka_sitting::entry::{Heard, Help};

use crate::*;

#[test]
fn wishes_are_refused_with_their_reason() {
    let check = |fen: &str, wish: &[&str], expected: fn(&Refusal) -> bool| {
        let mut table = sitting(Variant::Russian, fen, two_people());
        let pos = *table.game.position();
        let stops = wish.iter().map(|name| square(&pos, name)).collect();
        let effects = table.handle(Act::Try(pos.turn(), Wish { stops }), 0);
        let Some(Denied::Wish { refusal, .. }) = refused(&effects) else { panic!("{fen}: {effects:?}") };
        assert!(expected(refusal), "{fen} {wish:?}: {refusal:?}");
    };
    check("start", &["d4"], |r| matches!(r, Refusal::EmptySquare { .. }));
    check("start", &["b6"], |r| matches!(r, Refusal::NotYours { .. }));
    check("W:Wc3,e3:Bd4,b6", &["e3", "f4"], |r| matches!(r, Refusal::MustCapture { .. }));
    // Another piece of one's own is wanted instead.
    check("W:Wc3,e1:Bd4,b6", &["c3", "e1"], |r| matches!(r, Refusal::MustCapture { .. }));
}

#[test]
fn machines_and_strangers_do_not_move() {
    let mut table = sitting(Variant::Russian, "start", against_computer());
    play(&mut table, "c3-d4");
    let effects = table.handle(Act::Write(BLACK, "b6-a5".into()), 0);
    assert_eq!(refused(&effects), Some(&Denied::NotYourSeat));
    // From afar people move like people.
    let mut table = sitting(Variant::Russian, "start", Seats::both(Seat::Remote));
    play(&mut table, "c3-d4 b6-a5");
    assert!(!table.persons_turn());
}

#[test]
fn taps_become_acts() {
    let mut table = sitting(Variant::Russian, "start", against_computer());
    let mut entry = table.entry(Help { finish_chain: true, one_tap: false });
    let pos = *table.game.position();
    assert_eq!(entry.tap(square(&pos, "c3")), Heard::Lifted(square(&pos, "c3")));
    let Heard::Played(route) = entry.tap(square(&pos, "d4")) else { panic!("no move") };
    assert!(matches!(table.handle(Act::Play(WHITE, route), 0)[0], Effect::Moved { .. }));
    assert!(!table.entry(Help::default()).is_open(), "the computer's turn");
}

#[test]
fn a_missing_engine_leaves_moves_to_the_dice() {
    let mut table = sitting(Variant::Russian, "start", against_computer());
    play(&mut table, "c3-d4");
    let id = question(&table).id;
    let effects = table.handle(Act::Answer(id, None), 0);
    assert!(matches!(effects[0], Effect::Moved { side: BLACK, .. }), "{effects:?}");
    // An engine that answers nonsense is as good as none.
    let text = table.game.position().move_texts()[0].clone();
    play(&mut table, &text);
    let effects = answer(&mut table, "a1-h8", 0);
    assert!(matches!(effects[0], Effect::Moved { side: BLACK, .. }), "{effects:?}");
}
