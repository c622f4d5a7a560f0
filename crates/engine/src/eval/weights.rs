//! The weights of one variant, as they are stored and as they are used.
//!
//! A file is a header (`DAMKAW`, version, the variant's name, the number of weights) and the weights: for each
//! plain term, each king square and each distinct pattern one for the opening and one for the ending, in
//! [`UNIT`]ths of a hundredth of a man. They are stored sparsely, see `sparse`.

use std::marker::PhantomData;

use damka_rules::{Geometry, Rules, Variant};

use super::canon::canon;
use super::net::Net;
use super::scalars::{TERMS, Term, king_squares};
use super::windows::Shape;
use super::{courts, sparse};

/// Weights per hundredth of a man.
pub const UNIT: i32 = 4;

const MAGIC: &[u8; 6] = b"DAMKAW";
/// Without a network, and with one behind the weights.
const VERSION: u8 = 2;
const VERSION_WITH_NET: u8 = 3;

/// Why bytes are no weights for a variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// Not a weights file.
    #[error("this is not a weights file: it does not begin with DAMKAW")]
    Magic,
    /// Written by another version.
    #[error("weights version {0}; this program reads versions 2 and 3")]
    Version(u8),
    /// The file ends too early or goes on too long.
    #[error("weights file of {found} bytes where {expected} were expected")]
    Length {
        /// Bytes that should be there.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// What follows the header is not as many weights as it says.
    #[error("the weights for {name} are damaged")]
    Content {
        /// The variant the file is for.
        name: String,
    },
    /// The name in the header is no variant.
    #[error("weights for an unknown variant '{0}'")]
    Name(String),
    /// Made for another kind of board.
    #[error("{found} weights for {name}; this variant has {expected}")]
    Count {
        /// The variant the file is for.
        name: String,
        /// Weights that should be there.
        expected: usize,
        /// Weights that are there.
        found: usize,
    },
}

/// How a variant's weights are numbered: `2 * term` for the opening, one more for the ending.
///
/// Made once and kept by whoever computes features; the engine itself only needs it while loading.
#[derive(Clone, Debug)]
pub struct Numbering<R: Rules> {
    /// Signed weight number of every pattern, see [`canon`].
    pub(crate) patterns: Box<[i32]>,
    terms: usize,
    /// The first term that is a pattern of a court.
    first_court: usize,
    rules: PhantomData<R>,
}

impl<R: Rules> Default for Numbering<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> Numbering<R> {
    /// Where the patterns begin, counted in terms.
    pub(crate) const FIRST_PATTERN: usize = TERMS + king_squares(Shape::of(R::Board::GRID));

    /// Works it out (some milliseconds).
    pub fn new() -> Self {
        let shape = Shape::of(R::Board::GRID);
        let (patterns, distinct) = canon(shape);
        let of_men = patterns[..shape.men_patterns()].iter().map(|n| n.unsigned_abs()).max();
        Numbering {
            patterns: patterns.into(),
            terms: Self::FIRST_PATTERN + distinct,
            first_court: Self::FIRST_PATTERN + of_men.unwrap_or(0) as usize,
            rules: PhantomData,
        }
    }

    /// Is a weight of a court? If any is not zero, every search looks through them.
    pub fn is_court(&self, weight: usize) -> bool {
        weight / 2 >= self.first_court
    }

    /// Is a weight about kings in danger? If any is not zero, every search works out which squares are attacked.
    pub fn is_danger(&self, weight: usize) -> bool {
        [Term::SafeReach as usize, Term::Trapped as usize].contains(&(weight / 2))
    }

    /// How many weights there are.
    pub fn weights(&self) -> usize {
        2 * self.terms
    }
}

