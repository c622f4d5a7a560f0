//! Prints node signature and speed: `cargo run --release -p damka-engine --example bench [variant] [depth]`.

use damka_engine::{BENCH_DEPTH, bench};
use damka_rules::Variant;

fn main() {
    let mut args = std::env::args().skip(1);
    let variant = args.next().map(|name| name.parse::<Variant>().expect("a variant's name"));
    let depth = args.next().and_then(|d| d.parse().ok()).unwrap_or(BENCH_DEPTH);
    for &v in Variant::EVERY.iter().filter(|&&v| variant.is_none_or(|wanted| wanted == v)) {
        let bench = bench(v, depth);
        println!(
            "{v:30} {:>12} nodes {:>8} ms {:>6} kn/s",
            bench.nodes,
            bench.time.as_millis(),
            bench.nps() / 1000
        );
    }
}
