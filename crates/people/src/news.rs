//! Who wants to know that something has happened: lists of games, and programs that wait for challenges.
//!
//! Listeners are woken, not told: they look for themselves, however often it has happened meanwhile. With several
//! servers each looks every second what the others have written.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use damka_room::Terms;
use damka_rules::Side;
use damka_store::{Found, Head, Wanted};
use tokio::sync::Notify;

use crate::club::Club;

/// What somebody wants to hear about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// An account's games, and those offered to it.
    Account(i64),
    /// One game.
    Game(String),
}

/// Everybody who listens.
#[derive(Debug, Default)]
pub(crate) struct News {
    listeners: Mutex<HashMap<Topic, Vec<Weak<Notify>>>>,
    /// The public lists may have changed.
    pub(crate) lists: Notify,
}

impl News {
    /// Wakes this one whenever something happens to these, as long as it is kept.
    pub(crate) fn listen(&self, bell: &Arc<Notify>, topics: impl IntoIterator<Item = Topic>) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if listeners.len() > 1_000 {
            listeners.retain(|_, bells| bells.iter().any(|bell| bell.strong_count() > 0));
        }
        for topic in topics {
            let bells = listeners.entry(topic).or_default();
            bells.retain(|bell| bell.strong_count() > 0);
            bells.push(Arc::downgrade(bell));
        }
    }

    pub(crate) fn has_listeners(&self) -> bool {
        !self.listeners.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    fn ring(&self, topics: impl IntoIterator<Item = Topic>) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if listeners.is_empty() {
            return;
        }
        for bell in topics.into_iter().filter_map(|topic| listeners.get(&topic)).flatten() {
            if let Some(bell) = bell.upgrade() {
                bell.notify_one();
            }
        }
    }

    /// Something has happened in a game.
    pub(crate) fn tell(&self, game: &str, terms: &Terms) {
        let players = Side::BOTH.map(|side| terms.holder(side).and_then(|holder| holder.account));
        let invited = terms.invited.as_ref().map(|invited| invited.account);
        self.ring(topics(game, players, invited));
    }
}

fn topics(game: &str, players: [Option<i64>; 2], invited: Option<i64>) -> impl Iterator<Item = Topic> {
    let accounts = players.into_iter().flatten().chain(invited).map(Topic::Account);
    accounts.chain([Topic::Game(game.to_owned())])
}

/// What other servers have written lately.
#[derive(Default)]
pub(crate) struct Others {
    /// Games as they were told, and up to when.
    told: HashSet<(String, u64)>,
    until: u64,
}

impl Others {
    /// Tells listeners here what other servers have written since the last look.
    pub(crate) async fn look(&mut self, club: &Club, now: u64) {
        if !club.0.news.has_listeners() {
            self.until = now;
            return;
        }
        let Ok(store) = club.store().await else { return };
        // Clocks of other machines may be somewhat behind.
        let since = self.until.saturating_sub(3_000);
        let wanted = Wanted { since: Some(since), limit: 1_000, ..Wanted::default() };
        let Ok(found) = store.find(wanted).await else { return };
        self.told.retain(|(_, at)| *at >= since);
        for Found { head: Head { id, accounts, .. }, invited, updated, .. } in found {
            self.until = self.until.max(updated);
            if self.told.insert((id.clone(), updated)) {
                club.0.news.ring(topics(&id, accounts, invited));
            }
        }
    }
}
