//! Playing line by line: for pipes, scripts and screen readers.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};

use anyhow::Result;
use damka_engine::{Limits, Options, Report};

use super::table::{Answer, Table};
use super::wish::Wish;
use crate::board::{self, Signs};
use crate::input;
use crate::thinker::{Said, Thinker};

/// Plays until the input ends.
pub(super) fn play(mut table: Table, options: Options) -> Result<ExitCode> {
    let (tell, said) = mpsc::channel();
    let mut thinker = Thinker::new(options, move |word| {
        // Nobody listens any more once the game is left.
        let _ = tell.send(word);
    });
    let mut out = io::stdout().lock();
    let mut lines = io::stdin().lock();
    show(&table, &mut out)?;
    loop {
        if table.is_computers_turn() {
            computer(&mut table, &mut thinker, &said, &mut out)?;
            continue;
        }
        if table.game.ending().is_some() && !table.has_people() {
            break;
        }
        write!(out, "> ")?;
        out.flush()?;
        let Some(line) = input::line(&mut lines)? else { break };
        let Some(wish) = Wish::parse(&line) else { continue };
        match table.wish(wish) {
            Answer::Say(text) => writeln!(out, "{text}")?,
            Answer::Show(text) => write!(out, "{text}")?,
            Answer::Changed => show(&table, &mut out)?,
            Answer::Hint => {
                let report = think(&mut thinker, &said, |thinker| thinker.think(&table.game, hint(&table)));
                let text = report.best().map_or_else(String::new, |route| table.game.position().write(route));
                writeln!(out, "hint: {text} ({})", report.score)?;
            }
            Answer::Go => computer(&mut table, &mut thinker, &said, &mut out)?,
            Answer::Quit => break,
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A hint is as good as the engine can make it in the time.
pub(super) fn hint(table: &Table) -> Limits {
    Limits { multi_pv: 1, ..table.limits() }
}

fn computer(
    table: &mut Table,
    thinker: &mut Thinker,
    said: &Receiver<Said>,
    out: &mut impl Write,
) -> Result<()> {
    let (limits, level, seed) = (table.limits(), table.level, table.seed());
    let report = think(thinker, said, |thinker| thinker.play(&table.game, limits, level, seed));
    match table.computer_moved(&report) {
        Some(text) => writeln!(out, "Damka: {text}")?,
        None => anyhow::bail!("the engine has no move; this is a bug in Damka"),
    }
    show(table, out)
}

/// Asks the engine and waits.
fn think(thinker: &mut Thinker, said: &Receiver<Said>, ask: impl FnOnce(&mut Thinker)) -> Report {
    ask(thinker);
    loop {
        match said.recv() {
            Ok(Said::Done(report)) => return report,
            Ok(Said::Info(_)) => {}
            Err(_) => return Report::default(),
        }
    }
}

fn show(table: &Table, out: &mut impl Write) -> Result<()> {
    let text = board::draw(table.game.position(), table.flipped, Signs::of_terminal());
    write!(out, "{text}")?;
    if let Some(opening) = table.opening() {
        writeln!(out, "{opening}")?;
    }
    writeln!(out, "{}", table.status())?;
    if let Some(countdown) = table.countdown() {
        writeln!(out, "{countdown}")?;
    }
    out.flush()?;
    Ok(())
}
