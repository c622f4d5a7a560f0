//! The worker's entry point: ties [`damka_brain::Brain`] to the message port.
//!
//! Started by `brain-boot.js`, which waits for the compiled module from the page and leaves the list of
//! the engine's files in the bundle in `self.equipment`, and the number shared with the page, if there is one,
//! in `self.halt`. A question is a pair: its text, and the pass that says whether it is still wanted.
//! A helper (see `helpers.rs`) is the same program, started by another worker instead of the page: that leaves its seat in
//! `self.pool` and `self.number`.

mod halt;
mod helpers;
mod pool;

use std::{cell::RefCell, collections::VecDeque, rc::Rc, time::Duration};

use damka_brain::{Brain, Equipment};
use damka_rules::Variant;
use damka_wire::brain::{Greeting, Tell};
use damka_wire::{PROTOCOL, encode};
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

use crate::helpers::Helpers;

fn main() {
    console_error_panic_hook::set_once();
    let desk = Rc::new(RefCell::new(Some(Desk::new())));
    let waiting = Rc::new(RefCell::new(VecDeque::new()));
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let pair: Array = event.data().unchecked_into();
        waiting.borrow_mut().push_back((pair.get(0).as_string().unwrap_or_default(), pair.get(1)));
        let (desk, waiting) = (desk.clone(), waiting.clone());
        spawn_local(async move {
            // One question after the other, also where files or helpers have to be waited for.
            let Some(mut present) = desk.borrow_mut().take() else { return };
            loop {
                let Some((message, pass)) = waiting.borrow_mut().pop_front() else { break };
                present.prepare(&message).await;
                present.answer(&message, &pass);
            }
            *desk.borrow_mut() = Some(present);
        });
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    let worker = (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    tell(&Tell::Ready(Greeting { protocol: PROTOCOL, worker, stoppable: halt::begin() }));
}

/// Who answers questions: the brain, and whoever helps it.
struct Desk {
    brain: Brain,
    /// Helps another worker, whom only the search interests.
    is_helper: bool,
    helpers: Option<Helpers>,
    /// Were helpers looked for? Then not again.
    looked: bool,
}

impl Desk {
    fn new() -> Desk {
        let seat = helpers::seat();
        let is_helper = seat.is_some();
        let brain = match seat {
            Some(seat) => Brain::helper(now, halt::is_halted, seat),
            None => Brain::new(now, halt::is_halted),
        };
        Desk { brain, is_helper, helpers: None, looked: is_helper }
    }

    /// Gets what a question needs.
    async fn prepare(&mut self, message: &str) {
        if !self.looked && Brain::for_helpers(message).is_some() {
            self.looked = true;
            if let Some((helpers, meeting)) = Helpers::start().await {
                self.helpers = Some(helpers);
                self.brain.lead(meeting);
            }
        }
        let Some(variant) = self.brain.wants_equipment(message) else { return };
        let equipment = Equipment {
            weights: fetch("weights", &variant.lineage().collect::<Vec<_>>()).await,
            book: fetch("books", &[variant]).await,
        };
        if let Err(reason) = self.brain.equip(variant, &equipment) {
            tell(&Tell::Failed { id: None, reason });
        }
    }

    fn answer(&mut self, message: &str, pass: &JsValue) {
        halt::obey(pass);
        let silent = self.is_helper;
        if let Some(helpers) = &self.helpers {
            helpers.ask(message);
        }
        self.brain.answer(message, &mut |told| {
            if !silent {
                tell(&told);
            }
        });
        if let Some(helpers) = &self.helpers {
            helpers.stop();
        }
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// What lies in the worker's own scope under this name.
fn given(name: &str) -> Option<JsValue> {
    Reflect::get(&js_sys::global(), &JsValue::from_str(name)).ok()
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
    let equipment = given("equipment")?;
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
