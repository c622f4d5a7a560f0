//! What the whole page shares: settings and language.

use leptos::prelude::*;

use crate::i18n::{Lang, Messages};
use crate::model::settings::{Settings, Shade};
use crate::platform::{document, storage, window};

/// Settings and language, for every part of the page.
#[derive(Clone, Copy)]
pub struct Prefs {
    /// The settings.
    pub settings: RwSignal<Settings>,
    /// The language.
    pub lang: Memo<Lang>,
}

impl Prefs {
    /// The settings as they were kept; the document follows them from now on.
    pub fn load() -> Prefs {
        let settings = RwSignal::new(storage::load::<Settings>("settings").value().unwrap_or_default());
        let spoken = languages();
        let lang = Memo::new(move |_| {
            let chosen = settings.with(|s| s.language.as_deref().and_then(Lang::from_tag));
            chosen.unwrap_or_else(|| Lang::best(spoken.iter().map(String::as_str)))
        });
        Effect::new(move |before: Option<()>| {
            settings.with(|s| {
                if before.is_some() {
                    storage::save("settings", s);
                }
                let Some(root) = document().document_element() else { return };
                // The root always takes attributes.
                let _ = match s.shade {
                    Shade::Auto => root.remove_attribute("data-shade"),
                    shade => root.set_attribute("data-shade", shade.name()),
                };
                let _ = root.set_attribute("lang", lang.get().tag());
                let _ = root.set_attribute("data-theme", s.theme.name());
            });
        });
        Prefs { settings, lang }
    }

    /// The catalogue now; inside a view it follows the language.
    pub fn m(self) -> &'static Messages {
        self.lang.get().messages()
    }

    /// One message, following the language.
    pub fn t(
        self,
        pick: fn(&Messages) -> &'static str,
    ) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
        move || pick(self.lang.get().messages())
    }

    /// Does the person want pieces to glide?
    pub fn motion(self) -> bool {
        let reduced = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
        self.settings.with(|s| s.motion) && !reduced.is_some_and(|query| query.matches())
    }
}

/// The languages of the browser, best first.
pub fn languages() -> Vec<String> {
    let list = window().navigator().languages();
    list.iter().filter_map(|tag| tag.as_string()).collect()
}
