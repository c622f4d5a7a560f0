//! `damka play`: a game in the terminal.

mod hand;
mod lines;
mod paint;
mod screen;
mod table;
mod wish;

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::ValueEnum;
use damka_engine::Level;
use damka_rules::{BySide, Side};

use crate::board;
use crate::brain::{SizeArgs, ThinkArgs};
use crate::select::PositionArgs;
use table::Table;

/// Play in the terminal: against the computer, with two people, or as a spectator
///
/// On a terminal, play with the arrow keys and Enter, the mouse, or typed moves. Elsewhere moves and commands are
/// read line by line. Type `help` for the commands.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Level of the computer, from 0 (first steps) to 12 (full strength)
    #[arg(long, short = 'l', value_name = "N", default_value_t = 7)]
    level: u8,
    /// Side you play
    #[arg(long, short = 's', value_enum, default_value_t = Seat::White)]
    side: Seat,
    #[command(flatten)]
    think: ThinkArgs,
    #[command(flatten)]
    size: SizeArgs,
    /// Read lines even on a terminal
    #[arg(long)]
    lines: bool,
    /// Random seed, for a repeatable game
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(ValueEnum, Copy, Clone, Debug, PartialEq)]
enum Seat {
    /// White
    White,
    /// Black
    Black,
    /// Random
    Random,
    /// Both, for two people
    Both,
    /// Neither: the computer plays itself
    None,
}

/// At full strength somebody is still waiting.
const USUAL: Duration = Duration::from_secs(2);

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let highest = Level::FULL.number();
        let level = Level::new(self.level)
            .with_context(|| format!("--level: {} is not in 0-{highest}", self.level))?;
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
        let people = match self.side {
            Seat::White => only(Side::White),
            Seat::Black => only(Side::Black),
            Seat::Random => only(if seed.is_multiple_of(2) { Side::White } else { Side::Black }),
            Seat::Both => BySide { white: true, black: true },
            Seat::None => BySide { white: false, black: false },
        };
        let game = self.position.start()?;
        let table = Table::new(game, level, seed, people, self.think.limits(USUAL));
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !board::is_dumb();
        if terminal && !self.lines {
            screen::play(table, self.size.options())
        } else {
            lines::play(table, self.size.options())
        }
    }
}

fn only(side: Side) -> BySide<bool> {
    BySide { white: side == Side::White, black: side == Side::Black }
}
