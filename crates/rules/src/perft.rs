//! Counting the leaves of the move tree: how a generator proves itself.

use alloc::vec::Vec;

use crate::{Bits, Move, MoveList, Position, Route, Rules};

/// Leaves at `depth`; the last ply is counted without making or listing its moves.
pub fn perft<R: Rules>(pos: &Position<R>, depth: u32) -> u64 {
    let mut lists = lists(depth);
    count(pos, depth, &mut lists)
}

/// The same count with every legal move of the last ply put into a list: what a search does.
pub fn perft_listing<R: Rules>(pos: &Position<R>, depth: u32) -> u64 {
    let mut lists = lists(depth);
    list(pos, depth, &mut lists)
}

/// Leaves counted as some programs do: captures of the same pieces in another order are other moves.
pub fn perft_ordered<R: Rules>(pos: &Position<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    pos.legal_moves(&mut moves);
    // One victim has one order; only longer captures need their routes.
    let long = moves.iter().any(|m| m.captured().count() > 1);
    let routes = if long { pos.routes() } else { Vec::new() };
    let orders = |m: Move<R>| {
        if m.captured().count() < 2 {
            return 1;
        }
        let route = pos.route(m);
        let mut taken: Vec<_> = routes.iter().filter(|r| r.same_move(&route)).map(Route::taken).collect();
        taken.sort();
        taken.dedup();
        taken.len() as u64
    };
    if depth == 1 && !long {
        return moves.len() as u64;
    }
    moves.iter().map(|&m| orders(m) * perft_ordered(&pos.play(m), depth - 1)).sum()
}

/// Each legal move with the leaves below it.
pub fn divide<R: Rules>(pos: &Position<R>, depth: u32) -> Vec<(Move<R>, u64)> {
    let mut moves = MoveList::new();
    pos.legal_moves(&mut moves);
    moves.iter().map(|&m| (m, if depth <= 1 { 1 } else { perft(&pos.play(m), depth - 1) })).collect()
}

fn lists<R: Rules>(depth: u32) -> Vec<MoveList<R>> {
    (0..depth).map(|_| MoveList::new()).collect()
}

fn count<R: Rules>(pos: &Position<R>, depth: u32, lists: &mut [MoveList<R>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    if depth == 1 {
        return pos.count_moves(moves) as u64;
    }
    pos.legal_moves(moves);
    moves.iter().map(|&m| count(&pos.play(m), depth - 1, deeper)).sum()
}

fn list<R: Rules>(pos: &Position<R>, depth: u32, lists: &mut [MoveList<R>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    pos.legal_moves(moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&m| list(&pos.play(m), depth - 1, deeper)).sum()
}
