//! A proxy in front of a server, which delays, cuts and alters what passes.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// What a [`Proxy`] does with the bytes that pass, both ways.
#[derive(Default)]
pub(crate) struct Mischief {
    /// Milliseconds by which each piece is late.
    pub(crate) delay: AtomicU64,
    /// Bytes after which a connection is cut; 0 for never.
    pub(crate) cut: AtomicU64,
    /// Bytes of which one is altered; 0 for none.
    pub(crate) alter: AtomicU64,
}

/// A proxy on loopback, which ends with the process.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    pub(crate) mischief: Arc<Mischief>,
    /// The number of connections until now.
    pub(crate) connections: Arc<AtomicU64>,
}

impl Proxy {
    pub(crate) fn to(target: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (mischief, connections) = (Arc::new(Mischief::default()), Arc::new(AtomicU64::new(0)));
        let (own, counted) = (Arc::clone(&mischief), Arc::clone(&connections));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                counted.fetch_add(1, Relaxed);
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, target)) else { continue };
                // Every connection is cut and altered at places of its own.
                let place = counted.load(Relaxed) * 7919;
                pass(client.try_clone().unwrap(), server.try_clone().unwrap(), Arc::clone(&own), place);
                pass(server, client, Arc::clone(&own), place + 104_729);
            }
        });
        Self { port, mischief, connections }
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

/// Passes bytes on, in two threads, so that a delay does not slow down what follows.
fn pass(mut from: TcpStream, mut to: TcpStream, mischief: Arc<Mischief>, mut place: u64) {
    let (send, receive) = mpsc::channel::<(Instant, Vec<u8>)>();
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    thread::spawn(move || {
        let (mut buffer, mut passed) = (vec![0; 1 << 16], 0);
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            let bytes = &mut buffer[..length];
            let alter = mischief.alter.load(Relaxed);
            for byte in bytes.iter_mut() {
                place += 1;
                if alter > 0 && place.is_multiple_of(alter) {
                    *byte ^= 1 << (place / alter % 8);
                }
            }
            passed += length as u64;
            let due = Instant::now() + Duration::from_millis(mischief.delay.load(Relaxed));
            let cut = mischief.cut.load(Relaxed);
            if cut > 0 && passed > cut {
                let half = length / 2;
                let _ = send.send((due, bytes[..half].to_vec()));
                break;
            }
            if send.send((due, bytes.to_vec())).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
    });
    thread::spawn(move || {
        for (due, bytes) in receive {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
    });
}
