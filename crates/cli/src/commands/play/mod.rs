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
use damka_engine::{Level, Limits};
use damka_rules::{BySide, Side};

use crate::brain::{SizeArgs, ThinkArgs};
use crate::select::PositionArgs;
use table::Table;

/// Play in the terminal: against the computer, against each other, or watch
///
/// On a terminal the board is drawn and arrow keys, Enter or typed moves play; elsewhere moves and commands
/// are read line by line. `help` lists the commands.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Level of the computer, 0 (first steps) over 3 (just learnt) to 12 (full strength)
    #[arg(long, short = 'l', value_name = "N", default_value_t = 7)]
    level: u8,
    /// The side you play
    #[arg(long, short = 's', value_enum, default_value_t = Seat::White)]
    side: Seat,
    #[command(flatten)]
    think: ThinkArgs,
    #[command(flatten)]
    size: SizeArgs,
    /// Read lines even where there is a terminal
    #[arg(long)]
    lines: bool,
    /// For a game that can be repeated
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(ValueEnum, Copy, Clone, Debug, PartialEq)]
enum Seat {
    /// White
    White,
    /// Black
    Black,
    /// One by lot
    Lot,
    /// Both: two people
    Both,
    /// None: the computer plays itself
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
            Seat::Lot => only(if seed.is_multiple_of(2) { Side::White } else { Side::Black }),
            Seat::Both => BySide { white: true, black: true },
            Seat::None => BySide { white: false, black: false },
        };
        let game = self.position.start()?;
        let table = Table::new(game, level, seed, people, self.think.limits(Limits::move_time(USUAL)));
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
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
