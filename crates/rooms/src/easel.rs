//! A board that shows lines of moves one by one and lets a move be entered: the easel of the rooms where things are
//! shown and tried. What a move means is the room's business.

use std::time::Duration;

use damka_rules::{AnyPosition, Game, Removal, Route, Side, Square, Variant};
use damka_web::board::{Board, BoardEvent, Display, Journey, Look};
use damka_web::i18n::{Paint, Words, fill};
use damka_web::model::dress::Dress;
use damka_web::model::entry::{Entry, Heard, Help};
use damka_web::pages::actions::Choices;
use damka_web::pages::prefs::Prefs;
use damka_web::pages::show;
use damka_web::sound::{Sound, play_sound};
use leptos::prelude::*;

/// The style sheet of the rooms with an easel.
pub(crate) const STYLE: &str = "study";

/// Milliseconds between two moves of a line that is shown.
const PACE: u64 = 650;

/// The easel. Copies are the same easel.
#[derive(Clone, Copy)]
pub(crate) struct Easel {
    /// Settings and language.
    pub(crate) prefs: Prefs,
    /// The words of the game.
    pub(crate) words: Memo<Words>,
    /// Who sits at the bottom.
    pub(crate) bottom: RwSignal<Side>,
    /// A move to point at.
    pub(crate) hint: RwSignal<Option<Route>>,
    /// A piece to point at.
    pub(crate) ring: RwSignal<Option<Square>>,
    /// Why the last tap was refused.
    pub(crate) refused: RwSignal<Option<String>>,
    dress: Dress,
    game: RwSignal<Game>,
    /// The ply on the board; it follows the game move by move.
    shown: RwSignal<usize>,
    entry: RwSignal<Entry>,
    /// May a move be entered once everything is shown?
    open: RwSignal<bool>,
    /// Tells one game from the next, so that an old timer does nothing.
    scene: StoredValue<u32>,
}

impl Easel {
    /// An easel with the start of a game on it.
    pub(crate) fn new(prefs: Prefs, variant: Variant) -> Easel {
        let dress = Dress::of(variant);
        let paint = if dress.green { Paint::Green } else { Paint::Plain };
        let words = Memo::new(move |_| Words { lang: prefs.lang.get(), paint, tama: dress.turn_victims });
        Easel {
            prefs,
            words,
            bottom: RwSignal::new(Side::White),
            hint: RwSignal::new(None),
            ring: RwSignal::new(None),
            refused: RwSignal::new(None),
            dress,
            game: RwSignal::new(Game::new(variant)),
            shown: RwSignal::new(0),
            entry: RwSignal::new(Entry::closed(variant.grid())),
            open: RwSignal::new(false),
            scene: StoredValue::new(0),
        }
    }

    /// Puts a game on the board as it stands; `open`: a move may be entered.
    pub(crate) fn put(self, game: &Game, open: bool) {
        self.shown.set(game.ply());
        self.show(game, open);
    }

    /// Shows the moves that the game has more than what is on the board, one by one.
    pub(crate) fn show(self, game: &Game, open: bool) {
        self.scene.update_value(|n| *n += 1);
        self.hint.set(None);
        self.ring.set(None);
        self.refused.set(None);
        self.open.set(open);
        self.game.set(game.clone());
        self.step();
    }

    /// Goes on to the next move, or lets one be entered when all are shown.
    fn step(self) {
        let (shown, ply) = (self.shown.get_untracked(), self.game.with_untracked(Game::ply));
        let pos = self.game.with_untracked(|game| *game.position());
        if shown >= ply {
            self.shown.set(ply);
            let routes = if self.open.get_untracked() { pos.routes() } else { Vec::new() };
            let finish_chain = self.prefs.settings.with_untracked(|s| s.finish_chain);
            return self.entry.set(Entry::new(pos.grid(), routes, Help { finish_chain, one_tap: false }));
        }
        self.entry.set(Entry::closed(pos.grid()));
        let scene = self.scene.get_value();
        let next = move || {
            if self.scene.try_get_value() != Some(scene) {
                return;
            }
            self.shown.update(|shown| *shown += 1);
            let at = self.shown.get_untracked();
            let route =
                self.game.with_untracked(|game| game.moves().get(at - 1).map(|played| played.route.clone()));
            if let Some(route) = route {
                self.knock(&route);
            }
            self.step();
        };
        set_timeout(next, Duration::from_millis(PACE));
    }

    /// A person did something to the board; the move, if that completes one.
    pub(crate) fn touch(self, event: BoardEvent) -> Option<Route> {
        self.refused.set(None);
        self.heard(touched(self.entry, event, self.entry.with_untracked(Entry::is_open))?)
    }

