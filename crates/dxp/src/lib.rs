//! The DamExchange protocol without input and output.
