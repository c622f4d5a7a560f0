//! Serves the page (`page serve --no-open [--port N]`) or writes it (`page export-site DIR`), for trying
//! the page without the whole `damka` command.

#[path = "../src/page.rs"]
mod page;

use std::path::Path;

use anyhow::bail;
use damka_server::{Among, Options, export_site, serve};

use crate::page::PAGE;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let port = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["export-site", dir] => return Ok(export_site(&PAGE, Path::new(dir), Among::Ours)?),
        ["serve", "--no-open", "--port", port] => Some(port.parse()?),
        [] | ["serve", "--no-open"] => None,
        _ => bail!("page [serve --no-open [--port N] | export-site DIR]"),
    };
    // The settings that browser tests need, as the command reads them.
    let setting = |name: &str| std::env::var(name).ok();
    let mut options = Options { port, open: false, ..Options::default() };
    options.nearby_at = setting("DAMKA_NEARBY_AT").map(|text| text.parse()).transpose()?;
    if let Some(database) = setting("DAMKA_DATABASE") {
        options.people.database = database;
    }
    if let Some(rate) = setting("DAMKA_RATE") {
        options.people.rate = rate.parse()?;
    }
    Ok(serve(&PAGE, &options)?)
}
