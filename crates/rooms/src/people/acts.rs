//! What can be done in a game on the server besides moving: buttons, questions in place, offers, the ribbon of the result.

use damka_web::pages::actions::Ask;
use damka_web::pages::icons::{self, Icon};
use damka_wire::place::{Invite, Place, Room};
use damka_wire::room::Act;
use leptos::prelude::*;

use super::desk::{Desk, Question};
use super::live::Live;
use super::{Said, told};

/// A bubble of speech.
pub(crate) const TALK: &str = "M4 5h16v11H10l-5 4v-4H4z";

/// So many moves fit into a link.
const MOST_LINKED: usize = 160;

/// Everything below the status line.
#[component]
pub fn Acts(
    /// The place at the game.
    desk: Desk,
) -> impl IntoView {
    view! {
        <div class="acts">
            <Ribbon desk/>
            <Questions desk/>
            <Offers desk/>
            <Buttons desk/>
        </div>
    }
}

/// The row of actions; only what makes sense now.
#[component]
fn Buttons(desk: Desk) -> impl IntoView {
    let (prefs, said) = (desk.prefs, desk.said);
    let may = move |test: fn(&Live) -> bool| Memo::new(move |_| desk.live.with(test));
    let (take_back, draw, claim) =
        (may(Live::may_take_back), may(Live::may_offer_draw), may(Live::may_claim_draw));
    let (resign, abort, plays) =
        (may(Live::may_resign), may(Live::may_abort), may(|live| live.side.is_some()));
    let over = may(|live| live.end.is_some());
    let absent = Memo::new(move |_| desk.live.with(|live| live.claim_in(desk.now.get()) == Some(0)));
    let talk = may(|live| live.side.is_some() && live.is_full() && !live.against_computer());
    let button = move |icon: &'static str,
                       class: &'static str,
                       label: Signal<&'static str>,
                       off: Signal<bool>,
                       press: Callback<()>| {
        view! {
            <button class=format!("action {class}") title=label disabled=off on:click=move |_| press.run(())>
                <Icon d=icon/><span>{label}</span>
            </button>
        }
    };
    let never = Signal::stored(false);
    let own = move |pick: fn(&Said) -> &'static str| Signal::derive(said.t(pick));
    let asks = move |act: Act| Callback::new(move |()| desk.question.set(Some(Question::Act(act))));
    let does = move |act: Act| Callback::new(move |()| desk.act(act));
    let not = move |may: Memo<bool>| Signal::derive(move || !may.get());
    view! {
        <div class="actions" role="group" aria-label=prefs.t(|m| m.actions_label)>
            <Show when=move || plays.get() && !over.get()>
                {button(icons::UNDO, "", own(|m| m.take_back), not(take_back), does(Act::Takeback))}
                {move || match claim.get() {
                    true => button(icons::DRAW, "", Signal::derive(prefs.t(|m| m.claim_draw)), never, does(Act::ClaimDraw)),
                    false => button(icons::DRAW, "", Signal::derive(prefs.t(|m| m.offer_draw)), not(draw), asks(Act::Draw)),
                }}
                {move || match abort.get() {
                    true => button(icons::CLOSE, "", own(|m| m.abort), never, does(Act::Abort)),
                    false => button(icons::RESIGN, "", Signal::derive(prefs.t(|m| m.resign)), not(resign), asks(Act::Resign)),
                }}
                {move || absent.get().then(|| button(icons::PLAY, "", own(|m| m.claim_win), never, does(Act::ClaimAbsence)))}
            </Show>
            <Show when=move || talk.get()>
                {button(TALK, "narrow-only", own(|m| m.talk), never, Callback::new(move |()| desk.talking.update(|on| *on = !*on)))}
            </Show>
            {button(icons::FLIP, "", Signal::derive(prefs.t(|m| m.flip)), never, Callback::new(move |()| desk.flipped.update(|on| *on = !*on)))}
            <Show when=move || over.get() || !plays.get()>
                <a class="action" href="people"><Icon d=icons::PEOPLE/><span>{said.t(|m| m.to_lobby)}</span></a>
            </Show>
        </div>
    }
}

