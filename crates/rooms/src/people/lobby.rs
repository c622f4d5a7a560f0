//! The lobby: who waits for somebody, one's own games, games to watch. The server pushes the lists; nobody asks twice.

use damka_rules::Variant;
use damka_sitting::Control;
use damka_web::i18n::{Texts, Words};
use damka_web::later::Visit;
use damka_web::pages::gamecard::Corner;
use damka_web::platform::{document, location};
use damka_wire::PROTOCOL;
use damka_wire::lobby::{LobbyIn, LobbyOut};
use damka_wire::people::{Join, Listed, SeatGiven, SeatProof};
use damka_wire::place::Place;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::account::{Account, Me};
use super::phone::{Heard, Phone};
use super::seek::Seek;
use super::{Said, ask, kept, refusal, told};

/// What the server has told.
#[derive(Clone, Copy)]
struct Lists {
    waiting: RwSignal<Vec<Listed>>,
    playing: RwSignal<Vec<Listed>>,
    mine: RwSignal<Vec<Listed>>,
    /// Was everything told once?
    known: RwSignal<bool>,
    up: RwSignal<bool>,
    /// Failures before anything was heard.
    failed: RwSignal<u32>,
}

impl Lists {
    fn hear(self, text: &str) {
        match damka_wire::decode::<LobbyIn>(text) {
            Ok(LobbyIn::Waiting(list)) => self.waiting.set(list),
            Ok(LobbyIn::Playing(list)) => self.playing.set(list),
            Ok(LobbyIn::Mine(mut list)) => {
                list.sort_by_key(|game| !my_turn(game));
                self.mine.set(list);
                self.known.set(true);
                self.up.set(true);
            }
            Ok(LobbyIn::Refused { .. } | LobbyIn::Pong) | Err(_) => {}
        }
    }
}

/// Does the game wait for whoever asks: to move, or to sit down?
pub(crate) fn my_turn(game: &Listed) -> bool {
    match game.side {
        Some(side) => game.turn == Some(side),
        None => game.opponent.is_some(),
    }
}

fn hello() -> String {
    let seats = kept::Seats::load().0.into_iter();
    let seats = seats.map(|seat| SeatProof { game: seat.game, secret: seat.secret }).take(50).collect();
    damka_wire::encode(&LobbyOut::Hello { protocol: PROTOCOL, seats })
}

/// The lobby.
#[component]
pub fn Lobby(
    /// What the visitor brings along.
    visit: Visit,
    /// The words of the room.
    said: Texts<Said>,
    /// Who the visitor is.
    me: RwSignal<Me>,
) -> impl IntoView {
    let Visit { prefs, table, .. } = visit;
    let note = table.note;
    let lists = Lists {
        waiting: RwSignal::default(),
        playing: RwSignal::default(),
        mine: RwSignal::default(),
        known: RwSignal::new(false),
        up: RwSignal::new(false),
        failed: RwSignal::new(0),
    };
    let phone = StoredValue::new_local(None::<Phone>);
    let listener = move |heard: Heard| match heard {
        Heard::Open => {
            _ = phone.try_with_value(|phone| phone.iter().for_each(|phone| _ = phone.say(&hello())))
        }
        Heard::Text(text) => {
            lists.hear(&text);
            if lists.up.try_get_untracked() == Some(true) {
                let _ = phone.try_with_value(|phone| phone.iter().for_each(Phone::steady));
            }
        }
        Heard::Down => {
            let _ = lists.up.try_set(false);
            let _ = lists.failed.try_update(|n| *n += 1);
        }
    };
    phone.set_value(Some(Phone::call("ws/lobby", damka_wire::encode(&LobbyOut::Ping), listener)));
    let changed =
        Callback::new(move |()| _ = phone.try_with_value(|phone| phone.iter().for_each(Phone::redial)));
    let words = Memo::new(move |_| Words::plain(prefs.lang.get()));
    Effect::new(move || {
        let mine = lists.mine.with(|list| list.iter().filter(|game| my_turn(game)).count());
        let mark = if mine > 0 { format!("({mine}) ") } else { String::new() };
        document().set_title(&format!("{mark}{} · Damka", prefs.m().people));
    });
    let join = Callback::new(move |game: String| {
        let name = kept::name();
        spawn_local(async move {
            match ask::post::<SeatGiven>(&format!("api/games/{game}/join"), &Join { name }).await {
                Ok(given) => {
                    kept::keep(&given);
                    location::go(&Place::People(Some(given.game)).address());
                }
                Err(refused) => _ = note.try_set(Some(refusal(said, &refused))),
            }
        });
    });
    let alone = move || !lists.known.get() && lists.failed.get() > 1;
    let waiting = Memo::new(move |_| {
        let own = lists.mine.with(|mine| mine.iter().map(|game| game.game.clone()).collect::<Vec<_>>());
        lists
            .waiting
            .with(|all| all.iter().filter(|game| !own.contains(&game.game)).cloned().collect::<Vec<_>>())
    });
    let card = move |id: &'static str,
                     title: fn(&Said) -> &'static str,
                     none: fn(&Said) -> &'static str,
                     games: Signal<Vec<Listed>>,
                     kind: Kind| {
        let empty = move || if lists.known.get() { said.say(none) } else { said.say(|m| m.connecting) };
        let list = move || {
            games.get().into_iter().map(|game| row(said, words.get(), game, kind, join)).collect_view()
        };
        view! {
            <section class="card" aria-labelledby=id>
                <h2 class="heading" id=id>{said.t(title)}</h2>
                <Show when=move || !games.with(Vec::is_empty) fallback=move || view! { <p class="soft">{empty}</p> }>
                    <ul>{list}</ul>
                </Show>
            </section>
        }
    };
    view! {
        <main class="people">
            <header>
                <Corner prefs dialog=visit.dialog/>
                <h1>{prefs.t(|m| m.people)}</h1>
                <p class="soft" role="status">
                    {move || match (alone(), lists.up.get()) {
                        (true, _) => said.say(|m| m.no_server),
                        (_, true) => said.say(|m| m.lobby_about),
                        _ => said.say(|m| m.connecting),
                    }}
                </p>
            </header>
            <Seek visit said me/>
            <div class="lists">
                {card("mine-title", |m| m.my_games, |m| m.none_mine, lists.mine.into(), Kind::Mine)}
                {card("open-title", |m| m.open_games, |m| m.none_open, waiting.into(), Kind::Open)}
                {card("watch-title", |m| m.watch, |m| m.none_watch, lists.playing.into(), Kind::Watch)}
                <Account said me note changed/>
            </div>
        </main>
    }
}

