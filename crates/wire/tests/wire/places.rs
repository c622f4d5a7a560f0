//! Addresses read and written.

use damka_rules::Variant;
use damka_wire::place::{Invite, Place, Room};

fn board(variant: Variant) -> Place {
    Place::Board(Invite::to(variant))
}

/// What a link is taken for, and whatever is wrong with it.
#[track_caller]
fn check(link: &str, address: &str, trouble: &str) {
    let (path, query) = link.split_once('?').unwrap_or((link, ""));
    let (place, told) = Place::parse(path, query);
    assert_eq!(place.address(), address, "{link}");
    let told = told.map_or_else(String::new, |told| told.to_string());
    assert!(told.contains(trouble) && told.is_empty() == trouble.is_empty(), "{link}: {told:?}");
}

/// Nothing is wrong with the link.
#[track_caller]
fn leads(link: &str, address: &str) {
    check(link, address, "");
}

#[test]
fn pages_are_found() {
    leads("?utm=1", "");
    leads("/russian?ref=x", "russian");
    leads("/Russian/", "russian");
    leads("russian+optional-capture?touch=1", "russian?rules=optional-capture&touch=1");
    leads("thai/lesson", "thai/lesson");
    leads("russian+optional-capture/lesson", "russian/lesson?rules=optional-capture");
    leads("RUSSIAN/LESSON?item=3", "russian/lesson?item=3");
    leads("/people/", "people");
    leads("people/k7m2xw9q4z", "people/k7m2xw9q4z");
    leads("people/@Anna?utm=1", "people/@Anna");
    assert_eq!(Place::parse("thai/lesson", "").0, Place::Room(Invite::to(Variant::Thai), Room::Lesson));
}

#[test]
fn nothing_else_is() {
    for name in ["chess", "lesson", "index.html"] {
        check(name, "", &format!("unknown variant '{name}'"));
    }
    for (room, named) in [("openings", "openings"), ("lesson/1", "lesson"), ("..", "..")] {
        check(&format!("russian/{room}"), "", &format!("no page '{named}'"));
    }
}

/// Rooms that are not built yet have their address, but nobody is sent there.
#[test]
fn closed_rooms_are_not_found() {
    let closed = Room::ALL.into_iter().filter(|room| !Room::OPEN.contains(room));
    let people = (!Room::OPEN.contains(&Room::People)).then_some(Place::People(None));
    for place in closed.map(|room| Place::Room(Invite::to(Variant::Russian), room)).chain(people) {
        let (found, trouble) = Place::parse(&place.path(), "");
        assert_eq!(found, Place::Home, "{place:?}");
        assert!(trouble.is_some(), "{place:?}");
    }
}

#[test]
fn invitations_survive_the_journey() {
    let invites = [
        Invite::to(Variant::Russian),
        Invite { moves: vec!["c3-d4".into(), "d6-c5".into()], ..Invite::to(Variant::Russian) },
        Invite {
            touch_move: true,
            clock: Some("300+3".into()),
            fen: Some("W:Wc3:BKf6".into()),
            moves: vec!["c3-b4".into()],
            ..Invite::to(Variant::RussianOptional)
        },
    ];
    for invite in invites {
        let place = Place::Board(invite);
        let address = place.address();
        let (path, query) = address.split_once('?').unwrap_or((&address, ""));
        assert_eq!(Place::parse(path, query), (place, None), "{address}");
    }
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_kept() {
    check("russian?rules=flying-pigs", "russian", "house rule 'flying-pigs'");
    check("armenian?rules=optional-capture", "armenian", "house rule 'optional-capture'");
    check("russian?rules=x&touch=1", "russian?touch=1", "house rule 'x'");
    check("turkish?fen=W:Wz9&moves=a3-a4", "turkish", "the position in the link");
    check("russian?fen=%FF%", "russian", "the position in the link");
    leads("russian?clock=300+3", "russian?clock=300%2B3");
    check("russian?moves=c3-d4,d6-c5,c1-h8", "russian?moves=c3-d4,d6-c5", "move 3 in the link, 'c1-h8'");
    leads("russian?moves=c3-d4+d6-c5", "russian?moves=c3-d4,d6-c5");
    leads("russian?moves=,,", "russian");
}

#[test]
fn every_listed_path_is_a_page() {
    let paths: Vec<String> = Place::every_path().collect();
    assert!(paths.contains(&String::new()) && paths.contains(&"russian/lesson".to_owned()));
    assert!(paths.contains(&"russian+optional-capture".to_owned()));
    for path in paths {
        let (place, trouble) = Place::parse(&path, "");
        assert_eq!(trouble, None, "{path}");
        assert!(path.is_empty() == (place == Place::Home), "{path}");
    }
    assert!(board(Variant::Thai).is_open());
}
