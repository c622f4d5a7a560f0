//! The room of puzzles on the screen.

use damka_puzzles::Theme;
use damka_rules::{Route, Variant};
use damka_web::i18n::{Texts, Words};
use damka_web::later::Visit;
use damka_web::model::dress::Dress;
use damka_web::model::link::{Invite, Place, Room};
use damka_web::pages::gamecard::GameCard;
use damka_web::pages::icons::{self, Icon};
use damka_web::pages::paper;
use damka_web::platform::{files, location};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::book::Book;
use super::desk::{Desk, Mode};
use super::solving::{Solving, Talk, now, remembered};
use super::{NAME, Said};
use crate::easel::EaselView;

/// Puzzles of a printed sheet.
const SHEET: usize = 12;
/// Games that may have puzzles when this one has none.
const OTHERS: [Variant; 6] = [
    Variant::Russian,
    Variant::Armenian,
    Variant::English,
    Variant::International,
    Variant::Brazilian,
    Variant::Turkish,
];

/// How far the file of puzzles has come.
enum Shelf {
    Coming,
    Here(Book),
    /// There are none; these games have some.
    None(Vec<Variant>),
    /// They could not be had: no network, and they were not kept.
    Lost,
}

/// The room.
#[component]
pub(crate) fn Puzzles(visit: Visit) -> impl IntoView {
    let Visit { prefs, variant, dialog, .. } = visit;
    let said = Texts::<Said>::new(prefs, NAME, Dress::of(variant).turn_victims);
    let mode = visit.invite.with_value(|invite| Mode::of_item(invite.item.as_deref()));
    let shelf = RwSignal::new_local(Some(Shelf::Coming));
    spawn_local(async move {
        let found = match fetch(variant).await {
            Ok(book) if book.count() > 0 => Shelf::Here(book),
            Err(Absent::Unreachable) => Shelf::Lost,
            _ => {
                let mut others = Vec::new();
                for other in OTHERS.into_iter().filter(|other| *other != variant) {
                    if fetch(other).await.is_ok_and(|book| book.count() > 0) {
                        others.push(other);
                    }
                }
                Shelf::None(others)
            }
        };
        // The room may have been left meanwhile.
        let _ = shelf.try_set(Some(found));
    });
    let terms = Signal::derive(move || {
        let m = match mode {
            Mode::Rated => said.say(|m| m.rated_about),
            Mode::Daily => said.say(|m| m.daily_about),
            Mode::Themed(_) => said.say(|m| m.themed_about),
            Mode::Again => said.say(|m| m.again_about),
            Mode::Streak => said.say(|m| m.streak_about),
            Mode::Rush => said.say(|m| m.rush_about),
            Mode::One(_) => said.say(|m| m.one_about),
        };
        m.to_owned()
    });
    let inside = move || {
        shelf.track();
        // A book is taken once; what is shown then lives by itself.
        let found = shelf.try_update_untracked(|shelf| shelf.take()).flatten();
        match found? {
            Shelf::Coming => {
                Some(view! { <p class="puzzle-wait" role="status">{said.t(|m| m.loading)}</p> }.into_any())
            }
            Shelf::Lost => Some(
                view! {
                    <p class="puzzle-wait" role="alert">
                        {said.t(|m| m.missing)}" "
                        <button on:click=move |_| location::go(&address(variant, mode.item()))>{prefs.t(|m| m.try_again)}</button>
                    </p>
                }
                .into_any(),
            ),
            Shelf::None(others) => Some(view! { <Nothing visit said others/> }.into_any()),
            Shelf::Here(book) => {
                let desk = Desk::new(book, remembered(variant), mode, now(visit));
                let solving = Solving::new(visit, desk);
                Some(view! { <Work solving variant/> }.into_any())
            }
        }
    };
    view! {
        <main class="study puzzles">
            <GameCard prefs variant=Signal::stored(variant) terms dialog/>
            {inside}
        </main>
    }
}

/// Why there is no file.
enum Absent {
    /// The game has none, or none that can be read.
    None,
    /// Nobody answers.
    Unreachable,
}

async fn fetch(variant: Variant) -> Result<Book, Absent> {
    let answer = files::text(&format!("shelf/puzzles/{}.txt", variant.name())).await;
    // A file that is not there is named; whatever else happened was on the way.
    let text = answer.map_err(|error| if error.is_string() { Absent::None } else { Absent::Unreachable })?;
    Book::read(text).map_err(|_| Absent::None)
}

