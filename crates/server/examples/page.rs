//! Serves the page (`page [PORT]`) or writes it (`page export DIR`), for trying the page without the
//! whole `damka` command.

use std::path::Path;

use damka_server::{Options, export_site, serve};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["export", dir] => export_site(Path::new(dir))?,
        [port] => serve(&Options { port: Some(port.parse()?), open: false, ..Options::default() })?,
        _ => serve(&Options { open: false, ..Options::default() })?,
    }
    Ok(())
}
