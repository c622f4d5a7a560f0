//! What arrives may be anything.

use damka_wire::brain::{Ask, Tell};
use damka_wire::room::{ClientIn, ClientOut};
use damka_wire::{MOST_BYTES, Score, decode};
use proptest::prelude::*;

#[test]
fn nonsense_is_refused_with_its_place() {
    let check = |text: &str, told: &str| {
        let reason = decode::<Ask>(text).unwrap_err().to_string();
        assert!(reason.contains(told), "{text}: {reason}");
    };
    check("", "line 1");
    check("{\"think\":{\"id\":-1}}", "line 1 column 17");
    check("{\"thunk\":{}}", "unknown variant `thunk`");
    check(&"[".repeat(100_000), "the message has 100000 bytes, at most 65536");
    check(&"[".repeat(MOST_BYTES), "line 1");
}

/// Pieces of messages in any order: closer to a real message than random characters.
fn scraps() -> impl Strategy<Value = String> {
    let scrap = prop_oneof![
        Just("{\"think\":"),
        Just("{\"done\":"),
        Just("{\"play\":"),
        Just("{\"welcome\":"),
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just("\"id\":"),
        Just("\"ply\":"),
        Just("\"lines\":"),
        Just("\"score\":"),
        Just("\"men\":"),
        Just("1e99"),
        Just("-9999999999"),
        Just("\"\\ud800\""),
        Just("null"),
        Just(","),
        Just("\"moves\":"),
        Just("\"x\""),
    ];
    prop::collection::vec(scrap, 0..12).prop_map(|scraps| scraps.concat())
}

proptest! {
    #[test]
    fn nothing_panics(text in prop_oneof![scraps(), ".*"]) {
        let _ = decode::<Ask>(&text);
        let _ = decode::<Tell>(&text);
        let _ = decode::<ClientOut>(&text);
        let _ = decode::<ClientIn>(&text);
    }

    /// Whatever numbers arrive, a score can be counted with.
    #[test]
    fn any_score_has_a_value(men: i32, plies: u32) {
        for score in [Score::Men(men), Score::Win(plies), Score::Loss(plies)] {
            prop_assert_eq!((-score).value(), -score.value());
            prop_assert!(score.value().abs() <= 30_000);
        }
    }
}
