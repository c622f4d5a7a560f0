//! The one list of variants and of everything that is said of a variant by name: board, laws, whose weights it
//! borrows, its number in PDN, its word in Hub. Marker types, [`Variant`], [`AnyPosition`] and `dispatch!` follow.

use core::fmt;
use core::str::FromStr;

use crate::geometry::{Board8, Board10, Board12, Chart, Full8, Geometry, Grid, Mirror8};
use crate::laws::{self, Laws, Rules};
use crate::position::Position;

/// A disputed point or agreement that makes a relative of a variant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum HouseRule {
    /// Capturing is a right, not a duty (Russian).
    OptionalCapture,
    /// Victims leave at each jump instead of after the move (Armenian).
    RemovedAtOnce,
    /// A man crowned in a capture goes on as a king (Turkish).
    GoesOnAsKing,
}

impl HouseRule {
    /// Every house rule.
    pub const ALL: [HouseRule; 3] =
        [HouseRule::OptionalCapture, HouseRule::RemovedAtOnce, HouseRule::GoesOnAsKing];

    /// The name used by the command line and in links.
    pub const fn name(self) -> &'static str {
        match self {
            HouseRule::OptionalCapture => "optional-capture",
            HouseRule::RemovedAtOnce => "removed-at-once",
            HouseRule::GoesOnAsKing => "goes-on-as-king",
        }
    }
}

/// No game or house rule has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {what} '{name}'; known are: {known}")]
pub struct UnknownName {
    /// What was looked for.
    pub what: &'static str,
    /// The name that was given.
    pub name: alloc::string::String,
    /// The names there are.
    pub known: alloc::string::String,
}

macro_rules! variants {
    (($d:tt) $($(#[$doc:meta])* $name:ident = $text:literal $(+ $rule:ident of $base:ident)?, on $board:ident by $laws:ident,
        near $near:ident, pdn $pdn:tt, hub $hub:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
            pub struct $name;
            impl Rules for $name {
                type Board = $board;
                const LAWS: Laws = laws::$laws;
                const VARIANT: Variant = Variant::$name;
            }
        )*

        /// A game at run time: a variant, or a variant with a house rule.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Variant { $($(#[$doc])* $name),* }

        impl Variant {
            /// Every game, house rules included.
            pub const EVERY: &'static [Variant] = &[$(Variant::$name),*];

            /// The name used in commands, links and files, and the key of its translations; relatives share
            /// the name of their game.
            pub const fn name(self) -> &'static str {
                match self { $(Variant::$name => $text),* }
            }

            /// The laws.
            pub const fn laws(self) -> &'static Laws {
                match self { $(Variant::$name => &laws::$laws),* }
            }

            /// The board.
            pub const fn grid(self) -> Grid {
                match self { $(Variant::$name => <$board as Geometry>::GRID),* }
            }

            /// The board's tables.
            pub(crate) const fn chart(self) -> &'static Chart {
                match self { $(Variant::$name => const { &Chart::new::<$board>() }),* }
            }

            /// The nearest relative on the same board, whose weights serve until this game has its own.
            pub const fn relative(self) -> Option<Variant> {
                match self { $(Variant::$name => variants!(@near $near)),* }
            }

            /// The number of the game in PDN's tag `GameType`: the standard's, or else lidraughts'.
            pub const fn pdn_number(self) -> Option<u16> {
                match self { $(Variant::$name => variants!(@pdn $pdn)),* }
            }

            /// The word for the game in Hub's parameter `variant`.
            pub const fn hub_name(self) -> &'static str {
                match self { $(Variant::$name => $hub),* }
            }

            const fn relation(self) -> Option<(Variant, HouseRule)> {
                match self { $(Variant::$name => variants!(@relation $($rule of $base)?)),* }
            }
        }

        /// A valid position of any variant.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum AnyPosition { $($name(Position<$name>)),* }

        $(impl From<Position<$name>> for AnyPosition {
            fn from(pos: Position<$name>) -> AnyPosition {
                AnyPosition::$name(pos)
            }
        })*

        /// Runs an expression with `R` bound to the marker type of a [`Variant`].
        ///
        /// ```
        /// use damka_rules::{dispatch, perft::perft, Position, Variant};
        /// let variant: Variant = "russian".parse().unwrap();
        /// let nodes = dispatch!(variant, R => perft(&Position::<R>::start(), 3));
        /// assert_eq!(nodes, 302);
        /// ```
        #[macro_export]
        macro_rules! dispatch {
            ($d variant:expr, $d R:ident => $d body:expr) => {
                match $d variant {
                    $($crate::Variant::$name => {
                        type $d R = $crate::variants::$name;
                        $d body
                    })*
                    #[allow(unreachable_patterns)]
                    _ => unreachable!("every variant is listed"),
                }
            };
        }

        /// Runs an expression with the typed position inside an [`AnyPosition`](crate::AnyPosition).
        #[macro_export]
        macro_rules! with_position {
            ($d any:expr, $d pos:ident => $d body:expr) => {
                match $d any {
                    $($crate::AnyPosition::$name($d pos) => $d body,)*
                    #[allow(unreachable_patterns)]
                    _ => unreachable!("every variant is listed"),
                }
            };
        }
    };
    (@near nobody) => { None };
    (@near $near:ident) => { Some(Variant::$near) };
    (@pdn none) => { None };
    (@pdn $number:literal) => { Some($number) };
    (@relation) => { None };
    (@relation $rule:ident of $base:ident) => { Some((Variant::$base, HouseRule::$rule)) };
}

