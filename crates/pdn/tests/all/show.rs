//! Games as one line of text, for tests that are data.

use damka_pdn::{Action, Game, Line, Reader, Step};

/// Every game of a text that must be readable.
pub(crate) fn games(text: impl AsRef<[u8]>) -> Vec<Game> {
    Reader::new(text.as_ref()).collect::<Result<_, _>>().expect("memory does not fail")
}

/// The moves of a line with all that is said of them.
pub(crate) fn line(line: &Line) -> String {
    let comments = line.comments.iter().map(|comment| format!("{{{}}}", comment.text));
    comments.chain(line.steps.iter().map(step)).collect::<Vec<_>>().join(" ")
}

fn step(step: &Step) -> String {
    let mut text = match step.number {
        Some(number) => format!("{}{}", number.number, if number.second { "..." } else { "." }),
        None => String::new(),
    };
    text += &match &step.action {
        Action::Move(text) => text.to_string(),
        Action::Unknown => "-".to_owned(),
        Action::Setup(fen) => format!("/{fen}/"),
    };
    if let Some(strength) = step.marks.strength {
        text += &strength.to_string();
    }
    for nag in &step.marks.nags {
        text += &format!(" ${nag}");
    }
    for comment in &step.comments {
        text += &format!(" {{{}}}", comment.text);
    }
    for variation in &step.variations {
        text += &format!(" ({})", line(variation));
    }
    text
}

/// `Name=value Name=value | moves | end | skipped`, empty parts left out.
pub(crate) fn game(game: &Game) -> String {
    let tags: Vec<_> = game.tags.iter().map(|tag| format!("{}={}", tag.name, tag.value)).collect();
    let end = game.end.map(|end| end.to_string()).unwrap_or_default();
    let skipped: Vec<_> = game
        .skipped
        .iter()
        .map(|skipped| format!("{}:{} {}", skipped.at.line, skipped.at.column, skipped.reason))
        .collect();
    let parts = [tags.join(" "), line(&game.line), end, skipped.join("; ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" | ")
}
