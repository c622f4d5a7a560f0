//! `damka load`: many games at once over real sockets, and a server that is killed while they go on.

mod player;
mod server;
mod tally;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use player::Plan;
use server::Server;
use tally::Tally;

use crate::failure::FOUND;

/// Play many games over real sockets on this machine and count what is lost
///
/// Starts its own server on a temporary database. All sockets stay on this machine.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Number of simultaneous games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    games: u32,
    /// Duration in seconds
    #[arg(long, value_name = "S", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// Times to kill the server (kill -9) and restart it
    #[arg(long, value_name = "N", default_value_t = 0)]
    kill: u32,
    /// Milliseconds between the moves of a game
    #[arg(long, value_name = "MS", default_value_t = 500)]
    pause: u64,
    /// Number of sockets that only watch
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: u32,
    /// Number of servers on one database; players are sent from one to another
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    servers: u32,
    /// Database; default: a temporary file
    #[arg(long, value_name = "PLACE")]
    database: Option<String>,
    /// The game
    #[arg(long, value_name = "NAME", default_value = "russian")]
    variant: String,
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode> {
        crate::files::allow_many();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(self.play())
    }

    async fn play(self) -> Result<ExitCode> {
        ensure!(
            self.servers == 1 || self.database.is_some(),
            "several servers need --database postgres://..."
        );
        let scratch = std::env::temp_dir().join(format!("damka-load-{}", std::process::id()));
        std::fs::create_dir_all(&scratch)?;
        let file = scratch.join("load.db").to_string_lossy().into_owned();
        let database = self.database.clone().unwrap_or(file);
        let mut servers = Vec::new();
        for _ in 0..self.servers {
            servers.push(Server::start(&database, None).await?);
        }
        let tally = Arc::new(Tally::default());
        let result = self.load(&mut servers, &tally).await;
        for server in &servers {
            println!("memory of the server: {} MB", server.memory() >> 20);
        }
        drop(servers);
        // The system clears its temporary folder otherwise.
        let _ = std::fs::remove_dir_all(&scratch);
        result?;
        println!("{}", tally.summary());
        Ok(if tally.is_clean() { ExitCode::SUCCESS } else { ExitCode::from(FOUND) })
    }

    async fn load(&self, servers: &mut [Server], tally: &Arc<Tally>) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(self.seconds);
        let plan = Arc::new(Plan {
            variant: self.variant.parse()?,
            pause: Duration::from_millis(self.pause),
            end,
            ports: servers.iter().map(Server::port).collect(),
        });
        let mut players = Vec::new();
        for number in 0..self.games {
            players.push(tokio::spawn(player::play(Arc::clone(&plan), Arc::clone(tally), number)));
        }
        let before = servers[0].memory();
        let watchers = player::watch(&plan, self.idle).await?;
        if self.idle > 0 {
            let grown = servers[0].memory().saturating_sub(before);
            let each = grown as f64 / 1024.0 / f64::from(self.idle);
            println!("{} sockets that watch: {each:.1} KB each", watchers.count());
        }
        for round in 1..=self.kill {
            let at = Duration::from_secs(self.seconds) * round / (self.kill + 1);
            tokio::time::sleep_until((end - Duration::from_secs(self.seconds) + at).into()).await;
            let which = (round as usize - 1) % servers.len();
            servers[which].kill().await?;
            println!("killed at {:.1} s", at.as_secs_f64());
            // Where others are left they take over; one that is alone comes back.
            if servers.len() == 1 {
                servers[which].restart().await?;
            }
        }
        for player in players {
            player.await??;
        }
        if self.idle > 0 {
            println!("{} of them are still there", watchers.count());
        }
        Ok(())
    }
}
