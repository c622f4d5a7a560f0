//! What is said about a game on the server: names, the status line, endings, refusals in words.

use damka_rules::{Obligation, Outcome, Route, Side};
use damka_sitting::seats::Level;
use damka_sitting::{Control, Millis};
use damka_web::i18n::{Texts, fill};
use damka_web::model::clock::face;
use damka_wire::room::{Phrase, Player, Words as Spoken};
use leptos::prelude::*;

use super::Said;
use super::desk::Desk;
use super::live::{End, Live};

/// A draw is announced from so many plies on.
const NEAR: u8 = 30;

/// What somebody in a list is called.
pub(crate) fn player(said: Texts<Said>, words: damka_web::i18n::Words, player: Option<&Player>) -> String {
    match player {
        None => said.say(|m| m.open_seat).to_owned(),
        Some(Player { level: Some(level), .. }) => words.level(Level(*level)).to_owned(),
        Some(player) if player.name.is_empty() => said.say(|m| m.guest).to_owned(),
        Some(player) => player.name.clone(),
    }
}

/// What a player is called.
pub(crate) fn name(desk: Desk, side: Side) -> String {
    let words = desk.words();
    desk.live.with(|live| player(desk.said, words, live.players[side as usize].as_ref()))
}

/// What a clock shows: days are not counted in seconds.
pub(crate) fn clock(said: Texts<Said>, control: Control, left: Millis) -> String {
    const HOUR: Millis = 3_600_000;
    if !control.is_correspondence() || left < 24 * HOUR {
        return face(left);
    }
    fill(said.say(|m| m.days_left), &[&(left / HOUR / 24).to_string(), &(left / HOUR % 24).to_string()])
}

/// The headline of a finished game, from the view of a player if it is one.
pub(crate) fn headline(desk: Desk, live: &Live) -> Option<String> {
    let words = desk.words();
    let m = words.m();
    Some(match live.end? {
        End::Aborted => desk.said.say(|m| m.aborted).to_owned(),
        End::Result(_, Outcome::Draw) => m.drawn.to_owned(),
        End::Result(_, Outcome::Win(side)) => match live.side {
            Some(me) if me == side => m.you_won.to_owned(),
            Some(_) => m.you_lost.to_owned(),
            None => words.about(m.side_won, side),
        },
    })
}

/// Why it ended.
pub(crate) fn reason_of_end(desk: Desk, live: &Live) -> Option<String> {
    match live.end? {
        End::Aborted => Some(desk.said.say(|m| m.aborted_why).to_owned()),
        End::Result(ending, _) => {
            let goal = live.game.as_ref()?.variant().laws().goal;
            Some(desk.words().ending(ending, goal))
        }
    }
}

/// Both in one sentence.
pub(crate) fn ending(desk: Desk, live: &Live) -> Option<String> {
    Some(format!("{}. {}", headline(desk, live)?, reason_of_end(desk, live)?))
}

/// The status line.
pub(crate) fn status(desk: Desk) -> String {
    let said = desk.said;
    let words = desk.words();
    let m = words.m();
    let lost = !desk.up.get();
    if desk.live.with(|live| live.game.is_none()) {
        return said.say(|m| m.connecting).to_owned();
    }
    desk.live.with(|live| {
        if let Some(ply) = desk.looking.get() {
            let number = live.game.as_ref().map_or(0, |game| game.move_number(ply.saturating_sub(1)));
            return fill(m.looking_at, &[&number.to_string()]);
        }
        if let Some(told) = ending(desk, live) {
            return told;
        }
        if lost {
            return said.say(if live.sent.is_some() { |m| m.lost_sent } else { |m| m.lost }).to_owned();
        }
        if !live.is_full() {
            return said.say(|m| m.waiting).to_owned();
        }
        let mut text = turn(desk, live);
        if let Some(countdown) =
            live.game.as_ref().and_then(|game| game.countdown()).filter(|c| c.plies <= NEAR)
        {
            text = format!("{text} {}", words.countdown(countdown));
        }
        text
    })
}