/// Where a game is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Waits for anybody.
    Open,
    /// One's own, under way.
    Mine,
    /// To be watched.
    Watch,
    /// Finished, or not: somebody's games.
    Past,
}

/// A game in a list.
pub(crate) fn row(
    said: Texts<Said>,
    words: Words,
    game: Listed,
    kind: Kind,
    join: Callback<String>,
) -> AnyView {
    let address = Place::People(Some(game.game.clone())).address();
    let variant = game.variant.parse::<Variant>().ok();
    let name = variant.map_or(game.variant.as_str(), |variant| words.game(variant.base())).to_owned();
    let control = Control::parse(&game.clock).unwrap_or_default();
    let rule = variant.and_then(Variant::house_rule).map(|rule| words.house_rule(rule).to_owned());
    let mut terms = vec![name, words.control(control)];
    terms.extend(rule);
    if game.rated {
        terms.push(said.say(|m| m.rated).to_owned());
    }
    let player = |n: usize| told::player(said, words, game.players[n].as_ref());
    let rated = |n: usize| match game.players[n].as_ref().and_then(|player| player.rating) {
        Some(rating) => format!("{} ({rating})", player(n)),
        None => player(n),
    };
    let there = usize::from(game.players[0].is_none());
    let title = match (kind, game.side) {
        (Kind::Open, _) => rated(there),
        (Kind::Mine, Some(white)) => player(usize::from(white)),
        (Kind::Mine, None) => player(there),
        _ => format!("{} – {}", player(0), player(1)),
    };
    let state = match kind {
        Kind::Mine if game.side.is_none() => said.say(|m| m.for_you),
        Kind::Mine if my_turn(&game) => words.m().your_turn,
        Kind::Mine if game.turn.is_none() => said.say(|m| m.waiting),
        Kind::Mine => said.say(|m| m.their_turn),
        Kind::Past => match game.outcome.as_deref() {
            Some(_) => "",
            None => words.m().unfinished,
        },
        _ => "",
    };
    let result = game.outcome.clone().filter(|_| kind == Kind::Past);
    let opening = game.opening.clone().filter(|_| kind == Kind::Past);
    let urgent = kind == Kind::Mine && my_turn(&game);
    let label = match kind {
        Kind::Open => said.say(|m| m.sit_down),
        Kind::Watch => said.say(|m| m.watch),
        _ => said.say(|m| m.look),
    };
    let id = game.game.clone();
    let button = match kind {
        Kind::Open => {
            view! { <button class="primary" data-game=id.clone() on:click=move |_| join.run(id.clone())>{label}</button> }.into_any()
        }
        _ => view! { <a class="button" class:primary=urgent data-game=id href=address>{label}</a> }.into_any(),
    };
    view! {
        <li class:urgent=urgent>
            <span class="about">
                <b>{title}</b>
                <small>{terms.join(" · ")}</small>
                {(!state.is_empty()).then(|| view! { <small class="state">{state}</small> })}
                {opening.map(|opening| view! { <small>{opening}</small> })}
            </span>
            {result.map(|result| view! { <span class="result">{result.replace("1/2-1/2", "½–½").replace('-', "–")}</span> })}
            {button}
        </li>
    }
    .into_any()
}
