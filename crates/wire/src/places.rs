//! The addresses of the page: which paths exist, known to the server, the static site and the page alike.

/// The sub-page of a variant that teaches it.
pub const LESSON: &str = "lesson";

/// The names of the variants as they stand in an address.
// Compromise: the one list of variants belongs to `rules`; this copy goes when that list is public.
const VARIANTS: [&str; 19] = [
    "russian",
    "armenian",
    "checkers",
    "shashki",
    "english",
    "international",
    "brazilian",
    "turkish",
    "pool",
    "frisian",
    "italian",
    "spanish",
    "portuguese",
    "czech",
    "thai",
    "canadian",
    "killer",
    "antidraughts",
    "breakthrough",
];

/// Every address of the page, relative to where the site is mounted: the landing page as `""`,
/// then `"russian"`, `"russian/lesson"` and so on.
pub fn all() -> impl Iterator<Item = String> {
    let variants = VARIANTS.iter().flat_map(|name| [name.to_string(), format!("{name}/{LESSON}")]);
    std::iter::once(String::new()).chain(variants)
}

/// Whether `path` (relative to the mount point, with or without slashes at its ends) is an address
/// of the page.
///
/// ```
/// use damka_wire::places::exists;
/// assert!(exists("/") && exists("/russian") && exists("/russian/lesson/"));
/// assert!(!exists("/chess") && !exists("/russian/chess"));
/// ```
pub fn exists(path: &str) -> bool {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    match (parts.next(), parts.next(), parts.next()) {
        (None, ..) => true,
        (Some(variant), None, _) => VARIANTS.contains(&variant),
        (Some(variant), Some(page), None) => VARIANTS.contains(&variant) && page == LESSON,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_address_exists() {
        for path in all() {
            assert!(exists(&path), "{path}");
            assert!(exists(&format!("/{path}/")), "/{path}/");
        }
    }

    #[test]
    fn nothing_else_does() {
        for path in ["/x", "/Russian", "/lesson", "/russian/lesson/1", "/russian/..", "/index.html"] {
            assert!(!exists(path), "{path}");
        }
    }
}
