//! The engine behind a Web Worker.
//!
//! A [`Brain`] answers one message of the page at a time and tells its findings as they come. It knows
//! nothing of browsers; `main.rs` ties it to the worker's message port, its clock and its files.

#[cfg(feature = "endings")]
mod tables;
mod think;
#[cfg(feature = "endings")]
mod train;

use std::collections::HashSet;

use damka_engine::{Book, Engine, Meeting, Now, Options, Stop};
use damka_rules::Variant;
use damka_wire::brain::{Ask, AskId, Report, Tell};
use damka_wire::{decode, encode};

#[cfg(feature = "endings")]
use crate::tables::Endings;

/// Memory for what was searched before: a telephone has to spare it.
const HASH_MB: usize = 32;
/// The same of a helper.
const HELPER_HASH_MB: usize = 16;

/// An engine that is asked in messages.
pub struct Brain {
    engine: Engine,
    /// Says when a search is no longer wanted.
    watch: fn() -> bool,
    /// Where it meets other brains, if there are any.
    meeting: Option<Meeting>,
    /// The variants whose files were given, or looked for in vain.
    equipped: HashSet<Variant>,
    /// Endings solved so far.
    #[cfg(feature = "endings")]
    endings: Endings,
}

/// The files of a variant, as far as there are any: the engine can do without.
#[derive(Debug, Clone, Default)]
pub struct Equipment {
    /// Trained weights.
    pub weights: Option<Vec<u8>>,
    /// Opening moves.
    pub book: Option<Vec<u8>>,
}

impl Brain {
    /// A brain that takes the time from `now`, as WebAssembly has no clock of its own, and ends a search as soon as
    /// `watch` says so. Weights, book and the table of searched positions outlive the search.
    pub fn new(now: Now, watch: fn() -> bool) -> Self {
        Self::of_size(HASH_MB, now, watch)
    }

    /// A brain that helps another at a meeting; it spares memory.
    pub fn helper(now: Now, watch: fn() -> bool, meeting: Meeting) -> Self {
        Self { meeting: Some(meeting), ..Self::of_size(HELPER_HASH_MB, now, watch) }
    }

    fn of_size(hash_mb: usize, now: Now, watch: fn() -> bool) -> Self {
        let options = Options { hash_mb, threads: 1 };
        Self {
            engine: Engine::new(options).with_clock(now),
            watch,
            meeting: None,
            equipped: HashSet::new(),
            #[cfg(feature = "endings")]
            endings: Endings::default(),
        }
    }

    /// From now on it leads helpers.
    pub fn lead(&mut self, meeting: Meeting) {
        self.meeting = Some(meeting);
    }

    /// What helpers are asked meanwhile; `None` if it has to answer this message alone.
    pub fn for_helpers(message: &str) -> Option<String> {
        match decode::<Ask>(message) {
            Ok(Ask::Think(ask)) if think::may_be_helped(&ask) => {
                Some(encode(&Ask::Think(think::of_a_helper(ask))))
            }
            _ => None,
        }
    }

    /// The variant whose files should be given before this message is answered.
    pub fn wants_equipment(&self, message: &str) -> Option<Variant> {
        match decode::<Ask>(message) {
            Ok(Ask::Think(ask)) => think::variant(&ask).ok(),
            Ok(Ask::Bench { variant, .. }) => variant.parse().ok(),
            _ => None,
        }
        .filter(|variant| !self.equipped.contains(variant))
    }

    /// Gives the files of a variant; without them the engine plays with what it was built with.
    pub fn equip(&mut self, variant: Variant, equipment: &Equipment) -> Result<(), String> {
        self.equipped.insert(variant);
        if let Some(bytes) = &equipment.weights {
            self.engine.load_weights(variant, bytes).map_err(|e| format!("weights of {variant}: {e}"))?;
        }
        if let Some(bytes) = &equipment.book {
            let book = Book::from_bytes(bytes).map_err(|e| format!("book of {variant}: {e}"))?;
            self.engine.set_book(variant, Some(book));
        }
        Ok(())
    }

