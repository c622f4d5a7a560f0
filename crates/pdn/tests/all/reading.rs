//! What the reader makes of what the field writes.

use damka_pdn::{Charset, Limits, Reader};

use crate::show;

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    let found: Vec<_> = show::games(text).iter().map(show::game).collect();
    assert_eq!(found, expect, "{text}");
}

/// What is read of a text, and what is left over if there is no game in it.
fn read(text: &str) -> Vec<String> {
    let games: Vec<_> = show::games(text).iter().map(|game| format!("> {}", show::game(game))).collect();
    if !games.is_empty() {
        return games;
    }
    let mut reader = Reader::new(text.as_bytes());
    assert!(reader.by_ref().next().is_none(), "{text}");
    reader.leftover().iter().map(|left| format!("! {left}")).collect()
}

/// Every case of `reading.txt`.
#[test]
fn cases() {
    let unescaped = |text: &str| {
        let parts = text
            .split("\\\\")
            .map(|part| part.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t"));
        parts.collect::<Vec<_>>().join("\\")
    };
    let mut lines = include_str!("reading.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .peekable();
    let mut count = 0;
    while let Some(text) = lines.next() {
        let text = unescaped(text.strip_prefix('<').unwrap().strip_prefix(' ').unwrap_or_default());
        let mut expect = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with('<')) {
            expect.push(line);
        }
        assert_eq!(read(&text), expect, "{text}");
        count += 1;
    }
    assert!(count >= 60, "only {count} cases");
}

#[test]
fn results() {
    for result in ["1-0", "0-1", "1/2-1/2", "2-0", "1-1", "0-2", "0-0", "4-6", "10-0", "*"] {
        check(&format!("1. 32-28 {result}"), &[&format!("1.32-28 | {result}")]);
    }
    check("1. 32-28 ½-½", &["1.32-28 | 1/2-1/2"]);
    check("1. 1-10 2. 1-18", &["1.1-10 2.1-18"]);
    check("[Result \"0-2\"]\n\n1. 0-2\n", &["Result=0-2 | 0-2"]);
    check("1. 2-0", &["2-0"]);
    // Delft: only the tag tells the score 2-8 from the move.
    check("[Result \"2-8\"]\n1. 33-29 2-8 2. 32-28 2-8", &["Result=2-8 | 1.33-29 2-8 2.32-28 | 2-8"]);
    check("1. 33-29 2-8", &["1.33-29 2-8"]);
    check(
        "[Result \"0-1\"]\n1. 32-28 1-0",
        &["Result=0-1 | 1.32-28 | 1-0 | 2:10 the moves end with 1-0 but the Result tag says 0-1"],
    );
    check("[Result \"1-0\"]\n1. 32-28 2-0", &["Result=1-0 | 1.32-28 | 2-0"]);
    // The outcome of an analysis.
    check("1. 32-28 (1. 31-27 1-0) 19-23 0-1", &["1.32-28 (1.31-27 {1-0}) 19-23 | 0-1"]);
    check("1. 32-28 (1. 31-27 *) 19-23 0-1", &["1.32-28 (1.31-27) 19-23 | 0-1"]);
}

#[test]
fn short_moves() {
    check("1. cb4 fg5 2. b:d6 c:e5 1-0", &["1.cb4 fg5 2.b:d6 c:e5 | 1-0"]);
    check("1. CB4! (1. ed4?) fg5", &["1.cb4! (1.ed4?) fg5"]);
    check("1. сб4 фг5 2. б:д6", &["1.cb4 fg5 2.b:d6"]);
    check("1. с3-д4 д6-ц5 2. г3х4", &["1.c3-d4 d6-c5 2.g3-h4"]);
    // Among words they are words.
    check("1. c3-d4 see cb4 there 2. e3-f4", &["1.c3-d4 2.e3-f4 | 1:10 not a move: \"see cb4 there\""]);
    // In an old code page, too.
    let (bytes, ..) = encoding_rs::WINDOWS_1251.encode("[White \"Петров\"]\n1. с3-д4 фг5 2-0\n");
    assert_eq!(show::game(&show::games(&bytes)[0]), "White=Петров | 1.c3-d4 fg5 | 2-0");
}

/// What would move the cursor or ring the bell of a terminal that shows it.
#[test]
fn control_characters_are_blanks() {
    check(
        "[White \"a\u{1b}[31mb\"] 1. 32-28\u{7} {c\u{8}d} 19-23\u{1b}*\u{1a}",
        &["White=a [31mb | 1.32-28 {c d} 19-23 | *"],
    );
}

#[test]
fn nesting_is_bounded() {
    let deep = format!("32-28 {} 31-27 {} 19-23", "(1-6 ".repeat(1000), ")".repeat(1000));
    let games = show::games(&deep);
    assert_eq!(games[0].moves().count(), 2);
    let reports: Vec<_> = games[0].skipped.iter().map(|skipped| skipped.reason.to_string()).collect();
    assert_eq!(reports, ["variations nested too deeply"]);
}

#[test]
fn line_ends_written_out() {
    check(
        r#"[Event "a"]\n[Site "b"]\n\n1. 32-28 19-23\n2. 31-27 2-0\n"#,
        &["Event=a Site=b | 1.32-28 19-23 2.31-27 | 2-0"],
    );
}

#[test]
fn places() {
    let text = "\u{feff}[White \"Жук\"]\r\n\r\n1. c3-d4\r\n d6-c5 1-0\r\r[White \"b\"]\n*";
    let games = show::games(text);
    let offset = |needle: &str| text.find(needle).unwrap() as u64;
    let at = |game: usize, step: usize| games[game].line.steps[step].at;
    assert_eq!((games[0].at.offset, games[0].at.line, games[0].at.column), (3, 1, 1));
    assert_eq!((at(0, 0).offset, at(0, 0).line, at(0, 0).column), (offset("c3"), 3, 4));
    assert_eq!((at(0, 1).offset, at(0, 1).line, at(0, 1).column), (offset("d6"), 4, 2));
    assert_eq!((games[1].at.offset, games[1].at.line), (offset("[White \"b"), 6));
}

#[test]
fn encodings() {
    let text = "[White \"Абациев Н.\"]\n[Opening \"Обратный перекрёсток\"]\n1. c3-d4 {хорошо} *";
    for name in ["utf-8", "cp1251", "koi8-r", "cp866"] {
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let (bytes, _, _) = encoding.encode(text);
        let games = show::games(&bytes);
        assert_eq!(show::game(&games[0]), show::game(&show::games(text)[0]), "{name}");
        let mut reader = Reader::new(bytes.as_ref());
        reader.next();
        assert_eq!(reader.charset(), Charset::of_name(name).unwrap());
        // Told rather than guessed.
        let told = Reader::with_options(bytes.as_ref(), Charset::of_name(name), Limits::default()).next();
        assert_eq!(told.unwrap().unwrap(), games[0], "{name}");
    }
    // A file glued together from others, and one with a bad byte.
    let mut mixed = "[White \"Жучков\"]\n*\n\n".as_bytes().to_vec();
    mixed.extend(encoding_rs::WINDOWS_1251.encode("[White \"Чижов\"]\n*\n").0.iter());
    let found: Vec<_> = show::games(&mixed).iter().map(show::game).collect();
    assert_eq!(found, ["White=Жучков | *", "White=Чижов | *"]);
    let damaged = [b"[White \"".as_slice(), "Абациев Н".as_bytes(), b"\xFF\"]\n*"].concat();
    assert_eq!(show::game(&show::games(&damaged)[0]), "White=Абациев Н\u{fffd} | *");
    let latin = b"[Event \"40\xB0 Campionato\"]\n[White \"Bert\xE8 Daniele\"]\n*";
    assert_eq!(show::game(&show::games(latin)[0]), "Event=40° Campionato White=Bertè Daniele | *");
    let wide: Vec<u8> =
        "\u{feff}[White \"Жук\"]\n1. c3-d4 *".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(show::game(&show::games(&wide)[0]), "White=Жук | 1.c3-d4 | *");
    // Without a mark.
    let text = "[White \"Жук\"]\n[Event \"Первенство Ленинграда\"]\n1. c3-d4 {сильно} *";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [little, big] {
        assert_eq!(show::game(&show::games(&bytes)[0]), show::game(&show::games(text)[0]));
    }
    for given in [None, Charset::of_name("utf-16be")] {
        let mut reader = Reader::with_options(wide.as_slice(), given, Limits::default());
        assert_eq!(show::game(&reader.next().unwrap().unwrap()), "White=Жук | 1.c3-d4 | *");
        assert_eq!(reader.charset().name(), "UTF-16BE");
    }
}

#[test]
fn limits() {
    let limits = Limits { steps: 3, text: 2000, reports: 2, comment: 40, ..Limits::default() };
    let read = |text: &str| {
        let mut reader = Reader::with_options(text.as_bytes(), None, limits);
        show::game(&reader.next().unwrap().unwrap())
    };
    assert_eq!(
        read("1-5 2-6 3-7 4-8 5-9 *"),
        "1-5 2-6 3-7 | * | 1:13 game is too long, the rest is left out"
    );
    assert_eq!(
        read("1-5 a 2-6 b 3-7 c 1-0"),
        "1-5 2-6 3-7 | 1-0 | 1:5 not a move: \"a\"; 1:11 not a move: \"b\"; 1:17 more was skipped than is listed"
    );
    assert!(read(&format!("1-5 {{{}}} *", "long ".repeat(20))).contains("comment is not closed"));
    assert!(read(&format!("[Event \"{}\"] 1-5 *", "x".repeat(3000))).contains("too long"));
}
