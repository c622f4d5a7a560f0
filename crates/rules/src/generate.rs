//! The move generator: one text for every variant, specialised by the compiler for each.

use crate::geometry::{Dirs, Geometry, each};
use crate::laws::{Choice, KingRange, Landing, Obligation, Promotion, Removal};
use crate::{Bits, Dir, Move, MoveList, Position, Rules, SetOf, Side};

impl<R: Rules> Position<R> {
    /// Fills the caller's list with every legal move.
    #[inline]
    pub fn legal_moves(&self, out: &mut MoveList<R>) {
        out.clear();
        if self.won_by_king() {
            return;
        }
        match self.turn {
            Side::White => Generator::<R, true>::run(self, out),
            Side::Black => Generator::<R, false>::run(self, out),
        }
    }

    /// How many legal moves there are; `scratch` is used when there are captures to sort out.
    #[inline]
    pub fn count_moves(&self, scratch: &mut MoveList<R>) -> usize {
        if self.won_by_king() {
            return 0;
        }
        match self.turn {
            Side::White => Generator::<R, true>::count(self, scratch),
            Side::Black => Generator::<R, false>::count(self, scratch),
        }
    }

    /// Can the side to move capture?
    #[inline]
    pub fn can_capture(&self) -> bool {
        if self.won_by_king() {
            return false;
        }
        match self.turn {
            Side::White => Generator::<R, true>::can_capture(self),
            Side::Black => Generator::<R, false>::can_capture(self),
        }
    }
}

/// What one call of the generator carries along a capture.
///
/// What changes from jump to jump travels in registers as arguments; `order` and `promoted` are needed by
/// few laws and live here, so that the others do not pay for them.
struct Generator<'a, R: Rules, const WHITE: bool> {
    targets: SetOf<R>,
    empty: SetOf<R>,
    kings: SetOf<R>,
    from: SetOf<R>,
    with_king: bool,
    /// A man was crowned on the way.
    promoted: bool,
    /// Which victims were kings, the first in the highest bit (Italian).
    order: u32,
    out: &'a mut MoveList<R>,
}

