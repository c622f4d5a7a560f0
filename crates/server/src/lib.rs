//! Serves the page.
//!
//! The page is embedded in the program, compressed; [`app`] answers requests from it, [`serve`] puts
//! that behind a port, and [`export_site`] writes the same files for any other web server.

mod bundle;
mod easel;
mod export;
mod headers;
mod listen;
mod nearby;
mod negotiate;
mod router;
mod share;

pub use damka_people::{Options as People, Proxy};

pub use bundle::{Bundle, File};
pub use export::{Among, ExportError, export_site};
pub use listen::{DEFAULT_PORT, Options, ServeError, serve};
pub use router::app;
