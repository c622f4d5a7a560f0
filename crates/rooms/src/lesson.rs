//! The lesson page: a board, a sentence, a move to make.

use std::time::Duration;

use damka_rules::{AnyPosition, Game, Route, Side, Variant};
use damka_web::board::{Board, BoardEvent, Display, Journey, Look};
use damka_web::i18n::{Paint, Texts, Words, fill};
use damka_web::later::{SplitLoaderError, Visit};
use damka_web::model::dress::Dress;
use damka_web::model::entry::{Entry, Heard, Help};
use damka_web::model::lesson::{Step, Topic, steps};
use damka_web::pages::dialogs::Dialog;
use damka_web::pages::gamecard::GameCard;
use damka_web::pages::icons::{self, Icon};
use damka_web::pages::prefs::Prefs;
use damka_web::pages::show;
use damka_web::sound::{Sound, play_sound};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

use crate::easel;

/// The name of its words and its style sheet.
pub(crate) const NAME: &str = "lesson";

/// Enters the room; `load` fetches its code.
#[wasm_split(lesson, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
pub(crate) fn enter(visit: Visit) -> Result<AnyView, SplitLoaderError> {
    let Visit { prefs, variant, dialog, .. } = visit;
    Ok(view! { <Lesson prefs variant dialog/> }.into_any())
}

damka_web::catalogue! {
    /// What the lesson says.
    Said:
    title step done well again play next move_man move_sideways move_fan capture capture_straight
    capture_back must chain most crown crown_on crown_stops crown_end king_flying king_short
    king_capture king_adjacent at_once anti first_king men_kings king_first eight
}

/// How the learner is doing at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    Open,
    Again,
    Well,
}

#[derive(Clone, Copy)]
struct Learning {
    prefs: Prefs,
    steps: StoredValue<Vec<Step>>,
    at: RwSignal<usize>,
    entry: RwSignal<Entry>,
    played: RwSignal<Option<Route>>,
    progress: RwSignal<Progress>,
    refused: RwSignal<Option<String>>,
    words: Memo<Words>,
}

impl Learning {
    fn step(self) -> Option<Step> {
        let at = self.at.get();
        self.steps.with_value(|steps| steps.get(at).cloned())
    }

    fn start(self, at: usize) {
        self.at.set(at);
        self.again(Progress::Open);
    }

    fn again(self, progress: Progress) {
        self.played.set(None);
        self.refused.set(None);
        self.progress.set(progress);
        let at = self.at.get_untracked();
        if let Some(step) = self.steps.with_value(|steps| steps.get(at).cloned()) {
            let help = Help { finish_chain: true, one_tap: false };
            self.entry.set(Entry::new(step.position.grid(), step.position.routes(), help));
        }
    }

    fn touch(self, event: BoardEvent) {
        self.refused.set(None);
        let heard = easel::touched(self.entry, event, self.progress.get_untracked() != Progress::Well);
        let at = self.at.get_untracked();
        let Some(step) = self.steps.with_value(|steps| steps.get(at).cloned()) else { return };
        match heard {
            Some(Heard::Played(route)) => self.play(&step, route),
            Some(Heard::Refused(wish)) => {
                let words = self.words.get_untracked();
                let refusal = step.position.refuse(&wish);
                self.refused.set(refusal.map(|refusal| words.refusal(&refusal, &step.position)));
                self.sound(Sound::Refused);
            }
            _ => {}
        }
    }

    fn play(self, step: &Step, route: Route) {
        let done = step.done(&route);
        self.sound(Sound::of(&route));
        self.entry.set(Entry::closed(step.position.grid()));
        self.played.set(Some(route));
        let at = self.at.get_untracked();
        let after = move || {
            if self.at.try_get_untracked() == Some(at) {
                if done { self.progress.set(Progress::Well) } else { self.again(Progress::Again) }
            }
        };
        set_timeout(after, Duration::from_millis(if done { 300 } else { 1200 }));
    }

    fn sound(self, sound: Sound) {
        if self.prefs.settings.with_untracked(|s| s.sounds) {
            play_sound(sound);
        }
    }

    fn display(self) -> Option<Display> {
        let step = self.step()?;
        let Some(route) = self.played.get() else {
            let mut display = show::still(&step.position);
            self.entry.with(|entry| {
                display.movable = entry.movable();
                if entry.routes().iter().any(Route::is_capture) {
                    display.must = display.movable.clone();
                }
                show::lift(&mut display, entry, &step.position);
            });
            return Some(display);
        };
        let after: AnyPosition = step.position.play_route(&route)?;
        let mut display = show::still(&after);
        display.last = route.stops().to_vec();
        let at_once = after.variant().laws().removal == damka_rules::Removal::AtOnce;
        display.journey = Some(Journey { ply: 1, route, at_once });
        Some(display)
    }
}

