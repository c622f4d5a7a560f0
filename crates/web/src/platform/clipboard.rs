//! Copying and pasting text.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Clipboard;

use super::window;

/// Puts text into the clipboard; false if the browser refused or has none (pages without https).
pub async fn copy(text: &str) -> bool {
    let Some(clipboard) = clipboard() else { return false };
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

/// The text in the clipboard; `None` if the person or the browser refused.
pub async fn paste() -> Option<String> {
    JsFuture::from(clipboard()?.read_text()).await.ok()?.as_string()
}

/// Outside a secure context `navigator.clipboard` is undefined, whatever its type says.
fn clipboard() -> Option<Clipboard> {
    let clipboard = window().navigator().clipboard();
    let value: &JsValue = clipboard.as_ref();
    (!value.is_undefined()).then_some(clipboard)
}
