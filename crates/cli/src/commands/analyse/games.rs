//! The analysis of recorded games, move by move.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use damka_engine::{Engine, Limits};
use damka_review::{Review, drive};
use damka_rules::{Game, Variant};

use super::{Args, annotate, describe, done, sheet, told};
use crate::replay::{Replay, replay};
use crate::{failure, output};

/// A recorded game and what came of its analysis.
pub(super) struct Analysed<'g> {
    /// The file.
    pub(super) file: &'g str,
    /// Its place there, from 1.
    pub(super) number: usize,
    pub(super) game: &'g damka_pdn::Game,
    pub(super) replayed: &'g Replay,
    pub(super) review: Review,
    /// How many lines are wanted of each position.
    pub(super) lines: usize,
}

impl Args {
    pub(super) fn games(&self, variant: Option<Variant>) -> Result<ExitCode> {
        let mut finished = match &self.output {
            Some(path) => done::read(path)?,
            None => done::Done::default(),
        };
        let mut out: Box<dyn Write> = match &self.output {
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                Box::new(file.with_context(|| path.clone())?)
            }
            None => Box::new(output::stdout()),
        };
        let mut pdn = match &self.pdn {
            Some(path) => Some(annotate::Annotated::create(path, self.source.files.names())?),
            None => None,
        };
        let usual = Limits::nodes(damka_review::NODES);
        let limits = Limits { multi_pv: self.multi_pv.get(), ..self.think.limits(usual) };
        let mut engine = self.size.reviewer();
        let words = self.review.then(|| self.language.catalogue());
        let mut failed = 0;
        for name in self.source.files.names() {
            let mut games = self.source.files.open(name)?;
            games.always_show_progress();
            while let Some((number, game)) = games.next()? {
                if finished.take(name, number) {
                    continue;
                }
                let replayed = replay(&game, variant);
                failed += usize::from(replayed.failure.is_some());
                let Some(review) = review(&mut engine, &replayed, &limits) else { continue };
                let (game, replayed, lines) = (&game, &replayed, self.multi_pv.get());
                let analysed = Analysed { file: name, number, game, replayed, review, lines };
                let text = match (self.json || self.output.is_some(), &pdn, &words) {
                    (true, _, words) => format!("{}\n", describe::describe(&analysed, words.as_ref())),
                    (false, None, Some(words)) => told::told(&analysed, words),
                    (false, None, None) => sheet::moves(&analysed),
                    (false, Some(_), _) => sheet::summary(&analysed),
                };
                if let Some(pdn) = &mut pdn {
                    pdn.write(&analysed)?;
                }
                // A line is written whole and at once: an interruption costs one game at most.
                games.print(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
            }
        }
        if let Some(pdn) = pdn {
            pdn.finish()?;
        }
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(failure::FOUND) })
    }
}

/// The review of a record, as far as it is legal; `None` where it does not even begin.
fn review(engine: &mut Engine, replayed: &Replay, limits: &Limits) -> Option<Review> {
    let mut game = Game::from_position(replayed.start?);
    for route in &replayed.moves {
        // Over by our laws, but they played on.
        game.play_on();
        if game.play_route(route).is_err() {
            break;
        }
    }
    Some(drive(engine, &game, limits))
}
