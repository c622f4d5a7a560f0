//! The addresses of the page, read and written in one place: server, static site and page mean the same by them.
//!
//! An address is a path below wherever the site is mounted and a query: `russian/lesson`,
//! `russian?rules=optional-capture&clock=300+3&fen=W:Wc3:Bf6&moves=c3-d4`.

use damka_rules::{FenError, Game, GameError, HouseRule, UnknownName, Variant};

/// A page of the site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The landing page: a board of the variant that suits the visitor.
    Home,
    /// A board.
    Board(Invite),
    /// Another room of a variant, and what to look at there.
    Room(Invite, Room),
    /// Playing with people: the lobby, or one of their games.
    People(Option<String>),
}

/// What can be done with a variant besides playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Room {
    /// The two-minute lesson.
    Lesson,
    /// Analysis of games and positions.
    Analyse,
    /// Problems to solve.
    Puzzles,
    /// Courses and endings.
    Learn,
    /// Other people; it belongs to no variant.
    People,
}

/// What a link to a board carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invite {
    /// The game, with its house rule.
    pub variant: Variant,
    /// Touch-move agreed.
    pub touch_move: bool,
    /// How time is counted, as text: whoever keeps the clocks reads it, and says [`BadPlace::Clock`].
    pub clock: Option<String>,
    /// A position, checked and written as the game writes it, so that the same position has the same address.
    pub fen: Option<String>,
    /// Moves played from there (or from the start), checked.
    pub moves: Vec<String>,
    /// The name of a game kept on the device.
    pub game: Option<String>,
    /// One of the things a room has: a lesson, a theme, a study.
    pub item: Option<String>,
}

/// Why an address, or a part of it, leads nowhere.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadPlace {
    /// No such variant.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// No such page.
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
    /// A move that cannot be played; those before it are kept.
    #[error("move {number} in the link, '{text}': {why}")]
    Move {
        /// Counts from 1.
        number: usize,
        /// As the link has it.
        text: String,
        /// Why not.
        why: Box<GameError>,
    },
}

impl Room {
    /// Every room of a variant there is or will be.
    pub const ALL: [Room; 4] = [Room::Lesson, Room::Analyse, Room::Puzzles, Room::Learn];
    /// Those the page has; the others are not found yet.
    pub const OPEN: &[Room] = &[Room::Lesson, Room::Analyse, Room::Puzzles, Room::Learn, Room::People];

    /// Its part of the address.
    pub const fn name(self) -> &'static str {
        match self {
            Room::Lesson => "lesson",
            Room::Analyse => "analyse",
            Room::Puzzles => "puzzles",
            Room::Learn => "learn",
            Room::People => "people",
        }
    }
}

impl Invite {
    /// A link to nothing but the game.
    pub fn to(variant: Variant) -> Invite {
        Invite {
            variant,
            touch_move: false,
            clock: None,
            fen: None,
            moves: Vec::new(),
            game: None,
            item: None,
        }
    }

    /// Does it ask for anything but a board of the game?
    pub fn is_plain(&self) -> bool {
        *self == Invite::to(self.variant.base())
    }

    /// Takes up what the query asks for; the error is about the last thing that could not be read.
    fn read(&mut self, query: &str) -> Result<(), BadPlace> {
        let mut told = Ok(());
        for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let value = unescape(value);
            match key {
                "rules" => {
                    let rule = HouseRule::ALL.into_iter().find(|r| r.name() == value);
                    match rule.and_then(|rule| self.variant.with(rule)) {
                        Some(variant) => self.variant = variant,
                        None => told = Err(BadPlace::Rule(value)),
                    }
                }
                "touch" => self.touch_move = value == "1",
                // A plus sign typed by hand arrives as a space.
                "clock" => self.clock = Some(value.replace(' ', "+")),
                "fen" => self.fen = Some(value),
                "moves" => {
                    self.moves =
                        value.split([',', ' ']).filter(|m| !m.is_empty()).map(str::to_owned).collect()
                }
                "game" => self.game = Some(value),
                "item" => self.item = Some(value),
                // Links from elsewhere carry all sorts of tags; they are nobody's mistake.
                _ => {}
            }
        }
        self.check().and(told)
    }

    /// Leaves out what cannot be: a position that is none, and what follows an illegal move.
    fn check(&mut self) -> Result<(), BadPlace> {
        let played = self.played();
        match &played {
            Ok(game) => self.fen = game.start_fen(),
            Err(BadPlace::Move { number, .. }) => self.moves.truncate(number - 1),
            Err(_) => {
                self.fen = None;
                self.moves.clear();
            }
        }
        played.map(drop)
    }

    /// The game so far: the position and the moves of the link.
    pub fn played(&self) -> Result<Game, BadPlace> {
        let mut game = match &self.fen {
            Some(fen) => Game::from_fen(self.variant, fen)?,
            None => Game::new(self.variant),
        };
        for (done, text) in self.moves.iter().enumerate() {
            let wrong = |why| BadPlace::Move { number: done + 1, text: text.clone(), why: Box::new(why) };
            game.play_text(text).map_err(wrong)?;
        }
        Ok(game)
    }

    /// The address, relative to the site: `russian?rules=optional-capture&fen=W:Wc3:Bd4`.
    pub fn address(&self) -> String {
        self.address_below(self.variant.name())
    }

    fn address_below(&self, path: &str) -> String {
        let query = self.query();
        if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
    }

    fn query(&self) -> String {
        let rule = self.variant.house_rule().map(|rule| rule.name().to_owned());
        let moves = (!self.moves.is_empty()).then(|| self.moves.join(","));
        let touch = self.touch_move.then(|| "1".to_owned());
        let [clock, fen, game, item] = [&self.clock, &self.fen, &self.game, &self.item].map(Clone::clone);
        let pairs = [
            ("rules", rule),
            ("touch", touch),
            ("clock", clock),
            ("fen", fen),
            ("moves", moves),
            ("game", game),
            ("item", item),
        ];
        let said: Vec<String> =
            pairs.into_iter().filter_map(|(key, value)| Some(format!("{key}={}", escape(&value?)))).collect();
        said.join("&")
    }
}

