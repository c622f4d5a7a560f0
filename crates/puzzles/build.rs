//! Lists the puzzle files that exist, so that they can be embedded.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets the manifest directory");
    let out = env::var("OUT_DIR").expect("cargo sets the output directory");
    let folder = Path::new(&root).join("../../data/puzzles");
    println!("cargo::rerun-if-changed={}", folder.display());
    let wanted = env::var_os("CARGO_FEATURE_EMBEDDED").is_some();
    let mut files: Vec<_> = fs::read_dir(&folder)
        .map(|dir| dir.filter_map(|entry| entry.ok().map(|e| e.path())).collect())
        .unwrap_or_default();
    files.retain(|path| wanted && path.extension().is_some_and(|ext| ext == "txt"));
    files.sort();
    let mut text = String::from("static FILES: &[(&str, &str)] = &[\n");
    for path in files {
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let _ = writeln!(text, "    ({stem:?}, include_str!({:?})),", path.display().to_string());
    }
    text.push_str("];\n");
    fs::write(Path::new(&out).join("embedded.rs"), text).expect("the output directory can be written");
}