variants! { ($)
    /// Russian draughts.
    Russian = "russian", on Board8 by RUSSIAN,
        near nobody, pdn 25, hub "russian";
    /// The Shashki challenge.
    Shashki = "shashki", on Board8 by SHASHKI,
        near Russian, pdn none, hub "shashki";
    /// Checkers as played against the computer.
    Checkers = "checkers", on Board8 by CHECKERS,
        near English, pdn none, hub "checkers";
    /// English draughts.
    English = "english", on Board8 by ENGLISH,
        near nobody, pdn 21, hub "english";
    /// Armenian draughts (tama).
    Armenian = "armenian", on Full8 by ARMENIAN,
        near nobody, pdn none, hub "armenian";
    /// Turkish draughts (dama).
    Turkish = "turkish", on Full8 by TURKISH,
        near nobody, pdn 30, hub "turkish";
    /// Brazilian draughts.
    Brazilian = "brazilian", on Board8 by BRAZILIAN,
        near Russian, pdn 26, hub "brazilian";
    /// American pool checkers.
    Pool = "pool", on Board8 by POOL,
        near Russian, pdn 23, hub "pool";
    /// International draughts.
    International = "international", on Board10 by INTERNATIONAL,
        near nobody, pdn 20, hub "normal";
    /// Frisian draughts.
    Frisian = "frisian", on Board10 by FRISIAN,
        near nobody, pdn 40, hub "frisian";
    /// Italian draughts.
    Italian = "italian", on Mirror8 by ITALIAN,
        near English, pdn 22, hub "italian";
    /// Spanish draughts.
    Spanish = "spanish", on Mirror8 by SPANISH,
        near Russian, pdn 24, hub "spanish";
    /// Portuguese draughts.
    Portuguese = "portuguese", on Mirror8 by PORTUGUESE,
        near Spanish, pdn 28, hub "portuguese";
    /// Czech draughts.
    Czech = "czech", on Board8 by CZECH,
        near Russian, pdn 29, hub "czech";
    /// Thai draughts (makhos).
    Thai = "thai", on Board8 by THAI,
        near nobody, pdn 31, hub "thai";
    /// Canadian draughts.
    Canadian = "canadian", on Board12 by CANADIAN,
        near nobody, pdn 27, hub "canadian";
    /// Killer draughts.
    Killer = "killer", on Board10 by KILLER,
        near International, pdn none, hub "killer";
    /// Antidraughts.
    Antidraughts = "antidraughts", on Board10 by ANTIDRAUGHTS,
        near nobody, pdn 98, hub "losing";
    /// Breakthrough.
    Breakthrough = "breakthrough", on Board10 by BREAKTHROUGH,
        near nobody, pdn 96, hub "bt";
    /// Russian without the duty to capture.
    RussianOptional = "russian" + OptionalCapture of Russian, on Board8 by RUSSIAN_OPTIONAL,
        near Russian, pdn none, hub "russian+optional-capture";
    /// Armenian with victims removed at once.
    ArmenianAtOnce = "armenian" + RemovedAtOnce of Armenian, on Full8 by ARMENIAN_AT_ONCE,
        near Armenian, pdn none, hub "armenian+removed-at-once";
    /// Turkish with a crowned man going on as king.
    TurkishGoesOn = "turkish" + GoesOnAsKing of Turkish, on Full8 by TURKISH_GOES_ON,
        near Turkish, pdn none, hub "turkish+goes-on-as-king";
}

