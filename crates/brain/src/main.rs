//! The worker's entry point: ties [`damka_brain::Brain`] to the message port.
//!
//! Started by `brain-boot.js`, which waits for the compiled module from the page and leaves the list of
//! weight files in the bundle in `self.weights`.

use std::{cell::RefCell, rc::Rc, time::Duration};

use damka_brain::Brain;
use damka_rules::Variant;
use damka_wire::brain::{Tell, encode};
use js_sys::{Array, JsString, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

fn main() {
    console_error_panic_hook::set_once();
    let brain = Rc::new(RefCell::new(Brain::new(now)));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = event.data().as_string().unwrap_or_default();
        let wanted = brain.borrow().wants_weights(&message);
        let Some(variant) = wanted else { return answer(&brain, &message) };
        let brain = brain.clone();
        spawn_local(async move {
            let weights = fetch_weights(variant).await;
            // Without its trained weights the engine plays with those made by hand.
            if let Err(reason) = brain.borrow_mut().give_weights(variant, weights.as_deref()) {
                tell(&Tell::Failed { id: None, reason });
            }
            answer(&brain, &message);
        });
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    tell(&Tell::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn answer(brain: &RefCell<Brain>, message: &str) {
    brain.borrow_mut().answer(message, &mut |told| tell(&told));
}

fn tell(told: &Tell) {
    // A message that cannot be delivered means the page is gone, and nobody is left to tell.
    let _ = scope().post_message(&JsValue::from_str(&encode(told)));
}

fn now() -> Duration {
    let millis = scope().performance().map_or(0.0, |performance| performance.now());
    Duration::from_secs_f64(millis.max(0.0) / 1000.0)
}

/// The first file there is for the variant or a cousin; `None` if there is none or it cannot be had.
async fn fetch_weights(variant: Variant) -> Option<Vec<u8>> {
    let listed: Array =
        Reflect::get(&js_sys::global(), &JsValue::from_str("weights")).ok()?.dyn_into().ok()?;
    let mut stems = damka_engine::eval::lineage(variant).map(|cousin| cousin.to_string());
    let stem = stems.find(|stem| listed.includes(&JsString::from(stem.as_str()), 0))?;
    // The worker's own address is beside the weights.
    let fetched = JsFuture::from(scope().fetch_with_str(&format!("weights/{stem}.bin"))).await.ok()?;
    let response: Response = fetched.unchecked_into();
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