    /// Answers one message of the page, telling findings as they come.
    pub fn answer(&mut self, message: &str, tell: &mut dyn FnMut(Tell)) {
        match decode::<Ask>(message) {
            Ok(Ask::Echo { id, text, steps }) => {
                (1..=steps).for_each(|step| tell(Tell::EchoStep { id, step }));
                tell(Tell::Echo { id, text });
            }
            Ok(Ask::Think(ask)) => {
                let meeting = self.meeting.as_ref().filter(|_| think::may_be_helped(&ask));
                match think::think(&mut self.engine, &ask, meeting, &Stop::watching(self.watch), tell) {
                    Ok(report) => tell(Tell::Done(report)),
                    Err(reason) => tell(Tell::Failed { id: Some(ask.id), reason }),
                }
            }
            Ok(Ask::Bench { id, variant, depth }) => match variant.parse() {
                Ok(variant) => tell(Tell::Done(self.bench(id, variant, depth))),
                Err(reason) => tell(Tell::Failed { id: Some(id), reason: format!("{variant:?}: {reason}") }),
            },
            #[cfg(feature = "endings")]
            Ok(Ask::Verdicts { id, variant, fen, moves }) => {
                match self.endings.verdicts(id, &variant, &fen, &moves) {
                    Ok(told) => tell(told),
                    Err(reason) => tell(Tell::Failed { id: Some(id), reason }),
                }
            }
            #[cfg(feature = "endings")]
            Ok(Ask::Train(ask)) => match train::train(&mut self.endings, &ask) {
                Ok(trained) => tell(Tell::Trained(trained)),
                Err(reason) => tell(Tell::Failed { id: Some(ask.id), reason }),
            },
            #[cfg(not(feature = "endings"))]
            Ok(Ask::Verdicts { id, .. } | Ask::Train(damka_wire::brain::Train { id, .. })) => {
                tell(Tell::Failed { id: Some(id), reason: "this engine has no endgame tables".into() });
            }
            Err(error) => tell(Tell::Failed { id: None, reason: error.to_string() }),
        }
    }

