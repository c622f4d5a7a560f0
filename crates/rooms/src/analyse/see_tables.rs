//! What the endgame tables say: how the position ends, and what every legal move is worth.

use damka_rules::{AnyPosition, Outcome, Side};
use damka_web::i18n::fill;
use damka_wire::brain::{Ask, AskId, Ends, MoveVerdict, Tell, Verdict};
use leptos::prelude::*;

use super::desk::Desk;
use super::room::{Mode, Room};

/// Positions of more pieces are not asked about: their tables are not built in a page.
const MOST_PIECES: usize = 4;

/// The verdicts of the position looked at. Copies are the same.
#[derive(Clone, Copy)]
pub(crate) struct Oracle {
    id: StoredValue<Option<AskId>>,
    shown: RwSignal<Option<(Verdict, Vec<MoveVerdict>)>>,
}

impl Oracle {
    /// Nothing is known yet.
    pub(crate) fn new() -> Oracle {
        Oracle { id: StoredValue::new(None), shown: RwSignal::new(None) }
    }

    /// Hears an answer; false if it is none to its question.
    pub(crate) fn hear(self, tell: &Tell) -> bool {
        let Tell::Verdicts { id, position, moves } = tell else {
            // What cannot be asked is not known; the engine is none the worse for it.
            return matches!(tell, Tell::Failed { id: id @ Some(_), .. } if *id == self.id.get_value());
        };
        if self.id.get_value() == Some(*id) {
            let known = position.as_ref().map(|verdict| (*verdict, moves.clone()));
            self.shown.set(known);
        }
        true
    }
}

impl Room {
    /// Asks the tables about the position looked at, if it has few pieces.
    pub(crate) fn ask_tables(self) {
        let oracle = self.oracle;
        oracle.id.set_value(None);
        oracle.shown.set(None);
        let (pos, game) = self.desk.with_untracked(|desk| (desk.position(), desk.game()));
        let quiet = untrack(|| self.is_busy()) || self.mode.get_untracked() != Mode::Moves;
        let Some(consulted) = self.consulted.get_value() else { return };
        if quiet || !is_small(&pos) {
            return;
        }
        let fen = game.start_fen().unwrap_or_else(|| AnyPosition::start(self.variant).to_fen());
        let moves = game.moves().iter().map(|played| played.text.clone()).collect();
        let variant = self.variant.to_string();
        let id = consulted.ask(|id| Ask::Verdicts { id, variant, fen, moves });
        oracle.id.set_value(Some(id));
    }
}

/// Can its tables be had?
fn is_small(pos: &AnyPosition) -> bool {
    let pieces = pos.to_setup().pieces;
    let count = |side: Side| pieces.iter().filter(|(_, piece)| piece.side == side).count();
    pieces.len() <= MOST_PIECES && Side::BOTH.into_iter().all(|side| count(side) > 0)
}

/// Who wins, seen by whoever asks.
fn outcome(ends: Ends, side: Side) -> Outcome {
    match ends {
        Ends::Win => Outcome::Win(side),
        Ends::Draw => Outcome::Draw,
        Ends::Loss => Outcome::Win(side.other()),
    }
}

/// The card.
#[component]
pub(crate) fn TableCard(room: Room) -> impl IntoView {
    let said = room.said;
    let turn = move || room.desk.with(Desk::position).turn();
    let headline = move |verdict: Verdict| {
        let words = room.words.get();
        let m = words.m();
        match outcome(verdict.ends, turn()) {
            Outcome::Draw => m.drawn.to_owned(),
            Outcome::Win(side) => {
                let wins = fill(said.say(|m| m.table_wins), &[words.side(side).0]);
                format!("{wins} {}", said.plural(|m| m.table_next, usize::from(verdict.plies), &[]))
            }
        }
    };
    let one = move |verdict: MoveVerdict| {
        let (class, text) = match verdict.ends {
            Ends::Win => ("won", said.say(|m| m.table_won)),
            Ends::Draw => ("drawn", said.say(|m| m.table_drawn)),
            Ends::Loss => ("lost", said.say(|m| m.table_lost)),
        };
        let far = (verdict.ends != Ends::Draw).then(|| format!(" · {}", verdict.plies));
        let played = verdict.text.clone();
        let play = move |_| {
            let from = room.desk.with_untracked(Desk::at);
            room.change(|desk| desk.add_line(from, std::slice::from_ref(&played), 1));
        };
        view! {
            <li class=class><button class="move" on:click=play>{verdict.text}</button>" "<span>{text}{far}</span></li>
        }
    };
    move || {
        room.oracle.shown.get().map(|(verdict, mut moves)| {
            let rank = |m: &MoveVerdict| match m.ends {
                Ends::Win => i32::from(m.plies),
                Ends::Draw => 1_000,
                Ends::Loss => 3_000 - i32::from(m.plies),
            };
            moves.sort_by_key(rank);
            view! {
                <section class="card tables">
                    <h2>{said.t(|m| m.table_title)}</h2>
                    <p class="table-verdict">{move || headline(verdict)}</p>
                    <p class="hint">{said.t(|m| m.table_hint)}</p>
                    <ul class="verdicts">{moves.into_iter().map(one).collect_view()}</ul>
                </section>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    #[test]
    fn only_small_positions_are_asked_about() {
        let check = |fen: &str, expected: bool| {
            let pos = AnyPosition::from_fen(Variant::Russian, fen).unwrap();
            assert_eq!(is_small(&pos), expected, "{fen}");
        };
        check("W:WKa1:Bb6", true);
        check("W:WKa1,Kc1,Ke1:BKf8", true);
        check("W:WKa1,Kc1,Ke1:BKf8,a7", false);
        check("W:WKa1:B", false);
    }

    #[test]
    fn verdicts_are_seen_by_the_side_to_move() {
        assert_eq!(outcome(Ends::Win, Side::Black), Outcome::Win(Side::Black));
        assert_eq!(outcome(Ends::Loss, Side::Black), Outcome::Win(Side::White));
        assert_eq!(outcome(Ends::Draw, Side::White), Outcome::Draw);
    }
}
