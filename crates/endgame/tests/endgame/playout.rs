//! Won positions are won against every defence before a draw law ends the game.

use std::collections::HashMap;

use damka_endgame::{Tables, Wdl, default_directory, random_position};
use damka_rules::variants::{Armenian, English, Russian};
use damka_rules::{AnyPosition, DrawClock, MoveList, Position, Rules};

/// The winner plays the tables' first choice, the loser everything.
struct Trial<'a, R: Rules> {
    tables: &'a Tables<R>,
    known: HashMap<(Position<R>, DrawClock), bool>,
}

impl<R: Rules> Trial<'_, R> {
    fn winner_moves(&mut self, pos: Position<R>, clock: DrawClock) -> bool {
        let drawn = clock.due(&pos).is_some() || clock.claimable(&pos).is_some();
        match self.tables.best_moves(&pos, &clock).first() {
            Some(&(m, verdict)) if !drawn && verdict.wdl == Wdl::Win => {
                let next = pos.play(m);
                self.loser_moves(next, clock.after(&pos, m, &next))
            }
            _ => false,
        }
    }

    fn loser_moves(&mut self, pos: Position<R>, clock: DrawClock) -> bool {
        if let Some(&won) = self.known.get(&(pos, clock)) {
            return won;
        }
        let mut moves = MoveList::new();
        pos.legal_moves(&mut moves);
        let drawn = !moves.is_empty() && (clock.due(&pos).is_some() || clock.claimable(&pos).is_some());
        let won = !drawn
            && moves.iter().all(|&m| {
                let next = pos.play(m);
                self.winner_moves(next, clock.after(&pos, m, &next))
            });
        self.known.insert((pos, clock), won);
        won
    }
}

fn check<R: Rules>(tables: &Tables<R>, pieces: u32, samples: usize)
where
    AnyPosition: From<Position<R>>,
{
    let mut trial = Trial { tables, known: HashMap::new() };
    let mut rng = fastrand::Rng::with_seed(1);
    let won =
        std::iter::repeat_with(|| random_position::<R>(pieces, &mut |below| rng.usize(..below))).flatten();
    for pos in won.filter(|pos| tables.probe(pos) == Some(Wdl::Win)).take(samples) {
        let fen = AnyPosition::from(pos).to_fen();
        assert!(trial.winner_moves(pos, DrawClock::default()), "{} {fen}", R::VARIANT);
        if trial.known.len() > 1_000_000 {
            trial.known.clear();
        }
    }
}

#[test]
fn three_pieces() {
    check(&Tables::<Russian>::quick(), 3, 2000);
    check(&Tables::<English>::quick(), 3, 2000);
    check(&Tables::<Armenian>::quick(), 2, 500);
}

/// `damka tables build` four pieces of each first, then: `cargo test --release -- --ignored four_pieces`.
#[test]
#[ignore = "needs tables of four pieces in $DAMKA_TABLES"]
fn four_pieces() {
    fn run<R: Rules>(samples: usize)
    where
        AnyPosition: From<Position<R>>,
    {
        let tables = Tables::<R>::open(&default_directory()).unwrap();
        assert!(tables.most_pieces() >= 4, "{} has no tables of four pieces", R::VARIANT);
        check(&tables, 3, samples);
        check(&tables, 4, samples);
    }
    run::<Russian>(10_000);
    run::<English>(10_000);
    // Armenian kings see so much that every defence takes its time.
    run::<Armenian>(200);
}
