//! What ARCHITECTURE.md promises of the source, as far as it can be read off the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates with the crates of ours that they depend on, tests aside.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let manifests = folders.map(|folder| folder.join("Cargo.toml")).filter(|manifest| manifest.exists());
    let read = |manifest: PathBuf| {
        let name = manifest.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&manifest).unwrap();
        let lines = text.lines().take_while(|line| *line != "[dev-dependencies]");
        let needs = lines.filter_map(|line| line.strip_prefix("damka-")?.split(['.', ' ', '=']).next());
        (name, needs.map(str::to_owned).collect())
    };
    let crates: BTreeMap<String, BTreeSet<String>> = manifests.map(read).collect();
    assert!(crates.len() > 10 && !crates["cli"].is_empty(), "{crates:?}");
    crates
}

#[test]
fn nobody_depends_on_a_program() {
    let is_program = |name: &str| root().join("crates").join(name).join("src/main.rs").exists();
    assert!(is_program("damka"));
    for (name, needs) in crates() {
        let upward: Vec<_> = needs.iter().filter(|need| is_program(need)).collect();
        assert!(upward.is_empty(), "{name} depends on the program {upward:?}");
    }
}

/// Protocols know nothing of the engine, the engine nothing of protocols, and the rules of nobody.
#[test]
fn neighbours_do_not_know_each_other() {
    let crates = crates();
    let check = |name: &str, may: &[&str]| {
        let others: Vec<_> = crates[name].iter().filter(|need| !may.contains(&need.as_str())).collect();
        assert!(others.is_empty(), "{name} depends on {others:?}");
    };
    check("rules", &[]);
    check("pdn", &[]);
    check("hub", &["rules"]);
    check("dxp", &["rules"]);
    check("endgame", &["rules"]);
    check("engine", &["rules", "endgame"]);
    check("record", &["rules", "pdn"]);
    check("sitting", &["rules", "record"]);
}

#[test]
fn the_map_shows_every_crate() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for name in crates().into_keys() {
        assert!(map.contains(&format!("{name}/")), "ARCHITECTURE.md does not show crates/{name}");
    }
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    fn visit(folder: &Path, faults: &mut Vec<String>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                visit(&path, faults);
                continue;
            }
            let opening = match path.extension().and_then(|ending| ending.to_str()) {
                Some("rs") => "//!",
                Some("css") => "/*",
                _ => continue,
            };
            let text = fs::read_to_string(&path).unwrap();
            if text.lines().count() > 500 {
                faults.push(format!("{} has {} lines", path.display(), text.lines().count()));
            }
            if !text.starts_with(opening) {
                faults.push(format!("{} does not begin with what it is for", path.display()));
            }
        }
    }
    let mut faults = Vec::new();
    visit(&root().join("crates"), &mut faults);
    visit(&root().join("fuzz/fuzz_targets"), &mut faults);
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}
