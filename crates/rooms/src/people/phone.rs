//! A socket in the browser, kept up by a [`Line`]: dialled again when it breaks, hung up when its room is left.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use damka_sitting::Millis;
use damka_web::platform::{location, timing};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Event, MessageEvent, WebSocket};

use super::line::{Line, Step};

/// So often the line is looked after.
const LOOK: Duration = Duration::from_millis(100);

/// What comes over the line.
pub(crate) enum Heard {
    /// The connection stands; a greeting is expected.
    Open,
    /// It broke, or could not be made.
    Down,
    /// A message.
    Text(String),
}

/// What hears a socket open, speak and close.
type Handlers = (Closure<dyn Fn(Event)>, Closure<dyn Fn(MessageEvent)>, Closure<dyn Fn(Event)>);

struct Inner {
    path: String,
    ping: String,
    line: Line,
    socket: Option<(WebSocket, Handlers)>,
    /// Which call this is; what an earlier one says means nothing.
    call: u32,
    listener: Rc<dyn Fn(Heard)>,
}

/// The phone. Clones are the same one.
#[derive(Clone)]
pub(crate) struct Phone(Rc<RefCell<Inner>>);

fn now() -> Millis {
    // Not the wall clock: that may be set while the page is open.
    timing::now() as Millis
}

impl Phone {
    /// Calls a path of the server, for as long as the owner of this scope lives.
    pub(crate) fn call(path: &str, ping: String, listener: impl Fn(Heard) + 'static) -> Phone {
        let seed = (js_sys::Math::random() * 9e15) as u64;
        let phone = Phone(Rc::new(RefCell::new(Inner {
            path: path.to_owned(),
            ping,
            line: Line::new(seed, now()),
            socket: None,
            call: 0,
            listener: Rc::new(listener),
        })));
        let looked_after = phone.clone();
        let timer = set_interval_with_handle(move || looked_after.look(), LOOK).ok();
        // Whoever looks at the page again, or is in the net again, does not want to wait.
        let handles = [("online", phone.clone()), ("focus", phone.clone())].map(|(event, phone)| {
            window_event_listener_untyped(event, move |_| {
                phone.0.borrow_mut().line.hurry(now());
                phone.look();
            })
        });
        let (timer, handles) = (StoredValue::new_local(timer), StoredValue::new_local(Some(handles)));
        let left = StoredValue::new_local(phone.clone());
        on_cleanup(move || {
            if let Some(Some(timer)) = timer.try_get_value() {
                timer.clear();
            }
            if let Some(handles) = handles.try_update_value(Option::take).flatten() {
                handles.into_iter().for_each(|handle| handle.remove());
            }
            if let Some(phone) = left.try_get_value() {
                phone.end();
            }
        });
        phone.look();
        phone
    }

    /// Says something, if the line stands.
    pub(crate) fn say(&self, text: &str) -> bool {
        let inner = self.0.borrow();
        let open = inner.line.is_open();
        open && inner.socket.as_ref().is_some_and(|(socket, _)| socket.send_with_str(text).is_ok())
    }

    /// The other end talks to us as it should.
    pub(crate) fn steady(&self) {
        self.0.borrow_mut().line.steady();
    }

    /// Hangs up and dials anew, as somebody else perhaps.
    pub(crate) fn redial(&self) {
        let mut inner = self.0.borrow_mut();
        inner.hang_up();
        inner.line.closed(now());
        inner.line.hurry(now());
    }

    /// Nothing more is wanted.
    pub(crate) fn end(&self) {
        let mut inner = self.0.borrow_mut();
        inner.hang_up();
        inner.line.end();
    }

    fn look(&self) {
        let step = self.0.borrow_mut().line.tick(now());
        match step {
            None => {}
            Some(Step::Dial) => self.dial(),
            Some(Step::Ping) => {
                let ping = self.0.borrow().ping.clone();
                self.say(&ping);
            }
            Some(Step::HangUp) => {
                self.0.borrow_mut().hang_up();
                self.tell(Heard::Down);
            }
        }
    }

    fn tell(&self, heard: Heard) {
        let listener = Rc::clone(&self.0.borrow().listener);
        listener(heard);
    }

    fn dial(&self) {
        let mut inner = self.0.borrow_mut();
        inner.hang_up();
        let call = inner.call;
        // `http` becomes `ws`, `https` becomes `wss`.
        let address = location::absolute(&inner.path).replacen("http", "ws", 1);
        let Ok(socket) = WebSocket::new(&address) else {
            inner.line.closed(now());
            return;
        };
        let current = move |phone: &Phone| phone.0.borrow().call == call;
        let phone = self.clone();
        let opened = Closure::<dyn Fn(Event)>::new(move |_: Event| {
            if current(&phone) {
                phone.0.borrow_mut().line.opened(now());
                phone.tell(Heard::Open);
            }
        });
        let phone = self.clone();
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let (true, Some(text)) = (current(&phone), event.data().as_string()) {
                phone.0.borrow_mut().line.heard();
                phone.tell(Heard::Text(text));
            }
        });
        let phone = self.clone();
        let closed = Closure::<dyn Fn(Event)>::new(move |_: Event| {
            if current(&phone) {
                phone.0.borrow_mut().line.closed(now());
                phone.tell(Heard::Down);
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        inner.socket = Some((socket, (opened, heard, closed)));
    }
}

impl Inner {
    fn hang_up(&mut self) {
        self.call += 1;
        if let Some((socket, handlers)) = self.socket.take() {
            socket.set_onopen(None);
            socket.set_onmessage(None);
            socket.set_onclose(None);
            // Closed already, perhaps.
            let _ = socket.close();
            // One of these may be what is running now: it ends first.
            set_timeout(move || drop(handlers), Duration::ZERO);
        }
    }
}
