//! Moves made in advance: a premove, or lines of a game by correspondence.

use damka_rules::Side;
use damka_sitting::Act;
use damka_wire::room::{ClientIn, Ply};

use crate::message::{Client, Out, To, Told};
use crate::room::Room;
use crate::row::Deed;

/// No more lines, and no longer ones.
const MOST_LINES: usize = 20;
const LONGEST_LINE: usize = 40;

/// What one player has planned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Plan {
    /// Play this when the game has so many plies.
    pub(crate) premove: Option<(Ply, String)>,
    /// Lines from the present position on.
    pub(crate) lines: Vec<Vec<String>>,
}

impl Plan {
    /// A move was played: lines that expected another one are void.
    pub(crate) fn follow(&mut self, text: &str) {
        self.lines.retain_mut(|line| {
            let expected = line.first().is_some_and(|first| first == text);
            if expected {
                line.remove(0);
            }
            expected && !line.is_empty()
        });
    }
}

impl Room {
    pub(crate) fn premove(
        &mut self,
        client: Client,
        side: Side,
        ply: Ply,
        text: Option<String>,
        out: &mut Out,
    ) {
        if self.sitting.turn() != Some(side.other()) || ply != self.ply() + 1 {
            return self.refuse(client, "a move in advance is for the turn after this one", out);
        }
        if text.as_ref().is_some_and(|text| text.len() > 200) {
            return self.refuse(client, "this is no move", out);
        }
        let count = u32::from(text.is_some());
        self.plans[side].premove = text.map(|text| (ply, text));
        out.tell(To::Seat(side), ClientIn::Planned { ply: self.ply(), count });
    }

    pub(crate) fn plan(
        &mut self,
        client: Client,
        side: Side,
        ply: Ply,
        lines: Vec<Vec<String>>,
        out: &mut Out,
    ) {
        if !self.terms.control.is_correspondence() {
            return self.refuse(client, "lines are for games by correspondence", out);
        }
        if ply != self.ply() || self.sitting.turn() != Some(side.other()) {
            return self.refuse(client, "lines begin with the opponent's move", out);
        }
        match self.checked(lines) {
            Err(reason) => self.refuse(client, &reason, out),
            Ok(lines) => {
                let count = lines.len().try_into().unwrap_or(u32::MAX);
                self.plans[side].lines = lines.clone();
                let row = self.row(Deed::Planned { white: side == Side::White, lines }, out.now);
                let event = ClientIn::Planned { ply, count };
                out.persist(row, [Told { to: To::Seat(side), event }]);
            }
        }
    }

    /// The lines with every move as the game writes it; or what is wrong with them.
    fn checked(&self, lines: Vec<Vec<String>>) -> Result<Vec<Vec<String>>, String> {
        if lines.len() > MOST_LINES || lines.iter().any(|line| line.len() > LONGEST_LINE) {
            return Err(format!("at most {MOST_LINES} lines of {LONGEST_LINE} moves"));
        }
        let mut checked: Vec<Vec<String>> = Vec::new();
        for (number, line) in lines.into_iter().enumerate() {
            let mut game = self.sitting.game.clone();
            let mut written = Vec::with_capacity(line.len());
            for text in &line {
                let played = game.play_text(text);
                written
                    .push(played.map_err(|why| format!("line {}: {text}: {why}", number + 1))?.text.clone());
            }
            // Every second move is the planner's own: two lines may not part there.
            let parting = checked.iter().find_map(|other| {
                let same = other.iter().zip(&written).take_while(|(a, b)| a == b).count();
                (same % 2 == 1 && same < other.len() && same < written.len()).then_some(same)
            });
            if let Some(at) = parting {
                return Err(format!("line {}: two answers to {}", number + 1, written[at - 1]));
            }
            if written.len() >= 2 {
                checked.push(written);
            }
        }
        Ok(checked)
    }

    pub(crate) fn follow_plans(&mut self, text: &str) {
        Side::BOTH.into_iter().for_each(|side| self.plans[side].follow(text));
    }

    /// Plays what was planned for this moment, if it still can be.
    pub(crate) fn play_plans(&mut self, out: &mut Out) {
        let Some(side) = self.sitting.turn() else { return };
        let premove = self.plans[side].premove.take().filter(|(ply, _)| *ply == self.ply());
        let planned = || self.plans[side].lines.first().and_then(|line| line.first().cloned());
        let Some(text) = premove.as_ref().map(|(_, text)| text.clone()).or_else(planned) else { return };
        let before = self.ply();
        self.act(Act::Write(side, text), None, out);
        if self.ply() == before && premove.is_some() {
            let reason = "the move made in advance is not possible any more".to_owned();
            out.tell(To::Seat(side), ClientIn::Refused { ply: before, reason });
        }
    }
}
