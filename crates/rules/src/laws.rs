//! The laws of a variant as plain data, and the laws of each game.
//!
//! Each constant cites where its laws come from; `data/laws/` holds the longer story.

use crate::draws::DrawLaw;
use crate::geometry::{Dirs, Geometry, Marker};
use crate::{Side, Variant};

/// How far a king goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum KingRange {
    /// One square.
    Short,
    /// Any distance; free landing behind the victim.
    Flying,
    /// Any distance, but lands directly behind its victim (Thai).
    Adjacent,
    /// Flying, but a capture that ends on a king stops directly behind it (Killer).
    HaltBehindKing,
}

/// When a man that reaches the last row in a capture is crowned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// Only if the move ends there; in passing it stays a man.
    AtEnd,
    /// At once, and it goes on as a king.
    InPassing,
}

/// When captured pieces leave the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Removal {
    /// After the whole move; until then they block and may not be jumped twice.
    AfterMove,
    /// At each jump.
    AtOnce,
}

/// Which captures may be chosen when there are several.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Any.
    Free,
    /// A king's capture before a man's (Czech).
    KingFirst,
    /// The most pieces, kings and men alike.
    Most,
    /// The most pieces, then the most kings (Spanish, Portuguese).
    MostThenKings,
    /// Most pieces, with a king, most kings, earliest king (Italian).
    Italian,
    /// The highest value, a king being worth nearly two men; a tie goes to the king (Frisian).
    Frisian,
}

/// Where a flying king may land inside a chain.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Landing {
    /// It must pick a square from which it can go on, if there is one.
    WhereItGoesOn,
    /// Any square behind the victim; then it must go on if it can from there (the challenge).
    Anywhere,
}

/// Must a capture be made?
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// Yes.
    Compulsory,
    /// No: quiet moves stay legal, but a capture begun is completed (house rule).
    Optional,
}

/// What a player is after.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Leave the opponent without a move.
    LeaveNoMove,
    /// Be left without a move oneself (antidraughts).
    BeLeftWithoutMove,
    /// Be the first to crown a king (breakthrough).
    FirstKing,
}

/// How squares are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `22`
    Numeric,
    /// `c3`
    Algebraic,
}

/// The laws of a variant.
#[derive(Copy, Clone, Debug)]
pub struct Laws {
    /// Quiet moves of a white man.
    pub man_moves: Dirs,
    /// Captures of a white man.
    pub man_captures: Dirs,
    /// Quiet moves of a king.
    pub king_moves: Dirs,
    /// Captures of a king.
    pub king_captures: Dirs,
    /// How far a king goes.
    pub king_range: KingRange,
    /// When a capturing man is crowned.
    pub promotion: Promotion,
    /// When victims leave.
    pub removal: Removal,
    /// Which captures may be chosen.
    pub choice: Choice,
    /// Where a flying king lands inside a chain.
    pub landing: Landing,
    /// May a chain turn back by 180 degrees?
    pub may_reverse: bool,
    /// Must one capture?
    pub obligation: Obligation,
    /// May men capture kings? (Italian: no.)
    pub men_take_kings: bool,
    /// Quiet moves in a row one king may make while its side has men (Frisian); 0 is no limit.
    pub king_run: u8,
    /// Rows of men at the start.
    pub men_rows: usize,
    /// Empty rows behind them.
    pub first_row: usize,
    /// Who moves first.
    pub starts: Side,
    /// What wins.
    pub goal: Goal,
    /// When a game is drawn.
    pub draws: &'static [DrawLaw],
    /// Is a draw by count looked at before "no legal move"? (The challenge: yes.)
    pub draw_before_loss: bool,
    /// How squares are written.
    pub notation: Notation,
    /// The sign between the squares of a capture. Every reader takes `x` and `:` alike.
    pub capture_sign: char,
}

/// A variant at the type level: a board and its laws.
pub trait Rules: Marker {
    /// Its board.
    type Board: Geometry;
    /// Its laws.
    const LAWS: Laws;
    /// Its name at run time.
    const VARIANT: Variant;
}

