//! `damka play`: a game in the terminal.

mod host;
mod lines;
mod paint;
mod save;
mod screen;
mod wish;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueEnum;
use damka_engine::Level;
use damka_rules::Side;
use damka_sitting::{Agreement, Seat, Seats, seats};

use crate::board;
use crate::brain::{SizeArgs, ThinkArgs};
use crate::select::PositionArgs;
use host::{Host, Plan};

/// Play in the terminal: against the computer, against each other, or as a spectator
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
    #[arg(long, short = 's', value_enum, default_value_t = Chair::White)]
    side: Chair,
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
enum Chair {
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

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let highest = Level::FULL.number();
        let level = Level::new(self.level)
            .with_context(|| format!("--level: {} is not in 0-{highest}", self.level))?;
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
        let computer = Seat::Computer(seats::Level(level.number()));
        let players = match self.side {
            Chair::White => Seats::against(Side::White, computer),
            Chair::Black => Seats::against(Side::Black, computer),
            Chair::Random if seed.is_multiple_of(2) => Seats::against(Side::White, computer),
            Chair::Random => Seats::against(Side::Black, computer),
            Chair::Both => Seats::both(Seat::Person),
            Chair::None => Seats::both(computer),
        };
        let agreement = Agreement {
            touch_move: self.position.touch_move(),
            // The terminal keeps no score of it.
            challenge: false,
            ..Agreement::new(self.position.variant()?, players)
        };
        let (limits, options) = (self.think.given(), self.size.options());
        let fen = self.position.fen().to_owned();
        let host = Host::new(Plan { agreement, fen, level, limits, seed, options })?;
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal() && !board::is_dumb();
        if terminal && !self.lines { screen::play(host) } else { lines::play(host) }
    }
}
