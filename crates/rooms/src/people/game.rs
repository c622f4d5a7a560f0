//! The room with a game on the server: the same board as everywhere, with the line in its status.

use damka_rules::{Route, Side};
use damka_sitting::Control;
use damka_sitting::seats::Level;
use damka_web::board::{Board, Layout};
use damka_web::i18n::{Texts, fill};
use damka_web::later::Visit;
use damka_web::model::clock::LOW;
use damka_web::pages::actions::Choices;
use damka_web::pages::bars::{Spoils, disc_class};
use damka_web::pages::icons::{self, Icon};
use damka_web::pages::levels::Face;
use damka_web::pages::moves::{Lines, Steps, centre, lines};
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::account::Me;
use super::acts::Acts;
use super::desk::Desk;
use super::door::Door;
use super::live::Live;
use super::talk::{Plans, Talk};
use super::{Said, notice, told};

/// A bell.
const BELL: &str = "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 20.500a2 2 0 0 0 4 0";

/// The room.
#[component]
pub fn GameRoom(
    /// What the visitor brings along.
    visit: Visit,
    /// The words of the room.
    said: Texts<Said>,
    /// Who the visitor is.
    me: RwSignal<Me>,
    /// The game's number.
    id: String,
) -> impl IntoView {
    let desk = Desk::open(visit, said, &id);
    let prefs = desk.prefs;
    listen(desk);
    let known = Memo::new(move |_| desk.live.with(|live| live.game.is_some()));
    let display = Memo::new(move |_| desk.display());
    let look = Memo::new(move |_| desk.look());
    let words = Memo::new(move |_| desk.words());
    let game = move || desk.variant().map_or("", |variant| words.get().game(variant.base()));
    let label = Signal::derive(move || fill(words.get().m().board_label, &[game()]));
    let gone = move || {
        desk.gone.get().map(|why| {
            view! {
                <section class="gone">
                    <p role="alert">{told::reason(said, &why)}</p>
                    <a class="button primary" href="people">{said.t(|m| m.to_lobby)}</a>
                </section>
            }
        })
    };
    view! {
        <main class="play live" class:cut=move || !desk.up.get()>
            <h1 class="unseen">{move || format!("{} – {}: {}", told::name(desk, Side::White), told::name(desk, Side::Black), game())}</h1>
            {gone}
            <Show when=move || known.get() fallback=move || desk.gone.get().is_none().then(|| view! {
                <p class="gone" role="status">{said.t(|m| m.connecting)}</p>
            })>
                <Bar desk top=true/>
                <div class="board-place">
                    <Board display look words on_event=Callback::new(move |event| desk.touch(event)) label/>
                    <Refused desk/>
                    <Chooser desk/>
                    <Door desk me/>
                </div>
                <Bar desk top=false/>
                <div class="side">
                    <Head desk/>
                    <div class="middle">
                        <Moves desk/>
                        <MoveBox desk/>
                        <Plans desk/>
                        <Talk desk me/>
                    </div>
                    <Status desk/>
                    <Acts desk/>
                </div>
            </Show>
            <p class="unseen" aria-live="polite">{move || desk.spoken.get()}</p>
            <p class="unseen" id="board-keys">{prefs.t(|m| m.board_keys)}</p>
        </main>
    }
}

