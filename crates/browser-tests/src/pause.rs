//! Looking again, at first soon, then less and less often: who asks a busy browser all the time makes it slower.

use std::time::Duration;

/// The time until something is looked at again.
#[derive(Debug)]
pub struct Pause(Duration);

impl Default for Pause {
    fn default() -> Self {
        Self(Duration::from_millis(15))
    }
}

impl Pause {
    /// The longest one.
    const MOST: Duration = Duration::from_millis(120);

    /// Waits, and longer the next time.
    pub async fn wait(&mut self) {
        tokio::time::sleep(self.0).await;
        self.0 = (self.0 * 3 / 2).min(Self::MOST);
    }
}
