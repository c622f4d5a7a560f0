//! How a PDN file calls the squares: from which corner of the board numbers and letters are counted.

use damka_pdn::{Details, GameType, MoveText, Notation, Separator, SquareText};
use damka_rules::{FenError, Grid, Script, Setup, Side, Square, Variant};

/// From which corners squares are counted, as White sees the board: 0 bottom left, 1 bottom right,
/// 2 top left, 3 top right. Numbers run along the rows, away from their corner.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Naming {
    numbers: u8,
    letters: u8,
}

impl Naming {
    /// As the rules library has it: 1 at the top left, a1 at the bottom left.
    pub const OURS: Naming = Naming { numbers: 2, letters: 0 };

    /// As a GameType says. It speaks of corners as the side that starts sees them.
    pub fn of(details: &Details) -> Naming {
        let corner = if details.white_starts { details.corner } else { 3 - details.corner };
        match details.notation {
            Notation::Numeric => Naming { numbers: corner, ..Naming::OURS },
            Notation::Algebraic | Notation::Short => Naming { letters: corner, ..Naming::OURS },
        }
    }

    /// The GameType to write for a variant whose squares are called in this notation; `None` for variants
    /// without a number.
    pub fn game_type(variant: Variant, notation: damka_rules::Notation) -> Option<(GameType, Naming)> {
        let mut kind = known(variant)?.game_type();
        let details = kind.details.as_mut()?;
        let white_starts = variant.laws().starts == Side::White;
        let own = match notation {
            damka_rules::Notation::Numeric => Notation::Numeric,
            damka_rules::Notation::Algebraic => Notation::Algebraic,
        };
        // The table's corner is for its own notation; in the other one we count as the library does.
        if details.notation != own {
            let ours = if own == Notation::Numeric { Naming::OURS.numbers } else { Naming::OURS.letters };
            details.corner = if white_starts { ours } else { 3 - ours };
            details.notation = own;
        }
        details.white_starts = white_starts;
        let naming = Naming::of(details);
        Some((kind, naming))
    }

    /// As our writer calls the squares of a variant.
    pub fn of_variant(variant: Variant) -> Naming {
        Naming::game_type(variant, variant.laws().notation).map_or(Naming::OURS, |(_, naming)| naming)
    }

    /// The square a text names on a board of ours.
    pub fn square(self, text: SquareText, grid: Grid) -> Option<Square> {
        match text {
            SquareText::Number(number) => {
                let known = (1..=grid.squares()).contains(&usize::from(number));
                known.then(|| turned(Square::new(number), self.numbers, grid))
            }
            SquareText::Letter { file, rank } => {
                let (file, rank) = (usize::from(file - b'a'), usize::from(rank));
                let known = file < grid.width && (1..=grid.height).contains(&rank);
                let (row, col) = self.place(grid.height.checked_sub(rank)?, file, grid);
                known.then(|| grid.square_at(row, col)).flatten()
            }
            SquareText::File(_) => None,
        }
    }

    /// What a square of ours is called.
    pub fn name(self, square: Square, notation: damka_rules::Notation, grid: Grid) -> SquareText {
        match notation {
            damka_rules::Notation::Numeric => SquareText::Number(turned(square, self.numbers, grid).number()),
            damka_rules::Notation::Algebraic => {
                let (row, col) = grid.place(square);
                let (row, col) = self.place(row, col, grid);
                SquareText::Letter { file: b'a' + col as u8, rank: (grid.height - row) as u8 }
            }
        }
    }

    /// A move in the words of the rules library; `None` if it names squares the board does not have.
    pub fn to_ours(self, text: &MoveText, grid: Grid) -> Option<String> {
        if self == Naming::OURS {
            return Some(text.to_string());
        }
        let ours = |square| match square {
            SquareText::File(file) if self.letters % 2 == 1 => {
                let file = usize::from(file - b'a');
                Some(SquareText::File(b'a' + grid.width.checked_sub(file + 1)? as u8))
            }
            SquareText::File(_) => Some(square),
            SquareText::Number(_) => Some(SquareText::Number(self.square(square, grid)?.number())),
            SquareText::Letter { .. } => {
                let found = self.square(square, grid)?;
                Some(Naming::OURS.name(found, damka_rules::Notation::Algebraic, grid))
            }
        };
        let squares: Vec<_> = text.squares().map(ours).collect::<Option<_>>()?;
        MoveText::new(&squares, text.separator()).map(|text| text.to_string())
    }

