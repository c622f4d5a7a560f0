//! Self-play, training and matches: how the weights are made.
