//! The simplest of web servers: files of a directory below a path, no rules, no headers of ours.

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

/// Serves a directory below a path until dropped.
#[derive(Debug)]
pub struct PlainServer {
    url: String,
    ended: Arc<AtomicBool>,
}

impl PlainServer {
    /// Serves `dir` below `mount`, which begins and ends with a slash.
    pub fn start(dir: &Path, mount: &'static str) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let url = format!("http://{}{mount}", listener.local_addr()?);
        let (dir, ended) = (dir.to_owned(), Arc::new(AtomicBool::new(false)));
        let server = Self { url, ended: ended.clone() };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                let dir = dir.clone();
                // A browser that hangs up is no concern of ours.
                thread::spawn(move || answer(stream, &dir, mount).ok());
            }
        });
        Ok(server)
    }

    /// The address of the directory, ending in a slash.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for PlainServer {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        // One last connection, so that the loop looks at the flag.
        let address = self.url.trim_start_matches("http://").split('/').next().unwrap_or_default();
        let _ = TcpStream::connect(address);
    }
}

fn answer(mut stream: TcpStream, dir: &Path, mount: &str) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = request.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let found = path.strip_prefix(mount).filter(|below| !below.contains("..")).map(|below| dir.join(below));
    match found {
        Some(file) if file.is_dir() && !path.ends_with('/') => {
            write!(
                stream,
                "HTTP/1.1 301 Moved\r\nLocation: {path}/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            )
        }
        Some(file) => send(&mut stream, if file.is_dir() { file.join("index.html") } else { file }),
        None => send(&mut stream, PathBuf::new()),
    }
}

fn send(stream: &mut TcpStream, file: PathBuf) -> io::Result<()> {
    let (status, body) = fs::read(&file).map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
    let media_type = match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        // On purpose not WebAssembly's own type, which many simple servers do not know.
        _ => "application/octet-stream",
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}
