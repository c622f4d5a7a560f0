//! `damka dxp`: games of International draughts with another program over DamExchange.

mod desk;
mod link;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use damka_dxp::{Effect, Role, Session};
use damka_rules::Side;

use crate::brain::SizeArgs;
use crate::thinker::{Said, Thinker};
use desk::Desk;
use link::Link;

/// Play International draughts against another program over DXP (DamExchange)
///
/// By default damka waits for a connection and for game requests. `--connect` makes it connect, `--initiator`
/// makes it request the games; the two are independent.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", conflicts_with = "connect")]
    host: String,
    /// Connect to a program listening at this address
    #[arg(long, value_name = "ADDRESS")]
    connect: Option<String>,
    /// Port to listen on or connect to; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = damka_dxp::DEFAULT_PORT)]
    port: u16,
    /// Request games instead of waiting for requests
    #[arg(long)]
    initiator: bool,
    /// Number of games to request
    #[arg(long, value_name = "N", default_value = "1")]
    games: NonZeroU32,
    /// Side to play in the first requested game; alternates
    #[arg(long, value_enum, default_value_t = Colour::White)]
    side: Colour,
    /// Minutes per side in requested games; 0 is no clock
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(0..=999))]
    minutes: u16,
    /// Moves after which requested games end undecided; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=999))]
    moves: u16,
    /// Starting position of requested games
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Seconds per move in games without a clock
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    move_time: f64,
    /// Name to play under, at most 32 characters
    #[arg(long, default_value = "Damka")]
    name: String,
    /// Exit after the first connection
    #[arg(long)]
    once: bool,
    /// Append finished games to this file
    #[arg(long, value_name = "FILE")]
    pdn: Option<String>,
    #[command(flatten)]
    size: SizeArgs,
}

#[derive(ValueEnum, Copy, Clone, Debug, PartialEq)]
enum Colour {
    White,
    Black,
}

/// What can happen. Connections are numbered: what an earlier one still has to say is of no interest.
enum Event {
    /// Bytes came.
    Bytes(u32, Vec<u8>),
    /// The other side is gone.
    End(u32),
    Said(Said),
}

