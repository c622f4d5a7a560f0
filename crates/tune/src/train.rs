//! Fitting weights to what deeper searches and the rest of the game made of positions: logistic regression by
//! stochastic steps that shrink where they are frequent.

use damka_engine::eval::{Factors, Features, Numbering, UNIT, Weights, features};
use damka_rules::{Bits, Rules, Side};

use crate::record::Record;

/// What is learnt from, and what is aimed at.
#[derive(clap::Args, Copy, Clone, PartialEq, Debug)]
pub struct Aims {
    /// Passes over the data.
    #[arg(long, default_value_t = 8)]
    pub epochs: usize,
    /// Share of the game's result in what is aimed at; the rest is what searches said.
    #[arg(long, default_value_t = 0.25)]
    pub result_share: f64,
    /// How much of what searches said comes from later in the game: the next position's aim counts so much, this
    /// position's own search the rest. 0 is this search alone, 1 the result alone.
    #[arg(long, default_value_t = 0.0)]
    pub lambda: f64,
    /// Learn from positions where something hangs, too.
    #[arg(long)]
    pub hanging: bool,
    /// Leave out positions the search calls exactly level: a repetition or a draw law said so, not the position.
    #[arg(long)]
    pub undrawn: bool,
    /// Positions learnt from in each game, picked at random; 0 takes all.
    #[arg(long, default_value_t = 0)]
    pub per_game: usize,
    /// Hundredths of a man that mean odds of e to 1; fitted to the results unless given.
    #[arg(long)]
    pub spread: Option<f64>,
    /// Makes the order of positions repeatable.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Default for Aims {
    fn default() -> Aims {
        Aims {
            epochs: 8,
            result_share: 0.25,
            lambda: 0.0,
            hanging: false,
            undrawn: false,
            per_game: 0,
            spread: None,
            seed: 1,
        }
    }
}

/// How training is done.
#[derive(clap::Args, Copy, Clone, PartialEq, Debug)]
pub struct Plan {
    /// What is aimed at.
    #[command(flatten)]
    pub aims: Aims,
    /// First step of a weight, in hundredths of a man; 0 leaves all of them as they were.
    #[arg(long, default_value_t = 8.0)]
    pub rate: f64,
    /// First step of a part of a pattern; 0 learns no parts.
    #[arg(long, default_value_t = 0.0)]
    pub part_rate: f64,
    /// Squared gradients every weight is taken to have met before training.
    #[arg(long, default_value_t = 500.0)]
    pub damping: f64,
    /// Leave courts as they were: they cost time in the search.
    #[arg(long)]
    pub no_courts: bool,
    /// Leave kings in danger as they were: they cost time in the search, too.
    #[arg(long)]
    pub no_danger: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            aims: Aims::default(),
            rate: 8.0,
            part_rate: 0.0,
            damping: 500.0,
            no_courts: false,
            no_danger: false,
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

/// A position and what is aimed at: White's expected points, 0 to 1.
#[derive(Copy, Clone)]
pub(crate) struct Sample<R: Rules> {
    pub(crate) record: Record<R>,
    pub(crate) aim: f32,
}

/// Games lie in a file one after the other. Old files do not say where one begins: there it is where there are
/// suddenly more pieces.
fn games<R: Rules>(data: &[Record<R>]) -> impl Iterator<Item = &[Record<R>]> {
    let marked = data.iter().any(|record| record.first);
    data.chunk_by(move |a, b| match marked {
        true => !b.first,
        false => b.pos.occupied().count() <= a.pos.occupied().count(),
    })
}

/// The positions of a game with what is aimed at, from the end backwards.
fn samples<R: Rules>(game: &[Record<R>], spread: f64, plan: &Aims) -> Vec<Sample<R>> {
    let mut later = game.last().map_or(0.5, |record| record.result as f64 / 2.0);
    let mut list: Vec<Sample<R>> = Vec::with_capacity(game.len());
    for &record in game.iter().rev() {
        let lambda = if record.strayed { 0.0 } else { plan.lambda };
        later = lambda * later + (1.0 - lambda) * expectation(record.score as f64, spread);
        let aim = plan.result_share * record.result as f64 / 2.0 + (1.0 - plan.result_share) * later;
        let drawn = plan.undrawn && record.score == 0;
        if !drawn && (plan.hanging || !record.pos.pass().can_capture()) {
            list.push(Sample { record, aim: aim as f32 });
        }
    }
    list.reverse();
    list
}

/// Splits positions by games into those held out and those learnt from.
pub(crate) fn split<R: Rules>(
    data: &[Record<R>],
    spread: f64,
    plan: &Aims,
    random: &mut fastrand::Rng,
) -> (Vec<Sample<R>>, Vec<Sample<R>>) {
    let (mut held, mut learnt) = (Vec::new(), Vec::new());
    for (n, game) in games(data).enumerate() {
        let game = samples(game, spread, plan);
        if n % HELD_OUT == HELD_OUT - 1 {
            held.extend(game);
        } else if plan.per_game == 0 || game.len() <= plan.per_game {
            learnt.extend(game);
        } else {
            learnt.extend((0..plan.per_game).map(|_| game[random.usize(..game.len())]));
        }
    }
    (held, learnt)
}

/// Weights while they are learnt.
struct Learner<R: Rules> {
    numbering: Numbering<R>,
    factors: Option<Factors>,
    weights: Vec<f32>,
    /// Of the parts of patterns.
    parts: Vec<f32>,
    spread: f64,
}

impl<R: Rules> Learner<R> {
    /// White's score of a list of terms, in hundredths of a man.
    fn score(&self, list: &Features) -> f32 {
        let factor = list.scale as f32 / Features::DIVISOR as f32;
        list.list.iter().map(|&(at, value)| self.weight(at) * value as f32).sum::<f32>() * factor
    }

