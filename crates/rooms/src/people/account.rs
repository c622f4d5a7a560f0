//! The account, which nobody needs: log in, make one, take over what was played as a guest.

use damka_web::i18n::Texts;
use damka_wire::people::{Adopt, Adopted, Credentials, SeatProof};
use leptos::{ev, prelude::*};
use serde::Deserialize;
use wasm_bindgen_futures::spawn_local;

use super::{Said, ask, kept, refusal};

/// Who looks at the page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Me {
    /// Not known yet.
    #[default]
    Unknown,
    /// Nobody in particular.
    Guest,
    /// An account of this name.
    Known(String),
}

/// What the server says about who asks.
#[derive(Deserialize)]
struct Session {
    name: Option<String>,
}

impl Me {
    /// Is it an account?
    pub(crate) fn is_known(&self) -> bool {
        matches!(self, Me::Known(_))
    }

    /// The name of the account.
    pub(crate) fn name(&self) -> Option<String> {
        match self {
            Me::Known(name) => Some(name.clone()),
            Me::Unknown | Me::Guest => None,
        }
    }
}

/// Asks the server who we are.
pub(crate) fn ask_who(me: RwSignal<Me>) {
    spawn_local(async move {
        if let Ok(session) = ask::get::<Session>("api/session").await {
            let _ = me.try_set(session.name.map_or(Me::Guest, Me::Known));
        }
    });
}

/// The address of somebody's page.
pub(crate) fn address(name: &str) -> String {
    format!("people/@{}", String::from(js_sys::encode_uri_component(name)))
}

/// The card of the account in the lobby.
#[component]
pub fn Account(
    /// The words of the room.
    said: Texts<Said>,
    /// Who the visitor is.
    me: RwSignal<Me>,
    /// A remark on the screen.
    note: RwSignal<Option<String>>,
    /// Called when somebody else looks at the page.
    changed: Callback<()>,
) -> impl IntoView {
    let log_out = move |_| {
        spawn_local(async move {
            match ask::delete("api/session").await {
                Ok(_) => {
                    me.set(Me::Guest);
                    changed.run(());
                }
                Err(refused) => _ = note.try_set(Some(refusal(said, &refused))),
            }
        });
    };
    move || match me.get() {
        Me::Unknown => ().into_any(),
        Me::Guest => view! { <LogIn said me changed/> }.into_any(),
        Me::Known(name) => view! {
            <section class="card account" aria-labelledby="account-title">
                <h2 class="heading" id="account-title">{said.t(|m| m.account)}</h2>
                <p><a class="who" href=address(&name)>{name.clone()}</a></p>
                <Adoption said note/>
                <div class="buttons">
                    <a class="button" href=address(&name)>{said.t(|m| m.my_page)}</a>
                    <button on:click=log_out>{said.t(|m| m.log_out)}</button>
                </div>
            </section>
        }
        .into_any(),
    }
}

/// Name and password.
#[component]
fn LogIn(said: Texts<Said>, me: RwSignal<Me>, changed: Callback<()>) -> impl IntoView {
    let (name, password) = (RwSignal::new(kept::name()), RwSignal::new(String::new()));
    let (busy, trouble) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let send = move |path: &'static str| {
        busy.set(true);
        trouble.set(None);
        let given =
            Credentials { name: name.get_untracked(), password: password.get_untracked(), bot: false };
        spawn_local(async move {
            match ask::post::<Session>(path, &given).await {
                Ok(session) => {
                    password.set(String::new());
                    me.set(session.name.map_or(Me::Guest, Me::Known));
                    changed.run(());
                }
                Err(refused) => {
                    let _ = trouble.try_set(Some(refusal(said, &refused)));
                    let _ = busy.try_set(false);
                }
            }
        });
    };
    let submit = move |e: ev::SubmitEvent| {
        e.prevent_default();
        send("api/session");
    };
    view! {
        <section class="card account" aria-labelledby="account-title">
            <h2 class="heading" id="account-title">{said.t(|m| m.account)}</h2>
            <p class="soft">{said.t(|m| m.account_why)}</p>
            <form on:submit=submit>
                <label class="field">
                    <span>{said.t(|m| m.account_name)}</span>
                    <input type="text" name="username" autocomplete="username" maxlength="24" required prop:value=name
                        on:input=move |e| name.set(event_target_value(&e))/>
                </label>
                <label class="field">
                    <span>{said.t(|m| m.password)}</span>
                    <input type="password" name="password" autocomplete="current-password" maxlength="200" required
                        prop:value=password on:input=move |e| password.set(event_target_value(&e))/>
                </label>
                <p class="told" role="alert">{move || trouble.get()}</p>
                <div class="buttons">
                    <button type="submit" disabled=busy>{said.t(|m| m.log_in)}</button>
                    <button type="button" disabled=busy on:click=move |_| send("api/account")>{said.t(|m| m.register)}</button>
                </div>
            </form>
        </section>
    }
}

/// Games played as a guest on this device can be the account's.
#[component]
fn Adoption(said: Texts<Said>, note: RwSignal<Option<String>>) -> impl IntoView {
    let seats = RwSignal::new(kept::Seats::load().0.len());
    let adopt = move |_| {
        let proofs = kept::Seats::load().0.into_iter();
        let seats_of = proofs.map(|seat| SeatProof { game: seat.game, secret: seat.secret }).collect();
        spawn_local(async move {
            let told = match ask::post::<Adopted>("api/account/games", &Adopt { seats: seats_of }).await {
                Ok(adopted) => {
                    let _ = seats.try_set(0);
                    said.plural(|m| m.adopted, adopted.games.len(), &[])
                }
                Err(refused) => refusal(said, &refused),
            };
            let _ = note.try_set(Some(told));
        });
    };
    view! {
        <Show when=move || { seats.get() > 0 }>
            <button on:click=adopt>{said.t(|m| m.adopt)}</button>
        </Show>
    }
}
