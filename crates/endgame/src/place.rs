//! Where tables are kept if nobody says otherwise.

use std::env;
use std::path::PathBuf;

use directories::ProjectDirs;

/// The environment variable that names the directory of tables.
pub const DIRECTORY_VARIABLE: &str = "DAMKA_TABLES";

/// The directory of tables: `$DAMKA_TABLES`, or `tables` in the place the system has for damka's data.
pub fn default_directory() -> PathBuf {
    let named = env::var_os(DIRECTORY_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
    let usual = || ProjectDirs::from("", "", "damka").map(|dirs| dirs.data_dir().join("tables"));
    named.or_else(usual).unwrap_or_else(|| PathBuf::from("damka").join("tables"))
}
