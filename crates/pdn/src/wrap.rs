//! Lines of at most 80 columns.

/// Text that breaks between its pieces.
#[derive(Debug, Default)]
pub(crate) struct Wrap {
    text: String,
    column: usize,
    /// Whether the next piece follows an opening parenthesis without a blank.
    glue: bool,
}

const WIDTH: usize = 80;

impl Wrap {
    /// Adds a piece, on a new line if it does not fit.
    pub(crate) fn piece(&mut self, piece: &str) {
        let length = piece.chars().count();
        // `%` at the beginning of a line is a comment and `[` is a tag, for us or for others.
        let may_break = !piece.starts_with(['%', '[', ';']);
        if self.column > 0 && !self.glue {
            if may_break && self.column + 1 + length > WIDTH {
                self.line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(piece);
        self.column += length;
        self.glue = false;
    }

    /// Opens a parenthesis, to which the next piece is glued.
    pub(crate) fn open(&mut self) {
        self.piece("(");
        self.glue = true;
    }

    /// Closes a parenthesis right behind the last piece.
    pub(crate) fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
    }

    /// Adds a comment in braces; breaks only at single blanks, for others would be lost.
    pub(crate) fn comment(&mut self, text: &str) {
        let mut words = pieces(text).peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            let open = if first { "{" } else { "" };
            let close = if words.peek().is_none() { "}" } else { "" };
            self.piece(&format!("{open}{word}{close}"));
            first = false;
        }
    }

    /// Ends the line.
    pub(crate) fn line(&mut self) {
        self.text.push('\n');
        self.column = 0;
        self.glue = false;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn into_text(mut self) -> String {
        if self.column > 0 {
            self.line();
        }
        self.text
    }
}

/// The text cut at single blanks.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let now = rest.take()?;
        let bytes = now.as_bytes();
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let single = |at: usize| {
            bytes[at] == b' '
                && at > 0
                && !blank(&bytes[at - 1])
                && bytes.get(at + 1).is_some_and(|next| !blank(next))
        };
        match (0..bytes.len()).find(|at| single(*at)) {
            Some(at) => {
                rest = Some(&now[at + 1..]);
                Some(&now[..at])
            }
            None => Some(now),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_at_single_blanks() {
        assert_eq!(pieces("a b  c d").collect::<Vec<_>>(), ["a", "b  c", "d"]);
        assert_eq!(pieces("").collect::<Vec<_>>(), [""]);
        let mut wrap = Wrap::default();
        for _ in 0..30 {
            wrap.piece("32-28");
        }
        assert!(wrap.into_text().lines().all(|line| line.len() <= WIDTH));
    }
}
