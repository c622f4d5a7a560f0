//! A piece that goes over several squares: handed to the browser as one animation of transforms, which runs beside
//! whatever the page has to do meanwhile.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::Element;

use super::actors::Flight;
use super::layout::Layout;

#[wasm_bindgen]
extern "C" {
    /// An element as the browser can animate it.
    type Moving;
    #[wasm_bindgen(method)]
    fn animate(this: &Moving, keyframes: &Object, millis: f64) -> Animation;

    type Animation;
    #[wasm_bindgen(method)]
    fn cancel(this: &Animation);
}

/// A piece on its way: along the board, and up and down at every hop.
pub struct Flying([Option<Animation>; 2]);

impl Flying {
    /// Leaves it where it stands.
    pub fn stop(&self) {
        self.0.iter().flatten().for_each(Animation::cancel);
    }
}

/// Sends a piece on its way; its place and its body are one inside the other.
pub fn fly(piece: &Element, flight: &Flight, layout: Layout) -> Flying {
    let millis = (flight.hop * (flight.stops.len() - 1) as u64) as f64;
    let places = flight.stops.iter().map(|&stop| {
        let (x, y) = layout.place(stop);
        format!("translate({x}00%,{y}00%)")
    });
    let along = keyframes(places, "cubic-bezier(.3,.1,.3,1)");
    let high = (0..flight.stops.len() * 2 - 1).map(|i| match i % 2 {
        0 => "none".to_owned(),
        _ => "translateY(-12%) scale(1.12)".to_owned(),
    });
    let up = keyframes(high, "ease-in-out");
    let animate =
        |element: &Element, frames: &Object| element.unchecked_ref::<Moving>().animate(frames, millis);
    Flying([Some(animate(piece, &along)), piece.first_element_child().map(|body| animate(&body, &up))])
}

/// Values of `transform` at equal distances of time.
fn keyframes(transforms: impl Iterator<Item = String>, easing: &str) -> Object {
    let frames = Object::new();
    let values: Array = transforms.map(JsValue::from).collect();
    // A fresh object takes whatever is set.
    let _ = Reflect::set(&frames, &"transform".into(), &values);
    let _ = Reflect::set(&frames, &"easing".into(), &easing.into());
    frames
}