impl<R: Rules, const WHITE: bool> Generator<'_, R, WHITE> {
    const MAN_MOVES: Dirs = if WHITE { R::LAWS.man_moves } else { R::LAWS.man_moves.turned() };
    const MAN_CAPTURES: Dirs = if WHITE { R::LAWS.man_captures } else { R::LAWS.man_captures.turned() };
    const FLYING: bool = !matches!(R::LAWS.king_range, KingRange::Short);
    const SLIDES_ON: bool = matches!(R::LAWS.king_range, KingRange::Flying | KingRange::HaltBehindKing);
    const AT_ONCE: bool = matches!(R::LAWS.removal, Removal::AtOnce);
    const ANYWHERE: bool = matches!(R::LAWS.landing, Landing::Anywhere);

    #[inline(always)]
    fn step(set: SetOf<R>, d: Dir) -> SetOf<R> {
        R::Board::step(set, d)
    }
    #[inline(always)]
    fn last_row() -> SetOf<R> {
        SetOf::<R>::narrow(const { Position::<R>::LAST_ROW[!WHITE as usize] })
    }
    #[inline(always)]
    fn sides(pos: &Position<R>) -> (SetOf<R>, SetOf<R>) {
        if WHITE { (pos.white, pos.black) } else { (pos.black, pos.white) }
    }

    /// Compiled once per side, not once per caller: a search that inlined it everywhere took minutes to build.
    #[inline(never)]
    fn run(pos: &Position<R>, out: &mut MoveList<R>) {
        let (us, them) = Self::sides(pos);
        let empty = pos.empty();
        let (men, kings) = (us & !pos.kings, us & pos.kings);
        let mut g = Self::new_in(them, empty, pos.kings, out);
        g.captures(men, kings);
        if g.out.is_empty() || matches!(R::LAWS.obligation, Obligation::Optional) {
            g.men_moves(men);
            for from in (kings & !pos.resting_king()).singles() {
                g.king_moves(from);
            }
        }
    }

    #[inline(always)]
    fn new_in<'a>(
        targets: SetOf<R>,
        empty: SetOf<R>,
        kings: SetOf<R>,
        out: &'a mut MoveList<R>,
    ) -> Generator<'a, R, WHITE> {
        Generator {
            targets,
            empty,
            kings,
            from: Bits::EMPTY,
            with_king: false,
            promoted: false,
            order: 0,
            out,
        }
    }

    #[inline(never)]
    fn count(pos: &Position<R>, scratch: &mut MoveList<R>) -> usize {
        scratch.clear();
        if matches!(R::LAWS.obligation, Obligation::Optional) {
            Self::run(pos, scratch);
            return scratch.len();
        }
        let (us, them) = Self::sides(pos);
        let empty = pos.empty();
        let men = us & !pos.kings;
        let mut g = Self::new_in(them, empty, pos.kings, scratch);
        g.captures(men, us & pos.kings);
        if !g.out.is_empty() {
            return g.out.len();
        }
        let mut n = 0;
        each!(d in Self::MAN_MOVES => {
            n += (Self::step(men, d) & empty).count();
        });
        // Each step moves every king at once: those that still stand on an empty square made one more move.
        let kings = us & pos.kings & !pos.resting_king();
        if kings.any() {
            each!(d in R::LAWS.king_moves => {
                let mut to = Self::step(kings, d) & empty;
                while to.any() {
                    n += to.count();
                    to = if Self::FLYING { Self::step(to, d) & empty } else { Bits::EMPTY };
                }
            });
        }
        n as usize
    }

    #[inline(never)]
    fn can_capture(pos: &Position<R>) -> bool {
        let (us, them) = Self::sides(pos);
        let empty = pos.empty();
        let men_targets = if R::LAWS.men_take_kings { them } else { them & !pos.kings };
        if Self::capturing(us & !pos.kings, men_targets, empty).any() {
            return true;
        }
        let kings = us & pos.kings;
        if kings.none() {
            return false;
        }
        let mut found = SetOf::<R>::EMPTY;
        each!(d in R::LAWS.king_captures => {
            let mut at = kings;
            if Self::FLYING {
                let mut slid = Self::step(at, d) & empty;
                while slid.any() {
                    at |= slid;
                    slid = Self::step(slid, d) & empty;
                }
            }
            found |= Self::step(Self::step(at, d) & them, d) & empty;
        });
        found.any()
    }

    #[inline(always)]
    fn capturing(men: SetOf<R>, targets: SetOf<R>, empty: SetOf<R>) -> SetOf<R> {
        let mut found = Bits::EMPTY;
        each!(d in Self::MAN_CAPTURES => {
            found |= Self::step(Self::step(empty, d ^ 2) & targets, d ^ 2) & men;
        });
        found
    }

    #[inline(always)]
    fn men_moves(&mut self, men: SetOf<R>) {
        each!(d in Self::MAN_MOVES => {
            for to in (Self::step(men, d) & self.empty).singles() {
                let from = Self::step(to, d ^ 2);
                let promotes = (to & Self::last_row()).any();
                self.out.push(Move { from, to, captured: Bits::EMPTY, promotes });
            }
        });
    }

    #[inline(always)]
    fn king_moves(&mut self, from: SetOf<R>) {
        each!(d in R::LAWS.king_moves => {
            let mut to = Self::step(from, d) & self.empty;
            while to.any() {
                self.out.push(Move { from, to, captured: Bits::EMPTY, promotes: false });
                to = if Self::FLYING { Self::step(to, d) & self.empty } else { Bits::EMPTY };
            }
        });
    }

    #[inline(always)]
    fn captures(&mut self, men: SetOf<R>, kings: SetOf<R>) {
        for from in kings.singles() {
            self.king_captures(from);
        }
        if !R::LAWS.men_take_kings {
            self.targets &= !self.kings;
        }
        self.men_captures(men);
    }

    #[inline(always)]
    fn men_captures(&mut self, men: SetOf<R>) {
        self.with_king = false;
        each!(d in Self::MAN_CAPTURES => {
            let starts = Self::step(Self::step(self.empty, d ^ 2) & self.targets, d ^ 2) & men;
            for from in starts.singles() {
                self.from = from;
                self.empty |= from;
                let over = Self::step(from, d);
                self.man_lands(Self::step(over, d), over, Bits::EMPTY, d);
                self.empty ^= from;
            }
        });
    }

    fn man_lands(&mut self, at: SetOf<R>, over: SetOf<R>, captured: SetOf<R>, came: Dir) {
        let order = self.take(over, captured);
        let captured = captured | over;
        let king_now = (at & Self::last_row()).any();
        if matches!(R::LAWS.promotion, Promotion::InPassing) && king_now {
            self.promoted = true;
            if !self.king_continues(at, captured, came) {
                self.finish(at, captured, true);
            }
            self.promoted = false;
        } else if !self.man_continues(at, captured, came) {
            self.finish(at, captured, king_now);
        }
        self.untake(over, order);
    }

    #[inline(always)]
    fn man_continues(&mut self, at: SetOf<R>, captured: SetOf<R>, came: Dir) -> bool {
        let prey = self.targets & !captured;
        let mut found = false;
        each!(d in Self::MAN_CAPTURES => {
            if Self::may_go(d, came) {
                let over = Self::step(at, d) & prey;
                let to = Self::step(over, d) & self.empty;
                if to.any() {
                    found = true;
                    self.man_lands(to, over, captured, d);
                }
            }
        });
        found
    }

    fn king_captures(&mut self, from: SetOf<R>) {
        self.with_king = true;
        self.from = from;
        self.empty |= from;
        self.king_continues(from, Bits::EMPTY, 8);
        self.empty ^= from;
    }

    /// Victims that stay on the board block the way back by themselves.
    #[inline(always)]
    fn may_go(d: Dir, came: Dir) -> bool {
        d != came ^ 2 || R::LAWS.may_reverse
    }

    /// Looks for a victim in every direction but the one it came from.
    fn king_continues(&mut self, at: SetOf<R>, captured: SetOf<R>, came: Dir) -> bool {
        let mut found = false;
        each!(d in R::LAWS.king_captures => {
            if Self::may_go(d, came) {
                found |= self.king_takes(at, captured, d);
            }
        });
        found
    }

    #[inline(always)]
    fn king_takes(&mut self, at: SetOf<R>, captured: SetOf<R>, d: Dir) -> bool {
        let mut over = Self::step(at, d);
        if Self::FLYING {
            while (over & self.empty).any() {
                over = Self::step(over, d);
            }
        }
        over = over & self.targets & !captured;
        let to = Self::step(over, d) & self.empty;
        if to.none() {
            return false;
        }
        self.king_lands(to, over, captured, d);
        true
    }

    fn king_lands(&mut self, first: SetOf<R>, over: SetOf<R>, captured: SetOf<R>, d: Dir) {
        let order = self.take(over, captured);
        let captured = captured | over;
        if Self::ANYWHERE {
            self.king_lands_anywhere(first, captured, d);
            return self.untake(over, order);
        }
        let mut found = self.king_continues(first, captured, d);
        if Self::SLIDES_ON {
            // Going straight on was seen from the first square; further squares add the turns.
            let mut at = Self::step(first, d) & self.empty;
            while at.any() {
                each!(e in R::LAWS.king_captures => {
                    if e & !2 != d & !2 {
                        found |= self.king_takes(at, captured, e);
                    }
                });
                at = Self::step(at, d) & self.empty;
            }
        }
        if !found {
            let halts = matches!(R::LAWS.king_range, KingRange::HaltBehindKing) && (over & self.kings).any();
            let mut at = first;
            while at.any() {
                self.finish(at, captured, self.promoted);
                at = if Self::SLIDES_ON && !halts { Self::step(at, d) & self.empty } else { Bits::EMPTY };
            }
        }
        self.untake(over, order);
    }

    fn king_lands_anywhere(&mut self, first: SetOf<R>, captured: SetOf<R>, d: Dir) {
        let mut at = first;
        while at.any() {
            if !self.king_continues(at, captured, d) {
                self.finish(at, captured, self.promoted);
            }
            at = if Self::SLIDES_ON { Self::step(at, d) & self.empty } else { Bits::EMPTY };
        }
    }

    /// Notes a victim; returns what [`untake`](Self::untake) needs to forget it.
    #[inline(always)]
    fn take(&mut self, over: SetOf<R>, captured: SetOf<R>) -> u32 {
        if Self::AT_ONCE {
            self.empty |= over;
        }
        let before = self.order;
        if matches!(R::LAWS.choice, Choice::Italian) && (over & self.kings).any() {
            self.order |= 1 << (15 - captured.count().min(15));
        }
        before
    }

    #[inline(always)]
    fn untake(&mut self, over: SetOf<R>, order: u32) {
        if Self::AT_ONCE {
            self.empty ^= over;
        }
        if matches!(R::LAWS.choice, Choice::Italian) {
            self.order = order;
        }
    }

    #[inline(always)]
    fn finish(&mut self, to: SetOf<R>, captured: SetOf<R>, promotes: bool) {
        let rank = rank(R::LAWS.choice, captured, self.kings, self.with_king, self.order);
        self.out.capture(Move { from: self.from, to, captured, promotes }, rank);
    }
}

/// The precedence of a capture: of those found only the highest-ranked are legal.
#[inline(always)]
pub(crate) fn rank<B: Bits>(choice: Choice, captured: B, all_kings: B, with_king: bool, order: u32) -> u32 {
    let pieces = captured.count();
    let kings = || (captured & all_kings).count();
    match choice {
        Choice::Free => 0,
        Choice::KingFirst => with_king as u32,
        Choice::Most => pieces,
        Choice::MostThenKings => pieces << 8 | kings(),
        Choice::Italian => pieces << 24 | (with_king as u32) << 23 | kings() << 17 | order,
        // n kings lie between 2n-1 and 2n men
        Choice::Frisian => ((pieces + kings()) * 128 - kings()) << 1 | with_king as u32,
    }
}
