//! Draws: offered, accepted, declined, claimed, and the computer's manners about them.

use damka_rules::{Ending, Outcome, Variant};
use damka_sitting::Purpose;

use crate::*;

/// Two kings each, nobody can take anything.
const LEVEL: &str = "W:WKc1,Ke1:BKd8,Kf8";

const AGREED: Effect = Effect::Ended(Ending::Agreed, Outcome::Draw);

#[test]
fn the_computer_accepts_when_it_should() {
    let check = |fen: &str, score: i32, accepted: bool| {
        let mut table = sitting(Variant::Russian, fen, against_computer());
        table.handle(Act::OfferDraw(WHITE), 0);
        let text = table.game.position().move_texts()[0].clone();
        let effects = answer(&mut table, &text, score);
        assert_eq!(effects[0], if accepted { AGREED } else { Effect::DrawDeclined(BLACK) }, "{fen} {score}");
    };
    // The score is the person's, who offers.
    check(LEVEL, 0, true);
    check(LEVEL, -30, true);
    check(LEVEL, -40, false);
    check("start", 0, false);
    check("start", 200, true);
    check("W:Wa1,b2:BKh8,Kf8,Kd8", -600, false);
}

#[test]
fn without_an_engine_the_pieces_are_counted() {
    let check = |fen: &str, expected: Effect| {
        let mut table = sitting(Variant::Russian, fen, against_computer());
        table.handle(Act::OfferDraw(WHITE), 0);
        let id = question(&table).id;
        assert_eq!(table.handle(Act::Answer(id, None), 0)[0], expected, "{fen}");
    };
    check(LEVEL, AGREED);
    check("W:Wa1,b2:BKh8,Kf8,Kd8", Effect::DrawDeclined(BLACK));
}

#[test]
fn people_ask_each_other() {
    let mut table = sitting(Variant::Russian, "start", two_people());
    assert_eq!(table.handle(Act::OfferDraw(WHITE), 0), [Effect::DrawOffered(WHITE), Effect::Save]);
    assert_eq!(refused(&table.handle(Act::OfferDraw(WHITE), 0)), Some(&Denied::NoDraw));
    assert_eq!(refused(&table.handle(Act::DeclineDraw(WHITE), 0)), Some(&Denied::NoOffer));
    assert_eq!(table.handle(Act::DeclineDraw(BLACK), 0), [Effect::DrawDeclined(BLACK), Effect::Save]);
    // At one board they may ask again at once.
    table.handle(Act::OfferDraw(WHITE), 0);
    assert_eq!(table.handle(Act::OfferDraw(BLACK), 0)[0], AGREED);
}

#[test]
fn from_afar_offers_cool_down() {
    let mut table = sitting(Variant::Russian, "start", Seats::both(Seat::Remote));
    table.handle(Act::OfferDraw(WHITE), 0);
    // A move declines, too.
    play(&mut table, "c3-d4");
    assert_eq!(table.game.draw_offer(), Some(WHITE));
    play(&mut table, "b6-a5");
    assert_eq!(table.game.draw_offer(), None);
    assert_eq!(refused(&table.handle(Act::OfferDraw(WHITE), 0)), Some(&Denied::TooSoon(10)));
    assert_eq!(table.handle(Act::OfferDraw(BLACK), 0)[0], Effect::DrawOffered(BLACK));
    table.handle(Act::DeclineDraw(WHITE), 0);
    play(&mut table, "d4-c5 d6xb4 a3xc5 f6-g5 g3-h4 g5-f4 e3xg5 h6xf4 b2-a3 c7-d6");
    assert_eq!(table.handle(Act::OfferDraw(WHITE), 0)[0], Effect::DrawOffered(WHITE));
}

#[test]
fn the_computer_offers_in_a_level_ending_and_rests_after() {
    let mut table = sitting(Variant::Russian, LEVEL, against_computer());
    play(&mut table, "e1-h4");
    let effects = answer(&mut table, "f8-c5", 0);
    assert!(matches!(effects[1], Effect::Ask(q) if q.purpose == Purpose::Offer), "{effects:?}");
    assert_eq!(answer(&mut table, "h4-g5", 10)[0], Effect::DrawOffered(BLACK));
    assert_eq!(table.handle(Act::DeclineDraw(WHITE), 0)[0], Effect::DrawDeclined(WHITE));
    play(&mut table, "h4-e1");
    let effects = answer(&mut table, "c5-f8", 0);
    assert!(!effects.iter().any(|e| matches!(e, Effect::Ask(_))), "no rest: {effects:?}");
    // Not when it stands better or worse.
    let mut table = sitting(Variant::Russian, LEVEL, against_computer());
    play(&mut table, "e1-h4");
    answer(&mut table, "f8-c5", 0);
    assert_eq!(answer(&mut table, "h4-g5", 90), []);
}

/// With one piece each the Armenian game is drawn by agreement: the opponent is asked, the computer agrees.
#[test]
fn one_piece_each_is_a_draw_by_agreement() {
    const ONE_EACH: &str = "W:WKa1:BKh7";
    let mut table = sitting(Variant::Armenian, ONE_EACH, against_computer());
    assert!(table.draw_is_due() && table.claimable().is_none());
    assert_eq!(table.handle(Act::ClaimDraw(WHITE), 0)[0], AGREED);
    let mut table = sitting(Variant::Armenian, ONE_EACH, against_computer());
    assert_eq!(table.handle(Act::OfferDraw(WHITE), 0)[0], AGREED);
    for seats in [two_people(), Seats::both(Seat::Remote)] {
        let mut table = sitting(Variant::Armenian, ONE_EACH, seats);
        assert_eq!(table.handle(Act::ClaimDraw(WHITE), 0)[0], Effect::DrawOffered(WHITE));
        assert!(!table.is_over(), "a one-sided claim ends the game");
        assert_eq!(table.handle(Act::OfferDraw(BLACK), 0)[0], AGREED);
    }
    let mut table = sitting(Variant::Russian, LEVEL, two_people());
    assert_eq!(refused(&table.handle(Act::ClaimDraw(WHITE), 0)), Some(&Denied::NothingToClaim));
}

/// Offers and resignations only where they make sense.
#[test]
fn nothing_is_offered_where_it_makes_no_sense() {
    let mut table = sitting(Variant::Russian, "start", Seats::both(Seat::Computer(Level(1))));
    for act in [Act::OfferDraw(WHITE), Act::Resign(WHITE), Act::AskHint(WHITE)] {
        assert_eq!(refused(&table.handle(act, 0)), Some(&Denied::NotYourSeat));
    }
    let mut table = sitting(Variant::Russian, "start", two_people());
    table.handle(Act::Resign(WHITE), 0);
    for act in [Act::OfferDraw(BLACK), Act::Resign(BLACK), Act::DeclineDraw(BLACK)] {
        assert_eq!(refused(&table.handle(act, 0)), Some(&Denied::Over));
    }
}
