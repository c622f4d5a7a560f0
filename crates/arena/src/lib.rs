//! Matches: two players, both colours of every opening, many games at a time.
//!
//! [`play`] runs a match; players come from a factory so that every thread has its own. The [`Tally`] knows
//! Elo and SPRT, every [`Record`] is a whole game with the reason of its end.

mod game;
mod openings;
mod player;
mod tally;

pub use game::{Control, Record, Trouble, play_game};
pub use openings::{OpeningError, Openings};
pub use player::{Choice, EnginePlayer, Fault, Player};
pub use tally::{Elo, Sprt, Tally, Verdict};

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// What is played.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Where games begin; each opening is played twice, with colours exchanged.
    pub openings: Openings,
    /// How many pairs of games.
    pub pairs: usize,
    /// How long players think, the first and the second.
    pub controls: [Control; 2],
    /// A game longer than this is a draw.
    pub most_plies: usize,
    /// Games at a time.
    pub concurrency: usize,
}

/// Two players: the first, whose score is told, and the second.
pub type Pairing = [Box<dyn Player>; 2];

/// Plays a match. `make` is called once in every thread; `on_game` after every game, in the order they end,
/// and can break the match off. The first failure to make players ends it.
pub fn play(
    schedule: &Schedule,
    make: &(dyn Fn() -> Result<Pairing, Fault> + Sync),
    on_game: &mut dyn FnMut(&Record, &Tally) -> ControlFlow<()>,
) -> Result<Tally, Fault> {
    let next = AtomicUsize::new(0);
    let ended = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    let work = |send: mpsc::Sender<Result<Record, Fault>>| {
        let mut players = match make() {
            Ok(players) => players,
            Err(fault) => {
                // The match is over anyway if nobody listens.
                let _ = send.send(Err(fault));
                return;
            }
        };
        loop {
            // Two games of a pair go to whoever is free: a pair counts once both are there.
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= schedule.pairs * 2 || ended.load(Ordering::Relaxed) {
                return;
            }
            let record = play_game(schedule, number, &mut players);
            let broken = record.trouble.as_ref().is_some_and(Trouble::is_lasting);
            if send.send(Ok(record)).is_err() {
                return;
            }
            if broken {
                match make() {
                    Ok(fresh) => players = fresh,
                    Err(fault) => {
                        let _ = send.send(Err(fault));
                        return;
                    }
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..schedule.concurrency.max(1) {
            let send = send.clone();
            scope.spawn(|| work(send));
        }
        drop(send);
        let mut tally = Tally::default();
        let mut result = Ok(());
        for record in receive {
            match record {
                Ok(record) if !ended.load(Ordering::Relaxed) => {
                    tally.add(&record);
                    if on_game(&record, &tally).is_break() {
                        ended.store(true, Ordering::Relaxed);
                    }
                }
                Ok(_) => {}
                Err(fault) => {
                    ended.store(true, Ordering::Relaxed);
                    result = Err(fault);
                }
            }
        }
        result.map(|()| tally)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damka_engine::Options;
    use damka_rules::Variant;

    use super::*;

    fn schedule(variant: Variant, pairs: usize) -> Schedule {
        Schedule {
            openings: Openings::random(variant, 4, 7),
            pairs,
            controls: [Control::Nodes(200); 2],
            most_plies: 200,
            concurrency: 2,
        }
    }

    fn engines() -> Result<Pairing, Fault> {
        let engine = |name: &str| Box::new(EnginePlayer::new(name, Options { hash_mb: 1, threads: 1 }));
        Ok([engine("a"), engine("b")])
    }

    #[test]
    fn both_colours_of_every_opening() {
        let mut seen = Vec::new();
        let tally = play(&schedule(Variant::Russian, 4), &engines, &mut |record, _| {
            assert!(record.trouble.is_none(), "{record:?}");
            seen.push((record.number / 2, record.first, record.game.position_at(4).copied()));
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(tally.games(), 8);
        seen.sort_by_key(|(pair, side, _)| (*pair, *side));
        for pair in seen.chunks(2) {
            assert_eq!(pair[0].2, pair[1].2, "the same opening");
            assert_ne!(pair[0].1, pair[1].1, "the other colour");
        }
    }

    #[test]
    fn a_match_can_be_broken_off_and_players_can_fail_to_come() {
        let tally =
            play(&schedule(Variant::English, 50), &engines, &mut |_, _| ControlFlow::Break(())).unwrap();
        assert_eq!(tally.games(), 1);
        let nobody = || Err(Fault::Crashed("no such program".into()));
        assert!(
            play(&schedule(Variant::English, 5), &nobody, &mut |_, _| ControlFlow::Continue(())).is_err()
        );
    }

    struct Bad(Fault);
    impl Player for Bad {
        fn name(&self) -> &str {
            "bad"
        }
        fn new_game(&mut self, _: Variant) -> Result<(), Fault> {
            Ok(())
        }
        fn choose(&mut self, _: &damka_rules::Game, _: &damka_engine::Limits) -> Result<Choice, Fault> {
            Err(self.0.clone())
        }
    }

    #[test]
    fn who_fails_loses_and_it_is_told() {
        for fault in
            [Fault::Crashed("boom".into()), Fault::Illegal("1-1".into()), Fault::Silent(Duration::ZERO)]
        {
            let make = || -> Result<Pairing, Fault> {
                let engine = EnginePlayer::new("a", Options { hash_mb: 1, threads: 1 });
                Ok([Box::new(engine), Box::new(Bad(fault.clone()))])
            };
            let tally = play(&schedule(Variant::Russian, 2), &make, &mut |record, _| {
                assert!(record.trouble.is_some());
                ControlFlow::Continue(())
            });
            let tally = tally.unwrap();
            assert_eq!((tally.wins, tally.troubles), (4, 4));
        }
    }
}
