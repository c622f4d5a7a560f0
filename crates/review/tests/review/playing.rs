//! Games between low levels, reviewed; every reason is played out on the board and counted by hand.

use std::collections::BTreeMap;

use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_explain::{Because, What};
use damka_review::drive;
use damka_rules::{AnyPosition, Game, Role, Side, Variant};

/// Men and kings of a side, counted square by square.
fn count(pos: &AnyPosition, side: Side) -> (u8, u8) {
    let roles = pos.grid().all().filter_map(|square| pos.piece_at(square)).filter(|piece| piece.side == side);
    roles.fold((0, 0), |(men, kings), piece| match piece.role {
        Role::Man => (men + 1, kings),
        Role::King => (men, kings + 1),
    })
}

/// What playing the line out says against a reason; nothing if it holds.
pub(crate) fn contradiction(
    engine: &mut Engine,
    game: &Game,
    ply: usize,
    because: &Because,
) -> Option<String> {
    let before = game.positions()[ply];
    let mover = before.turn();
    let missed = because.what.is_missed();
    // Who gets something.
    let winner = if missed { mover } else { mover.other() };
    let mut board = if missed { before } else { game.positions()[ply + 1] };
    let mut crowned_on = Vec::new();
    for text in because.line.texts() {
        let side = board.turn();
        let (next, route) = match board.play_text(&text) {
            Ok(played) => played,
            Err(error) => return Some(format!("{text}: {error}")),
        };
        if side == winner && route.promotes() {
            crowned_on.extend(route.stops().iter().copied());
        }
        board = next;
    }
    let lost = |side: Side| {
        let ((men, kings), (men_left, kings_left)) = (count(&before, side), count(&board, side));
        (men + kings - men_left - kings_left, kings.saturating_sub(kings_left))
    };
    let ((taken, kings), (given, _)) = (lost(winner.other()), lost(winner));
    let unless = |holds: bool, why: &str| (!holds).then(|| format!("{why}: {taken} for {given}, {board}"));
    let quiet = !board.can_capture();
    let over = board.moves().is_empty() && board.turn() != winner;
    let pieces_left = count(&board, winner.other());
    match because.what {
        What::Loses { pieces, kings: royal } | What::MissedTaking { pieces, kings: royal } => {
            unless(taken == pieces && given == 0 && kings == royal && quiet, "not for nothing")
        }
        What::Zugzwang { pieces } | What::Opposition { pieces } => {
            unless(taken == pieces && given == 0 && quiet, "nothing is lost by moving")
        }
        What::Shot { taken: n, given: m } | What::MissedShot { taken: n, given: m } => {
            unless(taken == n && given == m && n > m && quiet, "no shot")
        }
        What::LetsKing | What::MissedKing => {
            let at = because.at.is_some_and(|at| crowned_on.contains(&at));
            let more = count(&board, winner).1 > count(&before, winner).1;
            unless(at && more && quiet, "no king")
        }
        What::LetsFirstKing | What::MissedFirstKing => {
            unless(over && !crowned_on.is_empty(), "no first king")
        }
        What::Blocked | What::MissedBlock => unless(over && pieces_left != (0, 0), "not blocked"),
        What::LosesAll | What::MissedAll => unless(over && pieces_left == (0, 0), "something is left"),
        What::TookFewer { took, could } => {
            let played = game.moves()[ply].route.taken().len() as u8;
            unless(played == took && taken == could && could > took, "not fewer")
        }
        What::ThrowsWin | What::ThrowsDraw => {
            let mut game = game.clone();
            while game.ply() > ply + 1 {
                game.undo();
            }
            let after = engine.search(&game, &Limits::nodes(200_000), &Stop::new(), &mut |_| ());
            let sign = if after.score.is_proven() { -after.score.value().signum() } else { 0 };
            let held = if because.what == What::ThrowsWin { 1 } else { 0 };
            unless(sign < held, "it was not thrown away")
        }
    }
}

/// Games that are reviewed, some of every main game.
const GAMES: [Variant; 8] = [
    Variant::Russian,
    Variant::Armenian,
    Variant::International,
    Variant::English,
    Variant::Turkish,
    Variant::Brazilian,
    Variant::Italian,
    Variant::Frisian,
];

/// Plays one game between two low levels.
fn game(engine: &mut Engine, number: usize) -> Game {
    let variant = GAMES[number % GAMES.len()];
    let mut game = Game::new(variant);
    let seed = 0x5eed + number as u64;
    let levels = [number / 8 % 6, number / 16 % 5 + 1].map(|level| Level::new(level as u8).expect("a level"));
    while game.ending().is_none() && game.ply() < 120 {
        let level = levels[game.ply() % 2];
        let report = engine.play(&game, level, seed, &Limits::nodes(500), &Stop::new(), &mut |_| ());
        let Some(route) = report.best() else { break };
        game.play_route(route).expect("a legal move");
    }
    game
}

fn check(games: usize, nodes: u64) {
    let mut engine = Engine::new(Options { hash_mb: 4, threads: 1 });
    engine.use_tables(None);
    let list = std::env::var_os("DAMKA_LIST").is_some();
    let (mut bad, mut explained, mut wrong) = (0, 0, Vec::new());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..games {
        engine.new_game();
        let game = game(&mut engine, number);
        let review = drive(&mut engine, &game, &Limits::nodes(nodes));
        for one in review.judged().iter().filter(|one| one.judgement.is_some()) {
            let found = review.because(one.ply);
            bad += 1;
            explained += usize::from(!found.is_empty());
            for because in &found {
                *kinds.entry(because.what.key()).or_default() += 1;
                let place = || {
                    let variant = game.variant();
                    let fen = game.positions()[one.ply].to_fen();
                    format!(
                        "{variant} | {fen} | {} | {because} | {}",
                        one.text,
                        because.line.texts().join(" ")
                    )
                };
                if list {
                    println!("{}", place());
                }
                wrong.extend(
                    contradiction(&mut engine, &game, one.ply, because)
                        .map(|why| format!("{}: {why}", place())),
                );
            }
        }
    }
    println!(
        "{games} games, {bad} bad moves, {explained} explained, {} contradicted: {kinds:?}",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(explained * 3 > bad, "hardly anything can be explained: {explained} of {bad}");
}

#[test]
fn no_reason_of_twenty_games_is_contradicted() {
    check(20, 1_500);
}

/// `cargo test --release -p damka-review --features engine -- --ignored two_hundred --nocapture`
#[test]
#[ignore = "takes minutes: ./test release"]
fn no_reason_of_two_hundred_games_is_contradicted() {
    check(200, 20_000);
}
