//! A request of an account about something the address names: a game, a challenge.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use damka_store::Account;
use serde::de::DeserializeOwned;

use crate::accounts::Visitor;
use crate::answer::Refusal;
use crate::club::Club;

/// Who asks about what; a guest is refused before anything is done.
pub(crate) struct Errand<About = String> {
    pub(crate) club: Club,
    /// What the address names.
    pub(crate) about: About,
    pub(crate) account: Account,
}

impl<About: DeserializeOwned + Send> FromRequestParts<Club> for Errand<About> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, club: &Club) -> Result<Errand<About>, Refusal> {
        let Path(about) = Path::from_request_parts(parts, club).await.map_err(Refusal::bad)?;
        let account = Visitor::of(club, &parts.headers).await?.known()?;
        Ok(Errand { club: club.clone(), about, account })
    }
}
