//! The addresses of the page: which paths exist, known to the server, the static site and the page alike.

use damka_rules::Variant;

/// The sub-page of a variant that teaches it.
pub const LESSON: &str = "lesson";

/// Every address of the page, relative to where the site is mounted: the landing page as `""`,
/// then `"russian"`, `"russian/lesson"` and so on.
pub fn all() -> impl Iterator<Item = String> {
    let names = Variant::games().map(Variant::name);
    std::iter::once(String::new()).chain(names.flat_map(|name| [name.to_owned(), format!("{name}/{LESSON}")]))
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
        (Some(name), None, _) => variant(name).is_some(),
        (Some(name), Some(page), None) => variant(name).is_some() && page == LESSON,
        _ => false,
    }
}

/// The variant whose page has this name.
pub fn variant(name: &str) -> Option<Variant> {
    Variant::games().find(|variant| variant.name() == name)
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
