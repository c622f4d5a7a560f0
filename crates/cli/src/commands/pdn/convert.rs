//! `damka pdn convert`: rewrites games as PDN 3.0.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ValueEnum;
use damka_pdn::{Action, Ending, Game, GameType, Style, WriteError, Writer};
use damka_rules::{AnyPosition, MoveText, Notation, Variant};

use super::files::{FileArgs, players};
use crate::select::GuessedArgs;
use crate::{failure, output, replay};

/// Rewrite games as PDN 3.0: one encoding, one way to write a move
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// Where to; standard output if not given
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<String>,
    #[command(flatten)]
    game: GuessedArgs,
    /// How squares are written
    #[arg(long, value_enum, default_value_t = Numbering::Native)]
    to: Numbering,
    /// The result behind the moves instead of a star, as older programs expect
    #[arg(long)]
    scores: bool,
    /// Captures of lettered squares with a colon, as Russian files do
    #[arg(long)]
    colons: bool,
    /// Leave out games that cannot be played through
    #[arg(long)]
    legal_only: bool,
}

#[derive(ValueEnum, Copy, Clone, Debug, PartialEq)]
enum Numbering {
    /// As the game does it
    Native,
    /// 1, 2, 3, ...
    Numeric,
    /// a1, b2, ...
    Algebraic,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let given = self.game.variant()?;
        let out: Box<dyn Write> = match &self.output {
            Some(path) => Box::new(BufWriter::new(File::create(path).with_context(|| path.clone())?)),
            None => Box::new(output::stdout()),
        };
        let ending = if self.scores { Ending::Score } else { Ending::Star };
        let mut writer = Writer::with_style(out, Style { ending, colon: self.colons });
        let mut failed = 0;
        for name in self.files.required()? {
            let mut games = self.files.open(name)?;
            while let Some((number, mut game)) = games.next()? {
                let who = players(&game);
                if let Err(reason) = self.convert(&mut game, given, &mut writer)? {
                    failed += 1;
                    games.print(|| writeln!(std::io::stderr(), "{name}: game {number} ({who}): {reason}"))?;
                }
            }
        }
        let written = writer.games();
        writer.finish()?;
        if self.output.is_some() {
            eprintln!("{written} games written, {failed} with faults");
        }
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }

    /// Writes one game; the inner error is about that game alone.
    fn convert(
        &self,
        game: &mut Game,
        given: Option<Variant>,
        writer: &mut Writer<impl Write>,
    ) -> Result<Result<(), String>> {
        let replayed = replay::replay(game, given);
        let wrong = replayed.failure.map(|fail| format!("ply {}: {}", fail.ply, fail.reason));
        if let (Some(wrong), true) = (&wrong, self.legal_only) {
            return Ok(Err(format!("left out, {wrong}")));
        }
        if let Some(variant) = replayed.variant {
            self.rewrite(game, variant);
        }
        match writer.write(game) {
            Err(WriteError::Io(error)) => Err(error.into()),
            Err(error) => Ok(Err(format!("left out, {error}"))),
            Ok(()) => Ok(wrong.map_or(Ok(()), |wrong| Err(format!("kept as it was from there, {wrong}")))),
        }
    }

    /// Tags and moves as the variant has them; what is not legal stays as it was.
    fn rewrite(&self, game: &mut Game, variant: Variant) {
        let notation = match self.to {
            Numbering::Native => variant.laws().notation,
            Numbering::Numeric => Notation::Numeric,
            Numbering::Algebraic => Notation::Algebraic,
        };
        if let Some(kind) = GameType::of_variant(variant.name()) {
            game.tags.set("GameType", &game_type(kind, notation));
        }
        let fen = game.fen().map(str::to_owned);
        let Ok(start) = AnyPosition::from_fen(variant, fen.as_deref().unwrap_or("start")) else { return };
        if fen.is_some() {
            game.tags.set("FEN", &start.to_fen_in(notation));
        }
        replay::walk(&mut game.line, Some(start), &mut |pos, step| match &mut step.action {
            Action::Move(text) => {
                if let Ok((_, route)) = pos.play_text(&text.to_string())
                    && let Ok(written) = write(pos, &route, notation).parse()
                {
                    *text = written;
                }
            }
            Action::Setup(fen) => {
                if let Ok(setup) = AnyPosition::from_fen(pos.variant(), fen) {
                    *fen = setup.to_fen_in(notation);
                }
            }
            Action::Unknown => {}
        });
    }
}

/// The short text of a route in a chosen numbering.
fn write(pos: &AnyPosition, route: &damka_rules::Route, notation: Notation) -> String {
    let short = pos.write(route);
    if notation == pos.notation() {
        return short;
    }
    let script = pos.script().with_notation(notation);
    match MoveText::parse(&short, pos.grid()) {
        Ok(text) => text.write(script),
        Err(_) => route.text(script),
    }
}

/// The tag says how squares are written; a corner means the same for both ways only where it is square 1's.
fn game_type(mut kind: GameType, notation: Notation) -> String {
    if let Some(details) = &mut kind.details {
        details.notation = match notation {
            Notation::Numeric => damka_pdn::Notation::Numeric,
            Notation::Algebraic => damka_pdn::Notation::Algebraic,
        };
    }
    kind.to_string()
}
