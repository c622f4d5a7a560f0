//! One module for others to use: its WebAssembly and its JavaScript, neither hashed nor compressed.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::collect::Files;
use crate::{bindings, order};

/// `damka-bundler module NAME FILE.wasm DIR`
pub(crate) fn write(args: &[OsString]) -> anyhow::Result<()> {
    let [name, wasm, out] = args else { bail!("module needs a name, a file and a directory") };
    let name = name.to_str().context("the name is not text")?;
    let mut files = Files::default();
    let bytes = std::fs::read(wasm).with_context(|| format!("reading {}", PathBuf::from(wasm).display()))?;
    bindings::generate(name, bytes, &mut files)?;
    for (path, bytes) in files.iter() {
        let bytes = match path.ends_with(".wasm") {
            true => order::alike_together(bytes).with_context(|| format!("ordering {path}"))?,
            false => bytes.to_vec(),
        };
        let path = PathBuf::from(out).join(path);
        std::fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}
