//! What others show of a link: a title, a sentence and a picture of the board. Their programs run no script, so the
//! document they are sent has it all in its head.

use std::fmt::Write as _;

use axum::http::{HeaderMap, Uri, header};
use damka_rules::{Game, Side, Variant};
use damka_sitting::dress::Dress;
use damka_wire::place::{Invite, Place};

use crate::easel::{HEIGHT, WIDTH};

/// Where pictures are: `picture/russian.png?fen=W:Wc3:Bf6`.
const PICTURES: &str = "picture/";
const ENDING: &str = ".png";

/// The languages of the page, the usual one first: its words, and what the whole is about.
const WORDS: [(&str, &str, &str); 3] = [
    (
        "en",
        include_str!("../../web/words/en.txt"),
        "Draughts in every variant, against the computer or a friend, online or off.",
    ),
    (
        "ru",
        include_str!("../../web/words/ru.txt"),
        "Шашки во всех вариантах: с компьютером или с другом, в сети и без неё.",
    ),
    (
        "hy",
        include_str!("../../web/words/hy.txt"),
        "Շաշկի՝ բոլոր տեսակներով. համակարգչի կամ ընկերոջ դեմ, ցանցով և առանց ցանցի։",
    ),
];

/// The game whose picture a path asks for; `None` if it asks for no picture at all.
pub(crate) fn pictured(uri: &Uri) -> Option<Result<Game, String>> {
    let name = uri.path().trim_start_matches('/').strip_prefix(PICTURES)?.strip_suffix(ENDING)?;
    let (place, trouble) = Place::parse(name, uri.query().unwrap_or_default());
    Some(match (place, trouble) {
        (Place::Board(invite), None) => invite.played().map_err(|bad| bad.to_string()),
        (_, Some(trouble)) => Err(trouble.to_string()),
        (_, None) => Err("there is no such picture".to_owned()),
    })
}

/// The tags for an address, if it is known by which name the site was asked.
pub(crate) fn tags(uri: &Uri, asked: &HeaderMap, secure: bool) -> Option<String> {
    let host = asked.get(header::HOST)?.to_str().ok().filter(|host| is_name(host))?;
    let site = format!("{}://{host}/", if secure { "https" } else { "http" });
    let words = Words::of(asked);
    let place = Place::parse(uri.path(), uri.query().unwrap_or_default()).0;
    let address = format!("{site}{}", place.address());
    let (invite, sort) = match place {
        Place::Home | Place::People(_) => (Invite::to(Variant::Russian), None),
        Place::Board(invite) | Place::Room(invite, _) => {
            let sort = invite.variant.base();
            (invite, Some(sort))
        }
    };
    // What could not be read is left out already.
    let game = invite.played().ok()?;
    let name = |sort: Variant| words.say(sort.name());
    let title = sort.map_or_else(|| "Damka".to_owned(), |sort| format!("{} · Damka", name(sort)));
    let begun = invite.fen.is_some() || !invite.moves.is_empty();
    let about = match sort {
        Some(sort) if begun && game.ending().is_none() => words.to_move(sort, game.turn()),
        Some(sort) => words.say(&format!("about_{}", sort.name())).to_owned(),
        None => words.about.to_owned(),
    };
    let position =
        Invite { fen: begun.then(|| game.position().to_fen()), ..Invite::to(invite.variant.base()) };
    let picture = position.address();
    let (path, query) = picture.split_once('?').unwrap_or((&picture, ""));
    let mark = if query.is_empty() { "" } else { "?" };
    let picture = format!("{site}{PICTURES}{path}{ENDING}{mark}{query}");
    let mut out = String::new();
    for (property, content) in [
        ("type", "website"),
        ("site_name", "Damka"),
        ("title", &title),
        ("description", &about),
        ("url", &address),
        ("image", &picture),
        ("image:width", &WIDTH.to_string()),
        ("image:height", &HEIGHT.to_string()),
    ] {
        // Writing to memory does not fail.
        let _ = writeln!(out, "<meta property=\"og:{property}\" content=\"{}\">", escape(content));
    }
    out.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
    Some(out)
}

/// May this stand in a document as the name of a site? It came with the request.
fn is_name(host: &str) -> bool {
    let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']');
    !host.is_empty() && host.len() <= 255 && host.bytes().all(fits)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// One language of the page.
#[derive(Clone, Copy)]
struct Words {
    list: &'static str,
    about: &'static str,
}

