//! What is printed is read back as the same; whatever is read, nobody panics and the session keeps answering.

use damka_hub::{
    Answer, Chosen, Client, Command, Control, Effect, Identity, Info, Level, Line, Mode, Move, Param,
    Position, Score, Session, Start,
};
use damka_rules::{Piece, Side};
use proptest::prelude::*;

fn moves() -> impl Strategy<Value = Move> {
    (1u8..=72, 1u8..=72, prop::collection::vec(1u8..=72, 0..20))
        .prop_map(|(from, to, taken)| Move::new(from, to, taken))
}

fn position() -> impl Strategy<Value = Position> {
    let cell = prop::sample::select("wWbBe".chars().map(|c| Piece::from_letter(c, 'b')).collect::<Vec<_>>());
    let side = prop::sample::select(vec![Side::White, Side::Black]);
    let cells = prop::sample::select(vec![32usize, 50, 64, 72])
        .prop_flat_map(move |n| prop::collection::vec(cell.clone(), n));
    (side, cells).prop_map(|(side, cells)| Position { side, cells })
}

/// Milliseconds, so that decimal text holds them exactly.
fn seconds() -> impl Strategy<Value = f64> {
    (-1_000_000i32..1_000_000).prop_map(|ms| f64::from(ms) / 1000.0)
}

fn level() -> impl Strategy<Value = Level> {
    let option = prop::option::of::<BoxedStrategy<f64>>;
    let numbers =
        (prop::option::of(any::<u32>()), prop::option::of(any::<u64>()), prop::option::of(any::<u32>()));
    let times = (option(seconds().boxed()), option(seconds().boxed()), option(seconds().boxed()));
    (numbers, times, any::<bool>()).prop_map(|((depth, nodes, moves), (move_time, time, inc), infinite)| {
        let control = Control { moves, time, inc };
        let level = Level { depth, nodes, move_time, control, infinite };
        if level == Level::default() { Level { infinite: true, ..level } } else { level }
    })
}

fn command() -> impl Strategy<Value = Command> {
    let mode = prop::sample::select(vec![Mode::Think, Mode::Ponder, Mode::Analyze]);
    let start = prop_oneof![Just(Start::Initial), position().prop_map(Start::Position)];
    prop_oneof![
        prop::sample::select(vec![
            Command::Hub,
            Command::Init,
            Command::NewGame,
            Command::Ping,
            Command::Stop,
            Command::PonderHit,
            Command::Quit
        ]),
        ("[a-z-]{1,8}", "[ -!#-~]{0,20}").prop_map(|(name, value)| Command::SetParam { name, value }),
        (start, prop::collection::vec(moves(), 0..9))
            .prop_map(|(start, moves)| Command::Pos { start, moves }),
        level().prop_map(Command::Level),
        mode.prop_map(Command::Go),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let score = prop_oneof![
        (-9000i32..=9000).prop_map(|cents| Score::Men(f64::from(cents) / 100.0)),
        (0u16..1000).prop_map(Score::Win),
        (0u16..1000).prop_map(Score::Loss),
    ];
    let reals =
        (prop::option::of(0u32..999), prop::option::of(0u32..999_999), prop::option::of(0u32..99_999));
    let counts =
        (prop::option::of(any::<u32>()), prop::option::of(any::<u32>()), prop::option::of(any::<u64>()));
    let rest =
        (prop::option::of(any::<u32>()), prop::option::of(score), prop::collection::vec(moves(), 0..9));
    (reals, counts, rest).prop_map(|((mean, time, nps), (depth, max_depth, nodes), (multi_pv, score, pv))| {
        Info {
            depth,
            mean_depth: mean.map(|tenths| f64::from(tenths) / 10.0),
            max_depth,
            multi_pv,
            score,
            nodes,
            time: time.map(|ms| f64::from(ms) / 1000.0),
            nps: nps.map(|thousands| f64::from(thousands) / 1000.0),
            pv,
        }
    })
}

fn answer() -> impl Strategy<Value = Answer> {
    let text = "[ -!#-~]{0,20}";
    let id = (text, text, text, text)
        .prop_map(|(name, version, author, country)| Answer::Id(Identity { name, version, author, country }));
    let ponder = prop::option::of(moves());
    prop_oneof![
        id,
        (any::<i64>(), any::<i64>()).prop_map(|(min, max)| Answer::Param(Param::int("threads", 1, min, max))),
        text.prop_map(|value| Answer::Param(Param::text("tables", &value))),
        Just(Answer::Param(Param::choice("variant", "bt", &["bt", "normal"], &[]))),
        prop::sample::select(vec![Answer::Wait, Answer::Ready, Answer::Pong]),
        info().prop_map(Answer::Info),
        (moves(), ponder).prop_map(|(best, ponder)| Answer::Done(Chosen { best: Some(best), ponder })),
        Just(Answer::Done(Chosen::default())),
        text.prop_map(Answer::Error),
    ]
}

/// Lines that look like the protocol often enough to reach every corner.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        command().prop_map(|command| command.to_string()),
        answer().prop_map(|answer| answer.to_string()),
        any::<String>(),
        "(hub|set-param|init|new-game|pos|level|go|ping|stop|ponder-hit|quit) ?[ -~]{0,30}",
        (command().prop_map(|command| command.to_string()), any::<prop::sample::Index>()).prop_map(
            |(line, at)| {
                let at = at.index(line.len() + 1);
                line[..at].to_string()
            }
        ),
    ]
}

