//! Somebody's page: ratings, results, games to look through; and, on one's own, the way out with everything.

use damka_rules::Variant;
use damka_web::i18n::{Texts, Words};
use damka_web::later::Visit;
use damka_web::pages::actions::Ask;
use damka_web::platform::{document, location};
use damka_wire::people::{Listed, Profile, RatingShown, ResultsShown};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use super::account::Me;
use super::lobby::{Kind, row};
use super::wish::games;
use super::{Said, ask, refusal};

/// What is searched for.
#[derive(Clone, PartialEq, Eq, Default)]
struct Search {
    variant: String,
    opponent: String,
    opening: String,
    outcome: String,
    position: String,
    page: u32,
}

impl Search {
    fn query(&self) -> String {
        let escape = |text: &str| String::from(js_sys::encode_uri_component(text.trim()));
        let pairs = [
            ("variant", &self.variant),
            ("opponent", &self.opponent),
            ("opening", &self.opening),
            ("outcome", &self.outcome),
            ("position", &self.position),
        ];
        let said = pairs.iter().filter(|(_, value)| !value.trim().is_empty());
        let mut query: Vec<String> = said.map(|(name, value)| format!("{name}={}", escape(value))).collect();
        query.push(format!("page={}", self.page));
        query.join("&")
    }
}

/// As many games are told at once.
const PAGE: usize = 50;

/// Somebody's page.
#[component]
pub fn ProfilePage(
    /// What the visitor brings along.
    visit: Visit,
    /// The words of the room.
    said: Texts<Said>,
    /// Who the visitor is.
    me: RwSignal<Me>,
    /// Whose page it is.
    name: String,
) -> impl IntoView {
    let prefs = visit.prefs;
    let words = Memo::new(move |_| Words::plain(prefs.lang.get()));
    let (profile, trouble) = (RwSignal::new(None::<Profile>), RwSignal::new(None::<String>));
    let path = StoredValue::new(format!("api/people/{}", String::from(js_sys::encode_uri_component(&name))));
    document().set_title(&format!("{name} · Damka"));
    spawn_local(async move {
        match ask::get::<Profile>(&path.get_value()).await {
            Ok(found) => _ = profile.try_set(Some(found)),
            Err(refused) => _ = trouble.try_set(Some(refusal(said, &refused))),
        }
    });
    let title = name.clone();
    let own =
        Memo::new(move |_| me.with(|me| me.name().is_some_and(|mine| mine.eq_ignore_ascii_case(&name))));
    let since = move || {
        let created = profile.with(|profile| profile.as_ref().map(|profile| profile.created))?;
        let date = js_sys::Date::new(&JsValue::from_f64(created as f64));
        let text = String::from(date.to_locale_date_string(prefs.lang.get().tag(), &JsValue::UNDEFINED));
        Some(said.fill(|m| m.member_since, &[&text]))
    };
    let variant_name = move |text: &str| {
        text.parse::<Variant>()
            .map_or_else(|_| text.to_owned(), |variant| words.get().game(variant.base()).to_owned())
    };
    let ratings = Signal::derive(move || {
        profile.with(|profile| {
            let ratings = profile.as_ref().map_or(&[][..], |profile| &profile.ratings);
            let row = |rating: &RatingShown| {
                let (variant, speed) = rating.kind.split_once(' ').unwrap_or((&rating.kind, ""));
                let unsure = if rating.provisional { "?" } else { "" };
                let game = format!("{} · {}", variant_name(variant), speed_name(said, speed));
                vec![game, format!("{}{unsure}", rating.rating), rating.games.to_string()]
            };
            ratings.iter().map(row).collect()
        })
    });
    let results = Signal::derive(move || {
        profile.with(|profile| {
            let results = profile.as_ref().map_or(&[][..], |profile| &profile.results);
            let row = |result: &ResultsShown| {
                let counts = [result.won, result.drawn, result.lost].map(|count| count.to_string());
                [variant_name(&result.variant)].into_iter().chain(counts).collect()
            };
            results.iter().map(row).collect()
        })
    });
    view! {
        <main class="people profile">
            <header>
                <h1>{title}</h1>
                <p class="soft">{since}</p>
                <p class="told" role="alert">{move || trouble.get()}</p>
            </header>
            <div class="lists">
                <TableCard said id="ratings-title" title=|m| m.ratings none=|m| m.none_rated
                    heads=vec![|m| m.game, |m| m.rating, |m| m.games_played] rows=ratings/>
                <TableCard said id="results-title" title=|m| m.results none=|m| m.none_past
                    heads=vec![|m| m.game, |m| m.won, |m| m.drawn, |m| m.lost_games] rows=results/>
                <Show when=move || own.get()><Own visit said me/></Show>
            </div>
            <Past visit said path/>
        </main>
    }
}

/// A card with a table, or with a word that there is nothing in it.
#[component]
fn TableCard(
    said: Texts<Said>,
    id: &'static str,
    title: fn(&Said) -> &'static str,
    none: fn(&Said) -> &'static str,
    heads: Vec<fn(&Said) -> &'static str>,
    rows: Signal<Vec<Vec<String>>>,
) -> impl IntoView {
    let heads = StoredValue::new(heads);
    let head = move |label| view! { <th scope="col">{said.t(label)}</th> };
    let row = |cells: Vec<String>| view! { <tr>{cells.into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view()}</tr> };
    view! {
        <section class="card" aria-labelledby=id>
            <h2 class="heading" id=id>{said.t(title)}</h2>
            <Show when=move || !rows.with(Vec::is_empty) fallback=move || view! { <p class="soft">{said.t(none)}</p> }>
                <table>
                    <thead><tr>{heads.get_value().into_iter().map(head).collect_view()}</tr></thead>
                    <tbody>{move || rows.get().into_iter().map(row).collect_view()}</tbody>
                </table>
            </Show>
        </section>
    }
}