impl Words {
    /// The first language asked for that we have.
    fn of(asked: &HeaderMap) -> Words {
        let wanted = asked.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let tags = wanted.unwrap_or_default().split(',').map(|tag| tag.trim().to_ascii_lowercase());
        let known = |tag: String| WORDS.iter().find(|(name, ..)| tag.starts_with(name));
        let (_, list, about) = tags.into_iter().find_map(known).unwrap_or(&WORDS[0]);
        Words { list, about }
    }

    fn say(self, key: &str) -> &'static str {
        let value = |line: &'static str| line.strip_prefix(key)?.strip_prefix(": ");
        self.list.lines().find_map(value).unwrap_or_default()
    }

    /// Whose turn it is, in the colours of the game.
    fn to_move(self, game: Variant, side: Side) -> String {
        let colour = match (Dress::of(game).green, side) {
            (false, Side::White) => "white",
            (false, Side::Black) => "black",
            (true, Side::White) => "green",
            (true, Side::Black) => "red",
        };
        let [nominative, genitive] = ["nom", "gen"].map(|case| self.say(&format!("{colour}_{case}")));
        self.say("to_move").replace("{0}", nominative).replace("{1}", genitive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(address: &str, headers: &[(&'static str, &str)]) -> Option<String> {
        let mut asked = HeaderMap::new();
        for (name, value) in headers {
            asked.insert(*name, value.parse().unwrap());
        }
        tags(&address.parse().unwrap(), &asked, true)
    }

    #[test]
    fn every_language_says_everything() {
        for (tag, _, about) in WORDS {
            let mut asked = HeaderMap::new();
            asked.insert(header::ACCEPT_LANGUAGE, format!("fr, {tag}-XX;q=0.8").parse().unwrap());
            let words = Words::of(&asked);
            assert_eq!(words.about, about);
            for game in Variant::games() {
                for key in [game.name().to_owned(), format!("about_{}", game.name())] {
                    assert!(!words.say(&key).is_empty(), "{tag} {key}");
                }
                for side in Side::BOTH {
                    let said = words.to_move(game, side);
                    assert!(said.len() > 5 && !said.contains('{'), "{tag} {game}: {said}");
                }
            }
        }
    }

    #[test]
    fn a_link_shows_where_its_moves_lead() {
        let site = ("host", "damka.example");
        let said = told("/russian?moves=c3-d4,b6-a5", &[site]).unwrap();
        assert!(said.contains("og:title\" content=\"Russian draughts · Damka\""), "{said}");
        assert!(said.contains("og:description\" content=\"White to move.\""), "{said}");
        let image = "og:image\" content=\"https://damka.example/picture/russian.png?fen=W:W";
        assert!(said.contains(image), "{said}");
        let plain = told("/thai/learn", &[site, ("accept-language", "ru-RU,ru;q=0.9")]).unwrap();
        assert!(plain.contains("https://damka.example/picture/thai.png\""), "{plain}");
        assert!(plain.contains("Тайские"), "{plain}");
        assert!(told("/people/abc", &[site]).unwrap().contains("/picture/russian.png\""));
    }

    #[test]
    fn nothing_of_a_request_becomes_markup() {
        assert_eq!(told("/russian", &[]), None);
        assert_eq!(told("/russian", &[("host", "a\"><script>")]), None);
        for address in ["/russian?fen=%22%3E%3Cscript%3E", "/russian?clock=%22%3E%3Cscript%3E&item=%22x"] {
            let said = told(address, &[("host", "[::1]:8064")]).unwrap();
            assert!(!said.contains("<script") && said.contains("https://[::1]:8064/"), "{said}");
            assert_eq!(said.matches('<').count(), 9, "{said}");
            assert_eq!(said.matches('"').count(), 9 * 4, "{said}");
        }
    }

    #[test]
    fn pictures_have_addresses_of_their_own() {
        let asked = |address: &str| pictured(&address.parse().unwrap());
        let game = asked("/picture/russian.png?fen=B:Wc3:Bd4").unwrap().unwrap();
        assert_eq!((game.variant(), game.turn()), (Variant::Russian, Side::Black));
        assert!(asked("/picture/chess.png").unwrap().is_err());
        assert!(asked("/picture/russian.png?fen=nonsense").unwrap().is_err());
        assert!(asked("/picture/people.png").unwrap().is_err());
        assert!(asked("/russian").is_none() && asked("/picture/russian").is_none());
    }
}
