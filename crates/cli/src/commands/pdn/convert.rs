//! `damka pdn convert`: rewrites games as PDN 3.0.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use damka_pdn::{Capture, Ending, Game, Reason, Skipped, Style, Writer, to_pdn_with};
use damka_record::pdn::rewrite;
use damka_rules::{Notation, Variant};

use super::files::{GameFileArgs, Games, Reached, players};
use crate::draft::Draft;
use crate::output;
use crate::replay::replay;
use crate::select::Naming;

/// Rewrite games as standard PDN 3.0 in UTF-8
///
/// Words that are not moves become comments. Anything else that cannot be carried over is reported, with exit code 1.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    source: GameFileArgs,
    /// Output file; default: standard output. It may be one of the input files
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<String>,
    /// Square names to write
    #[arg(long, value_enum, default_value_t = Naming::Native)]
    to: Naming,
    /// End games with their result instead of a star, as older programs expect
    #[arg(long)]
    scores: bool,
    /// Write lettered captures with a colon in every game (the default in Russian only)
    #[arg(long)]
    colons: bool,
    /// Write captures with an x in every game
    #[arg(long, conflicts_with = "colons")]
    crosses: bool,
    /// Leave out games with illegal moves
    #[arg(long)]
    legal_only: bool,
}

/// What became of a game.
struct Converted {
    /// `None` if it was left out.
    text: Option<String>,
    /// What is to be told of it.
    told: Vec<String>,
    /// Was anything lost?
    faulty: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let given = self.source.game.variant()?;
        let mut failed = 0;
        let reached = match &self.output {
            Some(path) => {
                self.source.files.required()?;
                let mut writer = Writer::new(Draft::create(path).with_context(|| path.clone())?);
                let reached = self.convert_all(given, &mut writer, &mut failed)?;
                let written = writer.games();
                // Files that could not be read leave what there was alone.
                if written > 0 || reached == Reached::All {
                    let draft = writer.finish().with_context(|| path.clone())?;
                    draft.finish().with_context(|| path.clone())?;
                }
                let faults = output::count(failed, "fault");
                eprintln!("{} written, {faults}", output::count(written, "game"));
                reached
            }
            None => {
                let mut writer = Writer::new(output::stdout());
                let reached = self.convert_all(given, &mut writer, &mut failed)?;
                writer.finish()?;
                reached
            }
        };
        Ok(reached.code(failed > 0))
    }

    fn convert_all(
        &self,
        given: Option<Variant>,
        writer: &mut Writer<impl Write>,
        failed: &mut usize,
    ) -> Result<Reached> {
        self.source.files.each(|name, games| {
            let mut games = games.keep_words();
            let work = |number: usize, game: Game| self.convert(name, number, game, given);
            games.in_order(work, |games: &Games, done: Converted| {
                *failed += usize::from(done.faulty);
                for line in &done.told {
                    games.print(|| writeln!(std::io::stderr(), "{line}"))?;
                }
                if let Some(text) = &done.text {
                    writer.write_text(text)?;
                }
                Ok(())
            })?;
            for skip in games.reader().leftover().iter().filter(|skip| skip.reason.is_loss()) {
                *failed += 1;
                eprintln!("{name}: {skip}");
            }
            Ok(())
        })
    }

    fn convert(&self, name: &str, number: usize, mut game: Game, given: Option<Variant>) -> Converted {
        let who = format!("{name}: game {number} ({})", players(&game));
        let replayed = replay(&game, given);
        let mut done = Converted { text: None, told: Vec::new(), faulty: false };
        for skip in &game.skipped {
            done.tell_skipped(&who, skip);
        }
        if let (Some(wrong), true) = (&replayed.failure, self.legal_only) {
            done.fault(format!("{who}: left out, {wrong}"));
            return done;
        }
        let native = replayed.variant.map_or(Notation::Algebraic, |variant| variant.laws().notation);
        let mut notation = self.to.notation(native);
        // PDN has letters for eight files only.
        let wide = replayed.variant.filter(|variant| variant.grid().width > 8);
        if let (Some(variant), Notation::Algebraic) = (wide, notation)
            && native != notation
        {
            done.fault(format!(
                "{who}: kept its numbers, as {variant} is played on a board too large for letters"
            ));
            notation = native;
        }
        rewrite(&mut game, &replayed, notation);
        match to_pdn_with(&game, self.style()) {
            Err(error) => done.fault(format!("{who}: left out, {error}")),
            Ok(text) => {
                done.text = Some(text);
                if let Some(wrong) = &replayed.failure {
                    done.fault(format!("{who}: kept as it was from there, {wrong}"));
                }
                for undecided in &replayed.undecided {
                    done.fault(format!("{who}: {undecided}"));
                }
            }
        }
        done
    }

    fn style(&self) -> Style {
        let ending = if self.scores { Ending::Score } else { Ending::Star };
        let capture = match (self.colons, self.crosses) {
            (true, _) => Capture::Colon,
            (_, true) => Capture::Cross,
            _ => Capture::ByGameType,
        };
        Style { ending, capture }
    }
}

impl Converted {
    fn fault(&mut self, line: String) {
        self.told.push(line);
        self.faulty = true;
    }

    fn tell_skipped(&mut self, who: &str, skip: &Skipped) {
        match &skip.reason {
            Reason::NotAMove(_) | Reason::NotATag(_) => {
                self.told.push(format!("{who}, {skip}, kept as a comment"));
            }
            reason if reason.is_loss() => self.fault(format!("{who}, {skip}")),
            _ => {}
        }
    }
}