/// The keys that work anywhere in the room.
fn listen(desk: Desk) {
    let handle = window_event_listener(ev::keydown, move |event: KeyboardEvent| {
        let target = event.target().and_then(|t| t.dyn_into::<HtmlElement>().ok());
        let typing = target.is_some_and(|e| matches!(e.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        let sheet = damka_web::platform::document().query_selector("dialog[open]").ok().flatten().is_some();
        if typing || sheet || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match (event.key().as_str(), event.code().as_str()) {
            ("Escape", _) => desk.back(),
            (_, "KeyF") => desk.flipped.update(|flipped| *flipped = !*flipped),
            (_, "KeyM") => {
                let texts = desk.live.with_untracked(|live| {
                    live.game
                        .as_ref()
                        .filter(|_| live.turn().is_some())
                        .map(|game| game.position().move_texts())
                });
                let text = fill(desk.words().m().legal_moves, &[&texts.unwrap_or_default().join(", ")]);
                desk.spoken.set(text.clone());
                desk.note.set(Some(text));
            }
            (digit, _) => {
                if let Ok(number @ 1..=9) = digit.parse::<usize>() {
                    desk.choose(number - 1);
                }
            }
        }
    });
    on_cleanup(move || handle.remove());
}

/// A player: name, whether they are there, what was captured, how much time is left.
#[component]
fn Bar(desk: Desk, top: bool) -> impl IntoView {
    let said = desk.said;
    let side = Memo::new(move |_| if top { desk.bottom().other() } else { desk.bottom() });
    let player = Memo::new(move |_| desk.live.with(|live| live.players[side.get() as usize].clone()));
    let about = move || {
        let words = desk.words();
        let Some(player) = player.get() else { return String::new() };
        if player.level.is_some() {
            return words.m().computer.to_owned();
        }
        let mut about: Vec<String> = Vec::new();
        if desk.live.with(|live| live.side == Some(side.get())) {
            about.push(words.m().you.to_owned());
        }
        about.extend(player.rating.map(|rating| rating.to_string()));
        if about.is_empty() {
            about.push(words.side(side.get()).0.to_owned());
        }
        about.join(" · ")
    };
    // What was said last stands with the name: nothing pops up.
    let remark = move || {
        let words = desk.live.with(|live| {
            let mine = live.side == Some(side.get());
            live.said.last().filter(|remark| remark.side == side.get() && !mine).map(|r| r.words.clone())
        });
        words.filter(|_| !desk.muted.get()).map(|words| told::remark(desk, &words))
    };
    let away = Memo::new(move |_| {
        let person = player.with(|player| player.as_ref().is_some_and(|player| player.level.is_none()));
        desk.live.with(|live| person && live.end.is_none() && !live.here[side.get() as usize])
    });
    let turn = Memo::new(move |_| desk.live.with(|live| live.turn() == Some(side.get())));
    let ply = move || desk.looking.get();
    let captured = Memo::new(move |_| desk.live.with(|live| lost(live, side.get().other(), ply())));
    let clock = Memo::new(move |_| {
        let now = desk.now.get();
        desk.live.with(|live| {
            let left = live.left(side.get(), now)?;
            Some((told::clock(said, live.control, left), left < LOW))
        })
    });
    let face = move || match player.get().and_then(|player| player.level) {
        Some(level) => view! { <Face level=Some(Level(level))/> }.into_any(),
        None => ().into_any(),
    };
    let disc = move || disc_class(desk.words().paint, side.get());
    view! {
        <div class="bar" class:top=top class:turn=turn class:away=away>
            <span class="player">
                <span class="avatar">{face}<span class=disc aria-hidden="true"></span></span>
                <span class="names">
                    <b class="name">{move || told::name(desk, side.get())}</b>
                    " "
                    <small>{about}</small>
                    {move || away.get().then(|| view! { <small class="gone-away">{said.t(|m| m.away)}</small> })}
                    {move || remark().map(|text| view! { <small class="remark">{text}</small> })}
                </span>
            </span>
            <Spoils side captured clock words=move || desk.words()/>
        </div>
    }
}

/// How many pieces a side has lost by then.
fn lost(live: &Live, side: Side, ply: Option<usize>) -> usize {
    let Some(game) = &live.game else { return 0 };
    let count = |pos| damka_sitting::scene::pieces(pos, side);
    let first = count(&game.positions()[0]);
    first.saturating_sub(count(game.position_at(ply.unwrap_or(game.ply())).unwrap_or(game.position())))
}

/// Which game this is, what was agreed, who watches.
#[component]
fn Head(desk: Desk) -> impl IntoView {
    let (said, settings) = (desk.said, desk.prefs.settings);
    let terms = move || {
        let words = desk.words();
        desk.live.with(|live| {
            let mut terms: Vec<String> = Vec::new();
            let rule = live.game.as_ref().and_then(|game| game.variant().house_rule());
            terms.extend(rule.map(|rule| words.house_rule(rule).to_owned()));
            if live.control != Control::None {
                terms.push(words.control(live.control));
            }
            terms.push(said.say(if live.rated { |m| m.rated } else { |m| m.casual }).to_owned());
            if live.watchers > 0 {
                terms.push(said.plural(|m| m.watchers, live.watchers as usize, &[]));
            }
            terms.join(" · ")
        })
    };
    let sounds = Memo::new(move |_| settings.with(|s| s.sounds));
    let mute_label = move || if sounds.get() { desk.prefs.m().mute } else { desk.prefs.m().unmute };
    let askable = RwSignal::new(notice::may_ask());
    let game = move || desk.variant().map_or("", |variant| desk.words().game(variant.base()));
    view! {
        <div class="game-card">
            <div class="game">
                <span class="title"><b>{game}</b></span>
                <small>{terms}</small>
            </div>
            <Show when=move || askable.get() && desk.live.with(|live| live.side.is_some() && live.end.is_none())>
                <button class="icon-button" aria-label=said.t(|m| m.notify) title=said.t(|m| m.notify)
                    on:click=move |_| notice::ask(move || _ = askable.try_set(notice::may_ask()))><Icon d=BELL/></button>
            </Show>
            <button class="icon-button" aria-label=mute_label title=mute_label
                on:click=move |_| settings.update(|s| s.sounds = !s.sounds)>
                {move || if sounds.get() { view! { <Icon d=icons::SOUND/> } } else { view! { <Icon d=icons::MUTE/> } }}
            </button>
        </div>
    }
}

/// The moves, to step through.
#[component]
fn Moves(desk: Desk) -> impl IntoView {
    let prefs = desk.prefs;
    let list = NodeRef::<html::Ol>::new();
    let last = Memo::new(move |_| desk.live.with(|live| live.game.as_ref().map_or(0, |game| game.ply())));
    let shown = Memo::new(move |_| desk.looking.get().unwrap_or(last.get()));
    let all = Memo::new(move |_| desk.live.with(|live| live.game.as_ref().map(lines).unwrap_or_default()));
    Effect::new(move || {
        let _ = (shown.get(), all.get());
        request_animation_frame(move || {
            let Some(list) = list.try_get_untracked().flatten() else { return };
            centre(&list);
        });
    });
    view! {
        <section class="moves" aria-label=prefs.t(|m| m.moves_label)>
            <ol node_ref=list tabindex="0" aria-label=prefs.t(|m| m.moves_label)>
                <Lines all shown look=move |ply| desk.look_at(Some(ply))/>
            </ol>
            <Steps prefs look=move |ply| desk.look_at(ply) step=move |on| desk.step(on)/>
        </section>
    }
}

/// The box to type a move.
#[component]
fn MoveBox(desk: Desk) -> impl IntoView {
    let prefs = desk.prefs;
    let text = RwSignal::new(String::new());
    let submit = move |e: ev::SubmitEvent| {
        e.prevent_default();
        if desk.type_move(&text.get_untracked()) {
            text.set(String::new());
        }
    };
    view! {
        <Show when=move || desk.live.with(|live| live.side.is_some() && live.end.is_none())>
            <form class="move-box" on:submit=submit>
                <label>
                    <span class="unseen">{prefs.t(|m| m.type_move_label)}</span>
                    <input type="text" name="move" autocomplete="off" autocapitalize="off" spellcheck="false"
                        enterkeyhint="go" placeholder=prefs.t(|m| m.type_move) prop:value=text
                        on:input=move |e| text.set(event_target_value(&e))/>
                </label>
                <button type="submit">{prefs.t(|m| m.play_it)}</button>
            </form>
        </Show>
    }
}

/// The status line, with the connection.
#[component]
fn Status(desk: Desk) -> impl IntoView {
    let text = Memo::new(move |_| told::status(desk));
    let urgent = Memo::new(move |_| desk.looking.get().is_none() && !desk.display().must.is_empty());
    view! {
        <div class="status" class:urgent=urgent>
            <span class="signal" class:up=move || desk.up.get() aria-hidden="true"></span>
            <p role="status">{text}</p>
            <Show when=move || desk.looking.get().is_some()>
                <button on:click=move |_| desk.look_at(None)>{desk.prefs.t(|m| m.back_to_game)}</button>
            </Show>
        </div>
    }
}

/// The refusal, near the square it is about but never over it.
#[component]
fn Refused(desk: Desk) -> impl IntoView {
    let below = move |routes: &[Route], squares: &[damka_rules::Square]| {
        let Some(grid) = desk.variant().map(|variant| variant.grid()) else { return false };
        let layout = Layout { grid, bottom: desk.bottom() };
        let stops = routes.iter().flat_map(|r| r.stops().iter().chain(r.taken())).chain(squares);
        let rows: Vec<usize> = stops.map(|&square| layout.place(square).1).collect();
        let upper = rows.iter().filter(|&&row| row < grid.height / 3).count();
        let lower = rows.iter().filter(|&&row| row >= grid.height - grid.height / 3).count();
        lower < upper
    };
    view! {
        <div class="refusals" role="alert" aria-live="assertive">
            {move || desk.bubble.get().map(|bubble| {
                let class = if below(&bubble.routes, &bubble.squares) { "bubble low" } else { "bubble" };
                view! { <p class=class>{bubble.text}</p> }
            })}
        </div>
    }
}

/// The number buttons of the chooser.
#[component]
fn Chooser(desk: Desk) -> impl IntoView {
    let choices = Memo::new(move |_| {
        desk.live.with(|live| {
            let Some(game) = &live.game else { return Vec::new() };
            let script = game.position().script();
            desk.entry.with(|entry| entry.choices().iter().map(|route| route.text(script)).collect())
        })
    });
    view! { <Choices prefs=desk.prefs choices choose=move |i| desk.choose(i)/> }
}
