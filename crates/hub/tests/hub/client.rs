//! The client against our own session: what one side writes the other understands.

use damka_hub::{
    Chosen, Client, ClientError, Effect, Event, Identity, Level, Limits, Mode, Param, Phase, Session, Start,
};

/// Lets the session answer a line and the client read the answers; effects come back for the caller to act on.
fn exchange(client: &mut Client, session: &mut Session, line: &str) -> (Vec<Event>, Vec<Effect>) {
    let effects = session.handle(line);
    (events(client, &effects), effects)
}

fn events(client: &mut Client, effects: &[Effect]) -> Vec<Event> {
    let replies = effects.iter().filter_map(|effect| match effect {
        Effect::Reply(line) => Some(line),
        _ => None,
    });
    replies.map(|line| client.handle(line)).collect()
}

#[test]
fn a_whole_conversation() {
    let variant = Param::choice("variant", "normal", &["normal", "russian"], &[]);
    let mut session =
        Session::new(Identity::new("Damka", "0.1"), vec![variant, Param::int("threads", 1, 1, 4)]);
    let mut client = Client::new();

    let line = client.start().unwrap();
    let (events_seen, _) = exchange(&mut client, &mut session, &line);
    assert_eq!(events_seen.last(), Some(&Event::Introduced));
    assert_eq!(client.identity().name, "Damka");
    assert_eq!(client.params(), session.params());

    assert_eq!(client.set_param("variant", "normal"), Ok(None));
    let line = client.set_param("variant", "russian").unwrap().unwrap();
    let (_, effects) = exchange(&mut client, &mut session, &line);
    assert_eq!(effects, [Effect::SetParam { name: "variant".into(), value: "russian".into() }]);
    assert!(matches!(client.set_param("threads", "9"), Err(ClientError::Value(_))));
    assert_eq!(client.set_param("book", "true"), Err(ClientError::NoParam("book".into())));

    let early = client.search(Start::Initial, vec![], Level::default(), Mode::Think);
    assert_eq!(
        early.unwrap_err().to_string(),
        "a search is impossible while the engine is waiting for parameters"
    );
    let line = client.init().unwrap();
    assert_eq!(exchange(&mut client, &mut session, &line).0, [Event::Ready]);

    let limits = Limits { depth: Some(6), ..Limits::default() };
    let lines = client.search(Start::Initial, vec!["21-17".parse().unwrap()], limits, Mode::Ponder).unwrap();
    assert_eq!(lines, ["pos start moves=21-17", "level depth=6", "go ponder"]);
    session.handle(&lines[0]);
    session.settle(Ok(()));
    session.handle(&lines[1]);
    let (_, effects) = exchange(&mut client, &mut session, &lines[2]);
    assert_eq!(effects, [Effect::Go { mode: Mode::Ponder, limits }]);
    assert_eq!(client.phase(), Phase::Searching(Mode::Ponder));
    let ping = client.ping();
    assert_eq!(exchange(&mut client, &mut session, &ping).0, [Event::Pong]);
    let line = client.ponder_hit().unwrap();
    assert_eq!(exchange(&mut client, &mut session, &line).1, [Effect::PonderHit]);
    assert!(client.ponder_hit().is_err());
    let line = client.stop().unwrap();
    assert_eq!(exchange(&mut client, &mut session, &line).1, [Effect::Stop]);
    let effects = session.done(Some("9-13".parse().unwrap()), None);
    let done = Event::Done(Chosen { best: Some("9-13".parse().unwrap()), ponder: None });
    assert_eq!(events(&mut client, &effects), [done]);
    assert_eq!(client.phase(), Phase::Idle);
    assert!(client.stop().is_err());
}

/// What engines print besides the protocol does no harm, and a broken `done` ends the search.
#[test]
fn strange_engines() {
    let mut client = Client::new();
    client.start().unwrap();
    let noise = |line: &str| Event::Noise(line.into());
    assert_eq!(client.handle("Scan 3.1 Copyright (C) 2015-2019"), noise("Scan 3.1 Copyright (C) 2015-2019"));
    assert_eq!(client.handle("done move=1-2"), noise("done move=1-2"));
    client.handle("param name=bb-size value=5 type=int");
    assert_eq!(client.params().len(), 1);
    client.handle("wait");
    client.init().unwrap();
    assert_eq!(client.handle("init bitbases"), noise("init bitbases"));
    assert_eq!(client.handle("ready"), Event::Ready);
    client.search(Start::Initial, vec![], Level::default(), Mode::Think).unwrap();
    assert_eq!(client.handle("error message=\"oh dear\""), Event::Error("oh dear".into()));
    assert!(matches!(client.handle("done move=banana"), Event::Broken(_)));
    assert_eq!(client.phase(), Phase::Idle);
    client.search(Start::Initial, vec![], Level::default(), Mode::Think).unwrap();
    assert_eq!(client.handle("done"), Event::Done(Chosen::default()));
}