    /// A weight with its parts.
    #[inline]
    fn weight(&self, at: u32) -> f32 {
        let parts = match &self.factors {
            Some(factors) => {
                factors.of(at).map(|(part, sign)| self.parts[part as usize] * sign as f32).sum::<f32>()
            }
            None => 0.0,
        };
        self.weights[at as usize] + parts
    }

    /// How far expectation and aim are apart.
    fn error(&self, list: &Features, aim: f32) -> f32 {
        aim - expectation(self.score(list) as f64, self.spread) as f32
    }

    /// Mean squared error on positions not learnt from.
    fn loss(&self, held: &[Sample<R>]) -> f64 {
        let mut list = Features::default();
        let square = |sample: &Sample<R>| {
            features(&self.numbering, &sample.record.pos, &mut list);
            (self.error(&list, sample.aim) as f64).powi(2)
        };
        held.iter().map(square).sum::<f64>() / held.len().max(1) as f64
    }

    /// How much the score grows with a man more, over positions without kings.
    fn worth_of_a_man(&self, held: &[Sample<R>]) -> f64 {
        let mut list = Features::default();
        let (mut together, mut alone) = (0.0, 0.0);
        for pos in held.iter().map(|sample| &sample.record.pos).filter(|pos| pos.kings().none()) {
            let more = pos.men(Side::White).count() as f64 - pos.men(Side::Black).count() as f64;
            features(&self.numbering, pos, &mut list);
            together += more * self.score(&list) as f64;
            alone += more * more;
        }
        if alone == 0.0 { 0.0 } else { together / alone }
    }

