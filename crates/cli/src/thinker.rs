//! The engine in a thread of its own, so that whoever asks stays able to listen.

use std::sync::mpsc::{self, Sender};
use std::thread;

use damka_endgame::default_directory;
use damka_engine::{Engine, Level, Limits, Options, Report, Stop};
use damka_rules::{Game, Variant};

/// What the engine has to say.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    /// A line of the running search.
    Info(Report),
    /// The search has ended.
    Done(Report),
}

/// An engine in a thread. It ends with the process.
pub(crate) struct Thinker {
    jobs: Sender<Job>,
    stop: Stop,
}

enum Job {
    Think {
        game: Box<Game>,
        limits: Limits,
        level: Option<(Level, u64)>,
        stop: Stop,
    },
    NewGame,
    Prepare(Variant),
    Options(Options),
    /// Answer when everything before is done.
    Answer(Sender<()>),
}

impl Thinker {
    /// Starts the thread; `tell` is called from it.
    pub(crate) fn new(options: Options, tell: impl Fn(Said) + Send + 'static) -> Thinker {
        let (jobs, asked) = mpsc::channel();
        thread::spawn(move || {
            let mut engine = Engine::new(options);
            engine.grow_tables(&default_directory());
            // The sender goes away with the process, or with a caller that has heard enough.
            while let Ok(job) = asked.recv() {
                match job {
                    Job::NewGame => engine.new_game(),
                    Job::Prepare(variant) => engine.prepare(variant),
                    Job::Options(options) => engine.set_options(options),
                    Job::Answer(waiting) => {
                        // Whoever asked may have gone.
                        let _ = waiting.send(());
                    }
                    Job::Think { game, limits, level, stop } => {
                        let mut info = |report: &Report| tell(Said::Info(report.clone()));
                        let report = match level {
                            Some((level, seed)) => engine.play(&game, level, seed, &limits, &stop, &mut info),
                            None => engine.search(&game, &limits, &stop, &mut info),
                        };
                        tell(Said::Done(report));
                    }
                }
            }
        });
        Thinker { jobs, stop: Stop::new() }
    }

    /// Begins to think; one search at a time.
    pub(crate) fn think(&mut self, game: &Game, limits: Limits) {
        self.begin(game, limits, None);
    }

    /// Begins to think as a player of this level would; every game has its own seed.
    pub(crate) fn play(&mut self, game: &Game, limits: Limits, level: Level, seed: u64) {
        self.begin(game, limits, Some((level, seed)));
    }

    fn begin(&mut self, game: &Game, limits: Limits, level: Option<(Level, u64)>) {
        self.stop = Stop::new();
        self.send(Job::Think { game: Box::new(game.clone()), limits, level, stop: self.stop.clone() });
    }

    /// Ends the search within milliseconds.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }

    /// The expected move was played: from now on the limits hold.
    pub(crate) fn ponder_hit(&self) {
        self.stop.ponder_hit();
    }

    /// Forgets the last game.
    pub(crate) fn new_game(&self) {
        self.send(Job::NewGame);
    }

    /// Loads what a variant needs, so that the first move is not late.
    pub(crate) fn prepare(&self, variant: Variant) {
        self.send(Job::Prepare(variant));
    }

    /// Waits until all of that is done; not during a search.
    pub(crate) fn settle(&self) {
        let (answer, done) = mpsc::channel();
        self.send(Job::Answer(answer));
        // An engine thread that has ended answers by hanging up.
        let _ = done.recv();
    }

    /// Changes memory and threads.
    pub(crate) fn set_options(&self, options: Options) {
        self.send(Job::Options(options));
    }

    fn send(&self, job: Job) {
        // It fails only if the engine thread has panicked, and then the panic has been printed.
        let _ = self.jobs.send(job);
    }
}
