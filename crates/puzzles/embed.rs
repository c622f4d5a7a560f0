//! Lists the texts of a folder of `data` that exist, for the build scripts of crates that can embed them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Writes `static FILES` for the texts in a folder of `data` and the folders in it: name and text, if the feature
/// `embedded` is on.
pub(crate) fn embed(folder: &str, name: fn(&Path) -> Option<&str>) {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets the manifest directory");
    let out = env::var("OUT_DIR").expect("cargo sets the output directory");
    let folder = Path::new(&root).join("../../data").join(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    let wanted = env::var_os("CARGO_FEATURE_EMBEDDED").is_some();
    let here = inside(&folder);
    let mut files: Vec<PathBuf> =
        here.iter().flat_map(|path| inside(path)).chain(here.iter().cloned()).collect();
    files.retain(|path| wanted && path.extension().is_some_and(|ext| ext == "txt"));
    files.sort();
    let mut text = String::from("static FILES: &[(&str, &str)] = &[\n");
    for path in files {
        let name = path.strip_prefix(&folder).ok().and_then(name).unwrap_or_default();
        let _ = writeln!(text, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    text.push_str("];\n");
    fs::write(Path::new(&out).join("embedded.rs"), text).expect("the output directory can be written");
}

fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect()
}
