//! Is everything there that a variant needs? The recipe is in CONTRIBUTING.md, "Adding a variant".

use std::collections::BTreeSet;
use std::fs;

use damka_rules::Variant;

/// What is missing, as sentences.
fn missing(variant: Variant, laws: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut need = |there: bool, what: &str| {
        if !there {
            out.push(format!("{variant}: {what}"));
        }
    };
    let counts = fs::read_to_string(super::data(&format!("perft/{variant}.perft"))).unwrap_or_default();
    need(counts.lines().any(|line| line.starts_with("perft ")), "no counts in data/perft/VARIANT.perft");
    let told = match variant.house_rule() {
        Some(_) => laws.contains(&format!("`{variant}`")),
        None => laws
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split('|').next())
            .any(|games| games.split(',').any(|game| game.trim() == variant.name())),
    };
    need(told, "no row in data/laws/README.md");
    let lineage: Vec<Variant> = variant.lineage().take(Variant::EVERY.len() + 1).collect();
    need(lineage.len() <= Variant::EVERY.len(), "its nearest relatives go round in a circle");
    let fits = |other: &Variant| other.grid().squares() == variant.grid().squares();
    need(lineage.iter().all(fits), "its nearest relative has another board");
    need(variant.house_rule().is_none() || lineage.len() > 1, "a house rule without a relative");
    need(variant.to_string().parse() == Ok(variant), "its name does not mean it");
    need(Variant::of_hub_name(variant.hub_name()) == Some(variant), "its word in Hub means another game");
    let number = variant.pdn_number();
    need(
        number.and_then(Variant::of_pdn_number) == number.map(|_| variant),
        "its PDN number means another game",
    );
    out
}

#[test]
fn every_variant_is_complete() {
    let laws = fs::read_to_string(super::data("laws/README.md")).unwrap();
    let missing: Vec<String> = Variant::EVERY.iter().flat_map(|&variant| missing(variant, &laws)).collect();
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

/// A file that belongs to no variant is a name mistyped.
#[test]
fn every_perft_file_belongs_to_a_variant() {
    let known: BTreeSet<String> = Variant::EVERY.iter().map(|v| format!("{v}.perft")).collect();
    for entry in fs::read_dir(super::data("perft")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "decisions.txt" || name == "README.md" || known.contains(&name), "data/perft/{name}");
    }
}