/// Trained or hand-made weights, ready for use.
#[derive(Clone, Debug)]
pub struct Weights<R: Rules> {
    /// As stored: pairs of opening and ending weight.
    stored: Box<[i16]>,
    /// Plain terms and king squares.
    pub(crate) terms: Box<[[i32; 2]]>,
    /// Every pattern of every window: opening weight in the upper half, ending weight in the lower, so that
    /// one addition adds both.
    pub(crate) patterns: Box<[i32]>,
    /// Does any window of men count? With a network none may.
    pub(crate) sees_windows: bool,
    /// What is added to their sum.
    pub(crate) net: Option<Net<R>>,
    /// Does any court count? Otherwise nobody has to look through them.
    pub(crate) sees_courts: bool,
    /// Does it matter which squares are attacked?
    pub(crate) sees_danger: bool,
    rules: PhantomData<R>,
}

impl<R: Rules> Weights<R> {
    /// No pattern weight may be larger: then the sum over all men's windows, and over all courts, fits in 16 bits.
    pub fn pattern_limit() -> i16 {
        let windows = Shape::of(R::Board::GRID).windows();
        let courts = windows.iter().filter(|w| w.states == courts::STATES).count();
        (32_000 / courts.max(windows.len() - courts)) as i16
    }

    /// Weights from plain numbers in the order of [`Numbering`]; pattern weights are clamped.
    pub fn new(numbering: &Numbering<R>, mut stored: Vec<i16>) -> Result<Self, WeightsError> {
        if stored.len() != numbering.weights() {
            return Err(WeightsError::Count {
                name: R::VARIANT.to_string(),
                expected: numbering.weights(),
                found: stored.len(),
            });
        }
        let first = 2 * Numbering::<R>::FIRST_PATTERN;
        let limit = Self::pattern_limit();
        for weight in &mut stored[first..] {
            *weight = (*weight).clamp(-limit, limit);
        }
        let terms = stored[..first].chunks_exact(2).map(|w| [w[0] as i32, w[1] as i32]).collect();
        let packed = |n: usize| ((stored[first + 2 * n] as i32) << 16) + stored[first + 2 * n + 1] as i32;
        let patterns = numbering.patterns.iter().map(|&signed| match signed {
            0 => 0,
            n => n.signum() * packed(n.unsigned_abs() as usize - 1),
        });
        let patterns: Box<[i32]> = patterns.collect();
        let terms: Box<[[i32; 2]]> = terms;
        let (of_men, of_courts) = patterns.split_at(Shape::of(R::Board::GRID).men_patterns());
        let [sees_windows, sees_courts] = [of_men, of_courts].map(|list| list.iter().any(|&w| w != 0));
        let sees_danger = [Term::SafeReach, Term::Trapped].iter().any(|&t| terms[t as usize] != [0; 2]);
        let (stored, net) = (stored.into(), None);
        let rules = PhantomData;
        Ok(Weights { stored, terms, patterns, sees_windows, net, sees_courts, sees_danger, rules })
    }

    /// The same with this network, or with none.
    pub fn with_net(self, net: Option<Net<R>>) -> Self {
        Weights { net, ..self }
    }

    /// What is added to the patterns, if anything is.
    pub fn net(&self) -> Option<&Net<R>> {
        self.net.as_ref()
    }

    /// The same without patterns: plain terms and king squares only.
    pub fn without_patterns(&self, numbering: &Numbering<R>) -> Self {
        let mut stored = self.stored.to_vec();
        stored[2 * Numbering::<R>::FIRST_PATTERN..].fill(0);
        Self::new(numbering, stored).expect("as many weights as before").with_net(self.net.clone())
    }

    /// The plain numbers.
    pub fn stored(&self) -> &[i16] {
        &self.stored
    }

