//! A club: everything that lives on this server while people play on it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::Path;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use damka_room::{Client, Room, Row, Terms};
use damka_store::{Claim, Head, NewGame, Store, StoreError, StoredGame};
use tokio::sync::{OnceCell, mpsc};

use crate::engines::Engines;
use crate::guard::{Limits, Proxy};
use crate::keeper::{self, Order};
use crate::lobby::Lists;
use crate::meter::{Count, Meter};
use crate::news::{News, Others};
use crate::online::Online;
use crate::steps::Steps;
use crate::{rating, secret};

/// Games are given up within so long when the server ends.
const GOODBYE: Duration = Duration::from_secs(5);

/// How a club is run.
#[derive(Debug, Clone)]
pub struct Options {
    /// A file for SQLite, or `postgres://...`. Opened when it is first needed.
    pub database: String,
    /// Where other servers send people whose game is here, `http://host:port`; empty is wherever it listens.
    pub address: String,
    /// Requests a second from one address; 0 is no limit.
    pub rate: u32,
    /// Is only this machine served? Then no other name may lead here.
    pub local: bool,
    /// Proxies that are believed when they say whose request it is (`X-Forwarded-For`).
    pub proxies: Vec<Proxy>,
    /// Is the page served over https, by a proxy? Then cookies say so.
    pub secure: bool,
    /// Threads for engines as opponents.
    pub engines: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            database: "damka.db".into(),
            address: String::new(),
            rate: 20,
            local: true,
            proxies: Vec::new(),
            secure: false,
            engines: 1,
        }
    }
}

/// Why somebody cannot come into a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoEntry {
    #[error("there is no such game")]
    Unknown,
    #[error("the game is played at {0}")]
    Elsewhere(String),
    #[error("the game as it is stored cannot be read: {0}")]
    Corrupt(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A game on this server: where its orders go.
type Desk = Arc<OnceCell<mpsc::Sender<Order>>>;

/// A club. Clones are the same club.
#[derive(Clone)]
pub struct Club(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) options: Options,
    /// This server's name among those that share a database.
    pub(crate) me: String,
    store: OnceCell<Store>,
    rooms: Mutex<HashMap<String, Desk>>,
    engines: OnceLock<Engines>,
    clients: AtomicU64,
    pub(crate) limits: Limits<IpAddr>,
    /// Attempts at a name's password.
    pub(crate) guesses: Limits<String>,
    pub(crate) meter: Meter,
    pub(crate) news: News,
    pub(crate) lists: Lists,
    pub(crate) steps: Steps,
    pub(crate) online: Online,
    /// The address on the local network that people nearby come by, if they may.
    nearby: OnceLock<IpAddr>,
}

impl std::fmt::Debug for Club {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Club")
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis().try_into().unwrap_or(u64::MAX)
}

impl Club {
    /// A club that has not begun to do anything.
    pub fn new(options: Options) -> Club {
        let limits = Limits::new(options.rate.into(), 10.0);
        // Ten at once, then one every six seconds: enough for a bad memory, too little for a list of words.
        let guesses = Limits::new(if options.rate == 0 { 0.0 } else { 1.0 / 6.0 }, 60.0);
        Club(Arc::new(Inner {
            options,
            me: secret::secret(),
            store: OnceCell::new(),
            rooms: Mutex::default(),
            engines: OnceLock::new(),
            clients: AtomicU64::new(1),
            limits,
            guesses,
            meter: Meter::default(),
            news: News::default(),
            lists: Lists::default(),
            steps: Steps::default(),
            online: Online::default(),
            nearby: OnceLock::new(),
        }))
    }

    /// People on the local network come by this address from now on.
    pub fn open_nearby(&self, address: IpAddr) {
        // The first one stays: there is one such address.
        let _ = self.0.nearby.set(address);
    }

    pub(crate) fn nearby(&self) -> Option<IpAddr> {
        self.0.nearby.get().copied()
    }

    /// The database, opened if it is not yet. From then on this server says that it lives.
    pub async fn store(&self) -> Result<&Store, StoreError> {
        let Inner { options, me, store, .. } = &*self.0;
        store
            .get_or_try_init(|| async {
                make_folder(&options.database);
                let store = Store::open(&options.database).await?;
                store.take_over_file().await?;
                store.beat(me, &options.address, now()).await?;
                tokio::spawn(self.clone().live());
                Ok(store)
            })
            .await
    }

    /// Is the database open, and does it answer? Nothing to complain about if nobody needed it yet.
    pub(crate) async fn is_well(&self) -> Result<(), StoreError> {
        match self.0.store.get() {
            Some(store) => store.ping().await,
            None => Ok(()),
        }
    }

