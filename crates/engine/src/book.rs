//! Opening books: positions by key, and the moves worth playing there.
//!
//! A file is a header (`DAMKAB`, version, number of entries) and entries of twelve bytes sorted by key: the
//! key, from, to, and how often the move is to be chosen.

use damka_rules::{AnyPosition, Game, Key, Route, Square, Variant};

use crate::eval::embedded_book;
use crate::{Engine, Report};

const MAGIC: &[u8; 6] = b"DAMKAB";
/// A book holds keys: whoever changes how keys are made makes a new version of this.
const VERSION: u8 = 2;
const HEADER: usize = 12;
const ENTRY: usize = 12;

/// Why bytes are no book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// Not a book.
    #[error("this is not an opening book: it does not begin with DAMKAB")]
    Magic,
    /// Written by another version.
    #[error("book version {0}; this program reads version {VERSION}")]
    Version(u8),
    /// The file ends too early or goes on too long.
    #[error("book of {found} bytes where {expected} were expected")]
    Length {
        /// Bytes that should be there.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
}

/// A move of a book.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookMove {
    /// The position.
    pub key: Key,
    /// Where the move begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// How often it is chosen, relative to the others.
    pub weight: u16,
}

/// An opening book of one variant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    moves: Vec<BookMove>,
}

impl Book {
    /// A book of these moves.
    pub fn new(mut moves: Vec<BookMove>) -> Book {
        moves.sort();
        moves.dedup_by_key(|m| (m.key, m.from, m.to));
        Book { moves }
    }

    /// The book that came with the program.
    pub fn embedded(variant: Variant) -> Option<Book> {
        Book::from_bytes(embedded_book(variant)?).ok()
    }

    /// How many moves it knows.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Does it know nothing?
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, 0]);
        bytes.extend((self.moves.len() as u32).to_le_bytes());
        for m in &self.moves {
            bytes.extend(m.key.0.to_le_bytes());
            bytes.extend([m.from.index() as u8, m.to.index() as u8]);
            bytes.extend(m.weight.to_le_bytes());
        }
        bytes
    }

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::Magic)?;
        let short = |expected: usize| BookError::Length { expected, found: bytes.len() };
        let (&[version, _], rest) = rest.split_first_chunk().ok_or(short(HEADER))?;
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let (count, rest) = rest.split_first_chunk().ok_or(short(HEADER))?;
        let count = u32::from_le_bytes(*count) as usize;
        if rest.len() != ENTRY * count {
            return Err(short(HEADER + ENTRY * count));
        }
        let (entries, _) = rest.as_chunks::<ENTRY>();
        Ok(Book::new(entries.iter().map(entry).collect()))
    }

    /// The legal moves it knows here, each with its weight.
    pub fn probe(&self, pos: &AnyPosition) -> Vec<(Route, u16)> {
        let key = pos.key();
        let from = self.moves.partition_point(|m| m.key < key);
        let here = self.moves[from..].iter().take_while(|m| m.key == key);
        let legal = pos.moves();
        // Two captures between the same squares cannot be told apart: better none than the wrong one.
        let only = |m: &BookMove| {
            let mut fitting = legal.iter().filter(|r| r.from() == m.from && r.to() == m.to);
            fitting.next().filter(|_| fitting.next().is_none()).map(|r| (r.clone(), m.weight))
        };
        here.filter_map(only).collect()
    }

    /// One of the moves it knows here, by weight; the seed decides.
    pub fn choose(&self, pos: &AnyPosition, seed: u64) -> Option<Route> {
        let moves = self.probe(pos);
        let total: u64 = moves.iter().map(|(_, weight)| *weight as u64).sum();
        if total == 0 {
            return None;
        }
        let mix = (seed ^ pos.key().0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (mix ^ mix >> 32) % total;
        moves.into_iter().find_map(|(route, weight)| {
            let hit = at < weight as u64;
            at = at.saturating_sub(weight as u64);
            hit.then_some(route)
        })
    }
}

fn entry(bytes: &[u8; ENTRY]) -> BookMove {
    let [key @ .., from, to, low, high] = *bytes;
    BookMove {
        key: Key(u64::from_le_bytes(key)),
        from: Square::new(from.saturating_add(1)),
        to: Square::new(to.saturating_add(1)),
        weight: u16::from_le_bytes([low, high]),
    }
}

impl Engine {
    /// A move from the opening book, if the position is in it.
    pub fn from_book(&mut self, game: &Game, seed: u64) -> Option<Report> {
        let variant = game.variant();
        let book = self.books.entry(variant).or_insert_with(|| Book::embedded(variant));
        let route = book.as_ref()?.choose(game.position(), seed)?;
        Some(Report { depth: 1, pv: vec![route], multi_pv: 1, from_book: true, ..Report::default() })
    }

