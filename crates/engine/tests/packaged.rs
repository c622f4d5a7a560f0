//! What the crate embeds lies in the project's `data/`; links in the crate's directory bring it into the package.

use std::collections::BTreeSet;
use std::path::Path;

fn files(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = entries.map(|entry| {
        entry.expect("a folder can be listed").file_name().into_string().expect("names are plain")
    });
    names.filter(|name| name.ends_with(".bin")).collect()
}

#[test]
fn every_file_has_its_link() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (data, inside) in [("weights", "weights"), ("openings/books", "books")] {
        let there = files(&root.join("../../data").join(data));
        assert_eq!(
            files(&root.join(inside)),
            there,
            "ln -s ../../../data/{data}/NAME.bin crates/engine/{inside}/"
        );
    }
}
