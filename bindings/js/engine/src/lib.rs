//! The engine for JavaScript: the page's own `Brain` behind three calls. `worker.js` ties it to a worker of a browser or
//! of Node, to its files and to the one who ends a search.

use std::time::Duration;

use damka_brain::{Brain, Equipment};
use damka_rules::Variant;
use damka_wire::encode;
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Is the question being searched no longer wanted? Set by `worker.js`.
    #[wasm_bindgen(js_namespace = globalThis, js_name = damkaHalted)]
    fn is_halted() -> bool;

    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn millis() -> f64;
}

fn now() -> Duration {
    Duration::from_secs_f64(millis().max(0.0) / 1000.0)
}

/// An engine that is asked in messages.
#[wasm_bindgen]
pub struct Engine {
    brain: Brain,
}

#[wasm_bindgen]
impl Engine {
    /// One that has not thought yet.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "made by JavaScript only")]
    #[must_use]
    pub fn new() -> Engine {
        Engine { brain: Brain::new(now, is_halted) }
    }

    /// The variant whose files should be given before this message is answered, and its relatives, parted by blanks.
    #[must_use]
    pub fn wants(&self, message: &str) -> Option<String> {
        let variant = self.brain.wants_equipment(message)?;
        Some(variant.lineage().map(|variant| variant.to_string()).collect::<Vec<_>>().join(" "))
    }

    /// Gives the files of a variant.
    pub fn equip(
        &mut self,
        variant: &str,
        weights: Option<Vec<u8>>,
        book: Option<Vec<u8>>,
    ) -> Result<(), String> {
        let variant: Variant = variant.parse().map_err(|error| format!("{error}"))?;
        self.brain.equip(variant, &Equipment { weights, book })
    }

    /// Answers a message; `tell` is called with every finding.
    pub fn answer(&mut self, message: &str, tell: &Function) {
        self.brain.answer(message, &mut |told| {
            // What the listener throws is its own business: the search goes on.
            let _ = tell.call1(&JsValue::UNDEFINED, &encode(&told).into());
        });
    }
}