fn address(variant: Variant, item: Option<String>) -> String {
    Place::Room(Invite { item, ..Invite::to(variant) }, Room::Puzzles).address()
}

/// A game without puzzles says so and offers others.
#[component]
fn Nothing(visit: Visit, said: Texts<Said>, others: Vec<Variant>) -> impl IntoView {
    let Visit { prefs, variant, .. } = visit;
    let name = move |variant: Variant| Words::plain(prefs.lang.get()).game(variant);
    let links = others.into_iter().map(|other| {
        view! { <a class="button primary" href=address(other, None)>{move || name(other)}</a> }
    });
    let any = links.len() > 0;
    view! {
        <section class="puzzle-none">
            <h1>{move || said.fill(|m| m.none, &[name(variant)])}</h1>
            {any.then(|| view! { <p>{said.t(|m| m.other_games)}</p> })}
            <div class="buttons">{links.collect_view()}</div>
        </section>
    }
}

/// A puzzle and everything around it.
#[component]
fn Work(solving: Solving, variant: Variant) -> impl IntoView {
    let (Solving { said, easel, desk, .. }, mode) = (solving, solving.mode());
    keys(solving);
    let there = Memo::new(move |_| desk.with(|desk| desk.attempt().is_some()));
    let resting = Memo::new(move |_| {
        solving.clock.track();
        desk.with(|desk| desk.is_resting(solving.now()))
    });
    let kind = move || match mode {
        Mode::Themed(theme) => said.say(theme_name(theme)),
        Mode::Rated => said.say(|m| m.rated),
        Mode::Daily => said.say(|m| m.daily),
        Mode::Again => said.say(|m| m.again),
        Mode::Streak => said.say(|m| m.streak),
        Mode::Rush => said.say(|m| m.rush),
        Mode::One(_) => said.say(|m| m.one),
    };
    let side = Memo::new(move |_| desk.with(|desk| desk.attempt().map(|a| a.puzzle().start().turn())));
    let title = move || match side.get() {
        Some(side) => said.fill(|m| m.win, &[easel.words.get().side(side).0]),
        None if mode == Mode::Again => said.say(|m| m.done_again).to_owned(),
        None if mode == Mode::Rush => said.say(|m| m.rush_time).to_owned(),
        None => said.say(|m| m.missing).to_owned(),
    };
    let meta = move || {
        desk.with(|desk| {
            let puzzle = desk.attempt()?.puzzle();
            Some(said.plural(|m| m.meta, puzzle.moves(), &[&puzzle.rating().to_string()]))
        })
    };
    // What it is about is told when nothing can be given away any more.
    let themes = move || {
        let over = matches!(solving.talk.get(), Talk::Solved | Talk::Shown(_));
        desk.with(|desk| {
            let themes = desk.attempt().filter(|_| over)?.puzzle().themes();
            let names = Theme::ALL.into_iter().filter(|&theme| themes.has(theme));
            Some(names.map(|theme| said.say(theme_name(theme))).collect::<Vec<_>>().join(" · "))
        })
    };
    let number = move || desk.with(|desk| desk.attempt().map(|a| a.puzzle().number().to_string()));
    view! {
        <EaselView easel on_move=Callback::new(move |route: Route| solving.play(&route))/>
        <section class="side-card" data-puzzle=number class:well=move || matches!(solving.talk.get(), Talk::Solved)
            class:ill=move || matches!(solving.talk.get(), Talk::Wrong(..) | Talk::Asking(_))>
            <Kinds solving variant/>
            <div class="task">
                <p class="kind">{kind}</p>
                <h1>{title}</h1>
                <p class="meta">{meta}</p>
            </div>
            <p class="says" role="status">{move || says(solving, resting.get())}</p>
            {move || easel.refused.get().map(|text| view! { <p class="refusal" role="alert">{text}</p> })}
            <p class="themes">{themes}</p>
            <Buttons solving there resting/>
            <Show when=move || solving.party.get()>
                <p class="party" role="status"><Laurels/>{said.t(|m| m.celebrate)}</p>
            </Show>
        </section>
        <Foot solving variant/>
    }
}

