//! Messages written and read again.

use std::fmt::Debug;

use damka_wire::brain::{
    Ask, Ends, Greeting, Limits, Line, MoveVerdict, Report, Standing, StudyEnd, StudyHint, Tell, Think,
    Train, Trained, Verdict,
};
use damka_wire::room::{Act, ClientIn, ClientOut, Phrase, Welcome, Words};
use damka_wire::{PROTOCOL, Score, decode, encode};
use serde::{Serialize, de::DeserializeOwned};

/// The message comes back, and is written like this.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(message: T, text: &str) {
    assert_eq!(encode(&message), text);
    assert_eq!(decode::<T>(text).expect("just written"), message);
}

#[test]
fn scores() {
    check(Score::Men(-35), r#"{"men":-35}"#);
    check(Score::Win(7), r#"{"win":7}"#);
    check(Score::Loss(12), r#"{"loss":12}"#);
    check(
        [Score::TableWin, Score::TableDraw, Score::TableLoss],
        r#"["table-win","table-draw","table-loss"]"#,
    );
}

#[test]
fn questions() {
    check(
        Ask::Echo { id: 1, text: "шашки".into(), steps: 3 },
        r#"{"echo":{"id":1,"text":"шашки","steps":3}}"#,
    );
    check(
        Ask::Bench { id: 3, variant: "turkish".into(), depth: 9 },
        r#"{"bench":{"id":3,"variant":"turkish","depth":9}}"#,
    );
    let verdicts = |moves| Ask::Verdicts { id: 4, variant: "thai".into(), fen: "W:W5:B29".into(), moves };
    check(verdicts(Vec::new()), r#"{"verdicts":{"id":4,"variant":"thai","fen":"W:W5:B29"}}"#);
    check(
        verdicts(vec!["5-1".into()]),
        r#"{"verdicts":{"id":4,"variant":"thai","fen":"W:W5:B29","moves":["5-1"]}}"#,
    );
    let train =
        Train { id: 6, variant: "russian".into(), study: "petrov".into(), seed: 5, ..Train::default() };
    check(
        Ask::Train(train),
        r#"{"train":{"id":6,"variant":"russian","study":"petrov","seed":5,"moves":[]}}"#,
    );
    let think = Think {
        id: 7,
        variant: "russian+optional-capture".into(),
        moves: vec!["c3-d4".into()],
        level: Some(2),
        limits: Limits { millis: Some(500), ..Limits::default() },
        lines: 3,
        seed: u64::MAX,
        ..Think::default()
    };
    check(
        Ask::Think(think),
        r#"{"think":{"id":7,"variant":"russian+optional-capture","moves":["c3-d4"],"level":2,"limits":{"millis":500},"lines":3,"fresh":false,"tables":false,"seed":18446744073709551615}}"#,
    );
}

#[test]
fn answers() {
    let line = Line { score: Score::Loss(4), moves: vec!["b6-c5".into()] };
    let report = Report { id: 7, depth: 3, nodes: 1, helped: 0, millis: 2, fill: 9, lines: vec![line] };
    assert_eq!((report.best(), report.score()), (Some("b6-c5"), Score::Loss(4)));
    check(
        Tell::Ready(Greeting { protocol: PROTOCOL, worker: 5, stoppable: true }),
        r#"{"ready":{"protocol":2,"worker":5,"stoppable":true}}"#,
    );
    check(Tell::EchoStep { id: 1, step: 2 }, r#"{"echo-step":{"id":1,"step":2}}"#);
    check(
        Tell::Done(report),
        r#"{"done":{"id":7,"depth":3,"nodes":1,"millis":2,"fill":9,"lines":[{"score":{"loss":4},"moves":["b6-c5"]}]}}"#,
    );
    let best = MoveVerdict { text: "5-1".into(), ends: Ends::Win, plies: 1 };
    let told =
        Tell::Verdicts { id: 4, position: Some(Verdict { ends: Ends::Win, plies: 1 }), moves: vec![best] };
    assert_eq!(told.id(), Some(4));
    check(
        told,
        r#"{"verdicts":{"id":4,"position":{"ends":"win","plies":1},"moves":[{"text":"5-1","ends":"win","plies":1}]}}"#,
    );
    let standing = Standing { ends: Ends::Win, distance: Some(9), slack: Some(2) };
    let trained = Trained {
        id: 6,
        start: "W:WKa1:Bb6".into(),
        told: Some((standing, standing)),
        now: Some(standing),
        hint: Some(StudyHint { stage: None, text: "a1-b2".into() }),
        end: Some(StudyEnd::Done(3)),
        ..Trained::default()
    };
    let won = r#"{"ends":"win","distance":9,"slack":2}"#;
    check(
        Tell::Trained(trained),
        &format!(
            r#"{{"trained":{{"id":6,"start":"W:WKa1:Bb6","moves":[],"needed":0,"told":[{won},{won}],"now":{won},"hint":{{"stage":null,"text":"a1-b2"}},"end":{{"done":3}}}}}}"#
        ),
    );
    check(Tell::Failed { id: None, reason: "no".into() }, r#"{"failed":{"id":null,"reason":"no"}}"#);
}

#[test]
fn rooms() {
    let hello =
        ClientOut::Hello { protocol: PROTOCOL, game: "x1".into(), seat: None, since: 12, takebacks: 0 };
    check(hello, r#"{"hello":{"protocol":2,"game":"x1","since":12}}"#);
    check(ClientOut::Play { ply: 12, text: "c3xe5xg7".into() }, r#"{"play":{"ply":12,"text":"c3xe5xg7"}}"#);
    check(ClientOut::Act { ply: 3, act: Act::ClaimDraw }, r#"{"act":{"ply":3,"act":"claim-draw"}}"#);
    check(ClientOut::Ping, r#""ping""#);
    check(
        ClientIn::Welcome(Box::new(Welcome {
            protocol: PROTOCOL,
            variant: "armenian".into(),
            since: 12,
            moves: vec!["c3-c4".into()],
            left: Some([60_000, 58_000]),
            here: [true, false],
            ..Welcome::default()
        })),
        r#"{"welcome":{"protocol":2,"variant":"armenian","since":12,"moves":["c3-c4"],"left":[60000,58000],"players":[null,null],"here":[true,false]}}"#,
    );
    check(
        ClientIn::Moved { ply: 13, text: "c3-c4".into(), left: None },
        r#"{"moved":{"ply":13,"text":"c3-c4"}}"#,
    );
    check(
        ClientIn::Acted { ply: 13, white: true, act: Act::Resign },
        r#"{"acted":{"ply":13,"white":true,"act":"resign"}}"#,
    );
    check(ClientIn::Undone { ply: 11, takebacks: 1, left: None }, r#"{"undone":{"ply":11,"takebacks":1}}"#);
    check(ClientOut::Say(Words::Text("<b>привет</b>".into())), r#"{"say":{"text":"<b>привет</b>"}}"#);
    check(ClientOut::Say(Words::Phrase(Phrase::GoodLuck)), r#"{"say":{"phrase":"good-luck"}}"#);
    check(ClientOut::Premove { ply: 9, text: None }, r#"{"premove":{"ply":9}}"#);
    check(
        ClientIn::Refused { ply: 13, reason: "not your turn".into() },
        r#"{"refused":{"ply":13,"reason":"not your turn"}}"#,
    );
}
