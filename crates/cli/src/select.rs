//! Which game and which position: the arguments many commands share.

use anyhow::{Result, bail};
use clap::ValueEnum;
use damka_rules::{AnyPosition, HouseRule, Notation, Variant};

/// The agreement that is not a law of the board: a touched piece must move.
pub(crate) const TOUCH_MOVE: &str = "touch-move";

/// Which game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct GameArgs {
    /// The game, such as russian or russian+optional-capture; see `damka variants`
    #[arg(long, short = 'v', value_name = "NAME")]
    variant: String,
    #[command(flatten)]
    options: OptionArgs,
}

/// The house rules of a game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct OptionArgs {
    /// A house rule of the game; can be repeated
    #[arg(long = "option", value_name = "NAME")]
    option: Vec<String>,
}

/// Which game, where a file may say it too.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct GuessedArgs {
    /// The game; default: from the file's tags, or guessed from its squares
    #[arg(long, short = 'v', value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    options: OptionArgs,
}

/// Which game, and where it stands.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position, with either kind of square names; default: the starting position
    #[arg(long, value_name = "FEN", default_value = "start", hide_default_value = true)]
    fen: String,
}

impl GameArgs {
    /// The game with its house rules.
    pub(crate) fn variant(&self) -> Result<Variant> {
        self.options.of(self.variant.parse()?)
    }

    /// Must a touched piece move?
    pub(crate) fn touch_move(&self) -> bool {
        self.options.option.iter().any(|name| name.eq_ignore_ascii_case(TOUCH_MOVE))
    }
}

impl OptionArgs {
    /// The relative of a game that these options make.
    pub(crate) fn of(&self, game: Variant) -> Result<Variant> {
        let mut variant = game;
        for name in self.option.iter().filter(|name| !name.eq_ignore_ascii_case(TOUCH_MOVE)) {
            let Ok(with) = format!("{}+{name}", variant.base()).parse::<Variant>() else {
                let known = option_names(variant.base()).join(", ");
                bail!("unknown option '{name}': {} has {known}", variant.base());
            };
            if variant.house_rule().is_some_and(|rule| Some(rule) != with.house_rule()) {
                bail!("option '{name}' cannot be combined with the other option of {}", variant.base());
            }
            variant = with;
        }
        Ok(variant)
    }
}

impl GuessedArgs {
    /// The game with its house rules, if it was named.
    pub(crate) fn variant(&self) -> Result<Option<Variant>> {
        self.variant.as_ref().map(|name| self.options.of(name.parse()?)).transpose()
    }
}

impl PositionArgs {
    /// The game with its house rules.
    pub(crate) fn variant(&self) -> Result<Variant> {
        self.game.variant()
    }

    /// The position.
    pub(crate) fn position(&self) -> Result<AnyPosition> {
        Ok(AnyPosition::from_fen(self.variant()?, &self.fen)?)
    }

    /// The position as it was written.
    pub(crate) fn fen(&self) -> &str {
        &self.fen
    }

    /// Must a touched piece move?
    pub(crate) fn touch_move(&self) -> bool {
        self.game.touch_move()
    }
}

/// How squares are named.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq)]
pub(crate) enum Naming {
    /// As usual in the game
    Native,
    /// 1, 2, 3, ...
    Numeric,
    /// a1, b2, ...
    Algebraic,
}

impl Naming {
    /// The notation that is meant in a game which has this one itself.
    pub(crate) fn notation(self, native: Notation) -> Notation {
        match self {
            Naming::Native => native,
            Naming::Numeric => Notation::Numeric,
            Naming::Algebraic => Notation::Algebraic,
        }
    }
}

/// Several games by name, or `all`.
pub(crate) fn several(names: &[String]) -> Result<Vec<Variant>> {
    match names.iter().any(|name| name == "all") {
        true => Ok(Variant::EVERY.to_vec()),
        false => Ok(names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?),
    }
}

/// The names of the options of a game.
pub(crate) fn option_names(variant: Variant) -> Vec<&'static str> {
    variant.house_rules().map(HouseRule::name).chain([TOUCH_MOVE]).collect()
}
