//! The puzzles that came with the program.

use damka_rules::Variant;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The file of a variant's puzzles, if there is one.
pub fn file(variant: Variant) -> Option<&'static str> {
    let name = variant.to_string();
    FILES.iter().find(|(stem, _)| *stem == name).map(|(_, text)| *text)
}