    /// The spread with which the starting weights predict results best: so a man stays worth about 100.
    ///
    /// The loss has one valley: it is narrowed down by thirds.
    fn fit_spread(&mut self, data: &[Record<R>]) {
        let held = games(data).skip(HELD_OUT - 1).step_by(HELD_OUT).flatten();
        let quiet = held.filter(|record| !record.pos.pass().can_capture()).take(20_000);
        let sample = |&record: &Record<R>| Sample { record, aim: record.result as f32 / 2.0 };
        let sample: Vec<Sample<R>> = quiet.map(sample).collect();
        let (mut low, mut high) = (30.0, 800.0);
        let mut loss = |spread: f64| {
            self.spread = spread;
            self.loss(&sample)
        };
        while high / low > 1.05 {
            let third = f64::cbrt(high / low);
            if loss(low * third) < loss(high / third) {
                high /= third;
            } else {
                low *= third;
            }
        }
        self.spread = f64::sqrt(low * high);
    }
}

/// Fits weights, starting from `start`.
pub fn train<R: Rules>(
    data: &[Record<R>],
    start: &Weights<R>,
    plan: &Plan,
    tell: &dyn Fn(&str),
) -> Trained<R> {
    let numbering = Numbering::<R>::new();
    let factors = (plan.part_rate > 0.0).then(|| Factors::new(&numbering));
    let parts = vec![0.0; factors.as_ref().map_or(0, Factors::weights)];
    let weights: Vec<f32> = start.stored().iter().map(|&w| w as f32).collect();
    let mut learner =
        Learner { numbering, factors, weights, parts, spread: plan.aims.spread.unwrap_or_default() };
    if plan.aims.spread.is_none() {
        learner.fit_spread(data);
    }
    let mut random = fastrand::Rng::with_seed(plan.aims.seed);
    let (held, mut learnt) = split(data, learner.spread, &plan.aims, &mut random);
    tell(&format!("{}: {} positions to learn from, {} held out", R::VARIANT, learnt.len(), held.len()));
    // A weight seen rarely moves little: its first steps are damped as if it had been seen before.
    let mut squares = vec![plan.damping as f32; learner.weights.len()];
    let mut part_squares = vec![plan.damping as f32; learner.parts.len()];
    let is_frozen = |at: usize| {
        plan.no_courts && learner.numbering.is_court(at) || plan.no_danger && learner.numbering.is_danger(at)
    };
    let frozen: Vec<bool> = (0..learner.weights.len()).map(is_frozen).collect();
    let before = learner.loss(&held);
    let worth = learner.worth_of_a_man(&held);
    let mut list = Features::default();
    for epoch in 0..plan.aims.epochs {
        random.shuffle(&mut learnt);
        // The last third of the passes calms down.
        let late = (epoch as f64 / plan.aims.epochs as f64 - 0.66).max(0.0) * 3.0;
        let [rate, part_rate] =
            [plan.rate, plan.part_rate].map(|rate| (rate * UNIT as f64 * (1.0 - 0.9 * late)) as f32);
        for sample in &learnt {
            features(&learner.numbering, &sample.record.pos, &mut list);
            let factor = list.scale as f32 / Features::DIVISOR as f32;
            let slope = learner.error(&list, sample.aim) * factor * (64.0 * 16.0);
            for &(at, value) in list.list.iter().filter(|(at, _)| !frozen[*at as usize]) {
                let gradient = slope * value as f32 / 64.0;
                step(&mut learner.weights[at as usize], &mut squares[at as usize], rate, gradient);
                for (part, sign) in learner.factors.iter().flat_map(|factors| factors.of(at)) {
                    let (weight, square) =
                        (&mut learner.parts[part as usize], &mut part_squares[part as usize]);
                    step(weight, square, part_rate, gradient * sign as f32);
                }
            }
        }
        let now = learner.loss(&held);
        tell(&format!(
            "{}: pass {} of {}, held-out loss {now:.5} (was {before:.5})",
            R::VARIANT,
            epoch + 1,
            plan.aims.epochs
        ));
    }
    let after = learner.loss(&held);
    // The search's margins are hundredths of a man: a man keeps the worth it had.
    let man = learner.worth_of_a_man(&held);
    tell(&format!("{}: a man was worth {worth:.0}, is worth {man:.0}", R::VARIANT));
    let scale = if man > 20.0 && worth > 20.0 { (worth / man) as f32 } else { 1.0 };
    let whole = (0..learner.weights.len() as u32).map(|at| learner.weight(at) * scale);
    let stored = whole.map(|w| w.round().clamp(-32_000.0, 32_000.0) as i16).collect();
    let weights = Weights::new(&learner.numbering, stored).expect("as many weights as the numbering has");
    Trained { weights, spread: learner.spread, loss: (before, after) }
}

/// One step of one weight: the smaller, the more it has moved already.
#[inline(always)]
fn step(weight: &mut f32, square: &mut f32, rate: f32, gradient: f32) {
    *square += gradient * gradient;
    *weight += rate * gradient / square.sqrt();
}

/// The spread with which these weights predict results best.
pub(crate) fn spread<R: Rules>(data: &[Record<R>], start: &Weights<R>) -> f64 {
    let weights = start.stored().iter().map(|&w| w as f32).collect();
    let (numbering, parts) = (Numbering::<R>::new(), Vec::new());
    let mut learner = Learner { numbering, factors: None, weights, parts, spread: 0.0 };
    learner.fit_spread(data);
    learner.spread
}

pub(crate) fn expectation(score: f64, spread: f64) -> f64 {
    1.0 / (1.0 + (-score / spread).exp())
}

#[cfg(test)]
mod tests {
    use damka_rules::Position;
    use damka_rules::variants::Russian;

    use super::*;

    /// A game of three positions: level, a little better, and one where White hangs a man.
    fn game() -> Vec<Record<Russian>> {
        let quiet = Position::<Russian>::start();
        let hanging = Position::from_fen("W:We3:Bf4,g5").expect("a position");
        assert!(hanging.pass().can_capture() && !quiet.pass().can_capture());
        let record = |pos, score, first| Record { pos, score, result: 2, first, strayed: false };
        vec![record(quiet, 0, true), record(quiet, 30, false), record(hanging, 30, false)]
    }

    #[test]
    fn level_and_hanging_positions_are_learnt_from_when_asked() {
        let count = |aims: Aims| samples(&game(), 100.0, &aims).len();
        let plain = Aims::default();
        assert_eq!(count(plain), 2);
        assert_eq!(count(Aims { hanging: true, ..plain }), 3);
        assert_eq!(count(Aims { undrawn: true, ..plain }), 1);
        assert_eq!(count(Aims { hanging: true, undrawn: true, ..plain }), 2);
    }
}
