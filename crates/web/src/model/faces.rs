//! The faces of the levels, drawn as SVG text, and how strong each was measured to be.

use damka_rules::Variant;

use damka_sitting::seats::Level;

/// Skin, hair and shirt.
const COLOURS: [[&str; 3]; 13] = [
    ["#fbe0c4", "#f0cf8a", "#f2a7b5"],
    ["#f4cfa6", "#c9773a", "#8fd0c2"],
    ["#dba877", "#3a261a", "#f0c04f"],
    ["#f7d7b5", "#e0a95b", "#7fb8d6"],
    ["#f2c9a0", "#8a5a33", "#e2a04a"],
    ["#e8b98c", "#5b3a22", "#6fa36a"],
    ["#f5d2ae", "#b5532e", "#8c7ab8"],
    ["#d9a273", "#2e211a", "#4f86a8"],
    ["#f0c6a0", "#6b6259", "#9c4f45"],
    ["#c98f62", "#241a15", "#3f6b5c"],
    ["#f2cfab", "#8d857b", "#3d4f73"],
    ["#e6b88d", "#d9d4cc", "#5a3f5e"],
    ["#cfd8dc", "#37474f", "#263238"],
];

/// What makes each one somebody: hair first, then what lies over the face.
const HAIR: [&str; 13] = [
    "M-3-40q3-7 7-1-4-1-4 3z",
    "M-26-12q0-28 26-28t26 28q-12-12-26-12t-26 12zM-30-26q-10-2-8 8 8 2 12-4zM30-26q10-2 8 8-8 2-12-4z",
    "M-28-4q-2-36 28-36t28 36q-2-8-6-10h-44q-4 2-6 10z",
    "M-4-38q4-9 9-2-5-2-5 4z",
    "M-27-8q-3-32 27-32t27 32q-8-14-27-16-19 2-27 16z",
    "M-28-2q-4-38 28-38t28 38l-5-14q-12-2-18-10-10 12-28 10z",
    "M-30 6q-6-46 30-46t30 46q6 10 0 16-4-30-14-34-16 4-32 0-10 4-14 34-6-6 0-16z",
    "M-28-6q0-34 28-34t28 34l-4-8-6-4-6 3-6-5-6 5-6-5-6 5-6-3-6 4z",
    "M-28 0q-4-14 2-22l4 6v16zM28 0q4-14-2-22l-4 6v16zM-14-34q14-8 28 0-14-2-28 0z",
    "M-29 2q-6-44 29-42t29 42q-4-20-14-24-20 4-32-2-10 6-12 26z",
    "M-28-4q-2-36 28-36t28 36q-4-18-12-20-16 6-32 0-8 2-12 20z",
    "M-30 4q-4-20 4-28 8-16 26-16t26 16q8 8 4 28-2-22-10-24-20 4-40 0-8 2-10 24z",
    "",
];
const OVER: [&str; 13] = [
    // A dummy.
    "<circle cy=\"18\" r=\"8\" fill=\"#e2574c\"/><circle cy=\"18\" r=\"3.500\" fill=\"#fff\"/>",
    // Ribbons.
    "<path d=\"M-36-30h.1M36-30h.1\" stroke=\"#e2574c\" stroke-width=\"9\" stroke-linecap=\"round\"/>",
    // A missing tooth.
    "<path d=\"M-9 13h18q-2 9-9 9t-9-9z\" fill=\"#7a3b2a\"/><path d=\"M-8 13h6v4h-5zM3 13h6l-1 4h-5z\" fill=\"#fff\"/>",
    // A curl.
    "<path d=\"M-4-38q10-10 14 0-8-2-8 6\" fill=\"none\" stroke=\"#e0a95b\" stroke-width=\"4\"/>",
    // Freckles.
    "<path d=\"M-16 8h.1M-11 11h.1M16 8h.1M11 11h.1\" stroke=\"#b5764a\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
    // A cap.
    "<path d=\"M-29-14q2-28 29-28t29 28zM-30-14h66q4 6-6 6h-60z\" fill=\"#c0533f\"/>",
    // Earrings.
    "<path d=\"M-29 14h.1M29 14h.1\" stroke=\"#e9b23c\" stroke-width=\"7\" stroke-linecap=\"round\"/>",
    // A beard.
    "<path d=\"M-26 8q2 30 26 30t26-30q-8 10-14 8-12-4-24 0-6 2-14-8z\" fill=\"#2e211a\"/>",
    // A moustache.
    "<path d=\"M0 12q-10-6-18 4 10 6 18 0 8 6 18 0-8-10-18-4z\" fill=\"#6b6259\"/>",
    // A headband.
    "<path d=\"M-28-16q28-10 56 0v8q-28-10-56 0z\" fill=\"#e9b23c\"/>",
    // Glasses.
    "<g fill=\"#fff5\" stroke=\"#3b3028\" stroke-width=\"2.500\"><circle cx=\"-11\" r=\"9\"/><circle cx=\"11\" r=\"9\"/>\
     <path d=\"M-2 0h4\"/></g>",
    // A white beard and a crown.
    "<path d=\"M-24 10q2 34 24 34t24-34q-8 8-12 6-12-4-24 0-4 2-12-6z\" fill=\"#eee9e1\"/>\
     <path d=\"M-20-30l-3-16 11 7 12-12 12 12 11-7-3 16z\" fill=\"#e9b23c\" stroke=\"#6b4a10\" stroke-width=\"1.500\"/>",
    // A machine.
    "<rect x=\"-30\" y=\"-34\" width=\"60\" height=\"60\" rx=\"12\" fill=\"#90a4ae\" stroke=\"#37474f\" stroke-width=\"3\"/>\
     <rect x=\"-22\" y=\"-18\" width=\"44\" height=\"18\" rx=\"9\" fill=\"#12202a\"/><path d=\"M-10-9h.1M10-9h.1\" \
     stroke=\"#5fe0ff\" stroke-width=\"9\" stroke-linecap=\"round\"/><path d=\"M-14 13h28M-7 9v8M0 9v8M7 9v8\" \
     stroke=\"#37474f\" stroke-width=\"2.500\"/><path d=\"M0-34v-9\" stroke=\"#37474f\" stroke-width=\"3\"/>\
     <circle cy=\"-45\" r=\"4\" fill=\"#e2574c\"/>",
];

