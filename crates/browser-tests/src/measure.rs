//! Times are always told, and count only where the machine has nothing else to do.

use std::env;

use anyhow::ensure;

/// Does a time that is too long fail a test? Only with `DAMKA_TIMES` set, as `./test release` does: on a busy
/// machine a time says more about the neighbours than about the page.
pub fn times_count() -> bool {
    env::var_os("DAMKA_TIMES").is_some()
}

/// Tells the middle of some measurements, and fails if times count and it is more than `most`.
pub fn at_most(what: &str, unit: &str, mut found: Vec<f64>, most: f64) -> anyhow::Result<()> {
    let middle = told(what, unit, &mut found)?;
    ensure!(!times_count() || middle <= most, "{what}: {middle:.2} {unit}, more than {most:.2}");
    Ok(())
}

/// As [`at_most`], the other way round.
pub fn at_least(what: &str, unit: &str, mut found: Vec<f64>, least: f64) -> anyhow::Result<()> {
    let middle = told(what, unit, &mut found)?;
    ensure!(!times_count() || middle >= least, "{what}: {middle:.2} {unit}, less than {least:.2}");
    Ok(())
}

fn told(what: &str, unit: &str, found: &mut [f64]) -> anyhow::Result<f64> {
    ensure!(!found.is_empty() && found.iter().all(|x| x.is_finite()), "{what}: nothing was measured");
    found.sort_by(f64::total_cmp);
    let middle = found[found.len() / 2];
    println!("    {what}: {middle:.2} {unit}, the middle of {found:.2?}");
    Ok(middle)
}
