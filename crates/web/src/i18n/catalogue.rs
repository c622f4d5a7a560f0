//! A list of messages, and the words of a room: a catalogue of its own, loaded with the room.

use leptos::prelude::*;

use super::{Lang, fill};
use crate::pages::prefs::Prefs;
use crate::platform::words;

/// Messages one a line, in the order of a list.
pub trait Catalogue: Send + Sync + 'static {
    /// Before anything is loaded.
    const SILENT: Self;

    /// Reads the messages; `None` if there are too few.
    fn read(text: &'static str) -> Option<Self>
    where
        Self: Sized;
}

/// Makes a struct of messages: `catalogue! { /// What it is. Texts: title next }`.
#[macro_export]
macro_rules! catalogue {
    ($(#[$doc:meta])* $name:ident: $($field:ident)*) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Debug)]
        pub struct $name { $(pub $field: &'static str),* }

        impl $crate::i18n::Catalogue for $name {
            const SILENT: $name = $name { $($field: ""),* };

            fn read(text: &'static str) -> Option<$name> {
                const COUNT: usize = [$(stringify!($field)),*].len();
                let mut lines = text.lines();
                (text.lines().count() >= COUNT)
                    .then(|| $name { $($field: $crate::i18n::next_line(&mut lines)),* })
            }
        }

        #[cfg(test)]
        impl $name {
            /// Every message with its name.
            pub fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($field), self.$field)),*]
            }
        }
    };
}

/// A test that every language says everything: `catalogue_test!(Said, "lesson")` looks at `words/lesson.*.txt` beside
/// the manifest.
#[macro_export]
macro_rules! catalogue_test {
    ($said:ident, $name:literal) => {
        #[test]
        fn every_language_says_everything() {
            use $crate::i18n::{Catalogue, Lang, faults};
            macro_rules! file {
                ($lang:literal) => {
                    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/words/", $name, ".", $lang, ".txt"))
                };
            }
            let all = |text| $said::read(text).map_or_else(Vec::new, |said| said.all());
            let files = [(Lang::En, file!("en")), (Lang::Ru, file!("ru")), (Lang::Hy, file!("hy"))];
            assert_eq!(faults(all, files), Vec::<String>::new());
        }
    };
}

/// The next message; a function of its own, as what is written out for every message is a tenth of the page.
#[inline(never)]
pub fn next_line(lines: &mut std::str::Lines<'static>) -> &'static str {
    lines.next().unwrap_or_default()
}

/// The words of a room, in the language of the page as soon as they are there. They are files
/// `crates/rooms/words/NAME.LANG.txt`, written as those of the page.
pub struct Texts<C: 'static> {
    shown: RwSignal<C>,
    lang: Memo<Lang>,
}

impl<C> Clone for Texts<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Texts<C> {}

impl<C: Catalogue> Texts<C> {
    /// The words of the room of this name; `tama`: in the Armenian game the king has a name of its own.
    pub fn new(prefs: Prefs, name: &'static str, tama: bool) -> Self {
        let read = move |lang: Lang| words::of_room(name, lang, tama).and_then(C::read);
        let shown = RwSignal::new(read(prefs.lang.get_untracked()).unwrap_or(C::SILENT));
        Effect::new(move |before: Option<Lang>| {
            let lang = prefs.lang.get();
            if before.is_some_and(|before| before != lang) {
                wasm_bindgen_futures::spawn_local(async move {
                    words::load_room(name, lang).await;
                    if let Some(texts) = read(lang)
                        && prefs.lang.try_get_untracked() == Some(lang)
                    {
                        let _ = shown.try_set(texts);
                    }
                });
            }
            lang
        });
        Texts { shown, lang: prefs.lang }
    }

    /// One message now; inside a view it follows the language.
    pub fn say(self, pick: fn(&C) -> &'static str) -> &'static str {
        self.shown.with(pick)
    }

    /// One message, following the language.
    pub fn t(self, pick: fn(&C) -> &'static str) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
        move || self.say(pick)
    }

    /// A message with `{0}`, `{1}` filled in.
    pub fn fill(self, pick: fn(&C) -> &'static str, args: &[&str]) -> String {
        fill(self.say(pick), args)
    }

    /// The form of a message for a number, which is `{0}`.
    pub fn plural(self, pick: fn(&C) -> &'static str, n: usize, rest: &[&str]) -> String {
        self.lang.get_untracked().plural(self.say(pick), n, rest)
    }
}

/// What is wrong with the three files of a catalogue, for tests: messages missing, out of order, empty, with other
/// places to fill in or another number of plural forms than their language has.
pub fn faults(
    all: fn(&'static str) -> Vec<(&'static str, &'static str)>,
    files: [(Lang, &'static str); 3],
) -> Vec<String> {
    let mut faults = Vec::new();
    let pairs = |file: &'static str| -> Vec<(&'static str, &'static str)> {
        file.lines().filter_map(|line| line.split_once(": ")).collect()
    };
    let values = |file: &'static str| -> &'static str {
        pairs(file).iter().map(|(_, text)| format!("{text}\n")).collect::<String>().leak()
    };
    let places = |text: &str| (0..6).filter(|i| text.contains(&format!("{{{i}}}"))).collect::<Vec<_>>();
    let english = all(values(files[0].1));
    for (lang, file) in files {
        let there: Vec<&str> = pairs(file).iter().map(|(name, _)| *name).collect();
        let wanted: Vec<&str> = english.iter().map(|(name, _)| *name).collect();
        if there != wanted {
            let first = there.iter().zip(&wanted).find(|(a, b)| a != b);
            faults.push(format!(
                "{lang:?}: {} lines for {}; first other: {first:?}",
                there.len(),
                wanted.len()
            ));
            continue;
        }
        for ((name, text), (_, english)) in all(values(file)).into_iter().zip(&english) {
            let forms = text.split('|').count();
            if text.trim().is_empty() || places(text) != places(english) {
                faults.push(format!("{lang:?} {name}: {text:?}"));
            }
            if (english.contains('|') && forms != lang.forms()) || (!english.contains('|') && forms != 1) {
                faults.push(format!("{lang:?} {name}: {forms} forms"));
            }
        }
    }
    faults
}
