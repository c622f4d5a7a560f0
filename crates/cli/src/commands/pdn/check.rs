//! `damka pdn check`: reads files and tells what could not be used.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use damka_pdn::Skipped;
use serde_json::json;

use super::files::{FileArgs, Games, players};
use crate::output;

/// Report what cannot be read in files of games, and where
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut clean = true;
        let reached = self.files.each(|name, games| {
            clean &= self.check(name, games)?;
            Ok(())
        })?;
        Ok(reached.code(!clean))
    }

    fn check(&self, name: &str, mut games: Games) -> Result<bool> {
        let mut out = output::stdout();
        let (mut read, mut moves, mut skipped) = (0, 0, 0);
        while let Some((number, game)) = games.next()? {
            read += 1;
            moves += game.moves().count();
            skipped += game.skipped.len();
            for skip in &game.skipped {
                games.print(|| self.tell(&mut out, name, Some((number, &players(&game))), skip))?;
            }
        }
        for skip in games.reader().leftover() {
            skipped += 1;
            self.tell(&mut out, name, None, skip)?;
        }
        let charset = games.reader().charset().name();
        if self.json {
            let about = json!({ "type": "file", "file": name, "encoding": charset, "games": read,
                "moves": moves, "skipped": skipped });
            writeln!(out, "{about}")?;
        } else {
            let [games, moves, places] = [(read, "game"), (moves, "move"), (skipped, "place")]
                .map(|(number, one)| output::count(number, one));
            writeln!(out, "{name}: {charset}, {games}, {moves}, {places} skipped")?;
        }
        out.flush()?;
        Ok(skipped == 0)
    }

    fn tell(
        &self,
        out: &mut impl Write,
        name: &str,
        game: Option<(usize, &str)>,
        skip: &Skipped,
    ) -> std::io::Result<()> {
        if self.json {
            let number = game.map(|(number, _)| number);
            let about = json!({ "type": "skipped", "file": name, "game": number, "line": skip.at.line,
                "column": skip.at.column, "reason": skip.reason.to_string() });
            return writeln!(out, "{about}");
        }
        match game {
            Some((number, players)) => writeln!(out, "{name}: game {number} ({players}), {skip}"),
            None => writeln!(out, "{name}: {skip}"),
        }
    }
}
