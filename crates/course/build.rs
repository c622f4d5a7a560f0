//! Lists the lesson files that exist, so that they can be embedded.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets the manifest directory");
    let out = env::var("OUT_DIR").expect("cargo sets the output directory");
    let folder = Path::new(&root).join("../../data/course");
    println!("cargo::rerun-if-changed={}", folder.display());
    let wanted = env::var_os("CARGO_FEATURE_EMBEDDED").is_some();
    let mut files: Vec<PathBuf> = inside(&folder).iter().flat_map(|game| inside(game)).collect();
    files.retain(|path| wanted && path.extension().is_some_and(|ext| ext == "txt"));
    files.sort();
    let mut text = String::from("static FILES: &[(&str, &str)] = &[\n");
    for path in files {
        let name = path.strip_prefix(&folder).ok().and_then(Path::to_str).unwrap_or_default();
        let _ = writeln!(text, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    text.push_str("];\n");
    fs::write(Path::new(&out).join("embedded.rs"), text).expect("the output directory can be written");
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
}
