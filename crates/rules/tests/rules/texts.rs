//! FEN and move texts: what is read, what is written, and how errors name their place.

use damka_rules::{AnyPosition, Notation, Variant};

fn check(variant: &str, text: &str, expected: Result<&str, &str>) {
    let variant: Variant = variant.parse().unwrap();
    let found = AnyPosition::from_fen(variant, text);
    match (found, expected) {
        (Ok(pos), Ok(fen)) => assert_eq!(pos.to_fen(), fen, "{text}"),
        (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{text}: {error}"),
        (found, _) => panic!("{text}: {:?}, expected {expected:?}", found.map(|p| p.to_fen())),
    }
}

#[test]
fn fen() {
    check("russian", "W:Wa1,c3,Kf8:Bb8.", Ok("W:WKf8,c3,a1:Bb8"));
    check("russian", "w:b1,2:wk3,32", Ok("W:WKf8,g1:Bb8,d8"));
    check(
        "international",
        "W:W31-50:B1-20",
        Ok(
            "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
        ),
    );
    check("international", " W : W 31 , 32 : B 1 ", Ok("W:W31,32:B1"));
    check("international", "B:W31:B1:H0:F12", Ok("B:W31:B1"));
    check("russian", "\"W:Wa1:BKb8.\"", Ok("W:Wa1:BKb8"));
    check("frisian", "W:WK31,40:BK1,12:H0:F12:+1+2", Ok("W:WK31,40:BK1,12:+101+231"));
    check("russian", "W:W:B1", Ok("W:W:Bb8"));
    check("russian", "", Err("empty"));
    check("russian", "X:W1:B2", Err("column 1"));
    check("russian", "W:Wa9:Bb2", Err("column 4: 'a9' is not a playable square"));
    check("russian", "W:Wa2:Bb2", Err("'a2' is not a playable square"));
    check("russian", "W:W33:B1", Err("'33' is not a playable square"));
    check("russian", "W:Wc3,c3:B1", Err("two pieces"));
    check("russian", "W:Wc3:Bc3", Err("two pieces"));
    check("russian", "W:Wb8:Bc3", Err("crowned"));
    check("russian", "W:W32-29:B1", Err("backwards"));
    check("russian", "W:W29:W30", Err("twice"));
    check("russian", "W", Err("no squares"));
    check("russian", "W:W:B", Err("no piece"));
    check("russian", "W:W29,,30:B1", Err("found nothing"));
    check("russian", "W:W\u{448}3:B1", Err("column 4"));
}

#[test]
fn both_numberings_are_written() {
    let pos = AnyPosition::from_fen(Variant::Russian, "W:Wa1:Bh8")
        .unwrap_or_else(|_| AnyPosition::from_fen(Variant::Russian, "W:Wa1:BKh8").unwrap());
    assert_eq!(pos.to_fen_in(Notation::Numeric).replace('K', ""), "W:W29:B4");
}

/// What a text is taken for, or a part of the reason why not.
#[track_caller]
fn reads(variant: &str, fen: &str, text: &str, expected: &str) {
    let variant: Variant = variant.parse().unwrap();
    let pos = AnyPosition::from_fen(variant, fen).unwrap();
    match pos.play_text(text) {
        Ok((_, route)) => assert_eq!(pos.write(&route), expected, "{text}"),
        Err(error) => assert!(error.to_string().contains(expected), "{text}: {error}"),
    }
}

/// Finding 7: what Russian books and keyboards write.
#[test]
fn russian_books_are_read() {
    for text in ["cd4", "CD4", "c-d4", "цд4", "сд4", "с3-д4", "ц3-д4", "Ц3-Д4", "ц3д4", "С3Д4", "c3d", "c3-d"]
    {
        reads("russian", "start", text, "c3-d4");
    }
    for text in ["gh4", "гх4", "г3-х4", "gh"] {
        reads("russian", "start", text, "g3-h4");
    }
    for text in ["ab4", "аб"] {
        reads("russian", "start", text, "a3-b4");
    }
    // Both c3 and e3 go to d4, so the column must be told; of column e there are three pieces, one goes there.
    reads("russian", "start", "ed4", "e3-d4");
    // Captures: with a colon, an x, a Cyrillic x, or nothing; with the square or its column only.
    let fen = "W:Wc3,g3:Bd4,b6";
    for text in [
        "c3:e5",
        "c3xe5",
        "c3Xe5",
        "c3\u{d7}e5",
        "c3хe5",
        "с3хе5",
        "c:e5",
        "ц:е5",
        "c:e",
        "ce5",
        "cxe",
        "22:15",
        "22х15",
    ] {
        reads("russian", fen, text, "c3:e5");
    }
    reads("russian", "W:Wd4:Be5,g7,g5", "d:h8", "d4:h8");
    reads("russian", "W:Wd4:Be5,g7,g5", "d:f:h8", "d4:h8");
    reads("international", "W:W28:B22", "28х17", "28x17");
    // Honest about doubt, and about what is not there.
    reads("russian", "W:Wc3,c5:Bh8", "cb", "ambiguous");
    reads("russian", "W:Wc3,c5:Bb4,b6", "c:a", "it may be c5:a7 or c5:a3");
    reads("russian", "start", "hg5", "h-g5 is not legal: the piece does not move in that direction");
    reads("russian", "start", "cc5", "c-c5 is not legal: there is no such move");
    reads("russian", "W:Wc3,g3:Bd4", "gh4", "g-h4 is not legal: you must capture with c3: c3:e5");
    reads("russian", "start", "c", "a move needs two squares");
    reads("russian", "start", "жд4", "'ж' is not a playable square");
}

/// Finding 9: a path written in full was refused as ambiguous.
#[test]
fn a_full_path_is_never_ambiguous() {
    let fen = "W:WK13,K39:BK3,4,5,8,10,15,K17,K23,31,33,36,42,K45,K49,K50";
    let pos = AnyPosition::from_fen(Variant::Frisian, fen).unwrap();
    let check = |text: &str, taken: &[u8]| {
        let (_, route) = pos.play_text(text).unwrap();
        assert_eq!(route.taken().iter().map(|sq| sq.number()).collect::<Vec<_>>(), taken, "{text}");
    };
    check("39x22x11x41x19", &[33, 17, 31, 23]);
    check("39x28x11x41x19", &[33, 17, 31, 23]);
    check("39x28x6x46x19", &[33, 17, 36, 23]);
    check("39x22x6x46x19", &[33, 17, 36, 23]);
    let error = pos.play_text("39x19").unwrap_err().to_string();
    assert!(error.contains("39x28x6x46x19 or 39x28x11x41x19"), "{error}");
}

#[test]
fn moves_are_read_as_people_write_them() {
    for text in ["c3-d4", "C3-D4", "c3d4", " c3 - d4 ", "22-18", "c3-d4!?", "22\u{2013}18"] {
        reads("russian", "start", text, "c3-d4");
    }
    for text in ["h6xa3", "h6:a3", "h6-a3", "h6:f8:a3", "h6xf8xa3=K", "H6XF8XA3"] {
        reads("russian", "W:Wh6:Bc5,g7", text, "h6:a3");
    }
    for (text, expected) in [
        ("3228", "32-28"),
        ("32-29", "not legal"),
        ("32-51", "column 4: '51' is not a playable square"),
        ("32", "a move needs two squares"),
        ("32?28", "expected '-' or 'x'"),
        ("", "there is no move"),
    ] {
        reads("international", "start", text, expected);
    }
    reads("russian", "start", "c3-i9", "column 4");
    // Two ways round with different victims: the full path is written, and needed.
    let round = "W:WK48:B8,9,20,31,32,33,42";
    let pos = AnyPosition::from_fen(Variant::International, round).unwrap();
    for route in pos.moves() {
        let text = pos.write(&route);
        assert_eq!(pos.play_text(&text).unwrap().1.taken().len(), route.taken().len());
    }
}