    /// The numbered choice, counted from 0.
    pub(crate) fn choose(self, number: usize) -> Option<Route> {
        let heard = self.entry.try_update(|entry| entry.choose(number)).flatten();
        self.heard(heard?)
    }

    /// One step back in entering a move.
    pub(crate) fn back(self) {
        self.entry.update(|entry| _ = entry.back());
    }

    fn heard(self, heard: Heard) -> Option<Route> {
        match heard {
            Heard::Played(route) => {
                self.knock(&route);
                return Some(route);
            }
            Heard::Refused(wish) => {
                let pos = self.game.with_untracked(|game| *game.position());
                let words = self.words.get_untracked();
                self.refused.set(pos.refuse(&wish).map(|refusal| words.refusal(&refusal, &pos)));
                self.sound(Sound::Refused);
            }
            Heard::Lifted(_) => self.sound(Sound::Lift),
            _ => {}
        }
        None
    }

    /// The sound of a move.
    fn knock(self, route: &Route) {
        self.sound(Sound::of(route));
    }

    /// Plays a sound if sounds are wanted.
    pub(crate) fn sound(self, sound: Sound) {
        if self.prefs.settings.with_untracked(|s| s.sounds) {
            play_sound(sound);
        }
    }

    fn display(self) -> Display {
        let shown = self.shown.get();
        self.game.with(|game| {
            let pos: &AnyPosition = game.position_at(shown).unwrap_or(game.position());
            let mut display = show::still(pos);
            if let Some(played) = shown.checked_sub(1).and_then(|i| game.moves().get(i)) {
                let route = played.route.clone();
                display.last = route.stops().to_vec();
                let at_once = pos.variant().laws().removal == Removal::AtOnce;
                display.journey = Some(Journey { ply: shown, route, at_once });
            }
            self.entry.with(|entry| {
                display.movable = entry.movable();
                if entry.routes().iter().any(Route::is_capture) && pos.variant().house_rule().is_none() {
                    display.must = display.movable.clone();
                }
                show::lift(&mut display, entry, pos);
            });
            if let Some(square) = self.ring.get().filter(|_| display.lifted.is_none()) {
                display.must = vec![square];
            }
            display.hint = self.hint.get();
            display
        })
    }

    fn look(self) -> Look {
        Look { dots: true, ..self.prefs.look(self.dress, self.words.get().paint, self.bottom.get()) }
    }
}

/// What a touch of the board means for the move being entered; `open`: may one be entered?
pub(crate) fn touched(entry: RwSignal<Entry>, event: BoardEvent, open: bool) -> Option<Heard> {
    match event {
        BoardEvent::Tap(square) | BoardEvent::Drop(square) if open => {
            return entry.try_update(|entry| entry.tap(square));
        }
        BoardEvent::Over(square) => entry.update(|entry| _ = entry.drag_over(square)),
        BoardEvent::Unused => entry.update(|entry| _ = entry.put_down()),
        _ => {}
    }
    None
}

/// The easel on the screen.
#[component]
pub(crate) fn EaselView(
    /// The easel.
    easel: Easel,
    /// Hears of every move that is entered.
    on_move: Callback<Route>,
) -> impl IntoView {
    let prefs = easel.prefs;
    let display = Memo::new(move |_| easel.display());
    let look = Memo::new(move |_| easel.look());
    let words = easel.words;
    let variant = move || easel.game.with(|game| game.position().variant());
    let label = Signal::derive(move || fill(prefs.m().board_label, &[words.get().game(variant())]));
    let touch = move |event| {
        if let Some(route) = easel.touch(event) {
            on_move.run(route);
        }
    };
    let choose = move |number| {
        if let Some(route) = easel.choose(number) {
            on_move.run(route);
        }
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| match event.key().as_str() {
        "Escape" => easel.back(),
        digit => {
            if let Ok(number @ 1..=9) = digit.parse::<usize>() {
                choose(number - 1);
            }
        }
    });
    on_cleanup(move || keys.remove());
    let choices = Memo::new(move |_| {
        let script = easel.game.with(|game| game.position().script());
        easel.entry.with(|entry| entry.choices().iter().map(|route| route.text(script)).collect::<Vec<_>>())
    });
    view! {
        <div class="board-place">
            <Board display look words on_event=Callback::new(touch) label/>
            <Choices prefs choices choose/>
        </div>
        <p class="unseen" id="board-keys">{prefs.t(|m| m.board_keys)}</p>
    }
}
