//! What is loaded when it is first shown: rooms, and the sheets over them.
//!
//! Such a part is a function under `#[wasm_split]`. The bundler moves it, and whatever only it needs, into a
//! WebAssembly module of its own, which shares the page's memory: signals and structs go in and out as ever.

use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use damka_rules::Variant;
use leptos::prelude::*;
pub use leptos::wasm_split::SplitLoaderError;
use wasm_bindgen_futures::spawn_local;

use crate::model::link::{Invite, Room};
use crate::pages::dialogs::Dialog;
use crate::pages::prefs::Prefs;
use crate::pages::table::Table;
use crate::platform::{files, words};

/// The code of a part on its way.
pub type Loading = Pin<Box<dyn Future<Output = Result<(), SplitLoaderError>>>>;

/// A part being built; done at once when its code is there.
pub type Building = Pin<Box<dyn Future<Output = Result<AnyView, SplitLoaderError>>>>;

/// What somebody who enters a room brings along.
#[derive(Clone, Copy)]
pub struct Visit {
    /// Settings and language.
    pub prefs: Prefs,
    /// The game, without its house rule.
    pub variant: Variant,
    /// What the address asks for: the game with its house rule, a position, moves, one of the room's things.
    pub invite: StoredValue<Invite>,
    /// The dialog to open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// The table in the room where games are played.
    pub table: Table,
}

/// The way into a room.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// The room behind it.
    pub room: Room,
    /// The name of its words, `crates/rooms/words/NAME.LANG.txt`, if it has any of its own.
    pub words: Option<&'static str>,
    /// The name of its style sheet, `crates/rooms/style/NAME.css`, if it has one.
    pub style: Option<&'static str>,
    /// Loads its code.
    pub load: fn() -> Loading,
    /// Builds it, once the code is there.
    pub enter: fn(Visit) -> Building,
}

impl Door {
    /// Loads all that the room needs before it can be shown; false if something cannot be had.
    pub async fn open(self, prefs: Prefs) -> bool {
        let mut code = (self.load)();
        // What is there already takes no time, so that a room entered again is shown at once.
        let code = match at_once(code.as_mut()) {
            Some(loaded) => loaded,
            None => code.await,
        };
        code.is_ok()
            && match self.style {
                Some(name) => files::style(&format!("rooms/{name}.css")).await,
                None => true,
            }
            && match self.words {
                Some(name) => words::load_room(name, prefs.lang.get_untracked()).await,
                None => true,
            }
    }
}

/// How far a part has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Coming,
    Here,
    Missing,
}

/// Shows a part as soon as its code is there; where it cannot be had, that is said and can be tried again.
#[component]
pub fn Later(
    /// Settings and language.
    prefs: Prefs,
    /// Loads the code, and whatever else the part needs; says whether it is there.
    load: impl Fn() -> Pin<Box<dyn Future<Output = bool>>> + Clone + Send + Sync + 'static,
    /// Builds the part.
    make: impl Fn() -> Building + Send + Sync + 'static,
) -> impl IntoView {
    let state = RwSignal::new(State::Coming);
    let fetch = move || {
        let arrived = move |loaded: bool| {
            // The part may have been left before it came.
            let _ = state.try_set(if loaded { State::Here } else { State::Missing });
        };
        let mut loading = load();
        match at_once(loading.as_mut()) {
            Some(loaded) => arrived(loaded),
            None => spawn_local(async move { arrived(loading.await) }),
        }
    };
    fetch();
    move || {
        let fetch = fetch.clone();
        match state.get() {
        State::Coming => view! { <p class="coming" aria-busy="true"></p> }.into_any(),
        State::Here => at_once(pin!(make())).and_then(Result::ok).into_any(),
        State::Missing => view! {
            <p class="missing" role="alert">
                {prefs.t(|m| m.not_loaded)}" "
                <button on:click=move |_| { state.set(State::Coming); fetch() }>{prefs.t(|m| m.try_again)}</button>
            </p>
        }
        .into_any(),
    }
    }
}

/// What a future has to say without waiting.
fn at_once<T>(future: Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Option<T> {
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_there_comes_at_once() {
        assert_eq!(at_once(pin!(async { 1 })), Some(1));
        assert_eq!(at_once(pin!(std::future::pending::<i32>())), None);
    }
}
