//! Addresses: where the site is mounted, which page is asked for, and moving about without a reload.

use std::rc::Rc;

use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::Url;

use super::{document, root_attribute, window};

/// The address of the site's root, ending in a slash: `/` from our server, perhaps `/damka/` elsewhere.
pub fn base() -> String {
    let uri = document().base_uri().ok().flatten().unwrap_or_default();
    Url::new(&uri).map_or_else(|_| "/".into(), |url| url.pathname())
}

/// The path of the current page below [`base`], without slashes at its ends: `""`, `"russian"`.
pub fn path() -> String {
    let full = window().location().pathname().unwrap_or_default();
    let full = js_sys::decode_uri_component(&full).map_or(full, String::from);
    below(&base(), &full).to_owned()
}

/// The query of the address without its question mark.
pub fn query() -> String {
    window().location().search().unwrap_or_default().trim_start_matches('?').to_owned()
}

/// The fragment of the address without its hash sign.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default().trim_start_matches('#').to_owned()
}

/// The complete address of the current page with another path (relative to [`base`]) and query, for sharing.
pub fn absolute(relative: &str) -> String {
    let uri = document().base_uri().ok().flatten().unwrap_or_default();
    Url::new_with_base(relative, &uri).map_or_else(|_| relative.to_owned(), |url| url.href())
}

/// Goes to a page (relative to [`base`]) without loading it anew, leaving the old one in the history.
pub fn push(relative: &str) {
    let history = window().history();
    // Refused only for foreign origins, which `absolute` never makes.
    let _ = history.map(|h| h.push_state_with_url(&JsValue::NULL, "", Some(&absolute(relative))));
}

/// Goes to a page as a link does: the whole page follows.
pub fn go(relative: &str) {
    push(relative);
    // An event can always be made and sent; if a browser disagrees, the address is right at the next load.
    let _ = web_sys::Event::new("popstate").map(|event| window().dispatch_event(&event));
}

/// As [`push`], but the old page is forgotten.
pub fn replace(relative: &str) {
    let history = window().history();
    let _ = history.map(|h| h.replace_state_with_url(&JsValue::NULL, "", Some(&absolute(relative))));
}

/// Calls back whenever the person goes back or forth in the history, for as long as the page lives.
pub fn on_travel(callback: impl Fn() + 'static) {
    let callback = Rc::new(callback);
    let closure = Closure::<dyn Fn()>::new(move || callback());
    let _ = window().add_event_listener_with_callback("popstate", closure.as_ref().unchecked_ref());
    closure.forget();
}

/// The complete address of a file of this bundle.
pub fn asset(name: &str) -> String {
    let dir = root_attribute("data-assets").unwrap_or_default();
    absolute(&format!("{dir}{name}"))
}

fn below<'a>(base: &str, full: &'a str) -> &'a str {
    full.strip_prefix(base).unwrap_or(full).trim_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_mount_point() {
        for (path, expected) in
            [("", ""), ("russian", "russian"), ("russian/", "russian"), ("russian/lesson/", "russian/lesson")]
        {
            for base in ["/", "/damka/"] {
                assert_eq!(below(base, &format!("{base}{path}")), expected, "{base} {path}");
            }
        }
    }
}
