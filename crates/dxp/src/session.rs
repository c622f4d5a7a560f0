//! The conversation of one player with another: frames and our own moves in, effects out.
//!
//! What the state machine promises, whatever arrives:
//! - moves alternate; one out of turn is refused with a remark and the game goes on;
//! - an illegal or unreadable move is answered with a remark and the end of the game, on our turn as it must be;
//! - every end of a game is confirmed, once; a program that asks for a new game without ending the old has ended it;
//! - every request for a game or to go back is answered;
//! - remarks are never answered, so two programs cannot complain to each other for ever.

use damka_rules::Side;

use crate::message::{Acceptance, BackAnswer, GameRequest, Message, Move, PROTOCOL_VERSION, Reason, Stop};
use crate::position::Position;

/// Who asks for games. It has nothing to do with who opened the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// We ask.
    Initiator,
    /// We are asked.
    Follower,
}

/// Names one request to think; an answer to an older one is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ticket(u64);

/// Who did something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// This program.
    Us,
    /// The other one.
    Them,
}

/// A game that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// The name of the other program.
    pub opponent: String,
    /// The side we play.
    pub us: Side,
    /// Minutes for each side and the whole game; 0 says nothing.
    pub minutes: u16,
    /// The game ends undecided after this many moves; 0 is no limit.
    pub moves: u16,
    /// Where it begins.
    pub position: Position,
}

/// What the caller has to do, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Write this message, [`crate::PAUSE`] after the one before.
    Send(Message),
    /// We are asked for a game: decide with [`Session::answer`].
    Asked(GameRequest),
    /// Our request was refused.
    Declined(Acceptance),
    /// Set up this game.
    Begin(Begin),
    /// They moved: say with [`Session::judged`] whether it is legal, and if so play it.
    Judge(Move),
    /// It is our turn: find a move for [`Session::moved`], or end the game with [`Session::end`].
    Think {
        /// To be given back with the move.
        ticket: Ticket,
        /// How many of our moves are left, if the game is limited.
        moves_left: Option<u16>,
    },
    /// The move we were thinking about is not wanted any more.
    StopThinking,
    /// Go back to the position after this many plies.
    TakeBack {
        /// Counted from the beginning of the game.
        plies: u32,
    },
    /// They do not want to go back.
    BackRefused(BackAnswer),
    /// The game is over.
    Over {
        /// Who said so.
        by: By,
        /// How, as that side sees it.
        reason: Reason,
    },
    /// They said something.
    Chat(String),
    /// Close the connection.
    Close,
}

/// One player's view of a connection.
#[derive(Debug)]
pub struct Session {
    name: String,
    role: Role,
    /// What we say about further games when one ends.
    stop: Stop,
    may_go_back: bool,
    tickets: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    Idle,
    /// We asked for a game.
    Requested(GameRequest),
    /// They asked for one, and the caller is thinking about it.
    Considering(GameRequest),
    Playing(Game),
    /// We ended the game and wait for the confirmation.
    Ending,
    Closed,
}

#[derive(Debug)]
struct Game {
    us: Side,
    first: Side,
    plies: u32,
    limit: Option<u32>,
    /// The caller is looking at their move.
    judging: bool,
    thinking: Option<Ticket>,
    /// We asked to go back to this ply.
    asked_back: Option<u32>,
    /// We want to end the game as soon as it is our turn.
    ending: Option<Reason>,
}

impl Game {
    fn turn(&self) -> Side {
        if self.plies.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// The first move of a game is number 1 whoever makes it.
    fn ply_of(&self, number: u16, side: Side) -> Option<u32> {
        let ply = u32::from(number.checked_sub(1)?) * 2 + u32::from(side != self.first);
        (ply <= self.plies).then_some(ply)
    }
}

impl Session {
    /// A session in which nothing has been said.
    pub fn new(name: &str, role: Role) -> Self {
        let name = name.to_string();
        Session { name, role, stop: Stop::NextGame, may_go_back: true, tickets: 0, state: State::Idle }
    }

    /// Whether a game is being played.
    pub fn is_playing(&self) -> bool {
        matches!(self.state, State::Playing(_))
    }

