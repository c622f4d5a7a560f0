//! Sounds, synthesised: short wooden clicks and a few notes, no files.

use std::cell::RefCell;

use damka_rules::Route;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{AudioContext, OscillatorType};

/// What is heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A piece is lifted.
    Lift,
    /// A quiet move.
    Move,
    /// A hop of a chain, the n-th; each a semitone higher.
    Hop(usize),
    /// A whole capture of so many.
    Chain(usize),
    /// A man becomes a king.
    Promote,
    /// That was no move.
    Refused,
    /// Victory.
    Won,
    /// Defeat.
    Lost,
    /// A draw.
    Draw,
    /// It is a person's turn while the page is hidden.
    Turn,
    /// Little time is left.
    LowTime,
}

impl Sound {
    /// What a move sounds like.
    pub fn of(route: &Route) -> Sound {
        match (route.promotes(), route.taken().len()) {
            (true, _) => Sound::Promote,
            (_, 0) => Sound::Move,
            (_, n) => Sound::Chain(n),
        }
    }
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound; a browser that will not simply stays silent.
pub fn play_sound(sound: Sound) {
    spawn_local(async move { _ = sounded(sound).await });
}

/// Plays it; how that is done is loaded before the first one.
#[wasm_split(soon, wasm_split_path = leptos::wasm_split, preload(load), fallible)]
fn sounded(sound: Sound) -> Result<(), SplitLoaderError> {
    let semitone = |n: usize| 2f64.powf(n as f64 / 12.0);
    // (delay, frequency, length, loudness) of each note.
    let notes: Vec<(f64, f64, f64, f64)> = match sound {
        Sound::Lift => vec![(0.0, 520.0, 0.03, 0.05)],
        Sound::Move => vec![(0.0, 240.0, 0.07, 0.25), (0.0, 480.0, 0.03, 0.08)],
        Sound::Hop(n) => vec![(0.0, 300.0 * semitone(n), 0.06, 0.2)],
        Sound::Chain(n) => {
            (0..n.min(12)).map(|i| (0.15 * i as f64, 300.0 * semitone(i), 0.07, 0.22)).collect()
        }
        Sound::Promote => vec![(0.0, 523.0, 0.1, 0.15), (0.09, 659.0, 0.1, 0.15), (0.18, 784.0, 0.2, 0.15)],
        Sound::Refused => vec![(0.0, 150.0, 0.12, 0.12)],
        Sound::Won => vec![
            (0.0, 523.0, 0.15, 0.14),
            (0.13, 659.0, 0.15, 0.14),
            (0.26, 784.0, 0.15, 0.14),
            (0.39, 1046.0, 0.35, 0.14),
        ],
        Sound::Lost => vec![(0.0, 392.0, 0.2, 0.12), (0.18, 330.0, 0.2, 0.12), (0.36, 262.0, 0.4, 0.12)],
        Sound::Draw => vec![(0.0, 440.0, 0.2, 0.12), (0.2, 440.0, 0.3, 0.12)],
        Sound::Turn => vec![(0.0, 659.0, 0.15, 0.2), (0.16, 880.0, 0.3, 0.2)],
        Sound::LowTime => vec![(0.0, 988.0, 0.08, 0.15), (0.15, 988.0, 0.08, 0.15)],
    };
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() && !activated() {
            return;
        }
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        let Some(context) = context else { return };
        for note in notes {
            // A note that cannot be played is not worth a message.
            let _ = play_note(context, note);
        }
    });
    Ok(())
}

/// Has the person touched the page yet? Before that, browsers forbid sounds and say so in the console.
fn activated() -> bool {
    let navigator = crate::platform::window().navigator();
    let get = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &JsValue::from_str(name)).ok();
    let activation = get(&navigator, "userActivation");
    activation.and_then(|a| get(&a, "hasBeenActive")).and_then(|been| been.as_bool()).unwrap_or(true)
}

fn play_note(
    context: &AudioContext,
    (delay, frequency, length, loudness): (f64, f64, f64, f64),
) -> Result<(), JsValue> {
    let start = context.current_time() + delay;
    let (voice, gain) = (context.create_oscillator()?, context.create_gain()?);
    voice.set_type(OscillatorType::Triangle);
    voice.frequency().set_value_at_time(frequency as f32, start)?;
    gain.gain().set_value_at_time(loudness as f32, start)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0005, start + length)?;
    voice.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    voice.start_with_when(start)?;
    voice.stop_with_when(start + length + 0.02)
}
