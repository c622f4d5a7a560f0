//! Any text between page, worker and server: refused with a reason, or read, written and read as the same.
#![no_main]

use std::fmt::Debug;

use damka_wire::brain::{Ask, Tell};
use damka_wire::place::Place;
use damka_wire::room::{ClientIn, ClientOut};
use damka_wire::{decode, encode};
use libfuzzer_sys::fuzz_target;
use serde::{Serialize, de::DeserializeOwned};

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
    match decode::<T>(text) {
        Ok(message) => assert_eq!(decode::<T>(&encode(&message)).expect("just written"), message),
        Err(reason) => assert!(!reason.to_string().is_empty()),
    }
}

/// An address that was read is written as one that means the same.
fn check_address(text: &str) {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let (place, _) = Place::parse(path, query);
    let address = place.address();
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    assert_eq!(Place::parse(path, query), (place, None), "{address}");
}

fuzz_target!(|text: &str| {
    check::<Ask>(text);
    check::<Tell>(text);
    check::<ClientOut>(text);
    check::<ClientIn>(text);
    check_address(text);
});
