//! Is the question being searched still wanted? A worker that searches hears no messages, so it has to look.
//!
//! Where the browser isolates the page, both share a number: a question is wanted while that is the one it came
//! with. Elsewhere a question comes with an address the page made, and is wanted while something can be fetched
//! there: the page revokes the address. That look takes a fraction of a millisecond and is taken now and then.

use std::cell::RefCell;

use js_sys::{Atomics, Int32Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, Url, XmlHttpRequest};

use crate::{given, millis};

/// Milliseconds between two looks at an address.
const PAUSE: f64 = 10.0;

enum Halt {
    /// Nobody can end it.
    Never,
    /// The shared number, and what it was when the question was asked.
    Number(Int32Array, i32),
    /// The address, and when to look again.
    Address(String, f64),
}

thread_local! {
    static HALT: RefCell<Halt> = const { RefCell::new(Halt::Never) };
}

/// Whether searches can be ended here at all: by a number, or because addresses can be looked at.
pub(crate) fn begin() -> bool {
    number().is_some() || is_there_any().unwrap_or(false)
}

/// From now on this pass decides.
pub(crate) fn obey(pass: &JsValue) {
    let halt = match (pass.as_f64(), pass.as_string(), number()) {
        (Some(asked), _, Some(number)) => Halt::Number(number, asked as i32),
        (_, Some(address), _) => Halt::Address(address, millis()),
        _ => Halt::Never,
    };
    HALT.set(halt);
}

/// Is the question no longer wanted?
pub(crate) fn is_halted() -> bool {
    HALT.with_borrow_mut(|halt| match halt {
        Halt::Never => false,
        Halt::Number(number, asked) => Atomics::load(number, 0).is_ok_and(|now| now != *asked),
        Halt::Address(address, next) => {
            if millis() < *next {
                return false;
            }
            let gone = !is_there(address);
            *next = millis() + PAUSE;
            gone
        }
    })
}

/// The number shared with the page.
fn number() -> Option<Int32Array> {
    given("halt")?.dyn_into().ok()
}

/// Can something be fetched there, without waiting for messages?
fn is_there(address: &str) -> bool {
    let fetched = XmlHttpRequest::new().and_then(|request| {
        request.open_with_async("GET", address, false)?;
        request.send()?;
        request.status()
    });
    fetched.is_ok_and(|status| status == 200)
}

/// Tries with an address of our own.
fn is_there_any() -> Result<bool, JsValue> {
    let address = Url::create_object_url_with_blob(&Blob::new()?)?;
    let there = is_there(&address);
    Url::revoke_object_url(&address)?;
    Ok(there)
}
