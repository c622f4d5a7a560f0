//! Ratings by Glicko-2, as players know them.

use damka_rules::{Outcome, Side, Variant};
use damka_sitting::Control;
use damka_store::StoredRating;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

const START: StoredRating =
    StoredRating { rating: 1500.0, deviation: 500.0, volatility: 0.09, games: 0, updated: 0 };
/// The deviation stays between these; from the last one on a rating is provisional.
const SUREST: f64 = 45.0;
const LEAST_SURE: f64 = 500.0;
pub(crate) const PROVISIONAL: f64 = 110.0;
/// A game changes no rating by more.
const MOST: f64 = 700.0;
const TAU: f64 = 0.75;
/// Rating periods in a millisecond: 0.21436 a day.
const PERIODS: f64 = 0.21436 / 86_400_000.0;

/// How fast a game is, by what both sides may use for forty moves.
pub(crate) fn speed(control: Control) -> &'static str {
    let seconds = match control {
        Control::None => return "free",
        Control::Days(_) => return "days",
        Control::Fischer { base, plus } => base + 40 * plus,
        Control::Delay { base, free } => base + 20 * free,
    };
    match seconds {
        0..180 => "bullet",
        180..480 => "blitz",
        480..1500 => "rapid",
        _ => "classic",
    }
}

/// What a rating is kept under.
pub(crate) fn kind(variant: Variant, control: Control) -> String {
    format!("{} {}", variant.name(), speed(control))
}

/// A rating as it is now: who has not played for long is less sure.
pub(crate) fn today(kept: Option<StoredRating>, now: u64) -> StoredRating {
    let Some(kept) = kept else { return START };
    let periods = now.saturating_sub(kept.updated) as f64 * PERIODS;
    // In Glicko-2's own scale, one period adds the square of the volatility.
    let scale = 173.7178;
    let grown = ((kept.deviation / scale).powi(2) + periods * kept.volatility.powi(2)).sqrt() * scale;
    StoredRating { deviation: grown.clamp(SUREST, LEAST_SURE), ..kept }
}

/// What a game does to both ratings, White's first.
pub(crate) fn after(players: [StoredRating; 2], outcome: Outcome, now: u64) -> [StoredRating; 2] {
    let glicko = |kept: &StoredRating| Glicko2Rating {
        rating: kept.rating,
        deviation: kept.deviation,
        volatility: kept.volatility,
    };
    let result = match outcome {
        Outcome::Win(Side::White) => Outcomes::WIN,
        Outcome::Win(Side::Black) => Outcomes::LOSS,
        Outcome::Draw => Outcomes::DRAW,
    };
    let config = Glicko2Config { tau: TAU, ..Glicko2Config::default() };
    let (white, black) = glicko2(&glicko(&players[0]), &glicko(&players[1]), &result, &config);
    let kept = |new: Glicko2Rating, old: StoredRating| StoredRating {
        rating: new.rating.clamp(old.rating - MOST, old.rating + MOST),
        deviation: new.deviation.clamp(SUREST, LEAST_SURE),
        volatility: new.volatility,
        games: old.games + 1,
        updated: now,
    };
    [kept(white, players[0]), kept(black, players[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_gains_and_both_become_surer() {
        let [white, black] = after([START; 2], Outcome::Win(Side::White), 5);
        assert!(white.rating > 1600.0 && black.rating < 1400.0, "{white:?} {black:?}");
        assert!(white.deviation < 450.0 && (white.games, white.updated) == (1, 5));
        let [same, _] = after([START; 2], Outcome::Draw, 5);
        assert!((same.rating - 1500.0).abs() < 0.001);
    }

    #[test]
    fn who_rests_becomes_less_sure() {
        let kept = StoredRating { deviation: 60.0, updated: 0, ..START };
        let year = today(Some(kept), 365 * 86_400_000);
        assert!(year.deviation > 100.0 && year.deviation < 200.0, "{year:?}");
        assert_eq!(today(None, 9).deviation, 500.0);
    }

    #[test]
    fn speeds() {
        for (control, expected) in [
            ("60+0", "bullet"),
            ("180+2", "blitz"),
            ("300+3", "blitz"),
            ("900+10", "rapid"),
            ("3600+10", "classic"),
            ("300d5", "blitz"),
            ("3days", "days"),
            ("-", "free"),
        ] {
            assert_eq!(speed(Control::parse(control).unwrap()), expected, "{control}");
        }
    }
}
