//! Endgame tables: index, build, compress, probe.