use DrawLaw::*;

const fn moves_each(n: u8) -> u8 {
    2 * n
}

/// FMJD annex: International draughts, articles 3-6.
pub(crate) const INTERNATIONAL: Laws = Laws {
    man_moves: Dirs::FORWARD_DIAGONAL,
    man_captures: Dirs::DIAGONAL,
    king_moves: Dirs::DIAGONAL,
    king_captures: Dirs::DIAGONAL,
    king_range: KingRange::Flying,
    promotion: Promotion::AtEnd,
    removal: Removal::AfterMove,
    choice: Choice::Most,
    landing: Landing::WhereItGoesOn,
    may_reverse: false,
    obligation: Obligation::Compulsory,
    men_take_kings: true,
    king_run: 0,
    men_rows: 4,
    first_row: 0,
    starts: Side::White,
    goal: Goal::LeaveNoMove,
    draws: &[
        Threefold,
        KingsOnly { plies: moves_each(25) },
        ThreeAgainstKing { plies: moves_each(16) },
        TwoAgainstKing { plies: moves_each(5) },
    ],
    draw_before_loss: false,
    notation: Notation::Numeric,
    capture_sign: 'x',
};

/// Killer draughts: a capture that ends on a king stops directly behind it.
pub(crate) const KILLER: Laws = Laws { king_range: KingRange::HaltBehindKing, ..INTERNATIONAL };

/// Antidraughts: International, won by losing everything, without the draw laws for few pieces.
pub(crate) const ANTIDRAUGHTS: Laws = Laws {
    goal: Goal::BeLeftWithoutMove,
    draws: &[Threefold, KingsOnly { plies: moves_each(25) }],
    ..INTERNATIONAL
};

/// Breakthrough: International, won by the first king.
pub(crate) const BREAKTHROUGH: Laws = Laws { goal: Goal::FirstKing, ..INTERNATIONAL };

/// Canadian: International on 144 squares.
pub(crate) const CANADIAN: Laws = Laws { men_rows: 5, ..INTERNATIONAL };

/// Frisian: captures in eight directions, highest value first, at most three king moves in a row.
pub(crate) const FRISIAN: Laws = Laws {
    man_captures: Dirs::ALL,
    king_captures: Dirs::ALL,
    choice: Choice::Frisian,
    king_run: 3,
    draws: &[
        Threefold,
        TwoKingsAgainstKing { plies: moves_each(7) },
        KingAgainstKing { plies: moves_each(2) },
    ],
    ..INTERNATIONAL
};

/// FMJD-64, article 7.2: the draws of Russian and Brazilian draughts.
const DRAWS_64: &[DrawLaw] = &[
    Threefold,
    KingsOnly { plies: moves_each(15) },
    ThreeKingsAgainstKing { plies: moves_each(15) },
    MainRoad { plies: moves_each(5) },
    TwoAgainstKing { plies: moves_each(5) },
    Balance { pieces: 5, plies: moves_each(30) },
    Balance { pieces: 7, plies: moves_each(60) },
];

/// Brazilian: International laws on 64 squares.
pub(crate) const BRAZILIAN: Laws =
    Laws { men_rows: 3, draws: DRAWS_64, notation: Notation::Algebraic, ..INTERNATIONAL };

/// American pool: free choice of capture, Black moves first.
pub(crate) const POOL: Laws = Laws {
    choice: Choice::Free,
    starts: Side::Black,
    draws: &[Threefold, ThreeKingsAgainstKing { plies: moves_each(13) }, KingsOnly { plies: moves_each(30) }],
    notation: Notation::Numeric,
    ..BRAZILIAN
};

/// Russian draughts: sources 000 and 001.
pub(crate) const RUSSIAN: Laws =
    Laws { choice: Choice::Free, promotion: Promotion::InPassing, capture_sign: ':', ..BRAZILIAN };

/// Russian by agreement without the duty to capture: source 000, "if it was not agreed otherwise".
pub(crate) const RUSSIAN_OPTIONAL: Laws = Laws { obligation: Obligation::Optional, ..RUSSIAN };

