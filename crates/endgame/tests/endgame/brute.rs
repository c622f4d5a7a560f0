//! A second opinion: positions in a map, moves by the generator, round after round until nothing changes.

use std::collections::HashMap;

use damka_endgame::{Material, Tables, Verdict, Wdl};
use damka_rules::variants::*;
use damka_rules::{AnyPosition, Bits, DrawLaw, Goal, MoveList, Position, Rules, SetOf, Side};

fn squares<R: Rules>() -> Vec<SetOf<R>> {
    use damka_rules::Geometry;
    SetOf::<R>::narrow(R::Board::SQUARES).singles().collect()
}

/// Every position of at most `pieces` pieces, both sides to move and both sides on the board.
fn everything<R: Rules>(pieces: usize) -> Vec<Position<R>> {
    fn place<R: Rules>(
        from: usize,
        left: usize,
        sets: [SetOf<R>; 3],
        all: &[SetOf<R>],
        out: &mut Vec<Position<R>>,
    ) {
        let [white, black, kings] = sets;
        if white.any() && black.any() {
            out.extend(Side::BOTH.iter().filter_map(|&turn| Position::from_sets(white, black, kings, turn)));
        }
        if left == 0 {
            return;
        }
        for i in from..all.len() {
            let one = all[i];
            for kings in [kings, kings | one] {
                place::<R>(i + 1, left - 1, [white | one, black, kings], all, out);
                place::<R>(i + 1, left - 1, [white, black | one, kings], all, out);
            }
        }
    }
    let mut out = Vec::new();
    place::<R>(0, pieces, [SetOf::<R>::EMPTY; 3], &squares::<R>(), &mut out);
    out
}

/// Values by plain iteration: the number of rounds is the distance. Captures and promotions are followed
/// like other moves, with the distance starting anew behind them.
fn solve<R: Rules>(pieces: usize) -> HashMap<Position<R>, Verdict> {
    let positions = everything::<R>(pieces);
    let mut values: HashMap<Position<R>, Verdict> = HashMap::new();
    let mut moves = MoveList::new();
    // Smaller sets first, then fewer men: what a capture or a promotion leads to is final by then.
    let group = |pos: &Position<R>| (pos.occupied().count(), Material::of(pos).men());
    let mut groups: Vec<_> = positions.iter().map(group).collect();
    groups.sort_unstable();
    groups.dedup();
    for wanted in groups {
        let mut open: Vec<_> = positions.iter().copied().filter(|p| group(p) == wanted).collect();
        for round in 0..=126u8 {
            let mut found = Vec::new();
            open.retain(|pos| match judge(pos, round, &values, &mut moves) {
                Some(verdict) => {
                    found.push((*pos, verdict));
                    false
                }
                None => true,
            });
            if found.is_empty() && round > 3 {
                break;
            }
            values.extend(found);
        }
        values.extend(open.into_iter().map(|pos| (pos, Verdict::DRAW)));
    }
    values
}

/// The verdict of a position that is decided in exactly `round` plies.
fn judge<R: Rules>(
    pos: &Position<R>,
    round: u8,
    values: &HashMap<Position<R>, Verdict>,
    moves: &mut MoveList<R>,
) -> Option<Verdict> {
    let stuck = if R::LAWS.goal == Goal::BeLeftWithoutMove { Wdl::Win } else { Wdl::Loss };
    let over = |pos: &Position<R>| {
        if R::LAWS.goal == Goal::FirstKing && pos.kings().any() {
            return Some(if pos.kings_of(pos.turn().other()).any() { Wdl::Loss } else { Wdl::Win });
        }
        pos.pieces(pos.turn()).none().then_some(stuck)
    };
    if let Some(wdl) = over(pos) {
        return (round == 0).then_some(Verdict { wdl, plies: 0 });
    }
    pos.legal_moves(moves);
    if moves.is_empty() {
        return (round == 0).then_some(Verdict { wdl: stuck, plies: 0 });
    }
    let one_each = pos.occupied().count() == 2 && !pos.can_capture();
    if one_each && R::LAWS.draws.contains(&DrawLaw::OnePieceEach) {
        return None;
    }
    if round == 0 || round > Material::of(pos).limit::<R>() {
        return None;
    }
    let mut lost = !(one_each && R::LAWS.draws.contains(&DrawLaw::OnePieceEachClaim));
    for &m in moves.iter() {
        let next = pos.play(m);
        let fresh = m.is_capture() || m.promotes();
        let known = over(&next).map(|wdl| Verdict { wdl, plies: 0 }).or_else(|| values.get(&next).copied());
        let plies = known.map_or(0, |v| if fresh { 1 } else { v.plies + 1 });
        match known.map(|v| v.wdl) {
            Some(Wdl::Loss) if plies <= round => return Some(Verdict { wdl: Wdl::Win, plies: round }),
            Some(Wdl::Win) if plies <= round => {}
            _ => lost = false,
        }
    }
    lost.then_some(Verdict { wdl: Wdl::Loss, plies: round })
}

fn check<R: Rules>(pieces: u8)
where
    AnyPosition: From<Position<R>>,
{
    let tables = Tables::<R>::in_memory(pieces).unwrap();
    assert_eq!(tables.most_pieces(), pieces);
    tables.verify(pieces, 1, &mut |_| ()).unwrap();
    let mut seen = 0;
    for (pos, verdict) in solve::<R>(pieces as usize) {
        let fen = || AnyPosition::from(pos).to_fen();
        let over = R::LAWS.goal == Goal::FirstKing && pos.kings().any();
        if !over && !Material::of(&pos).is_covered::<R>() {
            assert_eq!(tables.probe(&pos), None);
            continue;
        }
        assert_eq!(tables.probe_distance(&pos), Some(verdict), "{} {}", R::VARIANT, fen());
        assert_eq!(tables.probe(&pos), Some(verdict.wdl), "{} {}", R::VARIANT, fen());
        seen += 1;
    }
    assert!(seen > 1000);
}

#[test]
fn three_pieces_on_small_boards() {
    check::<Russian>(3);
    check::<English>(3);
}

#[test]
fn two_pieces_everywhere() {
    check::<Armenian>(2);
    check::<Turkish>(2);
    check::<International>(2);
    check::<Italian>(2);
    check::<Frisian>(2);
    check::<Antidraughts>(2);
    check::<Breakthrough>(2);
    check::<Thai>(2);
    check::<RussianOptional>(2);
    check::<Canadian>(2);
}
