//! What the page remembers: small JSON values in the browser's local storage.

use serde::{Serialize, de::DeserializeOwned};
use web_sys::Storage;

use super::window;

/// What was found under a name.
#[derive(Debug, Clone, PartialEq)]
pub enum Kept<T> {
    /// Nothing, or the browser keeps nothing at all.
    Nothing,
    /// A readable value.
    Value(T),
    /// Something that cannot be read; the reason is for a log.
    Corrupt(String),
}

impl<T> Kept<T> {
    /// The value, if there is a readable one.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Nothing | Self::Corrupt(_) => None,
        }
    }
}

/// Reads what was kept under `name`.
pub fn load<T: DeserializeOwned>(name: &str) -> Kept<T> {
    text(name).map_or(Kept::Nothing, |text| read(&text))
}

/// The text kept under `name`.
pub fn text(name: &str) -> Option<String> {
    local()?.get_item(&key(name)).ok().flatten()
}

/// Keeps `value` under `name`; false if the browser refused (private window, no room).
pub fn save<T: Serialize>(name: &str, value: &T) -> bool {
    write(value).is_some_and(|text| save_text(name, &text))
}

/// Keeps a text under `name`; false if the browser refused.
pub fn save_text(name: &str, text: &str) -> bool {
    local().is_some_and(|storage| storage.set_item(&key(name), text).is_ok())
}

/// The names that begin so, without their beginning.
pub fn names(beginning: &str) -> Vec<String> {
    let Some(storage) = local() else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    let all = (0..count).filter_map(|n| storage.key(n).ok().flatten());
    all.filter_map(|name| name.strip_prefix(&key(beginning)).map(str::to_owned)).collect()
}

/// Forgets what was kept under `name`.
pub fn forget(name: &str) {
    // A browser without storage has nothing to forget.
    let _ = local().map(|storage| storage.remove_item(&key(name)));
}

fn local() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Other pages of the same host share the storage, so our names are marked.
pub fn key(name: &str) -> String {
    format!("damka.{name}")
}

/// Writes a value as text.
pub fn write<T: Serialize>(value: &T) -> Option<String> {
    serde_json::to_string(value).ok()
}

/// Reads a text.
pub fn read<T: DeserializeOwned>(text: &str) -> Kept<T> {
    match serde_json::from_str(text) {
        Ok(value) => Kept::Value(value),
        Err(error) => Kept::Corrupt(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrupt_values_are_told_from_missing_ones() {
        assert_eq!(read::<Vec<u8>>("[1,2]"), Kept::Value(vec![1, 2]));
        assert!(matches!(read::<Vec<u8>>("[1,"), Kept::Corrupt(_)));
        assert_eq!(read::<Vec<u8>>("{}").value(), None);
    }
}
