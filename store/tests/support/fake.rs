//! A server that knows the few commands of workers, and loses its data when a test wants it to.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A server on loopback, which ends with the process.
pub(crate) struct Fake {
    port: u16,
    data: Arc<Mutex<Data>>,
}

#[derive(Default)]
struct Data {
    values: HashMap<Vec<u8>, Vec<u8>>,
    /// Numbers that were counted.
    counted: u64,
    /// The count before which the data is lost.
    lost_before: u64,
}

impl Fake {
    /// A server that loses its data between the read of the head and the count of one exchange, which is the one with this number, from 1.
    pub(crate) fn losing_before(lost_before: u64) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let data = Arc::new(Mutex::new(Data { lost_before, ..Data::default() }));
        let shared = Arc::clone(&data);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let data = Arc::clone(&shared);
                thread::spawn(move || serve(client, &data));
            }
        });
        Self { port, data }
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub(crate) fn number(&self, key: &str) -> u64 {
        let data = self.data.lock().unwrap();
        std::str::from_utf8(&data.values[key.as_bytes()]).unwrap().parse().unwrap()
    }

    /// How many numbers were counted until now.
    pub(crate) fn counted(&self) -> u64 {
        self.data.lock().unwrap().counted
    }
}

/// Answers commands until the connection is cut.
fn serve(client: TcpStream, data: &Mutex<Data>) -> Option<()> {
    client.set_nodelay(true).ok()?;
    let (mut reader, mut writer) = (BufReader::new(client.try_clone().ok()?), client);
    let mut line = String::new();
    loop {
        let mut words = Vec::new();
        for _ in 0..length(&mut reader, &mut line)? {
            let mut word = vec![0; length(&mut reader, &mut line)?];
            reader.read_exact(&mut word).ok()?;
            reader.read_line(&mut String::new()).ok()?;
            words.push(word);
        }
        let answer = data.lock().unwrap().answer(&words);
        writer.write_all(&answer).ok()?;
    }
}

/// The number after the sign of a line.
fn length(reader: &mut impl BufRead, line: &mut String) -> Option<usize> {
    line.clear();
    reader.read_line(line).ok()?;
    line.get(1..)?.trim().parse().ok()
}

impl Data {
    fn answer(&mut self, words: &[Vec<u8>]) -> Vec<u8> {
        let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
        match words[..] {
            [b"GET", key] => self.values.get(key).map_or(b"$-1\r\n".to_vec(), |value| {
                [format!("${}\r\n", value.len()).as_bytes(), value, b"\r\n"].concat()
            }),
            [b"SET", key, _, b"NX"] if self.values.contains_key(key) => b"$-1\r\n".to_vec(),
            [b"SET", key, value, ..] => {
                self.values.insert(key.to_vec(), value.to_vec());
                b"+OK\r\n".to_vec()
            }
            [b"INCR", key] => {
                self.counted += 1;
                if self.counted == self.lost_before {
                    self.values.clear();
                }
                let value = self.values.get(key).map_or("0", |value| std::str::from_utf8(value).unwrap());
                let number = value.parse::<u64>().unwrap() + 1;
                self.values.insert(key.to_vec(), number.to_string().into_bytes());
                format!(":{number}\r\n").into_bytes()
            }
            // Of the beginning of a connection.
            _ => b"+OK\r\n".to_vec(),
        }
    }
}