    /// As a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = R::VARIANT.to_string();
        let mut bytes = MAGIC.to_vec();
        bytes.push(if self.net.is_some() { VERSION_WITH_NET } else { VERSION });
        bytes.push(name.len() as u8);
        bytes.extend(name.as_bytes());
        bytes.extend((self.stored.len() as u32).to_le_bytes());
        match &self.net {
            None => sparse::write(&self.stored, &mut bytes),
            Some(net) => sparse::write(&[&self.stored, &net.to_numbers()[..]].concat(), &mut bytes),
        }
        bytes
    }

    /// Reads a file, which may have been made for a relative on the same kind of board.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let short = |expected: usize| WeightsError::Length { expected, found: bytes.len() };
        let (&[version, length], rest) = rest.split_first_chunk().ok_or(short(8))?;
        let more = match version {
            VERSION => 0,
            VERSION_WITH_NET => Net::<R>::numbers(),
            other => return Err(WeightsError::Version(other)),
        };
        let length = length as usize;
        let (name, rest) = rest.split_at_checked(length).ok_or(short(12 + length))?;
        let name = String::from_utf8_lossy(name).into_owned();
        let _: Variant = name.parse().map_err(|_| WeightsError::Name(name.clone()))?;
        let (count, rest) = rest.split_first_chunk().ok_or(short(12 + length))?;
        let count = u32::from_le_bytes(*count) as usize;
        let numbering = Numbering::new();
        if count != numbering.weights() {
            return Err(WeightsError::Count { name, expected: numbering.weights(), found: count });
        }
        let damaged = WeightsError::Content { name: name.clone() };
        let mut stored = sparse::read(rest, count + more).ok_or(damaged)?;
        let net = Net::new(&stored.split_off(count));
        Self::new(&numbering, stored).map(|weights| weights.with_net(net)).map_err(|error| match error {
            WeightsError::Count { expected, found, .. } => WeightsError::Count { name, expected, found },
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use damka_rules::dispatch;
    use damka_rules::variants::{Armenian, English, Italian, Russian};

    use super::*;

    #[test]
    fn files_survive_and_stay_small() {
        for &variant in Variant::EVERY {
            dispatch!(variant, R => {
                let weights = Weights::<R>::hand_made();
                let bytes = weights.to_bytes();
                assert!(bytes.len() <= 2 << 20, "{variant}: {} bytes", bytes.len());
                let back = Weights::<R>::from_bytes(&bytes).unwrap();
                assert_eq!(back.stored, weights.stored);
                assert!(back.net.is_none());
                let numbers: Vec<i16> = (0..Net::<R>::numbers()).map(|n| (n % 200) as i16 - 100).collect();
                let bytes = weights.with_net(Net::new(&numbers)).to_bytes();
                let back = Weights::<R>::from_bytes(&bytes).unwrap();
                assert_eq!(back.net.unwrap().to_numbers(), numbers);
                assert!(Weights::<R>::from_bytes(&bytes[..bytes.len() - 1]).is_err(), "{variant}");
            });
        }
    }

    #[test]
    fn weights_that_cost_time_are_those_that_switch_something_on() {
        for &variant in Variant::EVERY {
            dispatch!(variant, R => {
                let numbering = Numbering::<R>::new();
                let sees = |chosen: &dyn Fn(usize) -> bool| {
                    let stored = (0..numbering.weights()).map(|at| chosen(at) as i16).collect();
                    let weights = Weights::new(&numbering, stored).unwrap();
                    (weights.sees_courts, weights.sees_danger)
                };
                let (court, danger) = (|at| numbering.is_court(at), |at| numbering.is_danger(at));
                assert_eq!(sees(&|at| !court(at) && !danger(at)), (false, false), "{variant}");
                assert_eq!(sees(&court), (true, false), "{variant}");
                assert_eq!(sees(&danger), (false, true), "{variant}");
            });
        }
    }

    #[test]
    fn relatives_on_the_same_kind_of_board_share() {
        let english = Weights::<English>::hand_made().to_bytes();
        assert!(Weights::<Italian>::from_bytes(&english).is_ok());
    }

    #[test]
    fn bad_files_are_refused() {
        let good = Weights::<Russian>::hand_made().to_bytes();
        let check = |bytes: &[u8], text: &str| {
            let error = Weights::<Russian>::from_bytes(bytes).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        };
        check(b"", "does not begin");
        check(&good[..7], "7 bytes");
        check(&good[..10], "10 bytes");
        check(&good[..good.len() - 1], "damaged");
        let mut other = good.clone();
        other[6] = 9;
        check(&other, "version 9");
        let mut other = good.clone();
        other[9] = b'x';
        check(&other, "unknown variant");
        check(&Weights::<Armenian>::hand_made().to_bytes(), "weights for armenian");
    }
}
