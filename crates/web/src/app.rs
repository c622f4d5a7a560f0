//! The root of the page: for now only proof that page, worker and addresses work.

use damka_wire::brain::{Ask, Tell};
use leptos::prelude::*;

use crate::platform::{brain::Brain, location};

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let (status, set_status) = signal(String::from("Loading the engine…"));
    let (steps, set_steps) = signal(0);
    let brain = Brain::new(move |tell| match tell {
        Tell::EchoStep { step, .. } => set_steps.set(step),
        Tell::Echo { text, .. } => set_status.set(text),
        Tell::Failed { reason, .. } => set_status.set(reason),
        Tell::Ready | Tell::Progress(_) | Tell::Done(_) => {}
    });
    brain.ask(Ask::Echo { id: 1, text: "Ready to play".into(), steps: 3 });
    view! {
        <main>
            <h1>"Damka"</h1>
            <p>{location::path()}</p>
            <p role="status" data-steps=move || steps.get().to_string()>{status}</p>
        </main>
    }
}
