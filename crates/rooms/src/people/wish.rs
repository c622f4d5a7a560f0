//! What somebody wants to play: the form of a new game, and what becomes of it.

use damka_rules::{HouseRule, Side, Variant};
use damka_sitting::Control;
use damka_sitting::dress::Dress;
use damka_sitting::seats::Level;
use damka_wire::people::NewGame;

/// Who shall sit opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Opponent {
    /// Whoever finds it in the lobby.
    #[default]
    Anybody,
    /// Whoever is given the link.
    Friend,
    /// The computer, on the server.
    Computer,
}

/// How time may be counted here.
pub(crate) const CONTROLS: [Control; 10] = [
    Control::Fischer { base: 60, plus: 1 },
    Control::Fischer { base: 180, plus: 2 },
    Control::Fischer { base: 300, plus: 3 },
    Control::Fischer { base: 600, plus: 5 },
    Control::Fischer { base: 900, plus: 10 },
    Control::Delay { base: 300, free: 5 },
    Control::None,
    Control::Days(1),
    Control::Days(3),
    Control::Days(7),
];

/// The form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wish {
    pub(crate) variant: Variant,
    pub(crate) rule: Option<HouseRule>,
    pub(crate) opponent: Opponent,
    pub(crate) control: Control,
    /// The side wanted; by lot if nothing is said.
    pub(crate) side: Option<Side>,
    pub(crate) level: Level,
    pub(crate) rated: bool,
    /// Only ready-made phrases.
    pub(crate) quiet: bool,
}

/// The games people play here: the challenge is a matter between one person and the page.
pub(crate) fn games() -> impl Iterator<Item = Variant> {
    Variant::games().filter(|&variant| !Dress::of(variant).challenge)
}

impl Wish {
    /// What is suggested first.
    pub(crate) fn new(variant: Variant) -> Wish {
        let fits = games().any(|game| game == variant);
        Wish {
            variant: if fits { variant } else { Variant::Russian },
            rule: None,
            opponent: Opponent::Anybody,
            control: Control::Fischer { base: 300, plus: 3 },
            side: None,
            level: Level::FIRST,
            rated: false,
            quiet: false,
        }
    }

    /// Another game: it may not know the house rule.
    pub(crate) fn choose(&mut self, variant: Variant) {
        self.variant = variant;
        self.rule = self.rule.filter(|&rule| variant.with(rule).is_some());
    }

    /// Can it count for ratings? Only between accounts, with a clock and without a house rule.
    pub(crate) fn may_be_rated(&self, account: bool) -> bool {
        account && self.rule.is_none() && self.control != Control::None && self.opponent != Opponent::Computer
    }

    /// As the server is asked.
    pub(crate) fn game(&self, name: &str, account: bool) -> NewGame {
        let variant = self.rule.and_then(|rule| self.variant.with(rule)).unwrap_or(self.variant);
        NewGame {
            variant: variant.to_string(),
            clock: if self.control == Control::None { String::new() } else { self.control.text() },
            white: self.side.map(|side| side == Side::White),
            rated: self.rated && self.may_be_rated(account),
            public: self.opponent == Opponent::Anybody,
            quiet: self.quiet,
            computer: (self.opponent == Opponent::Computer).then_some(self.level.0),
            name: name.trim().to_owned(),
            ..NewGame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_become_games() {
        let check = |change: fn(&mut Wish), account: bool, expected: &str| {
            let mut wish = Wish::new(Variant::Armenian);
            change(&mut wish);
            assert_eq!(damka_wire::encode(&wish.game(" Anna ", account)), expected);
        };
        check(
            |_| {},
            false,
            r#"{"variant":"armenian","clock":"300+3","rated":false,"public":true,"quiet":false,"name":"Anna"}"#,
        );
        check(
            |wish| (wish.rated, wish.side, wish.opponent) = (true, Some(Side::Black), Opponent::Friend),
            true,
            r#"{"variant":"armenian","clock":"300+3","white":false,"rated":true,"public":false,"quiet":false,"name":"Anna"}"#,
        );
        // What cannot be rated is not.
        check(
            |wish| (wish.rated, wish.control, wish.opponent) = (true, Control::None, Opponent::Computer),
            true,
            r#"{"variant":"armenian","rated":false,"public":false,"quiet":false,"computer":3,"name":"Anna"}"#,
        );
        check(
            |wish| {
                wish.choose(Variant::Russian);
                (wish.rule, wish.rated) = (Some(HouseRule::OptionalCapture), true);
            },
            true,
            r#"{"variant":"russian+optional-capture","clock":"300+3","rated":false,"public":true,"quiet":false,"name":"Anna"}"#,
        );
    }

    #[test]
    fn another_game_forgets_the_house_rule_it_does_not_know() {
        let mut wish = Wish::new(Variant::Shashki);
        assert_eq!(wish.variant, Variant::Russian, "the challenge is not played here");
        wish.rule = Some(HouseRule::OptionalCapture);
        let stranger = games().find(|game| game.with(HouseRule::OptionalCapture).is_none());
        if let Some(stranger) = stranger {
            wish.choose(stranger);
            assert_eq!(wish.rule, None);
        }
        assert!(CONTROLS.iter().all(|control| Control::parse(&control.text()) == Some(*control)));
    }
}
