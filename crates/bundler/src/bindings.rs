//! The JavaScript side of a WebAssembly module, made by wasm-bindgen as a library.

use std::{collections::HashMap, mem};

use anyhow::ensure;
use wasm_bindgen_cli_support::Bindgen;

use crate::{collect::Files, slim};

/// Turns the compiled module into `{name}.js` and `{name}.wasm`, with whatever snippets it brings along.
///
/// Names that end in a hash are shortened, as hashes do not compress. What the linker exports is kept: parts that were split off import it.
pub(crate) fn generate(name: &str, wasm: Vec<u8>, files: &mut Files) -> anyhow::Result<()> {
    let mut output = Bindgen::new()
        .input_bytes(name, wasm)
        .web(true)?
        .keep_lld_exports(true)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .generate_output()?;
    ensure!(output.npm_dependencies().is_empty(), "the page must not need npm packages");
    for (path, text) in output.local_modules() {
        files.add(format!("snippets/{path}"), text.clone().into_bytes());
    }
    for (id, texts) in output.snippets() {
        for (i, text) in texts.iter().enumerate() {
            files.add(format!("snippets/{id}/inline{i}.js"), text.clone().into_bytes());
        }
    }
    let mut names = HashMap::new();
    let module = output.wasm_mut();
    let imports = module.imports.iter_mut().map(|import| &mut import.name);
    let exports = module.exports.iter_mut().map(|export| &mut export.name);
    for name in imports.chain(exports).filter(|name| slim::is_hashed(name)) {
        let next = format!("_{:x}", names.len());
        *name = names.entry(mem::take(name)).or_insert(next).clone();
    }
    files.add(format!("{name}.wasm"), slim::module(&module.emit_wasm())?);
    files.add(format!("{name}.js"), slim::script(output.js(), &names).into_bytes());
    Ok(())
}
