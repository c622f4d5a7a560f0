//! Lists the trained weight files that exist, so that the engine can embed them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets the manifest directory");
    let out = env::var("OUT_DIR").expect("cargo sets the output directory");
    let mut text = String::new();
    for (name, folder, inside) in [("WEIGHTS", "weights", "weights"), ("BOOKS", "openings/books", "books")] {
        list(&mut text, name, &place(Path::new(&root), folder, inside));
    }
    fs::write(Path::new(&out).join("embedded.rs"), text).expect("the output directory can be written");
}

/// The project's `data/`, or in a crate from the registry, which holds nothing from outside its directory, the files that the
/// links in this directory lead to.
fn place(root: &Path, folder: &str, inside: &str) -> PathBuf {
    let data = root.join("../../data").join(folder);
    if data.is_dir() { data } else { root.join(inside) }
}
/// Writes one constant: the stem and the bytes of every `.bin` file in a folder.
fn list(text: &mut String, name: &str, folder: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let wanted = env::var_os("CARGO_FEATURE_EMBEDDED_WEIGHTS").is_some();
    let mut files: Vec<_> = fs::read_dir(folder)
        .map(|dir| dir.filter_map(|entry| entry.ok().map(|e| e.path())).collect())
        .unwrap_or_default();
    files.retain(|path| wanted && path.extension().is_some_and(|ext| ext == "bin"));
    files.sort();
    let _ = writeln!(text, "pub(crate) static {name}: &[(&str, &[u8])] = &[");
    for path in files {
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let _ = writeln!(text, "    ({stem:?}, include_bytes!({:?})),", path.display().to_string());
    }
    text.push_str("];\n");
}
