//! The still and the explaining parts of the drawing: surface, labels, routes, dots, numbers.

use damka_rules::{Notation, Route, Side, Square};
use leptos::prelude::*;

use super::display::{Display, Look};
use super::layout::Layout;
use crate::model::palette::Palette;
use crate::model::wood;
use crate::platform::location;

/// The squares with their grain, as SVG text: the light wood lies across, the dark wood along the board.
pub fn surface(layout: Layout, palette: &Palette) -> String {
    let mut out = wood::surface(layout.grid, layout.bottom, palette);
    let [used, unused] = palette.grain;
    if used + unused > 0 {
        let path = wood::squares(layout.grid, layout.bottom);
        out.push_str(&format!(
            "<rect width=\"100%\" height=\"100%\" fill=\"url(#grain)\" opacity=\".{unused}\"/>\
             <path d=\"{path}\" fill=\"url(#grain-up)\" opacity=\".{used}\"/>"
        ));
    }
    out
}

/// What every board of the document refers to: gradients, and the tile of the grain.
#[component]
pub fn Wood() -> impl IntoView {
    let tile = location::asset("grain.webp");
    let pattern = |id: &str, turn: &str| {
        format!(
            "<pattern id=\"{id}\" width=\"384\" height=\"192\" patternUnits=\"userSpaceOnUse\"{turn}>\
             <image href=\"{tile}\" width=\"384\" height=\"192\"/></pattern>"
        )
    };
    let defs = wood::gradients()
        + &pattern("grain", "")
        + &pattern("grain-up", " patternTransform=\"rotate(90) scale(.9)\"");
    view! { <svg class="wood" width="0" height="0" aria-hidden="true" focusable="false" inner_html=defs></svg> }
}

/// The letters below the board or the numbers left of it, and whether each stands beside a square in use.
pub fn labels(notation: Notation, layout: Layout, files: bool) -> Vec<(String, bool)> {
    if notation == Notation::Numeric {
        return Vec::new();
    }
    let (w, h) = (layout.grid.width, layout.grid.height);
    let turned = layout.bottom == Side::Black;
    let count = if files { w } else { h };
    (0..count)
        .map(|i| match files {
            true => {
                let col = if turned { w - 1 - i } else { i };
                (char::from(b'a' + col as u8).to_string(), layout.square(i, h - 1).is_some())
            }
            false => {
                let rank = if turned { i + 1 } else { h - i };
                (rank.to_string(), layout.square(0, i).is_some())
            }
        })
        .collect()
}

/// A line through squares.
pub fn line(layout: Layout, stops: &[Square]) -> String {
    let points: Vec<String> = stops
        .iter()
        .map(|&stop| {
            let (x, y) = layout.centre(stop);
            format!("{x} {y}")
        })
        .collect();
    format!("M{}", points.join("L"))
}

/// A line through squares that begins at the edge of the piece on the first.
pub fn line_from_piece(layout: Layout, stops: &[Square]) -> String {
    let [first, second, ..] = stops else { return String::new() };
    let ((x, y), (dx, dy)) = (layout.centre(*first), towards(layout, *first, *second, 50.0));
    format!("M{} {}L{}", x + dx, y + dy, &line(layout, &stops[1..])[1..])
}

/// The step of this length from one square towards another, in whole units.
fn towards(layout: Layout, from: Square, to: Square, length: f64) -> (i32, i32) {
    let ((x0, y0), (x1, y1)) = (layout.centre(from), layout.centre(to));
    let (dx, dy) = (f64::from(x1 - x0), f64::from(y1 - y0));
    let part = length / dx.hypot(dy).max(1.0);
    ((dx * part).round() as i32, (dy * part).round() as i32)
}

/// Two strokes, a dark casing and a bright core, so that a line shows on every board.
pub fn cased(class: &'static str, path: String) -> AnyView {
    let core = path.clone();
    view! {
        <path class=format!("casing {class}") d=path></path>
        <path class=format!("core {class}") d=core></path>
    }
    .into_any()
}