/// The lesson of a game.
#[component]
pub fn Lesson(
    /// Settings and language.
    prefs: Prefs,
    /// The game.
    variant: Variant,
    /// The dialog to open.
    dialog: RwSignal<Option<Dialog>>,
) -> impl IntoView {
    let dress = Dress::of(variant);
    let paint = if dress.green { Paint::Green } else { Paint::Plain };
    let words = Memo::new(move |_| Words { lang: prefs.lang.get(), paint, tama: dress.turn_victims });
    let all = steps(variant);
    let count = all.len();
    let grid = variant.grid();
    let learning = Learning {
        prefs,
        steps: StoredValue::new(all),
        at: RwSignal::new(0),
        entry: RwSignal::new(Entry::closed(grid)),
        played: RwSignal::new(None),
        progress: RwSignal::new(Progress::Open),
        refused: RwSignal::new(None),
        words,
    };
    learning.start(0);
    let done = Memo::new(move |_| learning.at.get() >= count);
    let start = show::still(Game::new(variant).position());
    let display = Memo::new(move |_| learning.display().unwrap_or_else(|| start.clone()));
    let look = Memo::new(move |_| Look { dots: true, ..prefs.look(dress, paint, Side::White) });
    let said = Texts::<Said>::new(prefs, NAME, dress.turn_victims);
    let title = move || said.fill(|m| m.title, &[words.get().game(variant)]);
    let text = move || {
        let Some(step) = learning.step() else { return said.say(|m| m.done).to_owned() };
        let lesson = said.say(topic_text(step.topic));
        match (learning.refused.get(), learning.progress.get()) {
            (Some(reason), _) => reason,
            (_, Progress::Open) => lesson.to_owned(),
            (_, Progress::Again) => said.fill(|m| m.again, &[lesson]),
            (_, Progress::Well) => said.say(|m| m.well).to_owned(),
        }
    };
    let number =
        move || said.fill(|m| m.step, &[&(learning.at.get() + 1).min(count).to_string(), &count.to_string()]);
    let next = move |_| learning.start(learning.at.get_untracked() + 1);
    let label = Signal::derive(move || fill(prefs.m().board_label, &[words.get().game(variant)]));
    view! {
        <main class="lesson" class:well=move || learning.progress.get() == Progress::Well>
            <div class="board-place">
                <Board display look words on_event=Callback::new(move |event| learning.touch(event)) label/>
            </div>
            <p class="unseen" id="board-keys">{prefs.t(|m| m.board_keys)}</p>
            <GameCard prefs variant=Signal::stored(variant) terms=Signal::derive(move || words.get().about_game(variant).to_owned()) dialog/>
            <section class="teacher">
                <h1>{title}</h1>
                <p class="step-number">{number}</p>
                <div class="progress" aria-hidden="true">
                    {(0..count).map(|i| view! {
                        <i class:done=move || i < learning.at.get() class:now=move || i == learning.at.get()></i>
                    }).collect_view()}
                </div>
                <p class="says" role="status">{text}</p>
                <div class="buttons">
                    <Show when=move || learning.progress.get() == Progress::Well && !done.get()>
                        <button class="primary" on:click=next>{said.t(|m| m.next)}</button>
                    </Show>
                    <Show when=move || !done.get() && learning.progress.get() != Progress::Well>
                        <button on:click=next>{said.t(|m| m.next)}</button>
                    </Show>
                    <Show when=move || 0 < learning.at.get()>
                        <button on:click=move |_| learning.start(learning.at.get_untracked() - 1)>
                            {prefs.t(|m| m.back)}
                        </button>
                    </Show>
                    <a class="play-link" class:primary=done href=variant.name()><Icon d=icons::PLAY/>{said.t(|m| m.play)}</a>
                </div>
            </section>
        </main>
    }
}

fn topic_text(topic: Topic) -> fn(&Said) -> &'static str {
    match topic {
        Topic::Move => |m| m.move_man,
        Topic::MoveStraight => |m| m.move_sideways,
        Topic::MoveFan => |m| m.move_fan,
        Topic::Capture => |m| m.capture,
        Topic::CaptureStraight => |m| m.capture_straight,
        Topic::CaptureBack => |m| m.capture_back,
        Topic::MustCapture => |m| m.must,
        Topic::Eight => |m| m.eight,
        Topic::Chain => |m| m.chain,
        Topic::Most => |m| m.most,
        Topic::MenDontTakeKings => |m| m.men_kings,
        Topic::KingFirst => |m| m.king_first,
        Topic::Crown => |m| m.crown,
        Topic::FirstKing => |m| m.first_king,
        Topic::CrownGoesOn => |m| m.crown_on,
        Topic::CrownStops => |m| m.crown_stops,
        Topic::CrownAtEnd => |m| m.crown_end,
        Topic::KingFlies => |m| m.king_flying,
        Topic::KingShort => |m| m.king_short,
        Topic::KingCaptures => |m| m.king_capture,
        Topic::KingLandsBehind => |m| m.king_adjacent,
        Topic::AtOnce => |m| m.at_once,
        Topic::Lose => |m| m.anti,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    damka_web::catalogue_test!(Said, "lesson");
}