    /// Whether nothing is going on, so that a game may be asked for.
    pub fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// Whether the connection is done with.
    pub fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed)
    }

    /// The present game, if there is one, is the last.
    pub fn play_no_more(&mut self) {
        self.stop = Stop::NoMore;
    }

    /// Refuse to take moves back.
    pub fn never_go_back(&mut self) {
        self.may_go_back = false;
    }

    /// Takes one frame without its NUL.
    pub fn handle(&mut self, frame: &[u8]) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.is_closed() {
            return effects;
        }
        match Message::parse(frame) {
            Ok(Message::GameReq(request)) => self.game_req(request, &mut effects),
            Ok(Message::GameAcc { name, code }) => self.game_acc(name, code, &mut effects),
            Ok(Message::Move(played)) => self.their_move(played, &mut effects),
            Ok(Message::GameEnd { reason, stop }) => self.game_end(reason, stop, &mut effects),
            Ok(Message::Chat(words)) => effects.push(Effect::Chat(words)),
            Ok(Message::BackReq { number, side }) => self.back_req(number, side, &mut effects),
            Ok(Message::BackAcc(answer)) => self.back_acc(answer, &mut effects),
            Err(error) => self.malformed(frame, &error.to_string(), &mut effects),
        }
        effects
    }

    /// Asks for a game; the initiator's first word, possible between games.
    pub fn request(&mut self, request: GameRequest) -> Vec<Effect> {
        if !matches!(self.state, State::Idle) || self.role != Role::Initiator {
            return Vec::new();
        }
        self.state = State::Requested(request.clone());
        vec![Effect::Send(Message::GameReq(request))]
    }

    /// Answers [`Effect::Asked`].
    pub fn answer(&mut self, code: Acceptance) -> Vec<Effect> {
        let State::Considering(request) = &self.state else { return Vec::new() };
        let request = request.clone();
        self.state = State::Idle;
        let mut effects = vec![Effect::Send(Message::GameAcc { name: self.name.clone(), code })];
        if code == Acceptance::Accept {
            self.begin(&request, request.name.clone(), request.follower, &mut effects);
        }
        effects
    }

    /// Answers [`Effect::Judge`]: their move is played, or is illegal for this reason.
    pub fn judged(&mut self, verdict: Result<(), &str>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if let State::Playing(game) = &mut self.state
            && std::mem::take(&mut game.judging)
        {
            game.plies += 1;
            match verdict {
                Ok(()) => self.our_turn(&mut effects),
                Err(reason) => self.abort(&format!("illegal move: {reason}"), &mut effects),
            }
        }
        effects
    }

    /// Answers [`Effect::Think`]; too late for any but the last.
    pub fn moved(&mut self, ticket: Ticket, played: Move) -> Vec<Effect> {
        match &mut self.state {
            State::Playing(game) if game.thinking == Some(ticket) => {
                game.thinking = None;
                game.plies += 1;
                vec![Effect::Send(Message::Move(played))]
            }
            _ => Vec::new(),
        }
    }

    /// Ends the game, at once on our turn, else when it comes; `reason` is how it ended for us.
    pub fn end(&mut self, reason: Reason) -> Vec<Effect> {
        let mut effects = Vec::new();
        if let State::Playing(game) = &mut self.state {
            game.ending = Some(reason);
            if game.turn() == game.us {
                self.finish(reason, &mut effects);
            }
        }
        effects
    }

    /// Asks to go back to the position in this move with this side to move.
    pub fn request_back(&mut self, number: u16, side: Side) -> Vec<Effect> {
        match &mut self.state {
            State::Playing(game) if game.asked_back.is_none() && game.ply_of(number, side).is_some() => {
                game.asked_back = game.ply_of(number, side);
                vec![Effect::Send(Message::BackReq { number, side })]
            }
            _ => Vec::new(),
        }
    }

    /// Says something; possible at any time.
    pub fn chat(&mut self, words: &str) -> Vec<Effect> {
        if self.is_closed() { Vec::new() } else { vec![Effect::Send(Message::chat(words))] }
    }

    fn game_req(&mut self, request: GameRequest, effects: &mut Vec<Effect>) {
        if let State::Playing(game) = &self.state {
            effects.extend(game.thinking.map(|_| Effect::StopThinking));
            effects.push(Effect::Over { by: By::Them, reason: Reason::Unknown });
        }
        let refusal = match () {
            () if self.role == Role::Initiator => Some(Acceptance::NotThisGame),
            () if request.version != PROTOCOL_VERSION => Some(Acceptance::WrongVersion),
            () => None,
        };
        match refusal {
            Some(code) => {
                if self.is_playing() {
                    self.state = State::Idle;
                }
                effects.push(Effect::Send(Message::GameAcc { name: self.name.clone(), code }));
            }
            None => {
                self.state = State::Considering(request.clone());
                effects.push(Effect::Asked(request));
            }
        }
    }

    fn game_acc(&mut self, name: String, code: Acceptance, effects: &mut Vec<Effect>) {
        let State::Requested(request) = &self.state else {
            return effects.push(complaint("nobody asked for a game"));
        };
        let request = request.clone();
        self.state = State::Idle;
        match code {
            Acceptance::Accept => self.begin(&request, name, request.follower.other(), effects),
            refused => effects.push(Effect::Declined(refused)),
        }
    }

    fn begin(&mut self, request: &GameRequest, opponent: String, us: Side, effects: &mut Vec<Effect>) {
        let position = request.position.unwrap_or_else(Position::initial);
        let limit = (request.moves > 0).then(|| u32::from(request.moves));
        let (minutes, moves) = (request.minutes, request.moves);
        self.state = State::Playing(Game {
            us,
            first: position.side,
            plies: 0,
            limit,
            judging: false,
            thinking: None,
            asked_back: None,
            ending: None,
        });
        effects.push(Effect::Begin(Begin { opponent, us, minutes, moves, position }));
        self.our_turn(effects);
    }

    fn their_move(&mut self, played: Move, effects: &mut Vec<Effect>) {
        match &mut self.state {
            State::Playing(game) if game.turn() != game.us && !game.judging => {
                game.judging = true;
                effects.push(Effect::Judge(played));
            }
            State::Playing(_) => effects.push(complaint("move out of turn")),
            // Their move has crossed our end of the game.
            State::Ending => {}
            _ => effects.push(complaint("move without a game")),
        }
    }

    fn game_end(&mut self, reason: Reason, stop: Stop, effects: &mut Vec<Effect>) {
        match &self.state {
            State::Playing(game) => {
                effects.extend(game.thinking.map(|_| Effect::StopThinking));
                effects.push(Effect::Send(Message::GameEnd { reason: Reason::Unknown, stop: self.stop }));
                effects.push(Effect::Over { by: By::Them, reason });
            }
            State::Ending => {}
            // pydraughts says good-bye like this also between games.
            _ if stop == Stop::NoMore => {}
            _ => return,
        }
        self.state = State::Idle;
        if stop == Stop::NoMore || self.stop == Stop::NoMore {
            self.state = State::Closed;
            effects.push(Effect::Close);
        }
    }

    fn back_req(&mut self, number: u16, side: Side, effects: &mut Vec<Effect>) {
        let send = |answer| Effect::Send(Message::BackAcc(answer));
        let State::Playing(game) = &self.state else { return effects.push(send(BackAnswer::No)) };
        if !self.may_go_back {
            return effects.push(send(BackAnswer::Unable));
        }
        match game.ply_of(number, side) {
            Some(plies) => {
                effects.push(send(BackAnswer::Yes));
                self.go_back(plies, effects);
            }
            None => effects.push(send(BackAnswer::No)),
        }
    }

    fn back_acc(&mut self, answer: BackAnswer, effects: &mut Vec<Effect>) {
        let State::Playing(game) = &mut self.state else { return };
        match (game.asked_back.take(), answer) {
            (Some(plies), BackAnswer::Yes) if plies <= game.plies => self.go_back(plies, effects),
            (Some(_), refused) => effects.push(Effect::BackRefused(refused)),
            (None, _) => effects.push(complaint("nobody asked to go back")),
        }
    }

    fn go_back(&mut self, plies: u32, effects: &mut Vec<Effect>) {
        let State::Playing(game) = &mut self.state else { return };
        (game.plies, game.judging, game.asked_back) = (plies, false, None);
        effects.extend(game.thinking.take().map(|_| Effect::StopThinking));
        effects.push(Effect::TakeBack { plies });
        self.our_turn(effects);
    }

    /// Lets the caller think if it is our turn and there is something to think about.
    fn our_turn(&mut self, effects: &mut Vec<Effect>) {
        let State::Playing(game) = &mut self.state else { return };
        if game.turn() != game.us {
            return;
        }
        let moves_left = game.limit.map(|limit| limit.saturating_sub(game.plies / 2));
        if let Some(reason) = game.ending.or((moves_left == Some(0)).then_some(Reason::Unknown)) {
            return self.finish(reason, effects);
        }
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        game.thinking = Some(ticket);
        // A limit has three digits.
        effects.push(Effect::Think { ticket, moves_left: moves_left.map(|left| left as u16) });
    }

    fn finish(&mut self, reason: Reason, effects: &mut Vec<Effect>) {
        if let State::Playing(game) = &self.state {
            effects.extend(game.thinking.map(|_| Effect::StopThinking));
        }
        self.state = State::Ending;
        effects.push(Effect::Send(Message::GameEnd { reason, stop: self.stop }));
        effects.push(Effect::Over { by: By::Us, reason });
    }

    fn abort(&mut self, why: &str, effects: &mut Vec<Effect>) {
        effects.push(complaint(why));
        self.finish(Reason::Unknown, effects);
    }

    /// Says what is wrong with a frame, and answers what its first letter lets the sender wait for.
    fn malformed(&mut self, frame: &[u8], why: &str, effects: &mut Vec<Effect>) {
        match (frame.first(), &self.state) {
            (Some(b'M'), State::Playing(game)) if game.turn() != game.us && !game.judging => {
                self.abort(why, effects)
            }
            (Some(b'E'), State::Playing(_) | State::Ending) => {
                effects.push(complaint(why));
                self.game_end(Reason::Unknown, Stop::NextGame, effects);
            }
            (Some(b'R'), _) if self.role == Role::Follower => {
                effects.push(complaint(why));
                let code = Acceptance::NotThisGame;
                effects.push(Effect::Send(Message::GameAcc { name: self.name.clone(), code }));
            }
            (Some(b'B'), _) => {
                effects.push(complaint(why));
                effects.push(Effect::Send(Message::BackAcc(BackAnswer::No)));
            }
            _ => effects.push(complaint(why)),
        }
    }
}

fn complaint(why: &str) -> Effect {
    Effect::Send(Message::chat(&format!("error: {why}")))
}
