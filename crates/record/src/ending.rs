//! Endings by stable names: `resigned-white`, `agreed`, `draw-balance-60`.

use damka_rules::{DrawLaw, Ending, Outcome, Side, Variant};

/// No ending has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown ending '{0}'")]
pub struct UnknownEnding(pub String);

/// The name of an ending.
pub fn ending_name(ending: Ending) -> String {
    let of = |what: &str, side: Side| format!("{what}-{}", side_name(side));
    match ending {
        Ending::NoPieces(side) => of("no-pieces", side),
        Ending::Blocked(side) => of("blocked", side),
        Ending::FirstKing(side) => of("first-king", side),
        Ending::Resigned(side) => of("resigned", side),
        Ending::Time(side) => of("time", side),
        Ending::Forfeit(side) => of("forfeit", side),
        Ending::Law(law) => law_name(law),
        Ending::Agreed => "agreed".to_owned(),
    }
}

/// The ending of that name in games of this variant.
///
/// A law that has been given another count since the game was played is still that law.
pub fn read_ending(variant: Variant, name: &str) -> Result<Ending, UnknownEnding> {
    let unknown = || UnknownEnding(name.to_owned());
    if name == "agreed" {
        return Ok(Ending::Agreed);
    }
    if let Some(law) = name.strip_prefix("draw-") {
        let laws = variant.laws().draws;
        let same = laws.iter().find(|known| law_name(**known) == name);
        let related = || laws.iter().find(|known| law.starts_with(known.name()));
        return same.or_else(related).map(|law| Ending::Law(*law)).ok_or_else(unknown);
    }
    let (what, side) = name.rsplit_once('-').ok_or_else(unknown)?;
    let side = Side::BOTH.into_iter().find(|known| side_name(*known) == side).ok_or_else(unknown)?;
    Ok(match what {
        "no-pieces" => Ending::NoPieces(side),
        "blocked" => Ending::Blocked(side),
        "first-king" => Ending::FirstKing(side),
        "resigned" => Ending::Resigned(side),
        "time" => Ending::Time(side),
        "forfeit" => Ending::Forfeit(side),
        _ => return Err(unknown()),
    })
}

/// No outcome is written like this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown result '{0}', expected 1-0, 0-1 or 1/2-1/2")]
pub struct UnknownOutcome(pub String);

/// Reads what [`Outcome`] displays.
pub(crate) fn read_outcome(text: &str) -> Result<Outcome, UnknownOutcome> {
    let all = [Outcome::Win(Side::White), Outcome::Win(Side::Black), Outcome::Draw];
    let found = all.into_iter().find(|outcome| outcome.to_string() == text);
    found.ok_or_else(|| UnknownOutcome(text.to_owned()))
}

/// Why a game of this outcome usually ends where the board does not end it.
pub(crate) fn presumed(outcome: Outcome) -> Ending {
    match outcome {
        Outcome::Win(side) => Ending::Resigned(side.other()),
        Outcome::Draw => Ending::Agreed,
    }
}

fn law_name(law: DrawLaw) -> String {
    match law.plies() {
        Some(plies) => format!("draw-{}-{plies}", law.name()),
        None => format!("draw-{}", law.name()),
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_a_name_of_its_own() {
        for &variant in Variant::EVERY {
            let laws = variant.laws().draws.iter().map(|law| Ending::Law(*law));
            let sides = Side::BOTH.into_iter().flat_map(|side| {
                [
                    Ending::NoPieces(side),
                    Ending::Blocked(side),
                    Ending::FirstKing(side),
                    Ending::Resigned(side),
                    Ending::Time(side),
                    Ending::Forfeit(side),
                ]
            });
            for ending in laws.chain(sides).chain([Ending::Agreed]) {
                assert_eq!(read_ending(variant, &ending_name(ending)), Ok(ending), "{variant}");
            }
        }
    }

    #[test]
    fn strange_names() {
        let check = |name: &str, expect: Option<Ending>| {
            assert_eq!(read_ending(Variant::Russian, name).ok(), expect, "{name}");
        };
        check("draw-main-road-99", Some(Ending::Law(DrawLaw::MainRoad { plies: 10 })));
        for bad in ["", "-", "draw-", "draw-chess", "resigned", "resigned-green", "eaten-white"] {
            check(bad, None);
        }
    }
}
