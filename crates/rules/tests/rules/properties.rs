//! What holds in every position of every game, on random walks.

use std::collections::BTreeSet;

use damka_rules::{
    AnyPosition, Bits, Game, MoveError, MoveList, MoveText, Notation, Position, Role, Route, Rules, Side,
    Square, Variant, Wish, with_position,
};
use proptest::prelude::*;

/// A game of any variant, a random number of random moves long; now and then from a thinned-out board with
/// kings, so that endings are met too.
fn walk() -> impl Strategy<Value = (Variant, Vec<AnyPosition>)> {
    let variants = prop::sample::select(Variant::EVERY);
    (variants, any::<u64>(), 1usize..80, any::<bool>()).prop_map(|(variant, seed, length, thin)| {
        let mut random = Random(seed | 1);
        let start = if thin { thinned(variant, &mut random) } else { AnyPosition::start(variant) };
        let mut positions = vec![start];
        for _ in 0..length {
            let pos = positions[positions.len() - 1];
            let routes = pos.moves();
            if routes.is_empty() {
                break;
            }
            let next = pos.play_route(&routes[random.below(routes.len())]).unwrap();
            positions.push(next);
        }
        (variant, positions)
    })
}

fn thinned(variant: Variant, random: &mut Random) -> AnyPosition {
    let mut setup = AnyPosition::start(variant).to_setup();
    setup.pieces.retain(|_| random.below(3) == 0);
    let squares = variant.grid().squares();
    for _ in 0..4 {
        let square = Square::new(random.below(squares) as u8 + 1);
        let side = if random.below(2) == 0 { Side::White } else { Side::Black };
        if !setup.pieces.iter().any(|(sq, _)| *sq == square) {
            setup.pieces.push((square, damka_rules::Piece { side, role: Role::King }));
        }
    }
    AnyPosition::from_setup(variant, &setup).unwrap_or(AnyPosition::start(variant))
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// The letter of a Russian keyboard for a column; beyond h there is none.
fn cyrillic(letter: char) -> char {
    let place = "abcdefgh".find(letter);
    place.and_then(|at| "абцдефгх".chars().nth(at)).unwrap_or(letter)
}

fn mirrored(route: &Route, squares: usize) -> Route {
    let turn = |sq: &Square| Square::new(squares as u8 + 1 - sq.number());
    let turned = |squares: &[Square]| squares.iter().map(turn).collect();
    Route::new(turned(route.stops()), turned(route.taken()), route.promotes()).unwrap()
}

fn generated<R: Rules>(pos: &Position<R>) -> Vec<(Square, Square, BTreeSet<Square>, bool)> {
    let mut moves = MoveList::new();
    pos.legal_moves(&mut moves);
    assert_eq!(pos.count_moves(&mut MoveList::new()), moves.len());
    assert_eq!(pos.can_capture(), moves.iter().any(|m| m.is_capture()));
    let mut out: Vec<_> = moves
        .iter()
        .map(|m| {
            assert_eq!(pos.key_after(*m), pos.play(*m).key());
            let taken = m.captured().singles().map(<R::Board as damka_rules::Geometry>::square_of).collect();
            (m.from_square(), m.to_square(), taken, m.promotes())
        })
        .collect();
    out.sort();
    out
}

fn merged(routes: &[Route]) -> Vec<(Square, Square, BTreeSet<Square>, bool)> {
    let all: BTreeSet<_> = routes
        .iter()
        .map(|r| (r.from(), r.to(), r.taken().iter().copied().collect(), r.promotes()))
        .collect();
    all.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn two_statements_of_the_laws_agree((_, positions) in walk()) {
        for pos in positions {
            let generated = with_position!(&pos, pos => generated(pos));
            prop_assert_eq!(pos.can_capture(), generated.iter().any(|m| !m.2.is_empty()), "{}", pos.to_fen());
            prop_assert_eq!(generated, merged(&pos.routes()), "{}", pos.to_fen());
        }
    }

    #[test]
    fn a_mirrored_position_has_mirrored_moves((variant, positions) in walk()) {
        let squares = variant.grid().squares();
        for pos in positions {
            let mut turned: Vec<Route> = pos.routes().iter().map(|r| mirrored(r, squares)).collect();
            turned.sort();
            prop_assert_eq!(pos.mirrored().routes(), turned, "{}", pos.to_fen());
            prop_assert_eq!(pos.mirrored().mirrored(), pos);
        }
    }

    #[test]
    fn keys_and_texts_survive_a_round_trip((variant, positions) in walk()) {
        for pos in positions {
            for notation in [Notation::Numeric, Notation::Algebraic] {
                let fen = pos.to_fen_in(notation);
                let again = AnyPosition::from_fen(variant, &fen).unwrap();
                prop_assert_eq!(again, pos, "{}", fen);
                prop_assert_eq!(again.key(), pos.key());
            }
        }
    }

    #[test]
    fn every_listed_route_is_accepted((variant, positions) in walk()) {
        for pos in positions {
            for route in pos.moves() {
                let after = pos.play_route(&route).unwrap();
                let typed = with_position!(&pos, pos => pos.play(pos.find(&route).unwrap()).into());
                prop_assert_eq!(after, typed, "{} in {}", pos.write(&route), pos.to_fen());
                for text in [pos.write(&route), route.text(pos.script()), route.text(variant.script().with_notation(Notation::Numeric))] {
                    let parsed = MoveText::parse(&text, variant.grid()).unwrap();
                    prop_assert_eq!(&MoveText::parse(&parsed.write(pos.script()), pos.grid()).unwrap(), &parsed);
                    let (played, _) = pos.play(&parsed).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
                    prop_assert_eq!(played, after, "{} in {}", text, pos.to_fen());
                }
                prop_assert_eq!(pos.refuse(&Wish { stops: route.stops().to_vec() }), None);
                prop_assert_eq!(pos.refuse(&Wish { stops: vec![route.from()] }), None);
            }
        }
    }

    /// A move in brief is the move of the list, and playing it by its two squares is playing its text.
    #[test]
    fn two_squares_play_the_move_they_mean((_, positions) in walk()) {
        for pos in positions {
            let game = Game::from_position(pos);
            let listed = game.legal_moves();
            prop_assert_eq!(game.briefs().len(), listed.len(), "{}", pos.to_fen());
            prop_assert_eq!(&game.listed(), &listed, "{}", pos.to_fen());
            for played in &listed {
                let (from, to) = (played.route.from(), played.route.to());
                let alike = listed.iter().filter(|m| m.route.from() == from && m.route.to() == to).count();
                let (mut known, mut plain) = (game.clone(), game.clone());
                prop_assert_eq!(known.play_listed(&played.route), plain.play_route(&played.route));
                prop_assert_eq!((known.positions(), known.clock()), (plain.positions(), plain.clock()));
                let mut quick = game.clone();
                let Some(found) = quick.play_between(from, to).cloned() else {
                    prop_assert!(alike > 1, "{} in {}", played.text, pos.to_fen());
                    prop_assert_eq!(quick.ply(), 0);
                    continue;
                };
                prop_assert_eq!(alike, 1);
                prop_assert_eq!(&found, played, "in {}", pos.to_fen());
                let mut slow = game.clone();
                slow.play_text(&played.text).unwrap();
                prop_assert_eq!(slow.moves()[0].text.as_str(), found.text.as_str());
                prop_assert_eq!((quick.positions(), quick.ending()), (slow.positions(), slow.ending()));
                prop_assert_eq!(quick.clock(), slow.clock());
            }
        }
    }

    /// Every route is understood by its full text, in Latin and Cyrillic letters, and by the short form of Russian
    /// books, or else the doubt is told.
    #[test]
    fn every_spelling_means_its_move((_, positions) in walk()) {
        let pos = positions[positions.len() - 1];
        let script = pos.script().with_notation(Notation::Algebraic);
        for route in pos.routes() {
            let full = route.text(script);
            let cyrillic: String = full.chars().map(cyrillic).collect();
            let (from, to) = (script.square(route.from()), script.square(route.to()));
            let sign = if route.is_capture() { ":" } else { "" };
            let short = format!("{}{sign}{to}", &from[..1]);
            for (text, may_doubt) in [(full, false), (cyrillic, false), (short, true)] {
                match pos.play_text(&text) {
                    Ok((_, found)) => prop_assert!(found.same_move(&route), "{} in {}", text, pos),
                    Err(MoveError::Ambiguous { choices, .. }) => {
                        prop_assert!(may_doubt && choices.len() > 1, "{} in {}: {:?}", text, pos, choices);
                    }
                    Err(error) => prop_assert!(false, "{} in {}: {}", text, pos, error),
                }
            }
        }
    }

    #[test]
    fn anything_else_is_refused_with_a_reason((variant, positions) in walk()) {
        let pos = positions[positions.len() - 1];
        let legal: BTreeSet<(Square, Square)> = pos.routes().iter().map(|r| (r.from(), r.to())).collect();
        for from in variant.grid().all() {
            for to in variant.grid().all() {
                let refusal = pos.refuse(&Wish::new(from, to));
                prop_assert_eq!(refusal.is_none(), legal.contains(&(from, to)), "{}-{} in {}", from, to, pos.to_fen());
                let text = MoveText::new(&[from, to], false).unwrap();
                if !legal.contains(&(from, to)) {
                    prop_assert!(pos.play(&text).is_err());
                }
            }
        }
    }

    #[test]
    fn games_end_and_undo((variant, positions) in walk()) {
        let mut game = Game::from_position(positions[0]);
        let first = *game.position();
        let mut random = Random(positions.len() as u64 | 1);
        while game.outcome().is_none() && game.ply() < 200 {
            let routes = game.routes();
            prop_assert!(!routes.is_empty());
            let route = &routes[random.below(routes.len())];
            let text = game.position().write(route);
            game.play_text(&text).map_err(|e| TestCaseError::fail(format!("{variant} {text}: {e}")))?;
        }
        if game.outcome().is_some() {
            prop_assert!(game.play_text("1-2").is_err());
        }
        while game.undo().is_some() {}
        prop_assert_eq!(*game.position(), first);
    }

    #[test]
    fn garbage_never_panics(text in ".{0,40}", variant in prop::sample::select(Variant::EVERY)) {
        let _ = AnyPosition::from_fen(variant, &text);
        let _ = MoveText::parse(&text, variant.grid());
        let _ = AnyPosition::start(variant).play_text(&text);
    }

    #[test]
    fn almost_fen_never_panics(text in "[WB?]:[WB][K0-9a-h,\\-]{0,20}:[WB][K0-9a-h,\\-]{0,20}[.:HF+0-9]{0,6}", variant in prop::sample::select(Variant::EVERY)) {
        if let Ok(pos) = AnyPosition::from_fen(variant, &text) {
            prop_assert_eq!(AnyPosition::from_fen(variant, &pos.to_fen()).unwrap(), pos);
        }
    }
}

#[test]
fn positions_and_moves_are_small() {
    use damka_rules::{Move, variants::*};
    assert!(size_of::<Position<Russian>>() <= 40);
    assert!(size_of::<Position<Armenian>>() <= 40);
    assert!(size_of::<Move<Russian>>() <= 32);
    assert!(size_of::<Position<International>>() <= 40);
}
