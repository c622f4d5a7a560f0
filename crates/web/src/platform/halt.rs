//! Ending a search from outside: the other end of the worker's `halt.rs`.
//!
//! Every question is sent with a pass. Where the browser isolates the page (our own server asks for it) the pass is
//! the value of a number both sides see, and counting it up ends whatever came with the old one. Elsewhere the
//! pass is an address of ours, and revoking it does the same.

use std::cell::RefCell;

use js_sys::{Atomics, Int32Array, Reflect, SharedArrayBuffer};
use wasm_bindgen::JsValue;
use web_sys::{Blob, Url};

/// What searches are ended by.
pub(super) enum Halt {
    Number(Int32Array),
    Address(RefCell<Option<String>>),
}

impl Halt {
    pub(super) fn new() -> Self {
        let isolated = Reflect::get(&js_sys::global(), &JsValue::from_str("crossOriginIsolated"));
        match isolated.is_ok_and(|isolated| isolated.is_truthy()) {
            true => Halt::Number(Int32Array::new(&SharedArrayBuffer::new(4))),
            false => Halt::Address(RefCell::default()),
        }
    }

    /// What the worker is given at the start.
    pub(super) fn shared(&self) -> JsValue {
        match self {
            Halt::Number(number) => number.into(),
            Halt::Address(_) => JsValue::UNDEFINED,
        }
    }

    /// What the next question is sent with.
    pub(super) fn pass(&self) -> JsValue {
        match self {
            Halt::Number(number) => Atomics::load(number, 0).map_or(JsValue::UNDEFINED, JsValue::from),
            Halt::Address(address) => {
                let mut address = address.borrow_mut();
                if address.is_none() {
                    *address = Blob::new().and_then(|b| Url::create_object_url_with_blob(&b)).ok();
                }
                JsValue::from(address.clone())
            }
        }
    }

    /// Ends every question asked so far.
    pub(super) fn halt(&self) {
        match self {
            Halt::Number(number) => _ = Atomics::add(number, 0, 1),
            Halt::Address(address) => {
                _ = address.borrow_mut().take().map(|address| Url::revoke_object_url(&address));
            }
        }
    }
}
