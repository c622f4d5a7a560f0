//! A lesson of the course on the screen: one position after the other, each with a task.

use damka_course::{Course, Lesson, Step, Task, Verdict};
use damka_rules::{Game, Route, Variant};
use damka_web::i18n::Texts;
use damka_web::later::Visit;
use damka_web::pages::gamecard::GameCard;
use damka_web::pages::icons::{self, Icon};
use damka_web::pages::prefs::Prefs;
use damka_web::platform::files;
use damka_web::sound::Sound;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::list::course;
use super::progress::Progress;
use super::{Item, NAME, Said};
use crate::easel::{Easel, EaselView};

/// How the learner is doing at a step.
#[derive(Clone, PartialEq, Debug)]
enum State {
    Open,
    GoOn,
    /// Wrong: the move and, if known, its answer.
    Wrong(String, Option<String>),
    Well,
    /// The line is shown.
    Shown,
}

/// Somebody at a lesson. Copies are the same.
#[derive(Clone, Copy)]
struct Learning {
    prefs: Prefs,
    variant: Variant,
    said: Texts<Said>,
    easel: Easel,
    key: StoredValue<String>,
    lesson: StoredValue<Lesson>,
    at: RwSignal<usize>,
    state: RwSignal<State>,
    game: StoredValue<Game>,
}

impl Learning {
    fn count(self) -> usize {
        self.lesson.with_value(|lesson| lesson.steps().len())
    }

    fn step(self) -> Option<Step> {
        let at = self.at.get();
        self.lesson.with_value(|lesson| lesson.steps().get(at).cloned())
    }

    fn start(self, at: usize) {
        self.at.set(at);
        self.again();
    }

    fn again(self) {
        self.state.set(State::Open);
        if let Some(step) = untrack(|| self.step()) {
            let game = Game::from_position(*step.start());
            self.easel.bottom.set(step.start().turn());
            self.easel.put(&game, true);
            self.game.set_value(game);
        }
    }

    fn play(self, route: &Route) {
        let Some(step) = untrack(|| self.step()) else { return };
        let mut game = self.game.get_value();
        if game.play_route(route).is_err() {
            return;
        }
        self.easel.put(&game, false);
        let played: Vec<Route> = game.moves().iter().map(|played| played.route.clone()).collect();
        let text = game.moves().last().map(|played| played.text.clone()).unwrap_or_default();
        match step.judge(&played) {
            Verdict::Right { answer } => {
                self.state.set(State::GoOn);
                if game.play_route(&answer).is_ok() {
                    self.easel.show(&game, true);
                }
                self.game.set_value(game);
            }
            Verdict::Done => {
                self.state.set(State::Well);
                self.easel.sound(Sound::Won);
                let mut progress = Progress::load(self.variant);
                progress.did(&self.key.get_value(), self.at.get_untracked());
                progress.save(self.variant);
            }
            Verdict::Wrong { answer } => {
                self.easel.sound(Sound::Refused);
                let mut shown = game.clone();
                let answered = answer.and_then(|answer| shown.play_route(&answer).ok().map(|_| ()));
                let said = answered.and_then(|()| shown.moves().last().map(|played| played.text.clone()));
                self.state.set(State::Wrong(text, said));
                self.easel.show(&shown, false);
            }
            Verdict::Refused => self.again(),
        }
    }

    /// Shows the whole line.
    fn show(self) {
        let Some(step) = untrack(|| self.step()) else { return };
        let start = Game::from_position(*step.start());
        self.easel.put(&start, false);
        let mut game = start;
        if step.line().iter().all(|route| game.play_route(route).is_ok()) {
            self.easel.show(&game, false);
        }
        self.state.set(State::Shown);
    }

    /// The text of the step, and what to think of the last move.
    fn says(self) -> String {
        let said = self.said;
        let tag = self.prefs.lang.get().tag();
        let Some(step) = self.step() else { return said.say(|m| m.lesson_done).to_owned() };
        match self.state.get() {
            State::Open => step.text().get(tag).to_owned(),
            State::GoOn => format!("{} {}", said.say(|m| m.right), step.text().get(tag)),
            State::Wrong(wrong, Some(answer)) => said.fill(|m| m.wrong_answer, &[&wrong, &answer]),
            State::Wrong(wrong, None) => said.fill(|m| m.wrong, &[&wrong]),
            State::Well => step.after().get(tag).to_owned(),
            State::Shown => step.after().get(tag).to_owned(),
        }
    }
}

/// The lesson with this key.
#[component]
pub(crate) fn LessonRoom(
    /// What the visitor brings along.
    visit: Visit,
    /// Which lesson.
    key: String,
) -> impl IntoView {
    let Visit { prefs, variant, dialog, .. } = visit;
    let easel = Easel::new(prefs, variant);
    let said = Texts::<Said>::new(prefs, NAME, easel.words.with_untracked(|words| words.tama));
    // `Some(None)`: it cannot be had.
    let found = RwSignal::new(None::<Option<(Course, Lesson)>>);
    let name = key.clone();
    spawn_local(async move {
        let both = both(variant, &name).await;
        let _ = found.try_set(Some(both));
    });
    let terms = Signal::derive(move || said.say(|m| m.course).to_owned());
    let inside = move || match found.get() {
        None => view! { <p class="puzzle-wait" aria-busy="true"></p> }.into_any(),
        Some(None) => view! {
            <p class="puzzle-wait" role="alert">
                {prefs.t(|m| m.not_loaded)}" "
                <a href=Item::Nothing.address(variant)>{said.t(|m| m.all)}</a>
            </p>
        }
        .into_any(),
        Some(Some((course, lesson))) => {
            let at = Progress::load(variant).next(&key, lesson.steps().len());
            let learning = Learning {
                prefs,
                variant,
                said,
                easel,
                key: StoredValue::new(key.clone()),
                lesson: StoredValue::new(lesson),
                at: RwSignal::new(at),
                state: RwSignal::new(State::Open),
                game: StoredValue::new(Game::new(variant)),
            };
            learning.start(at);
            view! { <Teacher learning course visit/> }.into_any()
        }
    };
    view! {
        <main class="study course">
            <GameCard prefs variant=Signal::stored(variant) terms dialog/>
            {inside}
        </main>
    }
}

