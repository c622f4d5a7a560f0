//! Entering a move square by square: the board is given routes and gives back a route.
//!
//! No law of any game is in here. A route is a list of stops and victims; what a tap means follows
//! from the routes alone.

use damka_rules::{Grid, Route, Square, Wish, arrange};

/// What became of a tap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A piece was lifted.
    Lifted(Square),
    /// The lifted piece was put down again.
    PutDown,
    /// The piece hopped on and waits at a fork.
    Hopped(Square),
    /// Several moves fit and none is guessed: the person chooses by number.
    Choose,
    /// One move is left.
    Played(Route),
    /// No route fits this wish; the rules know why.
    Refused(Wish),
}

/// How helpful the entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Help {
    /// Play the rest of a chain when only one move is left.
    pub finish_chain: bool,
    /// A tap on a square plays the only move that ends there, without lifting a piece first.
    pub one_tap: bool,
}

impl Default for Help {
    fn default() -> Self {
        Self { finish_chain: true, one_tap: true }
    }
}

/// The move being entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    grid: Grid,
    routes: Vec<Route>,
    help: Help,
    /// Every step back that can be taken, the present last; empty while no piece is lifted.
    steps: Vec<Step>,
    /// The moves to choose from by number, if the chooser is open.
    choices: Vec<Route>,
    /// Moves that look possible but break a duty, and the piece taken up for one (the challenge).
    forbidden: Vec<Route>,
    bait: Option<Square>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// How many legs were gone.
    legs: usize,
    /// The routes that still fit.
    fitting: Vec<Route>,
}

impl Entry {
    /// Nothing lifted yet, these routes possible.
    pub fn new(grid: Grid, routes: Vec<Route>, help: Help) -> Self {
        Self { grid, routes, help, steps: Vec::new(), choices: Vec::new(), forbidden: Vec::new(), bait: None }
    }

    /// These moves can be tried as well; whoever does hears [`Heard::Refused`] and bears what follows.
    pub fn tempted_by(self, forbidden: Vec<Route>) -> Self {
        Self { forbidden, ..self }
    }

    /// No move can be entered.
    pub fn closed(grid: Grid) -> Self {
        Self::new(grid, Vec::new(), Help::default())
    }

    /// Every route that could be entered.
    pub fn routes(&self) -> &[Route] {
        &self.routes
    }

    /// Can any move be entered?
    pub fn is_open(&self) -> bool {
        !self.routes.is_empty()
    }

    /// The squares whose pieces can move, each once.
    pub fn movable(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.routes.iter().map(Route::from).collect();
        arrange(&mut squares, |a, b| a < b);
        squares.dedup();
        squares
    }

    /// Where the lifted piece came from.
    pub fn lifted(&self) -> Option<Square> {
        self.steps.last().and_then(|step| step.fitting.first()).map(Route::from)
    }

    /// The piece taken up for a forbidden move.
    pub fn bait(&self) -> Option<Square> {
        self.bait
    }

    /// The routes that still fit the taps so far; none while no piece is lifted.
    pub fn fitting(&self) -> &[Route] {
        self.steps.last().map_or(&[], |step| &step.fitting)
    }

    /// How many legs of the fitting routes are gone.
    pub fn legs(&self) -> usize {
        self.steps.last().map_or(0, |step| step.legs)
    }

    /// The squares stopped on so far, the start included.
    pub fn trail(&self) -> &[Square] {
        self.fitting().first().map_or(&[], |route| &route.stops()[..=self.legs()])
    }

    /// The pieces taken so far.
    pub fn taken(&self) -> &[Square] {
        let legs = self.legs();
        self.fitting().first().map_or(&[], |route| &route.taken()[..legs.min(route.taken().len())])
    }

    /// Where the fitting routes end.
    pub fn ends(&self) -> Vec<Square> {
        let mut ends: Vec<Square> = self.fitting().iter().map(Route::to).collect();
        arrange(&mut ends, |a, b| a < b);
        ends.dedup();
        ends
    }

    /// Where the fitting routes stop on the way.
    pub fn vias(&self) -> Vec<Square> {
        let legs = self.legs();
        let stops =
            self.fitting().iter().flat_map(|r| r.stops()[..r.stops().len() - 1].iter().skip(legs + 1));
        let mut vias: Vec<Square> = stops.copied().collect();
        arrange(&mut vias, |a, b| a < b);
        vias.dedup();
        vias
    }

