//! Fitting weights to results: logistic regression by stochastic steps that shrink where they are frequent.

use damka_engine::eval::{Features, Numbering, UNIT, Weights, features};
use damka_rules::{Bits, Rules, Side};

use crate::record::Record;

/// How training is done.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Plan {
    /// Passes over the data.
    pub epochs: usize,
    /// First step of a weight, in hundredths of a man.
    pub rate: f64,
    /// Share of the game's result in what is aimed at; the rest is the search's own score.
    pub result_share: f64,
    /// Squared gradients every weight is taken to have met before training.
    pub damping: f64,
    /// Positions learnt from in each game, picked at random; 0 takes all.
    pub per_game: usize,
    /// Hundredths of a man that mean odds of e to 1; `None` fits it to the results.
    pub spread: Option<f64>,
    /// Scale the result so that a man is worth on average what it was before.
    pub normalise: bool,
    /// Makes the order of positions repeatable.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            epochs: 8,
            rate: 8.0,
            result_share: 0.25,
            damping: 500.0,
            per_game: 0,
            spread: None,
            normalise: true,
            seed: 1,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Trained<R: Rules> {
    /// The weights.
    pub weights: Weights<R>,
    /// Hundredths of a man that mean odds of e to 1.
    pub spread: f64,
    /// Loss on held-out games before and after.
    pub loss: (f64, f64),
}

/// One game in sixteen is held out: positions of the same game are too much alike to test each other.
const HELD_OUT: usize = 16;

/// Games lie in a file one after the other. Old files do not say where one begins: there it is where there are
/// suddenly more pieces.
fn games<R: Rules>(data: &[Record<R>]) -> impl Iterator<Item = &[Record<R>]> {
    let marked = data.iter().any(|record| record.first);
    data.chunk_by(move |a, b| match marked {
        true => !b.first,
        false => b.pos.occupied().count() <= a.pos.occupied().count(),
    })
}

/// Splits positions by games into those held out and those learnt from.
fn split<R: Rules>(
    data: &[Record<R>],
    plan: &Plan,
    random: &mut fastrand::Rng,
) -> (Vec<Record<R>>, Vec<Record<R>>) {
    let (mut held, mut learnt) = (Vec::new(), Vec::new());
    for (n, game) in games(data).enumerate() {
        if n % HELD_OUT == HELD_OUT - 1 {
            held.extend_from_slice(game);
        } else if plan.per_game == 0 || game.len() <= plan.per_game {
            learnt.extend_from_slice(game);
        } else {
            learnt.extend((0..plan.per_game).map(|_| game[random.usize(..game.len())]));
        }
    }
    (held, learnt)
}

/// Fits weights, starting from `start`.
pub fn train<R: Rules>(
    data: &[Record<R>],
    start: &Weights<R>,
    plan: &Plan,
    tell: &dyn Fn(&str),
) -> Trained<R> {
    let numbering = Numbering::<R>::new();
    let mut random = fastrand::Rng::with_seed(plan.seed);
    let (held, mut learnt) = split(data, plan, &mut random);
    let (held, learnt) = (&held[..], &mut learnt[..]);
    tell(&format!("{}: {} positions to learn from, {} held out", R::VARIANT, learnt.len(), held.len()));
    let mut weights: Vec<f32> = start.stored().iter().map(|&w| w as f32).collect();
    // A weight seen rarely moves little: its first steps are damped as if it had been seen before.
    let mut squares = vec![plan.damping as f32; weights.len()];
    let spread = plan.spread.unwrap_or_else(|| best_spread(&numbering, held, &weights, plan));
    let before = loss(&numbering, held, &weights, spread, plan);
    let worth = worth_of_a_man(&numbering, held, &weights);
    let mut list = Features::default();
    for epoch in 0..plan.epochs {
        random.shuffle(learnt);
        // The last third of the passes calms down.
        let late = (epoch as f64 / plan.epochs as f64 - 0.66).max(0.0) * 3.0;
        let rate = (plan.rate * UNIT as f64 * (1.0 - 0.9 * late)) as f32;
        for record in learnt.iter() {
            features(&numbering, &record.pos, &mut list);
            let factor = list.scale as f32 / Features::DIVISOR as f32;
            let error = error(&list, &weights, factor, record, spread, plan);
            let slope = error * factor * (64.0 * 16.0);
            for &(at, value) in &list.list {
                let at = at as usize;
                let gradient = slope * value as f32 / 64.0;
                squares[at] += gradient * gradient;
                weights[at] += rate * gradient / squares[at].sqrt();
            }
        }
        let now = loss(&numbering, held, &weights, spread, plan);
        tell(&format!(
            "{}: pass {} of {}, held-out loss {now:.5} (was {before:.5})",
            R::VARIANT,
            epoch + 1,
            plan.epochs
        ));
    }
    let after = loss(&numbering, held, &weights, spread, plan);
    // The search's margins are hundredths of a man: a man keeps the worth it had.
    let man = worth_of_a_man(&numbering, held, &weights);
    tell(&format!("{}: a man was worth {worth:.0}, is worth {man:.0}", R::VARIANT));
    if plan.normalise && man > 20.0 && worth > 20.0 {
        weights.iter_mut().for_each(|w| *w *= (worth / man) as f32);
    }
    let stored = weights.iter().map(|w| w.round().clamp(-32_000.0, 32_000.0) as i16).collect();
    let weights = Weights::new(&numbering, stored).expect("as many weights as the numbering has");
    Trained { weights, spread, loss: (before, after) }
}

