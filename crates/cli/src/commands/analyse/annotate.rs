//! An analysed game as PDN: marks, evaluations, better lines as variations, and how well both played.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use anyhow::{Context, Result, bail};
use damka_pdn::{Action, Comment, Game, Line, Step, Writer};
use damka_review::{Judged, Review};
use damka_rules::Side;
use damka_wire::Score;

use super::games::Analysed;
use super::{describe, sheet};

/// Moves of a better line that are written.
const SHOWN: usize = 10;

/// A file of annotated games.
pub(super) struct Annotated(Writer<Box<dyn Write>>);

impl Annotated {
    /// Begins the file, `-` for standard output. What is being read is not written over.
    pub(super) fn create(path: &str, read: &[String]) -> Result<Annotated> {
        let out: Box<dyn Write> = match path {
            "-" => Box::new(io::stdout()),
            path => {
                let place = fs::canonicalize(path).ok();
                if place.is_some() && read.iter().any(|name| fs::canonicalize(name).ok() == place) {
                    bail!("--pdn: {path} is being read");
                }
                Box::new(BufWriter::new(File::create(path).with_context(|| path.to_owned())?))
            }
        };
        Ok(Annotated(Writer::new(out)))
    }

    pub(super) fn write(&mut self, analysed: &Analysed<'_>) -> Result<()> {
        let game = annotated(analysed.game, &analysed.review);
        // A game without a move or a tag is nothing the standard can say.
        if game.line.steps.is_empty() && game.tags.is_empty() {
            return Ok(());
        }
        Ok(self.0.write(&game)?)
    }

    pub(super) fn finish(self) -> Result<()> {
        self.0.finish()?.flush()?;
        Ok(())
    }
}

/// The game as it was, with what the review has to say.
fn annotated(game: &Game, review: &Review) -> Game {
    let mut game = game.clone();
    let summary = review.summary();
    game.tags.set("Annotator", "Damka");
    for (name, side) in [("White", Side::White), ("Black", Side::Black)] {
        if let Some(accuracy) = summary[side].accuracy {
            game.tags.set(&format!("{name}Accuracy"), &format!("{accuracy:.1}"));
            game.line.comments.push(Comment::new(&format!("{name}: {}", sheet::player(&summary[side]))));
        }
    }
    let judged = review.judged();
    // A setup in the middle begins the moves anew, and only those after the last one were reviewed.
    let from = game.line.steps.iter().rposition(|step| matches!(step.action, Action::Setup(_)));
    let steps = game.line.steps.iter_mut().skip(from.map_or(0, |at| at + 1));
    let moves = steps.filter(|step| matches!(step.action, Action::Move(_)));
    for (step, one) in moves.zip(&judged) {
        mark(step, one);
    }
    game
}

fn mark(step: &mut Step, one: &Judged) {
    let nags = &mut step.marks.nags;
    nags.extend(one.nag().map(u16::from).filter(|nag| !nags.contains(nag)));
    let mut said = format!("[%eval {}]", evaluation(one));
    if let Some(judgement) = one.judgement {
        let name = describe::name(judgement);
        let best = one.best.first().map_or("", String::as_str);
        said += &format!(" {}{}: {best} was best.", name[..1].to_uppercase(), &name[1..]);
        step.variations.push(variation(&one.best));
    }
    if one.missed_win {
        said += " A win was missed.";
    }
    step.comments.push(Comment::new(&said));
}

/// The better line.
fn variation(moves: &[String]) -> Line {
    let steps = moves.iter().take(SHOWN).map_while(|text| Some(Step::new(Action::Move(text.parse().ok()?))));
    Line { comments: Vec::new(), steps: steps.collect() }
}

/// After the move, for White, in men: `0.35`; `#7` and `#-7` for a win of White and Black in so many plies, `#` and
/// `#-` where tables do not say how soon.
fn evaluation(one: &Judged) -> String {
    match if one.side == Side::White { one.after } else { -one.after } {
        Score::Men(men) => format!("{:.2}", f64::from(men) / 100.0),
        Score::Win(plies) => format!("#{plies}"),
        Score::Loss(plies) => format!("#-{plies}"),
        Score::TableWin => "#".into(),
        Score::TableLoss => "#-".into(),
        Score::TableDraw => "0.00".into(),
    }
}