/// What outlives a connection: the engine with its tables, and the events.
struct House {
    desk: Desk,
    events: Sender<Event>,
    happened: Receiver<Event>,
    connections: u32,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if !(0.0..=1e6).contains(&self.move_time) {
            bail!("--move-time: {} is out of range", self.move_time);
        }
        if let Some(host) = &self.connect {
            let address = (host.as_str(), self.port);
            let link = Link::connect(address).with_context(|| format!("{host}:{}", self.port))?;
            self.converse(&mut self.house(), link)?;
            return Ok(ExitCode::SUCCESS);
        }
        let address = (self.host.as_str(), self.port);
        let listener = Link::listen(address).with_context(|| format!("{}:{}", self.host, self.port))?;
        let mut house = self.house();
        say(&format!("Waiting for DXP on {}", listener.local_addr()?))?;
        loop {
            let (link, peer) = Link::accept(&listener)?;
            say(&format!("{peer} connected"))?;
            match self.converse(&mut house, link) {
                Ok(()) => say(&format!("{peer} left"))?,
                // A connection that breaks is no reason to stop listening.
                Err(error) => say(&format!("{peer} left: {error:#}"))?,
            }
            if self.once {
                return Ok(ExitCode::SUCCESS);
            }
        }
    }

    fn house(&self) -> House {
        let (events, happened) = mpsc::channel();
        let tell = events.clone();
        let thinker = Thinker::new(self.size.options(), move |said| {
            // Nobody listens any more once the command has ended.
            let _ = tell.send(Event::Said(said));
        });
        let desk = Desk::new(thinker, Duration::from_secs_f64(self.move_time), self.pdn.clone());
        House { desk, events, happened, connections: 0 }
    }

    /// Talks until the connection ends.
    fn converse(&self, house: &mut House, mut link: Link) -> Result<()> {
        house.connections += 1;
        let number = house.connections;
        link.read_into(number, house.events.clone())?;
        let House { desk, happened, .. } = house;
        let ended = self.talk(number, desk, happened, &mut link);
        desk.stop_thinking();
        ended
    }

    fn talk(&self, number: u32, desk: &mut Desk, happened: &Receiver<Event>, link: &mut Link) -> Result<()> {
        let role = if self.initiator { Role::Initiator } else { Role::Follower };
        let mut session = Session::new(&self.name, role);
        let mut frames = damka_dxp::Frames::new();
        let mut asked = 0;
        loop {
            if self.initiator && asked < self.games.get() && session.is_idle() {
                let request = self.request(asked)?;
                asked += 1;
                if asked == self.games.get() {
                    session.play_no_more();
                }
                let effects = session.request(request);
                self.perform(&mut session, desk, link, effects)?;
            }
            let Ok(event) = happened.recv() else { return Ok(()) };
            let effects = match event {
                Event::End(which) | Event::Bytes(which, _) if which != number => Vec::new(),
                Event::End(_) => return Ok(()),
                Event::Bytes(_, bytes) => {
                    let mut effects = Vec::new();
                    for frame in frames.push(&bytes) {
                        match frame {
                            Ok(frame) => effects.extend(session.handle(&frame)),
                            Err(error) => effects.extend(session.chat(&format!("error: {error}"))),
                        }
                        // Each frame is answered before the next one is looked at.
                        let now = std::mem::take(&mut effects);
                        if !self.perform(&mut session, desk, link, now)? {
                            return Ok(());
                        }
                    }
                    effects
                }
                Event::Said(Said::Info(_)) => Vec::new(),
                Event::Said(Said::Done(report)) => desk.found(&mut session, &report),
            };
            if !self.perform(&mut session, desk, link, effects)? {
                return Ok(());
            }
        }
    }

    /// Does what the session says, in order; false at the end of the conversation.
    fn perform(
        &self,
        session: &mut Session,
        desk: &mut Desk,
        link: &mut Link,
        effects: Vec<Effect>,
    ) -> Result<bool> {
        let mut waiting: std::collections::VecDeque<Effect> = effects.into();
        while let Some(effect) = waiting.pop_front() {
            match effect {
                Effect::Send(message) => link.send(&message)?,
                Effect::Asked(request) => waiting.extend(session.answer(desk.consider(&request))),
                Effect::Declined(code) => say(&format!("game declined: {code:?}"))?,
                Effect::Begin(begin) => {
                    say(&format!("game against {}, playing {:?}", begin.opponent, begin.us))?;
                    waiting.extend(desk.begin(session, &begin));
                }
                Effect::Judge(played) => {
                    let verdict = desk.judge(&played);
                    waiting.extend(session.judged(verdict.as_ref().map(|_| ()).map_err(String::as_str)));
                }
                Effect::Think { ticket, .. } => waiting.extend(desk.think(session, ticket)),
                Effect::StopThinking => desk.stop_thinking(),
                Effect::TakeBack { plies } => desk.take_back(plies as usize),
                Effect::BackRefused(_) => {}
                Effect::Over { by, reason } => say(&format!("game over: {}", desk.over(by, reason)?))?,
                Effect::Chat(words) => say(&format!("chat: {words}"))?,
                Effect::Close => return Ok(false),
            }
        }
        Ok(true)
    }

    fn request(&self, game: u32) -> Result<damka_dxp::GameRequest> {
        let ours = match (self.side, game.is_multiple_of(2)) {
            (Colour::White, true) | (Colour::Black, false) => Side::White,
            _ => Side::Black,
        };
        let position = match &self.fen {
            Some(fen) => Some(desk::position(fen)?),
            None => None,
        };
        Ok(damka_dxp::GameRequest {
            version: damka_dxp::PROTOCOL_VERSION,
            name: self.name.clone(),
            follower: ours.other(),
            minutes: self.minutes,
            moves: self.moves,
            position,
        })
    }
}

/// Tells people at once; a reader that went away ends the command quietly.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
