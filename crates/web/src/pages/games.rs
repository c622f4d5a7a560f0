//! The sheet of games: a small board of each, its name, and one line of what is special.

use damka_rules::{AnyPosition, Playable, Variant};
use leptos::prelude::*;

use super::prefs::Prefs;
use crate::i18n::{Paint, Words};
use crate::model::dress::Dress;
use crate::model::palette::{Ground, Palette};
use crate::model::wood;
use crate::platform::storage;

/// How many games are remembered as recently played.
const RECENT: usize = 4;

/// The games played here, latest first.
fn recent() -> Vec<Variant> {
    let names: Vec<String> = storage::load("recent").value().unwrap_or_default();
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// Remembers that a game was played.
pub fn remember(variant: Variant) {
    let mut games = recent();
    games.retain(|&game| game != variant);
    games.insert(0, variant);
    games.truncate(RECENT);
    let names: Vec<&str> = games.into_iter().map(Variant::name).collect();
    storage::save("recent", &names);
}

/// The sheet.
#[component]
pub fn Games(
    /// Settings and language.
    prefs: Prefs,
    /// The game on the page.
    variant: Signal<Variant>,
    /// What the choice of a game does.
    on_pick: Callback<Variant>,
) -> impl IntoView {
    let wanted = RwSignal::new(String::new());
    let words = move || Words::plain(prefs.lang.get());
    let fits = move |game: Variant| {
        let (words, wanted) = (words(), wanted.get().trim().to_lowercase());
        let about = [words.game(game), words.about_game(game), game.name()];
        about.iter().any(|text| text.to_lowercase().contains(&wanted))
    };
    let latest = recent();
    let others: Vec<Variant> = Variant::games().filter(|game| !latest.contains(game)).collect();
    let none = move || !Variant::games().any(fits);
    let tile = move |game: Variant| {
        let here = move || (variant.get() == game).then_some("true");
        view! {
            <button class="game-tile" data-variant=game.name() aria-current=here class:away=move || !fits(game)
                on:click=move |_| on_pick.run(game)>
                <svg viewBox=view_box(game) aria-hidden="true" focusable="false" inner_html=move || board(prefs, game)></svg>
                <b>{move || words().game(game)}</b>
                <small>{move || words().about_game(game)}</small>
            </button>
        }
    };
    view! {
        <div class="games">
            <input type="search" name="game" autocomplete="off" placeholder=prefs.t(|m| m.search)
                aria-label=prefs.t(|m| m.search) on:input=move |e| wanted.set(event_target_value(&e))/>
            {(!latest.is_empty()).then(|| view! { <h3 class="heading">{prefs.t(|m| m.recent)}</h3> })}
            <div class="tiles">{latest.into_iter().map(tile).collect_view()}</div>
            <h3 class="heading">{prefs.t(|m| m.all_games)}</h3>
            <div class="tiles">{others.into_iter().map(tile).collect_view()}</div>
            <p role="status">{move || none().then(|| prefs.m().nothing_found)}</p>
        </div>
    }
}

fn view_box(game: Variant) -> String {
    let grid = game.grid();
    format!("0 0 {}00 {}00", grid.width, grid.height)
}

/// The board of a game at its start.
fn board(prefs: Prefs, game: Variant) -> String {
    let (dress, grid) = (Dress::of(game), game.grid());
    let ground = Ground {
        all_squares: grid.playable == Playable::All,
        on_light: dress.on_light,
        paint: if dress.green { Paint::Green } else { Paint::Plain },
    };
    let palette = Palette::of(prefs.settings.with(|s| s.theme), ground);
    wood::small(grid, &AnyPosition::start(game).to_setup().pieces, &palette)
}