    fn bench(&mut self, id: AskId, variant: Variant, depth: u32) -> Report {
        let run = self.engine.bench(variant, depth);
        let millis = run.time.as_millis().try_into().unwrap_or(u32::MAX);
        Report { id, depth, nodes: run.nodes, millis, ..Report::default() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

    use damka_engine::Pool;
    use damka_wire::brain::{Limits, Think};
    use damka_wire::encode;

    use super::*;

    fn brain() -> Brain {
        Brain::new(damka_engine::system_now, || false)
    }

    fn heard(brain: &mut Brain, message: &str) -> Vec<Tell> {
        let mut told = Vec::new();
        brain.answer(message, &mut |tell| told.push(tell));
        told
    }

    fn answers(message: &str) -> Vec<Tell> {
        heard(&mut brain(), message)
    }

    fn question(variant: &str, limits: Limits) -> Think {
        Think { id: 5, variant: variant.to_owned(), limits, ..Think::default() }
    }

    fn think(variant: &str, start: Option<&str>, moves: &[&str]) -> String {
        encode(&Ask::Think(Think {
            start: start.map(str::to_owned),
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
            ..question(variant, Limits { depth: Some(3), ..Limits::default() })
        }))
    }

    fn done(told: &[Tell]) -> &Report {
        let Some(Tell::Done(report)) = told.last() else { panic!("{told:?}") };
        report
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
    fn every_variant_gets_a_legal_move() {
        for &variant in Variant::EVERY {
            let told = answers(&think(&variant.to_string(), None, &[]));
            let legal = damka_rules::AnyPosition::start(variant).move_texts();
            let best = done(&told).best().unwrap();
            assert!(legal.iter().any(|text| text == best), "{variant}: {told:?}");
        }
    }

    #[test]
    fn the_game_so_far_counts() {
        let told = answers(&think("russian", None, &["c3-d4", "b6-a5"]));
        assert!(
            matches!(told.last(), Some(Tell::Done(report)) if report.id == 5 && report.depth == 3),
            "{told:?}"
        );
    }

    #[test]
    fn nonsense_is_answered_not_fatal() {
        assert!(matches!(&answers("{")[..], [Tell::Failed { id: None, .. }]));
        for (message, expected) in [
            (think("chess", None, &[]), "chess"),
            (think("russian", Some("W:Wa9:Bb2"), &[]), "a9"),
            (think("russian", None, &["c3-d4", "c3-d4"]), "move 2"),
        ] {
            let told = answers(&message);
            let [Tell::Failed { id: Some(5), reason }] = &told[..] else { panic!("{told:?}") };
            assert!(reason.contains(expected), "{reason}");
        }
    }

    /// The same work as in the native program: then speeds can be compared, and the search is the same one.
    #[test]
    fn a_bench_is_the_native_bench() {
        let told = answers(&encode(&Ask::Bench { id: 2, variant: "armenian".into(), depth: 4 }));
        let nodes = damka_engine::bench(Variant::Armenian, 4).nodes;
        assert!(matches!(&told[..], [Tell::Done(report)] if report.nodes == nodes), "{told:?}");
    }

    /// Without a limit a search ends when nobody wants it any more, says what it has found, and what it has
    /// learnt is still there for the next one.
    #[test]
    fn a_search_is_ended_from_outside_and_its_table_stays() {
        static LOOKS: AtomicU32 = AtomicU32::new(0);
        let mut brain = Brain::new(damka_engine::system_now, || LOOKS.fetch_add(1, Ordering::Relaxed) >= 40);
        let endless = encode(&Ask::Think(question("russian", Limits::default())));
        let told = heard(&mut brain, &endless);
        let first = done(&told);
        assert!(first.best().is_some() && first.depth > 3 && first.fill > 0, "{first:?}");
        LOOKS.store(0, Ordering::Relaxed);
        let told = heard(&mut brain, &endless);
        let Some(Tell::Progress(begun)) = told.first() else { panic!("{told:?}") };
        assert!(begun.fill >= first.fill && done(&told).fill >= begun.fill, "{first:?} {told:?}");
        assert!(done(&told).depth > first.depth, "it did not go on where it was: {told:?}");
    }

    #[test]
    fn helpers_are_asked_where_nothing_is_counted() {
        let check = |ask: Think, expected: bool| {
            let asked = Brain::for_helpers(&encode(&Ask::Think(ask.clone())));
            assert_eq!(asked.is_some(), expected, "{ask:?}");
            // They search the same until they are stopped.
            let endless = Ask::Think(Think { limits: Limits::default(), ..ask });
            assert!(asked.is_none_or(|asked| asked == encode(&endless)));
        };
        let timed = || question("russian", Limits { millis: Some(900), ..Limits::default() });
        check(timed(), true);
        check(question("russian", Limits::default()), true);
        check(Think { level: Some(12), ..timed() }, true);
        check(Think { level: Some(11), ..timed() }, false);
        check(Think { fresh: true, ..timed() }, false);
        check(question("russian", Limits { nodes: Some(9), ..Limits::default() }), false);
        check(question("russian", Limits { depth: Some(9), ..Limits::default() }), false);
        assert_eq!(Brain::for_helpers(&encode(&Ask::Echo { id: 1, text: "a".into(), steps: 2 })), None);
        assert_eq!(Brain::for_helpers("{"), None);
    }

    /// A lead says how much its helper has done, and a question that counts is answered as if nobody helped.
    #[test]
    fn a_helper_is_told_of() {
        struct Words(Vec<AtomicU64>);
        impl Pool for Words {
            fn size(&self) -> usize {
                self.0.len()
            }
            fn read(&self, at: usize) -> u64 {
                // The helper, which runs elsewhere, visits another position with every look at its count.
                self.0[at].fetch_add(u64::from(at == 1), Ordering::Relaxed)
            }
            fn write(&self, at: usize, word: u64) {
                self.0[at].store(word, Ordering::Relaxed);
            }
        }
        let pool = Arc::new(Words((0..1024).map(|_| AtomicU64::new(0)).collect()));
        let mut lead = brain();
        lead.lead(Meeting::new(pool, 0).unwrap());
        let timed = question("russian", Limits { millis: Some(50), ..Limits::default() });
        assert!(done(&heard(&mut lead, &encode(&Ask::Think(timed)))).helped > 0);
        let counted =
            Think { fresh: true, ..question("russian", Limits { nodes: Some(9_000), ..Limits::default() }) };
        let counted = encode(&Ask::Think(counted));
        let (told, alone) = (heard(&mut lead, &counted), answers(&counted));
        let (told, alone) = (done(&told), done(&alone));
        assert_eq!((told.helped, told.nodes, &told.lines), (0, alone.nodes, &alone.lines));
    }

    #[test]
    fn tables_tell_how_few_pieces_end() {
        use damka_wire::brain::{Ends, Verdict};
        let mut brain = brain();
        let mut ask = |variant: &str, fen: &str, moves: &[&str]| {
            let moves = moves.iter().map(|text| (*text).to_owned()).collect();
            let ask = Ask::Verdicts { id: 7, variant: variant.into(), fen: fen.into(), moves };
            heard(&mut brain, &encode(&ask)).remove(0)
        };
        // A man that walks in: a7-b8 crowns in one ply, and that is all there is.
        let told = ask("russian", "W:Wa7:Bh8", &[]);
        let Tell::Verdicts { id: 7, position: Some(Verdict { ends: Ends::Win, plies: 1 }), moves } = &told
        else {
            panic!("{told:?}")
        };
        assert!(matches!(&moves[..], [only] if only.text == "a7-b8" && only.plies == 1), "{moves:?}");
        // Three kings against one off the main road: won, and every move is judged.
        let told = ask("russian", "W:WKa1,Kc1,Ke1:BKf8", &[]);
        let Tell::Verdicts { position: Some(Verdict { ends: Ends::Win, .. }), moves, .. } = &told else {
            panic!("{told:?}")
        };
        assert!(moves.len() > 10 && moves.iter().any(|m| m.ends == Ends::Draw), "{moves:?}");
        // Many pieces: nothing is known, and that is no failure.
        let start = damka_rules::AnyPosition::start(Variant::Russian).to_fen();
        let told = ask("russian", &start, &["c3-d4"]);
        assert_eq!(told, Tell::Verdicts { id: 7, position: None, moves: Vec::new() });
        assert!(matches!(ask("russian", "W:Wz9:Bh2", &[]), Tell::Failed { id: Some(7), .. }));
        assert!(matches!(ask("russian", "W:Wa7:Bh8", &["h8-g7"]), Tell::Failed { id: Some(7), .. }));
    }

    /// Whatever was searched before, a fresh question gets the same answer; looking up now and then changes nothing.
    #[test]
    fn fresh_questions_repeat() {
        let ask =
            Think { fresh: true, ..question("armenian", Limits { nodes: Some(9_000), ..Limits::default() }) };
        let ask = encode(&Ask::Think(ask));
        let mut brain = brain();
        let told: Vec<Report> = (0..3).map(|_| done(&heard(&mut brain, &ask)).clone()).collect();
        let bare = |report: &Report| Report { millis: 0, ..report.clone() };
        assert!(told.iter().all(|report| bare(report) == bare(&told[0])), "{told:?}");
    }

    #[test]
    fn several_lines_come_together_best_first() {
        let nodes = Limits { nodes: Some(20_000), ..Limits::default() };
        let check = |lines: u8, start: Option<&str>, expected: usize| {
            let ask = Think { lines, start: start.map(str::to_owned), ..question("russian", nodes) };
            let told = answers(&encode(&Ask::Think(ask)));
            for tell in &told {
                let (Tell::Progress(report) | Tell::Done(report)) = tell else { panic!("{tell:?}") };
                assert_eq!(report.lines.len(), expected, "{report:?}");
                assert!(report.lines.is_sorted_by_key(|line| -line.score.value()), "{report:?}");
                let mut firsts: Vec<_> = report.lines.iter().map(|line| &line.moves[0]).collect();
                firsts.sort();
                firsts.dedup();
                assert_eq!(firsts.len(), expected, "{report:?}");
            }
        };
        check(0, None, 1);
        check(3, None, 3);
        check(200, None, 5);
        check(4, Some("W:Wc3:Bh8"), 2);
    }

    #[test]
    fn equipment_is_wanted_once() {
        let mut brain = brain();
        let message = think("russian", None, &[]);
        let variant = brain.wants_equipment(&message).expect("none was given");
        brain.equip(variant, &Equipment::default()).expect("none is no mistake");
        assert_eq!(brain.wants_equipment(&message), None);
        assert_eq!(brain.wants_equipment("{"), None);
        let nonsense = Equipment { weights: Some(b"nonsense".to_vec()), book: None };
        let reason = brain.equip(variant, &nonsense).expect_err("no weights");
        assert!(reason.starts_with("weights of russian: "), "{reason}");
    }
}
