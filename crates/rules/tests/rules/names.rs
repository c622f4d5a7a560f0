//! Names that are stable: squares, sides, outcomes, endings, draw laws; what is no name is refused.

use damka_rules::{AnyPosition, DrawLaw, Ending, MoveText, Notation, Outcome, Route, Side, Square, Variant};

#[test]
fn squares_are_read_and_printed_in_one_way() {
    for &variant in Variant::EVERY {
        let grid = variant.grid();
        for square in grid.all() {
            for notation in [Notation::Numeric, Notation::Algebraic] {
                let name = grid.name(square, notation);
                assert_eq!(grid.parse_square(&name), Some(square), "{variant} {name}");
                assert_eq!(grid.parse_square(&name.to_uppercase()), Some(square), "{variant} {name}");
            }
        }
    }
    let grid = Variant::Russian.grid();
    for (text, number) in [("c3", 22), ("C3", 22), ("с3", 22), ("ц3", 22), ("Д4", 18), ("х8", 4), ("В8", 1)]
    {
        assert_eq!(grid.parse_square(text), Some(Square::new(number)), "{text}");
    }
    for bad in
        ["", "0", "33", "300", "-1", "+1", "c", "c4", "i9", "c0", "c9", "c33", "3c", "c3 ", "ж3", "я", "€3"]
    {
        assert_eq!(grid.parse_square(bad), None, "{bad}");
    }
}

/// Finding 16: a square the board does not have printed nonsense.
#[test]
fn a_foreign_square_is_called_by_its_number() {
    let pos = AnyPosition::start(Variant::Russian);
    for number in [33, 64, 200, 255] {
        assert_eq!(pos.square_name(Square::new(number)), number.to_string());
    }
}

/// Finding 16: a route without stops could be said, and asking where it begins panicked.
#[test]
fn routes_and_texts_have_two_stops() {
    let [a, b, c] = [22, 18, 15].map(Square::new);
    let check = |stops: &[Square], taken: &[Square], sound: bool| {
        assert_eq!(Route::new(stops.into(), taken.into(), false).is_some(), sound, "{stops:?} {taken:?}");
    };
    check(&[], &[], false);
    check(&[a], &[], false);
    check(&[a, b], &[], true);
    check(&[a, c], &[b], true);
    check(&[a, c], &[b, b], false);
    check(&[a, b, c], &[b], false);
    assert!(MoveText::new(&[], false).is_none() && MoveText::new(&[a], true).is_none());
    let route = Route::new(vec![a, b, c], vec![a, b], true).unwrap();
    assert_eq!(route.after(1), Route::new(vec![b, c], vec![b], true));
    assert_eq!(route.after(2), None);
    assert_eq!(route.after(9), None);
}

/// Finding 16: messages of the library numbered squares in games that letter them.
#[test]
fn errors_call_squares_as_the_game_does() {
    let check = |variant, fen: &str, text: &str, expected: &str| {
        let error = AnyPosition::from_fen(variant, fen).unwrap().play_text(text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(Variant::Russian, "start", "17-13", "b4-a5 is not legal: there is no piece on b4");
    check(Variant::Russian, "W:Wc3,g3:Bd4", "24-20", "g3-h4 is not legal: you must capture with c3: c3:e5");
    check(Variant::International, "start", "28-23", "28-23 is not legal: there is no piece on 28");
}

#[test]
fn keys_survive_a_round_trip() {
    for side in Side::BOTH {
        assert_eq!(side.key().parse(), Ok(side));
        assert_eq!(side.letter().to_string().parse(), Ok(side));
        for ending in [
            Ending::NoPieces(side),
            Ending::Blocked(side),
            Ending::FirstKing(side),
            Ending::Resigned(side),
            Ending::Time(side),
            Ending::Forfeit(side),
            Ending::Agreed,
        ] {
            assert_eq!(ending.key().parse(), Ok(ending));
        }
    }
    for outcome in [Outcome::Win(Side::White), Outcome::Win(Side::Black), Outcome::Draw] {
        assert_eq!(outcome.to_string().parse(), Ok(outcome));
    }
    for law in Variant::EVERY.iter().flat_map(|variant| variant.laws().draws) {
        assert_eq!(law.key().parse(), Ok(*law));
        assert_eq!(law.key().parse(), Ok(Ending::Law(*law)));
    }
    for bad in [
        "",
        "-",
        "eaten",
        "resigned",
        "resigned-green",
        "kings-only",
        "kings-only-",
        "kings-only-300",
        "balance-7",
    ] {
        assert!(bad.parse::<Ending>().is_err() && bad.parse::<DrawLaw>().is_err(), "{bad}");
        let error = bad.parse::<Ending>().unwrap_err().to_string();
        assert!(error.contains(bad), "{error}");
    }
    assert!("3-1".parse::<Outcome>().is_err() && "grey".parse::<Side>().is_err());
}
