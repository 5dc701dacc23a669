//! A `redis-server` of its own for each test, and a proxy in front of it that misbehaves.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// A server on loopback at a free port, which ends with the value.
pub(crate) struct Redis {
    child: Child,
    pub(crate) port: u16,
    folder: PathBuf,
    options: Vec<String>,
}

impl Redis {
    /// Starts a server with options such as `--requirepass`.
    pub(crate) fn start(options: &[&str]) -> Self {
        let port = free_port();
        let folder = std::env::temp_dir().join(format!("grundy-redis-{}-{port}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        let child = spawn(port, &folder, &options);
        Self { child, port, folder, options }
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Kills the server by a signal that no process can catch, and starts it again at the same port.
    pub(crate) fn restart(&mut self, away: Duration) {
        self.kill();
        thread::sleep(away);
        self.child = spawn(self.port, &self.folder, &self.options);
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The answer to one command: its first line, or the text that follows.
    pub(crate) fn say(&self, command: &str) -> String {
        ask(self.port, command).unwrap()
    }

    /// The memory in use, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let info = self.say("INFO memory");
        let used = info.lines().find_map(|line| line.strip_prefix("used_memory:"));
        used.unwrap_or_else(|| panic!("{info}")).trim().parse().unwrap()
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

fn spawn(port: u16, folder: &PathBuf, options: &[String]) -> Child {
    let mut command = Command::new("redis-server");
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--dir"]).arg(folder).args(options);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let child = child.expect("redis-server is missing: `apt-get install redis-server`, as .ci/run does");
    let begin = Instant::now();
    // A server with a password answers too. One that reads its data says LOADING.
    while !ask(port, "PING").is_some_and(|answer| answer.contains("PONG") || answer.contains("NOAUTH")) {
        assert!(begin.elapsed() < Duration::from_secs(10), "redis-server does not start");
        thread::sleep(Duration::from_millis(10));
    }
    child
}

fn ask(port: u16, command: &str) -> Option<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()?;
    stream.write_all(format!("{command}\r\n").as_bytes()).ok()?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    if let Some(length) = line.strip_prefix('$').and_then(|length| length.trim().parse().ok()) {
        let mut text = vec![0; length];
        reader.read_exact(&mut text).ok()?;
        line = String::from_utf8_lossy(&text).into_owned();
    }
    Some(line)
}

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
        let _ = from.shutdown(std::net::Shutdown::Both);
    });
    thread::spawn(move || {
        for (due, bytes) in receive {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&bytes).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Both);
    });
}
