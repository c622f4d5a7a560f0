//! A game as a scoresheet with diagrams.

use anyhow::{Result, bail};
use damka_explain::Catalogue;
use damka_rules::{AnyPosition, Variant};
use damka_sheet::{Diagram, Sheet};

use super::Args;
use crate::commands::pdn::players;
use crate::replay::replay;
use crate::wording;

impl Args {
    pub(super) fn scoresheet(
        &self,
        name: &str,
        variant: Option<Variant>,
        words: &Catalogue,
    ) -> Result<Sheet> {
        let mut games = self.source.files.open(name)?;
        let game = loop {
            match games.next()? {
                Some((number, game)) if number == self.number => break game,
                Some(_) => {}
                None => bail!("{name}: there is no game {}", self.number),
            }
        };
        let replayed = replay(&game, variant);
        if let Some(failure) = &replayed.failure {
            bail!("{name}: game {}, ply {}: {}", self.number, failure.ply, failure.reason);
        }
        let Some(start) = replayed.start else { bail!("{name}: game {} does not begin", self.number) };
        let mut line = damka_explain::Line::at(start);
        replayed.moves.iter().for_each(|route| _ = line.play(route));
        let texts = line.texts();
        let known = |tag: &str| game.tags.known(tag).map(ToOwned::to_owned);
        let about: Vec<String> = ["Event", "Site", "Date", "Round"].into_iter().filter_map(known).collect();
        let result = game.score().map_or_else(String::new, |score| score.to_string());
        let opening = crate::replay::opening(&replayed).map(wording::opening);
        let notes = [Some(about.join(", ")), opening];
        let shown = diagrams(&line, usize::from(self.every), words);
        Ok(Sheet {
            title: self.title(|| players(&game)),
            notes: notes.into_iter().flatten().filter(|note| !note.trim().is_empty()).collect(),
            text: vec![format!("{} {result}", numbered(&start, &texts))],
            diagrams: shown,
            ..Sheet::default()
        })
    }
}

/// A diagram after every so many moves, and of the end.
fn diagrams(line: &damka_explain::Line, every: usize, words: &Catalogue) -> Vec<Diagram> {
    let texts = line.texts();
    let last = line.len();
    let plies = (1..=last).filter(|&ply| ply % (2 * every) == 0 || ply == last);
    plies
        .map(|ply| {
            let text = texts.get(ply - 1).map_or("", String::as_str);
            let caption = words.fill("after-move", &[move_number(line.start(), ply - 1), text.to_owned()]);
            Diagram { position: line.positions()[ply], caption }
        })
        .collect()
}

/// `12.` or `12...`.
fn move_number(start: &AnyPosition, ply: usize) -> String {
    let place = ply + usize::from(second_begins(start));
    format!("{}{}", place / 2 + 1, if place.is_multiple_of(2) { "." } else { "..." })
}

fn second_begins(start: &AnyPosition) -> bool {
    start.turn() != start.variant().laws().starts
}

/// Moves with their numbers: `1. c3-d4 d6-c5 2. ...`; where the second player begins, `1... d6-c5`.
pub(super) fn numbered(start: &AnyPosition, texts: &[String]) -> String {
    let numbered = texts.iter().enumerate().map(|(ply, text)| {
        let first = (ply + usize::from(second_begins(start))).is_multiple_of(2);
        if first || ply == 0 { format!("{} {text}", move_number(start, ply)) } else { text.clone() }
    });
    numbered.collect::<Vec<_>>().join(" ")
}
