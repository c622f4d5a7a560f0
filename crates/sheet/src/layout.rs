//! What is on the paper, and where.

use damka_rules::AnyPosition;

use crate::paper::{HEIGHT, MARGIN, Paper, WIDTH};

/// A position with a line above it.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// What is on the board.
    pub position: AnyPosition,
    /// What is said about it.
    pub caption: String,
}

/// Everything that is to be printed.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The title, on the first page.
    pub title: String,
    /// Lines under it.
    pub notes: Vec<String>,
    /// Running text before the diagrams: the moves of a game.
    pub text: Vec<String>,
    /// The diagrams.
    pub diagrams: Vec<Diagram>,
    /// How many stand beside each other, 1 to 4; 0 is 2.
    pub columns: usize,
    /// Above the solutions, which begin on a page of their own.
    pub solutions_title: String,
    /// The solutions, a paragraph each.
    pub solutions: Vec<String>,
}

const TITLE: f32 = 18.0;
const NOTE: f32 = 9.5;
const TEXT: f32 = 10.0;
const CAPTION: f32 = 9.5;

/// A page being filled from the top.
struct Page<'s> {
    paper: Paper,
    sheet: &'s Sheet,
    /// What is still free begins here.
    y: f32,
}

impl Sheet {
    /// The sheet as a PDF file.
    ///
    /// ```
    /// use damka_rules::{AnyPosition, Variant};
    /// use damka_sheet::{Diagram, Sheet};
    /// let diagram = Diagram { position: AnyPosition::start(Variant::Russian), caption: "1".into() };
    /// let sheet = Sheet { title: "Start".into(), diagrams: vec![diagram], ..Sheet::default() };
    /// assert!(sheet.pdf().starts_with(b"%PDF-"));
    /// ```
    pub fn pdf(&self) -> Vec<u8> {
        let mut page = Page { paper: Paper::new(), sheet: self, y: HEIGHT - MARGIN };
        page.heading(&self.title, TITLE);
        for note in &self.notes {
            page.paragraph(note, NOTE, 0.0);
        }
        if !self.text.is_empty() {
            page.y -= TEXT;
        }
        for paragraph in &self.text {
            page.paragraph(paragraph, TEXT, 2.0);
        }
        page.diagrams(self.columns());
        if !self.solutions.is_empty() {
            page.turn();
            page.heading(&self.solutions_title, TITLE * 0.8);
            page.y -= 4.0;
            for solution in &self.solutions {
                page.paragraph(solution, TEXT, 3.0);
            }
        }
        page.turn();
        page.paper.finish(&self.title)
    }

    fn columns(&self) -> usize {
        if self.columns == 0 { 2 } else { self.columns.min(4) }
    }
}

impl Page<'_> {
    /// Ends the page with its number.
    fn turn(&mut self) {
        let number = (self.paper.pages() + 1).to_string();
        self.paper.centred(WIDTH / 2.0, MARGIN * 0.5, 8.0, &number);
        self.paper.turn();
        self.y = HEIGHT - MARGIN;
    }

    /// Makes sure that so much is free below.
    fn need(&mut self, height: f32) {
        if self.y - height < MARGIN {
            self.turn();
        }
    }

    fn heading(&mut self, text: &str, size: f32) {
        for line in self.paper.broken(text, size, WIDTH - 2.0 * MARGIN) {
            self.line(&line, size, size * 1.25);
        }
    }

    fn paragraph(&mut self, text: &str, size: f32, below: f32) {
        for line in self.paper.broken(text, size, WIDTH - 2.0 * MARGIN) {
            self.line(&line, size, size * 1.4);
        }
        self.y -= below;
    }

    fn line(&mut self, text: &str, size: f32, height: f32) {
        self.need(height);
        self.y -= height;
        self.paper.text(MARGIN, self.y, size, text);
    }

    /// The diagrams row by row. A row is never torn, and the gaps share what a page leaves over.
    fn diagrams(&mut self, columns: usize) {
        let slot = (WIDTH - 2.0 * MARGIN) / columns as f32;
        // Room for the names of rows on the left and for whose turn it is on the right.
        let (before, after) = (12.0, slot * 0.11);
        let size = slot - before - after;
        for row in self.sheet.diagrams.chunks(columns) {
            let captions: Vec<Vec<String>> =
                row.iter().map(|one| self.paper.broken(&one.caption, CAPTION, size)).collect();
            let lines = captions.iter().map(Vec::len).max().unwrap_or(0) as f32;
            let above = 14.0 + lines * CAPTION * 1.3;
            let below = 12.0;
            self.need(above + size + below);
            let low = self.y - above - size;
            for (n, (one, caption)) in row.iter().zip(&captions).enumerate() {
                let left = MARGIN + n as f32 * slot + before;
                for (line, text) in caption.iter().rev().enumerate() {
                    self.paper.text(left, low + size + 5.0 + line as f32 * CAPTION * 1.3, CAPTION, text);
                }
                self.paper.board(&one.position, left, low, size);
            }
            self.y = low - below;
        }
    }
}
