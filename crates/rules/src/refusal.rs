//! Why a wish is not a legal move, with the squares that explain it. Pure data: `english.rs` and the page put it into words.

use alloc::vec::Vec;

use crate::laws::Obligation;
use crate::plain::Plain;
use crate::route::Capture;
use crate::{Bits, Dir, MoveText, Route, Square, arrange};

/// What a person tried: the squares pressed, first to last. One square means "this piece".
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wish {
    /// Start, any landings, end.
    pub stops: Vec<Square>,
}

impl Wish {
    /// A wish from one square to another.
    pub fn new(from: Square, to: Square) -> Wish {
        Wish { stops: [from, to].into() }
    }
    /// The piece that was meant.
    pub fn from(&self) -> Option<Square> {
        self.stops.first().copied()
    }
}

/// Why a wish is refused.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The game has ended.
    GameOver,
    /// The other side is to move.
    NotYourTurn,
    /// The board has no such square, or does not use it.
    SquareNotUsed,
    /// There is no piece there.
    EmptySquare {
        /// Where.
        square: Square,
    },
    /// The piece is the opponent's.
    NotYours {
        /// Where.
        square: Square,
    },
    /// Touch-move was agreed and another piece was touched.
    TouchMove {
        /// The piece that must move.
        touched: Square,
    },
    /// The piece has no move at all.
    CannotMove {
        /// Which.
        square: Square,
    },
    /// A capture is on and must be made.
    MustCapture {
        /// The pieces that can.
        with: Vec<Square>,
        /// One capture of each.
        routes: Vec<Route>,
    },
    /// Another capture takes more.
    MustTakeMore {
        /// Pieces the wish would take.
        yours: usize,
        /// Pieces that must be taken.
        best: usize,
        /// A capture that is due.
        route: Route,
    },
    /// Another capture of as many pieces goes first: with a king, of more kings, or of a king earlier.
    MustTakeBetter {
        /// A capture that is due.
        route: Route,
    },
    /// The capture is not finished.
    MustGoOn {
        /// Where the piece stands now.
        at: Square,
        /// A capture that is due.
        route: Route,
    },
    /// A capture must land where it can go on.
    MustLandWhereItGoesOn {
        /// The landing squares that do.
        squares: Vec<Square>,
        /// A capture that is due.
        route: Route,
    },
    /// A man moves forward only.
    MenDontGoBack {
        /// Does the law let it capture backwards?
        may_capture_back: bool,
    },
    /// A piece stands on the way or on the target.
    PathBlocked {
        /// Which.
        by: Square,
    },
    /// Two pieces in a row cannot be jumped.
    TwoInARow {
        /// The nearer one.
        first: Square,
        /// The farther one.
        second: Square,
    },
    /// A piece already taken in this move cannot be jumped again.
    AlreadyTaken {
        /// Which.
        square: Square,
    },
    /// One's own piece cannot be jumped.
    OwnPiece {
        /// Which.
        square: Square,
    },
    /// A man, or a short king, goes one square only.
    TooFar,
    /// The piece does not move in that direction.
    NotALine,
    /// Men may not take kings (Italian).
    MenDontTakeKings {
        /// The king.
        square: Square,
    },
    /// The king has made its moves in a row (Frisian).
    KingMustRest {
        /// The king.
        square: Square,
        /// How many in a row are allowed.
        limit: u8,
    },
    /// No such move.
    NoSuchMove,
}

