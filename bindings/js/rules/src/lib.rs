//! The rules of draughts for JavaScript: a game behind one handle.
//!
//! Everything crosses the border as text, for that is what both sides read fastest; `index.js` makes objects of it.
//! What is wrong is thrown as a plain object with its kind, its reason and its place, of which `index.js` makes errors.

mod fault;
mod words;

use damka_picture::{Look, Signs};
use damka_record::{Record, pdn};
use damka_rules::perft::perft_listing;
use damka_rules::{Brief, Game as Inner, GameError, MoveText, Square, Variant, Wish, arrange, with_position};
use wasm_bindgen::prelude::*;

use crate::fault::{Fault, illegal};

/// Every variant, one a line.
#[wasm_bindgen]
#[must_use]
pub fn variants() -> String {
    words::lines(Variant::EVERY.iter())
}

/// A game and its history.
#[wasm_bindgen]
pub struct Game {
    inner: Inner,
}

#[wasm_bindgen]
impl Game {
    /// A game from a FEN, or from the start.
    #[wasm_bindgen(constructor)]
    pub fn new(variant: &str, fen: Option<String>) -> Result<Game, JsValue> {
        let variant: Variant = variant.parse().map_err(|error| Fault::from(&error))?;
        let fen = fen.as_deref().unwrap_or("start");
        Ok(Game { inner: Inner::from_fen(variant, fen).map_err(|error| Fault::from(&error))? })
    }

    /// The game of a PDN text; `usual` is the variant where it does not say.
    pub fn from_pdn(text: &str, usual: &str) -> Result<Game, JsValue> {
        let usual: Variant = usual.parse().map_err(|error| Fault::from(&error))?;
        let record = Record::from_pdn_text(text, usual).map_err(|failure| Fault::from(&failure))?;
        Ok(Game { inner: record.replay().map_err(|error| Fault::from(&error))? })
    }

    /// A copy that shares nothing.
    #[must_use]
    pub fn copy(&self) -> Game {
        Game { inner: self.inner.clone() }
    }

