//! Tables on disk: built, found again, and refused when they are not what they should be.

use std::fs;
use std::path::PathBuf;

use damka_endgame::{Event, TableError, Tables, Wdl, directory};
use damka_rules::Variant;
use damka_rules::variants::{English, Russian};

use crate::classics::position;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("damka-endgame-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_build_goes_on_where_it_was() {
    let dir = Scratch::new("resume");
    let count = |pieces| {
        let (mut built, mut kept) = (0, 0);
        let tables = Tables::<Russian>::build(&dir.0, pieces, 2, &mut |event| match event {
            Event::Finished(_) => built += 1,
            Event::Kept { .. } => kept += 1,
            _ => {}
        });
        (built, kept, tables.unwrap().most_pieces())
    };
    assert_eq!(count(2), (3, 0, 2));
    assert_eq!(count(3), (6, 3, 3));
    assert_eq!(count(3), (0, 9, 3));

    let tables = Tables::<Russian>::open(&dir.0).unwrap();
    assert_eq!(tables.most_pieces(), 3);
    tables.verify(3, 2, &mut |_| ()).unwrap();
    assert_eq!(tables.probe(&position("W:WKa1,Kc1:BKh4")), Some(Wdl::Draw));
    assert_eq!(Tables::<Russian>::catalogue(&dir.0).unwrap().len(), 9);
    assert_eq!(Tables::<English>::open(&dir.0).unwrap().most_pieces(), 0);
}

#[test]
fn a_table_is_left_out_without_those_it_leads_to() {
    let dir = Scratch::new("gaps");
    Tables::<Russian>::build(&dir.0, 3, 2, &mut |_| ()).unwrap();
    let check = |lost: &str, most_pieces: u8, known: &[&str]| {
        let path = directory(&dir.0, Variant::Russian).join(format!("{lost}.tables"));
        let whole = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let tables = Tables::<Russian>::open(&dir.0).unwrap();
        let leading = tables.materials().into_iter().filter(|m| m.leading() == *m);
        assert_eq!(leading.map(|m| m.to_string()).collect::<Vec<_>>(), known, "without {lost}");
        assert_eq!(tables.most_pieces(), most_pieces, "without {lost}");
        fs::write(&path, whole).unwrap();
    };
    // A build that was cut off lacks the last ones, which leaves the rest whole; other gaps take more away.
    check("mm-m", 2, &["K-K", "K-m", "m-m", "KK-K", "Km-K", "KK-m", "mm-K", "Km-m"]);
    check("Km-K", 2, &["K-K", "K-m", "m-m", "KK-K", "KK-m"]);
    check("K-m", 0, &["K-K", "KK-K"]);
    check("K-K", 0, &[]);
}

#[test]
fn damage_is_reported_with_its_place() {
    let dir = Scratch::new("damage");
    Tables::<Russian>::build(&dir.0, 2, 1, &mut |_| ()).unwrap();
    let path = directory(&dir.0, Variant::Russian).join("K-m.tables");
    let whole = fs::read(&path).unwrap();
    let check = |bytes: &[u8], reason: &str| {
        fs::write(&path, bytes).unwrap();
        let error = Tables::<Russian>::open(&dir.0).unwrap_err();
        assert!(matches!(error, TableError::Format { .. }));
        assert!(error.to_string().contains("K-m.tables") && error.to_string().contains(reason), "{error}");
        Tables::<Russian>::build(&dir.0, 2, 1, &mut |_| ()).unwrap();
        assert!(fs::read(&path).unwrap() == whole, "building mends what {reason:?} says");
    };
    check(&[], "cut short");
    check(b"something else", "no table");
    check(&whole[..whole.len() - 1], "bytes instead of");
    check(&whole[..40], "cut short");
    let mut other = whole.clone();
    other[9] ^= 1;
    check(&other, "other laws");

    // A flipped bit in the data is found by looking at it.
    let mut flipped = whole.clone();
    let last = flipped.len() - 9;
    flipped[last] ^= 4;
    fs::write(&path, flipped).unwrap();
    let tables = Tables::<Russian>::open(&dir.0).unwrap();
    assert!(tables.verify(2, 1, &mut |_| ()).is_err());
}

#[test]
fn too_many_pieces_are_refused() {
    for pieces in [0, 1, 8, 200] {
        let error = Tables::<Russian>::in_memory(pieces).unwrap_err();
        assert!(matches!(error, TableError::Pieces { .. }), "{error}");
    }
}