impl Refusal {
    /// A stable name for catalogues of messages.
    pub const fn name(&self) -> &'static str {
        match self {
            Refusal::GameOver => "game-over",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::SquareNotUsed => "square-not-used",
            Refusal::EmptySquare { .. } => "empty-square",
            Refusal::NotYours { .. } => "not-yours",
            Refusal::TouchMove { .. } => "touch-move",
            Refusal::CannotMove { .. } => "cannot-move",
            Refusal::MustCapture { .. } => "must-capture",
            Refusal::MustTakeMore { .. } => "must-take-more",
            Refusal::MustTakeBetter { .. } => "must-take-better",
            Refusal::MustGoOn { .. } => "must-go-on",
            Refusal::MustLandWhereItGoesOn { .. } => "must-land-where-it-goes-on",
            Refusal::MenDontGoBack { .. } => "men-dont-go-back",
            Refusal::PathBlocked { .. } => "path-blocked",
            Refusal::TwoInARow { .. } => "two-in-a-row",
            Refusal::AlreadyTaken { .. } => "already-taken",
            Refusal::OwnPiece { .. } => "own-piece",
            Refusal::TooFar => "too-far",
            Refusal::NotALine => "not-a-line",
            Refusal::MenDontTakeKings { .. } => "men-dont-take-kings",
            Refusal::KingMustRest { .. } => "king-must-rest",
            Refusal::NoSuchMove => "no-such-move",
        }
    }

    /// The squares that explain it: the piece in the way, the pieces that must capture, the landings that go on.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Refusal::EmptySquare { square }
            | Refusal::NotYours { square }
            | Refusal::CannotMove { square }
            | Refusal::AlreadyTaken { square }
            | Refusal::OwnPiece { square }
            | Refusal::MenDontTakeKings { square }
            | Refusal::KingMustRest { square, .. }
            | Refusal::TouchMove { touched: square }
            | Refusal::PathBlocked { by: square }
            | Refusal::MustGoOn { at: square, .. } => [*square].into(),
            Refusal::MustCapture { with: squares, .. } | Refusal::MustLandWhereItGoesOn { squares, .. } => {
                squares.clone()
            }
            Refusal::MustTakeMore { route, .. } | Refusal::MustTakeBetter { route } => [route.from()].into(),
            Refusal::TwoInARow { first, second } => [*first, *second].into(),
            Refusal::GameOver
            | Refusal::NotYourTurn
            | Refusal::SquareNotUsed
            | Refusal::MenDontGoBack { .. }
            | Refusal::TooFar
            | Refusal::NotALine
            | Refusal::NoSuchMove => Vec::new(),
        }
    }

    /// The moves that are due instead.
    pub fn routes(&self) -> &[Route] {
        match self {
            Refusal::MustCapture { routes, .. } => routes,
            Refusal::MustTakeMore { route, .. }
            | Refusal::MustTakeBetter { route }
            | Refusal::MustGoOn { route, .. }
            | Refusal::MustLandWhereItGoesOn { route, .. } => core::slice::from_ref(route),
            _ => &[],
        }
    }
}

impl Plain {
    /// Why a wish is not a legal move; `None` if it is one (or could be several).
    pub(crate) fn refuse(&self, wish: &Wish) -> Option<Refusal> {
        let grid = self.grid();
        let Some(from) = wish.from() else { return Some(Refusal::SquareNotUsed) };
        if wish.stops.iter().any(|&sq| !grid.has(sq)) {
            return Some(Refusal::SquareNotUsed);
        }
        match self.piece_at(from) {
            None => return Some(Refusal::EmptySquare { square: from }),
            Some(piece) if piece.side != self.turn => return Some(Refusal::NotYours { square: from }),
            Some(_) => {}
        }
        let routes = self.routes();
        if routes.is_empty() {
            return Some(Refusal::CannotMove { square: from });
        }
        let captures = routes[0].is_capture() || routes.iter().any(Route::is_capture);
        let compulsory = captures && matches!(self.laws.obligation, Obligation::Compulsory);
        if wish.stops.len() < 2 {
            return self.refuse_piece(from, &routes, compulsory);
        }
        let text = MoveText::new(&wish.stops, captures)?;
        if routes.iter().any(|r| text.fits(r, grid)) {
            return None;
        }
        let begun = routes.iter().find(|r| self.begins(r, wish));
        if let Some(route) = begun {
            let at = wish.stops[wish.stops.len() - 1];
            return Some(Refusal::MustGoOn { at, route: route.clone() });
        }
        if captures {
            if let Some(refusal) = self.refuse_capture(wish, &text, &routes) {
                return Some(refusal);
            }
            if compulsory {
                return Some(must_capture(&routes));
            }
        }
        Some(self.refuse_quiet(wish))
    }

