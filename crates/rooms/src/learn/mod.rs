//! The room to learn in: the course of a game and its endgame studies.

mod course;
mod list;
mod progress;
mod study;

use damka_web::later::{SplitLoaderError, Visit};
use damka_web::model::link::{Invite, Place, Room};
use leptos::prelude::*;
use leptos::wasm_split::wasm_split;

/// The name of its words.
pub(crate) const NAME: &str = "learn";

/// Enters the room; `load` fetches its code.
#[wasm_split(learn, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
pub(crate) fn enter(visit: Visit) -> Result<AnyView, SplitLoaderError> {
    let item = visit.invite.with_value(|invite| invite.item.clone());
    Ok(match item.as_deref().map(Item::read) {
        Some(Item::Study(key)) => match damka_trainer::Study::find(visit.variant, &key) {
            Some(study) => view! { <study::StudyRoom visit study/> }.into_any(),
            None => view! { <list::List visit/> }.into_any(),
        },
        Some(Item::Lesson(key)) => view! { <course::LessonRoom visit key/> }.into_any(),
        Some(Item::Nothing) | None => view! { <list::List visit/> }.into_any(),
    })
}

/// What a link asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// An endgame study by its key.
    Study(String),
    /// A lesson by its key.
    Lesson(String),
    /// Nothing there is.
    Nothing,
}

impl Item {
    fn read(text: &str) -> Item {
        match text.split_once('-') {
            Some(("study", key)) => Item::Study(key.into()),
            Some(("lesson", key)) => Item::Lesson(key.into()),
            _ => Item::Nothing,
        }
    }

    /// The address of it in the room of a game.
    pub(crate) fn address(&self, variant: damka_rules::Variant) -> String {
        let item = match self {
            Item::Study(key) => Some(format!("study-{key}")),
            Item::Lesson(key) => Some(format!("lesson-{key}")),
            Item::Nothing => None,
        };
        Place::Room(Invite { item, ..Invite::to(variant) }, Room::Learn).address()
    }
}

damka_web::catalogue! {
    /// What the room says.
    Said:
    title first first_about course course_none studies studies_about steps_done done medal gold silver bronze
    lessons all step next back again task_win task_hold task_defeat task_choose wrong wrong_answer right well lesson_done next_lesson
    show_me options play
    win_in hold_for preparing no_tables hint take_back new_start restart
    told_fast told_slow told_draw told_lost told_held slack stands
    done_gold done_silver done_bronze held failed_win failed_hold with_help
    stage_road stage_double stage_triple stage_triangle stage_give best_move
    t_petrov a_petrov t_main_road a_main_road t_one_against_two a_one_against_two t_king_against_three_men a_king_against_three_men
    t_hold_three_men a_hold_three_men t_opposition a_opposition t_two_against_one a_two_against_one t_double_corner a_double_corner
    t_first_position a_first_position t_king_and_man_each a_king_and_man_each t_hold_king_and_man_each a_hold_king_and_man_each
    t_one_against_two_men a_one_against_two_men
}

/// The keys of the room, by their place on the keyboard, so that they work in every alphabet.
fn keys(visit: Visit, press: impl Fn(&str) + 'static) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let busy = event.ctrl_key() || event.meta_key() || event.alt_key();
        if !busy && visit.dialog.get_untracked().is_none() && !crate::typing(&event) {
            press(&event.code());
        }
    });
    on_cleanup(move || handle.remove());
}

/// The title of a study, and what it is about.
pub(crate) fn study_words(key: &str) -> (fn(&Said) -> &'static str, fn(&Said) -> &'static str) {
    match key {
        "petrov" => (|m| m.t_petrov, |m| m.a_petrov),
        "main-road" => (|m| m.t_main_road, |m| m.a_main_road),
        "one-against-two" => (|m| m.t_one_against_two, |m| m.a_one_against_two),
        "king-against-three-men" => (|m| m.t_king_against_three_men, |m| m.a_king_against_three_men),
        "hold-three-men" => (|m| m.t_hold_three_men, |m| m.a_hold_three_men),
        "opposition" => (|m| m.t_opposition, |m| m.a_opposition),
        "two-against-one" => (|m| m.t_two_against_one, |m| m.a_two_against_one),
        "double-corner" => (|m| m.t_double_corner, |m| m.a_double_corner),
        "first-position" => (|m| m.t_first_position, |m| m.a_first_position),
        "king-and-man-each" => (|m| m.t_king_and_man_each, |m| m.a_king_and_man_each),
        "hold-king-and-man-each" => (|m| m.t_hold_king_and_man_each, |m| m.a_hold_king_and_man_each),
        "one-against-two-men" => (|m| m.t_one_against_two_men, |m| m.a_one_against_two_men),
        _ => (|_| "", |_| ""),
    }
}

#[cfg(test)]
mod tests {
    use damka_trainer::STUDIES;
    use damka_web::i18n::Catalogue;

    use super::*;

    fn words() -> &'static str {
        let file = include_str!("../../words/learn.en.txt");
        let values = file.lines().filter_map(|line| line.split_once(": "));
        values.map(|(_, text)| format!("{text}\n")).collect::<String>().leak()
    }

    damka_web::catalogue_test!(Said, "learn");

    #[test]
    fn every_study_has_a_name() {
        let said = Said::read(words()).expect("a catalogue");
        for study in STUDIES {
            let (title, about) = study_words(study.key);
            assert!(!title(&said).is_empty() && !about(&said).is_empty(), "{}", study.key);
        }
    }

    #[test]
    fn links_lead_to_studies_and_lessons() {
        assert_eq!(Item::read("study-main-road"), Item::Study("main-road".into()));
        assert_eq!(Item::read("lesson-shots"), Item::Lesson("shots".into()));
        assert_eq!(Item::read("shots"), Item::Nothing);
        let variant = damka_rules::Variant::Russian;
        assert_eq!(Item::Study("petrov".into()).address(variant), "russian/learn?item=study-petrov");
        assert_eq!(Item::Nothing.address(variant), "russian/learn");
    }
}
