//! The page as plain files, for any web server at any path.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use damka_wire::place::Place;

use crate::{
    bundle::{Bundle, File},
    headers::POLICY,
};

/// How the shell says where the site begins; every copy says it from its own place.
const BASE: &str = "<base href=\"/\">";

/// Why the site cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Somebody else's files.
    #[error("{path} holds other files: choose an empty directory, or use --force to write among them", path = .0.display())]
    Occupied(PathBuf),
    /// A debug build.
    #[error("this build has no page: use `cargo run --release -- export-site DIR`")]
    NoPage,
    /// The system refused.
    #[error("cannot write {path}: {source}", path = path.display())]
    Write {
        /// Which file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What may already be in the directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Nothing but an earlier export, which is replaced, and what is hidden (`.git`).
    Ours,
    /// Anything; files of the same name are replaced.
    Anything,
}

/// Writes a page into `dir`, which is made if need be.
///
/// Every address has its own `index.html` that finds the files relative to itself, so the site works
/// at any path of any host, without rules for unknown addresses; `404.html` supposes the root of one.
/// Compressed forms lie beside the files for servers that can send them.
pub fn export_site(bundle: &Bundle, dir: &Path, among: Among) -> Result<(), ExportError> {
    let shell = bundle.shell().ok_or(ExportError::NoPage)?;
    if among == Among::Ours && is_foreign(dir) {
        return Err(ExportError::Occupied(dir.to_owned()));
    }
    for file in bundle.files.iter().filter(|file| file.path != shell.path) {
        write(&dir.join(file.path), file.plain)?;
        for (extension, bytes) in [("br", file.brotli), ("gz", file.gzip)] {
            if let Some(bytes) = bytes {
                write(&dir.join(format!("{}.{extension}", file.path)), bytes)?;
            }
        }
    }
    for place in Place::every_path() {
        let base = match place.split('/').filter(|part| !part.is_empty()).count() {
            0 => "./".to_owned(),
            depth => "../".repeat(depth),
        };
        write(&dir.join(place).join("index.html"), shell_at(shell, &base).as_bytes())?;
    }
    write(&dir.join("404.html"), shell_at(shell, "/").as_bytes())
}

/// Are there files in the directory, and none that show it to be an earlier export?
fn is_foreign(dir: &Path) -> bool {
    let Ok(entries) = fs::read_dir(dir) else { return false };
    let seen = |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    let ours = ["index.html", "404.html", "sw.js", "a"].iter().all(|name| dir.join(name).exists());
    entries.flatten().any(|entry| seen(&entry)) && !ours
}

/// The shell with its base, and with the policy our own server sends as a header.
fn shell_at(shell: &File, base: &str) -> String {
    let text = String::from_utf8_lossy(shell.plain);
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    // There is nobody behind a static site: the page does not lead to other people.
    let text = text.replacen("<html ", "<html data-alone ", 1);
    text.replacen(BASE, &format!("{policy}\n<base href=\"{base}\">"), 1)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    let fail = |source| ExportError::Write { path: path.to_owned(), source };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(fail)?;
    }
    fs::write(path, bytes).map_err(fail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::SAMPLE;

    #[test]
    fn every_address_finds_the_files_from_its_place() {
        let dir = std::env::temp_dir().join(format!("damka-export-{}", std::process::id()));
        fs::create_dir_all(dir.join(".git")).unwrap();
        export_site(&SAMPLE, &dir, Among::Ours).unwrap();
        export_site(&SAMPLE, &dir, Among::Ours).expect("an earlier export is replaced");
        for (file, expected) in [
            ("index.html", "<base href=\"./\">"),
            ("russian/index.html", "<base href=\"../\">"),
            ("russian/lesson/index.html", "<base href=\"../../\">"),
            ("russian+optional-capture/index.html", "<base href=\"../\">"),
            ("404.html", "<base href=\"/\">"),
            ("a/0123456789ab/page.wasm", "plain wasm"),
            ("a/0123456789ab/page.wasm.br", "br"),
            ("sw.js", "//"),
        ] {
            let text = fs::read_to_string(dir.join(file)).unwrap();
            assert!(text.contains(expected), "{file}: {text}");
            assert_eq!(text.contains("Content-Security-Policy"), file.ends_with(".html"), "{file}");
            assert_eq!(text.contains("<html data-alone "), file.ends_with(".html"), "{file}");
        }
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_build_without_a_page_and_a_bad_directory_are_explained() {
        static NOTHING: Bundle = Bundle { version: "", first_load: 0, files: &[] };
        let error = export_site(&NOTHING, Path::new("/nowhere"), Among::Ours).unwrap_err();
        assert!(error.to_string().contains("no page"), "{error}");
        let error = export_site(&SAMPLE, Path::new("/dev/null/site"), Among::Ours).unwrap_err();
        assert!(error.to_string().starts_with("cannot write /dev/null/site/"), "{error}");
    }

    #[test]
    fn other_files_are_not_written_among_unasked() {
        let dir = std::env::temp_dir().join(format!("damka-foreign-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("index.html"), "mine").unwrap();
        let error = export_site(&SAMPLE, &dir, Among::Ours).unwrap_err();
        assert!(error.to_string().contains("holds other files"), "{error}");
        assert_eq!(fs::read_to_string(dir.join("index.html")).unwrap(), "mine");
        export_site(&SAMPLE, &dir, Among::Anything).unwrap();
        assert!(dir.join("404.html").exists());
        fs::remove_dir_all(&dir).unwrap();
    }
}