    fn refuse_piece(&self, from: Square, routes: &[Route], compulsory: bool) -> Option<Refusal> {
        if routes.iter().any(|r| r.from() == from) {
            return None;
        }
        if compulsory {
            let mine = self.all_captures().into_iter().find(|c| c.route.from() == from);
            return Some(match mine {
                Some(capture) => outranked(&capture.route, &routes[0]),
                None => must_capture(routes),
            });
        }
        if self.resting_king() == self.board.set_of(from) {
            return Some(Refusal::KingMustRest { square: from, limit: self.laws.king_run });
        }
        Some(Refusal::CannotMove { square: from })
    }

    /// The wish looks like a capture that the laws do not allow.
    fn refuse_capture(&self, wish: &Wish, text: &MoveText, routes: &[Route]) -> Option<Refusal> {
        let grid = self.grid();
        let from = wish.stops[0];
        let all = self.all_captures();
        let due = routes.iter().find(|r| r.from() == from).or(routes.first())?;
        if let Some(Capture { route, .. }) = all
            .iter()
            .find(|c| text.fits(&c.route, grid))
            .or(all.iter().find(|c| self.begins(&c.route, wish)))
        {
            return Some(outranked(route, due));
        }
        // A jump over the right piece to a square that leads nowhere.
        let (before, to) = (wish.stops[wish.stops.len() - 2], wish.stops[wish.stops.len() - 1]);
        let jumping = |r: &&Route| {
            r.is_capture() && r.from() == from && {
                let visited = r.visited(grid);
                wish.stops[..wish.stops.len() - 1].iter().all(|sq| visited.contains(sq))
            }
        };
        for route in routes.iter().filter(jumping) {
            let at = route.stops().iter().position(|&sq| sq == before).unwrap_or(0);
            let Some(&over) = route.taken().get(at) else { continue };
            if self.lies_behind(before, over, to) {
                let mut squares: Vec<Square> =
                    routes.iter().filter(jumping).filter_map(|r| r.stops().get(at + 1).copied()).collect();
                arrange(&mut squares, |a, b| a < b);
                squares.dedup();
                return Some(Refusal::MustLandWhereItGoesOn { squares, route: route.clone() });
            }
        }
        if wish.stops.len() > 2
            && let Some(route) = routes.iter().find(|r| r.is_capture() && r.from() == from)
        {
            let crossed = self.between(before, to);
            if let Some(square) = crossed.into_iter().find(|sq| route.taken().contains(sq)) {
                return Some(Refusal::AlreadyTaken { square });
            }
        }
        None
    }

    /// Is `to` an empty square on the line from `from` over `over`?
    fn lies_behind(&self, from: Square, over: Square, to: Square) -> bool {
        self.between(from, to).contains(&over) && self.piece_at(to).is_none()
    }

    /// The squares strictly between two squares of one line; empty if they are not on one.
    fn between(&self, from: Square, to: Square) -> Vec<Square> {
        let (start, end) = (self.board.set_of(from), self.board.set_of(to));
        for d in 0..8 {
            let mut between = Vec::new();
            let mut at = self.board.step(start, d);
            while at.any() {
                if at == end {
                    return between;
                }
                between.push(self.board.square_of(at));
                at = self.board.step(at, d);
            }
        }
        Vec::new()
    }

