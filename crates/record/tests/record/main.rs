//! Whatever is played comes back: every game and house rule, from any start, in every form.

mod journeys;
mod pdn;
mod random;
mod studies;
