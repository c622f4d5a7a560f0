//! The writing grammar of PDN 3.0 as a recogniser of its own, to hold the writer against.
//!
//! Written from the EBNF of the standard and independent of the reader: tokens first, longest match,
//! then `PdnFile : Game ('*' Game)* '*'?`.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    MoveNumber,
    Move,
    Strength,
    Nag,
    Setup,
    Comment,
    Tag,
    Open,
    Close,
    Star,
}

/// Fails unless the grammar accepts the text.
#[track_caller]
pub(crate) fn check(text: &str) {
    if let Err(place) = accepts(text) {
        panic!("the writing grammar stops at: {:?}", place.chars().take(60).collect::<String>());
    }
}

/// The rest of the text where the grammar stops.
fn accepts(text: &str) -> Result<(), &str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        if rest.is_empty() {
            break;
        }
        let (kind, length) = token(rest).ok_or(rest)?;
        tokens.push((kind, rest));
        rest = &rest[length..];
    }
    let end = (Kind::Star, "");
    let mut at = 0;
    loop {
        let start = at;
        while tokens.get(at).is_some_and(|token| token.0 == Kind::Tag) {
            at += 1;
        }
        at = body(&tokens, at, 0)?;
        if at == start {
            return Err(tokens.get(at).unwrap_or(&end).1);
        }
        match tokens.get(at) {
            None => return Ok(()),
            Some((Kind::Star, _)) if at + 1 == tokens.len() => return Ok(()),
            Some((Kind::Star, _)) => at += 1,
            Some((_, place)) => return Err(place),
        }
    }
}

fn body<'a>(tokens: &[(Kind, &'a str)], mut at: usize, depth: usize) -> Result<usize, &'a str> {
    while let Some((kind, place)) = tokens.get(at).copied() {
        match kind {
            Kind::MoveNumber if tokens.get(at + 1).map(|token| token.0) == Some(Kind::Move) => at += 1,
            Kind::Move => {
                at += 1;
                at += usize::from(tokens.get(at).map(|token| token.0) == Some(Kind::Strength));
            }
            Kind::Comment | Kind::Setup | Kind::Nag => at += 1,
            Kind::Open => {
                let end = body(tokens, at + 1, depth + 1)?;
                if end == at + 1 || tokens.get(end).map(|token| token.0) != Some(Kind::Close) {
                    return Err(place);
                }
                at = end + 1;
            }
            Kind::Close if depth > 0 => return Ok(at),
            Kind::Tag | Kind::Star if depth == 0 => return Ok(at),
            _ => return Err(place),
        }
    }
    Ok(at)
}

fn token(text: &str) -> Option<(Kind, usize)> {
    let bytes = text.as_bytes();
    let run =
        |from: usize, fits: &dyn Fn(u8) -> bool| bytes[from..].iter().take_while(|byte| fits(**byte)).count();
    let until = |sign: char| text[1..].find(sign).map(|at| at + 2);
    let marks = |from| run(from, &|byte| byte == b'!' || byte == b'?');
    match bytes[0] {
        b'{' => Some((Kind::Comment, until('}')?)),
        b'/' => Some((Kind::Setup, until('/')?)),
        b'*' => Some((Kind::Star, 1)),
        b'$' => {
            let digits = run(1, &|byte| byte.is_ascii_digit());
            (digits > 0).then_some((Kind::Nag, 1 + digits))
        }
        b'(' if marks(1) > 0 && bytes.get(1 + marks(1)) == Some(&b')') => {
            Some((Kind::Strength, 2 + marks(1)))
        }
        b'(' => Some((Kind::Open, 1)),
        b')' => Some((Kind::Close, 1)),
        b'!' | b'?' => Some((Kind::Strength, marks(0))),
        b'[' => tag(text).map(|length| (Kind::Tag, length)),
        b'0'..=b'9' => {
            let digits = run(0, &|byte| byte.is_ascii_digit());
            match bytes.get(digits) {
                Some(b'.') if text[digits..].starts_with("...") => Some((Kind::MoveNumber, digits + 3)),
                Some(b'.') => Some((Kind::MoveNumber, digits + 1)),
                _ => moves(bytes).map(|length| (Kind::Move, length)),
            }
        }
        b'a'..=b'h' => moves(bytes).map(|length| (Kind::Move, length)),
        _ => None,
    }
}

fn tag(text: &str) -> Option<usize> {
    let name = text[1..].find(' ')? + 1;
    let mut letters = text[1..name].chars();
    let good = letters.next()?.is_ascii_uppercase()
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !good || !text[name..].starts_with(" \"") {
        return None;
    }
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip_while(|(at, _)| *at < name + 2) {
        match letter {
            '\n' => return None,
            '"' if !escaped => return text[at + 1..].starts_with(']').then_some(at + 2),
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    None
}

fn moves(bytes: &[u8]) -> Option<usize> {
    // Beyond the grammar, but taken by every reader: 09-1 is no result where all squares are used.
    let zero = usize::from(bytes.starts_with(b"0"));
    let mut at = zero + square(&bytes[zero..])?;
    let sign = *bytes.get(at)?;
    let mut squares = 1;
    while bytes.get(at) == Some(&sign) {
        at += 1 + square(&bytes[at + 1..])?;
        squares += 1;
    }
    let ends = bytes.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
    // The table of game types gives Russian captures a colon.
    (ends && (matches!(sign, b'x' | b':') || (sign == b'-' && squares == 2))).then_some(at)
}

fn square(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'a'..=b'h', b'1'..=b'8', ..] => Some(2),
        [b'1'..=b'9', b'0'..=b'9', ..] => Some(2),
        [b'1'..=b'9', ..] => Some(1),
        _ => None,
    }
}

#[test]
fn the_recogniser_itself() {
    for good in [
        "1.32-28!? 19-23(!?!!!) 2.28x19 *",
        "[White \"an escaped \\\"\"] 32-28",
        "[FEN \"W:W31:B1\"]\n*\n[FEN \"W:W31:B1\"]",
        "c3:e5",
        "32-28 19-23 (18-23 (37-32? $7 23-29! {wins}) 12-18) /FEN \"B::\"/ 1... a1xc3xe5",
    ] {
        assert_eq!(accepts(good), Ok(()), "{good}");
    }
    for bad in [
        "",
        "*",
        "1. 32-28 1-0",
        "1. 32-28 ** 1. 31-27",
        "01-07",
        "1. -",
        "1.",
        "()",
        "(1. 32-28",
        "1. 32-28)",
        "{a {b} }",
        "[event \"x\"]",
        "g3-e5-c7",
        "a9-b8",
        "32 - 28",
        "1. 32-28 [A \"x\"]",
        "1. 1-1 ! !",
    ] {
        assert!(accepts(bad).is_err(), "{bad}");
    }
}
