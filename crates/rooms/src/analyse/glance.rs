//! A glance ahead: while a move of one of the engine's lines is pointed at or has the focus, a small board shows where
//! the line has got to by then.

use damka_rules::{AnyPosition, Playable, Square};
use damka_web::board::Layout;
use damka_web::model::dress::Dress;
use damka_web::model::palette::{Ground, Palette};
use damka_web::model::wood::{self, Shape};
use damka_wire::brain::Report;
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use super::desk::Desk;
use super::question::passed;
use super::room::Room;

/// A move of the lines: which line, and which of its moves.
pub(crate) type Ahead = (usize, usize);

/// How a move says in the document which one it is.
pub(crate) fn mark((line, number): Ahead) -> String {
    format!("{line}.{number}")
}

/// Which move an event is about.
pub(crate) fn meant(event: &Event) -> Option<Ahead> {
    let element: Element = event.target()?.dyn_into().ok()?;
    let text = element.closest("[data-ahead]").ok()??.get_attribute("data-ahead")?;
    let (line, number) = text.split_once('.')?;
    Some((line.parse().ok()?, number.parse().ok()?))
}

/// Keys on a move of a line: along the line, to the line above or below, out of it.
pub(crate) fn press(room: Room, event: &ev::KeyboardEvent) {
    let Some((line, number)) = meant(event) else { return };
    let next = match event.key().as_str() {
        "ArrowRight" => (line, number + 1),
        "ArrowLeft" => (line, number.saturating_sub(1)),
        "ArrowDown" => (line + 1, 0),
        "ArrowUp" => (line.saturating_sub(1), 0),
        "Escape" if room.lamp.ahead.get_untracked().is_some() => {
            event.prevent_default();
            return room.lamp.ahead.set(None);
        }
        _ => return,
    };
    event.prevent_default();
    let list = event.current_target().and_then(|list| list.dyn_into::<Element>().ok());
    let found = list.and_then(|list| {
        list.query_selector(&format!("[data-ahead=\"{}\"]", mark(next))).ok().flatten()?.dyn_into().ok()
    });
    if let Some(found) = found {
        let found: HtmlElement = found;
        // What cannot have the focus leaves it where it is.
        let _ = found.focus();
    }
}

/// The small board.
#[component]
pub(crate) fn Glance(room: Room) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let (line, number) = room.lamp.ahead.get()?;
        let pos = room.desk.with(Desk::position);
        let from = if room.lamp.threat.get() { passed(&pos)? } else { pos };
        reached(&from, &room.lamp.shown()?, line, number)
    });
    let drawing = move || shown.with(|shown| shown.as_ref().map(|(pos, last)| draw(room, pos, last)));
    let frame = move || palette(room).frame;
    let grid = room.variant.grid();
    let view_box = format!("0 0 {}00 {}00", grid.width, grid.height);
    view! {
        <div class="ahead" aria-hidden="true">
            <Show when=move || shown.with(Option::is_some)>
                <svg class="glance" viewBox=view_box.clone() focusable="false" style=("--frame", frame) inner_html=drawing></svg>
            </Show>
        </div>
    }
}

/// The position after a move of a line, and the squares of that move.
fn reached(
    from: &AnyPosition,
    report: &Report,
    line: usize,
    number: usize,
) -> Option<(AnyPosition, Vec<Square>)> {
    let moves = report.lines.get(line)?.moves.get(..=number)?;
    let mut at = (*from, Vec::new());
    for text in moves {
        let (pos, route) = at.0.play_text(text).ok()?;
        at = (pos, route.stops().to_vec());
    }
    Some(at)
}

fn palette(room: Room) -> Palette {
    let ground = Ground {
        all_squares: room.variant.grid().playable == Playable::All,
        on_light: Dress::of(room.variant).on_light,
        paint: room.words.get().paint,
    };
    Palette::of(room.prefs.settings.with(|s| s.theme), ground)
}

fn draw(room: Room, pos: &AnyPosition, last: &[Square]) -> String {
    let (grid, bottom, palette) = (pos.grid(), room.bottom.get(), palette(room));
    let king_style = room.prefs.settings.with(|s| s.king_style);
    let layout = Layout { grid, bottom };
    let mut out = wood::surface(grid, bottom, &palette);
    for &square in last {
        let (x, y) = layout.place(square);
        out.push_str(&format!(
            "<rect class=\"tint-last\" x=\"{x}00\" y=\"{y}00\" width=\"100\" height=\"100\"/>"
        ));
    }
    for (square, piece) in pos.to_setup().pieces {
        let (x, y) = layout.centre(square);
        let drawn = wood::piece(palette.disc(piece.side), Shape::of(piece.role, king_style));
        out.push_str(&format!("<g transform=\"translate({x} {y})\">{drawn}</g>"));
    }
    out
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;
    use damka_wire::brain::Line;

    use super::*;

    #[test]
    fn a_line_is_followed_as_far_as_it_is_pointed_at() {
        let moves = ["c3-d4", "d6-c5", "b2-c3"].map(str::to_owned).to_vec();
        let report = Report { lines: vec![Line { moves, ..Line::default() }], ..Report::default() };
        let start = AnyPosition::start(Variant::Russian);
        let fen = |number| reached(&start, &report, 0, number).map(|(pos, _)| pos.to_fen());
        assert!(fen(0).is_some_and(|fen| fen.starts_with("B:W") && fen.contains("d4")));
        assert!(fen(2).is_some_and(|fen| fen.starts_with("B:W") && fen.contains("c5")));
        assert_eq!((fen(3), reached(&start, &report, 1, 0)), (None, None));
        let (_, last) = reached(&start, &report, 0, 1).unwrap();
        assert_eq!(last.iter().map(|&sq| start.square_name(sq)).collect::<Vec<_>>(), ["d6", "c5"]);
    }
}
