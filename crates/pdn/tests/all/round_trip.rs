//! Whatever is written is read again as the same game, and the writing grammar accepts it.

use damka_pdn::{
    Action, Comment, Game, Line, Marks, MoveText, Place, Separator, SquareText, Step, Strength, Writer,
    to_pdn,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::{grammar, show};

fn square() -> impl Strategy<Value = (u8, u8, u8)> {
    (1..=72_u8, b'a'..=b'h', 1..=8_u8)
}

fn move_text() -> impl Strategy<Value = MoveText> {
    (vec(square(), 2..8), any::<bool>(), any::<bool>()).prop_map(|(squares, lettered, capture)| {
        let squares: Vec<_> = squares
            .into_iter()
            .map(|(number, file, rank)| match lettered {
                true => SquareText::Letter { file, rank },
                false => SquareText::Number(number),
            })
            .collect();
        let quiet = MoveText::new(&squares[..2], Separator::Dash).unwrap();
        let reads_as_result =
            ["1-1", "4-6", "6-4", "5-5", "1-9", "9-1"].contains(&quiet.to_string().as_str());
        match capture || reads_as_result {
            true => MoveText::new(&squares, Separator::Cross).unwrap(),
            false => quiet,
        }
    })
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        20 => move_text().prop_map(Action::Move),
        1 => "[WB]:W[1-9]{1,2}:B(K?[a-h][1-8],){0,3}".prop_map(Action::Setup),
    ]
}

/// Text without line ends, not blank at its ends: those the reader evens out.
fn text() -> impl Strategy<Value = String> {
    "[^\\pC{}]{0,120}".prop_map(|text| text.replace(['\u{2028}', '\u{2029}'], " ").trim().to_owned())
}

fn comments() -> impl Strategy<Value = Vec<Comment>> {
    let comment = prop_oneof![text(), "\\[%clk [0-9]:[0-5][0-9]:[0-5][0-9]\\]", "[a-z% ;\\[\"]{1,200}"];
    let filled =
        comment.prop_map(|text| Comment::new(&text)).prop_filter("empty", |found| !found.text.is_empty());
    prop_oneof![3 => Just(Vec::new()), 1 => vec(filled, 1..3)]
}

fn step(variations: BoxedStrategy<Vec<Line>>) -> impl Strategy<Value = Step> {
    let strength = proptest::option::weighted(0.2, ("[!?]{1,8}", any::<bool>()));
    let nags = prop_oneof![4 => Just(Vec::new()), 1 => vec(0..300_u16, 1..3)];
    (action(), strength, nags, comments(), variations).prop_map(
        |(action, strength, nags, comments, variations)| {
            let strength = strength.and_then(|(marks, parentheses)| Strength::new(&marks, parentheses));
            let strength = strength.filter(|_| matches!(action, Action::Move(_)));
            Step { marks: Marks { strength, nags }, comments, variations, ..Step::new(action) }
        },
    )
}

fn line() -> impl Strategy<Value = Line> {
    let leaf = (comments(), vec(step(Just(Vec::new()).boxed()), 1..6));
    let leaf = leaf.prop_map(|(comments, steps)| Line { comments, steps });
    leaf.prop_recursive(3, 40, 2, |inner| {
        let variations = prop_oneof![3 => Just(Vec::new()), 1 => vec(inner, 1..3)].boxed();
        (comments(), vec(step(variations), 1..6)).prop_map(|(comments, steps)| Line { comments, steps })
    })
}

fn game() -> impl Strategy<Value = Game> {
    let tags = vec(("[A-Z][A-Za-z0-9_]{0,12}", text()), 0..6);
    (tags, line()).prop_map(|(tags, line)| {
        let mut game = Game { line, ..Game::default() };
        for (name, value) in tags {
            // Once each, and none that steers numbers or results.
            if !["Result", "FEN", "GameType"].contains(&name.as_str()) {
                game.tags.set(&name, &value);
            }
        }
        game
    })
}

/// Without places and numbers, which the writer makes.
fn bare(game: &Game) -> Game {
    fn strip(line: &mut Line) {
        for step in &mut line.steps {
            step.at = Place::default();
            step.number = None;
            step.variations.iter_mut().for_each(strip);
        }
    }
    let mut game = Game { at: Place::default(), end: None, ..game.clone() };
    strip(&mut game.line);
    game
}

proptest! {
    #[test]
    fn written_games_read_back(games in vec(game(), 1..4)) {
        let mut writer = Writer::new(Vec::new());
        for game in &games {
            writer.write(game).unwrap();
        }
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        grammar::check(&text);
        let again = show::games(&text);
        prop_assert_eq!(again.iter().map(bare).collect::<Vec<_>>(), games, "{}", text);
    }

    #[test]
    fn what_is_read_can_be_written_and_read(text in "(\\PC|\n|[0-9a-h]{1,2}[-x:][0-9a-h]{1,2} |[(){}\\[\\]\"!?$*/.%-]){0,200}") {
        for game in show::games(&text) {
            if let Ok(first) = to_pdn(&game) {
                grammar::check(&first);
                let again = show::games(&first);
                prop_assert_eq!(again.len(), 1, "{}\n{}", text, first);
                // Moves nobody wrote down have become a comment, and do not count any more.
                if !format!("{:?}", game.line).contains("action: Unknown") {
                    prop_assert_eq!(&to_pdn(&again[0]).unwrap(), &first);
                }
            }
        }
    }
}