/// What is said about the puzzle.
fn says(solving: Solving, resting: bool) -> String {
    let Solving { said, desk, .. } = solving;
    let run = resting.then(|| {
        desk.with(|desk| match (desk.mode(), desk.rush()) {
            (Mode::Streak, _) => Some(said.fill(|m| m.streak_over, &[&desk.streak().solved().to_string()])),
            (Mode::Rush, Some(rush)) => Some(said.fill(|m| m.rush_over, &[&rush.solved().to_string()])),
            _ => None,
        })
    });
    let talk = match solving.talk.get() {
        Talk::Task => String::new(),
        Talk::GoOn => said.say(|m| m.go_on).to_owned(),
        Talk::Solved => solved(solving),
        Talk::Asking(wrong) => said.fill(|m| m.asking, &[&wrong]),
        Talk::Wrong(wrong, None, _) => said.fill(|m| m.wrong, &[&wrong]),
        Talk::Wrong(wrong, Some(answer), because) => {
            match because.and_then(|because| solving.reason(&because)) {
                Some(reason) => said.fill(|m| m.wrong_because, &[&wrong, &answer, &reason]),
                None => said.fill(|m| m.wrong_answer, &[&wrong, &answer]),
            }
        }
        Talk::Piece(square) => said.fill(|m| m.piece, &[&square]),
        Talk::Move(text) => said.fill(|m| m.shown, &[&text]),
        Talk::Shown(moves) => said.fill(|m| m.was, &[&moves]),
    };
    match run.flatten() {
        Some(run) => format!("{run} {talk}"),
        None => talk,
    }
}

fn solved(solving: Solving) -> String {
    let Solving { said, desk, .. } = solving;
    desk.with(|desk| {
        let Some(graded) = desk.graded().filter(|_| !desk.mode().is_run()) else {
            return said.say(|m| m.solved).to_owned();
        };
        let how = if graded.solved { said.say(|m| m.clean) } else { said.say(|m| m.helped) };
        let rating = match graded.change {
            Some(change) => {
                let rating = desk.diary().rating().to_string();
                said.fill(|m| m.change, &[&rating, &format!("{change:+}").replace('-', "−")])
            }
            None => said.say(|m| m.unrated).to_owned(),
        };
        let again = if graded.solved { "" } else { said.say(|m| m.failed_now) };
        format!("{how} {rating} {again}").trim_end().to_owned()
    })
}

/// What can be done now.
#[component]
fn Buttons(solving: Solving, there: Memo<bool>, resting: Memo<bool>) -> impl IntoView {
    let (Solving { said, desk, .. }, mode) = (solving, solving.mode());
    let run = mode.is_run();
    let over = Memo::new(move |_| {
        matches!(solving.talk.get(), Talk::Solved)
            || desk.with(|d| d.attempt().is_some_and(|a| a.is_solved()))
    });
    let shown = Memo::new(move |_| matches!(solving.talk.get(), Talk::Shown(_)));
    let ill = Memo::new(move |_| matches!(solving.talk.get(), Talk::Wrong(..) | Talk::Asking(_)));
    let open = move || there.get() && !run && !over.get() && !shown.get();
    let single = matches!(mode, Mode::Daily | Mode::One(_));
    let variant = solving.variant();
    view! {
        <div class="buttons">
            <Show when=move || run && resting.get()>
                <button class="primary" on:click=move |_| solving.begin()>
                    {move || if there.get() { said.say(|m| m.once_more) } else { said.say(|m| m.begin) }}
                </button>
            </Show>
            <Show when=move || open() && ill.get()>
                <button class="primary" aria-keyshortcuts="R" on:click=move |_| solving.retry()>{said.t(|m| m.retry)}</button>
            </Show>
            <Show when=open>
                <button class:primary=move || !ill.get() aria-keyshortcuts="H" on:click=move |_| solving.hint()>{said.t(|m| m.hint)}</button>
                <button aria-keyshortcuts="S" on:click=move |_| solving.solution()>{said.t(|m| m.solution)}</button>
            </Show>
            <Show when=move || mode == Mode::Streak && !resting.get() && desk.with(|d| d.streak().may_skip())>
                <button on:click=move |_| solving.skip()>{said.t(|m| m.skip)}</button>
            </Show>
            <Show when=move || mode == Mode::Rush && !resting.get()>
                <button on:click=move |_| solving.stop()>{said.t(|m| m.stop)}</button>
            </Show>
            <Show when=move || !run && !single && there.get()>
                <button class="next" class:primary=move || !open() aria-keyshortcuts="N" on:click=move |_| solving.next()>{said.t(|m| m.next)}</button>
            </Show>
            <Show when=move || single && !open()>
                <a class="button primary" href=address(variant, None)>{said.t(|m| m.rated)}</a>
            </Show>
        </div>
    }
}