    /// The moves to choose from by number, if the chooser is open.
    pub fn choices(&self) -> &[Route] {
        &self.choices
    }

    /// Every square a tap could mean now: what a tap in between may snap to.
    pub fn tappable(&self) -> Vec<Square> {
        if self.lifted().is_none() {
            return self.movable();
        }
        let mut squares = self.ends();
        squares.extend(self.vias());
        squares
    }

    /// A tap on a square.
    pub fn tap(&mut self, square: Square) -> Heard {
        if let Some(heard) = self.tempt(square) {
            return heard;
        }
        if !self.steps.is_empty() {
            if let Some(heard) = self.narrow(square) {
                return heard;
            }
            if self.legs() == 0 && self.lifted() == Some(square) {
                return self.put_down();
            }
        }
        if self.legs() == 0 {
            let fitting: Vec<Route> = self.routes.iter().filter(|r| r.from() == square).cloned().collect();
            if !fitting.is_empty() {
                return self.lift(fitting, square);
            }
            if self.steps.is_empty() && self.help.one_tap {
                let ending: Vec<Route> = self.routes.iter().filter(|r| r.to() == square).cloned().collect();
                if let [only] = &distinct(&ending)[..] {
                    return self.finish(only.clone());
                }
            }
        }
        let mut stops = self.trail().to_vec();
        stops.push(square);
        Heard::Refused(Wish { stops })
    }

    /// A tap that chooses a forbidden move, or a piece that has no other; a capture begun goes on.
    fn tempt(&mut self, square: Square) -> Option<Heard> {
        if self.forbidden.is_empty() || self.legs() > 0 {
            return None;
        }
        let from = self.bait.take().or(self.lifted());
        if let Some(from) = from
            && self.forbidden.iter().any(|r| r.from() == from && r.to() == square)
        {
            self.put_down();
            return Some(Heard::Refused(Wish::new(from, square)));
        }
        let only_forbidden = self.forbidden.iter().any(|r| r.from() == square)
            && !self.routes.iter().any(|r| r.from() == square);
        if !only_forbidden || from == Some(square) {
            return None;
        }
        self.put_down();
        self.bait = Some(square);
        Some(Heard::Lifted(square))
    }

    /// Lifts a piece without ever putting it down: what a drag begins with.
    pub fn grab(&mut self, square: Square) -> Option<Heard> {
        if self.legs() > 0 || !self.routes.iter().any(|r| r.from() == square) {
            return None;
        }
        if self.lifted() == Some(square) {
            return Some(Heard::Lifted(square));
        }
        let fitting: Vec<Route> = self.routes.iter().filter(|r| r.from() == square).cloned().collect();
        Some(self.lift(fitting, square))
    }

    /// A drag across a square: keeps the routes that stop there next, if any do.
    pub fn drag_over(&mut self, square: Square) -> bool {
        let legs = self.legs();
        let fitting: Vec<Route> = self
            .fitting()
            .iter()
            .filter(|r| r.stops().len() > legs + 2 && r.stops()[legs + 1] == square)
            .cloned()
            .collect();
        if fitting.is_empty() {
            return false;
        }
        self.choices.clear();
        self.steps.push(Step { legs: legs + 1, fitting });
        true
    }

    /// The numbered choice, counted from 0.
    pub fn choose(&mut self, number: usize) -> Option<Heard> {
        let route = self.choices.get(number)?.clone();
        Some(self.finish(route))
    }

    /// One step back: closes the chooser, undoes a hop, or puts the piece down.
    pub fn back(&mut self) -> Option<Heard> {
        if !self.choices.is_empty() {
            self.choices.clear();
            return Some(Heard::Lifted(self.lifted()?));
        }
        if self.bait.take().is_some() {
            return Some(Heard::PutDown);
        }
        self.steps.pop()?;
        Some(match self.trail().last() {
            Some(&at) if self.legs() > 0 => Heard::Hopped(at),
            Some(&at) => Heard::Lifted(at),
            None => Heard::PutDown,
        })
    }

    /// The piece was dragged and dropped: on a wrong square it goes back, unless it is `held` to its move.
    pub fn dropped(&mut self, square: Square, held: bool) -> Heard {
        let heard = self.tap(square);
        if matches!(heard, Heard::Refused(_)) && !held {
            self.put_down();
        }
        heard
    }

    /// Forgets everything entered so far.
    pub fn put_down(&mut self) -> Heard {
        self.steps.clear();
        self.choices.clear();
        self.bait = None;
        Heard::PutDown
    }

