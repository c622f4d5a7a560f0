//! The games of draughts: boards, laws, positions, moves, draws, FEN and move text.
