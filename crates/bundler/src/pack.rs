//! Writing the bundle: version, compression, and the list the server includes.

use std::{fmt::Write as _, fs, io::Write as _, path::Path};

use anyhow::Context;
use brotli::enc::{BrotliEncoderParams, backward_references::BrotliEncoderMode};
use flate2::{Compression, write::GzEncoder};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::{
    args::Effort,
    collect::{EQUIPMENT, Files, SHELF, Templates, WORDS},
    media::{compressible, media_type},
};

/// What a browser needs before the first move, besides the words of one language; the engine and its weights,
/// rooms and sheets come later.
const FIRST_LOAD: [&str; 7] =
    ["index.html", "boot.js", "style.css", "page.js", "split.js", "page.wasm", "grain.webp"];

/// Compresses and writes everything to `out`, `assets.rs` last.
pub(crate) fn write(out: &Path, files: Files, templates: &Templates, effort: Effort) -> anyhow::Result<()> {
    let version = version(&files, templates);
    let assets = format!("a/{version}/");
    let manifest_name = "manifest.webmanifest";
    let (later, at_once): (Vec<&str>, Vec<&str>) = files
        .iter()
        .map(|(path, _)| path)
        .partition(|path| path.starts_with(EQUIPMENT) || path.starts_with(SHELF));
    let list = |paths: Vec<&str>| paths.iter().map(|path| format!("\"{assets}{path}\"")).collect::<Vec<_>>();
    let (mut at_once, later) = (list(at_once), list(later));
    at_once.push(format!("\"{manifest_name}\""));
    let fill = |template: &str| {
        let filled = template.replace("{{version}}", &version).replace("{{assets}}", &assets);
        let filled = filled.replace("{{files}}", &format!("[{}]", at_once.join(", ")));
        filled.replace("{{later}}", &format!("[{}]", later.join(", "))).into_bytes()
    };

    let mut all = Files::default();
    files.iter().for_each(|(path, bytes)| all.add(format!("{assets}{path}"), bytes.to_vec()));
    all.add("index.html".into(), fill(&templates.index));
    all.add("sw.js".into(), fill(&templates.worker));
    all.add(manifest_name.into(), fill(&templates.manifest));

    if out.exists() {
        fs::remove_dir_all(out).with_context(|| format!("clearing {}", out.display()))?;
    }
    fs::create_dir_all(out)?;
    let (mut entries, mut first_load, mut words) = (String::new(), 0, 0);
    let listed: Vec<(&str, &[u8])> = all.iter().collect();
    let packed = listed.par_iter().with_max_len(1).map(|(path, bytes)| Packed::new(path, bytes, effort));
    let packed: Vec<Packed<'_>> = packed.collect::<anyhow::Result<_>>()?;
    for (number, ((path, bytes), packed)) in listed.into_iter().zip(packed).enumerate() {
        let size = packed.write(out, number, path, &mut entries)?;
        let is_first = FIRST_LOAD.iter().any(|name| path == *name || path == format!("{assets}{name}"));
        first_load += if is_first { size } else { 0 };
        if path.starts_with(&format!("{assets}{WORDS}")) {
            // One language is loaded: count the largest.
            words = size.max(words);
        }
        println!("{:>9} {:>9}  {path}", bytes.len(), size);
    }
    first_load += words;
    println!("first load {first_load} bytes over the wire");
    let source = format!(
        "Bundle {{\n    version: {version:?},\n    first_load: {first_load},\n    files: &[\n{entries}    ],\n}}\n"
    );
    fs::write(out.join("assets.rs"), source).context("writing assets.rs")
}

/// A file in every form the server sends it.
struct Packed<'a> {
    plain: &'a [u8],
    brotli: Option<Vec<u8>>,
    gzip: Option<Vec<u8>>,
}

impl<'a> Packed<'a> {
    fn new(path: &str, plain: &'a [u8], effort: Effort) -> anyhow::Result<Self> {
        if !compressible(path) {
            return Ok(Self { plain, brotli: None, gzip: None });
        }
        let smaller = |packed: Vec<u8>| (packed.len() < plain.len()).then_some(packed);
        Ok(Self { plain, brotli: smaller(brotli(path, plain, effort)?), gzip: smaller(gzip(plain, effort)?) })
    }

