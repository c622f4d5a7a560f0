//! The proof of a puzzle: at every turn of the solver one move wins and every other loses the advantage.
//!
//! A search shows it by two lines whose win chances lie far apart. One search may err, so a puzzle is found by a
//! small one, confirmed by a larger one that knows nothing of the first, and can be proved again by a larger one still.

use damka_engine::{Engine, Limits, Report, Score, Stop};
use damka_review::Curve;
use damka_rules::{AnyPosition, Game, Goal, KingRange, Piece, Role, Route, Side, Square, Variant};

use crate::Puzzle;

/// How far apart the best move and the next must be, in win chance from -1 (lost) to 1 (won).
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Terms {
    /// The best move is ahead by at least this.
    pub margin: f64,
    /// It leads to at least this.
    pub winning: f64,
    /// Without it there is at most this: the position is not won anyhow.
    pub without: f64,
}

impl Terms {
    /// What every puzzle keeps to.
    pub const HELD: Terms = Terms { margin: 0.6, winning: 0.5, without: 0.4 };
    /// What the maker asks for, so that a larger search that sees things a little differently still agrees.
    pub const STRICT: Terms = Terms { margin: 0.7, winning: 0.6, without: 0.25 };

    fn allow(self, best: f64, next: f64) -> bool {
        best >= self.winning && next <= self.without && best - next >= self.margin
    }
}

/// The win chance of a score, from -1 (lost) to 1 (won). What is proven is certain.
pub fn chance(variant: Variant, score: Score) -> f64 {
    match score.is_proven() {
        true => f64::from(score.value().signum()),
        false => Curve::of(variant).chance(damka_wire::Score::Men(score.value())).share() * 2.0 - 1.0,
    }
}

/// The two best lines of a position after a search.
#[derive(Clone, Debug)]
pub struct Choice {
    variant: Variant,
    /// The best line.
    pub best: Report,
    /// The best line that begins differently.
    pub next: Report,
}

impl Choice {
    /// Searches a position from an empty table; `None` if there is no choice.
    pub fn search(engine: &mut Engine, game: &Game, nodes: u64) -> Option<Choice> {
        engine.new_game();
        Choice::search_on(engine, game, nodes)
    }

    /// The same with what the engine still knows from before.
    pub fn search_on(engine: &mut Engine, game: &Game, nodes: u64) -> Option<Choice> {
        let limits = Limits { multi_pv: 2, ..Limits::nodes(nodes) };
        let mut lines: [Option<Report>; 2] = [None, None];
        engine.search(game, &limits, &Stop::new(), &mut |report| {
            if let Some(line) = lines.get_mut(report.multi_pv - 1) {
                *line = Some(report.clone());
            }
        });
        let [Some(best), Some(next)] = lines else { return None };
        (!best.pv.is_empty() && !next.pv.is_empty()).then_some(Choice { variant: game.variant(), best, next })
    }

    /// Does the best move stand out?
    pub fn stands_out(&self, terms: Terms) -> bool {
        let (best, next) = self.chances();
        terms.allow(best, next)
    }

    /// The win chance with the best move, and without it.
    pub fn chances(&self) -> (f64, f64) {
        (chance(self.variant, self.best.score), chance(self.variant, self.next.score))
    }
}

/// Why a puzzle is not proved.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Doubt {
    /// Another move is best.
    #[error("ply {ply}: {other} seems better")]
    Other {
        /// The solver's move in question, counted in plies from 0.
        ply: usize,
        /// What the search prefers.
        other: String,
    },
    /// The move is best, but does not stand out.
    #[error("ply {ply}: {best:.2} against {next:.2}")]
    Close {
        /// The solver's move in question, counted in plies from 0.
        ply: usize,
        /// The chance with it.
        best: f64,
        /// The chance without it.
        next: f64,
    },
}

/// Proves a puzzle again: every turn of the solver that has a choice is searched for so many nodes from an empty table.
pub fn verify(engine: &mut Engine, puzzle: &Puzzle, nodes: u64, terms: Terms) -> Result<(), Doubt> {
    let mut game = Game::from_position(*puzzle.start());
    for (ply, route) in puzzle.line().iter().enumerate() {
        if ply.is_multiple_of(2)
            && let Some(choice) = Choice::search(engine, &game, nodes)
        {
            let best = &choice.best.pv[0];
            if !best.same_move(route) {
                return Err(Doubt::Other { ply, other: game.position().write(best) });
            }
            if !choice.stands_out(terms) {
                let (best, next) = choice.chances();
                return Err(Doubt::Close { ply, best, next });
            }
        }
        game.play_route(route).expect("a puzzle is made of legal moves");
    }
    Ok(())
}

/// How a line is built.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Effort {
    /// Nodes of the search that finds the line.
    pub first: u64,
    /// Nodes of the search that confirms it.
    pub second: u64,
    /// No puzzle has more moves of the solver.
    pub most_moves: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { first: 30_000, second: 200_000, most_moves: 8 }
    }
}

/// So much more than the other side has decides a game by itself.
const TOO_MUCH: i32 = 2;

