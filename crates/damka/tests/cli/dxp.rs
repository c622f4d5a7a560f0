//! damka dxp: two of us against each other, and a peer that talks nonsense.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::run::{Scratch, command, damka, refused};

/// A `damka dxp` that listens, and where.
fn listener(extra: &[&str]) -> (Child, String, String) {
    let mut child = command()
        .args(["dxp", "--port", "0", "--once", "--move-time", "0.01"])
        .args(extra)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    lines.read_line(&mut line).unwrap();
    let address = line.trim().rsplit(' ').next().unwrap().to_owned();
    // Keep reading, so that it never writes into a closed pipe.
    std::thread::spawn(move || lines.lines().for_each(drop));
    let port = address.rsplit(':').next().unwrap().to_owned();
    (child, address, port)
}

#[test]
fn two_games_between_ourselves() {
    let pdn = Scratch::new("dxp.pdn", b"");
    let (mut follower, _, port) = listener(&[]);
    let asking = ["--initiator", "--games", "2", "--minutes", "0", "--moves", "12", "--pdn", pdn.path()];
    let connecting = ["dxp", "--connect", "127.0.0.1", "--port", &port, "--move-time", "0.01"];
    let run = damka(&[&connecting[..], &asking[..]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert!(follower.wait().unwrap().success());
    assert_eq!(run.out.matches("game against Damka").count(), 2, "{}", run.out);
    assert!(run.out.contains("playing White") && run.out.contains("playing Black"), "{}", run.out);
    let games = damka(&["pdn", "replay", pdn.path()]);
    assert!(games.out.contains("2 of 2 games replayed"), "{games:?}");
}

#[test]
fn the_roles_are_independent_of_who_connects() {
    let (mut initiator, _, port) = listener(&["--initiator", "--minutes", "1", "--moves", "3"]);
    let run = damka(&["dxp", "--connect", "127.0.0.1", "--port", &port, "--move-time", "0.01"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("playing Black"), "{}", run.out);
    assert!(initiator.wait().unwrap().success());
}

/// Sends bytes and gives back what is heard until all of it is there that is expected.
fn talk(address: &str, says: &[&[u8]], expect: &[&str]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut heard = String::new();
    let mut buffer = [0; 1024];
    for bytes in says {
        stream.write_all(bytes).unwrap();
    }
    while expect.iter().any(|expect| !heard.contains(expect)) {
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(length) => heard += &String::from_utf8_lossy(&buffer[..length]).replace('\0', "\n"),
        }
    }
    heard
}

#[test]
fn nonsense_is_answered_and_survived() {
    let check = |says: &[&[u8]], expect: &[&str]| {
        let (mut child, address, _) = listener(&[]);
        let heard = talk(&address, says, expect);
        for expect in expect {
            assert!(heard.contains(expect), "{expect:?}: {heard}");
        }
        assert!(child.wait().unwrap().success(), "{heard}");
    };
    let request = |terms: &str| format!("R01{:<32}{terms}", "tester").into_bytes();
    let ask = |terms: &str| [request(terms).as_slice(), b"\0"].concat();
    check(&[b"hello\0", b"\0\0", b"Cgood day\0"], &["C"]);
    check(&[&[b'x'; 500], b"\0"], &["Cerror: message longer"]);
    check(&[b"M0001323800\0"], &["move without a game"]);
    // We are White and move first.
    check(&[&ask("W000000A")], &["ADamka", "\nM"]);
    // A move that is not legal ends the game.
    check(&[&ask("Z000000A"), b"M0001325000\0"], &["ADamka", "illegal move", "\nE0"]);
    // A man where it would have been crowned.
    let bad = format!("Z005000BWw{}z{}", "e".repeat(48), "");
    check(&[&ask(&bad)], &["ADamka", "2"]);
    check(&[b"R01", b"truncated"], &[]);
}

#[test]
fn bad_arguments() {
    refused(&["dxp", "--connect", "127.0.0.1", "--port", "1"], "127.0.0.1:1");
    refused(&["dxp", "--host", "nowhere.invalid"], "nowhere.invalid");
    refused(&["dxp", "--games", "0"], "--games");
    refused(&["dxp", "--minutes", "1000"], "--minutes");
}
