//! The engine behind a Web Worker.
//!
//! [`answer`] is the whole of it: a question in, answers out through a callback as they are found.
//! It knows nothing of browsers; `main.rs` ties it to the worker's message port.

use damka_wire::brain::{Ask, Tell, decode};

/// Answers one message of the page, telling findings as they come.
pub fn answer(message: &str, tell: &mut dyn FnMut(Tell)) {
    match decode::<Ask>(message) {
        Ok(Ask::Echo { id, text, steps }) => {
            (1..=steps).for_each(|step| tell(Tell::EchoStep { id, step }));
            tell(Tell::Echo { id, text });
        }
        Ok(Ask::Think(think)) => {
            tell(Tell::Failed { id: Some(think.id), reason: "no engine is built in yet".into() });
        }
        Err(reason) => tell(Tell::Failed { id: None, reason }),
    }
}

#[cfg(test)]
mod tests {
    use damka_wire::brain::encode;

    use super::*;

    fn answers(message: &str) -> Vec<Tell> {
        let mut told = Vec::new();
        answer(message, &mut |tell| told.push(tell));
        told
    }

    #[test]
    fn an_echo_comes_back_after_its_steps() {
        let ask = encode(&Ask::Echo { id: 1, text: "a".into(), steps: 2 });
        let expected = vec![
            Tell::EchoStep { id: 1, step: 1 },
            Tell::EchoStep { id: 1, step: 2 },
            Tell::Echo { id: 1, text: "a".into() },
        ];
        assert_eq!(answers(&ask), expected);
    }

    #[test]
    fn nonsense_is_answered_not_fatal() {
        assert!(matches!(&answers("{")[..], [Tell::Failed { id: None, .. }]));
    }
}
