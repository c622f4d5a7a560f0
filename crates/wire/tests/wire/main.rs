//! Every message survives the journey, and nothing that arrives makes a reader panic.

mod hostile;
mod journeys;
mod places;
