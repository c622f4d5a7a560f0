//! What the review says: the graph, the numbers, the sentence about the move looked at, the questions.

use damka_review::{Judged, Summary};
use damka_rules::Side;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::graph::{SIZE, area, nearest, point};
use super::judging::Judging;
use super::lessons::Standing;
use super::reasons::Reason;
use super::room::Room;
use super::rows;

/// So many moves of the better line are shown; whoever wants more goes there.
const SHOWN: usize = 8;

/// Everything about the review.
#[component]
pub(crate) fn ReviewCards(room: Room) -> impl IntoView {
    let said = room.said;
    let running =
        Memo::new(move |_| room.judging.with(|j| j.as_ref().filter(|j| j.goes_on()).map(Judging::percent)));
    let begun = Memo::new(move |_| room.judging.with(Option::is_some));
    let worth =
        Memo::new(move |_| room.desk.with(|desk| desk.study.tree.main_end() != desk.study.tree.root()));
    view! {
        <Show when=move || worth.get() && !begun.get()>
            <section class="card"><button class="primary wide" on:click=move |_| room.review()>{said.t(|m| m.review_it)}</button></section>
        </Show>
        <Show when=move || begun.get()>
            <section class="card review">
                <h2>{said.t(|m| m.review_title)}</h2>
                {move || match running.get() {
                    Some(percent) => view! {
                        <div class="running">
                            <progress max="100" value=percent aria-label=move || said.fill(|m| m.review_progress, &[&percent.to_string()])></progress>
                            <p>{move || said.fill(|m| m.review_progress, &[&percent.to_string()])}</p>
                            <button on:click=move |_| room.stop_review()>{said.t(|m| m.review_stop)}</button>
                        </div>
                    }.into_any(),
                    None => view! { <Numbers room/> }.into_any(),
                }}
                <Graph room/>
                <Show when=move || running.get().is_none() && !room.lessons.with(Option::is_some) && has_lessons(room)>
                    <button on:click=move |_| room.learn(None)>{said.t(|m| m.learn)}</button>
                </Show>
            </section>
        </Show>
        {move || match room.lessons.with(Option::is_some) {
            true => view! { <Question room/> }.into_any(),
            false => view! { <Sentence room/> }.into_any(),
        }}
    }
}

fn has_lessons(room: Room) -> bool {
    let person = room.person.get_value();
    room.told.with(|told| told.as_ref().is_some_and(|told| !told.lessons(person).is_empty()))
}

/// How many mistakes of each kind each side made.
#[component]
fn Numbers(room: Room) -> impl IntoView {
    let told = move |side: Side| {
        let players = room.told.with(|told| told.as_ref().map(|told| told.players.clone()))?;
        let Summary { inaccuracies, mistakes, blunders, .. } = players[side].clone();
        let kinds = [("blunders", blunders), ("mistakes", mistakes), ("inaccuracies", inaccuracies)];
        let parts: Vec<String> = kinds
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .filter_map(|(key, count)| room.reasons.label(key, &[&count.to_string()]))
            .collect();
        let none = parts.is_empty().then(|| room.said.say(|m| m.no_faults).to_owned());
        Some(format!("{}: {}", room.words.get().side(side).0, none.unwrap_or(parts.join(" · "))))
    };
    view! {
        <p class="numbers" data-side="white">{move || told(Side::White)}</p>
        <p class="numbers" data-side="black">{move || told(Side::Black)}</p>
    }
}