    /// Plays by another book from now on, or by none.
    pub fn set_book(&mut self, variant: Variant, book: Option<Book>) {
        self.books.insert(variant, book);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use damka_rules::Side;

    use super::*;
    use crate::Options;

    fn book() -> Book {
        let pos = AnyPosition::start(Variant::Russian);
        let known = |n: usize, weight| {
            let route = &pos.moves()[n];
            BookMove { key: pos.key(), from: route.from(), to: route.to(), weight }
        };
        Book::new(vec![known(0, 3), known(2, 1)])
    }

    #[test]
    fn chooses_by_weight() {
        let pos = AnyPosition::start(Variant::Russian);
        let count = |n: usize| {
            (0..400).filter(|&seed| book().choose(&pos, seed).as_ref() == Some(&pos.moves()[n])).count()
        };
        assert_eq!(count(0) + count(2), 400);
        assert!((230..370).contains(&count(0)), "{}", count(0));
    }

    #[test]
    fn files_survive() {
        let bytes = book().to_bytes();
        assert_eq!(Book::from_bytes(&bytes), Ok(book()));
        assert_eq!(Book::from_bytes(&bytes[..20]), Err(BookError::Length { expected: 36, found: 20 }));
        assert_eq!(Book::from_bytes(b"nonsense"), Err(BookError::Magic));
    }

    #[test]
    fn damaged_files_are_refused_or_harmless() {
        let bytes = book().to_bytes();
        for length in 0..bytes.len() {
            assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        // A wrong byte may make another book, but never a panic nor an illegal move.
        let pos = AnyPosition::start(Variant::Russian);
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let Ok(book) = Book::from_bytes(&damaged) else { continue };
                assert!((0..20).filter_map(|seed| book.choose(&pos, seed)).all(|r| pos.moves().contains(&r)));
            }
        }
    }

    /// The positions of a book that are met by a side that keeps to it, whatever the other side does. Between two
    /// of them it may have to play so many forced moves that the book does not tell.
    fn follow(book: &Book, variant: Variant, forced: u32) -> Vec<AnyPosition> {
        let mut met = Vec::new();
        for side in [Side::White, Side::Black] {
            let mut seen: HashMap<Key, u32> = HashMap::new();
            let mut ahead = vec![(AnyPosition::start(variant), forced)];
            while let Some((pos, left)) = ahead.pop() {
                // Once more only if the book is nearer than before.
                if seen.get(&pos.key()).is_some_and(|&before| before >= left) {
                    continue;
                }
                let again = seen.insert(pos.key(), left).is_some();
                let legal = pos.moves();
                let known = if pos.turn() == side { book.probe(&pos) } else { Vec::new() };
                let (routes, left) = if pos.turn() != side {
                    (legal, left)
                } else if !known.is_empty() && !again {
                    met.push(pos);
                    (known.into_iter().map(|(route, _)| route).collect(), forced)
                } else if known.is_empty() && legal.len() == 1 && left > 0 {
                    (legal, left - 1)
                } else {
                    continue;
                };
                ahead.extend(routes.iter().map(|route| (pos.play_route(route).unwrap(), left)));
            }
        }
        met
    }

    #[test]
    fn every_move_of_the_books_that_came_along_is_legal() {
        let mut books = 0;
        for &variant in Variant::EVERY {
            let Some(bytes) = embedded_book(variant) else { continue };
            let book = Book::from_bytes(bytes).unwrap_or_else(|error| panic!("{variant}: {error}"));
            books += 1;
            let known: HashSet<Key> = book.moves.iter().map(|m| m.key).collect();
            // The first books that were grown leave forced moves out.
            let mut met = follow(&book, variant, 0);
            if met.len() < known.len() {
                met = follow(&book, variant, 1);
            }
            assert_eq!(met.len(), known.len(), "{variant}: positions that are met, of so many");
            for pos in &met {
                let moves = book.probe(pos);
                let written = book.moves.iter().filter(|m| m.key == pos.key()).count();
                assert_eq!(moves.len(), written, "{variant}: {}", pos.to_fen());
                assert!(moves.iter().all(|(_, weight)| *weight > 0), "{variant}: {}", pos.to_fen());
            }
            // Off the road it knows nothing, for a piece that is gone does not come back.
            let mut game = Game::new(variant);
            while game.ply() < 60 && game.ending().is_none() {
                game.play_route(&game.position().moves()[0]).unwrap();
            }
            assert!(book.probe(game.position()).is_empty(), "{variant}");
        }
        assert!(books > 0 || cfg!(not(feature = "embedded-weights")));
    }

    #[test]
    fn the_engine_plays_by_it() {
        let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
        let game = Game::new(Variant::Russian);
        engine.set_book(Variant::Russian, Some(book()));
        assert!(engine.from_book(&game, 1).unwrap().from_book);
        engine.set_book(Variant::Russian, None);
        assert!(engine.from_book(&game, 1).is_none());
    }
}
