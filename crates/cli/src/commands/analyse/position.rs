//! The analysis of one position.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use damka_engine::{Limits, Report, Stop};
use damka_rules::{AnyPosition, Game, Variant};
use serde_json::{Value, json};

use super::Args;
use crate::output;

/// Long enough for a good answer.
const USUAL: Duration = Duration::from_secs(3);

impl Args {
    pub(super) fn position(&self, variant: Variant, fen: &str) -> Result<ExitCode> {
        let game = Game::from_fen(variant, fen)?;
        let pos = *game.position();
        let mut engine = self.size.engine();
        let limits = Limits { multi_pv: self.multi_pv.get(), ..self.think.limits(Limits::move_time(USUAL)) };
        let live = !self.json && io::stderr().is_terminal();
        let mut lines: Vec<Report> = Vec::new();
        let last = engine.search(&game, &limits, &Stop::new(), &mut |report| {
            if report.multi_pv == 1 {
                lines.clear();
                if live {
                    eprintln!("{}", sentence(&pos, report));
                }
            }
            lines.push(report.clone());
        });
        if lines.len() < 2 {
            lines = vec![last];
        }
        let mut out = output::stdout();
        if self.json {
            let about = json!({
                "variant": variant.to_string(), "fen": pos.to_fen(), "turn": pos.turn().letter().to_string(),
                "over": game.ending().map(|ending| ending.to_string()),
                "lines": lines.iter().filter(|line| !line.pv.is_empty()).map(|line| describe(&pos, line)).collect::<Vec<_>>(),
            });
            writeln!(out, "{about:#}")?;
        } else if let Some(ending) = game.ending().filter(|_| pos.count_moves() == 0) {
            writeln!(out, "the game is over: {ending}")?;
        } else {
            for line in &lines {
                writeln!(out, "{}", sentence(&pos, line))?;
            }
        }
        out.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A report in a line.
fn sentence(pos: &AnyPosition, report: &Report) -> String {
    let (nodes, seconds) = (report.nodes, report.time.as_secs_f64());
    let line = pos.write_line(&report.pv).join(" ");
    let score = report.score.to_string();
    format!(
        "{}. {score:>8}  depth {:>2}  {nodes:>10} nodes {seconds:>7.2} s  {line}",
        report.multi_pv, report.depth
    )
}

fn describe(pos: &AnyPosition, report: &Report) -> Value {
    json!({
        "rank": report.multi_pv,
        "score": report.score.to_string(),
        "centimen": report.score.value(),
        "proven": report.score.is_proven(),
        "depth": report.depth,
        "nodes": report.nodes,
        "ms": report.time.as_millis() as u64,
        "pv": pos.write_line(&report.pv),
    })
}
