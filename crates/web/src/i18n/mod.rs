//! Languages: one catalogue of messages, plurals, and the words for what the rules say.

mod en;
mod hy;
mod messages;
mod ru;
mod rulecard;
mod words;

pub use messages::Messages;
pub use rulecard::{draw_card, rule_card};
pub use words::{Paint, Words};

/// A language of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// The catalogue.
    pub fn messages(self) -> &'static Messages {
        match self {
            Lang::En => &en::EN,
            Lang::Ru => &ru::RU,
            Lang::Hy => &hy::HY,
        }
    }

    /// How many forms a plural has.
    #[cfg(test)]
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
            (Lang::En, 1, "You must capture: 1 way."),
            (Lang::En, 2, "You must capture: 2 ways."),
            (Lang::Ru, 1, "Нужно бить: 1 способ."),
            (Lang::Ru, 3, "Нужно бить: 3 способа."),
            (Lang::Ru, 11, "Нужно бить: 11 способов."),
            (Lang::Ru, 22, "Нужно бить: 22 способа."),
            (Lang::Hy, 2, "Պետք է խփել․ 2 եղանակ։"),
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