/// The graph; a click goes there, and so do the arrow keys.
#[component]
fn Graph(room: Room) -> impl IntoView {
    let chances =
        Memo::new(move |_| room.judging.with(|j| j.as_ref().map(Judging::chances)).unwrap_or_default());
    let positions = move || chances.with(Vec::len);
    let here = Memo::new(move |_| {
        room.desk.with(|desk| if desk.study.tree.is_main(desk.at()) { desk.ply() } else { usize::MAX })
    });
    let path = move || chances.with(|chances| area(chances));
    let dots = move || {
        let moves = room.told.with(|told| told.as_ref().map(|told| told.moves.clone())).unwrap_or_default();
        let bad = moves.into_iter().filter(|one| one.judgement.is_some());
        bad.filter_map(|one| {
            let chance = chances.with(|chances| chances.get(one.ply + 1).copied().flatten())?;
            let (x, y) = point(one.ply + 1, chance, positions());
            Some(view! { <circle class=kind(&one) cx=x cy=y r="4"></circle> })
        })
        .collect_view()
    };
    let now = move || {
        let plies = here.get();
        let chance = chances.with(|chances| chances.get(plies).copied().flatten()).unwrap_or(0.5);
        (plies < positions()).then(|| {
            let (x, y) = point(plies, chance, positions());
            view! { <line class="now" x1=x x2=x y1="0" y2=SIZE.1></line><circle class="now" cx=x cy=y r="3.5"></circle> }
        })
    };
    let click = move |event: MouseEvent| {
        let Some(target) = event.current_target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
        let rect = target.get_bounding_client_rect();
        let part = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
        room.go_main(nearest(part, chances.with_untracked(Vec::len)));
    };
    let value = move || here.get().min(positions().saturating_sub(1));
    let text = move || {
        let plies = value();
        let chance = chances.with(|chances| chances.get(plies).copied().flatten()).unwrap_or(0.5);
        let (number, text) = room.desk.with(|desk| match plies.checked_sub(1) {
            None => (String::new(), String::new()),
            Some(ply) => {
                let text = desk.study.tree.played(desk.main_at(plies)).map(|p| p.text.clone());
                (rows::number(ply, rows::shift(&desk.study)), text.unwrap_or_default())
            }
        });
        room.said.fill(|m| m.graph_at, &[&number, &text, &format!("{:.0}", chance * 100.0)])
    };
    view! {
        <div class="graph" role="slider" tabindex="0" aria-label=room.said.t(|m| m.graph) aria-valuemin="0"
            aria-valuemax=move || positions().saturating_sub(1) aria-valuenow=value aria-valuetext=text on:click=click>
            <svg viewBox=format!("0 0 {} {}", SIZE.0, SIZE.1) preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <path class="white" d=path></path>
                <line class="even" x1="0" x2=SIZE.0 y1=SIZE.1 / 2.0 y2=SIZE.1 / 2.0></line>
                {dots}
                {now}
            </svg>
        </div>
    }
}

/// The class of a judged move.
pub(crate) fn kind(one: &Judged) -> &'static str {
    match one.sign() {
        "??" => "blunder",
        "?" => "mistake",
        "?!" => "inaccuracy",
        "" => "",
        _ => "good",
    }
}

