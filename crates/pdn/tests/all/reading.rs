//! What the reader makes of what the field writes.

use damka_pdn::{Charset, Limits, Reader};

use crate::show;

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    let found: Vec<_> = show::games(text).iter().map(show::game).collect();
    assert_eq!(found, expect, "{text}");
}

#[track_caller]
fn check_left(text: &str, expect: &[&str]) {
    let mut reader = Reader::new(text.as_bytes());
    assert!(reader.by_ref().next().is_none(), "{text}");
    let left: Vec<_> = reader.leftover().iter().map(ToString::to_string).collect();
    assert_eq!(left, expect, "{text}");
}

#[test]
fn plain_games() {
    check("", &[]);
    check(" \n\n", &[]);
    check("1. 32-28 19-23 2. 28x19 *", &["1.32-28 19-23 2.28x19 | *"]);
    check("1.a3b4\n", &["1.a3-b4"]);
    check("[White \"A\"]\n[Black \"B\"]\n\n1. c3-d4 1-0", &["White=A Black=B | 1.c3-d4 | 1-0"]);
    check(
        "% a remark\n[Date \"2012.02.01\"]\n1. 32-28 19-23\n",
        &["Date=2012.02.01 | {a remark} 1.32-28 19-23"],
    );
    check(
        "[FEN \"?:W29:B22\"]\n*\n\n[FEN \"W:W31-50:B1-20\"]\n*\n",
        &["FEN=?:W29:B22 | *", "FEN=W:W31-50:B1-20 | *"],
    );
    check("[Event \"a\"]\n0-1\n\n[Event \"b\"]\n1-0", &["Event=a | 0-1", "Event=b | 1-0"]);
}

