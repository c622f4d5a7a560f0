//! The lessons of a game in their order.
//!
//! ```text
//! course russian
//!
//! lesson together
//! en Pieces work together
//! ru Шашки помогают друг другу
//! hy Քարերն օգնում են իրար
//! ```

use damka_rules::Variant;

#[cfg(feature = "embedded")]
use crate::Lesson;
use crate::Text;
use crate::lesson::{CourseError, Wrong, entries};

/// The lessons of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    variant: Variant,
    lessons: Vec<Entry>,
}

/// A lesson in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in links and files.
    pub key: String,
    /// Its title.
    pub title: Text,
}

impl Course {
    /// The game whose course serves a game: its own, or that of the game with the same laws of moving and taking.
    /// `None` if there is no course for it.
    ///
    /// ```
    /// use damka_course::Course;
    /// use damka_rules::Variant;
    /// assert_eq!(Course::home(Variant::Checkers), Some(Variant::English));
    /// assert_eq!(Course::home(Variant::Thai), None);
    /// ```
    pub fn home(variant: Variant) -> Option<Variant> {
        match variant {
            Variant::Checkers => Some(Variant::English),
            Variant::Russian | Variant::Armenian | Variant::English | Variant::International => Some(variant),
            _ => None,
        }
    }

    /// Where the list of a game's lessons lies below `data/course`.
    pub fn path(variant: Variant) -> Option<String> {
        Some(format!("{}/course.txt", Course::home(variant)?))
    }

    /// Where a lesson lies below `data/course`.
    pub fn lesson_path(variant: Variant, key: &str) -> Option<String> {
        Some(format!("{}/{key}.txt", Course::home(variant)?))
    }

    /// Reads the list for a game.
    pub fn read(variant: Variant, text: &str) -> Result<Course, CourseError> {
        let wrong = |line, why| CourseError { line, why };
        let home = Course::home(variant).ok_or(wrong(1, Wrong::Game(variant)))?;
        let mut lines = entries(text);
        match lines.next() {
            Some((_, "course", game)) if game == home.to_string() => {}
            other => return Err(wrong(other.map_or(1, |(line, ..)| line), Wrong::Title(home))),
        }
        let mut lessons: Vec<Entry> = Vec::new();
        let mut last = 1;
        for (line, word, rest) in lines {
            if word == "lesson" {
                lessons.push(Entry { key: rest.into(), title: Text::default() });
            } else if !lessons.last_mut().is_some_and(|lesson| lesson.title.add(word, rest)) {
                return Err(wrong(line, Wrong::Word(word.into())));
            }
            last = line;
        }
        match lessons.iter().find_map(|lesson| lesson.title.missing()) {
            Some(language) => Err(wrong(last, Wrong::NoText(language))),
            None => Ok(Course { variant, lessons }),
        }
    }

    /// The course of a game from the files that came with the program.
    #[cfg(feature = "embedded")]
    pub fn of(variant: Variant) -> Option<Course> {
        Course::read(variant, crate::file(&Course::path(variant)?)?).ok()
    }

    /// A lesson from the files that came with the program.
    #[cfg(feature = "embedded")]
    pub fn lesson(&self, key: &str) -> Option<Lesson> {
        Lesson::read(self.variant, crate::file(&Course::lesson_path(self.variant, key)?)?).ok()
    }

    /// The game it is read for.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The lessons in their order.
    pub fn lessons(&self) -> &[Entry] {
        &self.lessons
    }

    /// The lesson after the one with this key.
    pub fn after(&self, key: &str) -> Option<&Entry> {
        let at = self.lessons.iter().position(|lesson| lesson.key == key)?;
        self.lessons.get(at + 1)
    }
}
