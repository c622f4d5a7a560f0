//! The time of a move in the comments of PDN: `[%emt 0:00:01.2] [%clk 0:04:58]`.

use damka_pdn::Comment;

use crate::record::Spent;

impl Spent {
    /// Time used and time left as commands; `None` if neither is known.
    pub(crate) fn commands(&self) -> Option<String> {
        let times = [self.used.map(|used| command("emt", used)), self.left.map(|left| command("clk", left))];
        let times: Vec<_> = times.into_iter().flatten().collect();
        (!times.is_empty()).then(|| times.join(" "))
    }

    /// As comments tell it.
    pub(crate) fn read(comments: &[Comment]) -> Spent {
        let time = |name: &str| {
            let command = comments.iter().find_map(|comment| comment.command(name))?;
            u32::try_from(command.time()?.as_millis()).ok()
        };
        Spent { used: time("emt"), left: time("clk") }
    }
}

/// `[%clk 0:01:02.5]`: hours, minutes, seconds, and thousandths where there are any.
fn command(name: &str, millis: u32) -> String {
    let (seconds, rest) = (millis / 1000, millis % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("[%{name} {hours}:{minutes:02}:{seconds:02}{fraction}]")
}