#[test]
fn where_games_end() {
    // Tags in any order: a game does not begin at Event.
    check(
        "[White \"a\"]\n[Event \"e\"]\n1. c3-d4 1-0\n[White \"b\"]\n[Event \"e\"]\n1. c3-b4 0-1",
        &["White=a Event=e | 1.c3-d4 | 1-0", "White=b Event=e | 1.c3-b4 | 0-1"],
    );
    // No result before the next header.
    check(
        "[Event \"a\"]\n1. 34-29 19-23 \n\n[Event \"b\"]\n1. 32-28 1-0",
        &["Event=a | 1.34-29 19-23", "Event=b | 1.32-28 | 1-0"],
    );
    // Headers without moves.
    check(
        "[Event \"a\"]\n[White \"x\"]\n\n[Event \"b\"]\n[White \"y\"]\n*",
        &["Event=a White=x", "Event=b White=y | *"],
    );
    check("[Event \"a\"]\n[Event \"b\"]\n*", &["Event=a", "Event=b | *"]);
    check("[White \"a\"]\n[Event \"b\"]\n\n[Event \"c\"]\n*", &["White=a Event=b", "Event=c | *"]);
    // An empty line within a header does not split it, a repeated tag is kept.
    check("[Event \"a\"]\n\n[White \"x\"]\n*", &["Event=a White=x | *"]);
    check(
        "[Event \"a\"]\n[Site \"x\"]\n[Site \"y\"]\n*",
        &["Event=a Site=x Site=y | * | 3:1 tag Site comes twice"],
    );
    // No tags at all.
    check("1. 34-30 20-25 2-0\n\n1. 31-26 20-25 0-2\n", &["1.34-30 20-25 | 2-0", "1.31-26 20-25 | 0-2"]);
    check("1. 34-30 20-25 2. 31-26\n\n1. 31-26 20-25", &["1.34-30 20-25 2.31-26", "1.31-26 20-25"]);
    check("1. 34-30 20-25\n\n2. 31-26 *", &["1.34-30 20-25 2.31-26 | *"]);
    // A comment behind the result is about the game before.
    check(
        "1. 32-28 1-0 {resigns}\n{next} 1. 31-27 0-1",
        &["1.32-28 {resigns} | 1-0", "{next} 1.31-27 | 0-1"],
    );
    check(
        "1. 32-28 1-0 *\n\n[White \"a\"] *",
        &["1.32-28 | 1-0", "White=a | * | 1:14 result * without a game"],
    );
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
fn odd_moves() {
    check("1. C3-D4 E5-G3", &["1.c3-d4 e5-g3"]);
    check("1. 01-07 5x 14 2. 15- 20 32 - 28", &["1.1-7 5x14 2.15-20 32-28"]);
    check("  1. 32-28  1- 7  2. 35x 4 10- 4\n2-0", &["1.32-28 1-7 2.35x4 10-4 | 2-0"]);
    check("1. 27-20* 11-15*", &["1.27-20 $7 11-15 $7"]);
    check("1. 27-20 *", &["1.27-20 | *"]);
    check("1. - - 2. - - 1/2-1/2", &["1.- - 2.- - | 1/2-1/2"]);
    check("1. ... 7-12 2. 13-8", &["1...7-12 2.13-8"]);
    check("1... 7-12 2. 13-8", &["1...7-12 2.13-8"]);
    check("1.… 7-12", &["1...7-12"]);
    check("77. 37x26 27-38 78. ... {end} *", &["77.37x26 27-38 {end} | *"]);
    check("3228 1823", &["32-28 18-23"]);
    check("1 c3-d4 2 c3-b4", &["1.c3-d4 2.c3-b4"]);
    check("1. 22x15x6, 1-5.", &["1.22x15x6 1-5"]);
    check("1. c3:e5:g7", &["1.c3:e5:g7"]);
    check("1. c3–d4 f6—g5", &["1.c3-d4 f6-g5"]);
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

#[test]
fn results_glued_to_the_next_game() {
    check("1. 32-28 0-201.33-29 19-23 2-0", &["1.32-28 | 0-2", "1.33-29 19-23 | 2-0"]);
    check("1. c3-d4 1/2-1/21.e3-f4 *", &["1.c3-d4 | 1/2-1/2", "1.e3-f4 | *"]);
    check("1. 33-29 1-11. 2. 32-28 *", &["1.33-29 | 1-1", "2.32-28 | *"]);
}

#[test]
fn missing_replies() {
    check(
        "1.c3-b4 2.e3-f4 e7-f6 3.b4-a5 b6-c5 *",
        &["1.c3-b4 - 2.e3-f4 e7-f6 3.b4-a5 b6-c5 | * | 1:11 the reply to move 1 is missing"],
    );
    // Every move with its own number.
    check("1.c3-b4 2.d6-e5 3.b4-a5 4.b6-c5 *", &["1.c3-b4 2.d6-e5 3.b4-a5 4.b6-c5 | *"]);
    check("1... d6-e5 2.b4-a5 b6-c5 *", &["1...d6-e5 2.b4-a5 b6-c5 | *"]);
}

#[test]
fn marks() {
    check("1.32-28!? 19-23(!?!!!) 2.28x19 *", &["1.32-28!? 19-23(!?!!!) 2.28x19 | *"]);
    check("1. 32-28 ! $1 $7 (!) 19-23", &["1.32-28(!) $1 $7 19-23"]);
    check("1. 32-28(31-27)", &["1.32-28 (31-27)"]);
    check("$1 1. 32-28", &["1.32-28 | 1:1 mark \"$1\" without a move before it"]);
    check("1. 32-28 $ $99999", &["1.32-28 | 1:10 not a move: \"$ $99999\""]);
}

#[test]
fn comments() {
    check("{a} 1. {b} 32-28 {c\n  d} {} 19-23 {?} *", &["{a} {b} 1.32-28 {c d} 19-23 {?} | *"]);
    check("1. 33-29 { nested { comment } } 19-23", &["1.33-29 {nested { comment }} 19-23"]);
    // Braces that do not match: the first closing one counts.
    check("1. 33-29 { open { x } 19-23 {y} 2. 31-27", &["1.33-29 {open { x} 19-23 {y} 2.31-27"]);
    check("1. 33-29 } 19-23", &["1.33-29 19-23 | 1:10 stray closing brace"]);
    check(
        "1. 33-29 {lost\n\n[Event \"b\"]\n1. 31-26 *",
        &["1.33-29 {lost} | 1:10 comment is not closed", "Event=b | 1.31-26 | *"],
    );
    check("1. 33-29 {lost", &["1.33-29 {lost} | 1:10 comment is not closed"]);
    check(
        "1. 33-29\n% a whole line 1-0\n19-23 ; the rest\n2. 31-26",
        &["1.33-29 {a whole line 1-0} 19-23 {the rest} 2.31-26"],
    );
    check(
        "1. 33-29 {[%clk 0:01:30]} 19-23 [%clk 0:02:00]",
        &["1.33-29 {[%clk 0:01:30]} 19-23 {[%clk 0:02:00]}"],
    );
}

#[test]
fn variations() {
    check(
        "32-28 19-23 (18-23 38-32 (37-32? 23-29! { Black wins }) 12-18) 28x19",
        &["32-28 19-23 (18-23 38-32 (37-32? 23-29! {Black wins}) 12-18) 28x19"],
    );
    check("32-28 (31-27) (33-28 {b}) 19-23", &["32-28 (31-27) (33-28 {b}) 19-23"]);
    check("(31-27) 32-28", &["32-28 | 1:7 variation without a move before it"]);
    check("32-28 ) 19-23", &["32-28 19-23 | 1:7 stray closing parenthesis"]);
    check(
        "32-28 (31-27 18-23 1-0\n\n[Event \"b\"] *",
        &["32-28 (31-27 18-23) | 1-0 | 1:20 variation is not closed", "Event=b | *"],
    );
    check("32-28 (31-27\n[Event \"b\"] *", &["32-28 (31-27) | 2:1 variation is not closed", "Event=b | *"]);
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
fn setups() {
    check(
        "1.31-26 17-21 /FEN \"B:B1-16,18-21:W26,28,33-50\"/ {forgot} 17-22",
        &["1.31-26 17-21 /B:B1-16,18-21:W26,28,33-50/ {forgot} 17-22"],
    );
    check("/FEN \"B::\"/ 1... 20-25", &["/B::/ 1...20-25"]);
    check("/W:Wk50:B1,2/ 1. 7-12", &["/W:Wk50:B1,2/ 1.7-12"]);
    check("1. 32-28 w/o 19-23", &["1.32-28 19-23 | 1:10 not a move: \"w/o\""]);
}

#[test]
fn prose() {
    check("1. 14-18 8-11Redoverstepped. 1-0", &["1.14-18 8-11 | 1-0 | 1:14 not a move: \"Redoverstepped.\""]);
    check(
        "1. 14-18 White - to play - in 1946 1-5 wins 2. 8-11",
        &["1.14-18 1-5 2.8-11 | 1:10 not a move: \"White - to play - in 1946\"; 1:40 not a move: \"wins\""],
    );
    check("1. 32-28 [see page 5] 19-23", &["1.32-28 19-23 | 1:10 not a tag: \"[see page 5]\""]);
    check("1. 32-28 (White resigned) 1-0", &["1.32-28 | 1-0 | 1:11 not a move: \"White resigned\""]);
}

#[test]
fn tags() {
    check("[Event \"a\"][Site \"b\"] 1. 32-28 *", &["Event=a Site=b | 1.32-28 | *"]);
    check("[White \"say \\\"x\\\"\"] 32-28", &["White=say \"x\" | 32-28"]);
    check("[Event \"a\n[Site \"b\"]\n*", &["Event=a Site=b | * | 1:1 tag [Event is not closed"]);
    check("[Event \"a", &["Event=a | 1:1 tag [Event is not closed"]);
    check("[Result 1-0]\n1. 32-28 1-0", &["Result=1-0 | 1.32-28 | 1-0"]);
    check("[Round \"\"] [Date \"1950.\"] *", &["Round= Date=1950. | *"]);
    check_left("[FILENAME \"x\"]\n", &["line 1, column 1: tags without a game, from [FILENAME]"]);
    check_left("just words", &["line 1, column 1: not a move: \"just words\""]);
    check_left("{alone}", &["line 1, column 1: comment without a game"]);
    check_left("1-0", &["line 1, column 1: result 1-0 without a game"]);
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
