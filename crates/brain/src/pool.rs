//! The words that workers share where the browser isolates the page.

use std::cell::RefCell;
use std::sync::Arc;

use damka_engine::{Meeting, Pool};
use js_sys::{BigUint64Array, SharedArrayBuffer};

thread_local! {
    static WORDS: RefCell<Option<BigUint64Array>> = const { RefCell::new(None) };
}

/// The words of this worker. Two workers may write at once: what does not fit together is not believed.
struct Words {
    size: usize,
}

impl Pool for Words {
    fn size(&self) -> usize {
        self.size
    }

    fn read(&self, at: usize) -> u64 {
        WORDS.with_borrow(|words| words.as_ref().map_or(0, |words| words.get_index(at as u32)))
    }

    fn write(&self, at: usize, word: u64) {
        WORDS.with_borrow(|words| {
            if let Some(words) = words {
                words.set_index(at as u32, word);
            }
        });
    }
}

/// A seat in this memory; from now on there is no other for this worker.
pub(crate) fn seat(memory: &SharedArrayBuffer, number: usize) -> Option<Meeting> {
    let words = BigUint64Array::new(memory);
    let size = words.length() as usize;
    WORDS.set(Some(words));
    Meeting::new(Arc::new(Words { size }), number)
}
