//! Any text between page and worker: refused with a reason, or read, written and read as the same.
#![no_main]

use std::fmt::Debug;

use damka_wire::brain::{Ask, Tell, decode, encode};
use libfuzzer_sys::fuzz_target;
use serde::{Serialize, de::DeserializeOwned};

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
    match decode::<T>(text) {
        Ok(message) => assert_eq!(decode::<T>(&encode(&message)), Ok(message)),
        Err(reason) => assert!(!reason.is_empty()),
    }
}

fuzz_target!(|text: &str| {
    check::<Ask>(text);
    check::<Tell>(text);
});