fn speed_name(said: Texts<Said>, speed: &str) -> String {
    match speed {
        "bullet" => said.say(|m| m.bullet).to_owned(),
        "blitz" => said.say(|m| m.blitz).to_owned(),
        "rapid" => said.say(|m| m.rapid).to_owned(),
        "classic" => said.say(|m| m.classical).to_owned(),
        "days" => said.say(|m| m.days).to_owned(),
        other => other.to_owned(),
    }
}

/// Somebody's games, searched.
#[component]
fn Past(visit: Visit, said: Texts<Said>, path: StoredValue<String>) -> impl IntoView {
    let prefs = visit.prefs;
    let words = Memo::new(move |_| Words::plain(prefs.lang.get()));
    let search = RwSignal::new(Search::default());
    let found = RwSignal::new(Vec::<Listed>::new());
    let (more, trouble) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let look = move |page: u32| {
        search.update(|search| search.page = page);
        let address = format!("{}/games?{}", path.get_value(), search.with_untracked(Search::query));
        spawn_local(async move {
            match ask::get::<Vec<Listed>>(&address).await {
                Ok(list) => {
                    let _ = more.try_set(list.len() >= PAGE);
                    let _ = trouble.try_set(None);
                    let _ = found.try_update(|found| {
                        if page == 0 {
                            found.clear();
                        }
                        found.extend(list);
                    });
                }
                Err(refused) => _ = trouble.try_set(Some(refusal(said, &refused))),
            }
        });
    };
    look(0);
    let submit = move |e: ev::SubmitEvent| {
        e.prevent_default();
        look(0);
    };
    let nothing = Callback::new(|_: String| {});
    let text = move |label: fn(&Said) -> &'static str, name: &'static str, set: fn(&mut Search, String)| {
        view! {
            <label class="field">
                <span>{said.t(label)}</span>
                <input type="text" name=name autocomplete="off" on:input=move |e| search.update(|s| set(s, event_target_value(&e)))/>
            </label>
        }
    };
    view! {
        <section class="card past" aria-labelledby="past-title">
            <h2 class="heading" id="past-title">{said.t(|m| m.games)}</h2>
            <form class="search" role="search" on:submit=submit>
                <label class="field">
                    <span>{said.t(|m| m.game)}</span>
                    <select name="variant" on:change=move |e| search.update(|s| s.variant = event_target_value(&e))>
                        <option value="">{said.t(|m| m.any)}</option>
                        {games().map(|game| view! { <option value=game.name()>{move || words.get().game(game)}</option> }).collect_view()}
                    </select>
                </label>
                <label class="field">
                    <span>{said.t(|m| m.result)}</span>
                    <select name="outcome" on:change=move |e| search.update(|s| s.outcome = event_target_value(&e))>
                        <option value="">{said.t(|m| m.any)}</option>
                        <option value="1-0">"1–0"</option>
                        <option value="0-1">"0–1"</option>
                        <option value="1/2-1/2">"½–½"</option>
                    </select>
                </label>
                {text(|m| m.opponent_name, "opponent", |s, text| s.opponent = text)}
                {text(|m| m.opening, "opening", |s, text| s.opening = text)}
                {text(|m| m.position, "position", |s, text| s.position = text)}
                <button type="submit">{prefs.t(|m| m.search)}</button>
            </form>
            <p class="told" role="alert">{move || trouble.get()}</p>
            <Show when=move || !found.with(Vec::is_empty) fallback=move || view! { <p class="soft">{said.t(|m| m.none_past)}</p> }>
                <ul>{move || found.get().into_iter().map(|game| row(said, words.get(), game, Kind::Past, nothing)).collect_view()}</ul>
            </Show>
            <Show when=move || more.get()>
                <button on:click=move |_| look(search.with_untracked(|s| s.page) + 1)>{said.t(|m| m.more_games)}</button>
            </Show>
        </section>
    }
}

/// What one may do with one's own account.
#[component]
fn Own(visit: Visit, said: Texts<Said>, me: RwSignal<Me>) -> impl IntoView {
    let (prefs, note) = (visit.prefs, visit.table.note);
    let sure = RwSignal::new(false);
    let leave = move |path: &'static str| {
        spawn_local(async move {
            match ask::delete(path).await {
                Ok(_) => {
                    me.set(Me::Guest);
                    location::go("people");
                }
                Err(refused) => _ = note.try_set(Some(refusal(said, &refused))),
            }
        });
    };
    let answer = Callback::new(move |yes: bool| {
        sure.set(false);
        if yes {
            leave("api/account");
        }
    });
    view! {
        <section class="card" aria-labelledby="own-title">
            <h2 class="heading" id="own-title">{said.t(|m| m.account)}</h2>
            <div class="buttons">
                <a class="button" href="api/games/export" download="games.pdn">{said.t(|m| m.export)}</a>
                <button on:click=move |_| leave("api/session")>{said.t(|m| m.log_out)}</button>
                <button on:click=move |_| sure.set(true)>{said.t(|m| m.delete_account)}</button>
            </div>
            {move || sure.get().then(|| {
                let text = said.say(|m| m.delete_account_sure).to_owned();
                view! { <Ask prefs text answer/> }
            })}
            <a class="button" href="people">{said.t(|m| m.to_lobby)}</a>
        </section>
    }
}
