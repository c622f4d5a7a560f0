//! An endgame study on the screen: the worker knows the tables, plays the other side, and says how it stands.

use damka_rules::{Game, MoveText, Route, Side, Variant};
use damka_trainer::{Duty, Study};
use damka_web::i18n::Texts;
use damka_web::later::Visit;
use damka_web::pages::gamecard::GameCard;
use damka_web::pages::thinking::Consulted;
use damka_web::sound::Sound;
use damka_wire::brain::{Ask, AskId, Ends, Standing, StudyEnd, Tell, Train, Trained};
use leptos::prelude::*;

use super::list::Medal;
use super::progress::Progress;
use super::{Item, NAME, Said, study_words};
use crate::easel::{Easel, EaselView};

/// Somebody at a study. Copies are the same.
#[derive(Clone, Copy)]
struct Training {
    visit: Visit,
    study: &'static Study,
    said: Texts<Said>,
    easel: Easel,
    /// What the worker said last.
    told: RwSignal<Option<Trained>>,
    /// Is it being asked?
    waiting: RwSignal<bool>,
    /// Did it fail?
    missing: RwSignal<bool>,
    /// How much of the hint is shown: nothing, the stage or the piece, the move.
    hint: RwSignal<u8>,
    /// Was help taken? Then there is no medal.
    helped: RwSignal<bool>,
    moves: StoredValue<Vec<String>>,
    asked: StoredValue<Option<AskId>>,
    consulted: StoredValue<Option<Consulted>>,
}

impl Training {
    fn variant(self) -> Variant {
        self.study.variant
    }

    /// Begins: from the same position, or from one that chance chooses.
    fn begin(self, start: Option<String>) {
        self.moves.set_value(Vec::new());
        self.helped.set(false);
        self.told.set(None);
        self.ask(start);
    }

    fn ask(self, start: Option<String>) {
        self.hint.set(0);
        self.waiting.set(true);
        self.missing.set(false);
        let question = Train {
            id: 0,
            variant: self.variant().to_string(),
            study: self.study.key.to_owned(),
            start,
            // The page's numbers are exact up to here.
            seed: self.visit.table.seed() >> 12,
            moves: self.moves.get_value(),
        };
        if let Some(consulted) = self.consulted.get_value() {
            self.asked.set_value(Some(consulted.ask(|id| Ask::Train(Train { id, ..question }))));
        }
    }

    fn hear(self, tell: Tell) {
        let Some(Some(asked)) = self.asked.try_get_value() else { return };
        match tell {
            Tell::Trained(trained) if trained.id == asked => self.show(trained),
            Tell::Failed { id, .. } if id.is_none_or(|id| id == asked) => {
                self.waiting.set(false);
                self.missing.set(true);
            }
            _ => {}
        }
    }

    fn show(self, trained: Trained) {
        self.asked.set_value(None);
        self.waiting.set(false);
        let Some(game) = replay(self.variant(), &trained) else { return self.missing.set(true) };
        let open = trained.end.is_none();
        match trained.moves.len() {
            0 => self.easel.put(&game, open),
            _ => self.easel.show(&game, open),
        }
        match trained.end {
            Some(StudyEnd::Done(medal)) => {
                self.easel.sound(Sound::Won);
                if !self.helped.get_untracked() {
                    let mut progress = Progress::load(self.variant());
                    progress.won(self.study.key, medal);
                    progress.save(self.variant());
                }
            }
            Some(StudyEnd::Failed) => self.easel.sound(Sound::Lost),
            None => {}
        }
        self.told.set(Some(trained));
    }

    /// The player moves.
    fn play(self, route: &Route) {
        let Some(trained) = self.told.get_untracked() else { return };
        let Some(mut game) = replay(self.variant(), &trained) else { return };
        if game.play_route(route).is_err() {
            return;
        }
        self.easel.put(&game, false);
        let text = game.moves().last().map(|played| played.text.clone()).unwrap_or_default();
        self.moves.update_value(|moves| moves.push(text));
        self.ask(Some(trained.start));
    }

    /// Takes the last move back.
    fn take_back(self) {
        let Some(trained) = self.told.get_untracked() else { return };
        if self.moves.try_update_value(Vec::pop).flatten().is_none() {
            return;
        }
        self.helped.set(true);
        // What is on the board goes back at once, the verdict follows.
        let mut before = trained.clone();
        before.moves.truncate(self.moves.with_value(Vec::len) * 2);
        if let Some(game) = replay(self.variant(), &before) {
            self.easel.put(&game, false);
        }
        self.ask(Some(trained.start));
    }

