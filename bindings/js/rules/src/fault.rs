//! What is wrong, as a plain object: `index.js` makes an error of its kind.

use damka_record::ReplayError;
use damka_rules::{FenError, GameError, MoveError, Refusal, UnknownName, Variant};
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

/// An object with a kind, a message, and whatever else is known.
pub(crate) struct Fault(Object);

impl Fault {
    pub(crate) fn new(kind: &str, message: &str) -> Fault {
        Fault(Object::new()).with("kind", kind).with("message", message)
    }

    /// Adds a field.
    pub(crate) fn with(self, name: &str, value: impl Into<JsValue>) -> Fault {
        // Setting a field of a fresh plain object does not fail.
        let _ = Reflect::set(&self.0, &name.into(), &value.into());
        self
    }

    /// A name that is no square.
    pub(crate) fn square(name: &str, squares: usize) -> Fault {
        Fault::new("name", &format!("'{name}' is no square of this board, which has 1 to {squares}"))
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> JsValue {
        fault.0.into()
    }
}

impl From<&UnknownName> for Fault {
    fn from(error: &UnknownName) -> Fault {
        Fault::new("name", &error.to_string())
    }
}

impl From<&FenError> for Fault {
    fn from(error: &FenError) -> Fault {
        let fault = Fault::new("fen", &error.to_string());
        match error {
            FenError::Syntax { column, .. } => fault.with("column", *column as u32),
            FenError::Position(_) => fault,
        }
    }
}

impl From<&ReplayError> for Fault {
    fn from(error: &ReplayError) -> Fault {
        let fault = Fault::new("pdn", &error.to_string());
        match error {
            ReplayError::Start(_) => fault,
            ReplayError::Move { ply, .. } => fault.with("ply", *ply as u32),
        }
    }
}

fn list(texts: impl Iterator<Item = String>) -> Array {
    texts.map(JsValue::from).collect()
}

/// A move that was not played.
pub(crate) fn illegal(variant: Variant, text: &str, error: &GameError) -> Fault {
    let fault = Fault::new("illegal", &error.to_string()).with("text", text);
    match error {
        GameError::Over => reason(fault, &Refusal::GameOver, variant),
        GameError::Move(MoveError::Illegal { refusal, .. }) => reason(fault, refusal, variant),
        GameError::Move(MoveError::Ambiguous { choices, .. }) => {
            fault.with("choices", list(choices.iter().cloned()))
        }
        _ => fault,
    }
}

/// Adds why, as data and as a sentence.
fn reason(fault: Fault, refusal: &Refusal, variant: Variant) -> Fault {
    let script = variant.script();
    let why = Fault(Object::new())
        .with("name", refusal.name())
        .with("text", refusal.display(script).to_string())
        .with("squares", list(refusal.squares().iter().map(|square| script.square(*square))))
        .with("moves", list(refusal.routes().iter().map(|route| route.text(script))));
    fault.with("reason", why)
}
