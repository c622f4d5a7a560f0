//! The engine's lines: scores, moves to click, depth and speed.

use damka_rules::Side;
use damka_wire::Score;
use damka_wire::brain::{Line, MOST_LINES};
use leptos::prelude::*;

use super::desk::Desk;
use super::glance::{self, Glance};
use super::question::{for_white, passed, short, speed};
use super::room::Room;
use super::rows;

/// The card of the engine.
#[component]
pub(crate) fn EngineCard(room: Room) -> impl IntoView {
    let (said, lamp) = (room.said, room.lamp);
    let progress = move || match lamp.shown() {
        Some(report) => {
            said.fill(|m| m.depth, &[&report.depth.to_string(), &speed(report.nodes, report.millis)])
        }
        None => {
            match (lamp.missing.get(), lamp.on.get(), room.desk.with(|desk| desk.position().count_moves())) {
                (true, ..) => said.say(|m| m.engine_missing).to_owned(),
                (_, true, 0) => said.say(|m| m.no_moves).to_owned(),
                (_, true, _) if !room.is_busy() => said.say(|m| m.thinking).to_owned(),
                _ => String::new(),
            }
        }
    };
    view! {
        <section class="card engine" aria-label=said.t(|m| m.engine)>
            <div class="controls">
                <button aria-pressed=move || lamp.on.get().to_string() title="E" on:click=move |_| lamp.on.update(|on| *on = !*on)>
                    {said.t(|m| m.engine)}
                </button>
                <button aria-pressed=move || lamp.threat.get().to_string() title=said.t(|m| m.threat_why)
                    on:click=move |_| lamp.threat.update(|on| *on = !*on)>
                    {said.t(|m| m.threat)}
                </button>
                <label class="count">
                    <span>{said.t(|m| m.lines)}</span>
                    <select on:change=move |e| lamp.lines.set(event_target_value(&e).parse().unwrap_or(1))>
                        {(1..=MOST_LINES).map(|n| view! {
                            <option value=n selected=move || lamp.lines.get() == n>{n}</option>
                        }).collect_view()}
                    </select>
                </label>
            </div>
            <Show when=move || lamp.on.get()>
                <ol class="lines"
                    on:pointerover=move |e| lamp.ahead.set(glance::meant(&e).filter(|_| e.pointer_type() != "touch"))
                    on:pointerleave=move |_| lamp.ahead.set(None)
                    on:focusin=move |e| lamp.ahead.set(glance::meant(&e))
                    on:focusout=move |_| lamp.ahead.set(None)
                    on:keydown=move |e| glance::press(room, &e)
                >{move || lines(room)}</ol>
                <Glance room/>
            </Show>
            <p class="progress-of">{progress}</p>
        </section>
    }
}

/// The lines, each with its score for White and its moves.
fn lines(room: Room) -> Vec<AnyView> {
    let Some(report) = room.lamp.shown() else { return Vec::new() };
    let threat = room.lamp.threat.get();
    let (pos, ply, shift) = room.desk.with(|desk| (desk.position(), desk.ply(), rows::shift(&desk.study)));
    if threat && passed(&pos).is_none() {
        return Vec::new();
    }
    let turn = room.lamp.turn(&pos);
    let ply = if threat { ply + 1 } else { ply };
    report
        .lines
        .into_iter()
        .enumerate()
        .map(|(n, line)| one(room, n, line, turn, (ply, shift), threat))
        .collect()
}

fn one(room: Room, n: usize, line: Line, turn: Side, (ply, shift): (usize, usize), threat: bool) -> AnyView {
    let score = for_white(line.score, turn);
    let text = written(room, score);
    let label = room.said.fill(|m| m.line_of, &[&(n + 1).to_string(), &text]);
    let moves: Vec<AnyView> = line
        .moves
        .iter()
        .enumerate()
        .map(|(i, text)| {
            let at = ply + i;
            let number = (i == 0 || (at + shift).is_multiple_of(2)).then(|| rows::number(at, shift));
            let number = number.map(|number| view! { <span class="number">{number}</span> });
            let text = text.clone();
            let ahead = glance::mark((n, i));
            match threat {
                // What is threatened cannot be played: it is not that side's turn.
                true => view! { {number}<span class="move" data-ahead=ahead>{text}</span> }.into_any(),
                false => {
                    let all = line.moves[..=i].to_vec();
                    let play = move |_| {
                        room.lamp.ahead.set(None);
                        let from = room.desk.with_untracked(Desk::at);
                        room.change(|desk| desk.add_line(from, &all, all.len()));
                    };
                    let tab = if i == 0 { "0" } else { "-1" };
                    view! { {number}<button class="move" tabindex=tab data-ahead=ahead on:click=play>{text}</button> }
                        .into_any()
                }
            }
        })
        .collect();
    view! { <li><b class="score" class:black=score.value() < 0>{text}</b><div class="pv" role="group" aria-label=label>{moves}</div></li> }.into_any()
}

/// A score for White in words that are short.
pub(crate) fn written(room: Room, score: Score) -> String {
    match short(score) {
        (text, Some(moves)) if moves > 0 => room.said.fill(|m| m.won_in, &[&text, &moves.to_string()]),
        (text, _) => text,
    }
}
