//! The connection: frames out with a pause between them, bytes in from a thread.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use damka_dxp::{Message, PAUSE, encode};

use super::Event;

/// One connection.
pub(super) struct Link {
    stream: TcpStream,
    /// When the last frame went out.
    sent: Option<Instant>,
}

impl Link {
    pub(super) fn connect(address: (&str, u16)) -> io::Result<Link> {
        Link::over(TcpStream::connect(address)?)
    }

    pub(super) fn listen(address: (&str, u16)) -> io::Result<TcpListener> {
        TcpListener::bind(address)
    }

    pub(super) fn accept(listener: &TcpListener) -> io::Result<(Link, SocketAddr)> {
        let (stream, peer) = listener.accept()?;
        Ok((Link::over(stream)?, peer))
    }

    fn over(stream: TcpStream) -> io::Result<Link> {
        stream.set_nodelay(true)?;
        Ok(Link { stream, sent: None })
    }

    /// Reads in a thread, so that an end of the game is heard while we think.
    pub(super) fn read_into(&self, number: u32, events: Sender<Event>) -> io::Result<()> {
        let mut stream = self.stream.try_clone()?;
        thread::spawn(move || {
            let mut buffer = [0; 1024];
            loop {
                let event = match stream.read(&mut buffer) {
                    Ok(0) | Err(_) => Event::End(number),
                    Ok(length) => Event::Bytes(number, buffer[..length].to_vec()),
                };
                let ended = matches!(event, Event::End(_));
                if events.send(event).is_err() || ended {
                    return;
                }
            }
        });
        Ok(())
    }

    /// Writes a message, not too soon after the one before.
    pub(super) fn send(&mut self, message: &Message) -> io::Result<()> {
        if let Some(sent) = self.sent {
            thread::sleep(PAUSE.saturating_sub(sent.elapsed()));
        }
        self.stream.write_all(&encode(message))?;
        self.sent = Some(Instant::now());
        Ok(())
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // It may be closed already; the reading thread ends with it.
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}
