//! The worker's entry point: ties [`damka_brain::answer`] to the message port.
//!
//! Started by `brain-boot.js`, which waits for the compiled module from the page.

use damka_wire::brain::{Tell, encode};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let port = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        damka_brain::answer(&message, &mut |told| tell(&port, &told));
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    tell(&scope, &Tell::Ready);
}

fn tell(port: &DedicatedWorkerGlobalScope, told: &Tell) {
    // A message that cannot be delivered means the page is gone, and nobody is left to tell.
    let _ = port.post_message(&JsValue::from_str(&encode(told)));
}
