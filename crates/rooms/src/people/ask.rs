//! Plain requests to the server.

use damka_wire::people::Trouble;
use js_sys::{Object, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

use damka_web::platform::{location, window};

/// Why a request was not granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// No server answers.
    Away,
    /// It said no, for this reason.
    No(u16, String),
}

/// Something that was asked for.
pub(crate) type Asked<T> = Result<T, Refused>;

/// Reads something.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Asked<T> {
    ask("GET", path, None).await
}

/// Sends something.
pub(crate) async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Asked<T> {
    ask("POST", path, Some(damka_wire::encode(body))).await
}

/// Takes something away.
pub(crate) async fn delete(path: &str) -> Asked<serde_json::Value> {
    ask("DELETE", path, None).await
}

async fn ask<T: DeserializeOwned>(method: &str, path: &str, body: Option<String>) -> Asked<T> {
    let (status, text) = answer(method, path, body).await.map_err(|_| Refused::Away)?;
    if (200..300).contains(&status) {
        // A page of another server that knows nothing of us answers with something else.
        return damka_wire::decode(&text).map_err(|_| Refused::Away);
    }
    match damka_wire::decode::<Trouble>(&text) {
        Ok(trouble) => Err(Refused::No(status, trouble.error)),
        Err(_) => Err(Refused::Away),
    }
}

async fn answer(method: &str, path: &str, body: Option<String>) -> Result<(u16, String), JsValue> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        let headers = Object::new();
        Reflect::set(&headers, &"content-type".into(), &"application/json".into())?;
        init.set_headers(&headers);
        init.set_body(&body.into());
    }
    let address = location::absolute(path);
    let response: Response =
        JsFuture::from(window().fetch_with_str_and_init(&address, &init)).await?.unchecked_into();
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.status(), text.as_string().unwrap_or_default()))
}