/// A route with an arrow head at its end, for hints and refusals.
pub fn arrow(layout: Layout, route: &Route, class: &'static str) -> AnyView {
    let stops = route.stops();
    let last = stops.len() - 1;
    let (x, y) = layout.centre(stops[last]);
    let (dx, dy) = towards(layout, stops[last - 1], stops[last], 16.0);
    let (bx, by) = (x - dx, y - dy);
    let head = format!("M{} {}L{} {}L{} {}z", x + dx, y + dy, bx - dy, by + dx, bx + dy, by - dx);
    let crosses: Vec<AnyView> = route.taken().iter().map(|&sq| cross(layout, sq)).collect();
    view! {
        <g class=format!("arrow {class}")>
            {cased("way", line(layout, stops))}
            <path class="head" d=head></path>
            {crosses}
        </g>
    }
    .into_any()
}

/// A cross over a taken piece.
pub fn cross(layout: Layout, square: Square) -> AnyView {
    let (x, y) = layout.centre(square);
    let path = format!("M{} {}l40 40m0-40l-40 40", x - 20, y - 20);
    cased("cross", path)
}

/// Everything that explains: trail, ways, dots, numbers, arrows.
pub fn marks(display: &Display, look: Look) -> Vec<AnyView> {
    let layout = Layout { grid: display.grid, bottom: look.bottom };
    let mut out: Vec<AnyView> = Vec::new();
    if display.trail.len() > 1 {
        let back: Vec<Square> = display.trail.iter().rev().copied().collect();
        out.push(cased("trail", line_from_piece(layout, &back)));
    }
    out.extend(display.ghosts.iter().map(|&square| cross(layout, square)));
    if look.dots {
        let legs = display.trail.len().saturating_sub(1);
        let shown = if display.choices.is_empty() { &display.ways } else { &display.choices };
        for route in shown.iter().filter(|r| r.is_capture()) {
            out.push(cased("way", line_from_piece(layout, &route.stops()[legs..])));
        }
        if display.choices.is_empty() {
            for &square in display.vias.iter().filter(|sq| !display.ends.contains(sq)) {
                let (x, y) = layout.centre(square);
                out.push(view! { <circle class="dot via" cx=x cy=y r="14"></circle> }.into_any());
            }
            for &square in &display.ends {
                let (x, y) = layout.centre(square);
                out.push(view! { <circle class="dot" cx=x cy=y r="16"></circle> }.into_any());
            }
        }
    }
    for (i, place) in choice_places(display, layout).into_iter().enumerate() {
        let (x, y) = place;
        out.push(
            view! {
                <g class="number">
                    <circle cx=x cy=y r="24"></circle>
                    <text x=x y=y + 10>{(i + 1).to_string()}</text>
                </g>
            }
            .into_any(),
        );
    }
    out.extend(display.arrows.iter().map(|route| arrow(layout, route, "refused")));
    out.extend(display.others.iter().rev().map(|route| arrow(layout, route, "other")));
    out.extend(display.hint.iter().map(|route| arrow(layout, route, "hint")));
    out
}

/// Where the numbers of the chooser stand: on the first victim that only this choice takes, else in a
/// row at the end.
fn choice_places(display: &Display, layout: Layout) -> Vec<(i32, i32)> {
    let choices = &display.choices;
    let own = |i: usize| {
        choices[i]
            .taken()
            .iter()
            .find(|sq| choices.iter().enumerate().all(|(j, other)| j == i || !other.taken().contains(sq)))
    };
    (0..choices.len())
        .map(|i| match own(i) {
            Some(&square) => layout.centre(square),
            None => {
                let (x, y) = layout.centre(choices[i].to());
                let alike = choices[..i].iter().filter(|c| c.to() == choices[i].to()).count();
                (x + 30 * alike as i32, y)
            }
        })
        .collect()
}