    /// The variant's name, house rule included.
    #[must_use]
    pub fn variant(&self) -> String {
        self.inner.variant().to_string()
    }
    /// `white` or `black`.
    #[must_use]
    pub fn turn(&self) -> String {
        self.inner.turn().key().to_owned()
    }
    /// The position, with or without its counters.
    #[must_use]
    pub fn fen(&self, counters: bool) -> String {
        if counters { self.inner.to_fen() } else { self.inner.position().to_fen() }
    }
    /// Where the game began, if not at its start.
    #[must_use]
    pub fn start_fen(&self) -> Option<String> {
        self.inner.start_fen()
    }
    /// A number for the position.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.inner.position().key().0
    }

    /// The texts of the legal moves, one a line.
    #[must_use]
    pub fn moves(&self) -> String {
        words::lines(self.inner.legal_moves().iter().map(|played| &played.text))
    }
    /// Start, end and 1 for a capture of every legal move, by the numbers of squares and in their order, where no move
    /// takes more than one piece: then that says everything, and nothing has to be made but a few bytes. `None` where
    /// some move does.
    #[must_use]
    pub fn short_moves(&self) -> Option<Vec<u8>> {
        let briefs = self.inner.briefs();
        if briefs.iter().any(|brief| brief.victims() > 1) {
            return None;
        }
        let number = |brief: &Brief| [brief.from().number(), brief.to().number(), brief.is_capture().into()];
        let mut all: Vec<[u8; 3]> = briefs.iter().map(number).collect();
        arrange(&mut all, |a, b| a < b);
        Some(all.into_flattened())
    }
    /// The legal moves in full, one a line.
    #[must_use]
    pub fn moves_in_full(&self) -> String {
        let script = self.inner.variant().script();
        words::lines(self.inner.legal_moves().iter().map(|played| words::played(played, script)))
    }
    /// The moves played, in full, one a line.
    #[must_use]
    pub fn history(&self) -> String {
        let script = self.inner.variant().script();
        words::lines(self.inner.moves().iter().map(|played| words::played(played, script)))
    }
    /// Plays a move and tells it in full.
    pub fn play(&mut self, text: &str) -> Result<String, JsValue> {
        let variant = self.inner.variant();
        match self.inner.play_text(text) {
            Ok(played) => Ok(words::played(played, variant.script())),
            Err(error) => Err(illegal(variant, text, &error).into()),
        }
    }
    /// Plays the only legal move between two squares and says how it was, as a number: 0 if there is not exactly one
    /// and nothing was played, else 1, and 2 if a man was crowned, 4 if several pieces were taken (then `last` tells),
    /// 256 times the number of the square whose piece alone was taken.
    pub fn play_between(&mut self, from: u8, to: u8) -> u32 {
        if from == 0 || to == 0 {
            return 0;
        }
        let Some(played) = self.inner.play_between(Square::new(from), Square::new(to)) else { return 0 };
        let route = &played.route;
        let taken = match route.taken() {
            [] => 0,
            [only] => u32::from(only.number()) << 8,
            _ => 4,
        };
        1 | u32::from(route.promotes()) << 1 | taken
    }
    /// The last move in full.
    #[must_use]
    pub fn last(&self) -> Option<String> {
        let script = self.inner.variant().script();
        self.inner.moves().last().map(|played| words::played(played, script))
    }
    /// Takes the last move back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.inner.undo().is_some()
    }
    /// Why a text is no legal move: an object as it would be thrown.
    pub fn why_not(&self, text: &str) -> Option<JsValue> {
        let error = self.inner.clone().play_text(text).err()?;
        Some(illegal(self.inner.variant(), text, &error).into())
    }
    /// Why pressing these squares is no legal move.
    pub fn why_not_squares(&self, names: Vec<String>) -> Result<Option<JsValue>, JsValue> {
        let grid = self.inner.variant().grid();
        let square =
            |name: &String| grid.parse_square(name).ok_or_else(|| Fault::square(name, grid.squares()));
        let stops = names.iter().map(square).collect::<Result<Vec<Square>, Fault>>()?;
        let text = names.join("-");
        let Some(refusal) = self.inner.refuse(self.inner.turn(), &Wish { stops }) else { return Ok(None) };
        let variant = self.inner.variant();
        let error = GameError::Move(damka_rules::MoveError::Illegal { text: text.clone(), refusal, variant });
        Ok(Some(illegal(variant, &text, &error).into()))
    }
    /// Is it legal? Reads nothing but the text.
    #[must_use]
    pub fn is_legal(&self, text: &str) -> bool {
        let pos = self.inner.position();
        let read = MoveText::parse(text, pos.grid()).ok();
        !self.inner.is_over() && read.is_some_and(|text| pos.resolve(&text).is_ok())
    }

    /// Has the game ended?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.inner.is_over()
    }
    /// Result, reason, winner and a sentence, parted by bars.
    #[must_use]
    pub fn outcome(&self) -> Option<String> {
        let (outcome, ending) = self.inner.outcome().zip(self.inner.ending())?;
        let winner = outcome.winner().map_or("", |side| side.key());
        Some(format!("{outcome}|{}|{winner}|{ending}", ending.key()))
    }
    /// This side gives up.
    pub fn resign(&mut self, side: &str) -> Result<(), JsValue> {
        let variant = self.inner.variant();
        let side = side.parse().map_err(|error| Fault::from(&error))?;
        self.inner.resign(side).map(drop).map_err(|error| illegal(variant, "", &error).into())
    }
    /// Draws drawing near: plies, law and sentence, parted by bars, one a line.
    #[must_use]
    pub fn countdowns(&self) -> String {
        words::lines(self.inner.countdowns().iter().map(|c| format!("{}|{}|{c}", c.plies, c.law.key())))
    }
    /// How often the present position has stood on the board.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.inner.repetitions()
    }
    /// The name of the opening.
    #[must_use]
    pub fn opening(&self, language: &str) -> Option<String> {
        damka_openings::recognise(&self.inner).map(|opening| opening.shown_in(language))
    }

    /// The board row by row: a blank for a square that is not used, a dot for an empty one, else a piece's letter.
    #[must_use]
    pub fn cells(&self) -> String {
        let pos = self.inner.position();
        let grid = pos.grid();
        let cell = |col: usize, row: usize| match grid.square_at(row, col) {
            None => ' ',
            Some(square) => pos.piece_at(square).map_or('.', |piece| piece.letter('b')),
        };
        let row = |row: usize| (0..grid.width).map(|col| cell(col, row)).collect::<String>();
        words::lines((0..grid.height).map(row))
    }
    /// The names of the squares in use, in reading order, one a line.
    #[must_use]
    pub fn names(&self) -> String {
        let pos = self.inner.position();
        words::lines(pos.grid().all().map(|square| pos.square_name(square)))
    }
    /// The sign of a capture.
    #[must_use]
    pub fn capture_sign(&self) -> char {
        self.inner.variant().script().capture
    }
    /// The board as lines of text.
    #[must_use]
    pub fn ascii(&self, flipped: bool) -> String {
        damka_picture::text(self.inner.position(), flipped, Signs::Ascii)
    }
    /// The board as a picture that shows the last move.
    #[must_use]
    pub fn svg(&self, size: u32, flipped: bool, names: bool) -> String {
        let route = self.inner.moves().last().map(|played| &played.route);
        damka_picture::svg(self.inner.position(), &Look { flipped, size, names, route })
    }

    /// The game as PDN; tags are names and values in turn.
    pub fn pdn(&self, tags: Vec<String>) -> Result<String, JsValue> {
        let mut record = Record::from_game(&self.inner);
        let (pairs, _) = tags.as_chunks::<2>();
        for [name, value] in pairs {
            record.set_tag(name, value);
        }
        record.to_pdn_text().map_err(|error| Fault::new("pdn", &error.to_string()).into())
    }

    /// Leaves of the tree of moves. A number beyond 2^53 is none JavaScript can hold exactly, so it is a `bigint`.
    /// The last ply is listed like any other: counting it without would be faster, and 40 KB larger.
    pub fn perft(&self, depth: u32) -> u64 {
        with_position!(self.inner.position(), pos => perft_listing(pos, depth))
    }
}

impl From<&pdn::Failure> for Fault {
    fn from(failure: &pdn::Failure) -> Fault {
        let fault = Fault::new("pdn", &format!("{}: {failure}", failure.at));
        fault.with("line", failure.at.line).with("column", failure.at.column).with("ply", failure.ply as u32)
    }
}
