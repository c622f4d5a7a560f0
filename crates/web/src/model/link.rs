//! Addresses: which page is meant, and the links people share.

use damka_rules::{FenError, Game, HouseRule, UnknownName, Variant};

use super::clock::Control;

/// A page of the site.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// The landing page: a board of the variant that suits the visitor.
    Landing,
    /// A board.
    Board(Invite),
    /// The lesson of a variant.
    Lesson(Variant),
}

/// What a link to a board carries.
#[derive(Clone, PartialEq, Debug)]
pub struct Invite {
    /// The game, with its house rule.
    pub variant: Variant,
    /// Touch-move agreed.
    pub touch_move: bool,
    /// How time is counted.
    pub control: Control,
    /// A position, checked.
    pub fen: Option<String>,
    /// The name of a game kept on this device.
    pub game: Option<String>,
}

/// Why an address leads nowhere.
#[derive(Debug, thiserror::Error)]
pub enum BadLink {
    /// No such variant.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// No such page of a variant.
    #[error("there is no page '{0}'")]
    Page(String),
    /// The position cannot be read.
    #[error("the position in the link: {0}")]
    Fen(#[from] FenError),
    /// The game has no such house rule.
    #[error("unknown house rule '{0}'")]
    Rule(String),
    /// No way of counting time.
    #[error("'{0}' is no clock")]
    Clock(String),
}

impl Invite {
    /// A link to nothing but the game.
    pub fn to(variant: Variant) -> Invite {
        Invite { variant, touch_move: false, control: Control::None, fen: None, game: None }
    }

    /// Does it ask for anything but a board of the game?
    pub fn is_plain(&self) -> bool {
        *self == Invite::to(self.variant.base())
    }

    /// Takes up what the query asks for; the error is about the last thing that could not be read.
    fn read(&mut self, query: &str) -> Result<(), BadLink> {
        let mut told = Ok(());
        for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let value = decode(value);
            match key {
                "rules" => {
                    let rule = HouseRule::ALL.into_iter().find(|r| r.name() == value);
                    match rule.and_then(|rule| self.variant.with(rule)) {
                        Some(variant) => self.variant = variant,
                        None => told = Err(BadLink::Rule(value)),
                    }
                }
                "touch" => self.touch_move = value == "1",
                // A plus sign typed by hand arrives as a space.
                "clock" => match Control::parse(&value.replace(' ', "+")) {
                    Some(control) => self.control = control,
                    None => told = Err(BadLink::Clock(value)),
                },
                "fen" => self.fen = Some(value),
                "game" => self.game = Some(value),
                // Links from elsewhere carry all sorts of tags; they are nobody's mistake.
                _ => {}
            }
        }
        // Written as the game writes it, so that the same position has the same address.
        match self.fen.take().map(|fen| Game::from_fen(self.variant, &fen)) {
            Some(Ok(game)) => self.fen = game.start_fen(),
            Some(Err(error)) => told = Err(error.into()),
            None => {}
        }
        told
    }

    /// The address, relative to the site: `russian?rules=optional-capture&fen=W:Wc3:Bd4`.
    pub fn address(&self) -> String {
        let mut pairs = Vec::new();
        if let Some(rule) = self.variant.house_rule() {
            pairs.push(format!("rules={}", rule.name()));
        }
        if self.touch_move {
            pairs.push("touch=1".into());
        }
        if self.control != Control::None {
            pairs.push(format!("clock={}", encode(&self.control.text())));
        }
        if let Some(fen) = &self.fen {
            pairs.push(format!("fen={}", encode(fen)));
        }
        if let Some(game) = &self.game {
            pairs.push(format!("game={}", encode(game)));
        }
        match pairs.is_empty() {
            true => self.variant.name().into(),
            false => format!("{}?{}", self.variant.name(), pairs.join("&")),
        }
    }
}

/// Reads an address: the path below the site and the query. What cannot be read is left out and told.
pub fn parse(path: &str, query: &str) -> (Place, Option<BadLink>) {
    match place(path) {
        Ok(Place::Board(mut invite)) => {
            let trouble = invite.read(query).err();
            (Place::Board(invite), trouble)
        }
        Ok(place) => (place, None),
        Err(error) => (Place::Landing, Some(error)),
    }
}

fn place(path: &str) -> Result<Place, BadLink> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let Some(name) = parts.next() else { return Ok(Place::Landing) };
    let variant: Variant = name.parse()?;
    match (parts.next(), parts.next()) {
        (None, _) => Ok(Place::Board(Invite::to(variant))),
        (Some("lesson"), None) => Ok(Place::Lesson(variant)),
        (Some(page), _) => Err(BadLink::Page(page.to_owned())),
    }
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

/// Keeps what may stand in a query and escapes the rest.
fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b':' | b',' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Undoes [`encode`]; what is not well escaped stays as it is.
fn decode(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let hex = |b: u8| (b as char).to_digit(16);
        if let (b'%', [a, b, tail @ ..]) = (byte, after)
            && let (Some(a), Some(b)) = (hex(*a), hex(*b))
        {
            out.push((a * 16 + b) as u8);
            rest = tail;
            continue;
        }
        out.push(if *byte == b'+' { b' ' } else { *byte });
        rest = after;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_survive_the_journey() {
        let invites = [
            Invite::to(Variant::Russian),
            Invite {
                touch_move: true,
                control: Control::Fischer { base: 300, plus: 3 },
                fen: Some("W:Wc3:BKd4".into()),
                ..Invite::to(Variant::RussianOptional)
            },
        ];
        for invite in invites {
            let address = invite.address();
            let (path, query) = address.split_once('?').unwrap_or((&address, ""));
            let (place, trouble) = parse(path, query);
            assert!(trouble.is_none(), "{address}");
            assert_eq!(place, Place::Board(invite), "{address}");
        }
    }

    #[test]
    fn pages_are_found() {
        assert_eq!(parse("", "utm=1").0, Place::Landing);
        assert_eq!(parse("thai/lesson", "").0, Place::Lesson(Variant::Thai));
        assert_eq!(parse("russian", "ref=x").0, Place::Board(Invite::to(Variant::Russian)));
    }

    #[test]
    fn bad_links_are_explained_and_the_rest_is_kept() {
        let check = |path: &str, query: &str, found: Place, expected: &str| {
            let (place, error) = parse(path, query);
            let error = error.expect("something is wrong with it").to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(place, found, "{path}?{query}");
        };
        let board = |variant| Place::Board(Invite::to(variant));
        check("chess", "", Place::Landing, "unknown variant 'chess'");
        check("russian/openings", "", Place::Landing, "no page 'openings'");
        check("russian", "rules=flying-pigs", board(Variant::Russian), "house rule 'flying-pigs'");
        check(
            "armenian",
            "rules=optional-capture",
            board(Variant::Armenian),
            "house rule 'optional-capture'",
        );
        check("russian", "clock=soon", board(Variant::Russian), "'soon' is no clock");
        check("turkish", "fen=W:Wz9", board(Variant::Turkish), "the position in the link");
        check("russian", "fen=%FF%", board(Variant::Russian), "the position in the link");
        let clock = parse("russian", "clock=300+3").0;
        let control = Control::Fischer { base: 300, plus: 3 };
        assert_eq!(clock, Place::Board(Invite { control, ..Invite::to(Variant::Russian) }));
        let kept = Place::Board(Invite { touch_move: true, ..Invite::to(Variant::Russian) });
        check("russian", "rules=x&touch=1", kept, "house rule 'x'");
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
