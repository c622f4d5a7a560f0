//! Working without a network: the service worker, its registration and its successors.
//!
//! The worker answers page loads from the network first, so a loaded page is always the newest one
//! that could be had. When a newer worker waits for its turn, the page tells it its own version;
//! only if they are the same does the worker take over, so a page never loses the files it was
//! made with. `<html data-offline="ready">` says that everything is kept.

use js_sys::Reflect;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};

use super::{document, location, root_attribute, window};

/// Registers the service worker; a browser that has none (or a page without https) simply stays online.
pub fn register() {
    spawn_local(async { _ = registered().await });
}

/// Registers it; how that is done comes after the page.
#[wasm_split(soon, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
fn registered() -> Result<(), SplitLoaderError> {
    let Some(container) = container() else { return Ok(()) };
    spawn_local(async move {
        let url = location::absolute("sw.js");
        let registered = JsFuture::from(container.register(&url)).await;
        let Ok(registration) = registered.map(JsCast::unchecked_into::<ServiceWorkerRegistration>) else {
            return;
        };
        invite(&registration);
        let found = registration.clone();
        let on_found = Closure::<dyn Fn()>::new(move || {
            let Some(installing) = found.installing() else { return };
            let registration = found.clone();
            let on_change = Closure::<dyn Fn()>::new(move || invite(&registration));
            installing.set_onstatechange(Some(on_change.as_ref().unchecked_ref()));
            on_change.forget();
        });
        registration.set_onupdatefound(Some(on_found.as_ref().unchecked_ref()));
        on_found.forget();
        if let Ok(ready) = container.ready()
            && JsFuture::from(ready).await.is_ok()
            && let Some(root) = document().document_element()
        {
            // An attribute for tests and styles; a document always takes it.
            let _ = root.set_attribute("data-offline", "ready");
        }
    });
    Ok(())
}

/// Tells a waiting worker our version; it takes over if that is its own.
fn invite(registration: &ServiceWorkerRegistration) {
    let installed = |worker: &ServiceWorker| worker.state() == ServiceWorkerState::Installed;
    if let Some(waiting) = registration.waiting().filter(installed) {
        let version = root_attribute("data-version").unwrap_or_default();
        // A worker that has gone meanwhile needs no invitation.
        let _ = waiting.post_message(&JsValue::from_str(&version));
    }
}

/// Outside a secure context `navigator.serviceWorker` does not exist.
fn container() -> Option<ServiceWorkerContainer> {
    let navigator = window().navigator();
    let exists = Reflect::has(&navigator, &JsValue::from_str("serviceWorker")).unwrap_or(false);
    exists.then(|| navigator.service_worker())
}