fn turn(desk: Desk, live: &Live) -> String {
    let words = desk.words();
    let m = words.m();
    let Some(game) = &live.game else { return String::new() };
    // The time is looked at only while somebody is away: everything else changes with the game.
    let absent =
        live.side.map(Side::other).filter(|&other| live.claim_at.is_some() && !live.here[other as usize]);
    if let Some((opponent, seconds)) = absent.and_then(|other| Some((other, live.claim_in(desk.now.get())?)))
    {
        let name = player(desk.said, words, live.players[opponent as usize].as_ref());
        return match seconds {
            0 => fill(desk.said.say(|m| m.left_now), &[&name]),
            n => desk.said.plural(|m| m.left_soon, n as usize, &[&name]),
        };
    }
    if live.premove.len() >= 2 {
        return fill(m.premove_set, &[&game.position().script().stops(&live.premove, false)]);
    }
    if !live.my_turn() {
        return words.about(m.to_move, game.turn());
    }
    desk.entry.with(|entry| {
        if !entry.choices().is_empty() {
            return m.choose_route.to_owned();
        }
        if entry.legs() > 0 {
            return m.go_on.to_owned();
        }
        let compulsory = game.variant().laws().obligation == Obligation::Compulsory;
        if compulsory && entry.routes().iter().any(Route::is_capture) {
            return match entry.movable()[..] {
                [one] => fill(m.must_capture_one, &[&game.position().square_name(one)]),
                _ => words.lang.plural(m.must_capture_ways, game.position().count_moves(), &[]),
            };
        }
        m.your_turn.to_owned()
    })
}

/// A phrase every language has.
pub(crate) fn phrase(said: Texts<Said>, phrase: Phrase) -> &'static str {
    said.say(match phrase {
        Phrase::Hello => |m| m.p_hello,
        Phrase::GoodLuck => |m| m.p_luck,
        Phrase::WellPlayed => |m| m.p_well,
        Phrase::GoodMove => |m| m.p_move,
        Phrase::Thanks => |m| m.p_thanks,
        Phrase::Sorry => |m| m.p_sorry,
        Phrase::OneMoment => |m| m.p_moment,
        Phrase::Goodbye => |m| m.p_bye,
    })
}

/// What somebody said.
pub(crate) fn remark(desk: Desk, words: &Spoken) -> String {
    match words {
        Spoken::Phrase(known) => phrase(desk.said, *known).to_owned(),
        Spoken::Text(text) => text.clone(),
    }
}

/// A refusal of the server in the language of the page. What it may say is known; anything else is shown as it came.
pub(crate) fn reason(said: Texts<Said>, text: &str) -> String {
    let number = text.split(' ').find_map(|word| word.parse::<usize>().ok());
    let known: &[(&str, fn(&Said) -> &'static str)] = &[
        ("the game has moved on", |m| m.no_moved_on),
        ("the game is over", |m| m.no_over),
        ("not so fast", |m| m.no_fast),
        ("only ready-made phrases", |m| m.no_chat),
        ("the move made in advance", |m| m.no_premove),
        ("you have no seat", |m| m.you_watch),
        ("it is not your turn", |m| m.no_turn),
        ("nobody sits opposite", |m| m.nobody_yet),
        ("you have asked already", |m| m.no_again),
        ("moves are not taken back", |m| m.no_takeback),
        ("both seats are taken", |m| m.no_seat),
        ("there is no such game", |m| m.no_game),
        ("there is no such account", |m| m.no_account),
        ("name or password is wrong", |m| m.no_login),
        ("the password is wrong", |m| m.no_login),
        ("names have", |m| m.no_name),
        ("passwords have", |m| m.no_password),
        ("log in first", |m| m.no_guest),
        ("this game is not for you", |m| m.no_you),
    ];
    if let (true, Some(plies)) = (text.ends_with("before you offer a draw again"), number) {
        return said.plural(|m| m.no_draw_yet, plies.div_ceil(2), &[]);
    }
    if text.ends_with("is taken") || text.contains("taken already") {
        return said.say(|m| m.no_taken).to_owned();
    }
    let found = known.iter().find(|(beginning, _)| text.starts_with(beginning));
    found.map_or_else(|| text.to_owned(), |(_, pick)| said.say(*pick).to_owned())
}