impl Place {
    /// Reads a path below the site, slashes at its ends or not, and a query without its question mark. What cannot
    /// be read is left out and told.
    ///
    /// ```
    /// use damka_wire::place::{Place, Room};
    /// let (place, trouble) = Place::parse("/Thai/lesson/", "");
    /// assert_eq!((place.address(), trouble), ("thai/lesson".into(), None));
    /// ```
    pub fn parse(path: &str, query: &str) -> (Place, Option<BadPlace>) {
        match Place::of_path(path) {
            Ok(mut place) => {
                let trouble = match &mut place {
                    Place::Board(invite) | Place::Room(invite, _) => invite.read(query).err(),
                    Place::Home | Place::People(_) => None,
                };
                (place, trouble)
            }
            Err(trouble) => (Place::Home, Some(trouble)),
        }
    }

    fn of_path(path: &str) -> Result<Place, BadPlace> {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let Some(name) = parts.next() else { return Ok(Place::Home) };
        let place = match (parts.next(), parts.next()) {
            (None, _) if name == Room::People.name() => Place::People(None),
            (Some(game), None) if name == Room::People.name() => Place::People(Some(game.to_owned())),
            (None, _) => Place::Board(Invite::to(name.parse()?)),
            (Some(room), more) => {
                let invite = Invite::to(name.parse()?);
                let named = |known: &Room| more.is_none() && known.name().eq_ignore_ascii_case(room);
                let found = Room::ALL.into_iter().find(named);
                Place::Room(invite, found.ok_or_else(|| BadPlace::Page(room.to_owned()))?)
            }
        };
        match place.is_open() {
            true => Ok(place),
            false => Err(BadPlace::Page(place.path())),
        }
    }

    /// Is this page there already?
    pub fn is_open(&self) -> bool {
        match self {
            Place::Home | Place::Board(_) => true,
            Place::Room(_, room) => Room::OPEN.contains(room),
            Place::People(_) => Room::OPEN.contains(&Room::People),
        }
    }

    /// The path, relative to the site and without slashes at its ends.
    pub fn path(&self) -> String {
        match self {
            Place::Home => String::new(),
            Place::Board(invite) => invite.variant.name().to_owned(),
            Place::Room(invite, room) => format!("{}/{}", invite.variant.name(), room.name()),
            Place::People(None) => Room::People.name().to_owned(),
            Place::People(Some(game)) => format!("{}/{game}", Room::People.name()),
        }
    }

    /// The whole address, relative to the site.
    pub fn address(&self) -> String {
        match self {
            Place::Board(invite) | Place::Room(invite, _) => invite.address_below(&self.path()),
            Place::Home | Place::People(_) => self.path(),
        }
    }

    /// The paths of every page there is, house rules in the path included: what a static site needs a file for.
    pub fn every_path() -> impl Iterator<Item = String> {
        let boards = Variant::EVERY.iter().map(Variant::to_string);
        let open = || Room::OPEN.iter().copied().filter(|&room| room != Room::People);
        let rooms = Variant::games()
            .flat_map(move |v| open().map(move |room| Place::Room(Invite::to(v), room).path()));
        std::iter::once(String::new()).chain(boards).chain(rooms)
    }
}

/// Keeps what may stand in a query and escapes the rest.
fn escape(text: &str) -> String {
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

/// Undoes [`escape`]; what is not well escaped stays as it is.
fn unescape(text: &str) -> String {
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
