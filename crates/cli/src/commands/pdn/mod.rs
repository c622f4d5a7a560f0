//! `damka pdn`: checks, converts, replays, searches, splits and counts files of games.

mod check;
mod convert;
mod criteria;
mod files;
mod filter;
mod keep;
mod replay;
mod split;
mod stats;

pub(crate) use files::{GameFileArgs, players};

use crate::choices::choices;

choices! {
    /// Check, convert, replay, search, split or summarise files of games
    pub(crate) enum Action {
        Check(check::Args),
        Convert(convert::Args),
        Replay(replay::Args),
        #[command(visible_alias = "search")]
        Filter(filter::Args),
        Split(split::Args),
        Stats(stats::Args),
    }
}
