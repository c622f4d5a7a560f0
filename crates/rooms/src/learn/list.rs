//! What can be learnt: the lesson of two minutes, the course, the endgame studies.

use damka_course::Course;
use damka_rules::Variant;
use damka_trainer::{Duty, Study};
use damka_web::i18n::{Texts, Words};
use damka_web::later::Visit;
use damka_web::model::dress::Dress;
use damka_web::model::link::{Invite, Place, Room};
use damka_web::pages::gamecard::GameCard;
use damka_web::pages::icons::{self, Icon};
use damka_web::platform::files;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::progress::Progress;
use super::{Item, NAME, Said, study_words};

/// The list of lessons of a game, if there is a course.
pub(crate) async fn course(variant: Variant) -> Option<Course> {
    let text = files::text(&format!("shelf/course/{}", Course::path(variant)?)).await.ok()?;
    Course::read(variant, &text).ok()
}

/// The list.
#[component]
pub(crate) fn List(visit: Visit) -> impl IntoView {
    let Visit { prefs, variant, dialog, .. } = visit;
    let said = Texts::<Said>::new(prefs, NAME, Dress::of(variant).turn_victims);
    let progress = StoredValue::new(Progress::load(variant));
    let found = RwSignal::new(None::<Course>);
    spawn_local(async move {
        if let Some(course) = course(variant).await {
            // The room may have been left meanwhile.
            let _ = found.try_set(Some(course));
        }
    });
    let first = Place::Room(Invite::to(variant), Room::Lesson).address();
    let lessons = move || {
        let course = found.get()?;
        let rows = course.lessons().iter().cloned().enumerate().map(|(number, entry)| {
            let done = progress.with_value(|progress| progress.done(&entry.key));
            let href = Item::Lesson(entry.key.clone()).address(variant);
            let title = entry.title.clone();
            view! {
                <li>
                    <a class="learn-row" class:begun=(done > 0) href=href>
                        <b class="learn-number" aria-hidden="true">{number + 1}</b>
                        <span>{move || title.get(prefs.lang.get().tag()).to_owned()}</span>
                        <small>{move || (done > 0).then(|| said.plural(|m| m.steps_done, done, &[]))}</small>
                    </a>
                </li>
            }
        });
        Some(view! {
            <h2>{said.t(|m| m.course)}</h2>
            <ol class="learn-list">{rows.collect_view()}</ol>
        })
    };
    let studies: Vec<_> = Study::of(variant).collect();
    let any = !studies.is_empty();
    let rows = move || {
        let row = |study: &&'static Study| {
            let study: &'static Study = study;
            let (title, about) = study_words(study.key);
            let medal = progress.with_value(|progress| progress.medal(study.key));
            let href = Item::Study(study.key.into()).address(variant);
            let duty = if study.duty == Duty::Win { "win" } else { "hold" };
            view! {
                <li>
                    <a class="learn-row" data-duty=duty href=href>
                        <Medal medal said/>
                        <span>{said.t(title)}<small>{said.t(about)}</small></span>
                    </a>
                </li>
            }
        };
        studies.iter().map(row).collect_view()
    };
    let terms = Signal::derive(move || Words::plain(prefs.lang.get()).about_game(variant).to_owned());
    view! {
        <main class="learn">
            <GameCard prefs variant=Signal::stored(variant) terms dialog/>
            <div class="learn-body">
                <h1>{said.t(|m| m.title)}</h1>
                <a class="learn-row learn-first" href=first>
                    <Icon d=icons::LEARN/>
                    <span>{said.t(|m| m.first)}<small>{said.t(|m| m.first_about)}</small></span>
                </a>
                {lessons}
                {any.then(|| view! {
                    <h2>{said.t(|m| m.studies)}</h2>
                    <p class="learn-about">{said.t(|m| m.studies_about)}</p>
                    <ul class="learn-list">{rows()}</ul>
                })}
            </div>
        </main>
    }
}

/// A medal, or the place where one could be.
#[component]
pub(crate) fn Medal(
    /// 3 for gold.
    medal: Option<u8>,
    /// The words of the room.
    said: Texts<Said>,
) -> impl IntoView {
    let name = move || match medal {
        Some(3) => said.say(|m| m.gold),
        Some(2) => said.say(|m| m.silver),
        Some(1) => said.say(|m| m.bronze),
        _ => "",
    };
    let class = match medal {
        Some(3) => "medal gold",
        Some(2) => "medal silver",
        Some(1) => "medal bronze",
        _ => "medal none",
    };
    let sign = medal.map(|_| "★");
    view! { <i class=class><span aria-hidden="true">{sign}</span><span class="unseen">{name}</span></i> }
}
