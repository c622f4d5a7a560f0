//! A game on the server as this client knows it: what was told, what was sent and is not confirmed yet.

use damka_rules::{Ending, Game, MoveText, Outcome, Route, Side, Square, Variant};
use damka_sitting::{Clock, Control, Millis};
use damka_wire::PROTOCOL;
use damka_wire::room::{Act, ClientIn, ClientOut, Player, Ply, Welcome, Words};

/// So much of what was said is kept.
const MOST_SAID: usize = 60;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// With a result, for this reason.
    Result(Ending, Outcome),
    /// Broken off.
    Aborted,
}

/// What somebody said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remark {
    pub(crate) side: Side,
    pub(crate) words: Words,
}

/// What has changed, for whoever shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// The game is known now; for the first time, or again after a break.
    Welcomed { first: bool },
    /// A move came that was not shown yet.
    Moved(Side),
    /// One's own move is stored.
    Confirmed,
    /// What was shown is not so: one's own move was not taken, or moves were taken back.
    Undone,
    /// A player did something.
    Acted(Side, Act),
    /// Somebody sat down.
    Seated(Side),
    /// A player came or went.
    Here(Side, bool),
    /// Somebody said something.
    Said(Side),
    /// The game is over.
    Ended,
    /// Another game follows.
    Next(String),
    /// Something was not granted.
    Refused(String),
    /// Something was missed: the next greeting repairs it.
    Gap,
    /// There is no such game, or nobody understands us there; it is no use to ask again.
    Gone(String),
}

/// The side that asks the other for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asked {
    /// For a draw.
    pub(crate) offer: Option<Side>,
    /// To take moves back.
    pub(crate) takeback: Option<Side>,
    /// For another game.
    pub(crate) rematch: Option<Side>,
}

/// The game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Live {
    /// The moves told, and after them one's own move that is on its way; nothing before the first greeting.
    pub(crate) game: Option<Game>,
    /// Is the last move one's own and not confirmed yet?
    pub(crate) sent: Option<Route>,
    /// The side this client plays.
    pub(crate) side: Option<Side>,
    pub(crate) players: [Option<Player>; 2],
    pub(crate) here: [bool; 2],
    pub(crate) control: Control,
    pub(crate) clock: Option<Clock>,
    pub(crate) rated: bool,
    pub(crate) chat: bool,
    pub(crate) asked: Asked,
    pub(crate) next: Option<String>,
    pub(crate) end: Option<End>,
    pub(crate) watchers: u32,
    /// From when on the win over an absent opponent may be claimed.
    pub(crate) claim_at: Option<Millis>,
    pub(crate) said: Vec<Remark>,
    /// Squares of a move made in advance.
    pub(crate) premove: Vec<Square>,
    /// Lines of a game by correspondence.
    pub(crate) lines: Vec<Vec<String>>,
    takebacks: u32,
}

fn side(white: bool) -> Side {
    if white { Side::White } else { Side::Black }
}

impl Live {
    /// The greeting: who we are, and how far we know the game.
    pub(crate) fn greeting(&self, game: &str, seat: Option<String>) -> ClientOut {
        ClientOut::Hello {
            protocol: PROTOCOL,
            game: game.to_owned(),
            seat,
            since: self.known(),
            takebacks: self.takebacks,
        }
    }

    /// What has to be said again after a break: nobody knows whether it was heard.
    pub(crate) fn again(&self) -> Vec<ClientOut> {
        let mut again = Vec::new();
        if let (Some(route), Some(game)) = (&self.sent, &self.game) {
            again.push(ClientOut::Play { ply: self.known(), text: route.text(game.position().script()) });
        }
        again.extend(self.premove_out());
        again
    }

    /// Plies the server has told.
    pub(crate) fn known(&self) -> Ply {
        let all = self.game.as_ref().map_or(0, Game::ply);
        Ply::try_from(all).unwrap_or(Ply::MAX) - Ply::from(self.sent.is_some())
    }

