//! `damka fen`: checks positions and converts between the numberings.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use damka_rules::{AnyPosition, Notation, Piece, Role, Side, Variant};
use serde_json::json;

use crate::board;
use crate::select::{GameArgs, Naming};
use crate::{input, output};

/// Check, convert or draw positions
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Position, with numbers or letters as square names; `-` reads one per line from standard input
    #[arg(value_name = "FEN", default_values_t = ["start".to_owned()], hide_default_value = true)]
    positions: Vec<String>,
    /// The same as the argument, for consistency with other commands
    #[arg(long, value_name = "FEN", hide = true)]
    fen: Option<String>,
    /// Square names to write
    #[arg(long, value_enum, default_value_t = Naming::Native)]
    to: Naming,
    /// Draw the board instead
    #[arg(long, conflicts_with = "json")]
    draw: bool,
    /// Print JSON: both notations, side to move, counts of pieces and moves
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let variant = self.game.variant()?;
        let mut out = output::stdout();
        let given = match &self.fen {
            Some(fen) => std::slice::from_ref(fen),
            None => &self.positions,
        };
        for fen in given {
            if fen != "-" {
                self.show(variant, fen, &mut out)?;
                continue;
            }
            let mut lines = io::stdin().lock();
            for number in 1.. {
                let Some(line) = input::line(&mut lines).context("standard input")? else { break };
                if !line.trim().is_empty() {
                    let place = || format!("standard input, line {number}");
                    self.show(variant, &line, &mut out).with_context(place)?;
                }
            }
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn show(&self, variant: Variant, fen: &str, out: &mut impl Write) -> Result<()> {
        let pos = AnyPosition::from_fen(variant, fen)?;
        if self.json {
            writeln!(out, "{}", describe(&pos))?;
        } else if self.draw {
            let turn = board::side_name(pos.turn());
            writeln!(out, "{}{turn} to move", board::draw(&pos, false, board::signs()))?;
        } else {
            writeln!(out, "{}", pos.to_fen_in(self.to.notation(pos.notation())))?;
        }
        Ok(())
    }
}

fn describe(pos: &AnyPosition) -> serde_json::Value {
    let pieces = pos.to_setup().pieces;
    let count = |side, role| pieces.iter().filter(|(_, piece)| *piece == Piece { side, role }).count();
    let side = |side| json!({ "men": count(side, Role::Man), "kings": count(side, Role::King) });
    json!({
        "variant": pos.variant().to_string(),
        "fen": pos.to_fen(),
        "numeric": pos.to_fen_in(Notation::Numeric),
        "algebraic": pos.to_fen_in(Notation::Algebraic),
        "turn": pos.turn().letter().to_string(),
        "white": side(Side::White),
        "black": side(Side::Black),
        "moves": pos.count_moves(),
        "capture": pos.can_capture(),
    })
}
