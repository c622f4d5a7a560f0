//! Games played at random, the same for the same seed.

use damka_rules::{Ending, Game, Side, Variant};

/// A small generator; no test needs a good one.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `below`.
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

/// A game of up to so many plies that may end in any way a game can end.
pub(crate) fn game(variant: Variant, seed: u64, plies: usize) -> Game {
    let mut dice = Dice(seed);
    let mut game = Game::new(variant);
    // A start other than the variant's own: what stands after some plies.
    if dice.roll(3) == 0 {
        play(&mut game, &mut dice, 9);
        game = Game::from_fen(variant, &game.position().to_fen()).expect("a position on the board");
    }
    if dice.roll(2) == 0 {
        game = game.with_touch_move();
    }
    play(&mut game, &mut dice, plies);
    if game.ending().is_none() {
        let side = game.turn();
        let _ = match dice.roll(7) {
            0 => game.resign(side),
            1 => game.end(Ending::Time(side)),
            2 => game.end(Ending::Forfeit(side.other())),
            3 => game.end(Ending::Agreed),
            4 => game.resign(Side::White),
            _ => Err(damka_rules::GameError::NoOffer),
        };
    }
    game
}

fn play(game: &mut Game, dice: &mut Dice, plies: usize) {
    for _ in 0..plies {
        let routes = game.routes();
        if routes.is_empty() {
            break;
        }
        game.play_route(&routes[dice.roll(routes.len())]).expect("a listed route is legal");
    }
}
