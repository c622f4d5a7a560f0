//! Why the move looked at was bad, in the words of the page's language.

use std::collections::HashMap;

use damka_explain::{Because, Catalogue};
use damka_review::Judged;
use damka_web::i18n::{Lang, in_tama};
use damka_web::pages::prefs::Prefs;
use damka_web::platform::files;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::judging::Judging;

/// A reason as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reason {
    /// The sentence.
    pub(crate) text: String,
    /// The line that proves it.
    pub(crate) line: Vec<String>,
    /// Does the line begin with what was better, rather than with the answer?
    pub(crate) missed: bool,
}

/// The reasons for the move looked at. Copies are the same.
#[derive(Clone, Copy)]
pub(crate) struct Reasons {
    /// As sentences; empty where nothing can be proved.
    pub(crate) shown: Memo<Vec<Reason>>,
    words: RwSignal<Option<(Lang, Catalogue)>>,
    /// What was proved already: a proof takes a moment.
    proved: StoredValue<HashMap<usize, Vec<Because>>>,
}

impl Reasons {
    /// For the moves of a review.
    pub(crate) fn new(
        prefs: Prefs,
        tama: bool,
        judging: RwSignal<Option<Judging>>,
        judged: Memo<Option<Judged>>,
    ) -> Reasons {
        let words = RwSignal::new(None::<(Lang, Catalogue)>);
        let proved = StoredValue::new(HashMap::<usize, Vec<Because>>::new());
        let prove = move |ply: usize| {
            if let Some(known) = proved.with_value(|proved| proved.get(&ply).cloned()) {
                return known;
            }
            let found = judging.with_untracked(|j| j.as_ref().map(|j| j.because(ply))).unwrap_or_default();
            proved.update_value(|proved| _ = proved.insert(ply, found.clone()));
            found
        };
        let shown = Memo::new(move |_| {
            let Some(one) = judged.get().filter(|one| one.judgement.is_some()) else { return Vec::new() };
            words.with(|words| {
                let Some((_, words)) = words else { return Vec::new() };
                let told = |because: &Because| Reason {
                    text: words.say(because),
                    line: because.line.texts(),
                    missed: because.what.is_missed(),
                };
                prove(one.ply).iter().map(told).collect()
            })
        });
        // The words come when there is something to say, and again in another language.
        Effect::new(move || {
            let (lang, wanted) = (prefs.lang.get(), judging.with(Option::is_some));
            if !wanted || words.with_untracked(|words| words.as_ref().is_some_and(|(l, _)| *l == lang)) {
                return;
            }
            spawn_local(async move {
                let Ok(text) = files::text(&format!("shelf/reasons/{}.txt", lang.tag())).await else {
                    return;
                };
                let text = if tama && lang == Lang::Hy { in_tama(&text) } else { text };
                if let Ok(read) = Catalogue::read(&text)
                    && prefs.lang.try_get_untracked() == Some(lang)
                {
                    let _ = words.try_set(Some((lang, read)));
                }
            });
        });
        Reasons { shown, words, proved }
    }

    /// Another review begins.
    pub(crate) fn forget(self) {
        self.proved.update_value(HashMap::clear);
    }

    /// A label of the catalogue with its blanks filled in, once it is there.
    pub(crate) fn label(self, key: &str, blanks: &[&str]) -> Option<String> {
        self.words.with(|words| words.as_ref().map(|(_, words)| words.fill(key, blanks)))
    }
}
