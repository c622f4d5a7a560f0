//! Entering moves on a board: squares are pressed until they mean one move.

use damka_rules::{AnyPosition, Game, Route, Square, Wish};

/// The squares pressed so far.
#[derive(Default, Debug)]
pub(super) struct Hand {
    pub(super) stops: Vec<Square>,
}

/// What pressing a square comes to.
#[derive(Debug, PartialEq)]
pub(super) enum Pressed {
    /// More squares are needed, and perhaps a word is.
    More(String),
    /// This move is meant.
    Play(Route),
    /// It does not go, and why.
    No(String),
}

impl Hand {
    /// Lets go of the piece.
    pub(super) fn clear(&mut self) {
        self.stops.clear();
    }

    /// Where the piece in hand can go.
    pub(super) fn targets(&self, game: &Game) -> Vec<Square> {
        if self.stops.is_empty() {
            return Vec::new();
        }
        let mut ends: Vec<Square> = fitting(game, &self.stops).iter().map(Route::to).collect();
        ends.sort();
        ends.dedup();
        ends
    }

    /// Presses a square.
    pub(super) fn press(&mut self, game: &mut Game, square: Square) -> Pressed {
        let own = game.position().piece_at(square).is_some_and(|piece| piece.side == game.turn());
        if self.stops.len() == 1 && self.stops[0] == square && game.touched().is_none() {
            self.clear();
            return Pressed::More(String::new());
        }
        let returns = fitting(game, &with(&self.stops, square)).iter().any(|route| route.to() == square);
        if self.stops.is_empty() || (own && !returns) {
            return self.lift(game, square);
        }
        let stops = with(&self.stops, square);
        let routes = fitting(game, &stops);
        let distinct = distinct(&routes);
        match distinct.as_slice() {
            [] => {
                let pos = *game.position();
                self.stops.truncate(1);
                Pressed::No(refused(game, &pos, stops))
            }
            [only] => {
                self.clear();
                Pressed::Play(only.clone())
            }
            several => {
                // A square where one move ends means that move, though others may pass over it.
                let mut ending = several.iter().filter(|route| route.to() == square);
                if let (Some(only), None) = (ending.next(), ending.next()) {
                    self.clear();
                    return Pressed::Play(only.clone());
                }
                self.stops = stops;
                let pos = game.position();
                let mut ways: Vec<String> = several.iter().map(|route| route.text(pos.script())).collect();
                ways.sort();
                Pressed::More(format!("which way? {}", ways.join(" or ")))
            }
        }
    }

    fn lift(&mut self, game: &mut Game, square: Square) -> Pressed {
        let pos = *game.position();
        if let Some(refusal) = game.refuse(game.turn(), &Wish { stops: vec![square] }) {
            return Pressed::No(refusal.display(pos.script()).to_string());
        }
        if let Err(refusal) = game.touch(square) {
            return Pressed::No(refusal.display(pos.script()).to_string());
        }
        self.stops = vec![square];
        Pressed::More(String::new())
    }
}

fn with(stops: &[Square], square: Square) -> Vec<Square> {
    let mut stops = stops.to_vec();
    if stops.last() != Some(&square) {
        stops.push(square);
    }
    stops
}

fn refused(game: &Game, pos: &AnyPosition, stops: Vec<Square>) -> String {
    match game.refuse(game.turn(), &Wish { stops }) {
        Some(refusal) => refusal.display(pos.script()).to_string(),
        None => "not a legal move".into(),
    }
}

/// The routes that pass these squares in this order.
fn fitting(game: &Game, stops: &[Square]) -> Vec<Route> {
    let grid = game.position().grid();
    let mut routes = game.routes();
    routes.retain(|route| {
        let mut visited = route.visited(grid).into_iter();
        visited.next() == stops.first().copied()
            && stops[1..].iter().all(|stop| visited.any(|square| square == *stop))
    });
    routes
}

/// One route of every move among them.
fn distinct(routes: &[Route]) -> Vec<Route> {
    let mut found: Vec<Route> = Vec::new();
    for route in routes {
        if !found.iter().any(|known| known.same_move(route)) {
            found.push(route.clone());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    /// Presses squares and says what came of the last one.
    fn check(variant: Variant, fen: &str, presses: &str, expect: &str) {
        let mut game = Game::from_fen(variant, fen).unwrap();
        let mut hand = Hand::default();
        let mut said = String::new();
        for name in presses.split(' ') {
            let grid = game.position().grid();
            let square = grid.parse_square(name).unwrap();
            said = match hand.press(&mut game, square) {
                Pressed::More(text) => format!("more: {text}"),
                Pressed::No(text) => format!("no: {text}"),
                Pressed::Play(route) => route.text(game.position().script()),
            };
        }
        assert!(said.starts_with(expect), "{fen} {presses}: {said}");
    }

    #[test]
    fn pressing() {
        let russian = Variant::Russian;
        check(russian, "start", "c3 d4", "c3-d4");
        check(russian, "start", "c3 c3", "more: ");
        check(russian, "start", "c3 e3 f4", "e3-f4");
        check(russian, "start", "c3 c5", "no: ");
        check(russian, "start", "d4", "no: there is no piece on d4");
        check(russian, "start", "b6", "no: the piece on b6 is the opponent's");
        check(russian, "start", "c1", "no: the piece on c1 cannot move");
        check(russian, "W:Wc3,e3:Bd4,b6", "e3 f4", "no: you must capture with c3");
        // A whole capture by its end, or by any square that tells it from the others.
        check(russian, "W:Wh6:Bc5,g7", "h6 a3", "h6:f8:a3");
        check(russian, "W:Wh6:Bc5,g7", "h6 f8", "more: which way? h6:f8:a3 or h6:f8:b4");
        check(russian, "W:Wh6:Bc5,g7", "h6 f8 b4", "h6:f8:b4");
        // Two ways to the same square with different victims are never guessed.
        check(russian, "W:WKd8:Bb2,d2,Kd6,e7", "d8 a1", "d8:f6:a1");
    }
}
