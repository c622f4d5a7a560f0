//! The engine in its Web Worker, seen from the page.
//!
//! Nothing is fetched until the first question (or [`Brain::warm`]). One worker serves as long as the page lives: a
//! search is ended from outside (see `halt.rs`) and what it has learnt stays. Only where the browser
//! allows neither way of doing so the worker is ended, and another started from the compiled module.

use std::{cell::RefCell, mem, pin::Pin, rc::Rc};

use damka_wire::brain::{Ask, Greeting, Tell};
use damka_wire::{PROTOCOL, decode, encode};
use js_sys::{Array, WebAssembly};
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ErrorEvent, Event, MessageEvent, Response, Worker, WorkerOptions, WorkerType};

use super::halt::Halt;
use super::{location, window};

/// The engine; clones are the same engine, and dropping the last one ends its worker: keep it where the
/// view lives, say in `StoredValue::new_local`.
#[derive(Clone)]
pub struct Brain(Rc<Inner>);

struct Inner {
    on_tell: Box<dyn Fn(Tell)>,
    halt: Halt,
    /// Compiled on first use, kept for successors.
    module: RefCell<Option<JsValue>>,
    state: RefCell<State>,
}

enum State {
    Cold,
    /// Loading or starting; the questions wait here.
    Starting(Vec<Ask>, Option<Running>),
    Ready(Running, Greeting),
}

/// A worker with the closures it calls; dropping it ends the worker.
struct Running {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Brain {
    /// An engine that is not loaded yet; `on_tell` hears everything it says.
    pub fn new(on_tell: impl Fn(Tell) + 'static) -> Self {
        Self(Rc::new(Inner {
            on_tell: Box::new(on_tell),
            halt: Halt::new(),
            module: RefCell::new(None),
            state: RefCell::new(State::Cold),
        }))
    }

    /// Loads and starts the engine without a question, so that the first one is answered sooner.
    pub fn warm(&self) {
        let cold = matches!(*self.0.state.borrow(), State::Cold);
        if cold {
            self.start(Vec::new());
        }
    }

    /// Asks; the answers come to the callback given to [`Brain::new`].
    pub fn ask(&self, ask: Ask) {
        match &mut *self.0.state.borrow_mut() {
            State::Ready(running, _) => return self.post(running, &ask),
            State::Starting(queue, _) => return queue.push(ask),
            State::Cold => {}
        }
        self.start(vec![ask]);
    }

    /// Ends whatever the engine is doing. Where this says true, every question asked so far is soon answered with
    /// what was found; where false, none of them is answered any more.
    pub fn stop(&self) -> bool {
        let stoppable = match &mut *self.0.state.borrow_mut() {
            State::Cold => return false,
            State::Ready(_, greeting) => greeting.stoppable,
            State::Starting(queue, _) => {
                queue.clear();
                return false;
            }
        };
        self.0.halt.halt();
        if !stoppable {
            self.start(Vec::new());
        }
        stoppable
    }

    /// Whether the engine is loaded and listens.
    pub fn is_ready(&self) -> bool {
        matches!(*self.0.state.borrow(), State::Ready(..))
    }

    fn start(&self, queue: Vec<Ask>) {
        *self.0.state.borrow_mut() = State::Starting(queue, None);
        let brain = self.clone();
        spawn_local(async move {
            let launched = match launch(brain.clone()).await {
                Ok(launching) => launching.await,
                Err(missing) => Err(JsValue::from_str(&missing.to_string())),
            };
            match launched {
                // Somebody may have stopped or restarted us while we were loading: one worker is enough.
                Ok(running) => {
                    if let State::Starting(_, place @ None) = &mut *brain.0.state.borrow_mut() {
                        *place = Some(running);
                    }
                }
                Err(error) => brain.fail(&describe(&error)),
            }
        });
    }

    async fn launch(&self) -> Result<Running, JsValue> {
        let module = self.module().await?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name("damka-brain");
        let worker = Worker::new_with_options(&location::asset("brain-boot.js"), &options)?;
        let (heard, failed) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(inner) = heard.upgrade() {
                Self(inner).hear(&event.data().as_string().unwrap_or_default());
            }
        });
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            if let Some(inner) = failed.upgrade() {
                let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
                Self(inner).fail(&message.unwrap_or_else(|| "the engine could not be loaded".into()));
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.post_message(&Array::of2(&module, &self.0.halt.shared()))?;
        Ok(Running { worker, _on_message: on_message, _on_error: on_error })
    }

    async fn module(&self) -> Result<JsValue, JsValue> {
        if let Some(module) = &*self.0.module.borrow() {
            return Ok(module.clone());
        }
        let url = location::asset("brain.wasm");
        let streamed = JsFuture::from(WebAssembly::compile_streaming(&window().fetch_with_str(&url))).await;
        let module = match streamed {
            Ok(module) => module,
            // Some static hosts do not know the media type of WebAssembly, which streaming insists on.
            Err(_) => {
                let response: Response =
                    JsFuture::from(window().fetch_with_str(&url)).await?.unchecked_into();
                if !response.ok() {
                    return Err(JsValue::from_str("the engine's file is not there"));
                }
                JsFuture::from(WebAssembly::compile(&JsFuture::from(response.array_buffer()?).await?)).await?
            }
        };
        *self.0.module.borrow_mut() = Some(module.clone());
        Ok(module)
    }

    fn hear(&self, message: &str) {
        let tell = decode::<Tell>(message)
            .unwrap_or_else(|error| Tell::Failed { id: None, reason: error.to_string() });
        match tell {
            Tell::Ready(greeting) if greeting.protocol == PROTOCOL => self.become_ready(greeting),
            Tell::Ready(_) => self.fail("the engine is of another version"),
            tell => (self.0.on_tell)(tell),
        }
    }

    fn become_ready(&self, greeting: Greeting) {
        let mut state = self.0.state.borrow_mut();
        *state = match mem::replace(&mut *state, State::Cold) {
            State::Starting(queue, Some(running)) => {
                queue.iter().for_each(|ask| self.post(&running, ask));
                State::Ready(running, greeting)
            }
            other => other,
        };
    }

    fn fail(&self, reason: &str) {
        *self.0.state.borrow_mut() = State::Cold;
        (self.0.on_tell)(Tell::Failed { id: None, reason: reason.to_owned() });
    }

    fn post(&self, running: &Running, ask: &Ask) {
        let pair = Array::of2(&JsValue::from_str(&encode(ask)), &self.0.halt.pass());
        // Posting a text fails for no reason we could mend; a dead worker reports through `onerror`.
        let _ = running.worker.post_message(&pair);
    }
}

/// A worker on its way.
type Launching = Pin<Box<dyn Future<Output = Result<Running, JsValue>>>>;

/// Starts a worker and listens to it; this code comes along with the engine.
#[wasm_split(soon, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
fn launch(brain: Brain) -> Result<Launching, SplitLoaderError> {
    Ok(Box::pin(async move { brain.launch().await }))
}

fn describe(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(|e| String::from(e.message()));
    message.or_else(|| error.as_string()).unwrap_or_else(|| "the engine could not be loaded".into())
}
