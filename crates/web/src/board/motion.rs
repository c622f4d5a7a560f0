//! A piece that goes over several squares: handed to the browser as one animation of transforms, which runs beside
//! whatever the page has to do meanwhile.

use std::cell::RefCell;

use damka_rules::Square;
use js_sys::JSON;
use wasm_bindgen::prelude::*;
use web_sys::Element;

use super::layout::Layout;

#[wasm_bindgen]
extern "C" {
    /// An element as the browser can animate it.
    type Moving;
    #[wasm_bindgen(method)]
    fn animate(this: &Moving, keyframes: &JsValue, millis: f64) -> Animation;

    type Animation;
    #[wasm_bindgen(method)]
    fn cancel(this: &Animation);
}

thread_local! {
    /// What is on its way: one piece moves at a time.
    static FLYING: RefCell<Vec<Animation>> = const { RefCell::new(Vec::new()) };
}

/// Sends a piece on its way: along the board, and up and down at every hop.
pub fn fly(host: &Element, actor: u32, stops: &[Square], hop: u64, layout: Layout) {
    land();
    let found = host.query_selector(&format!("[data-actor=\"{actor}\"]"));
    let Some(piece) = found.ok().flatten() else { return };
    let (mut along, mut up) = (String::new(), "\"none\"".to_owned());
    for (i, &stop) in stops.iter().enumerate() {
        let (x, y) = layout.place(stop);
        if i > 0 {
            along.push(',');
            up.push_str(",\"translateY(-12%) scale(1.12)\",\"none\"");
        }
        along.push_str(&format!("\"translate({x}00%,{y}00%)\""));
    }
    let millis = (hop * (stops.len() - 1) as u64) as f64;
    FLYING.with_borrow_mut(|flying| {
        let mut animate = |element: &Element, transforms: &str| {
            let frames = format!("{{\"transform\":[{transforms}],\"easing\":\"cubic-bezier(.3,.1,.3,1)\"}}");
            if let Ok(frames) = JSON::parse(&frames) {
                flying.push(element.unchecked_ref::<Moving>().animate(&frames, millis));
            }
        };
        animate(&piece, &along);
        if let Some(body) = piece.first_element_child() {
            animate(&body, &up);
        }
    });
}

/// Leaves it where it stands.
pub fn land() {
    FLYING.with_borrow_mut(|flying| flying.drain(..).for_each(|animation| animation.cancel()));
}
