//! The JavaScript side of a WebAssembly module, made by wasm-bindgen as a library.

use anyhow::ensure;
use wasm_bindgen_cli_support::Bindgen;

use crate::collect::Files;

/// Turns the compiled module into `{name}.js` and `{name}.wasm`, with whatever snippets it brings along.
///
/// What the linker exports is kept: parts that were split off import it.
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
    files.add(format!("{name}.js"), output.js().as_bytes().to_vec());
    files.add(format!("{name}.wasm"), output.wasm_mut().emit_wasm());
    Ok(())
}
