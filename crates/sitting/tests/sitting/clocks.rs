//! Clocks: when they run, how they are kept, whose flag falls.

use damka_rules::{Ending, Outcome, Variant};
use damka_sitting::Control;

use crate::*;

fn timed(control: Control, seats: Seats) -> Sitting {
    let agreement = Agreement { control, ..Agreement::new(Variant::Russian, seats) };
    Sitting::new(agreement, None, 1).expect("a start")
}

fn write(table: &mut Sitting, text: &str, now: u64) {
    let side = table.game.turn();
    assert_eq!(refused(&table.handle(Act::Write(side, text.into()), now)), None);
}

#[test]
fn a_clock_runs_from_the_first_move_on() {
    let mut table = timed(Control::Delay { base: 10, free: 2 }, two_people());
    table.handle(Act::Sit, 0);
    write(&mut table, "c3-d4", 50_000);
    let left = |table: &Sitting, side, now| table.clock.as_ref().unwrap().left(side, now);
    assert_eq!(left(&table, WHITE, 50_000), 10_000);
    write(&mut table, "b6-a5", 53_000);
    assert_eq!(left(&table, BLACK, 53_000), 9_000);
    assert_eq!(table.handle(Act::Tick, 64_999), [Effect::LowTime(WHITE)][..0]);
    let effects = table.handle(Act::Tick, 65_000);
    assert_eq!(effects, [Effect::Ended(Ending::Time(WHITE), Outcome::Win(BLACK)), Effect::Save]);
}

#[test]
fn low_time_is_told_once() {
    let mut table = timed(Control::Fischer { base: 60, plus: 0 }, two_people());
    write(&mut table, "c3-d4", 0);
    let told: Vec<u64> =
        (0..50).map(|s| s * 1_000).filter(|&now| !table.handle(Act::Tick, now).is_empty()).collect();
    assert_eq!(told, [41_000]);
}

#[test]
fn the_computer_hurries_on_a_short_clock() {
    let mut table = timed(Control::Fischer { base: 5, plus: 0 }, against_computer());
    write(&mut table, "c3-d4", 0);
    assert_eq!(question(&table).millis, 200);
}

#[test]
fn what_is_left_survives_a_break() {
    let mut table = timed(Control::Fischer { base: 60, plus: 5 }, two_people());
    write(&mut table, "c3-d4", 0);
    let kept = table.keep(20_000);
    let mut again = Sitting::resume(&kept, 2).unwrap();
    again.handle(Act::Sit, 1_000_000);
    let clock = again.clock.as_ref().unwrap();
    assert_eq!((clock.left(BLACK, 1_000_000), clock.left(BLACK, 1_010_000)), (40_000, 30_000));
}
