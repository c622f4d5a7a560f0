//! Where tables are kept if nobody says otherwise.

use std::env;
use std::path::PathBuf;

/// The environment variable that names the directory of tables.
pub const DIRECTORY_VARIABLE: &str = "DAMKA_TABLES";

/// The directory of tables: `$DAMKA_TABLES`, or `damka/tables` among the user's data.
pub fn default_directory() -> PathBuf {
    let named = |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(dir) = named(DIRECTORY_VARIABLE) {
        return dir;
    }
    let home = || named("HOME").map(|home| home.join(".local").join("share"));
    let data = named("XDG_DATA_HOME").or_else(|| named("LOCALAPPDATA")).or_else(home);
    data.unwrap_or_default().join("damka").join("tables")
}