    fn lift(&mut self, fitting: Vec<Route>, square: Square) -> Heard {
        self.choices.clear();
        self.steps = vec![Step { legs: 0, fitting }];
        Heard::Lifted(square)
    }

    fn finish(&mut self, route: Route) -> Heard {
        self.put_down();
        Heard::Played(route)
    }

    /// Keeps the routes through a square, if there are any: those that stop there before those that
    /// only pass over it, and these before those that take what stands on it.
    fn narrow(&mut self, square: Square) -> Option<Heard> {
        let legs = self.legs();
        let keep = |test: &dyn Fn(&Route) -> bool| -> Vec<Route> {
            self.fitting().iter().filter(|r| test(r)).cloned().collect()
        };
        let mut fitting = keep(&|r| r.stops()[legs + 1..].contains(&square));
        if fitting.is_empty() {
            fitting = keep(&|r| passes(r, legs, square, self.grid));
        }
        if fitting.is_empty() {
            fitting = keep(&|r| r.taken().get(legs..).is_some_and(|rest| rest.contains(&square)));
        }
        if fitting.is_empty() {
            return None;
        }
        let moves = distinct(&fitting);
        if let [only] = &moves[..] {
            if self.help.finish_chain || only.to() == square || only.stops().len() == legs + 2 {
                return Some(self.finish(only.clone()));
            }
            let wanted = only.stops().iter().rposition(|&stop| stop == square).unwrap_or(legs + 1);
            return Some(self.hop(wanted.max(legs + 1), fitting));
        }
        let shared = shared_legs(&fitting);
        if shared > legs {
            return Some(self.hop(shared, fitting));
        }
        self.choices = moves;
        Some(Heard::Choose)
    }

    fn hop(&mut self, legs: usize, fitting: Vec<Route>) -> Heard {
        self.choices.clear();
        let at = fitting[0].stops()[legs];
        self.steps.push(Step { legs, fitting });
        Heard::Hopped(at)
    }
}

/// One route of every move among these.
fn distinct(routes: &[Route]) -> Vec<Route> {
    let mut moves: Vec<Route> = Vec::new();
    for route in routes {
        if !moves.iter().any(|m| m.same_move(route)) {
            moves.push(route.clone());
        }
    }
    moves
}

/// How many legs all the routes have in common.
fn shared_legs(routes: &[Route]) -> usize {
    let first = &routes[0];
    let most = routes.iter().map(|r| r.stops().len() - 1).min().unwrap_or(0);
    (0..=most)
        .rev()
        .find(|&n| {
            routes.iter().all(|r| {
                let taken = n.min(r.taken().len());
                r.stops()[..=n] == first.stops()[..=n]
                    && r.taken()[..taken] == first.taken()[..taken.min(first.taken().len())]
            })
        })
        .unwrap_or(0)
}

