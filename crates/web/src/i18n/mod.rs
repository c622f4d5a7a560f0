//! Languages: one catalogue of messages, plurals, and the words for what the rules say.

mod catalogue;
mod messages;
mod rulecard;
mod words;

use std::sync::OnceLock;

pub use catalogue::{Catalogue, Texts, faults, next_line};
pub use messages::Messages;
pub use rulecard::{draw_card, rule_card};
pub use words::{Paint, Words};

/// A language of the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lang {
    /// English.
    En,
    /// Russian.
    Ru,
    /// Armenian.
    Hy,
}

impl Lang {
    /// All of them.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Ru, Lang::Hy];

    /// The tag in `<html lang>` and settings.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ru => "ru",
            Lang::Hy => "hy",
        }
    }

    /// The language of a tag such as `ru-RU`.
    pub fn from_tag(tag: &str) -> Option<Lang> {
        let first = tag.split('-').next()?.to_ascii_lowercase();
        // Neighbours who are more likely to read Russian than English.
        match first.as_str() {
            "be" | "uk" | "kk" | "ky" | "uz" | "tg" => Some(Lang::Ru),
            _ => Lang::ALL.into_iter().find(|lang| lang.tag() == first),
        }
    }

    /// The first of these tags that we speak, or English.
    pub fn best<'a>(tags: impl IntoIterator<Item = &'a str>) -> Lang {
        tags.into_iter().find_map(Lang::from_tag).unwrap_or(Lang::En)
    }

    /// Its own name for itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::Ru => "Русский",
            Lang::Hy => "Հայերեն",
        }
    }

    /// Keeps a catalogue that was loaded; false if it is not a whole one.
    pub fn learn(self, text: String) -> bool {
        if self.is_known() {
            return true;
        }
        // A page speaks few languages in its life, and each for the rest of it.
        let text: &'static str = text.leak();
        let tama: &'static str = if self == Lang::Hy { in_tama(text).leak() } else { text };
        let (Some(plain), Some(tama)) = (Messages::read(text), Messages::read(tama)) else { return false };
        KNOWN[self as usize].set([plain, tama]).is_ok()
    }

    /// Can it be spoken already?
    pub fn is_known(self) -> bool {
        KNOWN[self as usize].get().is_some()
    }

    /// The catalogue.
    pub fn messages(self) -> &'static Messages {
        self.catalogues().map_or(&Messages::SILENT, |[plain, _]| plain)
    }

    /// The catalogue for the Armenian game, whose king has a name of its own.
    fn messages_of_tama(self) -> &'static Messages {
        self.catalogues().map_or(&Messages::SILENT, |[_, tama]| tama)
    }

    fn catalogues(self) -> Option<&'static [Messages; 2]> {
        #[cfg(test)]
        self.learn(tests::source(self));
        KNOWN[self as usize].get()
    }

    /// How many forms a plural has.
    fn forms(self) -> usize {
        match self {
            Lang::En | Lang::Hy => 2,
            Lang::Ru => 3,
        }
    }

    /// Which form goes with a number (the plural rules of CLDR for whole numbers).
    fn form(self, n: usize) -> usize {
        match self {
            Lang::En => usize::from(n != 1),
            Lang::Hy => usize::from(n > 1),
            Lang::Ru => match (n % 10, n % 100) {
                (1, teen) if teen != 11 => 0,
                (2..=4, teen) if !(12..=14).contains(&teen) => 1,
                _ => 2,
            },
        }
    }

    /// Picks the form of a plural and fills in the number and the rest.
    pub fn plural(self, message: &str, n: usize, rest: &[&str]) -> String {
        let form = message.split('|').nth(self.form(n)).unwrap_or(message);
        let number = n.to_string();
        let args: Vec<&str> = std::iter::once(number.as_str()).chain(rest.iter().copied()).collect();
        fill(form, &args)
    }
}

/// The catalogues that were loaded, each in the usual words and in those of the Armenian game.
static KNOWN: [OnceLock<[Messages; 2]>; 3] = [const { OnceLock::new() }; 3];

/// In tama the king is a tama.
pub fn in_tama(text: &str) -> String {
    text.replace("դամկա", "թամա").replace("Դամկա", "Թամա")
}

