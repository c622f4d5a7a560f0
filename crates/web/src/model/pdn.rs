//! A game as PDN text for the clipboard and files, and back.
//!
//! The page reads one game and its main line; `damka-pdn` reads whole files, but its encodings are
//! too heavy for the first load.

use damka_record::{Record, Tag};
use damka_rules::{Game, Outcome, Side, Variant};

/// Writes a game.
pub fn write(game: &Game, start: Option<&str>, white: &str, black: &str, date: &str) -> String {
    let variant = game.variant();
    let result = game.outcome().map_or("*".into(), |o| match o {
        Outcome::Draw => "1/2-1/2".to_owned(),
        win => win.to_string(),
    });
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        out.push_str(&format!("[{name} \"{}\"]\n", value.replace(['"', '\\', '\n'], "'")));
    };
    tag("Event", "Damka");
    tag("Date", date);
    tag("White", white);
    tag("Black", black);
    tag("Result", &result);
    if let Some(number) = variant.pdn_number() {
        tag("GameType", &number.to_string());
    }
    tag("Variant", &variant.to_string());
    if let Some(fen) = start {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    out.push('\n');
    let mut line = String::new();
    let black_first = game.positions()[0].turn() != variant.laws().starts;
    let mut words = Vec::new();
    for (i, played) in game.moves().iter().enumerate() {
        let ply = i + usize::from(black_first);
        match (ply % 2, i) {
            (0, _) => words.push(format!("{}.", ply / 2 + 1)),
            (_, 0) => words.push("1...".into()),
            _ => {}
        }
        words.push(played.text.clone());
    }
    words.push(result);
    for word in words {
        if line.len() + word.len() >= 79 {
            out.push_str(line.trim_end());
            out.push('\n');
            line.clear();
        }
        line.push_str(&word);
        line.push(' ');
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

/// Reads one game; `fallback` is the variant if the text does not say. The error is a sentence.
pub fn read(text: &str, fallback: Variant) -> Result<Record, String> {
    let (mut variant, mut fen, mut body) = (fallback, None, String::new());
    let (mut tags, mut outcome) = (Vec::new(), None);
    let mut named = false;
    for line in text.lines() {
        let line = line.trim();
        let tag = line
            .strip_prefix('[')
            .and_then(|l| l.strip_suffix(']'))
            .and_then(|l| l.split_once(char::is_whitespace));
        let Some((name, value)) = tag else {
            body.push_str(line);
            body.push('\n');
            continue;
        };
        let value = value.trim().trim_matches('"');
        match name {
            "Variant" => {
                variant = value.parse().map_err(|_| format!("unknown variant '{value}'"))?;
                named = true;
            }
            "GameType" if !named => {
                let number: Option<u16> = value.split(',').next().and_then(|n| n.trim().parse().ok());
                // A relative of the same game (a house rule) keeps its agreement.
                match number.and_then(Variant::of_pdn_number) {
                    Some(known) if known != fallback.base() => variant = known,
                    Some(_) => {}
                    None => return Err(format!("unknown GameType '{value}'")),
                }
            }
            "FEN" => fen = Some(value.to_owned()),
            "Result" => outcome = read_result(value),
            "SetUp" | "Date" => {}
            _ => tags.push(Tag(name.to_owned(), value.to_owned())),
        }
    }
    let mut game = match &fen {
        Some(fen) => Game::from_fen(variant, fen).map_err(|_| format!("FEN '{fen}'"))?,
        None => Game::new(variant),
    };
    for (i, word) in main_line(&body)?.iter().enumerate() {
        game.play_text(word).map_err(|_| format!("move {}: {word}", i + 1))?;
    }
    // An end on the board counts more than what is written above it.
    let outcome = game.outcome().or(outcome);
    Ok(Record { tags, outcome, ..Record::from_game(&game) })
}

/// The outcome a result means; none while the game goes on.
fn read_result(text: &str) -> Option<Outcome> {
    match text {
        "1-0" | "2-0" => Some(Outcome::Win(Side::White)),
        "0-1" | "0-2" => Some(Outcome::Win(Side::Black)),
        "1/2-1/2" | "1-1" => Some(Outcome::Draw),
        _ => None,
    }
}

/// The moves of the main line: no comments, variations, numbers, signs and results.
fn main_line(body: &str) -> Result<Vec<String>, String> {
    let mut moves = Vec::new();
    let mut depth = 0usize;
    let mut chars = body.chars().peekable();
    let mut word = String::new();
    let mut flush = |word: &mut String, depth: usize| {
        let text = word.rsplit_once("...").map_or(&word[..], |(_, after)| after);
        let text = match text.split_once('.') {
            Some((number, after)) if number.chars().all(|c| c.is_ascii_digit()) => after,
            _ => text,
        };
        let result = matches!(text, "1-0" | "0-1" | "2-0" | "0-2" | "1-1" | "1/2-1/2" | "0-0" | "*");
        let sign = text.starts_with('$') || text.chars().all(|c| c.is_ascii_digit() || "!?.".contains(c));
        if depth == 0 && !text.is_empty() && !result && !sign {
            moves.push(text.to_owned());
        }
        word.clear();
    };
    while let Some(c) = chars.next() {
        match c {
            '{' => {
                flush(&mut word, depth);
                if !chars.any(|c| c == '}') {
                    return Err("a comment is not closed".into());
                }
            }
            ';' => {
                flush(&mut word, depth);
                let _ = chars.find(|&c| c == '\n');
            }
            '(' => {
                flush(&mut word, depth);
                depth += 1;
            }
            ')' => {
                flush(&mut word, depth);
                depth = depth.checked_sub(1).ok_or("a variation is closed that was not opened")?;
            }
            c if c.is_whitespace() => flush(&mut word, depth),
            c => word.push(c),
        }
    }
    flush(&mut word, depth);
    Ok(moves)
}

/// How a side is called in tags.
pub fn seat_name(seat: super::seats::Seat) -> String {
    use super::seats::Seat;
    match seat {
        Seat::Person | Seat::Remote => "Player".into(),
        Seat::Computer(level) => format!("Damka, level {}", level.0 + 1),
        Seat::Random => "Random".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_survive_the_journey() {
        let mut game = Game::from_fen(Variant::Russian, "B:Wc3,e3:Bd6,f6").unwrap();
        for text in ["d6-c5", "e3-d4", "c5xe3"] {
            game.play_text(text).unwrap();
        }
        game.resign(Side::White).unwrap();
        let text = write(&game, Some("B:Wc3,e3:Bd6,f6"), "A", "B \"x\"", "2026.11.15");
        assert!(text.contains("1... d6-c5 2. e3-d4 c5:e3 0-1"), "{text}");
        let read = read(&text, Variant::International).unwrap();
        assert_eq!((read.variant, read.moves.len()), (Variant::Russian, 3));
        assert_eq!(read.outcome, Some(Outcome::Win(Side::Black)));
        assert_eq!(read.tag("White"), Some("A"));
        assert!(read.start.is_some());
    }

    #[test]
    fn comments_and_variations_are_skipped() {
        let text = "[GameType \"25\"]\n1. c3-d4 {good (or not)} f6-e5! (1... b6-a5 2. x) 2.d4:f6 $2 g7:e5 ; end\n3.b2-c3 *";
        let read = read(text, Variant::Russian).unwrap();
        assert_eq!(read.moves.len(), 5);
        assert!(read.start.is_none());
    }

    #[test]
    fn mistakes_are_explained() {
        let check = |text: &str, expected: &str| {
            let error = read(text, Variant::Russian).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        check("1. c3-d4 d4-c3", "move 2");
        check("1. c3-d4 {", "not closed");
        check(") c3-d4", "not opened");
        check("[GameType \"99\"]\n*", "unknown GameType '99'");
        check("[Variant \"chess\"]\n*", "unknown variant");
        check("[FEN \"W:Wz1\"]\n*", "z1");
        check("hello", "move 1");
    }
}
