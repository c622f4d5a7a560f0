//! Which pieces are on the board: the name of a table.

use std::fmt;
use std::str::FromStr;

use damka_rules::{Bits, DrawLaw, Goal, Position, Rules};

use crate::choose::MOST;
use crate::value::DEEPEST;

/// The pieces of one side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Force {
    /// Kings.
    pub kings: u8,
    /// Men.
    pub men: u8,
}

impl Force {
    /// Kings and men together.
    pub const fn pieces(self) -> u8 {
        self.kings + self.men
    }

    pub(crate) const LONE_KING: Force = Force { kings: 1, men: 0 };
}

impl fmt::Display for Force {
    /// `KKm`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.kings).try_for_each(|_| f.write_str("K"))?;
        (0..self.men).try_for_each(|_| f.write_str("m"))
    }
}

/// The pieces of the side to move and of the other side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Material {
    /// The side to move.
    pub us: Force,
    /// The other side.
    pub them: Force,
}

/// A text is not the name of a material.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' does not name a material such as KKm-K")]
pub struct MaterialError(String);

impl Material {
    /// The material of a position, seen by the side to move.
    pub fn of<R: Rules>(pos: &Position<R>) -> Material {
        let force =
            |side| Force { kings: pos.kings_of(side).count() as u8, men: pos.men(side).count() as u8 };
        Material { us: force(pos.turn()), them: force(pos.turn().other()) }
    }

    /// All pieces.
    pub const fn pieces(self) -> u8 {
        self.us.pieces() + self.them.pieces()
    }

    /// All men.
    pub const fn men(self) -> u8 {
        self.us.men + self.them.men
    }

    /// The same material with the other side to move.
    pub const fn swapped(self) -> Material {
        Material { us: self.them, them: self.us }
    }

    /// Of the two materials that are solved together, the one that names them both.
    pub fn leading(self) -> Material {
        let weight = |force: Force| (force.pieces(), force.kings);
        if weight(self.us) >= weight(self.them) { self } else { self.swapped() }
    }

    /// Every pair of materials of exactly `pieces` pieces, by its leading one, in an order in which each
    /// depends only on pairs before it: captures leave fewer pieces, promotions fewer men.
    pub fn pairs<R: Rules>(pieces: u8) -> Vec<Material> {
        let mut pairs = Vec::new();
        for ours in 1..pieces {
            for (our_men, their_men) in (0..=ours).flat_map(|a| (0..=pieces - ours).map(move |b| (a, b))) {
                let theirs = pieces - ours;
                let material = Material {
                    us: Force { kings: ours - our_men, men: our_men },
                    them: Force { kings: theirs - their_men, men: their_men },
                };
                if material.leading() == material && material.is_covered::<R>() {
                    pairs.push(material);
                }
            }
        }
        pairs.sort_by_key(|m| (m.men(), m.us, m.them));
        pairs
    }

    /// Can captures and promotions lead from here to there, or is it the same pair?
    pub fn leads_to(self, other: Material) -> bool {
        let shrinks = |from: Force, to: Force| to.men <= from.men && to.pieces() <= from.pieces();
        let leads = |to: Material| shrinks(self.us, to.us) && shrinks(self.them, to.them);
        leads(other) || leads(other.swapped())
    }

    /// Can a table of this variant tell about this material?
    ///
    /// Where the first king wins, positions with kings are over. Where a king may not move for ever while
    /// its side has men (Frisian), a position with both is more than its pieces, so it has no table, nor
    /// has one that leads there.
    pub fn is_covered<R: Rules>(self) -> bool {
        let fits = |force: Force| {
            let first_king = matches!(R::LAWS.goal, Goal::FirstKing);
            let known = R::LAWS.king_run == 0 || force.men == 0 || force.pieces() == 1;
            known && (!first_king || force.kings == 0) && force.pieces() > 0
        };
        fits(self.us) && fits(self.them) && (self.pieces() as usize) <= MOST
    }

    /// In how many plies, counted from a capture or a promotion, something must be taken or crowned before
    /// a draw law ends the game.
    ///
    /// A law that only counts moves by kings binds a material without men; with men on the board they may
    /// move and begin the count anew, and the law is left to the search. The one about
    /// the main road looks at squares; tables know it otherwise (see `road.rs`).
    pub fn limit<R: Rules>(self) -> u8 {
        let Material { us, them } = self;
        let against_king = |test: &dyn Fn(Force) -> bool| {
            (them == Force::LONE_KING && test(us)) || (us == Force::LONE_KING && test(them))
        };
        let holds = |law: &DrawLaw| match *law {
            DrawLaw::KingsOnly { .. } => self.men() == 0,
            DrawLaw::ThreeKingsAgainstKing { .. } => against_king(&|f| f.men == 0 && f.kings >= 3),
            DrawLaw::ThreeAgainstKing { .. } => against_king(&|f| f.pieces() == 3 && f.kings >= 1),
            DrawLaw::TwoAgainstKing { .. } => against_king(&|f| f.pieces() <= 2 && f.kings >= 1),
            DrawLaw::TwoKingsAgainstKing { .. } => against_king(&|f| f == Force { kings: 2, men: 0 }),
            DrawLaw::KingAgainstKing { .. } => against_king(&|f| f == Force::LONE_KING),
            DrawLaw::Balance { pieces, .. } => us.kings > 0 && them.kings > 0 && self.pieces() <= pieces,
            _ => false,
        };
        let plies = R::LAWS.draws.iter().filter(|law| holds(law)).filter_map(|law| law.plies());
        plies.min().unwrap_or(DEEPEST).min(DEEPEST)
    }
}

impl fmt::Display for Material {
    /// `KKm-K`, the side to move first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.us, self.them)
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let force = |part: &str| {
            let men = part.trim_start_matches('K');
            let all_men = men.bytes().all(|b| b == b'm');
            (all_men && !part.is_empty() && part.len() <= MOST)
                .then(|| Force { kings: (part.len() - men.len()) as u8, men: men.len() as u8 })
        };
        let read = || {
            let (us, them) = text.split_once('-')?;
            let material = Material { us: force(us)?, them: force(them)? };
            (material.pieces() as usize <= MOST).then_some(material)
        };
        read().ok_or_else(|| MaterialError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::variants::{Breakthrough, Frisian, Russian};

    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in ["K-K", "KKm-K", "m-mm", "KKKK-Km"] {
            assert_eq!(name.parse::<Material>().unwrap().to_string(), name);
        }
        for wrong in ["", "K", "K-", "mK-K", "k-k", "KKKKKKK-K", "K-K-K"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn pairs_come_after_what_they_lead_to() {
        let names = |pairs: Vec<Material>| pairs.iter().map(Material::to_string).collect::<Vec<_>>();
        assert_eq!(names(Material::pairs::<Russian>(2)), ["K-K", "K-m", "m-m"]);
        assert_eq!(names(Material::pairs::<Breakthrough>(3)), ["mm-m"]);
        assert_eq!(names(Material::pairs::<Frisian>(3)), ["KK-K", "KK-m"]);
        assert_eq!(Material::pairs::<Russian>(3).len(), 6);
    }

    #[test]
    fn limits_follow_the_draw_laws() {
        for (name, plies) in
            [("KKK-K", 30), ("KK-K", 10), ("Km-K", 10), ("KKm-K", 60), ("KK-m", 126), ("mm-m", 126)]
        {
            assert_eq!(name.parse::<Material>().unwrap().limit::<Russian>(), plies, "{name}");
        }
    }
}