impl Variant {
    /// The games, without their house relatives.
    pub fn games() -> impl Iterator<Item = Variant> {
        Variant::EVERY.iter().copied().filter(|v| v.house_rule().is_none())
    }

    /// The house rule that makes this a relative.
    pub const fn house_rule(self) -> Option<HouseRule> {
        match self.relation() {
            Some((_, rule)) => Some(rule),
            None => None,
        }
    }

    /// The game without its house rule.
    pub const fn base(self) -> Variant {
        match self.relation() {
            Some((base, _)) => base,
            None => self,
        }
    }

    /// This game played with a house rule, if it knows the rule.
    pub fn with(self, rule: HouseRule) -> Option<Variant> {
        Variant::EVERY.iter().copied().find(|v| v.relation() == Some((self.base(), rule)))
    }

    /// The game with this number in PDN.
    pub fn of_pdn_number(number: u16) -> Option<Variant> {
        Variant::EVERY.iter().copied().find(|v| v.pdn_number() == Some(number))
    }

    /// The game with this word in Hub.
    pub fn of_hub_name(word: &str) -> Option<Variant> {
        Variant::EVERY.iter().copied().find(|v| v.hub_name() == word)
    }

    /// This game, its nearest relative, the nearest relative of that, and so on.
    pub fn lineage(self) -> impl Iterator<Item = Variant> {
        core::iter::successors(Some(self), |v| v.relative())
    }

    /// The house rules of this game.
    pub fn house_rules(self) -> impl Iterator<Item = HouseRule> {
        HouseRule::ALL.into_iter().filter(move |&rule| self.with(rule).is_some())
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.house_rule() {
            Some(rule) => write!(f, "+{}", rule.name()),
            None => Ok(()),
        }
    }
}

impl FromStr for Variant {
    type Err = UnknownName;

    /// Reads `russian`, or with a house rule `russian+optional-capture`.
    fn from_str(text: &str) -> Result<Variant, UnknownName> {
        let (name, rule) = match text.split_once('+') {
            Some((name, rule)) => (name, Some(rule)),
            None => (text, None),
        };
        let game =
            Variant::games().find(|v| v.name().eq_ignore_ascii_case(name)).ok_or_else(|| UnknownName {
                what: "variant",
                name: name.into(),
                known: list(Variant::games().map(Variant::name)),
            })?;
        let Some(rule) = rule else { return Ok(game) };
        HouseRule::ALL
            .into_iter()
            .find(|r| r.name().eq_ignore_ascii_case(rule))
            .and_then(|rule| game.with(rule))
            .ok_or_else(|| UnknownName {
                what: "option",
                name: rule.into(),
                known: list(game.house_rules().map(HouseRule::name)),
            })
    }
}

fn list(names: impl Iterator<Item = &'static str>) -> alloc::string::String {
    let names: alloc::vec::Vec<_> = names.collect();
    if names.is_empty() { "none for this game".into() } else { names.join(", ") }
}