async fn both(variant: Variant, key: &str) -> Option<(Course, Lesson)> {
    let course = course(variant).await?;
    // Only what the list names is asked for.
    course.lessons().iter().find(|entry| entry.key == key)?;
    let path = Course::lesson_path(variant, key)?;
    let text = files::text(&format!("shelf/course/{path}")).await.ok()?;
    Some((course, Lesson::read(variant, &text).ok()?))
}

/// The board and what is said beside it.
#[component]
fn Teacher(learning: Learning, course: Course, visit: Visit) -> impl IntoView {
    let Learning { prefs, variant, said, easel, state, at, .. } = learning;
    let count = learning.count();
    let key = learning.key.get_value();
    let title = course.lessons().iter().find(|entry| entry.key == key).map(|entry| entry.title.clone());
    let title = title.unwrap_or_default();
    let after = course.after(&key).map(|entry| Item::Lesson(entry.key.clone()).address(variant));
    let done = Memo::new(move |_| at.get() >= count);
    let well = Memo::new(move |_| state.get() == State::Well);
    let next = move || learning.start(at.get_untracked() + 1);
    let task = move || {
        Some(match learning.step()?.task() {
            Task::Win => said.say(|m| m.task_win),
            Task::Hold => said.say(|m| m.task_hold),
            Task::Defeat => said.say(|m| m.task_defeat),
            Task::Choose => said.say(|m| m.task_choose),
        })
    };
    // A choice is between a few moves: they can be pressed as well as played.
    let options = move || {
        let step = learning.step().filter(|step| step.task() == Task::Choose)?;
        let open = state.get() == State::Open;
        let script = step.start().script();
        let buttons = step.options().to_vec().into_iter().map(move |route| {
            let text = route.text(script);
            view! { <button disabled=!open on:click=move |_| learning.play(&route)>{text}</button> }
        });
        Some(
            view! { <div class="buttons" role="group" aria-label=said.t(|m| m.options)>{buttons.collect_view()}</div> },
        )
    };
    super::keys(visit, move |code| match code {
        "KeyN" if !done.get_untracked() => next(),
        "KeyR" => learning.again(),
        "KeyS" => learning.show(),
        _ => {}
    });
    view! {
        <EaselView easel on_move=Callback::new(move |route: Route| learning.play(&route))/>
        <section class="side-card" class:well=well class:ill=move || matches!(state.get(), State::Wrong(..))>
            <nav class="kinds"><a href=Item::Nothing.address(variant)>{"← "}{said.t(|m| m.all)}</a></nav>
            <div class="task">
                <h1>{move || title.get(prefs.lang.get().tag()).to_owned()}</h1>
                <p class="meta">{move || said.fill(|m| m.step, &[&(at.get() + 1).min(count).to_string(), &count.to_string()])}</p>
                <div class="steps-bar" aria-hidden="true">
                    {(0..count).map(|i| view! { <i class:done=move || i < at.get() class:now=move || i == at.get()></i> }).collect_view()}
                </div>
                <p class="duty">{task}</p>
            </div>
            <p class="says" role="status">{move || learning.says()}</p>
            {options}
            {move || easel.refused.get().map(|text| view! { <p class="refusal" role="alert">{text}</p> })}
            <div class="buttons">
                <Show when=move || matches!(state.get(), State::Wrong(..) | State::Shown) && !done.get()>
                    <button class="primary" aria-keyshortcuts="R" on:click=move |_| learning.again()>{said.t(|m| m.again)}</button>
                </Show>
                <Show when=move || !done.get()>
                    <button class="next" class:primary=well aria-keyshortcuts="N" on:click=move |_| next()>{said.t(|m| m.next)}</button>
                </Show>
                <Show when=move || matches!(state.get(), State::Open | State::GoOn | State::Wrong(..)) && !done.get()>
                    <button aria-keyshortcuts="S" on:click=move |_| learning.show()>{said.t(|m| m.show_me)}</button>
                </Show>
                <Show when=move || { at.get() > 0 }>
                    <button on:click=move |_| learning.start(at.get_untracked().saturating_sub(1))>{said.t(|m| m.back)}</button>
                </Show>
                {move || done.get().then(|| {
                    let after = after.clone();
                    view! {
                        {after.map(|href| view! { <a class="button primary" href=href>{said.t(|m| m.next_lesson)}</a> })}
                        <a class="button" href=variant.name()><Icon d=icons::PLAY/>{said.t(|m| m.play)}</a>
                    }
                })}
            </div>
        </section>
    }
}