    /// Shows the next stage, or the piece that moves; when asked again, the move.
    fn help(self) {
        let Some(trained) = self.told.get_untracked() else { return };
        let Some(hint) = trained.hint.as_ref() else { return };
        let Some(game) = replay(self.variant(), &trained) else { return };
        let pos = game.position();
        let parsed = MoveText::parse(&hint.text, pos.grid()).ok();
        let Some(route) = parsed.and_then(|text| pos.resolve(&text).ok()) else { return };
        if self.hint.get_untracked() == 0 {
            if hint.stage.is_none() {
                self.helped.set(true);
                self.easel.ring.set(Some(route.from()));
            }
            self.hint.set(1);
        } else {
            self.helped.set(true);
            self.hint.set(2);
            self.easel.hint.set(Some(route));
        }
    }

    /// What the last move did.
    fn says(self) -> String {
        let said = self.said;
        if self.missing.get() {
            return said.say(|m| m.no_tables).to_owned();
        }
        let Some(trained) = self.told.get() else { return said.say(|m| m.preparing).to_owned() };
        let used = (trained.moves.len().div_ceil(2)).to_string();
        let needed = trained.needed.to_string();
        let help = if self.helped.get() { said.say(|m| m.with_help) } else { "" };
        let win = self.study.duty == Duty::Win;
        match trained.end {
            Some(StudyEnd::Done(_)) if !win => return said.fill(|m| m.held, &[&used]),
            Some(StudyEnd::Done(3)) => return format!("{} {help}", said.fill(|m| m.done_gold, &[&used])),
            Some(StudyEnd::Done(2)) => {
                return format!("{} {help}", said.fill(|m| m.done_silver, &[&used, &needed]));
            }
            Some(StudyEnd::Done(_)) => {
                return format!("{} {help}", said.fill(|m| m.done_bronze, &[&used, &needed]));
            }
            Some(StudyEnd::Failed) if win => return said.say(|m| m.failed_win).to_owned(),
            Some(StudyEnd::Failed) => return said.say(|m| m.failed_hold).to_owned(),
            None => {}
        }
        match trained.told {
            Some((before, after)) => verdict(said, before, after),
            None => match trained.now.and_then(|now| now.distance) {
                Some(distance) => said.fill(|m| m.stands, &[&distance.to_string()]),
                None => String::new(),
            },
        }
    }

    fn hints(self) -> Option<String> {
        let trained = self.told.get()?;
        let hint = trained.hint?;
        let said = self.said;
        match (self.hint.get(), hint.stage.as_deref()) {
            (0, _) | (1, None) => None,
            (1, Some(stage)) => Some(stage_text(said, stage).to_owned()),
            _ => Some(said.fill(|m| m.best_move, &[&hint.text])),
        }
    }
}

/// What a move did to the distance.
fn verdict(said: Texts<Said>, before: Standing, after: Standing) -> String {
    match (after.ends, before.distance, after.distance) {
        (Ends::Win, Some(was), Some(now)) if now < was => said.fill(|m| m.told_fast, &[&now.to_string()]),
        (Ends::Win, Some(was), Some(now)) => {
            said.fill(|m| m.told_slow, &[&now.to_string(), &was.to_string()])
        }
        (Ends::Win, ..) => said.say(|m| m.told_held).to_owned(),
        (Ends::Draw, Some(_), _) => said.say(|m| m.told_draw).to_owned(),
        (Ends::Draw, None, _) => said.say(|m| m.told_held).to_owned(),
        (Ends::Loss, ..) => said.say(|m| m.told_lost).to_owned(),
    }
}

fn stage_text(said: Texts<Said>, stage: &str) -> &'static str {
    match stage {
        "hold-the-road" => said.say(|m| m.stage_road),
        "off-the-double-lines" => said.say(|m| m.stage_double),
        "off-the-triple-lines" => said.say(|m| m.stage_triple),
        "build-the-triangle" => said.say(|m| m.stage_triangle),
        _ => said.say(|m| m.stage_give),
    }
}

/// The game of an attempt; `None` if it cannot be.
fn replay(variant: Variant, trained: &Trained) -> Option<Game> {
    let mut game = Game::from_fen(variant, &trained.start).ok()?;
    trained.moves.iter().all(|text| game.play_text(text).is_ok()).then_some(game)
}