    /// Writes the forms and the entry that names them; returns the size a modern browser is sent.
    fn write(&self, out: &Path, number: usize, path: &str, entries: &mut String) -> anyhow::Result<usize> {
        let include = |extension: &str, bytes: &[u8]| -> anyhow::Result<String> {
            let name = format!("{number}.{extension}");
            fs::write(out.join(&name), bytes).with_context(|| format!("writing {name}"))?;
            Ok(format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/bundle/{name}\"))"))
        };
        let optional = |extension: &str, bytes: &Option<Vec<u8>>| -> anyhow::Result<String> {
            bytes
                .as_deref()
                .map_or(Ok("None".to_owned()), |b| include(extension, b).map(|text| format!("Some({text})")))
        };
        writeln!(
            entries,
            "        File {{\n            path: {path:?},\n            media_type: {:?},\n            plain: {},\n            brotli: {},\n            gzip: {},\n        }},",
            media_type(path),
            include("plain", self.plain)?,
            optional("br", &self.brotli)?,
            optional("gz", &self.gzip)?,
        )?;
        Ok(self.brotli.as_ref().map_or(self.plain.len(), Vec::len))
    }
}

/// The name of this bundle: a hash of everything in it, so it changes exactly when a file does.
fn version(files: &Files, templates: &Templates) -> String {
    let mut hash = Sha256::new();
    let shells = [&templates.index, &templates.worker, &templates.manifest];
    let shells = shells.map(|text| ("", text.as_bytes()));
    for (path, bytes) in files.iter().chain(shells) {
        for part in [path.as_bytes(), bytes] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hash.finalize().iter().take(6).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn brotli(path: &str, plain: &[u8], effort: Effort) -> anyhow::Result<Vec<u8>> {
    let params = BrotliEncoderParams {
        quality: match effort {
            Effort::Quick => 4,
            // The last per cent of a large file costs more time than it is worth.
            Effort::Best if plain.len() > 2_000_000 => 9,
            Effort::Best if path.contains(EQUIPMENT) => 10,
            Effort::Best => 11,
        },
        lgwin: 22,
        mode: BrotliEncoderMode::BROTLI_MODE_GENERIC,
        size_hint: plain.len(),
        ..BrotliEncoderParams::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &plain[..], &mut packed, &params)?;
    Ok(packed)
}

fn gzip(plain: &[u8], effort: Effort) -> anyhow::Result<Vec<u8>> {
    let level = if effort == Effort::Best { Compression::best() } else { Compression::fast() };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(plain)?;
    Ok(encoder.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn templates() -> Templates {
        let text = |name: &str| format!("{name} {{{{version}}}}");
        Templates { index: text("i"), worker: text("w"), manifest: text("m") }
    }

    #[test]
    fn the_version_depends_on_names_and_contents() {
        let with = |path: &str, bytes: &[u8]| {
            let mut files = Files::default();
            files.add(path.to_owned(), bytes.to_vec());
            version(&files, &templates())
        };
        assert_eq!(with("a", b"1"), with("a", b"1"));
        assert_ne!(with("a", b"1"), with("a", b"2"));
        assert_ne!(with("a1", b""), with("a", b"1"));
        assert_eq!(with("a", b"1").len(), 12);
    }

    #[test]
    fn only_what_gains_is_compressed() {
        let long = "draughts ".repeat(100);
        let packed = Packed::new("x.js", long.as_bytes(), Effort::Best).unwrap();
        assert!(packed.brotli.is_some_and(|b| b.len() < 60) && packed.gzip.is_some_and(|g| g.len() < 60));
        assert!(Packed::new("x.js", b"a", Effort::Best).unwrap().brotli.is_none());
        assert!(Packed::new("x.png", long.as_bytes(), Effort::Best).unwrap().gzip.is_none());
    }
}
