//! The board as a component: a frame, a still surface, pieces that glide, marks, and above them all a grid of
//! cells for everybody's fingers, keys and screen readers.

use damka_rules::{Grid, Notation, Playable, Role, Side, Square, arrange};
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent};

use super::actors::{Actor, Stage};
use super::display::{Display, Look};
use super::layout::{Layout, UNIT};
use super::{drawing, pointer};
use crate::i18n::{Paint, Words, fill};
use crate::model::palette::{Ground, Palette};
use crate::model::wood::{self, Shape};

/// What a person did to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardEvent {
    /// Tapped a square.
    Tap(Square),
    /// Tapped between two squares.
    Unsure(Square, Square),
    /// Tapped where no square is in use.
    Unused,
    /// Dragged the lifted piece across a square.
    Over(Square),
    /// Dropped the lifted piece on a square.
    Drop(Square),
    /// Dropped it where it came from: it stays lifted.
    Settle,
}

/// The board.
#[component]
pub fn Board(
    /// What it shows.
    display: Memo<Display>,
    /// How it looks.
    look: Memo<Look>,
    /// The language.
    words: Memo<Words>,
    /// Who hears of taps.
    on_event: Callback<BoardEvent>,
    /// What a screen reader calls it.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let layout = Memo::new(move |_| Layout { grid: display.with(|d| d.grid), bottom: look.get().bottom });
    let stage = Stage::new();
    let drag = RwSignal::new(None);
    let grid_ref = NodeRef::<html::Div>::new();
    Effect::new(move || display.with(|d| stage.show(d, look.get_untracked())));

    let tell = move |event: Option<BoardEvent>| {
        if let Some(event) = event {
            on_event.run(event);
        }
    };
    let on_down = move |e: PointerEvent| {
        let heard = display.with_untracked(|d| pointer::down(&e, d, layout.get_untracked(), drag));
        tell(heard);
    };
    let on_move = move |e: PointerEvent| {
        let heard = display.with_untracked(|d| pointer::moved(&e, d, layout.get_untracked(), drag));
        tell(heard);
    };
    let on_up = move |e: PointerEvent| {
        let heard = display.with_untracked(|d| pointer::up(&e, d, layout.get_untracked(), drag));
        tell(heard);
    };
    // Screen readers click without a pointer.
    let on_click = move |e: ev::MouseEvent| {
        if e.detail() == 0
            && let Some(square) = e.target().and_then(|t| square_of(&t.unchecked_into(), display))
        {
            on_event.run(BoardEvent::Tap(square));
        }
    };
    let on_key = move |e: KeyboardEvent| {
        let Some(here) = e.target().and_then(|t| square_of(&t.unchecked_into(), display)) else { return };
        let layout = layout.get_untracked();
        let next = match e.key().as_str() {
            "ArrowLeft" => layout.neighbour(here, -1, 0),
            "ArrowRight" => layout.neighbour(here, 1, 0),
            "ArrowUp" => layout.neighbour(here, 0, -1),
            "ArrowDown" => layout.neighbour(here, 0, 1),
            // Tab goes round the targets of a lifted piece; Escape puts it down.
            "Tab" => {
                let Some(next) = display.with_untracked(|d| next_target(d, here, layout, e.shift_key()))
                else {
                    return;
                };
                Some(next)
            }
            "Enter" | " " => {
                e.prevent_default();
                return on_event.run(BoardEvent::Tap(here));
            }
            _ => return,
        };
        e.prevent_default();
        if let (Some(next), Some(grid)) = (next, grid_ref.get_untracked()) {
            let name = display.with_untracked(|d| d.name(next));
            focus(&grid, &name);
        }
    };

    let class = move || {
        let look = look.get();
        let paint = match look.paint {
            Paint::Plain => "plain",
            Paint::Swapped => "swapped",
            Paint::Green => "green",
        };
        let Grid { width: n, playable, .. } = layout.get().grid;
        let all = if playable == Playable::All { " all" } else { "" };
        let lettered = match (look.coordinates, display.with(|d| d.notation)) {
            (false, _) => "",
            (true, Notation::Algebraic) => " lettered",
            (true, Notation::Numeric) => " numbered",
        };
        let still = match (look.motion, look.hurry) {
            (false, _) => " still",
            (_, true) => " hurry",
            _ => "",
        };
        let dragging = if drag.get().is_some_and(|d: pointer::Drag| d.moving) { " dragging" } else { "" };
        format!(
            "board n{n}{all} theme-{} paint-{paint} kings-{}{lettered}{still}{dragging}",
            look.theme.name(),
            look.king_style.name()
        )
    };
    let palette = Memo::new(move |_| {
        let look = look.get();
        let all_squares = layout.get().grid.playable == Playable::All;
        Palette::of(look.theme, Ground { all_squares, on_light: look.on_light, paint: look.paint })
    });
    let view_box = move || {
        let grid = layout.get().grid;
        format!("0 0 {}00 {}00", grid.width, grid.height)
    };
    // Painted once: nothing in it moves while a game is played.
    let surface = move || drawing::surface(layout.get(), &palette.get());
    let lifted = Memo::new(move |_| display.with(|d| d.lifted));
    let last = Memo::new(move |_| display.with(|d| d.last.clone()));
    let premove = Memo::new(move |_| display.with(|d| d.premove.clone()));
    let must =
        Memo::new(move |_| display.with(|d| if d.lifted.is_none() { d.must.clone() } else { Vec::new() }));
    let tint = move |square: Square, class: &'static str| {
        let (x, y) = layout.get().place(square);
        view! { <rect class=class x=x * 100 y=y * 100 width="100" height="100"></rect> }
    };
    let labels = move |files: bool| {
        display
            .with(|d| drawing::labels(d.notation, layout.get(), files))
            .into_iter()
            .map(|(text, used)| {
                view! { <span class:used=used>{text}</span> }
            })
            .collect_view()
    };
    view! {
        <div
            class=class
            style=("--frame", move || palette.get().frame)
            style=("--inlay", move || palette.get().inlay)
            style=("--used", move || palette.get().used)
            style=("--on-used", move || palette.get().on_used)
            style=("--on-unused", move || palette.get().on_unused)
        >
            <svg class="surface" viewBox=view_box aria-hidden="true" focusable="false" inner_html=surface></svg>
            <div class="ranks" aria-hidden="true">{move || labels(false)}</div>
            <div class="files" aria-hidden="true">{move || labels(true)}</div>
            <svg class="under" viewBox=view_box aria-hidden="true" focusable="false">
                {move || last.get().into_iter().map(|sq| tint(sq, "tint-last")).collect_view()}
                {move || premove.get().into_iter().map(|sq| tint(sq, "tint-premove")).collect_view()}
                {move || lifted.get().map(|sq| tint(sq, "tint-selected"))}
                {move || must.get().into_iter().map(|sq| {
                    let (x, y) = layout.get().centre(sq);
                    view! {
                        <circle class="ring-casing" cx=x cy=y r="46"></circle>
                        <circle class="ring-core" cx=x cy=y r="46"></circle>
                    }
                }).collect_view()}
            </svg>
            <div class="pieces" aria-hidden="true" node_ref=stage.host>
                <For each=move || stage.actors.get() key=|actor| actor.id let:actor>
                    <Piece actor layout lifted drag look palette/>
                </For>
            </div>
            <svg class="over" viewBox=view_box aria-hidden="true" focusable="false">
                {move || display.with(|d| drawing::marks(d, look.get()))}
            </svg>
            <div
                class="cells"
                role="grid"
                aria-label=label
                aria-describedby="board-keys"
                node_ref=grid_ref
                on:pointerdown=on_down
                on:pointermove=on_move
                on:pointerup=on_up
                on:pointercancel=move |_| drag.set(None)
                on:click=on_click
                on:keydown=on_key
            >
                {move || rows(layout.get(), display, words)}
            </div>
        </div>
    }
}

