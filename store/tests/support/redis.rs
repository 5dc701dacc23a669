//! A `redis-server` of its own for each test.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
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

    /// Sends a signal, such as `STOP`, after which the server hangs until `CONT`.
    pub(crate) fn signal(&self, name: &str) {
        let command = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success(), "{command}");
    }

    /// The answer to one command: its first line, the text that follows, or a list of texts with spaces between.
    pub(crate) fn say(&self, command: &str) -> String {
        ask(self.port, command).unwrap()
    }

    /// A number that the server tells of itself, such as `used_memory`, in bytes.
    pub(crate) fn number(&self, name: &str) -> u64 {
        let info = self.say("INFO everything");
        let number = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        number.unwrap_or_else(|| panic!("{info}")).trim().parse().unwrap()
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A port below those that the system gives to outgoing connections, so that no connection takes the port while its server is away.
pub(crate) fn free_port() -> u16 {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(7919);
    loop {
        let number = first.wrapping_add(TRIED.fetch_add(1, Relaxed)) % 20_000;
        let port = 10_000 + u16::try_from(number).unwrap();
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
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
    let Some(length) = line.strip_prefix('*').and_then(|length| length.trim().parse::<usize>().ok()) else {
        return text(&mut reader, line);
    };
    let mut texts = Vec::new();
    for _ in 0..length {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        texts.push(text(&mut reader, line)?);
        // The end of the text's line.
        reader.read_line(&mut String::new()).ok()?;
    }
    Some(texts.join(" "))
}

/// The line, or the text that follows a line with its length.
fn text(reader: &mut impl Read, line: String) -> Option<String> {
    let Some(length) = line.strip_prefix('$').and_then(|length| length.trim().parse().ok()) else { return Some(line) };
    let mut text = vec![0; length];
    reader.read_exact(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}
