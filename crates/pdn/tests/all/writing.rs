//! What the writer makes of games.

use damka_pdn::{Capture, Ending, Game, Score, Step, Style, WriteError, Writer, to_pdn};

use crate::{grammar, show};

#[track_caller]
fn check(text: &str, expect: &str) {
    let mut writer = Writer::new(Vec::new());
    for game in show::games(text) {
        writer.write(&game).unwrap();
    }
    let written = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert_eq!(written, expect);
    grammar::check(&written);
}

#[test]
fn results_become_tags() {
    check("1. 32-28 19-23 1-0", "[Result \"1-0\"]\n\n1. 32-28 19-23 *\n");
    check("[Result \"*\"]\n[White \"a\"]\n1. 32-28 0-2", "[Result \"0-2\"]\n[White \"a\"]\n\n1. 32-28 *\n");
    check("[Result \"1/2-1/2\"] 1. 32-28 *", "[Result \"1/2-1/2\"]\n\n1. 32-28 *\n");
    check("[Risultato \"1-0\"] 1. 32-28 1-0", "[Risultato \"1-0\"]\n[Result \"1-0\"]\n\n1. 32-28 *\n");
    check("1. 32-28", "1. 32-28 *\n");
    check("[Event \"a\"] *\n[Event \"b\"] *", "[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n");
}

#[test]
fn moves_become_strict() {
    check("1. C3:E5 A7-C5-E3 2. 05x 14 27-20*", "1. c3:e5 a7xc5xe3 2. 5x14 27-20 $7 *\n");
    check("1. 32-28 ! 19-23 (?)", "1. 32-28! 19-23(?) *\n");
}

#[test]
fn captures_have_the_sign_of_their_game() {
    check(
        "[GameType \"25\"] 1. c3xe5 22x15 2. a1xc3xe5",
        "[GameType \"25\"]\n\n1. c3:e5 22:15 2. a1:c3:e5 *\n",
    );
    check("[GameType \"26\"] 1. c3:e5", "[GameType \"26\"]\n\n1. c3xe5 *\n");
    // Thai captures have a dash, unless they would read as a result or as several moves.
    check("[GameType \"31\"] 1. 22x15 1x9 2. 1x10x19", "[GameType \"31\"]\n\n1. 22-15 1x9 2. 1x10x19 *\n");
    check("[GameType \"41\"] 1. c3xe5", "[GameType \"41\"]\n\n1. c3:e5 *\n");
}

/// Where all squares are used these are moves, and would otherwise read as results.
#[test]
fn moves_that_look_like_results() {
    check(
        "[GameType \"30\"] 1. 09-01 04-06 2. 06-04 01-09",
        "[GameType \"30\"]\n\n1. 09-1 04-6 2. 06-4 01-9 *\n",
    );
    check("[GameType \"30\"] 1. 09-01 *", "[GameType \"30\"]\n\n1. 09-1 *\n");
}

#[test]
fn numbers() {
    check("32-28 {a} 19-23 31-27 $1 18-22", "1. 32-28 {a} 1... 19-23 2. 31-27 $1 2... 18-22 *\n");
    check("1. 32-28 19-23 (18-23 31-27) 31-27", "1. 32-28 19-23 (1... 18-23 2. 31-27) 2. 31-27 *\n");
    check("1. 32-28 (31-27 (33-28)) 19-23", "1. 32-28 (1. 31-27 (1. 33-28)) 1... 19-23 *\n");
    check("[FEN \"B:W31:B2\"] 2-7 31-27", "[FEN \"B:W31:B2\"]\n\n1... 2-7 2. 31-27 *\n");
    check(
        "[GameType \"21\"] [FEN \"B:W31:B2\"] 2-7 31-27",
        "[GameType \"21\"]\n[FEN \"B:W31:B2\"]\n\n1. 2-7 31-27 *\n",
    );
    check("17. ... 2-7 31-27", "17... 2-7 18. 31-27 *\n");
    check("1. 32-28 /FEN \"W:W31:B2\"/ 31-27", "1. 32-28 /FEN \"W:W31:B2\"/ 2. 31-27 *\n");
    check("1. 32-28 /FEN \"B:W31:B2\"/ 2-7", "1. 32-28 /FEN \"B:W31:B2\"/ 1... 2-7 *\n");
    check("7. ... /FEN \"B:W31:B2\"/ 2-7 31-27", "/FEN \"B:W31:B2\"/ 7... 2-7 8. 31-27 *\n");
    check("1. - - 2. - 19-23 *", "{3 moves not recorded} 2... 19-23 *\n");
    check("[White \"a\"] 1. - *", "[White \"a\"]\n\n{1 move not recorded} *\n");
}

#[test]
fn texts_are_tamed() {
    check("1. 32-28 {a { b } c}", "1. 32-28 {a ( b ) c} *\n");
    check(
        "[white \"say \\\"x\\\" C:\\dir\"] 1. 32-28",
        "[White \"say \\\"x\\\" C:\\\\dir\"]\n\n1. 32-28 *\n",
    );
    check("[Белые \"а\"] [White-Elo \"1\"] 1. 32-28", "[X_____ \"а\"]\n[White_Elo \"1\"]\n\n1. 32-28 *\n");
    check("{first} 1. 32-28 *", "{first} 1. 32-28 *\n");
}

#[test]
fn lines_are_short() {
    let text = "1. 32-28 {a rather long comment of many words} 19-23 ".repeat(20);
    let written = to_pdn(&show::games(&text)[0]).unwrap();
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
}

#[test]
fn what_cannot_be_written() {
    let game = |text: &str| {
        let mut game = Game::default();
        game.line.steps.push(Step::new(damka_pdn::Action::Move(text.parse().unwrap())));
        game
    };
    assert!(matches!(to_pdn(&Game::default()), Err(WriteError::Empty)));
    assert!(matches!(to_pdn(&game("a10-b11")), Err(WriteError::Move(_))));
    assert!(matches!(to_pdn(&game("cb4")), Err(WriteError::Move(_))));
    let mut setup = Game::default();
    setup.line.steps.push(Step::new(damka_pdn::Action::Setup("a/b".to_owned())));
    assert!(matches!(to_pdn(&setup), Err(WriteError::Setup(_))));
}

#[test]
fn the_style_of_older_programs() {
    let mut game = show::games("[Result \"2-0\"] 1. c3:e5 22x15 *").remove(0);
    game.end = Some(Score::Open);
    let written = |capture| {
        let mut writer = Writer::with_style(Vec::new(), Style { ending: Ending::Score, capture });
        writer.write(&game).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    };
    assert_eq!(written(Capture::Colon), "[Result \"2-0\"]\n\n1. c3:e5 22x15 2-0\n");
    assert_eq!(written(Capture::Cross), "[Result \"2-0\"]\n\n1. c3xe5 22x15 2-0\n");
}
