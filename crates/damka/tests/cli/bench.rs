//! damka bench, serve and export-site.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use crate::run::{command, damka, refused};

#[test]
fn bench_has_a_signature() {
    let signature =
        || damka(&["bench", "--variant", "russian", "--depth", "6"]).lines().last().unwrap().to_string();
    let first = signature();
    assert!(first.parse::<u64>().unwrap() > 100, "{first}");
    assert_eq!(first, signature(), "the same work gives the same count");
    assert_eq!(damka(&["bench", "--depth", "0"]).code, 2);
    assert_eq!(damka(&["bench", "--variant", "chess"]).code, 2);
}

#[test]
fn without_a_command_the_page_is_served() {
    for args in [
        &["--port", "0", "--no-open"][..],
        &["serve", "--port", "0", "--no-open", "--host", "localhost", "--log", "debug"],
    ] {
        let mut child = command().args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        printed.read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn bad_serving() {
    refused(&["--port", "99999"], "--port");
    refused(&["--host", "nowhere.invalid", "--no-open"], "--host: 'nowhere.invalid'");
    refused(&["--log", "loudly"], "--log");
    refused(&["--port", "1", "--host", "203.0.113.1", "--no-open"], "cannot listen on 203.0.113.1:1");
    refused(&["export-site"], "<DIR>");
}
