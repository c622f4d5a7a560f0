//! What was asked for: the one list of subcommands.

use anyhow::{Result, bail};
use clap::Parser;
use clap::error::ErrorKind;
use damka_server::Bundle;

use crate::choices::choices;
use crate::commands::{
    analyse, backup, bench, compete, completions, dxp, export_site, fen, hub, load, man, moves, pdn, perft,
    play, puzzles, serve, sheet, solve, tables, variants,
};

/// Draughts of every kind: play, analyse, solve and serve
///
/// Without a command, damka serves the page and opens your browser.
#[derive(Parser, Debug)]
#[command(name = "damka", version, max_term_width = 100, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    serve: serve::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

impl Cli {
    /// What was asked for.
    pub(crate) fn chosen(self) -> Command {
        self.command.unwrap_or(Command::Serve(self.serve))
    }
}

choices! {
    /// A subcommand; each has its own file.
    pub(crate) enum Command(page: &'static Bundle) {
        Variants(variants::Args),
        Moves(moves::Args),
        Perft(perft::Args),
        Fen(fen::Args),
        #[command(subcommand)]
        Pdn(pdn::Action),
        Play(play::Args),
        Analyse(analyse::Args),
        Bench(bench::Args),
        Solve(solve::Args),
        Sheet(sheet::Args),
        #[command(subcommand)]
        Puzzles(puzzles::Action),
        Hub(hub::Args),
        Dxp(dxp::Args),
        Match(compete::Args),
        #[command(subcommand)]
        Tables(tables::Action),
        Serve(serve::Args) with page,
        ExportSite(export_site::Args) with page,
        Backup(backup::Args),
        Load(load::Args),
        Completions(completions::Args),
        Man(man::Args),
    }
}

/// Reads the arguments; `None` if help or the version was asked for, and printed.
pub(crate) fn parse() -> Result<Option<Cli>> {
    match Cli::try_parse() {
        Ok(cli) => Ok(Some(cli)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            error.print()?;
            Ok(None)
        }
        Err(error) => bail!(one_line(&error.render().to_string())),
    }
}

/// What clap says over several paragraphs, without the usage.
fn one_line(text: &str) -> String {
    if !text.starts_with("error: ") {
        return "no command given; see damka --help".into();
    }
    let told = text.split("\n\n").map(str::trim);
    let told = told.take_while(|part| !part.starts_with("Usage:") && !part.starts_with("For more"));
    told.map(|part| part.trim_start_matches("error: ")).collect::<Vec<_>>().join("; ")
}
