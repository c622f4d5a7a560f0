//! Links as the page follows them: addresses are the wire's, clocks are the sitting's.

use damka_rules::Variant;
pub use damka_wire::place::{BadPlace as BadLink, Invite, Place, Room};

use super::clock::Control;

/// What an address asks of the room of analysis when a game is to be looked through at once.
pub const REVIEW: &str = "review";

/// Reads an address: the path below the site and the query. What cannot be read is left out and told.
pub fn parse(path: &str, query: &str) -> (Place, Option<BadLink>) {
    let (mut place, mut trouble) = Place::parse(path, query);
    if let Place::Board(invite) = &mut place
        && let Some(text) = invite.clock.take()
    {
        match Control::parse(&text) {
            Some(control) => invite.clock = clock(control),
            None => trouble = Some(BadLink::Clock(text)),
        }
    }
    (place, trouble)
}

/// How an invitation counts time.
pub fn control(invite: &Invite) -> Control {
    invite.clock.as_deref().and_then(Control::parse).unwrap_or_default()
}

/// As an invitation says it.
pub fn clock(control: Control) -> Option<String> {
    (control != Control::None).then(|| control.text())
}

/// The game for a visitor whose browser speaks these languages, best first.
pub fn variant_for<'a>(languages: impl IntoIterator<Item = &'a str>) -> Variant {
    let known = |tag: &str| {
        let tag = tag.to_ascii_lowercase();
        Some(match tag.split('-').next()? {
            "ru" | "be" | "uk" | "kk" | "ky" | "uz" => Variant::Russian,
            "hy" => Variant::Armenian,
            "en" => Variant::English,
            "tr" | "az" => Variant::Turkish,
            "pt" if tag == "pt-br" => Variant::Brazilian,
            "pt" => Variant::Portuguese,
            "nl" | "fr" => Variant::International,
            "fy" => Variant::Frisian,
            "it" => Variant::Italian,
            "es" => Variant::Spanish,
            "cs" => Variant::Czech,
            "th" => Variant::Thai,
            _ => return None,
        })
    };
    languages.into_iter().find_map(known).unwrap_or(Variant::Russian)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        let check = |query: &str, expected: Control, address: &str, trouble: Option<&str>| {
            let (place, told) = parse("russian", query);
            let Place::Board(invite) = &place else { panic!("{place:?}") };
            assert_eq!((control(invite), place.address().as_str()), (expected, address), "{query}");
            assert_eq!(told.map(|told| told.to_string()).as_deref(), trouble, "{query}");
        };
        let fischer = Control::Fischer { base: 300, plus: 3 };
        check("clock=300+3", fischer, "russian?clock=300%2B3", None);
        check("clock=300%2B3", fischer, "russian?clock=300%2B3", None);
        check("clock=-", Control::None, "russian", None);
        check("clock=soon&touch=1", Control::None, "russian?touch=1", Some("'soon' is no clock"));
    }

    #[test]
    fn languages_choose_the_game() {
        for (languages, expected) in [
            (&["ru-RU", "en"][..], Variant::Russian),
            (&["hy"], Variant::Armenian),
            (&["xx", "pt-BR"], Variant::Brazilian),
            (&["en-GB"], Variant::English),
            (&[], Variant::Russian),
        ] {
            assert_eq!(variant_for(languages.iter().copied()), expected);
        }
    }
}