/// The cells, row by row as they are seen.
fn rows(layout: Layout, display: Memo<Display>, words: Memo<Words>) -> Vec<AnyView> {
    let row = |y: usize| {
        let cells: Vec<AnyView> = (0..layout.grid.width)
            .map(|x| match layout.square(x, y) {
                None => view! { <div class="cell" role="gridcell" aria-hidden="true"></div> }.into_any(),
                Some(square) => view! { <Cell square display words first=false/> }.into_any(),
            })
            .collect();
        view! { <div class="row" role="row">{cells}</div> }.into_any()
    };
    (0..layout.grid.height).map(row).collect()
}

/// One square in use.
#[component]
fn Cell(square: Square, display: Memo<Display>, words: Memo<Words>, first: bool) -> impl IntoView {
    let name = display.with_untracked(|d| d.name(square));
    // One memo a square: there are many, and every move asks them all.
    let cell = Memo::new(move |_| display.with(|d| d.cell(square)));
    let spoken = name.clone();
    let label = move || {
        let (words, m) = (words.get(), words.get().m());
        let mut parts = vec![spoken.clone()];
        let cell = cell.get();
        parts.push(cell.piece.map_or(m.square_empty, |piece| words.piece(piece)).to_owned());
        for mark in cell.marks() {
            match mark {
                "movable" if cell.marks().any(|mark| mark == "must-capture") => {}
                "movable" => parts.push(m.mark_movable.to_owned()),
                "must-capture" => parts.push(m.mark_must.to_owned()),
                "selected" => parts.push(m.mark_lifted.to_owned()),
                "target" => parts.push(m.mark_target.to_owned()),
                "via" => parts.push(m.mark_via.to_owned()),
                "last" => parts.push(m.mark_last.to_owned()),
                _ => {}
            }
        }
        parts.join(", ")
    };
    let data_piece = move || cell.get().piece.map(piece_word);
    view! {
        <div
            class="cell used"
            class:shake=move || cell.get().shaking
            class:first=first
            role="gridcell"
            tabindex=move || if cell.get().reachable { "0" } else { "-1" }
            data-square=name
            data-piece=data_piece
            data-mark=move || cell.get().words()
            aria-label=label
            aria-selected=move || cell.get().is_lifted().to_string()
        ></div>
    }
}

