//! The words of a language, fetched when it is first spoken.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use super::{location, window};
use crate::i18n::Lang;

/// Loads the catalogue of a language; false if it cannot be had.
pub async fn load(lang: Lang) -> bool {
    lang.is_known() || fetch(lang).await.is_ok_and(|text| lang.learn(text))
}

async fn fetch(lang: Lang) -> Result<String, JsValue> {
    let address = location::asset(&format!("words/{}.txt", lang.tag()));
    let response: Response = JsFuture::from(window().fetch_with_str(&address)).await?.unchecked_into();
    let text = JsFuture::from(response.text()?).await?;
    match text.as_string() {
        Some(text) if response.ok() => Ok(text),
        _ => Err(text),
    }
}