/// The study.
#[component]
pub(crate) fn StudyRoom(
    /// What the visitor brings along.
    visit: Visit,
    /// The study.
    study: &'static Study,
) -> impl IntoView {
    let Visit { prefs, variant, dialog, .. } = visit;
    let easel = Easel::new(prefs, variant);
    let said = Texts::<Said>::new(prefs, NAME, easel.words.with_untracked(|words| words.tama));
    let training = Training {
        visit,
        study,
        said,
        easel,
        told: RwSignal::new(None),
        waiting: RwSignal::new(false),
        missing: RwSignal::new(false),
        hint: RwSignal::new(0),
        helped: RwSignal::new(false),
        moves: StoredValue::new(Vec::new()),
        asked: StoredValue::new(None),
        consulted: StoredValue::new(None),
    };
    let consulted = visit.table.mind.consult(move |tell| training.hear(tell));
    training.consulted.set_value(Some(consulted));
    easel.bottom.set(Side::White);
    training.begin(None);
    let (title, about) = study_words(study.key);
    let over = Memo::new(move |_| training.told.with(|t| t.as_ref().is_some_and(|t| t.end.is_some())));
    let medal = move || {
        training.told.with(|told| match told.as_ref()?.end? {
            StudyEnd::Done(medal) if !training.helped.get() => {
                Some(view! { <Medal medal=Some(medal) said/> })
            }
            _ => None,
        })
    };
    let class = move |wanted: fn(StudyEnd) -> bool| {
        training.told.with(|told| told.as_ref().and_then(|told| told.end).is_some_and(wanted))
    };
    let duty = move || match study.duty {
        Duty::Win => said.fill(|m| m.win_in, &[&study.moves.to_string()]),
        Duty::Hold => said.fill(|m| m.hold_for, &[&study.moves.to_string()]),
    };
    let slack = move || {
        let spare = training.told.with(|told| told.as_ref()?.now?.slack)?;
        (!over.get()).then(|| said.fill(|m| m.slack, &[&spare.to_string()]))
    };
    let begun = Memo::new(move |_| training.told.with(|t| t.as_ref().is_some_and(|t| !t.moves.is_empty())));
    let again = move |_| training.begin(training.told.get_untracked().map(|told| told.start));
    let terms = Signal::derive(move || said.say(|m| m.studies).to_owned());
    super::keys(visit, move |code| match code {
        "KeyH" => training.help(),
        "KeyU" => training.take_back(),
        "KeyN" => training.begin(None),
        _ => {}
    });
    view! {
        <main class="study trainer" class:well=move || class(|end| matches!(end, StudyEnd::Done(_)))
            class:ill=move || class(|end| end == StudyEnd::Failed)
            class:unready=move || training.told.with(Option::is_none)>
            <GameCard prefs variant=Signal::stored(variant) terms dialog/>
            <EaselView easel on_move=Callback::new(move |route: Route| training.play(&route))/>
            <section class="side-card">
                <nav class="kinds"><a href=Item::Nothing.address(variant)>{"← "}{said.t(|m| m.all)}</a></nav>
                <div class="task">
                    <h1>{said.t(title)}</h1>
                    <p class="meta">{said.t(about)}</p>
                    <p class="duty">{duty}</p>
                </div>
                <p class="says" role="status">{medal}{move || training.says()}</p>
                <p class="slack">{slack}</p>
                <p class="hint-text" role="status">{move || training.hints()}</p>
                {move || easel.refused.get().map(|text| view! { <p class="refusal" role="alert">{text}</p> })}
                <div class="buttons">
                    <Show when=move || training.missing.get()>
                        <button class="primary" on:click=move |_| training.ask(training.told.get_untracked().map(|t| t.start))>{prefs.t(|m| m.try_again)}</button>
                    </Show>
                    <Show when=move || over.get()>
                        <button class="primary" on:click=move |_| training.begin(None)>{said.t(|m| m.new_start)}</button>
                    </Show>
                    <Show when=move || !over.get()>
                        <button class="primary hint" aria-keyshortcuts="H" disabled=move || training.waiting.get() on:click=move |_| training.help()>{said.t(|m| m.hint)}</button>
                    </Show>
                    <Show when=move || begun.get()>
                        <button aria-keyshortcuts="U" on:click=move |_| training.take_back()>{said.t(|m| m.take_back)}</button>
                        <button on:click=again>{said.t(|m| m.restart)}</button>
                    </Show>
                    <Show when=move || !over.get()>
                        <button aria-keyshortcuts="N" on:click=move |_| training.begin(None)>{said.t(|m| m.new_start)}</button>
                    </Show>
                </div>
            </section>
        </main>
    }
}
