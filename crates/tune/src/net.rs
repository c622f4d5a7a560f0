//! Fitting a network to what deeper searches and results made of positions, by Adam in small batches on all threads.

use damka_engine::eval::net::{self, LAST_ONE, Net, ONE, REACH, STAGES, WIDTH};
use damka_engine::eval::{Weights, certainty};
use damka_rules::{Geometry, Rules, Side};

use crate::record::Record;
use crate::train::{self, Sample, Trained, expectation};

/// How a network is trained.
#[derive(clap::Args, Copy, Clone, PartialEq, Debug)]
pub struct Plan {
    /// First step of Adam; it falls to a hundredth.
    #[arg(long, default_value_t = 0.001)]
    pub step: f32,
    /// Positions a step.
    #[arg(long, default_value_t = 4096)]
    pub batch: usize,
    /// How fast what is special about a pattern is forgotten again.
    #[arg(long, default_value_t = 20.0)]
    pub decay: f32,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    /// Go on from the network that is there instead of learning one anew.
    #[arg(long)]
    pub go_on: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { step: 0.001, batch: 4096, decay: 20.0, threads: 2, go_on: false }
    }
}

/// Positions as the network sees them.
#[derive(Default)]
struct Set {
    inputs: Vec<u16>,
    starts: Vec<u32>,
    cases: Vec<Case>,
}

/// What is known of a position besides its inputs.
struct Case {
    stage: u8,
    /// What the other weights say, in spreads, and how much of the network's word counts.
    base: f32,
    factor: f32,
    /// Expected points of the side to move.
    aim: f32,
}

impl Set {
    fn new<R: Rules>(samples: &[Sample<R>], base: &Weights<R>, spread: f64) -> Set {
        let mut set = Set::default();
        for Sample { record, aim } in samples {
            let pos = &record.pos;
            set.starts.push(set.inputs.len() as u32);
            net::see_inputs(pos, |n| set.inputs.push(n as u16));
            set.cases.push(Case {
                stage: net::stage(pos) as u8,
                base: base.evaluate(pos) as f32 / spread as f32,
                factor: certainty(pos) * REACH as f32 / spread as f32,
                aim: if pos.turn() == Side::White { *aim } else { 1.0 - *aim },
            });
        }
        set.starts.push(set.inputs.len() as u32);
        set
    }