    /// The wish looks like a quiet move (or a jump over the wrong thing).
    fn refuse_quiet(&self, wish: &Wish) -> Refusal {
        let (from, to) = (wish.stops[0], wish.stops[1]);
        let (start, end) = (self.board.set_of(from), self.board.set_of(to));
        let king = (self.kings & start).any();
        if wish.stops.len() > 2 {
            return Refusal::NoSuchMove;
        }
        if ((self.white | self.black) & end).any() {
            return Refusal::PathBlocked { by: to };
        }
        if self.resting_king() == start {
            return Refusal::KingMustRest { square: from, limit: self.laws.king_run };
        }
        let Some((d, steps)) = (0..8).find_map(|d| self.steps(start, end, d).map(|n| (d, n))) else {
            return Refusal::NotALine;
        };
        let (moves, captures) = (self.move_dirs(king), self.capture_dirs(king));
        if !moves.has(d) && !captures.has(d) {
            let forward_twin = moves.has(d ^ 2);
            return if !king && forward_twin {
                Refusal::MenDontGoBack { may_capture_back: false }
            } else {
                Refusal::NotALine
            };
        }
        let pieces: Vec<Square> =
            self.between(from, to).into_iter().filter(|&sq| self.piece_at(sq).is_some()).collect();
        match pieces[..] {
            [] if !king && !moves.has(d) && moves.has(d ^ 2) => {
                Refusal::MenDontGoBack { may_capture_back: captures.has(d) }
            }
            [] if !moves.has(d) => Refusal::NotALine,
            [] if steps > 1 => Refusal::TooFar,
            [] => Refusal::NoSuchMove,
            [one] => match self.piece_at(one) {
                Some(piece) if piece.side == self.turn => Refusal::OwnPiece { square: one },
                Some(piece) if !king && !self.laws.men_take_kings && piece.role == crate::Role::King => {
                    Refusal::MenDontTakeKings { square: one }
                }
                _ if !captures.has(d) && !king => Refusal::MenDontGoBack { may_capture_back: false },
                _ => Refusal::TooFar,
            },
            [first, second, ..] => {
                let adjacent = self.between(first, second).is_empty();
                let own = |sq| self.piece_at(sq).is_some_and(|p| p.side == self.turn);
                if own(first) {
                    Refusal::OwnPiece { square: first }
                } else if own(second) || !adjacent {
                    Refusal::PathBlocked { by: second }
                } else {
                    Refusal::TwoInARow { first, second }
                }
            }
        }
    }

    /// Does the capture pass the squares of the wish in order, a victim before the first of them, without
    /// being finished there?
    fn begins(&self, route: &Route, wish: &Wish) -> bool {
        if route.from() != wish.stops[0] || wish.stops.last() == Some(&route.to()) {
            return false;
        }
        let jumped = self.between(wish.stops[0], wish.stops[1]);
        let mut visited = route.visited(self.grid()).into_iter().skip(1);
        jumped.iter().any(|sq| route.taken().contains(sq))
            && wish.stops[1..].iter().all(|stop| visited.any(|sq| sq == *stop))
    }

    /// Steps from one square to another in a direction.
    fn steps(&self, start: u128, end: u128, d: Dir) -> Option<usize> {
        let mut at = self.board.step(start, d);
        let mut n = 1;
        while at.any() {
            if at == end {
                return Some(n);
            }
            at = self.board.step(at, d);
            n += 1;
        }
        None
    }
}

fn outranked(yours: &Route, due: &Route) -> Refusal {
    let (taken, best) = (yours.taken().len(), due.taken().len());
    if taken < best {
        Refusal::MustTakeMore { yours: taken, best, route: due.clone() }
    } else {
        Refusal::MustTakeBetter { route: due.clone() }
    }
}

fn must_capture(routes: &[Route]) -> Refusal {
    let mut with = Vec::new();
    let mut shown = Vec::new();
    for route in routes.iter().filter(|r| r.is_capture()) {
        if !with.contains(&route.from()) {
            with.push(route.from());
            shown.push(route.clone());
        }
    }
    Refusal::MustCapture { with, routes: shown }
}
