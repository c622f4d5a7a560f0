//! Files of the bundle: texts, bytes, style sheets, fetched when they are needed.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlLinkElement, Response};

use super::{document, location, window};

/// A text of the bundle, by its path.
pub async fn text(path: &str) -> Result<String, JsValue> {
    let text = JsFuture::from(fetch(path).await?.text()?).await?;
    text.as_string().ok_or(text)
}

/// A file of the bundle, by its path.
pub async fn bytes(path: &str) -> Result<Vec<u8>, JsValue> {
    let buffer = JsFuture::from(fetch(path).await?.array_buffer()?).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

async fn fetch(path: &str) -> Result<Response, JsValue> {
    let address = location::asset(path);
    let response: Response = JsFuture::from(window().fetch_with_str(&address)).await?.unchecked_into();
    if response.ok() { Ok(response) } else { Err(JsValue::from_str(path)) }
}

/// Lets a style sheet of the bundle be in force from now on; false if it cannot be had.
pub async fn style(path: &str) -> bool {
    let address = location::asset(path);
    let selector = format!("link[rel=stylesheet][href='{address}']");
    if document().query_selector(&selector).ok().flatten().is_some() {
        return true;
    }
    let link =
        document().create_element("link").ok().and_then(|link| link.dyn_into::<HtmlLinkElement>().ok());
    let (Some(link), Some(head)) = (link, document().query_selector("head").ok().flatten()) else {
        return false;
    };
    link.set_rel("stylesheet");
    link.set_href(&address);
    let loaded = Promise::new(&mut |done, failed| {
        link.set_onload(Some(&done));
        link.set_onerror(Some(&failed));
    });
    let there = head.append_child(&link).is_ok() && JsFuture::from(loaded).await.is_ok();
    if !there {
        // So that it is tried again.
        link.remove();
    }
    there
}
