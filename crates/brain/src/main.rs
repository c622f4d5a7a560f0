//! The worker's entry point: ties [`damka_brain::Brain`] to the message port.
//!
//! Started by `brain-boot.js`, which waits for the compiled module from the page and leaves the list of
//! the engine's files in the bundle in `self.equipment`, and the number shared with the page, if there is one,
//! in `self.halt`. A question is a pair: its text, and the pass that says whether it is still wanted.

mod halt;

use std::{cell::RefCell, rc::Rc, time::Duration};

use damka_brain::{Brain, Equipment};
use damka_rules::Variant;
use damka_wire::brain::{Greeting, Tell};
use damka_wire::{PROTOCOL, encode};
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

fn main() {
    console_error_panic_hook::set_once();
    let brain = Rc::new(RefCell::new(Brain::new(now, halt::is_halted)));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let pair: Array = event.data().unchecked_into();
        let (message, pass) = (pair.get(0).as_string().unwrap_or_default(), pair.get(1));
        let wanted = brain.borrow().wants_equipment(&message);
        let Some(variant) = wanted else { return answer(&brain, &message, &pass) };
        let brain = brain.clone();
        spawn_local(async move {
            let equipment = Equipment {
                weights: fetch("weights", &variant.lineage().collect::<Vec<_>>()).await,
                book: fetch("books", &[variant]).await,
            };
            if let Err(reason) = brain.borrow_mut().equip(variant, &equipment) {
                tell(&Tell::Failed { id: None, reason });
            }
            answer(&brain, &message, &pass);
        });
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let worker = (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    tell(&Tell::Ready(Greeting { protocol: PROTOCOL, worker, stoppable: halt::begin() }));
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn answer(brain: &RefCell<Brain>, message: &str, pass: &JsValue) {
    halt::obey(pass);
    brain.borrow_mut().answer(message, &mut |told| tell(&told));
}

fn tell(told: &Tell) {
    // A message that cannot be delivered means the page is gone, and nobody is left to tell.
    let _ = scope().post_message(&JsValue::from_str(&encode(told)));
}

fn now() -> Duration {
    Duration::from_secs_f64(millis() / 1000.0)
}

fn millis() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now()).max(0.0)
}

/// The file of the first of these variants that has one; `None` if there is none or it cannot be had.
async fn fetch(kind: &str, variants: &[Variant]) -> Option<Vec<u8>> {
    let equipment = Reflect::get(&js_sys::global(), &JsValue::from_str("equipment")).ok()?;
    let listed: Array = Reflect::get(&equipment, &JsValue::from_str(kind)).ok()?.dyn_into().ok()?;
    let stem =
        variants.iter().map(Variant::to_string).find(|stem| listed.includes(&JsValue::from_str(stem), 0))?;
    // The worker's own address is beside that directory.
    let fetched = JsFuture::from(scope().fetch_with_str(&format!("engine/{kind}/{stem}.bin"))).await.ok()?;
    let response: Response = fetched.unchecked_into();
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