/// A face around the origin, 100 units wide. Without a level: dice, for somebody who plays at random.
pub fn draw(level: Option<Level>) -> String {
    let Some(level) = level else {
        return "<circle r=\"48\" fill=\"#c9b488\"/><g transform=\"rotate(-12)\"><rect x=\"-26\" y=\"-26\" width=\"52\" \
                height=\"52\" rx=\"10\" fill=\"#fffaf0\" stroke=\"#5b431f\" stroke-width=\"3\"/><path d=\"M-13-13h.1M0 0h.1M13 \
                13h.1M13-13h.1M-13 13h.1\" stroke=\"#2a211a\" stroke-width=\"9\" stroke-linecap=\"round\"/></g>"
            .to_owned();
    };
    let who = usize::from(level.0).min(COLOURS.len() - 1);
    let [skin, hair, shirt] = COLOURS[who];
    let eyes =
        "<path d=\"M-11 0h.1M11 0h.1\" stroke=\"#2a211a\" stroke-width=\"6\" stroke-linecap=\"round\"/>";
    format!(
        "<circle r=\"48\" fill=\"{shirt}\" opacity=\".35\"/><path d=\"M-34 44q4-20 34-20t34 20q-34 8-68 0z\" fill=\"{shirt}\"/>\
         <ellipse cy=\"-2\" rx=\"28\" ry=\"31\" fill=\"{skin}\"/>{eyes}<path d=\"M-8 15q8 6 16 0\" fill=\"none\" \
         stroke=\"#7a3b2a\" stroke-width=\"3\" stroke-linecap=\"round\"/><path d=\"{}\" fill=\"{hair}\"/>{}",
        HAIR[who], OVER[who]
    )
}

/// How many Elo a level is above the weakest in this game; none where nobody has measured. The steps come from
/// the matches told of in CONTRIBUTING.md.
pub fn strength(variant: Variant, level: Level) -> Option<u32> {
    const SCORES: [(&str, [u32; 12]); 2] = [
        ("russian", [75, 74, 65, 74, 78, 77, 79, 76, 70, 71, 74, 78]),
        ("armenian", [83, 90, 90, 83, 80, 84, 82, 81, 84, 81, 83, 75]),
    ];
    let (_, scores) = SCORES.iter().find(|(name, _)| *name == variant.base().name())?;
    if scores.len() + 1 != usize::from(Level::COUNT) {
        return None;
    }
    let climbed: f64 = scores.iter().take(usize::from(level.0)).map(|&score| elo(score)).sum();
    // The error of the sum is about as large.
    Some((climbed / 50.0).round() as u32 * 50)
}

/// The difference in Elo that such a score in per cent stands for.
fn elo(score: u32) -> f64 {
    let p = f64::from(score) / 100.0;
    400.0 * (p / (1.0 - p)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_looks_like_anybody_else() {
        let faces: Vec<String> = Level::all().map(|level| draw(Some(level))).chain([draw(None)]).collect();
        for (i, face) in faces.iter().enumerate() {
            assert!(faces[i + 1..].iter().all(|other| other != face), "face {i}");
        }
    }

    #[test]
    fn strength_grows_with_the_level() {
        let climbed: Vec<u32> = Level::all().filter_map(|level| strength(Variant::Russian, level)).collect();
        assert!(climbed.windows(2).all(|pair| pair[0] < pair[1]), "{climbed:?}");
        assert!(strength(Variant::Thai, Level::FULL).is_none());
        assert_eq!(elo(50), 0.0);
    }
}