/// Does the rest of the route pass over the square?
fn passes(route: &Route, legs: usize, square: Square, grid: Grid) -> bool {
    route.after(legs).is_some_and(|rest| rest.visited(grid)[1..].contains(&square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_rules::{AnyPosition, Variant};

    /// Taps squares one after the other and writes down what was heard.
    fn check(variant: Variant, fen: &str, taps: &str, expected: &str) {
        let pos = AnyPosition::from_fen(variant, fen).unwrap();
        let grid = pos.grid();
        let mut entry = Entry::new(grid, pos.routes(), Help { finish_chain: true, one_tap: false });
        let heard: Vec<String> = taps
            .split(' ')
            .map(|tap| {
                if tap == "back" {
                    return entry.back().map_or("nothing".into(), |h| tell(&pos, h));
                }
                if let Some(number) = tap.strip_prefix('#') {
                    let number: usize = number.parse().unwrap();
                    return entry.choose(number - 1).map_or("nothing".into(), |h| tell(&pos, h));
                }
                let square = grid.parse_square(tap).unwrap();
                let heard = entry.tap(square);
                tell(&pos, heard)
            })
            .collect();
        assert_eq!(heard.join(" "), expected, "{variant} {fen} {taps}");
    }

    fn tell(pos: &AnyPosition, heard: Heard) -> String {
        match heard {
            Heard::Lifted(sq) => format!("lift:{}", pos.square_name(sq)),
            Heard::PutDown => "down".into(),
            Heard::Hopped(sq) => format!("hop:{}", pos.square_name(sq)),
            Heard::Choose => "choose".into(),
            Heard::Played(route) => route.text(pos.script()),
            Heard::Refused(_) => "refused".into(),
        }
    }

    /// Position, taps, and what is heard.
    const TAPS: &str = "
        # A quiet move; another own piece; the same piece again; a piece that cannot move.
        start | c3 d4 | lift:c3 c3-d4
        start | c3 e3 d4 | lift:c3 lift:e3 e3-d4
        start | c3 c3 | lift:c3 down
        start | a1 | refused
        start | c3 d6 | lift:c3 refused
        # A king's quiet move stops where it was tapped.
        W:WKa1:Bh2 | a1 d4 | lift:a1 a1-d4
        # A chain by its end, by any square, by its victim.
        W:Wc3:Bd4,d6,g7 | c3 c7 | lift:c3 c3:e5:c7
        W:Wc3:Bd4,d6,g7 | c3 e5 | lift:c3 c3:e5:c7
        W:Wc3:Bd4,d6,g7 | c3 d6 | lift:c3 c3:e5:c7
        # A fork: hop, change your mind, go the other way.
        W:Wd4:Be5,e7,g5 | d4 f6 d8 | lift:d4 hop:f6 d4:f6:d8
        W:Wd4:Be5,e7,g5 | d4 f6 back h4 | lift:d4 hop:f6 lift:d4 d4:f6:h4
        W:Wd4:Be5,e7,g5 | d4 f6 a1 | lift:d4 hop:f6 refused
        # A king chooses where it lands: the tapped square, not one farther on.
        W:WKa1:Bc3,h8 | a1 e5 | lift:a1 a1:e5
    ";

    #[test]
    fn taps_become_moves() {
        for line in TAPS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let [fen, taps, expected] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
            check(Variant::Russian, fen, taps, expected);
        }
    }

    #[test]
    fn ambiguous_captures_are_never_guessed() {
        // From 47 to 33 either over 41,31,29... whichever way: the rules give two different sets.
        let fen = "W:WK46:B9,18,22,23,30,31,33,34,41,42";
        let pos = AnyPosition::from_fen(Variant::International, fen).unwrap();
        let grid = pos.grid();
        for route in pos.routes() {
            let alike = pos.routes().iter().filter(|r| r.to() == route.to() && !r.same_move(&route)).count();
            let mut entry = Entry::new(grid, pos.routes(), Help::default());
            entry.tap(route.from());
            let heard = entry.tap(route.to());
            if alike > 0 {
                assert!(!matches!(heard, Heard::Played(_)), "{route:?}");
            }
        }
    }

    #[test]
    fn every_move_can_be_entered() {
        for (variant, fen) in [
            (Variant::International, "W:WK46:B9,18,22,23,30,31,33,34,41,42"),
            (Variant::Armenian, "W:WKd1,a2:Bd4,d6,f7,b7,f4,b4,h5"),
            (Variant::Shashki, "W:WKa1:Bc3,f6,f4,c7"),
            (Variant::Frisian, "start"),
        ] {
            let pos = AnyPosition::from_fen(variant, fen).unwrap();
            for wanted in pos.routes() {
                let mut entry = Entry::new(pos.grid(), pos.routes(), Help::default());
                let mut heard = entry.tap(wanted.from());
                for &stop in &wanted.stops()[1..] {
                    if matches!(heard, Heard::Played(_)) {
                        break;
                    }
                    heard = entry.tap(stop);
                }
                if heard == Heard::Choose {
                    let number = entry.choices().iter().position(|r| r.same_move(&wanted));
                    heard = entry.choose(number.expect("the wanted move is among the choices")).unwrap();
                }
                let Heard::Played(route) = heard else { panic!("{variant}: {wanted:?} {heard:?}") };
                assert!(route.same_move(&wanted), "{variant}: {wanted:?} became {route:?}");
            }
        }
    }

    #[test]
    fn a_drag_picks_its_route() {
        let pos = AnyPosition::from_fen(Variant::Russian, "W:Wd4:Be5,e7,g5").unwrap();
        let square = |name: &str| pos.grid().parse_square(name).unwrap();
        let mut entry = Entry::new(pos.grid(), pos.routes(), Help::default());
        assert!(entry.grab(square("d4")).is_some());
        assert!(!entry.drag_over(square("c5")));
        assert!(entry.drag_over(square("f6")));
        assert_eq!(entry.taken(), [square("e5")]);
        assert!(matches!(entry.tap(square("h4")), Heard::Played(_)));
    }
}
