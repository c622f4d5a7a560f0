//! Leaving out what no browser reads: names and other notes in modules, remarks in scripts and style sheets, and the
//! hashes in the names by which a script and its module know each other.

use std::collections::HashMap;

use anyhow::Context;

/// A module without its custom sections: names, producers.
pub(crate) fn module(wasm: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut slim = wasm.get(..8).context("a module without a beginning")?.to_vec();
    let mut rest = &wasm[8..];
    while let Some((&kind, after)) = rest.split_first() {
        let (length, body) = number(after).context("a section without a length")?;
        let end = rest.len() - body.len() + length;
        let section = rest.get(..end).context("a section that is cut off")?;
        if kind != 0 {
            slim.extend_from_slice(section);
        }
        rest = &rest[end..];
    }
    Ok(slim)
}

/// An unsigned number as WebAssembly writes it, and what follows.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let length = bytes.iter().position(|byte| byte & 0x80 == 0)? + 1;
    let value = bytes[..length].iter().rev().fold(0, |sum, byte| (sum << 7) | usize::from(byte & 0x7f));
    Some((value, &bytes[length..]))
}

/// Does the name end in a hash, as those wasm-bindgen makes do?
pub(crate) fn is_hashed(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.len() > 17 && bytes[bytes.len() - 16..].iter().all(u8::is_ascii_hexdigit)
}

/// A script with other names for what `names` lists, without remarks and indentation.
pub(crate) fn script(text: &str, names: &HashMap<String, String>) -> String {
    let code = |line: &&str| !["//", "/*", "*"].iter().any(|sign| line.starts_with(sign)) && !line.is_empty();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(code).collect();
    let text = lines.join("\n");
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut slim = String::with_capacity(text.len());
    let mut rest = &text[..];
    while let Some(begin) = rest.find(in_name) {
        slim.push_str(&rest[..begin]);
        rest = &rest[begin..];
        let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        slim.push_str(names.get(&rest[..end]).map_or(&rest[..end], String::as_str));
        rest = &rest[end..];
    }
    slim + rest
}

/// A style sheet without remarks and indentation.
pub(crate) fn style(text: &str) -> String {
    let mut slim = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        slim.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    slim.push_str(rest);
    let lines: Vec<&str> = slim.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_lose_what_is_not_code() {
        let head = *b"\0asm\x01\0\0\0";
        let with = [&head[..], &[0, 3, 1, b'x', 9, 1, 1, 7, 0, 2, 1, b'y']].concat();
        assert_eq!(module(&with).unwrap(), [&head[..], &[1, 1, 7]].concat());
        assert!(module(b"\0asm").is_err() && module(&[&head[..], &[1, 9, 0]].concat()).is_err());
        assert_eq!(number(&[0x80, 0x02, 5]), Some((256, &[5][..])));
    }

    #[test]
    fn scripts_keep_their_meaning() {
        let names = HashMap::from([("__wbg_add_0123456789abcdef".to_owned(), "_a".to_owned())]);
        let text =
            "/**\n * Adds.\n */\n  __wbg_add_0123456789abcdef: f(1, 'x // y'),\n\n  // no\n  b__wbg: 2";
        assert_eq!(script(text, &names), "_a: f(1, 'x // y'),\nb__wbg: 2");
        assert!(
            is_hashed("__wbg_add_0123456789abcdef") && !is_hashed("memory") && !is_hashed("0123456789abcdef")
        );
    }

    #[test]
    fn style_sheets_lose_remarks() {
        assert_eq!(style("/* a\n b */\n.x {\n  y: 1; /* z */\n}\n"), ".x {\ny: 1;\n}\n");
    }
}