/// What the person is asked before something is done.
#[component]
fn Questions(desk: Desk) -> impl IntoView {
    let prefs = desk.prefs;
    let text = move || {
        let m = prefs.m();
        Some(match desk.question.get()? {
            Question::Act(Act::Draw) => m.offer_sure.to_owned(),
            Question::Act(_) => m.resign_sure.to_owned(),
            Question::Confirm(route) => {
                let text =
                    desk.live.with(|live| live.game.as_ref().map(|game| game.position().write(&route)));
                damka_web::i18n::fill(m.confirm_move, &[&text.unwrap_or_default()])
            }
        })
    };
    let answer = Callback::new(move |yes: bool| {
        let question = desk.question.get_untracked();
        desk.question.set(None);
        desk.hint.set(None);
        match question {
            Some(Question::Act(act)) if yes => desk.act(act),
            Some(Question::Confirm(route)) if yes => desk.play(&route),
            _ => {}
        }
    });
    move || text().map(|text| view! { <Ask prefs text answer/> })
}

/// What the opponent asks. It does not take the keyboard: somebody may be in the middle of a move.
#[component]
fn Offers(desk: Desk) -> impl IntoView {
    let prefs = desk.prefs;
    let asked = Memo::new(move |_| {
        let me = desk.live.with(|live| live.side)?;
        let name = told::name(desk, me.other());
        let fill = |text: &str| damka_web::i18n::fill(text, &[&name]);
        if desk.live.with(Live::may_answer_draw) {
            return Some((fill(desk.said.say(|m| m.draw_asked)), Act::Draw, Act::DeclineDraw));
        }
        let takeback = desk.live.with(Live::may_answer_takeback);
        takeback.then(|| (fill(desk.said.say(|m| m.takeback_asked)), Act::Takeback, Act::DeclineTakeback))
    });
    view! {
        <div aria-live="polite">
            {move || asked.get().map(|(text, yes, no)| view! {
                <div class="asking offer" role="group" aria-label=text.clone()>
                    <span>{text.clone()}</span>
                    <button class="primary" on:click=move |_| desk.act(yes)>{prefs.t(|m| m.yes)}</button>
                    <button on:click=move |_| desk.act(no)>{prefs.t(|m| m.no)}</button>
                </div>
            })}
        </div>
    }
}

/// The result: a quiet ribbon; the board stays.
#[component]
fn Ribbon(desk: Desk) -> impl IntoView {
    let (prefs, said) = (desk.prefs, desk.said);
    let away = RwSignal::new(false);
    let over = Memo::new(move |_| desk.live.with(|live| live.end.is_some()));
    let shown = move || over.get() && !away.get() && desk.looking.get().is_none();
    let headline = move || desk.live.with(|live| told::headline(desk, live));
    let why = move || desk.live.with(|live| told::reason_of_end(desk, live));
    let again = Memo::new(move |_| {
        desk.live.with(|live| live.may_rematch().then_some((live.asked.rematch, live.side)))
    });
    let rematch = move || {
        again.get().map(|(wanted, me)| {
            let mine = wanted.is_some() && wanted == me;
            let label = if wanted.is_some() && !mine { said.say(|m| m.accept_rematch) } else { prefs.m().rematch };
            view! { <button class="primary" disabled=mine on:click=move |_| desk.act(Act::Rematch)>{label}</button> }
        })
    };
    let next = move || {
        let game = desk.live.with(|live| live.next.clone())?;
        let address = Place::People(Some(game)).address();
        Some(view! { <a class="button primary" href=address>{said.t(|m| m.next_game)}</a> })
    };
    view! {
        <Show when=shown>
            <section class="result-card" aria-label=prefs.t(|m| m.finish_label)>
                <button class="icon-button close" aria-label=prefs.t(|m| m.close) on:click=move |_| away.set(true)>
                    <Icon d=icons::CLOSE/>
                </button>
                <h2>{headline}</h2>
                <p>{why}</p>
                <div class="buttons">
                    {rematch}
                    {next}
                    <a class="button" href="people">{said.t(|m| m.to_lobby)}</a>
                    {move || review(desk).map(|address| view! { <a class="button" href=address>{prefs.t(|m| m.review)}</a> })}
                </div>
            </section>
        </Show>
    }
}

/// Where the game can be looked through: in the room for that, or on the board.
fn review(desk: Desk) -> Option<String> {
    desk.live.with(|live| {
        let game = live.game.as_ref().filter(|game| (1..=MOST_LINKED).contains(&game.ply()))?;
        let moves = game.moves().iter().map(|played| played.text.clone()).collect();
        let invite = Invite { fen: game.start_fen(), moves, ..Invite::to(game.variant()) };
        let place = match Room::OPEN.contains(&Room::Analyse) {
            true => Place::Room(invite, Room::Analyse),
            false => Place::Board(invite),
        };
        Some(place.address())
    })
}