/// The kinds of puzzles, as links.
#[component]
fn Kinds(solving: Solving, variant: Variant) -> impl IntoView {
    let (Solving { said, desk, .. }, mode) = (solving, solving.mode());
    let link = move |kind: Mode, name: fn(&Said) -> &'static str| {
        let current = (kind == mode).then_some("page");
        view! { <a href=address(variant, kind.item()) aria-current=current>{said.t(name)}</a> }
    };
    let due = Memo::new(move |_| desk.with(|desk| desk.diary().due(solving.now().day).len()));
    let themes = desk.with_untracked(|desk| desk.book().themes());
    let go = move |event: leptos::ev::Event| {
        let item = Theme::of_key(&event_target_value(&event)).map(|theme| theme.key().to_owned());
        location::go(&address(variant, item));
    };
    view! {
        <nav class="kinds" aria-label=said.t(|m| m.kinds)>
            {link(Mode::Rated, |m| m.rated)}
            {link(Mode::Daily, |m| m.daily)}
            {link(Mode::Streak, |m| m.streak)}
            {link(Mode::Rush, |m| m.rush)}
            <Show when=move || { due.get() > 0 || mode == Mode::Again }>
                <a href=address(variant, Mode::Again.item()) aria-current=(mode == Mode::Again).then_some("page")>
                    {said.t(|m| m.again)}" "<b>{due}</b>
                </a>
            </Show>
            <select aria-label=said.t(|m| m.themes) on:change=go class:current=matches!(mode, Mode::Themed(_))>
                <option value="" selected=!matches!(mode, Mode::Themed(_))>{said.t(|m| m.any_theme)}</option>
                {themes.into_iter().map(|theme| view! {
                    <option value=theme.key() selected=mode == Mode::Themed(theme)>{said.t(theme_name(theme))}</option>
                }).collect_view()}
            </select>
        </nav>
    }
}

