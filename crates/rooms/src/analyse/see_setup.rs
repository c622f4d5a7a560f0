//! The position editor beside the board.

use damka_rules::{FenError, Piece, Playable, Role, Setup, Side};
use damka_web::model::dress::Dress;
use damka_web::model::link::{Invite, Place, Room as Which};
use damka_web::model::palette::{Ground, Palette};
use damka_web::model::wood::{self, Shape};
use leptos::prelude::*;

use super::editor::{Brush, Editor, Fault};
use super::room::Room;

/// The panel.
#[component]
pub(crate) fn SetupPanel(room: Room) -> impl IntoView {
    let (said, editor) = (room.said, room.editor);
    let bad_fen = RwSignal::new(None::<FenError>);
    let fen = move || editor.with(Editor::fen);
    let typed = move |text: String| match Setup::from_fen(&text, room.variant.grid()) {
        Ok(setup) => {
            bad_fen.set(None);
            editor.update(|editor| editor.load(setup));
        }
        Err(error) => bad_fen.set(Some(error)),
    };
    let verdict = Memo::new(move |_| editor.with(Editor::position));
    let told = move || match (bad_fen.get(), verdict.get()) {
        (Some(error), _) => room.words.get().fen_error(&error),
        (None, Ok(_)) => said.say(|m| m.fine).to_owned(),
        (None, Err(fault)) => worded(room, &fault),
    };
    let fine = Memo::new(move |_| verdict.with(Result::is_ok));
    let invite = move || Invite { fen: Some(fen()), ..Invite::to(room.variant) };
    let pieces = Side::BOTH.into_iter().flat_map(|side| [Piece::man(side), Piece::king(side)]);
    let change = move |change: fn(&mut Editor)| {
        bad_fen.set(None);
        editor.update(change);
    };
    let turn = move |side: Side| {
        view! {
            <label>
                <input type="radio" name="turn" prop:checked=move || editor.with(|e| e.turn() == side)
                    on:change=move |_| editor.update(|e| e.set_turn(side))/>
                <span>{move || room.words.get().side(side).0}</span>
            </label>
        }
    };
    view! {
        <section class="card setup">
            <fieldset class="brushes">
                <legend>{said.t(|m| m.brush)}</legend>
                <BrushButton room brush=Brush::Move/>
                {pieces.map(|piece| view! { <BrushButton room brush=Brush::Put(piece)/> }).collect_view()}
                <BrushButton room brush=Brush::Remove/>
            </fieldset>
            <p class="hint">{said.t(|m| m.setup_hint)}</p>
            <fieldset class="segments">
                <legend>{said.t(|m| m.turn)}</legend>
                {Side::BOTH.map(turn).collect_view()}
            </fieldset>
            <div class="buttons">
                <button on:click=move |_| change(Editor::clear)>{said.t(|m| m.clear)}</button>
                <button on:click=move |_| change(Editor::start)>{said.t(|m| m.start)}</button>
                <button on:click=move |_| room.flip()>{room.prefs.t(|m| m.flip)}</button>
            </div>
            <label class="comment"><span>{said.t(|m| m.fen)}</span>
                <input type="text" name="fen" autocomplete="off" spellcheck="false" prop:value=fen
                    on:change=move |e| typed(event_target_value(&e))/>
            </label>
            <p class="verdict" class:bad=move || !fine.get() || bad_fen.with(Option::is_some) role="status">{told}</p>
            <Show when=move || fine.get()>
                <div class="buttons">
                    <a class="button primary" href=move || Place::Room(invite(), Which::Analyse).address()>{said.t(|m| m.analyse_here)}</a>
                    <a class="button quiet" href=move || invite().address()>{said.t(|m| m.play_here)}</a>
                </div>
            </Show>
        </section>
    }
}

/// Why a position cannot be used.
fn worded(room: Room, fault: &Fault) -> String {
    let (words, said) = (room.words.get(), room.said);
    let name = |side: &Side| words.side(*side).0;
    match fault {
        Fault::Impossible(error) => words.fen_error(&FenError::Position(error.clone())),
        Fault::TooMany(side, most) => said.fill(|m| m.f_too_many, &[name(side), &most.to_string()]),
        Fault::NoPieces(side) => said.fill(|m| m.f_no_pieces, &[name(side)]),
        Fault::NoMove(side) => said.fill(|m| m.f_no_move, &[name(side)]),
    }
}

/// What a tap does.
#[component]
fn BrushButton(room: Room, brush: Brush) -> impl IntoView {
    let label = move || match brush {
        Brush::Move => room.said.say(|m| m.brush_move).to_owned(),
        Brush::Remove => room.said.say(|m| m.brush_remove).to_owned(),
        Brush::Put(piece) => room.words.get().piece(piece).to_owned(),
    };
    let here = move || room.editor.with(|editor| editor.brush == brush);
    let drawn = move || {
        match brush {
        Brush::Put(piece) => picture(room, piece),
        Brush::Move => "<path class=\"pen\" d=\"M0-34V34M-34 0H34M-10-24L0-34L10-24M-10 24L0 34L10 24M-24-10L-34 0L-24 10M24-10L34 0L24 10\"/>".to_owned(),
        Brush::Remove => "<path class=\"pen\" d=\"M-24-24L24 24M24-24L-24 24\"/>".to_owned(),
    }
    };
    view! {
        <label class="brush" title=label>
            <input type="radio" name="brush" prop:checked=here
                on:change=move |_| room.editor.update(|editor| editor.take(brush))/>
            <svg viewBox="-50 -50 100 100" aria-hidden="true" focusable="false" inner_html=drawn></svg>
            <span class="unseen">{label}</span>
        </label>
    }
}

/// A piece as the board draws it.
fn picture(room: Room, piece: Piece) -> String {
    let dress = Dress::of(room.variant);
    let ground = Ground {
        all_squares: room.variant.grid().playable == Playable::All,
        on_light: dress.on_light,
        paint: room.words.get().paint,
    };
    let (theme, style) = room.prefs.settings.with(|s| (s.theme, s.king_style));
    let role = if piece.role == Role::King { Role::King } else { Role::Man };
    wood::piece(Palette::of(theme, ground).disc(piece.side), Shape::of(role, style))
}
