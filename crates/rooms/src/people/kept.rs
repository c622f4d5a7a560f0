//! What this device remembers of playing with people: a name, and the seats it has.

use damka_web::platform::storage;
use damka_wire::people::SeatGiven;
use serde::{Deserialize, Serialize};

/// So many seats are remembered; who plays more has an account.
const MOST: usize = 60;

const SEATS: &str = "seats";
const NAME: &str = "name";

/// A seat this device has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Seat {
    /// The game's number.
    pub(crate) game: String,
    /// What proves it.
    pub(crate) secret: String,
}

/// The seats, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Seats(pub(crate) Vec<Seat>);

impl Seats {
    /// Those that were kept.
    pub(crate) fn load() -> Seats {
        storage::load(SEATS).value().unwrap_or_default()
    }

    /// The secret of a seat in this game.
    pub(crate) fn secret(&self, game: &str) -> Option<&str> {
        self.0.iter().find(|seat| seat.game == game).map(|seat| seat.secret.as_str())
    }

    /// One more.
    pub(crate) fn add(&mut self, game: &str, secret: &str) {
        self.0.retain(|seat| seat.game != game);
        self.0.insert(0, Seat { game: game.to_owned(), secret: secret.to_owned() });
        self.0.truncate(MOST);
    }
}

/// Keeps a seat that was given.
pub(crate) fn keep(given: &SeatGiven) -> bool {
    keep_seat(&given.game, &given.secret)
}

/// Keeps a seat; false if the browser refused. Another tab may have got one meanwhile: what is kept counts.
pub(crate) fn keep_seat(game: &str, secret: &str) -> bool {
    let mut seats = Seats::load();
    seats.add(game, secret);
    storage::save(SEATS, &seats)
}

/// What a guest is called.
pub(crate) fn name() -> String {
    storage::load(NAME).value().unwrap_or_default()
}

/// Remembers what a guest is called.
pub(crate) fn keep_name(name: &str) {
    storage::save(NAME, &name.trim());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_seats_are_remembered() {
        let mut seats = Seats::default();
        (0..MOST + 5).for_each(|n| seats.add(&format!("g{n}"), &format!("s{n}")));
        assert_eq!((seats.0.len(), seats.secret("g3"), seats.secret("g64")), (MOST, None, Some("s64")));
        seats.add("g30", "other");
        assert_eq!(
            (seats.0.len(), seats.0[0].game.as_str(), seats.secret("g30")),
            (MOST, "g30", Some("other"))
        );
    }
}
