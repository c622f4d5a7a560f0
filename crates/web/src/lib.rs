//! The page: a board, its model and its languages.
