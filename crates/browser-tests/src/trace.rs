//! What the browser's main thread did, task by task, as its own trace tells it.
//!
//! Processor time counts here, not the clock on the wall: a busy machine makes everything late, but no task longer.

use std::collections::BTreeMap;

use anyhow::Context;
use serde_json::Value;

/// One task of the main thread.
#[derive(Debug, Clone, Default)]
pub struct Task {
    /// Milliseconds after the beginning of what was watched.
    pub at: f64,
    /// Its processor time in milliseconds.
    pub cost: f64,
    /// What it consisted of, the costliest first: names of the browser, milliseconds of processor time.
    pub parts: Vec<(String, f64)>,
}

/// What each frame cost in milliseconds: its own task, and those that ran since the frame before it. Only frames for
/// which the page had a callback count, so a watcher asks for one after the other.
pub fn frames(tasks: &[Task]) -> Vec<f64> {
    let is_frame = |task: &Task| task.parts.iter().any(|(name, _)| name == "FireAnimationFrame");
    tasks.split_inclusive(is_frame).map(|frame| frame.iter().map(|task| task.cost).sum()).collect()
}

/// The tasks between two marks of the page (`performance.mark`), from the events of a trace.
pub(crate) fn tasks(events: &[Value], from: &str, to: &str) -> anyhow::Result<Vec<Task>> {
    let text = |event: &Value, key: &str| event[key].as_str().unwrap_or_default().to_owned();
    let number = |event: &Value, key: &str| event[key].as_f64().unwrap_or_default();
    let mark = |name: &str| {
        events.iter().find(|e| text(e, "name") == name && text(e, "cat").contains("user_timing"))
    };
    let begun = mark(from).with_context(|| format!("the trace has no mark {from}"))?;
    let ended = mark(to).with_context(|| format!("the trace has no mark {to}"))?;
    let thread = |event: &Value| (event["pid"].clone(), event["tid"].clone());
    let ours = |event: &&Value| {
        let ends = number(event, "ts") + number(event, "dur");
        thread(event) == thread(begun)
            && text(event, "ph") == "X"
            && ends >= number(begun, "ts")
            && number(event, "ts") <= number(ended, "ts")
    };
    let spans: Vec<&Value> = events.iter().filter(ours).collect();
    let inside = |outer: &Value, inner: &Value| {
        let (from, to) = (number(outer, "ts"), number(outer, "ts") + number(outer, "dur"));
        number(inner, "ts") >= from && number(inner, "ts") < to
    };
    let found = spans.iter().filter(|event| text(event, "name") == "RunTask").map(|task| {
        let mut parts: BTreeMap<String, f64> = BTreeMap::new();
        for part in spans.iter().filter(|part| text(part, "name") != "RunTask" && inside(task, part)) {
            *parts.entry(text(part, "name")).or_default() += number(part, "tdur") / 1000.0;
        }
        let mut parts: Vec<(String, f64)> = parts.into_iter().collect();
        parts.sort_by(|a, b| b.1.total_cmp(&a.1));
        let at = (number(task, "ts") - number(begun, "ts")) / 1000.0;
        Task { at, cost: number(task, "tdur") / 1000.0, parts }
    });
    Ok(found.collect())
}

/// The events in the driver's log of the browser's trace.
pub(crate) fn events(messages: impl Iterator<Item = String>) -> Vec<Value> {
    let read = |text: String| {
        let mut told: Value = serde_json::from_str(&text).ok()?;
        let message = &mut told["message"];
        (message["method"] == "Tracing.dataCollected").then(|| message["params"].take())
    };
    messages.filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tasks_between_marks_are_told_with_their_parts() {
        let event = |name: &str, cat: &str, ph: &str, tid: u32, ts: u32, dur: u32, tdur: u32| json!({ "name": name, "cat": cat, "ph": ph, "pid": 1, "tid": tid, "ts": ts, "dur": dur, "tdur": tdur });
        let events = [
            event("RunTask", "x", "X", 7, 0, 500, 400),
            event("RunTask", "x", "X", 7, 900, 4000, 2000),
            event("from", "blink.user_timing", "I", 7, 1000, 0, 0),
            event("Layout", "x", "X", 7, 1500, 1000, 700),
            event("Layout", "x", "X", 7, 2600, 400, 300),
            event("RunTask", "x", "X", 8, 1500, 9000, 9000),
            event("to", "blink.user_timing", "I", 7, 6000, 0, 0),
            event("RunTask", "x", "X", 7, 7000, 9000, 9000),
        ];
        let found = tasks(&events, "from", "to").unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].at, found[0].cost), (-0.1, 2.0));
        assert_eq!(found[0].parts, [("Layout".to_owned(), 1.0)]);
        assert!(tasks(&events, "from", "nowhere").is_err());
    }

    #[test]
    fn a_frame_waits_for_what_ran_before_it() {
        let task = |cost: f64, part: &str| Task { at: 0.0, cost, parts: vec![(part.to_owned(), cost)] };
        let all = [
            task(3.0, "FireAnimationFrame"),
            task(4.0, "TimerFire"),
            task(2.0, "FireAnimationFrame"),
            task(1.0, "Layout"),
        ];
        assert_eq!(frames(&all), [3.0, 6.0, 1.0]);
    }
}