/// Why there is no puzzle in a position.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Miss {
    /// The solver is so far ahead that it wins anyhow.
    Ahead,
    /// No move stands out, or there is no choice.
    Unclear,
    /// One move makes the point.
    OneMove,
    /// Several moves win from some point on, but nobody could see why.
    Pointless,
    /// It takes too many moves.
    Long,
}

/// The puzzle in a position, cut where its point is made, as one search finds it: it still has to be [confirmed](verify).
pub fn find(engine: &mut Engine, game: &Game, effort: Effort) -> Result<Puzzle, Miss> {
    let start = *game.position();
    // Who is two men up wins anyhow, whatever a search that small makes of the other moves.
    if balance(game, game.turn()) >= TOO_MUCH && game.variant().laws().goal != Goal::BeLeftWithoutMove {
        return Err(Miss::Ahead);
    }
    let line = line(engine, &Game::from_position(start), effort)?;
    Puzzle::new(start, line, 0).map_err(|_| Miss::OneMove)
}

/// Is the point of a position made by one move? Then it is none worth asking for.
pub fn is_one_move(game: &Game, route: &Route) -> bool {
    let start = Game::from_position(*game.position());
    let mut after = start.clone();
    after.play_route(route).is_err() || is_made(&start, &after)
}

/// The solver's moves that stand out and the best answers to them, to the point of it.
fn line(engine: &mut Engine, start: &Game, effort: Effort) -> Result<Vec<Route>, Miss> {
    let mut game = start.clone();
    for number in 0..effort.most_moves {
        match Choice::search(engine, &game, effort.first) {
            Some(choice) if choice.stands_out(Terms::STRICT) => {
                game.play_route(&choice.best.pv[0]).map_err(|_| Miss::Unclear)?;
            }
            // Several moves win from here on: enough, if the solver can see by now what it was about.
            Some(choice) if number >= 2 => {
                let sure = choice.best.score.is_proven() && choice.best.score.value() > 0;
                game.undo();
                return if sure || is_ahead(start, &game) { Ok(routes(&game)) } else { Err(Miss::Pointless) };
            }
            Some(_) if number == 1 => return Err(Miss::OneMove),
            None if number > 0 => {
                let only = game.position().moves().first().cloned().ok_or(Miss::Unclear)?;
                game.play_route(&only).map_err(|_| Miss::Unclear)?;
            }
            _ => return Err(Miss::Unclear),
        }
        if is_made(start, &game) {
            return if number > 0 { Ok(routes(&game)) } else { Err(Miss::OneMove) };
        }
        let answer = engine.search(&game, &Limits::nodes(effort.first), &Stop::new(), &mut |_| ());
        let best = answer.best().ok_or(Miss::Unclear)?;
        game.play_route(best).map_err(|_| Miss::Unclear)?;
    }
    Err(Miss::Long)
}

fn routes(game: &Game) -> Vec<Route> {
    game.moves().iter().map(|played| played.route.clone()).collect()
}

/// The solver has won the game, or more than before stands on its side and nothing is being taken.
fn is_made(start: &Game, game: &Game) -> bool {
    match game.outcome() {
        Some(outcome) => outcome == damka_rules::Outcome::Win(start.turn()),
        None => !game.position().can_capture() && is_ahead(start, game),
    }
}

/// Has the solver gained material? Where that is not what is played for, it never has.
fn is_ahead(start: &Game, game: &Game) -> bool {
    let solver = start.turn();
    game.variant().laws().goal != Goal::BeLeftWithoutMove && balance(game, solver) > balance(start, solver)
}

/// How much more a side has than the other.
fn balance(game: &Game, side: Side) -> i32 {
    material(game.position(), side) - material(game.position(), side.other())
}

/// How much the pieces of a side are worth: a man one, a king two, or three where it flies.
fn material(pos: &AnyPosition, side: Side) -> i32 {
    let king = match pos.variant().laws().king_range {
        KingRange::Short => 2,
        _ => 3,
    };
    let worth = |(_, piece): &(Square, Piece)| match piece.role {
        _ if piece.side != side => 0,
        Role::Man => 1,
        Role::King => king,
    };
    pos.to_setup().pieces.iter().map(worth).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn one_move_makes_no_puzzle() {
        let check = |fen: &str, text: &str, expected: bool| {
            let game = Game::from_fen(Variant::Russian, fen).unwrap();
            let mut played = game.clone();
            played.play_text(text).unwrap();
            assert_eq!(is_one_move(&game, &played.moves()[0].route), expected, "{fen} {text}");
        };
        check("W:Wc3,g1:Bd4,h8", "c3:e5", true);
        check("W:Wc3,g1:Bd4,f6,g7", "c3:e5", false);
        check("W:Wc3,d2,e1:Be5,f6,h8", "c3-d4", false);
    }

    #[test]
    fn kings_that_fly_are_worth_more() {
        assert_eq!(material(&position(Variant::Russian, "W:WKa1,c3:BKh8"), Side::White), 4);
        assert_eq!(material(&position(Variant::English, "W:WK1,22:BK32"), Side::Black), 2);
    }
}
