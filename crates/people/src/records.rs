//! What is noted of a game beyond its rows: who sits there, how it ended, what that does to ratings.

use damka_room::{Deed, Room, Row};
use damka_rules::Side;
use damka_store::{Finish, Progress, Rated, Seated, StoreError};

use crate::club::{Club, now};
use crate::rating;

/// Is the game over by these rows?
pub(crate) fn ends(rows: &[Row]) -> bool {
    rows.iter().any(|row| matches!(row.deed, Deed::Ended { .. } | Deed::Aborted))
}

/// How far the game is after these rows.
pub(crate) fn progress(room: &Room, rows: &[Row]) -> Progress {
    let terms = room.terms();
    let sat = rows.iter().any(|row| matches!(row.deed, Deed::Seated { .. }));
    Progress {
        plies: room.ply(),
        deadline: room.wake_at().filter(|_| terms.control.is_correspondence()),
        seated: sat.then(|| seated(room)),
        finish: ends(rows).then(|| finish(room)),
    }
}

fn seated(room: &Room) -> Seated {
    let terms = room.terms();
    let holders = Side::BOTH.map(|side| terms.holder(side));
    Seated {
        accounts: holders.map(|holder| holder.and_then(|holder| holder.account)),
        names: holders.map(|holder| holder.map(|holder| holder.name.clone()).unwrap_or_default()),
        waiting: terms.open_side().is_some() && !room.scene().is_over(),
    }
}

fn finish(room: &Room) -> Finish {
    let scene = room.scene();
    let ending = scene.game.ending().map(|ending| ending.key());
    // The first moves are everybody's; what is searched for comes later.
    let positions = scene.game.positions().iter().map(|pos| pos.key().0.cast_signed()).collect();
    Finish {
        ending: ending.unwrap_or_else(|| "aborted".into()),
        outcome: scene.game.outcome().map(|outcome| outcome.to_string()),
        opening: damka_openings::recognise(&scene.game).map(|opening| opening.name().to_owned()),
        positions,
    }
}

/// What the game does to the ratings. A failure is told to whoever runs the server; the game stands.
pub(crate) async fn rate(club: &Club, room: &Room) {
    let terms = room.terms();
    let (Some(outcome), Some(white), Some(black)) =
        (room.scene().game.outcome(), terms.white.as_ref(), terms.black.as_ref())
    else {
        return;
    };
    let (Some(white), Some(black)) = (white.account, black.account) else { return };
    let (kind, now) = (rating::kind(terms.variant, terms.control), now());
    let rated = async {
        let store = club.store().await?;
        let before = [
            rating::today(store.rating(white, &kind).await?, now),
            rating::today(store.rating(black, &kind).await?, now),
        ];
        let [first, second] = rating::after(before, outcome, now);
        store.rate(Rated { kind: kind.clone(), players: [(white, first), (black, second)] }).await
    };
    if let Err(error) = rated.await {
        tracing::error!(game = room.id(), %error, "ratings were not changed");
    }
}

/// The players' ratings as they are now, for a game that follows another.
pub(crate) async fn renew(club: &Club, terms: &mut damka_room::Terms) -> Result<(), StoreError> {
    let (kind, now) = (rating::kind(terms.variant, terms.control), now());
    for holder in [&mut terms.white, &mut terms.black].into_iter().flatten() {
        if let Some(account) = holder.account {
            let kept = club.store().await?.rating(account, &kind).await?;
            holder.rating = Some(rating::today(kept, now).rating.round() as u32);
        }
    }
    Ok(())
}