/// The strip of attempts, the rating, how the run goes.
#[component]
fn Foot(solving: Solving, variant: Variant) -> impl IntoView {
    let (Solving { said, desk, .. }, mode) = (solving, solving.mode());
    let left = move || {
        let now = solving.now().clock.max(solving.clock.get());
        desk.with(|desk| match (mode, desk.rush()) {
            (Mode::Streak, _) => {
                let best = desk.diary().best_streak;
                let streak = said.fill(|m| m.streak_is, &[&desk.streak().solved().to_string()]);
                with_best(said, streak, best)
            }
            (Mode::Rush, Some(rush)) => {
                let seconds = rush.left(now).as_secs();
                let time = said.fill(|m| m.time_left, &[&format!("{}:{:02}", seconds / 60, seconds % 60)]);
                let count = said.fill(|m| m.rush_is, &[&rush.solved().to_string()]);
                let mistakes = said.fill(|m| m.mistakes, &[&rush.mistakes().0.to_string()]);
                format!("{time} · {count} · {mistakes}")
            }
            (Mode::Rush, None) => with_best(said, String::new(), desk.diary().best_rush),
            _ => String::new(),
        })
    };
    let rating = move || {
        desk.with(|desk| {
            let diary = desk.diary();
            let rating = diary.rating().to_string();
            match diary.is_provisional() {
                true => said.fill(|m| m.provisional, &[&rating]),
                false => said.fill(|m| m.rating, &[&rating]),
            }
        })
    };
    let change = move || {
        desk.with(|desk| {
            let change = desk.graded()?.change?;
            let sign = if change < 0 { "▼" } else { "▲" };
            let class = if change < 0 { "bad" } else { "good" };
            Some(view! { <b class=class>{format!(" {sign} {}", change.abs())}</b> })
        })
    };
    let strip = move || {
        desk.with(|desk| {
            let tries = desk.diary().strip().iter().rev().copied();
            tries
                .map(|one| {
                    let label = move || if one.solved { said.say(|m| m.try_solved) } else { said.say(|m| m.try_failed) };
                    let sign = if one.solved { "✓" } else { "✗" };
                    let href = address(variant, Mode::One(one.puzzle).item());
                    view! {
                        <li><a class:good=one.solved class:bad=!one.solved href=href aria-label=label>{sign}</a></li>
                    }
                })
                .collect_view()
        })
    };
    let print = move |_| {
        untrack(|| {
            let theme = if let Mode::Themed(theme) = mode { Some(theme) } else { None };
            let dice = solving.now().dice;
            let puzzles =
                desk.with_untracked(|desk| desk.book().sheet(desk.diary().rating(), theme, SHEET, dice));
            let words = solving.easel.words.get_untracked();
            let title = said.fill(|m| m.sheet_title, &[words.game(variant)]);
            let diagrams = puzzles.iter().map(|puzzle| paper::Diagram {
                position: *puzzle.start(),
                caption: said.fill(|m| m.win, &[words.side(puzzle.start().turn()).0]),
            });
            let solutions = puzzles.iter().map(|puzzle| puzzle.move_texts().join(" ")).collect();
            let sheet = paper::Sheet {
                title,
                diagrams: diagrams.collect(),
                heading: said.say(|m| m.solutions).to_owned(),
                lines: solutions,
                apart: true,
            };
            paper::print(sheet, Dress::of(variant).on_light);
        })
    };
    view! {
        <footer class="foot-card">
            <p class="run" role="timer">{left}</p>
            <p class="rating">{rating}{change}</p>
            <ol class="strip" aria-label=said.t(|m| m.strip)>{strip}</ol>
            <button class="print" on:click=print><Icon d=icons::PRINT/><span>{said.t(|m| m.print)}</span></button>
        </footer>
    }
}

fn with_best(said: Texts<Said>, text: String, best: u32) -> String {
    match (text.is_empty(), best) {
        (_, 0) => text,
        (true, best) => said.fill(|m| m.best, &[&best.to_string()]),
        (false, best) => format!("{text} · {}", said.fill(|m| m.best, &[&best.to_string()])),
    }
}

/// A small wreath.
#[component]
fn Laurels() -> impl IntoView {
    view! {
        <svg class="laurels" viewBox="-24 -20 48 40" aria-hidden="true" focusable="false">
            <path d="M-17 9L-20-9L-9.500-1L0-14L9.500-1L20-9L17 9zM-17 12h34v4h-34z"></path>
        </svg>
    }
}

/// The keys of the room.
fn keys(solving: Solving) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let busy = event.ctrl_key() || event.meta_key() || event.alt_key();
        let run = solving.desk.with_untracked(|desk| desk.mode().is_run());
        if busy || run || solving.dialog_open() || crate::typing(&event) {
            return;
        }
        let solved = matches!(solving.talk.get_untracked(), Talk::Solved);
        // Letters by their place on the keyboard, so that they work in every alphabet.
        match event.code().as_str() {
            "KeyH" if !solved => solving.hint(),
            "KeyS" if !solved => solving.solution(),
            "KeyR" if !solved => solving.retry(),
            "KeyN" => solving.next(),
            _ => {}
        }
    });
    on_cleanup(move || handle.remove());
}

fn theme_name(theme: Theme) -> fn(&Said) -> &'static str {
    match theme {
        Theme::Shot => |m| m.shot,
        Theme::Offer => |m| m.offer,
        Theme::FreeTempo => |m| m.free_tempo,
        Theme::Recall => |m| m.recall,
        Theme::Decoy => |m| m.decoy,
        Theme::Clearance => |m| m.clearance,
        Theme::Breakthrough => |m| m.breakthrough,
        Theme::SentToKing => |m| m.sent_to_king,
        Theme::Blockade => |m| m.blockade,
        Theme::CrownedInPassing => |m| m.crowned_in_passing,
        Theme::LineOpened => |m| m.line_opened,
        Theme::Tourniquet => |m| m.tourniquet,
        Theme::BigCapture => |m| m.big_capture,
        Theme::KingCaught => |m| m.king_caught,
        Theme::Endgame => |m| m.endgame,
    }
}
