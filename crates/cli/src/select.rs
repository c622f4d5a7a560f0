//! Which game and which position: the arguments many commands share.

use anyhow::{Result, bail};
use damka_rules::{AnyPosition, Game, HouseRule, Variant};

/// The agreement that is not a law of the board: a touched piece must move.
pub(crate) const TOUCH_MOVE: &str = "touch-move";

/// Which game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct GameArgs {
    /// The game, e.g. russian or russian+optional-capture; `damka variants` lists them
    #[arg(long, short = 'v', value_name = "NAME")]
    variant: String,
    #[command(flatten)]
    options: OptionArgs,
}

/// The house rules of a game.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct OptionArgs {
    /// A house rule of the game; may be given several times
    #[arg(long = "option", value_name = "NAME")]
    option: Vec<String>,
}

/// Which game, and where it stands.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position, in either numbering; the start position if not given
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
    /// The game of a name with these options; `None` without a name.
    pub(crate) fn given(&self, name: Option<&str>) -> Result<Option<Variant>> {
        name.map(|name| self.of(name.parse()?)).transpose()
    }

    /// The relative of a game that these options make.
    pub(crate) fn of(&self, game: Variant) -> Result<Variant> {
        let mut variant = game;
        for name in self.option.iter().filter(|name| !name.eq_ignore_ascii_case(TOUCH_MOVE)) {
            let with: Variant = format!("{}+{name}", variant.base()).parse()?;
            if variant.house_rule().is_some_and(|rule| Some(rule) != with.house_rule()) {
                bail!("option '{name}' cannot be combined with the other option of {}", variant.base());
            }
            variant = with;
        }
        Ok(variant)
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

    /// A game that begins with the position.
    pub(crate) fn start(&self) -> Result<Game> {
        let game = Game::from_position(self.position()?);
        Ok(if self.game.touch_move() { game.with_touch_move() } else { game })
    }
}

/// The names of the options of a game.
pub(crate) fn option_names(variant: Variant) -> Vec<&'static str> {
    variant.house_rules().map(HouseRule::name).chain([TOUCH_MOVE]).collect()
}
