//! What the device remembers of somebody's lessons and studies, for each game.

use std::collections::BTreeMap;

use damka_rules::Variant;
use damka_web::platform::storage;
use serde::{Deserialize, Serialize};

/// Progress in one game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct Progress {
    /// Medals by study: 3 is gold, 2 silver, 1 bronze.
    medals: BTreeMap<String, u8>,
    /// Numbers of the steps done, by lesson.
    steps: BTreeMap<String, Vec<usize>>,
}

impl Progress {
    /// What was kept.
    pub(crate) fn load(variant: Variant) -> Progress {
        storage::load(&name(variant)).value().unwrap_or_default()
    }

    /// Keeps it; a browser that keeps nothing has been told so where games are kept.
    pub(crate) fn save(&self, variant: Variant) {
        storage::save(&name(variant), self);
    }

    /// The best medal of a study.
    pub(crate) fn medal(&self, study: &str) -> Option<u8> {
        self.medals.get(study).copied().filter(|medal| (1..=3).contains(medal))
    }

    /// A medal was won; a better one is not taken away.
    pub(crate) fn won(&mut self, study: &str, medal: u8) {
        let best = self.medals.entry(study.to_owned()).or_default();
        *best = (*best).max(medal);
    }

    /// How many steps of a lesson were done.
    pub(crate) fn done(&self, lesson: &str) -> usize {
        self.steps.get(lesson).map_or(0, Vec::len)
    }

    /// The first step of a lesson that was not done, of so many; the first of all when all were.
    pub(crate) fn next(&self, lesson: &str, count: usize) -> usize {
        let done = self.steps.get(lesson);
        (0..count).find(|step| done.is_none_or(|done| !done.contains(step))).unwrap_or(0)
    }

    /// A step was done.
    pub(crate) fn did(&mut self, lesson: &str, step: usize) {
        let done = self.steps.entry(lesson.to_owned()).or_default();
        if !done.contains(&step) {
            done.push(step);
        }
    }
}

fn name(variant: Variant) -> String {
    format!("learn.{}", variant.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_medal_stays() {
        let mut progress = Progress::default();
        assert_eq!(progress.medal("petrov"), None);
        progress.won("petrov", 2);
        progress.won("petrov", 1);
        assert_eq!(progress.medal("petrov"), Some(2));
    }

    #[test]
    fn lessons_go_on_where_they_were_left() {
        let mut progress = Progress::default();
        assert_eq!(progress.next("shots", 3), 0);
        progress.did("shots", 0);
        progress.did("shots", 0);
        progress.did("shots", 2);
        assert_eq!((progress.done("shots"), progress.next("shots", 3)), (2, 1));
        progress.did("shots", 1);
        assert_eq!((progress.done("shots"), progress.next("shots", 3)), (3, 0));
        let text = storage::write(&progress).expect("progress is JSON");
        assert_eq!(storage::read::<Progress>(&text).value(), Some(progress));
    }
}
