//! The header of a game: named values in the order of the file.

/// One tag, `[Name "value"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name as written.
    pub name: String,
    /// The value without quotes and escapes.
    pub value: String,
}

/// The tags of a game in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags(Vec<Tag>);

/// Standard names and what some programs write in their place.
const ALIASES: [(&str, &[&str]); 7] = [
    ("White", &["Bianco", "P1"]),
    ("Black", &["Nero", "P2"]),
    ("Result", &["Risultato"]),
    ("Event", &["Dati", "Manifestazione"]),
    ("Date", &["Data", "Anno"]),
    ("Opening", &["Apertura"]),
    ("Site", &["Luogo"]),
];

impl Tags {
    /// No tags.
    #[must_use]
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The value of the first tag of that name, in any case, under its standard or a known foreign name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.exact(name).or_else(|| {
            let (_, others) = ALIASES.iter().find(|(standard, _)| standard.eq_ignore_ascii_case(name))?;
            others.iter().find_map(|other| self.exact(other))
        })
    }

    /// Like [`get`](Tags::get), but `None` where the value is empty or `?`: unknown.
    #[must_use]
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name).map(str::trim).filter(|value| !value.is_empty() && *value != "?")
    }

    /// Sets the tag of that name, in its place if it is there, else at the end.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value.to_owned(),
            None => self.push(name, value),
        }
    }

    /// Adds a tag at the end.
    pub fn push(&mut self, name: &str, value: &str) {
        self.0.push(Tag { name: name.to_owned(), value: value.to_owned() });
    }

    /// Removes every tag of that name.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|tag| !tag.name.eq_ignore_ascii_case(name));
    }

    /// The tags in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Tag> {
        self.0.iter()
    }

    /// How many tags there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn add(&mut self, tag: Tag) {
        self.0.push(tag);
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    fn exact(&self, name: &str) -> Option<&str> {
        let tag = self.0.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))?;
        Some(tag.value.as_str())
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = std::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookup() {
        let mut tags = Tags::new();
        tags.push("Bianco", "Rossi");
        tags.push("SetUp", "1");
        tags.push("Round", "?");
        assert_eq!(tags.get("White"), Some("Rossi"));
        assert_eq!(tags.get("setup"), Some("1"));
        assert_eq!((tags.get("Round"), tags.known("Round")), (Some("?"), None));
        tags.set("round", "2");
        assert_eq!((tags.get("Round"), tags.len()), (Some("2"), 3));
        tags.remove("SETUP");
        assert_eq!(tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>(), ["Bianco", "Round"]);
    }
}
