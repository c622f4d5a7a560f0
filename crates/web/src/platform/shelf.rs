//! The shelf: every game on this device under a name of its own, so that no two games, and no two tabs,
//! write over each other.

use damka_rules::{Variant, arrange};

use super::storage::{self, Kept};
use crate::model::link::Invite;
use crate::model::old::Old;
use crate::model::shelf::{Shelved, surplus};

/// Where a game is kept, and what was last seen there.
#[derive(Clone, Debug, Default)]
pub struct Keeping {
    /// The name of the game; none before it is first kept.
    pub id: Option<String>,
    /// Were its agreements chosen by hand? Then it is kept before the first move.
    pub chosen: bool,
    /// Is it reached by its own name only, not by an address that asks for a game like it?
    apart: bool,
    /// What this tab last wrote or read.
    seen: String,
    /// Was a failure told already?
    failed: bool,
}

impl Keeping {
    /// For a game whose agreements were chosen by hand.
    pub fn chosen() -> Keeping {
        Keeping { chosen: true, ..Keeping::default() }
    }

    /// For a game of this name that no other address leads to.
    pub fn apart(id: String) -> Keeping {
        Keeping { id: Some(id), apart: true, ..Keeping::chosen() }
    }
}

/// What became of writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Put {
    /// It is kept.
    Kept,
    /// Another tab has gone on with the game: this one is kept beside it.
    Beside,
    /// The browser refused, for the first time.
    Failed,
}

const GAMES: &str = "sitting.";
const ADDRESSES: &str = "at.";

/// The game of this name.
pub fn load(id: &str) -> Kept<(Shelved, Keeping)> {
    let Some(text) = storage::text(&place(id)) else { return Kept::Nothing };
    match storage::read::<Shelved>(&text) {
        Kept::Value(shelved) => {
            Kept::Value((shelved, Keeping { id: Some(id.to_owned()), seen: text, ..Keeping::default() }))
        }
        Kept::Corrupt(reason) => Kept::Corrupt(reason),
        Kept::Nothing => Kept::Nothing,
    }
}

/// The name of the game an address leads to.
pub fn find(invite: &Invite) -> Option<String> {
    match &invite.game {
        Some(id) => Some(id.clone()),
        None => storage::load(&pointer(invite)).value(),
    }
}

/// Keeps a game; `fresh` is a name nobody has, in case one is needed.
pub fn put(keeping: &mut Keeping, game: &Shelved, fresh: impl Fn() -> String) -> Put {
    let Some(text) = storage::write(game) else { return Put::Kept };
    let now = keeping.id.as_ref().and_then(|id| storage::text(&place(id)));
    let foreign = now.is_some_and(|now| now != keeping.seen);
    if foreign {
        (keeping.id, keeping.apart) = (None, true);
    }
    let id = keeping.id.get_or_insert_with(fresh);
    if !storage::save_text(&place(id), &text) {
        return if std::mem::replace(&mut keeping.failed, true) { Put::Kept } else { Put::Failed };
    }
    if keeping.seen.is_empty() && !keeping.apart {
        point(&game.invite(), id);
    }
    keeping.seen = text;
    if foreign { Put::Beside } else { Put::Kept }
}

/// Lets an address lead to this game.
pub fn point(invite: &Invite, id: &str) {
    storage::save(&pointer(invite), &id);
}

/// Was this change of the storage one of this game by another tab?
pub fn changed_elsewhere(keeping: &Keeping, key: &str, text: Option<&str>) -> bool {
    let ours = keeping.id.as_ref().is_some_and(|id| storage::key(&place(id)) == key);
    ours && text.is_some_and(|text| text != keeping.seen)
}

/// Every game that can be read with its name, the latest first.
pub fn all() -> Vec<(String, Shelved)> {
    let ids = storage::names(GAMES);
    let mut games: Vec<_> =
        ids.into_iter().filter_map(|id| load(&id).value().map(|(shelved, _)| (id, shelved))).collect();
    arrange(&mut games, |a, b| a.1.at > b.1.at);
    games
}

/// Takes a game from the shelf, and the addresses that led to it.
pub fn delete(id: &str) {
    storage::forget(&place(id));
    let leads =
        |address: &String| storage::load(&format!("{ADDRESSES}{address}")) == Kept::Value(id.to_owned());
    for address in storage::names(ADDRESSES).iter().filter(|address| leads(address)) {
        storage::forget(&format!("{ADDRESSES}{address}"));
    }
}

/// Gives up the oldest finished games where there are too many.
pub fn tidy() {
    if storage::names(GAMES).len() <= crate::model::shelf::MOST_FINISHED {
        return;
    }
    let games = all();
    let list: Vec<_> = games.iter().map(|(id, game)| (&id[..], game.at, game.is_over())).collect();
    surplus(&list).into_iter().for_each(delete);
}

/// Puts the game an earlier version of the page kept onto the shelf, if there is one.
pub fn renew(variant: Variant, fresh: impl Fn() -> String, now: u64) -> Result<(), String> {
    let name = format!("game.{}", variant.name());
    let old = match storage::load::<Old>(&name) {
        Kept::Nothing => return Ok(()),
        Kept::Value(old) => old.renew(now),
        Kept::Corrupt(reason) => Err(reason),
    };
    storage::forget(&name);
    let id = fresh();
    let game = old?;
    put(&mut Keeping { id: Some(id.clone()), ..Keeping::default() }, &game, fresh);
    // Whatever was agreed, this is the game the plain address showed.
    point(&Invite::to(variant), &id);
    Ok(())
}

fn place(id: &str) -> String {
    format!("{GAMES}{id}")
}

fn pointer(invite: &Invite) -> String {
    format!("{ADDRESSES}{}", invite.address())
}
