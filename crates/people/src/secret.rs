//! Numbers nobody can guess, and passwords nobody can read back.

use argon2::{Algorithm, Argon2, Params, Version};
use damka_room::Secret;

/// Letters of numbers of games: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Argon2id with 19 MB and two passes, as OWASP advises.
const MEMORY: u32 = 19_456;
const PASSES: u32 = 2;

/// Random bytes of the system.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

fn lettered(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

/// The number of a game: 50 bits.
pub(crate) fn game_number() -> String {
    lettered(&random::<10>())
}

/// A secret nobody can guess: 130 bits.
pub fn secret() -> String {
    lettered(&random::<26>())
}

/// A number for accounts and seeds, never negative.
pub(crate) fn number() -> i64 {
    i64::from_le_bytes(random()) & i64::MAX
}

/// Is it White's, by lot?
pub(crate) fn lot() -> bool {
    random::<1>()[0] & 1 == 1
}

/// What a database keeps of a secret.
pub(crate) fn digest(secret: &str) -> String {
    Secret::of(secret).digest().to_owned()
}

/// What a database keeps of a password.
pub(crate) fn hash(password: &str) -> Option<String> {
    let salt = random::<16>();
    Some(format!("argon2id {MEMORY} {PASSES} {} {}", hex(&salt), hex(&derived(password, &salt)?)))
}

/// Is this the password? Takes as long whether there is an account or not.
pub(crate) fn is_password(password: &str, kept: Option<&str>) -> bool {
    let mut parts = kept.unwrap_or_default().split(' ').skip(3).map(unhex);
    let (salt, expected) = (parts.next().flatten(), parts.next().flatten());
    let found = derived(password, salt.as_deref().unwrap_or(&[0; 16]));
    match (found, expected) {
        (Some(found), Some(expected)) if found.len() == expected.len() => {
            found.iter().zip(&expected).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
        }
        _ => false,
    }
}

fn derived(password: &str, salt: &[u8]) -> Option<[u8; 32]> {
    let params = Params::new(MEMORY, PASSES, 1, Some(32)).ok()?;
    let mut out = [0; 32];
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon.hash_password_into(password.as_bytes(), salt, &mut out).ok()?;
    Some(out)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    (0..text.len()).step_by(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_known_again_and_never_kept() {
        let kept = hash("шашки 1").unwrap();
        assert!(!kept.contains("шашки") && kept.starts_with("argon2id 19456 2 "));
        assert!(is_password("шашки 1", Some(&kept)));
        assert!(!is_password("шашки 2", Some(&kept)));
        assert!(!is_password("", None) && !is_password("x", Some("nonsense")));
        assert_ne!(hash("a"), hash("a"), "each has its salt");
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(secret(), secret());
        assert_eq!((secret().len(), game_number().len()), (26, 10));
    }
}