/// The Shashki challenge: source 004.
pub(crate) const SHASHKI: Laws = Laws {
    removal: Removal::AtOnce,
    landing: Landing::Anywhere,
    draws: &[KingsOnly { plies: 6 }],
    draw_before_loss: true,
    ..RUSSIAN
};

/// English draughts (American checkers), WCDF rules.
pub(crate) const ENGLISH: Laws = Laws {
    man_captures: Dirs::FORWARD_DIAGONAL,
    king_range: KingRange::Short,
    choice: Choice::Free,
    starts: Side::Black,
    draws: &[Threefold, KingsOnly { plies: moves_each(40) }],
    notation: Notation::Numeric,
    ..BRAZILIAN
};

/// Checkers of source 003: the English laws, White (the person, at the bottom) moves first.
pub(crate) const CHECKERS: Laws = Laws { starts: Side::White, ..ENGLISH };

/// Czech: flying kings, men capture forward, a king's capture goes first.
pub(crate) const CZECH: Laws = Laws {
    king_range: KingRange::Flying,
    choice: Choice::KingFirst,
    starts: Side::White,
    draws: &[Threefold, KingsOnly { plies: moves_each(15) }],
    notation: Notation::Algebraic,
    ..ENGLISH
};

/// Spanish: the most pieces, then the most kings.
pub(crate) const SPANISH: Laws = Laws { choice: Choice::MostThenKings, notation: Notation::Numeric, ..CZECH };

/// Portuguese: the laws of Spanish draughts.
pub(crate) const PORTUGUESE: Laws = SPANISH;

/// Italian: short kings, men do not take kings, four orders of precedence.
pub(crate) const ITALIAN: Laws = Laws {
    men_take_kings: false,
    choice: Choice::Italian,
    starts: Side::White,
    draws: &[Threefold, KingsOnly { plies: moves_each(40) }],
    ..ENGLISH
};

/// Thai (makhos): two rows of men, the king lands directly behind its victim, victims leave at once.
pub(crate) const THAI: Laws = Laws {
    king_range: KingRange::Adjacent,
    removal: Removal::AtOnce,
    may_reverse: true,
    choice: Choice::Free,
    men_rows: 2,
    notation: Notation::Numeric,
    ..CZECH
};

/// Turkish (dama): straight lines on every square, the most pieces, victims leave at once.
pub(crate) const TURKISH: Laws = Laws {
    man_moves: Dirs::FORWARD_AND_SIDEWAYS,
    man_captures: Dirs::FORWARD_AND_SIDEWAYS,
    king_moves: Dirs::ORTHOGONAL,
    king_captures: Dirs::ORTHOGONAL,
    removal: Removal::AtOnce,
    men_rows: 2,
    first_row: 1,
    draws: &[OnePieceEach, Threefold, KingsOnly { plies: moves_each(32) }],
    notation: Notation::Algebraic,
    ..INTERNATIONAL
};

/// Turkish where a man crowned in a capture goes on as a king (house rule).
pub(crate) const TURKISH_GOES_ON: Laws = Laws { promotion: Promotion::InPassing, ..TURKISH };

/// Armenian (tama): source 002. Threefold and the counts are guards of ours, against endless games.
pub(crate) const ARMENIAN: Laws = Laws {
    man_moves: Dirs::FORWARD_FAN_AND_SIDEWAYS,
    king_moves: Dirs::ALL,
    removal: Removal::AfterMove,
    promotion: Promotion::InPassing,
    draws: &[
        OnePieceEachClaim,
        Threefold,
        Balance { pieces: 3, plies: moves_each(5) },
        Balance { pieces: 5, plies: moves_each(30) },
        Balance { pieces: 7, plies: moves_each(60) },
    ],
    ..TURKISH
};

/// Armenian with victims removed at each jump and no turn by 180 degrees (house rule).
pub(crate) const ARMENIAN_AT_ONCE: Laws = Laws { removal: Removal::AtOnce, ..ARMENIAN };