/// A line or an event of the caller.
#[derive(Clone, Debug)]
enum Input {
    Line(String),
    Settle(bool),
    Info,
    Done(bool),
}

fn input() -> impl Strategy<Value = Input> {
    prop_oneof![
        6 => line().prop_map(Input::Line),
        2 => any::<bool>().prop_map(Input::Settle),
        1 => Just(Input::Info),
        2 => any::<bool>().prop_map(Input::Done),
    ]
}

proptest! {
    #[test]
    fn commands_round_trip(command in command()) {
        // A value is trimmed of the blanks that quotes could have kept only for other clients.
        prop_assert_eq!(Command::parse(&command.to_string()), Ok(command));
    }

    #[test]
    fn answers_round_trip(answer in answer()) {
        prop_assert_eq!(Answer::parse(&answer.to_string()), Ok(answer));
    }

    #[test]
    fn any_text_is_read_or_refused(text in line()) {
        if let Ok(line) = Line::parse(&text) {
            prop_assert_eq!(Line::parse(&line.to_string()).map(|again| again.args.len()), Ok(line.args.len()));
        }
        let mut client = Client::new();
        client.start().unwrap();
        client.handle(&text);
    }

    /// The caller answers honestly here: it settles what it was asked to and ends what it was asked to begin.
    #[test]
    fn every_go_has_its_done(lines in prop::collection::vec(line(), 0..40)) {
        let mut session = Session::new(Identity::new("Damka", "0.1"), vec![Param::int("threads", 1, 1, 4)]);
        let (mut begun, mut ended, mut running) = (0, 0, false);
        let mut act = |session: &mut Session, mut effects: Vec<Effect>| {
            while let Some(effect) = (!effects.is_empty()).then(|| effects.remove(0)) {
                match effect {
                    Effect::Reply(line) if line.starts_with("done move=1-2") => ended += 1,
                    Effect::SetPosition { .. } => effects.extend(session.settle(Ok(()))),
                    Effect::Go { .. } => {
                        assert!(!running, "a search began during a search");
                        (running, begun) = (true, begun + 1);
                    }
                    Effect::Stop => {
                        assert!(running, "nothing to stop");
                        running = false;
                        effects.extend(session.done(Some(Move::new(1, 2, vec![])), None));
                    }
                    _ => {}
                }
            }
        };
        for line in &lines {
            let effects = session.handle(line);
            act(&mut session, effects);
        }
        let effects = session.handle("stop");
        act(&mut session, effects);
        prop_assert_eq!(begun, ended);
        prop_assert!(!session.is_searching());
    }

    /// Whatever the caller does, ping is answered and a search can be had in the end.
    #[test]
    fn the_session_keeps_answering(inputs in prop::collection::vec(input(), 0..40)) {
        let mut session = Session::new(Identity::new("Damka", "0.1"), Vec::new());
        let best = || Some(Move::new(1, 2, vec![]));
        for input in inputs {
            match input {
                Input::Line(line) => drop(session.handle(&line)),
                Input::Settle(good) => drop(session.settle(if good { Ok(()) } else { Err("no") })),
                Input::Info => drop(session.info(&Info::default())),
                Input::Done(found) => drop(session.done(best().filter(|_| found), None)),
            }
            prop_assert_eq!(session.handle("ping"), [Effect::Reply("pong".into())]);
        }
        // Answer whatever is open, then ask for a search of our own.
        for _ in 0..600 {
            session.settle(Ok(()));
            session.handle("stop");
            session.done(best(), None);
        }
        session.handle("pos start");
        session.settle(Ok(()));
        let effects = session.handle("go think");
        prop_assert!(matches!(effects[..], [Effect::Go { mode: Mode::Think, .. }]), "{:?}", effects);
    }
}