    /// Says every second that this server lives, and looks after games whose time ran out unseen.
    fn live(self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move {
            let mut pulse = tokio::time::interval(Duration::from_secs(1));
            let mut others = Others::default();
            for beat in 0u32.. {
                pulse.tick().await;
                let Some(store) = self.0.store.get() else { continue };
                if let Err(error) = store.beat(&self.0.me, &self.0.options.address, now()).await {
                    tracing::error!(%error, "no sign of life could be given");
                }
                if !store.is_file() {
                    others.look(&self, now()).await;
                }
                if beat.is_multiple_of(10) {
                    for game in store.overdue(now()).await.unwrap_or_default() {
                        // Whoever owns it looks at the clock; a game that is loaded does so by itself.
                        let _ = self.desk(&game).await;
                    }
                }
            }
        })
    }

    /// Ends in good order: what is being written is written, games are given up and their sockets closed, and other
    /// servers may take over at once.
    pub async fn close(&self) {
        let Some(store) = self.0.store.get() else { return };
        let desks: Vec<_> = {
            let rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.values().filter_map(|cell| cell.get().cloned()).collect()
        };
        tracing::info!(games = desks.len(), "handing games over");
        for desk in desks {
            // One that has just ended needs no telling; one that is stuck is left to its lease.
            let _ = desk.try_send(Order::End);
        }
        let began = Instant::now();
        while self.0.meter.get(Count::Rooms) > 0 && began.elapsed() < GOODBYE {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if let Err(error) = store.leave(&self.0.me).await {
            tracing::warn!(%error, "no goodbye could be said");
        }
    }

    pub(crate) fn engines(&self) -> &Engines {
        self.0.engines.get_or_init(|| Engines::start(self.0.options.engines))
    }

    /// A number for a new connection.
    pub(crate) fn client(&self) -> Client {
        self.0.clients.fetch_add(1, Ordering::Relaxed)
    }

    /// Founds a game on this server.
    pub(crate) async fn found(&self, terms: Terms, public: bool) -> Result<String, NoEntry> {
        let id = secret::game_number();
        let name = |side| terms.holder(side).map(|holder| holder.name.clone()).unwrap_or_default();
        let account = |side| terms.holder(side).and_then(|holder| holder.account);
        let sides = damka_rules::Side::BOTH;
        let invited = terms.invited.as_ref().map(|invited| invited.account);
        let head = Head {
            id: id.clone(),
            terms: damka_wire::encode(&terms),
            variant: terms.variant.to_string(),
            speed: rating::speed(terms.control).into(),
            accounts: sides.map(account),
            names: sides.map(name),
            waiting: terms.open_side().is_some(),
        };
        let new = NewGame { head, public, invited, created: now(), owner: self.0.me.clone() };
        let room = Room::found(&id, terms, now()).map_err(|error| NoEntry::Corrupt(error.to_string()))?;
        self.store().await?.found(new).await?;
        self.0.meter.add(Count::Games, 1);
        tracing::info!(game = id, variant = %room.terms().variant, "founded");
        self.0.news.tell(&id, room.terms());
        let desk = self.cell(&id);
        // Nobody else knows the number yet.
        let _ = desk.set(keeper::start(self.clone(), room, 1, public));
        Ok(id)
    }

    /// Where the orders of a game go; it is loaded if it has to be.
    pub(crate) async fn desk(&self, game: &str) -> Result<mpsc::Sender<Order>, NoEntry> {
        let cell = self.cell(game);
        let desk = cell.get_or_try_init(|| self.load(game)).await;
        if desk.is_err() {
            self.forget(game);
        }
        desk.cloned()
    }

    fn cell(&self, game: &str) -> Desk {
        let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let known = rooms.get(game).filter(|cell| cell.get().is_none_or(|desk| !desk.is_closed()));
        if let Some(cell) = known {
            return Arc::clone(cell);
        }
        let cell = Desk::default();
        rooms.insert(game.to_owned(), Arc::clone(&cell));
        cell
    }

    /// A game is not here any more.
    pub(crate) fn forget(&self, game: &str) {
        let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(game).is_some_and(|cell| cell.get().is_none_or(|desk| desk.is_closed())) {
            rooms.remove(game);
        }
    }

    async fn load(&self, game: &str) -> Result<mpsc::Sender<Order>, NoEntry> {
        match self.store().await?.claim(game, &self.0.me, now()).await? {
            Claim::Unknown => Err(NoEntry::Unknown),
            Claim::Elsewhere(address) => Err(NoEntry::Elsewhere(address)),
            Claim::Yours(epoch, stored) => {
                let room = restored(game, &stored)?;
                Ok(keeper::start(self.clone(), room, epoch, stored.public))
            }
        }
    }
}

/// A file's folder, if there is none yet. If that fails, opening the file says why.
fn make_folder(database: &str) {
    if let (false, Some(folder)) = (database.contains("://"), Path::new(database).parent()) {
        let _ = std::fs::create_dir_all(folder);
    }
}

/// The room of a stored game.
pub(crate) fn restored(game: &str, stored: &StoredGame) -> Result<Room, NoEntry> {
    let corrupt = |why: &dyn std::fmt::Display| NoEntry::Corrupt(why.to_string());
    let terms: Terms = damka_wire::decode(&stored.terms).map_err(|why| corrupt(&why))?;
    let row = |row: &damka_store::StoredRow| {
        let deed = damka_wire::decode(&row.deed).map_err(|why| corrupt(&why))?;
        Ok(Row { number: row.number, at: row.at, deed })
    };
    let rows = stored.rows.iter().map(row).collect::<Result<Vec<Row>, NoEntry>>()?;
    Room::restore(game, terms, &rows, now()).map_err(|why| corrupt(&why))
}