fn score(list: &Features, weights: &[f32], factor: f32) -> f32 {
    list.list.iter().map(|&(at, value)| weights[at as usize] * value as f32).sum::<f32>() * factor
}

fn expectation(score: f64, spread: f64) -> f64 {
    1.0 / (1.0 + (-score / spread).exp())
}

fn aim<R: Rules>(record: &Record<R>, spread: f64, plan: &Plan) -> f64 {
    let searched = expectation(record.score as f64, spread);
    plan.result_share * record.result as f64 / 2.0 + (1.0 - plan.result_share) * searched
}

fn error<R: Rules>(
    list: &Features,
    weights: &[f32],
    factor: f32,
    record: &Record<R>,
    spread: f64,
    plan: &Plan,
) -> f32 {
    let expected = expectation(score(list, weights, factor) as f64, spread);
    (aim(record, spread, plan) - expected) as f32
}

/// Mean squared error on positions not learnt from.
fn loss<R: Rules>(
    numbering: &Numbering<R>,
    held: &[Record<R>],
    weights: &[f32],
    spread: f64,
    plan: &Plan,
) -> f64 {
    let mut list = Features::default();
    let sum: f64 = held
        .iter()
        .map(|record| {
            features(numbering, &record.pos, &mut list);
            let factor = list.scale as f32 / Features::DIVISOR as f32;
            (error(&list, weights, factor, record, spread, plan) as f64).powi(2)
        })
        .sum();
    sum / held.len().max(1) as f64
}

/// How much the score grows with a man more, over positions without kings.
fn worth_of_a_man<R: Rules>(numbering: &Numbering<R>, held: &[Record<R>], weights: &[f32]) -> f64 {
    let mut list = Features::default();
    let (mut together, mut alone) = (0.0, 0.0);
    for record in held.iter().filter(|r| r.pos.kings().none()) {
        let men = |side| record.pos.men(side).count() as f64;
        let more = men(Side::White) - men(Side::Black);
        features(numbering, &record.pos, &mut list);
        together += more * score(&list, weights, list.scale as f32 / Features::DIVISOR as f32) as f64;
        alone += more * more;
    }
    if alone == 0.0 { 0.0 } else { together / alone }
}

/// The spread with which the starting weights predict results best: so a man stays worth about 100.
///
/// The loss has one valley: it is narrowed down by thirds.
fn best_spread<R: Rules>(numbering: &Numbering<R>, held: &[Record<R>], weights: &[f32], plan: &Plan) -> f64 {
    let results = Plan { result_share: 1.0, ..*plan };
    let sample = &held[..held.len().min(20_000)];
    let loss = |spread: f64| loss(numbering, sample, weights, spread, &results);
    let (mut low, mut high) = (30.0, 800.0);
    while high / low > 1.05 {
        let third = f64::cbrt(high / low);
        if loss(low * third) < loss(high / third) {
            high /= third;
        } else {
            low *= third;
        }
    }
    f64::sqrt(low * high)
}
