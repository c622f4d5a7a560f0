//! Every margin of the search by name. Values are hundredths of a man and plies.
//!
//! Margins that matches and `damka-tune` try out are fields of [`Margins`], so that two settings can meet in one
//! process; the others are constants.

/// No line is longer.
pub(crate) const MOST_PLIES: usize = 250;
/// Positions between two looks at the clock and the stop handle.
pub(crate) const LOOK_EVERY: u64 = 1024;
/// Engines that share no memory tell each other results of at least this depth.
pub(crate) const MEET_DEPTH: i32 = 6;

/// A root whose end the tables know is looked at for shorter wins to this depth, then played.
pub(crate) const LOOKED_UP_DEPTH: u32 = 6;

/// A root the tables call drawn is searched to this depth for a move that is hard to answer.
pub(crate) const DRAWN_DEPTH: u32 = 16;

/// What large tables know and would have to unpack is asked for from this depth on, unless the root is theirs already.
pub(crate) const UNPACK_DEPTH: i32 = 5;
/// That takes as long as a search of so many positions.
pub(crate) const UNPACKING: u64 = 256;

/// From which depth the window around the score of the last iteration is used.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// Declares the margins with their values, and how they are set by name.
macro_rules! margins {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => {
        /// The margins of the search that can be changed, for matches between two settings.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct Margins {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Margins {
            fn default() -> Margins {
                Margins { $($name: $value,)* }
            }
        }

        impl Margins {
            /// Names and values.
            pub fn list(&self) -> Vec<(&'static str, i32)> {
                vec![$((stringify!($name), self.$name),)*]
            }

            /// Sets one by name; says whether there is such a margin.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

margins! {
    /// Half the first window around the score of the last iteration.
    aspiration = 12;
    /// A position this much above beta per ply of depth left is not worth searching.
    futile_above = 55;
    /// To which depth that is asked.
    futile_above_depth = 4;
    /// A quiet move that leaves us this much below alpha per ply of depth left is skipped.
    futile_below = 70;
    /// To which depth that is asked.
    futile_below_depth = 3;
    /// Below alpha by this much per ply: look at captures and threats only.
    razor = 110;
    /// To which depth that is asked.
    razor_depth = 2;
    /// A shallow search this far above beta stands for the deep one (as in ProbCut).
    probable = 30;
    /// And so much more per ply of depth.
    probable_per_ply = 2;
    /// From which depth on.
    probable_depth = 5;
    /// Depth of the shallow search in tenths of the full depth.
    probable_tenths = 4;
    /// A table move this much better than all others is searched one ply deeper.
    singular = 20;
    /// From which depth on.
    singular_depth = 7;
    /// And from which depth on away from the main line.
    singular_aside = 7;
    /// A position with a single move costs no depth (0 no, 1 yes).
    forced = 1;
    /// How often quiescence plays all moves because the opponent threatens to capture, on large boards; on small ones
    /// it costs more depth than it brings. Once against never at equal nodes: International +33 +-37, Russian -11
    /// +-34, Armenian -38 +-62.
    threats = 1;
    /// Without a table move a deep search on the main line first makes one, from this depth on.
    internal_depth = 5;
    /// A proven win or loss in the table counts whatever depth is asked for (0 no, 1 yes). Measured at equal nodes:
    /// International +15 +-11, Russian +5 +-12.
    proven_any = 1;
    /// Near the horizon calm moves later than `late_base + depth * late_per_ply` are skipped. Measured at equal
    /// nodes: Armenian +63 +-61, Russian +7 +-34.
    late_depth = 3;
    /// See above.
    late_base = 4;
    /// See above.
    late_per_ply = 4;
    /// Late moves lose this many hundredths of a ply ...
    reduce_least = 60;
    /// ... plus 10,000 times the logarithms of depth and lateness over this, in hundredths of a ply.
    reduce_slope = 220;
    /// Moves from this one on are searched less deeply.
    reduce_from = 1;
    /// From which depth on.
    reduce_depth = 3;
}

#[cfg(test)]
mod tests {
    use damka_rules::{Game, Variant};

    use super::Margins;
    use crate::{Engine, Limits, Options, Stop};

    #[test]
    fn margins_are_set_by_name() {
        let mut margins = Margins::default();
        for (name, value) in Margins::default().list() {
            assert!(margins.set(name, value + 1), "{name}");
            assert!(margins.list().contains(&(name, value + 1)), "{name}");
        }
        assert!(!margins.set("mercy", 1));
    }

    #[test]
    fn other_margins_make_another_search() {
        let nodes = |margins: Margins| {
            let mut engine = Engine::new(Options { hash_mb: 1, threads: 1 });
            engine.set_margins(margins);
            engine.search(&Game::new(Variant::Russian), &Limits::depth(8), &Stop::new(), &mut |_| ()).nodes
        };
        let usual = nodes(Margins::default());
        assert_ne!(nodes(Margins { reduce_least: 160, ..Margins::default() }), usual);
        assert_ne!(nodes(Margins { late_depth: 0, ..Margins::default() }), usual);
        assert_eq!(nodes(Margins::default()), usual);
    }
}
