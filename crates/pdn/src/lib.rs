//! Portable draughts notation: a streaming reader and a strict writer.