    /// A move in the words of the rules library, called as this naming does.
    pub fn of_ours(self, text: &str, script: Script) -> Option<MoveText> {
        let text: MoveText = text.parse().ok()?;
        let call =
            |square| Some(self.name(Naming::OURS.square(square, script.grid)?, script.notation, script.grid));
        let squares: Vec<_> = text.squares().map(call).collect::<Option<_>>()?;
        let separator = match (text.separator(), script.capture) {
            (Separator::Dash, _) => Separator::Dash,
            (_, ':') => Separator::Colon,
            _ => Separator::Cross,
        };
        MoveText::new(&squares, separator)
    }

    /// Reads a FEN whose squares are called like this.
    pub fn setup(self, fen: &str, grid: Grid) -> Result<Setup, FenError> {
        let setup = Setup::from_fen(fen, grid)?;
        Ok(if self == Naming::OURS { setup } else { self.renamed(setup, has_letters(fen), grid) })
    }

    /// Writes a FEN with squares called like this.
    pub fn fen(self, setup: Setup, script: Script) -> String {
        let letters = script.notation == damka_rules::Notation::Algebraic;
        self.renamed(setup, letters, script.grid).to_fen(script)
    }

    /// Exchanges our names and these, which is the same in both directions.
    fn renamed(self, mut setup: Setup, letters: bool, grid: Grid) -> Setup {
        let other = |square: Square| match letters {
            false => turned(square, self.numbers, grid),
            true => {
                let (row, col) = grid.place(square);
                let (row, col) = self.place(row, col, grid);
                // A corner that leads to squares nobody plays on was a mistake of the file.
                grid.square_at(row, col).unwrap_or(square)
            }
        };
        for (square, _) in &mut setup.pieces {
            *square = other(*square);
        }
        setup.pieces.sort_by_key(|(square, _)| *square);
        for side in Side::BOTH {
            let (count, square) = setup.king_runs[side];
            setup.king_runs[side] = (count, square.map(other));
        }
        setup
    }

    /// Row from the top and column from the left, seen from the corner of the letters.
    fn place(self, row: usize, col: usize, grid: Grid) -> (usize, usize) {
        let row = if self.letters >= 2 { grid.height - 1 - row } else { row };
        let col = if self.letters % 2 == 1 { grid.width - 1 - col } else { col };
        (row, col)
    }
}

/// The standard's entry for a variant; relatives by house rule have none.
pub(crate) fn known(variant: Variant) -> Option<&'static damka_pdn::KnownGame> {
    damka_pdn::KnownGame::of_code(variant.pdn_number()?)
}

/// The square with the number this one has when counted from another corner than the top left one.
/// All rows have equally many squares, so this is its own inverse.
fn turned(square: Square, corner: u8, grid: Grid) -> Square {
    let per_row = grid.squares() / grid.height;
    let (row, place) = (square.index() / per_row, square.index() % per_row);
    let row = if corner < 2 { grid.height - 1 - row } else { row };
    let place = if corner % 2 == 1 { per_row - 1 - place } else { place };
    Square::new((row * per_row + place + 1) as u8)
}