/// What there is to say about the move looked at.
#[component]
fn Sentence(room: Room) -> impl IntoView {
    let said = room.said;
    let shown = Memo::new(move |_| room.judged.get().filter(|one| !one.sign().is_empty()));
    let number = move |one: &Judged| room.desk.with(|desk| rows::number(one.ply, rows::shift(&desk.study)));
    let show = move |one: &Judged, line: Vec<String>, missed: bool| {
        let from = room.desk.with_untracked(|desk| desk.main_at(if missed { one.ply } else { one.ply + 1 }));
        room.change(|desk| desk.add_line(from, &line, 1));
    };
    move || {
        shown.get().map(|one| {
            let bad = one.judgement.is_some();
            let better = one.best.first().is_some_and(|best| *best != one.text) && bad;
            let word = move |one: &Judged| {
                let key = match (one.sign(), one.missed_win) {
                    (_, true) => "missed-win",
                    ("??", _) => "blunder",
                    ("?", _) => "mistake",
                    ("?!", _) => "inaccuracy",
                    ("!!", _) => "brilliant",
                    _ => "only-move",
                };
                room.reasons.label(key, &[])
            };
            let head = format!("{} {}{}", number(&one), one.text, one.sign());
            let reasons = move || room.reasons.shown.get();
            let cost = {
                let curve = damka_review::Curve::of(room.variant);
                let share = |score| format!("{:.0}", curve.chance(score).share() * 100.0);
                (bad && reasons().is_empty()).then(|| said.fill(|m| m.cost, &[&share(one.before), &share(one.after)]))
            };
            let first = reasons().into_iter().next();
            let (proof, plain) = (one.clone(), one.clone());
            let ply = one.ply;
            let sentences = reasons()
                .into_iter()
                .map(|Reason { text, line, missed }| {
                    view! { <p class="reason">{text}" "<small>{(!missed).then(|| line.join(" "))}</small></p> }
                })
                .collect_view();
            let class = kind(&one);
            let best = one.best[..one.best.len().min(SHOWN)].to_vec();
            let base = one.clone();
            view! {
                <section class=format!("card sentence {class}") aria-live="polite">
                    <div class="proof">
                        <h3>{head}" "<span>{word(&one)}</span></h3>
                        {sentences}
                        {cost.map(|text| view! { <p class="cost">{text}</p> })}
                    </div>
                    {better.then(|| view! {
                        <p class="best"><b>{said.t(|m| m.better)}</b>" "
                            {best.iter().enumerate().map(|(n, text)| {
                                let (one, line) = (base.clone(), best[..=n].to_vec());
                                view! {
                                    <button class="move" on:click=move |_| {
                                        let from = room.desk.with_untracked(|desk| desk.main_at(one.ply));
                                        room.change(|desk| desk.add_line(from, &line, line.len()));
                                    }>{text.clone()}</button>
                                }
                            }).collect_view()}
                        </p>
                    })}
                    {bad.then(|| view! {
                        <div class="buttons">
                            <button class="primary" on:click=move |_| room.learn(Some(ply))>{said.t(|m| m.try_it)}</button>
                            <button on:click=move |_| match &first {
                                Some(reason) => show(&proof, reason.line.clone(), reason.missed),
                                None => show(&plain, plain.answer.clone(), false),
                            }>{said.t(|m| m.show_line)}</button>
                        </div>
                    })}
                </section>
            }
        })
    }
}

/// A mistake as a question.
#[component]
fn Question(room: Room) -> impl IntoView {
    let said = room.said;
    let text = move || {
        room.lessons.with(|lessons| {
            let lessons = lessons.as_ref()?;
            let mistake = lessons.mistake();
            let best = mistake.best.first().cloned().unwrap_or_default();
            Some(match &lessons.standing {
                Standing::Asked => said.fill(|m| m.learn_ask, &[&mistake.text]),
                Standing::Checking(text, _) => said.fill(|m| m.learn_checking, &[text]),
                Standing::Wrong(text) => said.fill(|m| m.learn_wrong, &[text]),
                Standing::Right(text) => said.fill(|m| m.learn_right, &[text]),
                Standing::AsGood(text) => said.fill(|m| m.learn_as_good, &[text, &best]),
                Standing::Told => said.fill(|m| m.learn_told, &[&best]),
            })
        })
    };
    let number = move || {
        let (number, all) =
            room.lessons.with(|lessons| lessons.as_ref().map(|l| l.number())).unwrap_or((0, 0));
        said.fill(|m| m.learn_number, &[&number.to_string(), &all.to_string()])
    };
    let open = move || room.lessons.with(|lessons| lessons.as_ref().is_some_and(|l| l.is_open()));
    let state = move || {
        room.lessons.with(|lessons| {
            lessons.as_ref().map(|l| match l.standing {
                Standing::Wrong(_) => "wrong",
                Standing::Right(_) | Standing::AsGood(_) => "right",
                Standing::Checking(..) => "checking",
                Standing::Asked => "asked",
                Standing::Told => "told",
            })
        })
    };
    let more =
        move || room.lessons.with(|lessons| lessons.as_ref().is_some_and(|l| l.number().0 < l.number().1));
    view! {
        <section class="card question" data-standing=state>
            <h2>{number}</h2>
            <p role="status">{text}</p>
            <div class="buttons">
                <Show when=open><button on:click=move |_| {
                    room.lessons.update(|lessons| _ = lessons.as_mut().map(|l| l.tell()));
                    room.refresh();
                }>{said.t(|m| m.learn_tell)}</button></Show>
                <Show when=more><button class="primary" on:click=move |_| room.learn_on()>{said.t(|m| m.learn_next)}</button></Show>
                <button on:click=move |_| room.leave_lessons()>{said.t(|m| m.learn_end)}</button>
            </div>
        </section>
    }
}
