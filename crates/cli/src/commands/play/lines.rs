//! Playing line by line: for pipes, scripts and screen readers.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use damka_sitting::{Act, Effect};

use super::host::{Answer, Host, shows};
use super::wish::Wish;
use crate::board;
use crate::input;

/// Plays until the input ends.
pub(super) fn play(mut host: Host) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut lines = io::stdin().lock();
    show(&host, &mut out)?;
    let effects = host.act(Act::Sit);
    tell(&host, &effects, &mut out)?;
    loop {
        while host.is_thinking() {
            let effects = host.wait();
            tell(&host, &effects, &mut out)?;
        }
        if host.sitting.is_over() && host.sitting.agreement.seats.nobody() {
            break;
        }
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = input::line(&mut lines)? else { break };
        let Some(wish) = Wish::parse(&line) else { continue };
        match host.wish(wish) {
            Answer::Happened(effects) => tell(&host, &effects, &mut out)?,
            Answer::Say(text) => writeln!(out, "{text}")?,
            Answer::Show(text) => write!(out, "{text}")?,
            Answer::Redraw => show(&host, &mut out)?,
            Answer::Quit => break,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(host: &Host, effects: &[Effect], out: &mut impl Write) -> Result<()> {
    for text in effects.iter().filter_map(|effect| host.tell(effect)) {
        writeln!(out, "{text}")?;
    }
    if effects.iter().any(shows) {
        show(host, out)?;
    }
    Ok(())
}

fn show(host: &Host, out: &mut impl Write) -> Result<()> {
    let text = board::draw(host.sitting.game.position(), host.flipped, board::signs());
    write!(out, "{text}")?;
    if let Some(opening) = host.opening() {
        writeln!(out, "{opening}")?;
    }
    writeln!(out, "{}", host.status())?;
    if let Some(countdown) = host.countdown() {
        writeln!(out, "{countdown}")?;
    }
    out.flush()?;
    Ok(())
}
