//! Remarks: said aloud, shown where they cover nothing that matters, and gone by themselves.

use std::time::Duration;

use leptos::prelude::*;

use super::icons::{self, Icon};
use super::table::Table;

/// How long a remark stays: long enough to be read twice.
fn patience(text: &str) -> Duration {
    Duration::from_millis(5000 + 60 * text.chars().count() as u64)
}

/// The remark, if there is one.
#[component]
pub fn Notes(
    /// The table.
    table: Table,
) -> impl IntoView {
    let prefs = table.prefs;
    // Tells one remark from the next, so that an old timer does not take a new one away.
    let count = StoredValue::new(0u32);
    Effect::new(move || {
        let Some(text) = table.note.get() else { return };
        count.update_value(|n| *n += 1);
        let this = count.get_value();
        let leave = move || {
            if count.try_get_value() == Some(this) {
                table.note.set(None);
            }
        };
        set_timeout(leave, patience(&text));
    });
    view! {
        <div class="notes" role="alert">
            {move || table.note.get().map(|text| view! {
                <p class="note">
                    <span>{text}</span>
                    <button class="icon-button" aria-label=prefs.t(|m| m.dismiss) on:click=move |_| table.note.set(None)>
                        <Icon d=icons::CLOSE/>
                    </button>
                </p>
            })}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_leaves_by_itself_and_a_long_one_later() {
        assert!(patience("").as_secs() >= 5 && patience(&"x".repeat(200)).as_secs() < 20);
        assert!(patience("short") < patience("rather longer"));
    }
}
