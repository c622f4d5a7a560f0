//! The fixed and the explaining parts of the drawing: squares, coordinates, routes, dots, numbers.

use damka_rules::{Notation, Playable, Route, Square};
use leptos::prelude::*;

use super::display::{Display, Look};
use super::layout::{Layout, UNIT};

/// The squares in use as one path.
pub fn squares(layout: Layout) -> String {
    let all = layout.grid.playable == Playable::All;
    let mut path = String::new();
    for square in layout.grid.all() {
        let (x, y) = layout.place(square);
        let (row, col) = layout.grid.place(square);
        if all && (row + col) % 2 == 0 {
            continue;
        }
        path.push_str(&format!("M{} {}h100v100h-100z", x * 100, y * 100));
    }
    path
}

/// Thin lines between the squares of a board that uses all of them.
pub fn lines(layout: Layout) -> String {
    if layout.grid.playable != Playable::All {
        return String::new();
    }
    let (w, h) = (layout.grid.width * 100, layout.grid.height * 100);
    let mut path: String = (1..layout.grid.width).map(|x| format!("M{} 0V{h}", x * 100)).collect();
    path.extend((1..layout.grid.height).map(|y| format!("M0 {}H{w}", y * 100)));
    path
}

/// The labels of squares: letters and digits at the rim, or numbers in the squares.
pub fn coordinates(display: &Display, look: Look) -> Vec<AnyView> {
    let layout = Layout { grid: display.grid, bottom: look.bottom };
    let mut labels = Vec::new();
    let mut label = |x: f64, y: f64, class: &'static str, text: String| {
        labels.push(view! { <text x=x y=y class=class>{text}</text> }.into_any());
    };
    let (w, h) = (display.grid.width, display.grid.height);
    if display.notation == Notation::Numeric {
        for square in display.grid.all() {
            let (x, y) = layout.place(square);
            label(x as f64 * UNIT + 4.0, y as f64 * UNIT + 18.0, "on-used", square.to_string());
        }
        return labels;
    }
    let turned = look.bottom == damka_rules::Side::Black;
    for i in 0..h {
        let rank = if turned { i + 1 } else { h - i };
        let class = if layout.square(0, i).is_some() { "on-used" } else { "on-unused" };
        label(6.0, i as f64 * UNIT + 22.0, class, rank.to_string());
    }
    for i in 0..w {
        let col = if turned { w - 1 - i } else { i };
        let class = if layout.square(i, h - 1).is_some() { "on-used end" } else { "on-unused end" };
        let x = (i + 1) as f64 * UNIT - 7.0;
        label(x, h as f64 * UNIT - 8.0, class, ((b'a' + col as u8) as char).to_string());
    }
    labels
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
    let ((x0, y0), (x1, y1)) = (layout.centre(*first), layout.centre(*second));
    let length = (x1 - x0).hypot(y1 - y0).max(1.0);
    let (x, y) = (x0 + (x1 - x0) / length * 50.0, y0 + (y1 - y0) / length * 50.0);
    format!("M{x} {y}L{}", &line(layout, &stops[1..])[1..])
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
    let ((x0, y0), (x1, y1)) = (layout.centre(stops[last - 1]), layout.centre(stops[last]));
    let length = (x1 - x0).hypot(y1 - y0);
    let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
    let (tip, wing) = (16.0, 17.0);
    let (bx, by) = (x1 - dx * tip, y1 - dy * tip);
    let head = format!(
        "M{} {}L{} {}L{} {}z",
        x1 + dx * tip,
        y1 + dy * tip,
        bx - dy * wing,
        by + dx * wing,
        bx + dy * wing,
        by - dx * wing
    );
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
    let path = format!("M{} {}l40 40m0-40l-40 40", x - 20.0, y - 20.0);
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
                out.push(view! { <circle class="dot via" cx=x cy=y r="15"></circle> }.into_any());
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
                    <text x=x y=y + 10.0>{(i + 1).to_string()}</text>
                </g>
            }
            .into_any(),
        );
    }
    out.extend(display.arrows.iter().map(|route| arrow(layout, route, "refused")));
    out.extend(display.hint.iter().map(|route| arrow(layout, route, "hint")));
    out
}

/// Where the numbers of the chooser stand: on the first victim that only this choice takes, else in a
/// row at the end.
fn choice_places(display: &Display, layout: Layout) -> Vec<(f64, f64)> {
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
                (x + 30.0 * alike as f64, y)
            }
        })
        .collect()
}
