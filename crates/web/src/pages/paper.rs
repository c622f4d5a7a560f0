//! Paper: a sheet with a title, black-and-white diagrams, and lines of text, laid out for A4 by the browser's own printing.

use std::fmt::Write as _;

use damka_rules::{AnyPosition, Notation, Playable, Role, Side};
use leptos::prelude::window_event_listener_untyped;
use wasm_bindgen_futures::spawn_local;

use crate::platform::{document, files, window};

/// A position with a line below it.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position.
    pub position: AnyPosition,
    /// What is said about it.
    pub caption: String,
}

/// What is printed.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The title.
    pub title: String,
    /// The positions, in a grid.
    pub diagrams: Vec<Diagram>,
    /// The heading of what follows.
    pub heading: String,
    /// Numbered lines: solutions, moves.
    pub lines: Vec<String>,
    /// Do the lines begin a page of their own, so that nobody reads them by mistake?
    pub apart: bool,
}

/// Prints it: it lies in the page while the browser prints, and on no screen.
pub fn print(sheet: Sheet, on_light: bool) {
    spawn_local(async move {
        if !files::style("rooms/paper.css").await {
            return;
        }
        let html = write(&sheet, on_light);
        clear();
        let body = document().body();
        let paper = document().create_element("section").ok();
        if let (Some(body), Some(paper)) = (body, paper) {
            paper.set_class_name("paper");
            paper.set_inner_html(&html);
            // The body takes any element, and a browser that cannot print says so itself.
            let _ = body.append_child(&paper);
            // Browsers tell when it is done; the next sheet clears up as well.
            window_event_listener_untyped("afterprint", |_| clear());
            let _ = window().print();
        }
    });
}

fn clear() {
    if let Ok(Some(old)) = document().query_selector(".paper") {
        old.remove();
    }
}

/// The sheet as HTML.
fn write(sheet: &Sheet, on_light: bool) -> String {
    let mut html = format!("<h1>{}</h1><div class=\"diagrams\">", escape(&sheet.title));
    for (number, diagram) in sheet.diagrams.iter().enumerate() {
        let caption = escape(&diagram.caption);
        let picture = draw(&diagram.position, on_light);
        let _ = write!(
            html,
            "<figure>{picture}<figcaption><b>{}</b> {caption}</figcaption></figure>",
            number + 1
        );
    }
    html.push_str("</div>");
    if !sheet.lines.is_empty() {
        let class = if sheet.apart { "lines" } else { "lines here" };
        let _ = write!(html, "<div class=\"{class}\"><h2>{}</h2><ol>", escape(&sheet.heading));
        sheet.lines.iter().for_each(|line| _ = write!(html, "<li>{}</li>", escape(line)));
        html.push_str("</ol></div>");
    }
    html
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A position as a diagram of lines: squares in use are hatched grey, pieces are rings and discs, a king has a ring more.
pub fn draw(pos: &AnyPosition, on_light: bool) -> String {
    let grid = pos.grid();
    let (width, height) = (grid.width * 10, grid.height * 10);
    let mut svg = format!(
        "<svg class=\"diagram\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-4 -1 {} {}\" role=\"img\">",
        width + 5,
        height + 5
    );
    let all = grid.playable == Playable::All;
    for row in 0..grid.height {
        for column in 0..grid.width {
            // On a board of two colours the squares in use are dark, unless the game uses the light ones.
            let used = grid.square_at(row, column).is_some();
            let dark = if all { (row + column) % 2 == 0 } else { used != on_light };
            let fill = match (dark, all) {
                (false, _) => "#fff",
                (true, true) => "#eee",
                (true, false) => "#d8d8d8",
            };
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{fill}\"/>",
                column * 10,
                row * 10
            );
        }
    }
    let _ = write!(
        svg,
        "<rect x=\"0\" y=\"0\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#000\" stroke-width=\".5\"/>"
    );
    for (square, piece) in pos.to_setup().pieces {
        let (row, column) = grid.place(square);
        let (x, y) = (column * 10 + 5, row * 10 + 5);
        let (fill, line) = match piece.side {
            Side::White => ("#fff", "#000"),
            Side::Black => ("#000", "#fff"),
        };
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.9\" fill=\"{fill}\" stroke=\"#000\" stroke-width=\".5\"/>"
        );
        if piece.role == Role::King {
            let _ = write!(
                svg,
                "<path d=\"M{} {}l-.6-3 1.600 1.300 1.200-2 1.200 2 1.600-1.300-.6 3z\" fill=\"{line}\"/>",
                x as f32 - 2.2,
                y as f32 + 1.6
            );
        }
    }
    if pos.notation() == Notation::Algebraic {
        let label = |svg: &mut String, x: f32, y: f32, text: String| {
            let _ =
                write!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"3\" text-anchor=\"middle\">{text}</text>");
        };
        for column in 0..grid.width {
            let letter = char::from(b'a' + column as u8).to_string();
            label(&mut svg, column as f32 * 10.0 + 5.0, height as f32 + 3.4, letter);
        }
        for row in 0..grid.height {
            label(&mut svg, -2.0, row as f32 * 10.0 + 6.0, (grid.height - row).to_string());
        }
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use damka_rules::Variant;

    use super::*;

    #[test]
    fn diagrams_show_every_piece() {
        for (variant, fen, kings, labels) in [
            (Variant::Russian, "W:Wc3,Ke3:Bd6,Kf6,a7", 2, 16),
            (Variant::International, "W:W31,K32:B20", 1, 0),
            (Variant::Armenian, "W:Wc3:Bd6,Kf6", 1, 16),
        ] {
            let pos = AnyPosition::from_fen(variant, fen).expect(fen);
            let svg = draw(&pos, false);
            assert_eq!(svg.matches("<circle").count(), pos.to_setup().pieces.len(), "{variant}");
            assert_eq!(svg.matches("<path").count(), kings, "{variant}");
            assert_eq!(svg.matches("<text").count(), labels, "{variant}");
            let grid = pos.grid();
            assert_eq!(svg.matches("<rect").count(), grid.width * grid.height + 1, "{variant}");
            let dark = svg.matches("#d8d8d8").count() + svg.matches("#eee").count();
            assert_eq!(dark, grid.width * grid.height / 2, "{variant}");
        }
    }

    #[test]
    fn a_sheet_is_numbered_and_says_nothing_unasked() {
        let position = AnyPosition::start(Variant::Russian);
        let diagram = || Diagram { position, caption: "White & <b>".into() };
        let sheet = Sheet {
            title: "T".into(),
            diagrams: vec![diagram(), diagram()],
            heading: "Solutions".into(),
            lines: vec!["c3-d4".into()],
            apart: true,
        };
        let html = write(&sheet, false);
        assert_eq!(html.matches("<figure>").count(), 2);
        assert!(html.contains("White &amp; &lt;b&gt;") && html.contains("<li>c3-d4</li>"), "{html}");
    }
}
