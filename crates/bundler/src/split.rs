//! Splitting the page: what is marked to come later goes into modules of its own.

use std::{collections::HashMap, fs, path::Path};

use anyhow::{Context, anyhow, ensure};
use wasm_split_cli_support::{Options, transform};

use crate::{collect::Files, slim};

/// The script that loads the parts; the page imports it.
const LOADER: &str = "split.js";

/// How the loader compiles a part, and how it shall: a server of files may send it without its media type.
const STREAMED: &str = "(WebAssembly.instantiateStreaming(src, imports))";
const FETCHED: &str = "(WebAssembly.instantiate(await src.then((r) => r.arrayBuffer()), imports))";

/// Splits the compiled page, adds the parts and their loader to the files, and returns what is left of the page.
pub(crate) fn split(wasm: &Path, work: &Path, files: &mut Files) -> anyhow::Result<Vec<u8>> {
    let bytes = fs::read(wasm).with_context(|| format!("reading {}", wasm.display()))?;
    if work.exists() {
        fs::remove_dir_all(work).with_context(|| format!("clearing {}", work.display()))?;
    }
    fs::create_dir_all(work)?;
    let main = work.join("main.wasm");
    let mut options = Options::new(&bytes);
    options.output_dir = work;
    options.main_out_path = &main;
    options.link_name = "./split.js";
    options.main_module = "./page.js";
    let split = transform(options).map_err(|error| anyhow!("{error:#}"))?;
    for part in &split.split_modules {
        let name = part.file_name().and_then(|name| name.to_str()).context("a part without a name")?;
        files.add(name.to_owned(), slim::module(&fs::read(part)?)?);
    }
    let loader = fs::read_to_string(work.join(LOADER))?;
    ensure!(loader.contains(STREAMED), "the loader of parts is not written as it was");
    let loader = slim::script(&loader.replace(STREAMED, FETCHED), &HashMap::new());
    files.add(LOADER.to_owned(), loader.into_bytes());
    Ok(fs::read(main)?)
}
