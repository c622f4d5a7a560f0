//! Whatever is done, nothing panics, and the record replays to the same game.

use damka_rules::{Route, Variant, Wish};
use damka_sitting::Control;
use damka_sitting::entry::Help;
use proptest::prelude::*;

use crate::*;

fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![
        3 => Just(Seat::Person),
        2 => Just(Seat::Remote),
        1 => Just(Seat::Random),
        1 => (0..Level::COUNT).prop_map(|n| Seat::Computer(Level(n))),
    ]
}

fn agreement() -> impl Strategy<Value = Agreement> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (0..Variant::EVERY.len(), seat(), seat(), flags, 0..3u8).prop_map(|(v, white, black, flags, time)| {
        let (touch_move, takeback, rated) = flags;
        let control = match time {
            0 => Control::None,
            1 => Control::Fischer { base: 30, plus: 1 },
            _ => Control::Delay { base: 20, free: 2 },
        };
        let seats = Seats(damka_rules::BySide { white, black });
        Agreement { touch_move, takeback, rated, control, ..Agreement::new(Variant::EVERY[v], seats) }
    })
}

/// Any act, legal or not: `kind` chooses what, `number` which move, square or side.
fn act(table: &Sitting, kind: u8, number: usize) -> Act {
    let sides = [WHITE, BLACK];
    let any_side = sides[number % 2];
    let turn = table.game.turn();
    let pos = table.game.position();
    let square = |n: usize| Square::new((n % (pos.grid().all().count() + 2)) as u8 + 1);
    let moves = pos.moves();
    let route = || -> Option<Route> { moves.get(number % moves.len().max(1)).cloned() };
    match kind {
        0..=9 => route().map_or(Act::Tick, |route| Act::Play(turn, route)),
        10 => route().map_or(Act::Tick, |route| Act::Play(any_side, route)),
        11 => Act::Write(any_side, ["c3-d4", "32-28", "x", "", "11x18", "a1-b2"][number % 6].into()),
        12 => {
            Act::Try(any_side, Wish { stops: (0..number % 4).map(|n| square(number / 4 + n * 7)).collect() })
        }
        13 => Act::Touch(any_side, square(number)),
        14 => Act::Adjust(any_side, square(number)),
        15 => Act::OfferDraw(any_side),
        16 => Act::DeclineDraw(any_side),
        17 => Act::ClaimDraw(any_side),
        18 => Act::TakeBack(any_side),
        19 => Act::KeepMove(any_side),
        20 if number.is_multiple_of(16) => Act::Resign(any_side),
        21 if number.is_multiple_of(16) => Act::Abort(any_side),
        22 => Act::AskHint(any_side),
        23 => Act::LetComputer,
        24 => Act::Reseat(any_side, [Seat::Random, Seat::Computer(Level(2)), Seat::Person][number % 3]),
        25 => Act::Pause(number.is_multiple_of(2)),
        26 => Act::Answer(number as u32 % 40, None),
        27 => Act::Sit,
        _ => match table.question() {
            Some(question) => {
                let found =
                    route().map(|route| Found { text: pos.write(&route), score: number as i32 % 300 - 150 });
                Act::Answer(question.id, found.filter(|_| !number.is_multiple_of(3)))
            }
            None => Act::Tick,
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_acts(agreement in agreement(), acts in prop::collection::vec((0u8..40, any::<u16>(), 0u64..3_000), 0..150)) {
        let mut table = Sitting::new(agreement, None, 5).unwrap();
        let mut now = 0;
        let mut ended = 0;
        for (kind, number, pause) in acts {
            now += pause;
            let act = act(&table, kind, usize::from(number));
            let was_over = table.is_over();
            let ply = table.game.ply();
            for effect in table.handle(act.clone(), now) {
                match effect {
                    Effect::Ended(..) => ended += 1,
                    Effect::TakenBack(_) => ended = 0,
                    Effect::Moved { .. } => prop_assert!(!was_over, "{act:?} after the end"),
                    _ => {}
                }
            }
            prop_assert!(ended <= 1, "the end is told twice");
            prop_assert_eq!(ended == 1, table.game.ending().is_some());
            prop_assert_eq!(table.times.len(), table.game.ply());
            prop_assert!(table.game.ply().abs_diff(ply) <= 2);
            prop_assert!(!table.is_over() || table.question().is_none(), "asked after the end");
            let _ = table.entry(Help::default()).tap(Square::new(number as u8 % 32 + 1));
            let replayed = table.record().replay().unwrap();
            prop_assert_eq!(replayed.positions(), table.game.positions());
            prop_assert_eq!(replayed.ending(), table.game.ending());
            let kept = table.keep(now);
            let again = Sitting::resume(&kept, 5).unwrap();
            prop_assert_eq!(again.keep(now), kept);
        }
    }
}
