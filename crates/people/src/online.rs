//! Which accounts listen for challenges at this moment.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Accounts with the number of their streams.
#[derive(Debug, Default, Clone)]
pub(crate) struct Online(Arc<Mutex<HashMap<i64, u32>>>);

/// Somebody is there as long as this is kept.
#[derive(Debug)]
pub(crate) struct Present(Online, i64);

impl Online {
    /// An account comes.
    pub(crate) fn enter(&self, account: i64) -> Present {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(account).or_default() += 1;
        Present(self.clone(), account)
    }

    /// Is it there?
    pub(crate) fn has(&self, account: i64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&account)
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut all = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.1);
            }
        }
    }
}
