//! Trained weights that came with the program. Who borrows whose is said by the list of variants.

use damka_rules::{Rules, Variant};

use super::Weights;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

impl<R: Rules> Weights<R> {
    /// The best weights at hand: the variant's own, a relative's, or those made by hand.
    pub fn embedded() -> Self {
        let found = R::VARIANT.lineage().find_map(|v| {
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
