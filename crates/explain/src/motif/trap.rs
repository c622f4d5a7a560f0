//! The law of the majority used against the one who has to obey it.

use damka_rules::{AnyPosition, Choice, Refusal, Role, Side, Square, Wish};

use super::View;

impl View<'_> {
    /// The defender's line goes through a capture it had to prefer; the one it may not make would have saved it.
    pub(super) fn majority_trap(&self) -> bool {
        if self.line.start().variant().laws().choice == Choice::Free {
            return false;
        }
        self.captures(false).any(|ply| {
            forbidden(self.pos(ply)).iter().any(|next| {
                let (wins, decided) = self.wins_from(next);
                !wins && decided
            })
        })
    }
}

/// The positions after single captures of men that only the law of choice forbids.
fn forbidden(pos: &AnyPosition) -> Vec<AnyPosition> {
    let grid = pos.grid();
    let side = pos.turn();
    let men = grid.all().filter(|&square| {
        pos.piece_at(square).is_some_and(|piece| piece.side == side && piece.role == Role::Man)
    });
    let mut found = Vec::new();
    for from in men {
        let (row, col) = grid.place(from);
        let steps = (-2..=2).step_by(2).flat_map(|dr| (-2..=2).step_by(2).map(move |dc| (dr, dc)));
        for (dr, dc) in steps.filter(|&step| step != (0, 0)) {
            let at = |dr: isize, dc: isize| {
                let (r, c) = (row as isize + dr, col as isize + dc);
                if grid.on(r, c) { grid.square_at(r as usize, c as usize) } else { None }
            };
            let (Some(to), Some(over)) = (at(dr, dc), at(dr / 2, dc / 2)) else { continue };
            let refusal = pos.refuse(&Wish::new(from, to));
            if matches!(
                refusal,
                Some(Refusal::MustTakeMore { yours: 1, .. } | Refusal::MustTakeBetter { .. })
            ) {
                found.extend(taken(pos, side, from, over, to));
            }
        }
    }
    found
}

/// The position after a man has taken one piece, legal or not.
fn taken(pos: &AnyPosition, side: Side, from: Square, over: Square, to: Square) -> Option<AnyPosition> {
    let mut setup = pos.to_setup();
    let grid = pos.grid();
    let last = if side == Side::White { 0 } else { grid.height - 1 };
    setup.pieces.retain(|&(square, _)| square != over);
    for (square, piece) in setup.pieces.iter_mut().filter(|(square, _)| *square == from) {
        *square = to;
        if grid.place(to).0 == last {
            piece.role = Role::King;
        }
    }
    setup.turn = side.other();
    AnyPosition::from_setup(pos.variant(), &setup).ok()
}
