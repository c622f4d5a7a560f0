//! Fingers and mice on the board: taps, and drags that pick their route.

use damka_rules::Square;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

use super::display::Display;
use super::layout::{Layout, Meant};
use super::view::BoardEvent;

/// A pointer that is down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drag {
    /// Where it went down, in squares from the top left.
    pub from: (f64, f64),
    /// Where it is.
    pub at: (f64, f64),
    /// Has it gone far enough to be a drag?
    pub moving: bool,
    /// Was the piece lifted already when it went down?
    pub again: bool,
    /// The last square it passed.
    pub over: Option<Square>,
}

/// A drag is a drag from this distance on, in squares.
const THRESHOLD: f64 = 0.3;

/// The pointer's place in squares from the top left of the board.
fn place(event: &PointerEvent, layout: Layout) -> Option<(f64, f64)> {
    let board: Element = event.current_target()?.dyn_into().ok()?;
    let rect = board.get_bounding_client_rect();
    let x = (f64::from(event.client_x()) - rect.left()) / rect.width() * layout.grid.width as f64;
    let y = (f64::from(event.client_y()) - rect.top()) / rect.height() * layout.grid.height as f64;
    Some((x, y))
}

/// The pointer went down.
pub fn down(
    event: &PointerEvent,
    display: &Display,
    layout: Layout,
    drag: RwSignal<Option<Drag>>,
) -> Option<BoardEvent> {
    if event.button() != 0 || !event.is_primary() {
        return None;
    }
    let at = place(event, layout)?;
    let mut pressed = Drag { from: at, at, moving: false, again: false, over: None };
    let answer = match layout.meant(at.0, at.1, &display.answers()) {
        Meant::Square(square) => {
            pressed.over = Some(square);
            pressed.again = display.lifted == Some(square);
            // Pressing a lifted piece may begin a drag; whether it is put down shows when the finger leaves.
            (!pressed.again).then_some(BoardEvent::Tap(square))
        }
        Meant::Either(a, b) => Some(BoardEvent::Unsure(a, b)),
        Meant::Unused => Some(BoardEvent::Unused),
    };
    if let Some(board) = event.current_target().and_then(|t| t.dyn_into::<Element>().ok()) {
        // A pointer that has gone meanwhile cannot be captured, and needs not be.
        let _ = board.set_pointer_capture(event.pointer_id());
    }
    drag.set(Some(pressed));
    answer
}

/// The pointer moved.
pub fn moved(
    event: &PointerEvent,
    display: &Display,
    layout: Layout,
    drag: RwSignal<Option<Drag>>,
) -> Option<BoardEvent> {
    let mut now = drag.get_untracked()?;
    display.lifted?;
    now.at = place(event, layout)?;
    let far = (now.at.0 - now.from.0).hypot(now.at.1 - now.from.1) > THRESHOLD;
    now.moving |= far;
    let mut answer = None;
    if now.moving {
        let under = layout.square(now.at.0.max(0.0) as usize, now.at.1.max(0.0) as usize);
        let central = |square: Square| {
            let (x, y) = layout.place(square);
            (x as f64 + 0.5 - now.at.0).hypot(y as f64 + 0.5 - now.at.1) < 0.4
        };
        if let Some(square) = under.filter(|&square| central(square))
            && now.over != Some(square)
        {
            now.over = Some(square);
            answer = Some(BoardEvent::Over(square));
        }
    }
    drag.set(Some(now));
    answer
}

/// The pointer left.
pub fn up(
    event: &PointerEvent,
    display: &Display,
    layout: Layout,
    drag: RwSignal<Option<Drag>>,
) -> Option<BoardEvent> {
    let now = drag.get_untracked()?;
    drag.set(None);
    let lifted = display.lifted?;
    if !now.moving {
        return now.again.then_some(BoardEvent::Tap(lifted));
    }
    let (x, y) = place(event, layout)?;
    match layout.meant(x, y, &display.answers()) {
        Meant::Square(square) if square != lifted => Some(BoardEvent::Drop(square)),
        _ => Some(BoardEvent::Settle),
    }
}
