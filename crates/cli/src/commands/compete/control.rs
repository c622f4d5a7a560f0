//! How long players think, as written on the command line.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use damka_arena::Control;

/// One of these, or 10,000 nodes a move; levels have limits of their own.
#[derive(clap::Args, Debug, Default, Clone)]
pub(crate) struct ControlArgs {
    /// Nodes per move
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<u64>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS")]
    pub(super) time: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "N")]
    pub(super) depth: Option<u32>,
    /// Game clock in seconds, with an increment per move: 1+0.01
    #[arg(long, value_name = "S+S")]
    clock: Option<String>,
}

impl ControlArgs {
    /// What was chosen, if anything was.
    pub(crate) fn chosen(&self) -> Result<Option<Control>> {
        let clock = self.clock.as_deref().map(clock).transpose()?;
        let chosen = [
            self.nodes.map(Control::Nodes),
            self.time.map(|ms| Control::MoveTime(Duration::from_millis(ms))),
            self.depth.map(Control::Depth),
            clock,
        ];
        let mut chosen = chosen.into_iter().flatten();
        match (chosen.next(), chosen.next()) {
            (first, None) => Ok(first),
            _ => bail!("only one of nodes, time, depth and clock can be given"),
        }
    }
}

fn clock(text: &str) -> Result<Control> {
    let seconds = |part: &str| {
        let number = part.trim().parse::<f64>().ok().filter(|number| (0.0..1e6).contains(number));
        number.map(Duration::from_secs_f64).with_context(|| format!("--clock: '{text}' is not like 60+0.5"))
    };
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (time, increment) = (seconds(time)?, seconds(increment)?);
    if time.is_zero() {
        bail!("--clock: '{text}' begins with no time at all");
    }
    Ok(Control::Clock { time, increment })
}

/// Processor time of this thread since it began, the clock of engines that think in it.
#[cfg(target_os = "linux")]
pub(super) fn processor_now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Nobody asks elsewhere.
#[cfg(not(target_os = "linux"))]
pub(super) fn processor_now() -> Duration {
    damka_engine::system_now()
}
