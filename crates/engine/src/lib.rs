//! Search and evaluation for every variant behind one small facade.
