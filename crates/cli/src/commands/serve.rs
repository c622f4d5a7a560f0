//! `damka`, or `damka serve`: the page in the browser.

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use damka_server::{Bundle, Options, People, Proxy};
use directories::ProjectDirs;
use tracing::level_filters::LevelFilter;

/// Serve the page and open your browser (the default command)
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Port; default: 8064 or the next free one
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address or name to listen on; default: this machine only
    #[arg(long, value_name = "ADDRESS")]
    host: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// How much to log to standard error
    #[arg(long, value_name = "HOW", env = "DAMKA_LOG", default_value = "warn")]
    log: Log,
    /// Log one JSON object per line
    #[arg(long, env = "DAMKA_LOG_JSON")]
    log_json: bool,
    /// Let people on the local network in; prints an address with a secret, and a code to scan
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
    nearby: Option<Option<IpAddr>>,
    /// Address for people invited nearby; default: this machine's own
    #[arg(long, value_name = "ADDRESS", env = "DAMKA_NEARBY_AT")]
    nearby_at: Option<IpAddr>,
    /// Database of games between people: a file, or postgres://...; created with the first game
    #[arg(long, value_name = "PLACE", env = "DAMKA_DATABASE")]
    database: Option<String>,
    /// Address of this server for others on the same database: http://host:port
    #[arg(long, value_name = "URL", env = "DAMKA_ADDRESS")]
    address: Option<String>,
    /// Requests per second from one address, about games between people; 0 is no limit
    #[arg(long, value_name = "N", env = "DAMKA_RATE", default_value_t = 20)]
    rate: u32,
    /// A proxy serves the page over https: mark cookies as secure
    #[arg(long, env = "DAMKA_SECURE")]
    secure: bool,
    /// Proxies trusted to say whose request it is (X-Forwarded-For): addresses or networks
    #[arg(long, value_name = "ADDRESS", env = "DAMKA_PROXY", value_delimiter = ',')]
    proxy: Vec<Proxy>,
    /// Threads for the computer as an opponent on the server
    #[arg(long, value_name = "N", env = "DAMKA_ENGINES", default_value_t = 1)]
    engines: usize,
}

/// From nothing to everything.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Log {
    /// Nothing
    Off,
    /// What went wrong
    Warn,
    /// Beginning and end, of games too
    Info,
    /// Every request
    Debug,
}

impl From<Log> for LevelFilter {
    fn from(log: Log) -> LevelFilter {
        match log {
            Log::Off => LevelFilter::OFF,
            Log::Warn => LevelFilter::WARN,
            Log::Info => LevelFilter::INFO,
            Log::Debug => LevelFilter::DEBUG,
        }
    }
}

/// The database of this user; its folder is made with it.
pub(crate) fn default_database() -> PathBuf {
    let usual = ProjectDirs::from("", "", "damka").map(|dirs| dirs.data_dir().join("damka.db"));
    usual.unwrap_or_else(|| PathBuf::from("damka.db"))
}

impl Args {
    pub(crate) fn run(self, page: &'static Bundle) -> Result<ExitCode> {
        // Lines that cannot be written are lost, and nothing else.
        let log = tracing_subscriber::fmt().with_max_level(self.log).with_writer(io::stderr).with_ansi(false);
        let begun = if self.log_json { log.json().try_init() } else { log.try_init() };
        begun.map_err(|error| anyhow!("the log cannot begin: {error}"))?;
        crate::files::allow_many();
        let usual = Options::default();
        let host = self.host.unwrap_or(usual.host);
        let people = People {
            database: self.database.unwrap_or_else(|| default_database().to_string_lossy().into_owned()),
            address: self.address.unwrap_or_default(),
            rate: self.rate,
            proxies: self.proxy,
            secure: self.secure,
            engines: self.engines,
            ..People::default()
        };
        let options = Options {
            host,
            port: self.port,
            open: !self.no_open,
            nearby: self.nearby.is_some(),
            nearby_at: self.nearby.flatten().or(self.nearby_at),
            people,
        };
        damka_server::serve(page, &options)?;
        Ok(ExitCode::SUCCESS)
    }
}
