//! The Hub engine protocol without input and output.