/// Puts arguments where `{0}`, `{1}` stand.
pub fn fill(message: &str, args: &[&str]) -> String {
    let mut out = message.to_owned();
    for (i, arg) in args.iter().enumerate() {
        out = out.replace(&format!("{{{i}}}"), arg);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A catalogue as the bundler ships it: values only.
    pub(super) fn source(lang: Lang) -> String {
        let lines = file(lang).lines().filter_map(|line| line.split_once(": "));
        lines.map(|(_, text)| format!("{text}\n")).collect()
    }

    fn file(lang: Lang) -> &'static str {
        match lang {
            Lang::En => include_str!("../../words/en.txt"),
            Lang::Ru => include_str!("../../words/ru.txt"),
            Lang::Hy => include_str!("../../words/hy.txt"),
        }
    }

    #[test]
    fn every_language_has_every_message_in_its_place() {
        for lang in Lang::ALL {
            let there: Vec<&str> =
                file(lang).lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
            let wanted: Vec<&str> = lang.messages().all().iter().map(|(name, _)| *name).collect();
            assert_eq!(there, wanted, "{lang:?}");
            let strange = file(lang).lines().find(|line| !line.contains(": ") && !line.starts_with("# "));
            assert_eq!(strange, None, "{lang:?}");
        }
    }

    #[test]
    fn every_message_is_used() {
        let mut code = String::new();
        let mut dirs = ["/src", "/../rooms/src"]
            .map(|dir| std::path::PathBuf::from(format!("{}{dir}", env!("CARGO_MANIFEST_DIR"))))
            .to_vec();
        while let Some(dir) = dirs.pop() {
            for entry in std::fs::read_dir(dir).unwrap().map(Result::unwrap) {
                match entry.file_type().unwrap().is_dir() {
                    true => dirs.push(entry.path()),
                    false => code += &std::fs::read_to_string(entry.path()).unwrap(),
                }
            }
        }
        let names = Lang::En.messages().all().into_iter().map(|(name, _)| name);
        let used = |name: &str| {
            code.match_indices(&format!(".{name}")).any(|(at, found)| {
                !code[at + found.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            })
        };
        let dead: Vec<&str> = names.filter(|name| !used(name)).collect();
        assert!(dead.is_empty(), "nobody says {dead:?}");
    }

    #[test]
    fn the_king_of_tama_is_a_tama() {
        let king = damka_rules::Piece { side: damka_rules::Side::White, role: damka_rules::Role::King };
        let words = |tama| Words { tama, ..Words::plain(Lang::Hy) };
        assert_eq!((words(false).piece(king), words(true).piece(king)), ("սպիտակ դամկա", "սպիտակ թամա"));
        let words = |tama| Words { tama, ..Words::plain(Lang::Ru) };
        assert_eq!(words(true).piece(king), words(false).piece(king));
    }

    #[test]
    fn every_language_has_the_same_plurals() {
        let plurals: Vec<&str> = Lang::En
            .messages()
            .all()
            .iter()
            .filter(|(_, text)| text.contains('|'))
            .map(|(name, _)| *name)
            .collect();
        assert!(!plurals.is_empty());
        for lang in Lang::ALL {
            for (name, text) in lang.messages().all() {
                let expected = if plurals.contains(&name) { lang.forms() } else { 1 };
                assert_eq!(text.split('|').count(), expected, "{lang:?} {name}");
                assert!(!text.trim().is_empty(), "{lang:?} {name}");
            }
        }
    }

    #[test]
    fn nothing_is_lost_in_translation() {
        // The sides come in two cases, {0} and {1}; a language uses the one it needs.
        let places = |text: &str| (0..4).filter(|i| text.contains(&format!("{{{i}}}"))).collect::<Vec<_>>();
        let sides = ["to_move", "e_no_pieces", "e_time", "e_blocked"];
        for lang in Lang::ALL {
            for ((name, english), (_, text)) in
                Lang::En.messages().all().into_iter().zip(lang.messages().all())
            {
                if !sides.contains(&name) {
                    assert_eq!(places(english), places(text), "{lang:?} {name}");
                }
            }
        }
    }

    #[test]
    fn plurals_follow_their_language() {
        let ways = |lang: Lang, n| lang.plural(lang.messages().must_capture_ways, n, &[]);
        for (lang, n, expected) in [
            (Lang::En, 1, "You must capture (1 option)."),
            (Lang::En, 2, "You must capture (2 options)."),
            (Lang::Ru, 1, "Нужно бить (1 вариант)."),
            (Lang::Ru, 3, "Нужно бить (3 варианта)."),
            (Lang::Ru, 11, "Нужно бить (11 вариантов)."),
            (Lang::Ru, 22, "Нужно бить (22 варианта)."),
            (Lang::Hy, 2, "Պետք է խփել (2 տարբերակ)։"),
        ] {
            assert_eq!(ways(lang, n), expected);
        }
    }

    #[test]
    fn languages_are_found_by_tag() {
        assert_eq!(Lang::best(["ru-RU", "en"]), Lang::Ru);
        assert_eq!(Lang::best(["de", "hy-AM"]), Lang::Hy);
        assert_eq!(Lang::best(["de"]), Lang::En);
    }
}