    fn inputs(&self, at: usize) -> &[u16] {
        &self.inputs[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Numbers that are learnt, with what Adam remembers of them.
#[derive(Clone)]
struct Learnt {
    values: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Learnt {
    fn new(values: Vec<f32>) -> Learnt {
        let zeros = vec![0.0; values.len()];
        Learnt { means: zeros.clone(), squares: zeros, values }
    }

    fn random(count: usize, size: f32, random: &mut fastrand::Rng) -> Learnt {
        Learnt::new((0..count).map(|_| (random.f32() * 2.0 - 1.0) * size).collect())
    }

    /// One step against the slopes.
    fn step(&mut self, slopes: &[f32], rate: f32, limit: f32) {
        let all = self.values.iter_mut().zip(&mut self.means).zip(&mut self.squares).zip(slopes);
        for (((value, mean), square), &slope) in all {
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            *value = (*value - rate * *mean / (square.sqrt() + 1e-8)).clamp(-limit, limit);
        }
    }
}

/// A network while it is learnt.
struct Learner {
    /// Where learning began, pattern by pattern: zeros for a new network.
    origin: Vec<f32>,
    /// What is special about each pattern, and about each king's square.
    patterns: Learnt,
    /// Each man on its square, shared by all patterns that show it.
    men: Learnt,
    /// Which men an input shows.
    shown: Vec<Vec<(usize, usize)>>,
    squares: usize,
    start: Learnt,
    last: Learnt,
    base: Learnt,
    /// Patterns with their men.
    whole: Vec<f32>,
}

/// Slopes of one thread.
#[derive(Clone, Default)]
struct Slopes {
    whole: Vec<f32>,
    start: Vec<f32>,
    last: Vec<f32>,
    base: Vec<f32>,
    loss: f64,
}

impl Slopes {
    fn new(inputs: usize) -> Slopes {
        Slopes {
            whole: vec![0.0; inputs * WIDTH],
            start: vec![0.0; WIDTH],
            last: vec![0.0; STAGES * WIDTH],
            base: vec![0.0; STAGES],
            loss: 0.0,
        }
    }

    fn clear(&mut self) {
        for list in [&mut self.whole, &mut self.start, &mut self.last, &mut self.base] {
            list.fill(0.0);
        }
        self.loss = 0.0;
    }

    fn add(&mut self, other: &Slopes) {
        let pairs = [
            (&mut self.whole, &other.whole),
            (&mut self.start, &other.start),
            (&mut self.last, &other.last),
            (&mut self.base, &other.base),
        ];
        for (own, more) in pairs {
            own.iter_mut().zip(more).for_each(|(own, more)| *own += more);
        }
        self.loss += other.loss;
    }
}

impl Learner {
    fn new<R: Rules>(random: &mut fastrand::Rng) -> Learner {
        let inputs = net::inputs::<R>();
        let squares = R::Board::GRID.squares();
        let mut learner = Learner {
            origin: vec![0.0; inputs * WIDTH],
            patterns: Learnt::new(vec![0.0; inputs * WIDTH]),
            men: Learnt::random(2 * squares * WIDTH, 0.25, random),
            shown: (0..inputs).map(net::men_of_input::<R>).collect(),
            squares,
            start: Learnt::random(WIDTH, 0.25, random),
            last: Learnt::random(STAGES * WIDTH, 0.1, random),
            base: Learnt::new(vec![0.0; STAGES]),
            whole: vec![0.0; inputs * WIDTH],
        };
        // Kings begin anywhere, like men.
        for (at, shown) in learner.shown.iter().enumerate() {
            if shown.is_empty() && at >= inputs - 2 * squares {
                learner.patterns.values[at * WIDTH..(at + 1) * WIDTH]
                    .fill_with(|| (random.f32() * 2.0 - 1.0) * 0.25);
            }
        }
        learner.add_up();
        learner
    }

    /// As this network is: what is learnt from now on is a change of it.
    fn going_on<R: Rules>(net: &Net<R>) -> Learner {
        let mut learner = Learner::new::<R>(&mut fastrand::Rng::with_seed(0));
        let numbers = net.to_numbers();
        let mut rest = &numbers[..];
        let mut take = |count: usize, unit: i32| -> Vec<f32> {
            let (taken, left) = rest.split_at(count);
            rest = left;
            taken.iter().map(|&number| number as f32 / unit as f32).collect()
        };
        learner.origin = take(learner.whole.len(), ONE);
        learner.patterns = Learnt::new(vec![0.0; learner.patterns.values.len()]);
        learner.men = Learnt::new(vec![0.0; learner.men.values.len()]);
        learner.start = Learnt::new(take(WIDTH, ONE));
        learner.last = Learnt::new(take(STAGES * WIDTH, LAST_ONE));
        learner.base = Learnt::new(take(STAGES, 256));
        learner.add_up();
        learner
    }

    /// Where a man's vector begins.
    fn man(&self, (square, owner): (usize, usize)) -> usize {
        (owner * self.squares + square) * WIDTH
    }

    fn add_up(&mut self) {
        let parts = self.origin.iter().zip(&self.patterns.values);
        self.whole.iter_mut().zip(parts).for_each(|(whole, (origin, change))| *whole = origin + change);
        for (at, shown) in self.shown.iter().enumerate() {
            for &man in shown {
                let from = self.man(man);
                let whole = &mut self.whole[at * WIDTH..(at + 1) * WIDTH];
                for (sum, &more) in whole.iter_mut().zip(&self.men.values[from..from + WIDTH]) {
                    *sum += more;
                }
            }
        }
    }

    /// The network's word on a position, and the sums behind it.
    #[inline]
    fn answer(&self, inputs: &[u16], stage: usize) -> (f32, [f32; WIDTH]) {
        let mut sum: [f32; WIDTH] = std::array::from_fn(|i| self.start.values[i]);
        for &n in inputs {
            let vector = &self.whole[n as usize * WIDTH..(n as usize + 1) * WIDTH];
            for (sum, &more) in sum.iter_mut().zip(vector) {
                *sum += more;
            }
        }
        let last = &self.last.values[stage * WIDTH..(stage + 1) * WIDTH];
        let mut total = [0.0; 8];
        for i in 0..WIDTH {
            let value = sum[i].clamp(0.0, 1.0);
            total[i % 8] += value * value * last[i];
        }
        (self.base.values[stage] + total.iter().sum::<f32>(), sum)
    }

    fn error(&self, set: &Set, at: usize) -> f64 {
        let case = &set.cases[at];
        let (answer, _) = self.answer(set.inputs(at), case.stage as usize);
        expectation((case.base + case.factor * answer) as f64, 1.0) - case.aim as f64
    }

    /// Adds the slopes of some positions.
    fn learn(&self, set: &Set, chosen: &[u32], slopes: &mut Slopes) {
        for &at in chosen {
            let (case, inputs) = (&set.cases[at as usize], set.inputs(at as usize));
            let stage = case.stage as usize;
            let (answer, sum) = self.answer(inputs, stage);
            let guess = 1.0 / (1.0 + (-(case.base + case.factor * answer)).exp());
            let error = guess - case.aim;
            slopes.loss += (error * error) as f64;
            let slope = error * case.factor;
            slopes.base[stage] += slope;
            let last = &self.last.values[stage * WIDTH..(stage + 1) * WIDTH];
            let last_slopes = &mut slopes.last[stage * WIDTH..(stage + 1) * WIDTH];
            let mut back = [0.0; WIDTH];
            for i in 0..WIDTH {
                let value = sum[i].clamp(0.0, 1.0);
                last_slopes[i] += slope * value * value;
                let inside = if sum[i] > 0.0 && sum[i] < 1.0 { 1.0 } else { 0.0 };
                back[i] = slope * last[i] * 2.0 * value * inside;
            }
            for (own, more) in slopes.start.iter_mut().zip(&back) {
                *own += more;
            }
            for &n in inputs {
                let vector = &mut slopes.whole[n as usize * WIDTH..(n as usize + 1) * WIDTH];
                for (own, more) in vector.iter_mut().zip(&back) {
                    *own += more;
                }
            }
        }
    }

    fn step(&mut self, slopes: &Slopes, rate: f32, decay: f32) {
        let mut men = vec![0.0; self.men.values.len()];
        for (at, shown) in self.shown.iter().enumerate() {
            let from_pattern = &slopes.whole[at * WIDTH..(at + 1) * WIDTH];
            for &man in shown {
                let from = self.man(man);
                men[from..from + WIDTH].iter_mut().zip(from_pattern).for_each(|(own, more)| *own += more);
            }
        }
        self.patterns.step(&slopes.whole, rate, 1.9);
        // Only what is special about a pattern is forgotten, not where kings stand.
        let kings = self.patterns.values.len() - 2 * self.squares * WIDTH;
        self.patterns.values[..kings].iter_mut().for_each(|value| *value *= 1.0 - rate * decay);
        self.men.step(&men, rate, 1.9);
        self.start.step(&slopes.start, rate, 8.0);
        self.last.step(&slopes.last, rate, 126.0 / LAST_ONE as f32);
        self.base.step(&slopes.base, rate, 100.0);
        self.add_up();
    }

    fn loss(&self, set: &Set) -> f64 {
        let all = set.cases.len();
        (0..all).map(|at| self.error(set, at).powi(2)).sum::<f64>() / all.max(1) as f64
    }

    fn net<R: Rules>(&self) -> Net<R> {
        let rounded = |list: &[f32], unit: i32| -> Vec<i16> {
            list.iter().map(|&v| (v * unit as f32).round().clamp(-32_000.0, 32_000.0) as i16).collect()
        };
        let mut numbers = rounded(&self.whole, ONE);
        numbers.extend(rounded(&self.start.values, ONE));
        numbers.extend(rounded(&self.last.values, LAST_ONE));
        numbers.extend(rounded(&self.base.values, 256));
        Net::new(&numbers).expect("as many numbers as a network has")
    }
}

/// Trains a network on top of `base`, whose word is added to its own.
pub fn train<R: Rules>(
    data: &[Record<R>],
    whole: &Weights<R>,
    base: &Weights<R>,
    aims: &train::Aims,
    plan: &Plan,
    tell: &dyn Fn(&str),
) -> Trained<R> {
    let spread = aims.spread.unwrap_or_else(|| train::spread(data, whole));
    let mut random = fastrand::Rng::with_seed(aims.seed);
    let (held, learnt) = train::split(data, spread, aims, &mut random);
    let before = {
        let error = |s: &Sample<R>| {
            let white = if s.record.pos.turn() == Side::White { 1.0 } else { -1.0 };
            let score = whole.evaluate(&s.record.pos) as f64 * white;
            (expectation(score, spread) - s.aim as f64).powi(2)
        };
        held.iter().map(error).sum::<f64>() / held.len().max(1) as f64
    };
    let (held, set) = (Set::new(&held, base, spread), Set::new(&learnt, base, spread));
    drop(learnt);
    let name = R::VARIANT;
    let count = set.cases.len();
    tell(&format!("{name}: {count} positions, spread {spread:.0}, loss of the present weights {before:.5}"));
    let present = whole.net().filter(|_| plan.go_on);
    let mut learner = present.map_or_else(|| Learner::new::<R>(&mut random), Learner::going_on);
    let mut order: Vec<u32> = (0..count as u32).collect();
    let mut slopes = vec![Slopes::new(net::inputs::<R>()); plan.threads.max(1)];
    let steps = (aims.epochs * count.div_ceil(plan.batch)).max(1);
    let mut done = 0;
    for epoch in 0..aims.epochs {
        random.shuffle(&mut order);
        let mut seen = 0.0;
        for batch in order.chunks(plan.batch) {
            let share = batch.len().div_ceil(slopes.len());
            std::thread::scope(|scope| {
                for (part, slopes) in batch.chunks(share).zip(&mut slopes) {
                    let (learner, set) = (&learner, &set);
                    scope.spawn(move || {
                        slopes.clear();
                        learner.learn(set, part, slopes);
                    });
                }
            });
            let (first, others) = slopes.split_first_mut().expect("there is a thread");
            others.iter().for_each(|other| first.add(other));
            seen += first.loss;
            let scale = 1.0 / batch.len() as f32;
            for list in [&mut first.whole, &mut first.start, &mut first.last, &mut first.base] {
                list.iter_mut().for_each(|slope| *slope *= scale);
            }
            let part = done as f32 / steps as f32;
            let rate = plan.step * (0.01 + 0.99 * 0.5 * (1.0 + (part * std::f32::consts::PI).cos()));
            learner.step(first, rate, plan.decay);
            done += 1;
        }
        tell(&format!(
            "{name}: pass {} of {}, loss {:.5}, held-out loss {:.5}",
            epoch + 1,
            aims.epochs,
            seen / count as f64,
            learner.loss(&held)
        ));
    }
    let weights = base.clone().with_net(Some(learner.net()));
    Trained { weights, spread, loss: (before, learner.loss(&held)) }
}

#[cfg(test)]
mod tests {
    use damka_engine::eval::Numbering;
    use damka_rules::variants::Russian;
    use damka_rules::{Bits, Position, Square};

    use super::*;

    /// Games in which nothing counts but a man of one's own on one square.
    #[test]
    fn a_network_learns_what_it_is_shown() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut data: Vec<Record<Russian>> = Vec::new();
        for _ in 0..300 {
            let mut pos = Position::<Russian>::start();
            for ply in 0..30 {
                let moves = pos.moves();
                let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) else { break };
                pos = pos.play(mv);
                let stands = |side: Side, square: u8| {
                    let set = <Russian as Rules>::Board::set_of(Square::new(square));
                    (pos.men(side) & set).any() as i16
                };
                let score = 100 * (stands(Side::White, 22) - stands(Side::Black, 11));
                data.push(Record { pos, score, result: 1, first: ply == 0, strayed: false });
            }
        }
        let nothing = Numbering::<Russian>::new();
        let base = Weights::new(&nothing, vec![0; nothing.weights()]).expect("as many as there are");
        let aims = train::Aims {
            result_share: 0.0,
            hanging: true,
            spread: Some(100.0),
            epochs: 20,
            ..train::Aims::default()
        };
        let plan = Plan { batch: 256, step: 0.005, ..Plan::default() };
        let trained = train(&data, &base, &base, &aims, &plan, &|_| ());
        assert!(trained.loss.1 < trained.loss.0 / 5.0, "{:?}", trained.loss);
        // What is played with is what was learnt, but for rounding.
        let off = |r: &Record<Russian>| {
            let white = if r.pos.turn() == Side::White { 1 } else { -1 };
            (trained.weights.evaluate(&r.pos) * white - r.score as i32).pow(2) as f64
        };
        let off = (data.iter().map(off).sum::<f64>() / data.len() as f64).sqrt();
        assert!(off < 30.0, "{off}");
        // Going on begins there: with steps of nothing it stays there.
        let plan = Plan { go_on: true, step: 0.0, ..plan };
        let again = train(&data, &trained.weights, &base, &aims, &plan, &|_| ());
        let numbers = |weights: &Weights<Russian>| weights.net().map(Net::to_numbers);
        assert_eq!(numbers(&again.weights), numbers(&trained.weights));
    }
}
