//! What was agreed before a game, and who sits where.

use std::fmt;

use damka_rules::{BySide, Side, Variant};
use damka_sitting::seats::Level;
use damka_sitting::{Agreement, Control, Seat, Seats};
use damka_wire::room::Player;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What was agreed before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Terms {
    /// The game, with its house rule.
    #[serde(with = "by_name")]
    pub variant: Variant,
    /// Where it begins, as FEN; `None` is the variant's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How time is counted.
    #[serde(default)]
    pub control: Control,
    /// Does it count for ratings? Then nothing is taken back.
    #[serde(default)]
    pub rated: bool,
    /// May the players write to each other?
    #[serde(default)]
    pub chat: bool,
    /// What everything left to chance begins with.
    #[serde(default)]
    pub seed: u64,
    /// The account the open seat is kept for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<Invited>,
    /// White's seat.
    pub white: Option<Holder>,
    /// Black's seat.
    pub black: Option<Holder>,
}

/// Whom a game is offered to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invited {
    /// The account.
    pub account: i64,
    /// Its name.
    pub name: String,
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Holder {
    /// The name shown.
    pub name: String,
    /// The account, if it is not a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<i64>,
    /// Is it the account of a program?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The rating when the game began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// What proves the seat; a computer needs nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// How strong the computer on this seat plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// A seat's secret as it is kept: only its digest, so that a stolen database opens no seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The digest of a secret.
    pub fn of(secret: &str) -> Secret {
        Secret(Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Is this the secret? Digests are compared, so the time it takes tells nothing of use.
    pub fn is(&self, secret: &str) -> bool {
        *self == Secret::of(secret)
    }

    /// The digest as text, as a database keeps it.
    pub fn digest(&self) -> &str {
        &self.0
    }
}

impl Holder {
    /// Somebody without an account.
    pub fn guest(name: &str, secret: &str) -> Holder {
        Holder {
            name: name.to_owned(),
            account: None,
            bot: false,
            rating: None,
            secret: Some(Secret::of(secret)),
            level: None,
        }
    }

    /// The computer.
    pub fn computer(level: Level) -> Holder {
        let (name, level) = (String::new(), Some(level.0));
        Holder { name, account: None, bot: false, rating: None, secret: None, level }
    }

    /// As everybody may know it.
    pub fn player(&self) -> Player {
        let Holder { name, account, bot, rating, level, .. } = self;
        Player { name: name.clone(), account: account.is_some(), bot: *bot, level: *level, rating: *rating }
    }

    fn seat(&self) -> Seat {
        self.level.map_or(Seat::Remote, |level| Seat::Computer(Level(level.min(Level::FULL.0))))
    }
}

impl Terms {
    /// These players; no clock, no rating.
    pub fn new(variant: Variant, seats: BySide<Option<Holder>>) -> Terms {
        let BySide { white, black } = seats;
        Terms {
            variant,
            start: None,
            control: Control::None,
            rated: false,
            chat: true,
            seed: 0,
            invited: None,
            white,
            black,
        }
    }

    /// Who holds this seat.
    pub fn holder(&self, side: Side) -> Option<&Holder> {
        match side {
            Side::White => self.white.as_ref(),
            Side::Black => self.black.as_ref(),
        }
    }

    /// The seat nobody has taken yet.
    pub fn open_side(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.holder(side).is_none())
    }

    /// The seat this secret proves.
    pub fn side_of(&self, secret: &str) -> Option<Side> {
        let proven = |holder: &Holder| holder.secret.as_ref().is_some_and(|kept| kept.is(secret));
        Side::BOTH.into_iter().find(|&side| self.holder(side).is_some_and(proven))
    }

    /// The seat this account has, White's first if it has both.
    pub fn side_of_account(&self, account: i64) -> Option<Side> {
        let its = |holder: &Holder| holder.account == Some(account);
        Side::BOTH.into_iter().find(|&side| self.holder(side).is_some_and(its))
    }

    /// The same again with colours changed.
    pub fn rematch(&self, seed: u64) -> Terms {
        let (white, black) = (self.black.clone(), self.white.clone());
        Terms { white, black, seed, invited: None, ..self.clone() }
    }

    pub(crate) fn sit(&mut self, side: Side, holder: Holder) {
        match side {
            Side::White => self.white = Some(holder),
            Side::Black => self.black = Some(holder),
        }
    }

    pub(crate) fn agreement(&self) -> Agreement {
        let seat = |side| self.holder(side).map_or(Seat::Remote, Holder::seat);
        let seats = Seats(BySide { white: seat(Side::White), black: seat(Side::Black) });
        Agreement {
            control: self.control,
            takeback: !self.rated,
            rated: self.rated,
            // The challenge is a matter between one person and the page.
            challenge: false,
            ..Agreement::new(self.variant, seats)
        }
    }
}

/// Variants by their names.
mod by_name {
    use damka_rules::Variant;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(variant)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