/// One piece.
#[component]
fn Piece(
    actor: Actor,
    layout: Memo<Layout>,
    lifted: Memo<Option<Square>>,
    drag: RwSignal<Option<pointer::Drag>>,
    look: Memo<Look>,
    palette: Memo<Palette>,
) -> impl IntoView {
    let Actor { id, side, square, role, ghost, flies } = actor;
    let is_lifted = {
        let square = square.clone();
        Memo::new(move |_| lifted.get() == Some(square.get()))
    };
    let carried = move || drag.get().filter(|d| d.moving && is_lifted.get());
    // In parts of its own size, so that it need not know how large the board is.
    let transform = move || {
        let (x, y) = match carried() {
            Some(drag) => ((drag.at.0 * UNIT) as i32 - 50, (drag.at.1 * UNIT) as i32 - 50),
            None => {
                let (x, y) = layout.get().place(square.get());
                (x as i32 * 100, y as i32 * 100)
            }
        };
        format!("translate({x}%,{y}%)")
    };
    let class = {
        let (role, ghost) = (role.clone(), ghost.clone());
        move || {
            let side = if side == Side::White { "white" } else { "black" };
            let role = if role.get() == Role::King { " king" } else { "" };
            let lifted = if is_lifted.get() { " lifted" } else { "" };
            let carried = if carried().is_some() { " carried" } else { "" };
            let ghost = match (ghost.get(), look.get().turn_victims) {
                (false, _) => "",
                (true, false) => " ghost",
                (true, true) => " ghost turned",
            };
            let flies = if flies.get() { " flies" } else { "" };
            format!("piece {side}{role}{lifted}{carried}{ghost}{flies}")
        }
    };
    let drawn = Memo::new(move |_| {
        let look = look.get();
        let shape = match ghost.get() && look.turn_victims {
            true => Shape::Underside,
            false => Shape::of(role.get(), look.king_style),
        };
        wood::piece(palette.get().disc(side), shape)
    });
    view! {
        <div class=class style:transform=transform data-actor=id>
            <svg class="body" viewBox="-50 -50 100 100" inner_html=move || drawn.get()></svg>
        </div>
    }
}

/// The target after this square in reading order, round and round.
fn next_target(display: &Display, here: Square, layout: Layout, back: bool) -> Option<Square> {
    display.lifted?;
    let mut targets = display.ends.clone();
    let order = |square: &Square| {
        let (x, y) = layout.place(*square);
        (y, x)
    };
    arrange(&mut targets, |a, b| order(a) < order(b));
    let found = match back {
        true => targets.iter().rev().find(|target| order(target) < order(&here)).or(targets.last()),
        false => targets.iter().find(|target| order(target) > order(&here)).or(targets.first()),
    };
    found.copied()
}

/// `white-man`, `black-king`: the contract with tests and tools.
fn piece_word(piece: damka_rules::Piece) -> &'static str {
    match (piece.side, piece.role) {
        (Side::White, Role::Man) => "white-man",
        (Side::White, Role::King) => "white-king",
        (Side::Black, Role::Man) => "black-man",
        (Side::Black, Role::King) => "black-king",
    }
}

/// The square of a cell.
fn square_of(element: &HtmlElement, display: Memo<Display>) -> Option<Square> {
    let name = element.get_attribute("data-square")?;
    display.with_untracked(|d| d.grid.parse_square(&name))
}

/// Moves the keyboard to a square.
pub fn focus(within: &HtmlElement, name: &str) {
    let found = within.query_selector(&fill("[data-square=\"{0}\"]", &[name])).ok().flatten();
    if let Some(cell) = found.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
        // A cell can always be focused; if the browser disagrees, nothing is lost.
        let _ = cell.focus();
    }
}
