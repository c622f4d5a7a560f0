//! The engine as an opponent: a few threads, one queue.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use damka_engine::{Engine, Level, Limits, Options, Stop};
use damka_rules::Game;
use damka_sitting::{Found, Question};
use tokio::sync::{mpsc, oneshot};

/// Memory of each engine, and how many questions may wait.
const HASH_MB: usize = 16;
const WAITING: usize = 512;

/// Something to do with an engine.
type Thought = Box<dyn FnOnce(&mut Engine) + Send>;

/// Engines in threads, started when the first question comes.
pub(crate) struct Engines {
    queue: mpsc::Sender<Thought>,
}

impl Engines {
    /// So many threads.
    pub(crate) fn start(threads: usize) -> Engines {
        let (queue, waiting) = mpsc::channel::<Thought>(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..threads.max(1) {
            let waiting = Arc::clone(&waiting);
            // Without a thread the queue is never read, and the room asks again when it is next loaded.
            let started = std::thread::Builder::new().name("engine".into()).spawn(move || work(&waiting));
            if let Err(error) = started {
                tracing::error!(%error, "no thread for an engine");
            }
        }
        Engines { queue }
    }

    /// Has an engine do something, after those who came before.
    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Engine) -> T + Send + 'static,
    ) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        let thought = move |engine: &mut Engine| {
            // Nobody thinks for somebody who has gone.
            if !reply.is_closed() {
                let _ = reply.send(work(engine));
            }
        };
        self.queue.send(Box::new(thought)).await.ok()?;
        answer.await.ok()
    }

    /// Thinks about a move; `None` if the engine has nothing to say.
    pub(crate) async fn think(&self, game: Game, question: Question, stop: Stop) -> Option<Found> {
        if question.any_move {
            return None;
        }
        self.with(move |engine| moved(engine, &game, question, &stop)).await.flatten()
    }
}

fn work(waiting: &Mutex<mpsc::Receiver<Thought>>) {
    let mut engine = Engine::new(Options { hash_mb: HASH_MB, threads: 1 });
    engine.use_tables(Some(&damka_endgame::default_directory()));
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(thought) = next else { return };
        thought(&mut engine);
    }
}

fn moved(engine: &mut Engine, game: &Game, question: Question, stop: &Stop) -> Option<Found> {
    // Others wait: whatever the level allows, a second is enough.
    let millis = question.millis.min(1_000);
    let limits = Limits { move_time: Some(Duration::from_millis(millis)), ..Limits::default() };
    let report = match question.level.and_then(|level| level.for_engine()).and_then(Level::new) {
        Some(level) => engine.play(game, level, question.seed, &limits, stop, &mut |_| {}),
        None => engine.search(game, &limits, stop, &mut |_| {}),
    };
    let score = damka_wire::Score::from(report.score).value();
    report.best().map(|route| Found { text: game.position().write(route), score })
}