/// Whether the squares of a FEN have letters.
fn has_letters(fen: &str) -> bool {
    let fields =
        fen.split(':').skip(1).map(|field| field.trim_start().trim_start_matches(['W', 'w', 'B', 'b']));
    let mut squares = fields.flat_map(|field| field.split(',')).map(|square| square.trim_start());
    squares.any(|square| {
        let square = square.strip_prefix(['K', 'k']).unwrap_or(square);
        square.starts_with(|first: char| first.is_ascii_alphabetic()) && square.len() > 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::Notation as Names;

    fn naming(text: &str) -> Naming {
        Naming::of(&text.parse::<GameType>().unwrap().details.unwrap())
    }

    #[test]
    fn corners() {
        let check = |kind: &str, variant: Variant, theirs: &str, ours: &str| {
            let grid = variant.grid();
            let text: MoveText = theirs.parse().unwrap();
            let naming = naming(kind);
            let found: MoveText = naming.to_ours(&text, grid).unwrap().parse().unwrap();
            assert_eq!(found.to_string(), ours, "{kind} {theirs}");
            let notation = if text.is_lettered() { Names::Algebraic } else { Names::Numeric };
            let script = variant.script().with_notation(notation);
            assert_eq!(naming.of_ours(ours, script).unwrap().to_string(), theirs, "{kind} {ours}");
        };
        check("25,W,8,8,A0,0", Variant::Russian, "c3-d4", "c3-d4");
        check("25,W,8,8,N0,0", Variant::Russian, "10-14", "22-18");
        check("25,W,8,8,N2,0", Variant::Russian, "22-18", "22-18");
        check("25,W,8,8,N3,0", Variant::Russian, "24-20", "21-17");
        check("21,B,8,8,N1,0", Variant::English, "11-15", "11-15");
        check("24,W,8,8,N1,1", Variant::Spanish, "10-14", "23-19");
        check("20,W,10,10,N2,0", Variant::International, "32-28", "32-28");
        check("23,B,8,8,A3,0", Variant::Pool, "c3-d4", "c3-d4");
        check("23,B,8,8,A0,0", Variant::Pool, "c3-d4", "f6-e5");
    }

    #[test]
    fn every_variant_has_a_consistent_type() {
        let check = |variant: Variant, notation: Names, expect: &str| {
            let (kind, _) = Naming::game_type(variant, notation).unwrap();
            assert_eq!(kind.to_string(), expect, "{variant}");
        };
        check(Variant::Russian, Names::Algebraic, "25,W,8,8,A0,0");
        check(Variant::Russian, Names::Numeric, "25,W,8,8,N2,0");
        check(Variant::International, Names::Numeric, "20,W,10,10,N2,0");
        check(Variant::International, Names::Algebraic, "20,W,10,10,A0,0");
        check(Variant::English, Names::Numeric, "21,B,8,8,N1,0");
        check(Variant::English, Names::Algebraic, "21,B,8,8,A3,0");
        check(Variant::Spanish, Names::Numeric, "24,W,8,8,N1,1");
        check(Variant::Portuguese, Names::Numeric, "28,W,8,8,N1,1");
        check(Variant::Thai, Names::Numeric, "31,W,8,8,N2,0");
        for variant in Variant::games().filter(|variant| variant.pdn_number().is_some()) {
            let known = known(variant).expect("every number is in the table");
            assert_eq!(known.variant, variant.name());
        }
    }

    #[test]
    fn positions_are_renamed() {
        let check = |kind: &str, variant: Variant, theirs: &str, ours: &str| {
            let naming = naming(kind);
            let setup = naming.setup(theirs, variant.grid()).unwrap();
            let script = variant.script();
            assert_eq!(setup.to_fen(script), ours, "{kind} {theirs}");
            let notation = if has_letters(theirs) { Names::Algebraic } else { Names::Numeric };
            assert_eq!(naming.fen(setup, script.with_notation(notation)), theirs, "{kind} {ours}");
        };
        check("24,W,8,8,N1,1", Variant::Spanish, "W:W3,K9:B30", "W:WK24,30:B3");
        check("25,W,8,8,N0,0", Variant::Russian, "B:W10:BK32", "B:Wc3:BKh8");
        check("23,B,8,8,A0,0", Variant::Pool, "B:Wa1:BKc3", "B:W4:BK11");
        check("25,W,8,8,A0,0", Variant::Russian, "W:WKe5,c3:Bh8", "W:WKe5,c3:Bh8");
    }
}
