//! Workers that help this one, each with an engine of its own.
//!
//! They are started by the first question that may be helped, where the browser isolates the page and has a core to
//! spare. They search the same position, meet in the pool (see `pool.rs`) and say nothing; the first word of
//! the pool ends their search as the page's number ends ours. Whatever goes wrong with them, we go on alone.

use damka_brain::Brain;
use damka_engine::Meeting;
use js_sys::{Array, Atomics, Function, Int32Array, Promise, SharedArrayBuffer};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, Worker, WorkerOptions, WorkerType};

use crate::{given, pool, scope};

/// More would not be worth their memory.
const MOST: usize = 3;
/// Bytes of the pool.
const POOL: u32 = 8 << 20;
/// The first question waits so long for them, in milliseconds: as long as a worker searches, none is born.
const PATIENCE: i32 = 300;

/// The helpers of this worker.
pub(crate) struct Helpers {
    workers: Vec<Worker>,
    /// The pool, seen as halves of words: the first counts questions.
    round: Int32Array,
}

impl Helpers {
    /// Starts them, and waits until they listen, but not for long. `None` if there are none to be had.
    pub(crate) async fn start() -> Option<(Helpers, Meeting)> {
        let isolated = given("crossOriginIsolated")?.is_truthy();
        let cores = scope().navigator().hardware_concurrency() as usize;
        if !isolated || cores < 2 {
            return None;
        }
        let memory = SharedArrayBuffer::new(POOL);
        let round = Int32Array::new(&memory);
        let meeting = pool::seat(&memory, 0)?;
        let (workers, ready): (Vec<Worker>, Vec<Promise>) =
            (1..=MOST.min(cores - 1)).filter_map(|number| start(&memory, &round, number).ok()).unzip();
        if workers.is_empty() {
            return None;
        }
        let late = Promise::new(&mut |resolve, _| {
            // Without a clock nobody is waited for.
            if scope().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, PATIENCE).is_err() {
                call(&resolve);
            }
        });
        let all = Promise::all(&ready.into_iter().collect::<Array>());
        let _ = JsFuture::from(Promise::race(&Array::of2(&all, &late))).await;
        Some((Helpers { workers, round }, meeting))
    }

    /// Asks them, if the question is one for helpers. One who does not listen yet misses it.
    pub(crate) fn ask(&self, message: &str) {
        let Some(question) = Brain::for_helpers(message) else { return };
        let pass = Atomics::load(&self.round, 0).map_or(JsValue::UNDEFINED, JsValue::from);
        let pair = Array::of2(&JsValue::from_str(&question), &pass);
        for worker in &self.workers {
            let _ = worker.post_message(&pair);
        }
    }

    /// Ends whatever they search.
    pub(crate) fn stop(&self) {
        let _ = Atomics::add(&self.round, 0, 1);
    }
}

/// Starts one from our own script; the promise is kept when it listens, or never will.
fn start(
    memory: &SharedArrayBuffer,
    round: &Int32Array,
    number: usize,
) -> Result<(Worker, Promise), JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name("damka-helper");
    let worker = Worker::new_with_options(&scope().location().href(), &options)?;
    let ready = Promise::new(&mut |resolve, _| {
        worker.set_onmessage(Some(&resolve));
        let ended = worker.clone();
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            // The page would take it for trouble of ours.
            event.prevent_default();
            ended.terminate();
            call(&resolve);
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        on_error.forget();
    });
    let module = given("module").ok_or(JsValue::UNDEFINED)?;
    worker.post_message(&Array::of4(&module, round, memory, &JsValue::from_f64(number as f64)))?;
    Ok((worker, ready))
}

/// What a helper was given: its seat. `None` for a worker that helps nobody.
pub(crate) fn seat() -> Option<Meeting> {
    let memory: SharedArrayBuffer = given("pool")?.dyn_into().ok()?;
    pool::seat(&memory, given("number")?.as_f64()? as usize)
}

fn call(function: &Function) {
    let _ = function.call0(&JsValue::UNDEFINED);
}
