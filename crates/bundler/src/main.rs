//! Packs the page's WebAssembly into compressed, hashed assets.
//!
//! `crates/damka/build.rs` runs this once per build, after compiling the page and the engine worker:
//!
//! ```text
//! damka-bundler --page page.wasm --brain brain.wasm --web crates/web --rooms crates/rooms \
//!     --out DIR [--engine KIND=DIR]... [--shelf KIND=DIR]... [--quick]
//! ```
//!
//! `bindings/js/build.mjs` runs `damka-bundler module` for the modules of the npm package.
//!
//! It leaves in the output directory every file the server sends, each plain and compressed, and
//! `assets.rs`, which names them all for `include_bytes!`.

mod args;
mod bindings;
mod collect;
mod media;
mod module;
mod order;
mod pack;
mod slim;
mod split;

use std::{fs, process::ExitCode};

use anyhow::Context;

use crate::{args::Args, collect::Files};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("damka-bundler: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if let Some((word, rest)) = words.split_first()
        && word == "module"
    {
        return module::write(rest);
    }
    let args = Args::parse(words.into_iter())?;
    let mut files = Files::default();
    let page = split::split(&args.page, &args.out.with_file_name("split"), &mut files)
        .context("splitting the page")?;
    bindings::generate("page", page, &mut files).context("generating the page's bindings")?;
    let brain = fs::read(&args.brain).with_context(|| format!("reading {}", args.brain.display()))?;
    bindings::generate("brain", brain, &mut files).context("generating the worker's bindings")?;
    collect::web(&args.web, &mut files)?;
    collect::rooms(&args.rooms, &mut files)?;
    collect::shelves(&args.shelves, &mut files)?;
    collect::equipment(&args.web, &args.equipment, &mut files)?;
    let templates = collect::Templates::read(&args.web.join("shell"))?;
    pack::write(&args.out, files, &templates, args.effort).context("writing the bundle")
}
