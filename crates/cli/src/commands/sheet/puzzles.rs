//! Positions to solve.

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use anyhow::{Context, Result, bail};
use damka_explain::{Catalogue, Line};
use damka_rules::{AnyPosition, Variant};
use damka_sheet::{Diagram, Sheet};

use super::{Args, to_move};
use crate::input;

/// A line of a file of positions.
struct Puzzle {
    position: AnyPosition,
    solution: Line,
    rating: Option<u32>,
    themes: String,
}

impl Args {
    pub(super) fn positions(&self, name: &str, variant: Option<Variant>, words: &Catalogue) -> Result<Sheet> {
        let mut input: Box<dyn BufRead> = match name {
            "-" => Box::new(io::stdin().lock()),
            path => Box::new(BufReader::new(File::open(path).with_context(|| path.to_owned())?)),
        };
        let (mut puzzles, mut number) = (Vec::new(), 0);
        while let Some(line) = input::line(&mut input)? {
            number += 1;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let puzzle = read(&line, variant).with_context(|| format!("{name}, line {number}"))?;
            if self.wants(&puzzle) && self.count.is_none_or(|most| puzzles.len() < most) {
                puzzles.push(puzzle);
            }
        }
        if puzzles.is_empty() {
            bail!("{name}: there is no such position");
        }
        let captions = puzzles.iter().enumerate().map(|(n, puzzle)| caption(n + 1, puzzle, words));
        let diagrams = puzzles.iter().zip(captions);
        Ok(Sheet {
            title: self.title(|| words.fill::<&str>("sheet-title", &[])),
            diagrams: diagrams.map(|(one, caption)| Diagram { position: one.position, caption }).collect(),
            solutions_title: words.fill::<&str>("solutions", &[]),
            solutions: puzzles.iter().enumerate().filter_map(|(n, puzzle)| solution(n + 1, puzzle)).collect(),
            ..Sheet::default()
        })
    }

    fn wants(&self, puzzle: &Puzzle) -> bool {
        let theme =
            self.theme.as_ref().is_none_or(|theme| puzzle.themes.split([' ', ',']).any(|one| one == theme));
        let rating = self
            .rating
            .is_none_or(|(low, high)| puzzle.rating.is_some_and(|rating| (low..=high).contains(&rating)));
        theme && rating
    }
}

/// Reads either form of a line.
fn read(line: &str, given: Option<Variant>) -> Result<Puzzle> {
    let mut fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let named = fields[0].parse::<Variant>().ok().filter(|_| fields.len() > 1);
    if named.is_some() {
        fields.remove(0);
    }
    let Some(variant) = named.or(given) else { bail!("which game? give --variant") };
    let position = AnyPosition::from_fen(variant, fields[0])?;
    let mut solution = Line::at(position);
    for text in fields.get(1).unwrap_or(&"").split_whitespace() {
        solution.play_text(text)?;
    }
    let field = |n: usize| fields.get(n).copied().unwrap_or_default();
    // A suite has a remark where a list of puzzles has its rating.
    Ok(Puzzle { position, solution, rating: field(2).parse().ok(), themes: field(3).to_owned() })
}

fn caption(number: usize, puzzle: &Puzzle, words: &Catalogue) -> String {
    let rating = puzzle.rating.map_or_else(String::new, |rating| format!(" ({rating})"));
    format!("{number}. {}{rating}", to_move(&puzzle.position, words))
}

fn solution(number: usize, puzzle: &Puzzle) -> Option<String> {
    let moves = super::game::numbered(puzzle.solution.start(), &puzzle.solution.texts());
    (!puzzle.solution.is_empty()).then(|| format!("{number}.  {moves}"))
}
