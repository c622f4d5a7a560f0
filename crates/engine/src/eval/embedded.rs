//! Trained weights that came with the program, and who borrows whose.

use damka_rules::{Rules, Variant};

use super::Weights;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Whose weights serve until a variant has its own: the nearest relative on the same kind of board.
fn cousin(variant: Variant) -> Option<Variant> {
    Some(match variant {
        Variant::Checkers => Variant::English,
        Variant::Shashki | Variant::RussianOptional | Variant::Brazilian | Variant::Pool => Variant::Russian,
        Variant::Czech => Variant::Russian,
        Variant::Italian => Variant::English,
        Variant::Portuguese => Variant::Spanish,
        Variant::Spanish => Variant::Russian,
        Variant::Killer => Variant::International,
        Variant::ArmenianAtOnce => Variant::Armenian,
        Variant::TurkishGoesOn => Variant::Turkish,
        _ => return None,
    })
}

/// Whose weights a variant uses: its own first, then those it falls back to.
pub fn lineage(variant: Variant) -> impl Iterator<Item = Variant> {
    std::iter::successors(Some(variant), |&v| cousin(v))
}

impl<R: Rules> Weights<R> {
    /// The best weights at hand: the variant's own, a cousin's, or those made by hand.
    pub fn embedded() -> Self {
        let found = lineage(R::VARIANT).find_map(|v| {
            let name = v.to_string();
            let (_, bytes) = WEIGHTS.iter().find(|(stem, _)| *stem == name)?;
            Weights::from_bytes(bytes).ok()
        });
        found.unwrap_or_else(Weights::hand_made)
    }
}

/// The opening book that came with the program.
pub(crate) fn book(variant: Variant) -> Option<&'static [u8]> {
    let name = variant.to_string();
    BOOKS.iter().find(|(stem, _)| *stem == name).map(|(_, bytes)| *bytes)
}
