//! The lessons that came with the program.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// A file of `data/course` by its path there, such as `russian/course.txt`.
pub fn file(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}
