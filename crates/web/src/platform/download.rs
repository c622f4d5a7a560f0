//! Handing a file to the person.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::document;

/// Offers `text` as a file of this name and media type (`text/plain`, `image/svg+xml`).
pub fn text(name: &str, media_type: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = Array::of1(&JsValue::from_str(text));
    blob(name, &Blob::new_with_str_sequence_and_options(&parts, &options)?)
}

/// Offers a blob as a file of this name.
pub fn blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // Some browsers read the address only after the click has returned.
    let forget = move || _ = Url::revoke_object_url(&url);
    leptos::prelude::set_timeout(forget, std::time::Duration::from_secs(60));
    Ok(())
}
