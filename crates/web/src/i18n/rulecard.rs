//! The rule card: what is in force, read from the laws themselves.

use damka_rules::{
    AnyPosition, Choice, Dirs, Goal, KingRange, Obligation, Playable, Promotion, Removal, Side, Variant,
};

use super::{Words, fill};
use crate::model::dress::Dress;
use crate::model::session::pieces;

/// The rules of a game as sentences, most important first.
pub fn rule_card(words: Words, variant: Variant, touch_move: bool) -> Vec<String> {
    let m = words.m();
    let (laws, grid) = (variant.laws(), variant.grid());
    let mut card: Vec<String> = Vec::new();
    let size = [
        grid.width.to_string(),
        grid.height.to_string(),
        pieces(&AnyPosition::start(variant), Side::White).to_string(),
    ];
    let dress = Dress::of(variant);
    let board = match grid.playable == Playable::All {
        true => m.rule_board_all,
        false if dress.on_light => m.rule_board_light,
        false => m.rule_board_checkered,
    };
    card.push(fill(board, &[&size[0], &size[1], &size[2]]));
    if dress.lot {
        card.push(m.rule_lot.to_owned());
    }
    let mut say = |text: &str| card.push(text.to_owned());
    say(&fill(m.rule_first, &[words.side(laws.starts).0]));
    say(match laws.goal {
        Goal::LeaveNoMove => m.rule_goal,
        Goal::BeLeftWithoutMove => m.rule_goal_anti,
        Goal::FirstKing => m.rule_goal_king,
    });
    say(match laws.man_moves {
        Dirs::FORWARD_FAN_AND_SIDEWAYS => m.rule_man_fan,
        Dirs::FORWARD_AND_SIDEWAYS => m.rule_man_straight,
        _ => m.rule_man_forward,
    });
    say(match laws.man_captures {
        Dirs::FORWARD_DIAGONAL => m.rule_captures_forward,
        Dirs::FORWARD_AND_SIDEWAYS => m.rule_captures_straight,
        Dirs::ALL => m.rule_captures_eight,
        _ => m.rule_captures_all,
    });
    if !laws.men_take_kings {
        say(m.rule_men_kings);
    }
    say(match laws.king_range {
        KingRange::Short => m.rule_king_short,
        KingRange::Flying => m.rule_king_flying,
        KingRange::Adjacent => m.rule_king_adjacent,
        KingRange::HaltBehindKing => m.rule_king_halt,
    });
    say(match laws.obligation {
        Obligation::Compulsory => m.rule_compulsory,
        Obligation::Optional => m.rule_optional,
    });
    say(match laws.choice {
        Choice::Free => m.rule_choice_free,
        Choice::KingFirst => m.rule_choice_king_first,
        Choice::Most => m.rule_choice_most,
        Choice::MostThenKings => m.rule_choice_kings,
        Choice::Italian => m.rule_choice_italian,
        Choice::Frisian => m.rule_choice_frisian,
    });
    let backward =
        laws.man_captures != Dirs::FORWARD_DIAGONAL && laws.man_captures != Dirs::FORWARD_AND_SIDEWAYS;
    say(match laws.promotion {
        Promotion::InPassing => m.rule_crown_on,
        Promotion::AtEnd if backward => m.rule_crown_end,
        Promotion::AtEnd => m.rule_crown_stops,
    });
    if laws.king_range != KingRange::Short {
        say(match laws.removal {
            Removal::AfterMove => m.rule_removed_after,
            Removal::AtOnce => m.rule_removed_at_once,
        });
    }
    if laws.king_run > 0 {
        say(&fill(m.rule_king_run, &[&laws.king_run.to_string()]));
    }
    if touch_move {
        say(m.rule_touch);
    }
    card
}

/// The draw laws of a game in words, each once.
pub fn draw_card(words: Words, variant: Variant) -> Vec<&'static str> {
    let mut draws: Vec<&str> = variant.laws().draws.iter().map(|&law| words.draw_law(law)).collect();
    draws.dedup();
    draws
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Lang;

    #[test]
    fn the_card_says_what_is_in_force() {
        let words = Words::plain(Lang::En);
        let check = |variant, touch, expected: &str| {
            let card = rule_card(words, variant, touch).join(" ");
            assert!(card.contains(expected), "{card}");
        };
        check(Variant::Russian, false, "Capturing is compulsory.");
        check(Variant::RussianOptional, true, "Capturing is optional");
        check(Variant::RussianOptional, true, "A touched piece must move.");
        check(Variant::Russian, false, "dark squares only");
        check(Variant::Armenian, false, "every square is used, 16 pieces");
        check(Variant::Checkers, false, "light squares only");
    }
}