    /// Is somebody on both seats?
    pub(crate) fn is_full(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    /// Whose turn it is; nobody's before the game has begun and after its end.
    pub(crate) fn turn(&self) -> Option<Side> {
        let game = self.game.as_ref().filter(|_| self.end.is_none() && self.is_full())?;
        Some(game.turn())
    }

    /// Is it this client's turn, and is its last move known to be stored?
    pub(crate) fn my_turn(&self) -> bool {
        self.side.is_some() && self.turn() == self.side && self.sent.is_none()
    }

    /// Time left to a side.
    pub(crate) fn left(&self, side: Side, now: Millis) -> Option<Millis> {
        self.clock.as_ref().map(|clock| clock.left(side, now))
    }

    /// Hears what the room tells.
    pub(crate) fn hear(&mut self, event: ClientIn, now: Millis) -> Vec<News> {
        match event {
            ClientIn::Welcome(welcome) => self.welcome(*welcome, now),
            ClientIn::Moved { ply, text, left } => self.moved(ply, &text, left, now),
            ClientIn::Undone { ply, takebacks, left } => {
                self.cut(ply);
                self.takebacks = takebacks;
                (self.asked.takeback, self.asked.offer, self.premove) = (None, None, Vec::new());
                self.set_clock(left, ply > 0, now);
                vec![News::Undone]
            }
            ClientIn::Acted { white, act, .. } => self.acted(side(white), act),
            ClientIn::Ended { ending, outcome, .. } => self.ended(&ending, outcome.as_deref(), now),
            ClientIn::Seated { white, player } => {
                self.players[side(white) as usize] = Some(player);
                vec![News::Seated(side(white))]
            }
            ClientIn::Here { white, here, claim_in } => {
                let who = side(white);
                self.here[who as usize] = here;
                if Some(who) != self.side {
                    self.claim_at = claim_in.filter(|_| !here).map(|millis| now + Millis::from(millis));
                }
                vec![News::Here(who, here)]
            }
            ClientIn::Watched(count) => {
                self.watchers = count;
                Vec::new()
            }
            ClientIn::Said { white, words } => {
                self.said.push(Remark { side: side(white), words });
                if self.said.len() > MOST_SAID {
                    self.said.remove(0);
                }
                vec![News::Said(side(white))]
            }
            ClientIn::Next { game } => {
                self.next = Some(game.clone());
                vec![News::Next(game)]
            }
            ClientIn::Refused { ply, reason } => self.refused(ply, reason),
            ClientIn::Planned { .. } | ClientIn::Elsewhere { .. } | ClientIn::Pong => Vec::new(),
        }
    }

    fn welcome(&mut self, told: Welcome, now: Millis) -> Vec<News> {
        if told.protocol != PROTOCOL {
            return vec![News::Gone(format!("protocol {}", told.protocol))];
        }
        let (known, same) = (self.known() as usize, told.takebacks == self.takebacks);
        let sent = self.sent.take();
        let before = self.game.take();
        let first = before.is_none();
        let mut game = match before.filter(|_| told.since > 0) {
            Some(mut game) => {
                while game.ply() > told.since as usize && game.undo().is_some() {}
                game
            }
            None => match begin(&told.variant, told.start.as_deref()) {
                Ok(game) => game,
                Err(why) => return vec![News::Gone(why)],
            },
        };
        for text in &told.moves {
            if let Err(error) = game.play_text(text) {
                return vec![News::Gone(error.to_string())];
            }
        }
        let quiet = same && game.ply() == known;
        let stored =
            |route: &Route| same && game.moves().get(known).is_some_and(|played| played.route == *route);
        let lost = sent.as_ref().is_some_and(|route| !quiet && !stored(route));
        if !quiet {
            self.premove.clear();
        }
        self.control = Control::parse(&told.clock).unwrap_or_default();
        self.takebacks = told.takebacks;
        self.side = told.white.map(side);
        self.players = told.players;
        self.here = told.here;
        self.rated = told.rated;
        self.chat = told.chat;
        self.asked.offer = told.offer.map(side);
        self.asked.takeback = told.takeback.map(side);
        self.lines = told.lines;
        self.next = told.next;
        (self.claim_at, self.end) = (None, None);
        self.game = Some(game);
        self.set_clock(told.left, told.running, now);
        if let Some(ending) = &told.ending {
            self.ended(ending, None, now);
        }
        let mut news = vec![News::Welcomed { first }];
        // Nobody has heard of our move: it is said again.
        if let Some(route) = sent.filter(|_| quiet)
            && self.play(&route, now).is_none()
        {
            news.push(News::Undone);
        }
        if lost {
            news.push(News::Undone);
        }
        news
    }

    fn moved(&mut self, ply: Ply, text: &str, left: Option<[u32; 2]>, now: Millis) -> Vec<News> {
        let known = self.known();
        // An answer to a move that was said twice, or one that a welcome has told already.
        if ply <= known {
            return Vec::new();
        }
        let Some(game) = &mut self.game else { return Vec::new() };
        if ply > known + 1 {
            return vec![News::Gap];
        }
        let mut news = Vec::new();
        if let Some(mine) = self.sent.take() {
            let meant = game.position_at(known as usize).and_then(|pos| pos.play_text(text).ok());
            if meant.is_some_and(|(_, route)| route == mine) {
                news.push(News::Confirmed);
            } else {
                game.undo();
                news.push(News::Undone);
            }
        }
        if news != [News::Confirmed] {
            let mover = game.turn();
            if game.play_text(text).is_err() {
                return vec![News::Gap];
            }
            news.push(News::Moved(mover));
        }
        // A move declines what was offered, and uses up what was planned.
        let mover = game.turn().other();
        if self.asked.offer == Some(mover.other()) {
            self.asked.offer = None;
        }
        self.asked.takeback = None;
        if Some(mover) != self.side {
            self.premove.clear();
        }
        self.lines.retain_mut(|line| {
            let expected = line.first().is_some_and(|first| first == text);
            if expected {
                line.remove(0);
            }
            expected && !line.is_empty()
        });
        self.set_clock(left, true, now);
        news
    }

    fn acted(&mut self, who: Side, act: Act) -> Vec<News> {
        match act {
            Act::Draw => self.asked.offer = Some(who),
            Act::DeclineDraw => self.asked.offer = None,
            Act::Takeback => self.asked.takeback = Some(who),
            Act::DeclineTakeback => self.asked.takeback = None,
            Act::Rematch => self.asked.rematch = Some(who),
            _ => {}
        }
        vec![News::Acted(who, act)]
    }

    fn ended(&mut self, ending: &str, outcome: Option<&str>, now: Millis) -> Vec<News> {
        if self.end.is_some() {
            return Vec::new();
        }
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        (self.asked.offer, self.asked.takeback, self.claim_at, self.premove) = (None, None, None, Vec::new());
        let Ok(why) = ending.parse::<Ending>() else {
            self.end = Some(End::Aborted);
            return vec![News::Ended];
        };
        // An end off the board is told; one on it the game knows itself.
        if let Some(game) = &mut self.game {
            let _ = game.end(why);
        }
        let known = self.game.as_ref().and_then(Game::outcome);
        let outcome = outcome.and_then(|text| text.parse().ok()).or(known).unwrap_or(Outcome::Draw);
        self.end = Some(End::Result(why, outcome));
        vec![News::Ended]
    }

    fn refused(&mut self, ply: Ply, reason: String) -> Vec<News> {
        if self.game.is_none() {
            // Whatever else is in the way may be gone when we come again.
            let fatal = ["there is no such game", "protocol", "the game as it is stored"];
            let fatal = fatal.iter().any(|beginning| reason.starts_with(beginning));
            return if fatal { vec![News::Gone(reason)] } else { Vec::new() };
        }
        let mut news = Vec::new();
        // One's own move was not taken: the board shows what is so.
        if self.sent.is_some() && ply <= self.known() {
            self.sent = None;
            if let Some(game) = &mut self.game {
                game.undo();
            }
            news.push(News::Undone);
        }
        if reason.contains("in advance") || reason == "this is no move" {
            self.premove.clear();
        }
        news.push(News::Refused(reason));
        news
    }

    /// The game has so many plies again.
    fn cut(&mut self, ply: Ply) {
        self.sent = None;
        if let Some(game) = &mut self.game {
            while game.ply() > ply as usize && game.undo().is_some() {}
        }
    }

    fn set_clock(&mut self, left: Option<[u32; 2]>, running: bool, now: Millis) {
        let told = left.map(|[white, black]| damka_rules::BySide {
            white: Millis::from(white),
            black: Millis::from(black),
        });
        self.clock = told.and_then(|left| Clock::resume(self.control, left));
        let turn = self.turn().filter(|_| running);
        if let (Some(clock), Some(turn)) = (&mut self.clock, turn) {
            clock.run(turn, now);
        }
    }

    /// Plays a legal move: it is shown at once, and is to be sent.
    pub(crate) fn play(&mut self, route: &Route, now: Millis) -> Option<ClientOut> {
        if !self.my_turn() {
            return None;
        }
        let (ply, game) = (self.known(), self.game.as_mut()?);
        let text = route.text(game.position().script());
        game.play_route(route).ok()?;
        self.sent = Some(route.clone());
        if let (Some(clock), true) = (&mut self.clock, ply > 0) {
            clock.stop(now);
        }
        Some(ClientOut::Play { ply, text })
    }

    /// What is planned for the turn after this one, as it is to be sent.
    pub(crate) fn premove_out(&self) -> Option<ClientOut> {
        let game =
            self.game.as_ref().filter(|_| self.side.is_some_and(|me| self.turn() == Some(me.other())))?;
        let text = MoveText::new(&self.premove, false)?.write(game.position().script());
        Some(ClientOut::Premove { ply: self.known() + 1, text: Some(text) })
    }
}

fn begin(variant: &str, start: Option<&str>) -> Result<Game, String> {
    let variant: Variant = variant.parse().map_err(|error: damka_rules::UnknownName| error.to_string())?;
    match start {
        Some(fen) => Game::from_fen(variant, fen).map_err(|error| error.to_string()),
        None => Ok(Game::new(variant)),
    }
}
