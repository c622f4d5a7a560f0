//! What the whole page shares: settings and language.

use damka_rules::Side;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::board::Look;
use crate::i18n::{Lang, Messages, Paint};
use crate::model::dress::Dress;
use crate::model::settings::{Settings, Shade};
use crate::platform::{document, storage, window, words};

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
        let shown = RwSignal::new(settings.with_untracked(wanted));
        let lang = Memo::new(move |_| shown.get());
        // A language is spoken as soon as its words are there.
        Effect::new(move || {
            let lang = settings.with(wanted);
            if lang.is_known() {
                return shown.set(lang);
            }
            spawn_local(async move {
                if words::load(lang).await && settings.with_untracked(wanted) == lang {
                    shown.set(lang);
                }
            });
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

    /// How a board looks in a dress, with these colours and this side at the bottom.
    pub fn look(self, dress: Dress, paint: Paint, bottom: Side) -> Look {
        let motion = self.motion();
        self.settings.with(|s| Look {
            bottom,
            theme: s.theme,
            king_style: s.king_style,
            paint,
            on_light: dress.on_light,
            turn_victims: dress.turn_victims,
            coordinates: s.coordinates,
            dots: s.dots,
            motion,
            hurry: false,
        })
    }

    /// Does the person want pieces to glide?
    pub fn motion(self) -> bool {
        let reduced = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
        self.settings.with(|s| s.motion) && !reduced.is_some_and(|query| query.matches())
    }
}

/// The language to begin with.
pub fn first_language() -> Lang {
    wanted(&storage::load::<Settings>("settings").value().unwrap_or_default())
}

/// The language that was chosen, or the best of the browser's.
fn wanted(settings: &Settings) -> Lang {
    let chosen = settings.language.as_deref().and_then(Lang::from_tag);
    chosen.unwrap_or_else(|| Lang::best(languages().iter().map(String::as_str)))
}

/// The languages of the browser, best first.
pub fn languages() -> Vec<String> {
    let list = window().navigator().languages();
    list.iter().filter_map(|tag| tag.as_string()).collect()
}
