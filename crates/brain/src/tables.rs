//! Endings of few pieces, solved in memory when somebody first asks about them.

use damka_endgame::named::Opened;
use damka_endgame::{Verdict, Wdl};
use damka_rules::{AnyPosition, Game, Variant};
use damka_wire::brain::{self, AskId, Ends, MoveVerdict, Tell};

/// Positions solved for a mere look: about a second on a telephone.
const LOOK: u64 = 1_500_000;

/// The endings of one game; another game takes their place, as memory is scarce.
#[derive(Default)]
pub(crate) struct Endings {
    opened: Option<Opened>,
}

impl Endings {
    /// Answers a question about a position and its moves.
    pub(crate) fn verdicts(
        &mut self,
        id: AskId,
        variant: &str,
        fen: &str,
        moves: &[String],
    ) -> Result<Tell, String> {
        let variant: Variant = variant.parse().map_err(|e| format!("{variant:?}: {e}"))?;
        let game = replay(variant, fen, moves)?;
        let known = match self.of(variant, game.position(), LOOK)? {
            Some(tables) if game.ending().is_none() => tables.ask_in(&game),
            _ => None,
        };
        let (position, moves) = match known {
            Some(answer) => {
                let told = |(text, worth): (String, Verdict)| MoveVerdict {
                    text,
                    ends: ends(worth.wdl),
                    plies: worth.plies,
                };
                let position = answer.verdict.map(|v| brain::Verdict { ends: ends(v.wdl), plies: v.plies });
                (position, answer.moves.into_iter().map(told).collect())
            }
            None => (None, Vec::new()),
        };
        Ok(Tell::Verdicts { id, position, moves })
    }

    /// The tables of a position, solved now if that is not too much.
    pub(crate) fn of(
        &mut self,
        variant: Variant,
        pos: &AnyPosition,
        most: u64,
    ) -> Result<Option<&Opened>, String> {
        if self.opened.as_ref().is_none_or(|opened| opened.variant() != variant) {
            self.opened = Some(Opened::empty(variant));
        }
        let opened = self.opened.as_mut().expect("it has just been put there");
        let there = opened.prepare(pos, most).map_err(|e| format!("tables of {variant}: {e}"))?;
        Ok(there.then_some(opened))
    }
}

/// A game from a position on.
pub(crate) fn replay(variant: Variant, fen: &str, moves: &[String]) -> Result<Game, String> {
    let mut game = Game::from_fen(variant, fen).map_err(|e| format!("start {fen:?}: {e}"))?;
    for (number, text) in moves.iter().enumerate() {
        game.play_text(text).map_err(|e| format!("move {} {text:?}: {e}", number + 1))?;
    }
    Ok(game)
}

fn ends(wdl: Wdl) -> Ends {
    match wdl {
        Wdl::Loss => Ends::Loss,
        Wdl::Draw => Ends::Draw,
        Wdl::Win => Ends::Win,
    }
}
