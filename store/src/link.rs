//! The connection to a server, or to all nodes of a cluster.
//!
//! The client has a timeout for each read of the socket, which a server that sends a byte now and then never meets. So a connection lives in a
//! thread of its own, which is left behind where an answer is not there in time as a whole.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use redis::cluster::{ClusterClientBuilder, ClusterConnection, cluster_pipe};
use redis::{
    Client, Cmd, Connection, ConnectionLike, ErrorKind, FromRedisValue, RedisError, RedisResult, ServerErrorKind,
};

use crate::address::Address;

/// Number of times a command is sent to a cluster again: once for a slot that has moved, once for a key that is moving at this moment. The client
/// also asks a node that does not answer in time again, so that a node that hangs is given up after three times the timeout.
const RETRIES: u32 = 2;
/// Bounds of the pause before a command is sent again to a node that asks for patience, in milliseconds.
const SHORTEST_PAUSE: u64 = 10;
const LONGEST_PAUSE: u64 = 100;
/// Most keys that are asked for at once in a cluster. The client waits for each answer of a node that hangs, one after the other, so that this
/// number times the timeout bounds the time until the worker says that it is alone.
const MOST_ASKED: usize = 16;

/// Threads of connections at most, with those that were left behind. As long as there are so many, no connection is opened.
const MOST_THREADS: usize = 4;

/// The connections of a worker, one after the other.
pub(crate) struct Links {
    /// The time in which an answer must begin, and go on.
    patience: Duration,
    /// The time in which it must be there as a whole.
    whole: Duration,
    /// Each thread of a connection has a copy.
    threads: Arc<()>,
}

impl Links {
    pub(crate) fn new(patience: Duration, whole: Duration) -> Self {
        Self { patience, whole, threads: Arc::new(()) }
    }

    pub(crate) fn open(&self, address: &Address) -> RedisResult<Link> {
        if Arc::strong_count(&self.threads) > MOST_THREADS {
            return Err(too_late());
        }
        let (jobs, todo) = mpsc::channel::<Job>();
        let (tell, opened) = mpsc::channel();
        let (address, patience, thread) = (address.clone(), self.patience, Arc::clone(&self.threads));
        thread::Builder::new().name("link".to_owned()).spawn(move || {
            let opened = Connected::open(&address, patience).map(|mut connected| {
                // Nobody waits any more where it took too long.
                tell.send(Ok(())).ok();
                // Until the link is dropped.
                for job in todo {
                    job(&mut connected);
                }
            });
            if let Err(error) = opened {
                tell.send(Err(error)).ok();
            }
            drop(thread);
        })?;
        wait(&opened, self.whole)?;
        Ok(Link { jobs, whole: self.whole })
    }
}

/// A connection that gives an error where a server does not answer in time. After an error it is thrown away.
pub(crate) struct Link {
    jobs: Sender<Job>,
    whole: Duration,
}

type Job = Box<dyn FnOnce(&mut Connected) + Send>;

impl Link {
    /// The answer to one command.
    pub(crate) fn ask<T: FromRedisValue + Send + 'static>(&self, command: &Cmd) -> RedisResult<T> {
        let command = command.clone();
        self.wait_for(move |connected| connected.ask(&command))
    }

    /// The values of keys, in their order; those of one node come in one round trip.
    pub(crate) fn values(&self, keys: Vec<String>) -> RedisResult<Vec<Option<Vec<u8>>>> {
        self.wait_for(move |connected| connected.values(&keys))
    }

    fn wait_for<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&mut Connected) -> RedisResult<T> + Send + 'static,
    ) -> RedisResult<T> {
        let (tell, told) = mpsc::channel();
        // Where the thread has ended, nobody tells anything. Where nobody waits any more, the answer is dropped.
        self.jobs.send(Box::new(move |connected| drop(tell.send(ask(connected))))).ok();
        wait(&told, self.whole)
    }
}

fn wait<T>(told: &Receiver<RedisResult<T>>, whole: Duration) -> RedisResult<T> {
    told.recv_timeout(whole).unwrap_or_else(|error| match error {
        RecvTimeoutError::Timeout => Err(too_late()),
        // A panic of the client.
        RecvTimeoutError::Disconnected => Err(io::Error::other("the connection has ended").into()),
    })
}

fn too_late() -> RedisError {
    io::Error::from(io::ErrorKind::TimedOut).into()
}

/// The connection in its thread.
enum Connected {
    Server(Box<Connection>),
    /// One connection to each node. The client knows which node has which slots, and asks again after a node has said that a slot is elsewhere.
    Cluster(Box<ClusterConnection>),
}

impl Connected {
    fn open(address: &Address, patience: Duration) -> RedisResult<Self> {
        #[cfg(feature = "tls")]
        choose_cryptography();
        if address.is_cluster {
            return Self::open_cluster(address, patience);
        }
        let info = address.first().clone();
        // An authority of one's own replaces the list that the client has built in.
        #[cfg(feature = "tls")]
        let client = match &address.authority {
            Some(authority) => Client::build_with_tls(info, authority.clone())?,
            None => Client::open(info)?,
        };
        #[cfg(not(feature = "tls"))]
        let client = Client::open(info)?;
        let connection = client.get_connection_with_timeout(patience)?;
        connection.set_read_timeout(Some(patience))?;
        connection.set_write_timeout(Some(patience))?;
        Ok(Self::Server(Box::new(connection)))
    }

    fn open_cluster(address: &Address, patience: Duration) -> RedisResult<Self> {
        let builder = ClusterClientBuilder::new(address.nodes.clone())
            .retries(RETRIES)
            .min_retry_wait(SHORTEST_PAUSE)
            .max_retry_wait(LONGEST_PAUSE)
            .connection_timeout(patience)
            .response_timeout(patience);
        #[cfg(feature = "tls")]
        let builder = match &address.authority {
            Some(authority) => builder.certs(authority.clone()),
            None => builder,
        };
        let connection = builder.build()?.get_connection()?;
        connection.set_write_timeout(Some(patience))?;
        Ok(Self::Cluster(Box::new(connection)))
    }

    fn ask<T: FromRedisValue>(&mut self, command: &Cmd) -> RedisResult<T> {
        match self {
            // A single server that says MOVED is a node of a cluster. A cluster in which no node has the key may be a
            // single server. The hint names the right kind of address.
            Self::Server(connection) => command.query(connection.as_mut()).map_err(|error| hint(error, MOVED)),
            Self::Cluster(connection) => command.query(connection.as_mut()).map_err(|error| hint(error, NO_NODE)),
        }
    }

    fn values(&mut self, keys: &[String]) -> RedisResult<Vec<Option<Vec<u8>>>> {
        match self {
            Self::Server(connection) => {
                let mut pipe = redis::pipe();
                for key in keys {
                    pipe.add_command(get(key));
                }
                match pipe.query(connection.as_mut()) {
                    Err(error) if is_of_one_key(&error) => one_by_one(connection.as_mut(), keys),
                    found => found,
                }
            }
            Self::Cluster(connection) => {
                let mut values = Vec::with_capacity(keys.len());
                for keys in keys.chunks(MOST_ASKED) {
                    let mut pipe = cluster_pipe();
                    for key in keys {
                        pipe.add_command(get(key));
                    }
                    values.extend(match pipe.query(connection.as_mut()) {
                        Err(error) if is_of_one_key(&error) => one_by_one(connection.as_mut(), keys)?,
                        found => found?,
                    });
                }
                Ok(values)
            }
        }
    }
}

/// Whether a pipeline may have failed by a single key: one of a slot that has moved, which a pipeline does not follow and a single command does, or one with
/// another kind of value.
fn is_of_one_key(error: &RedisError) -> bool {
    error.is_cluster_error() || error.kind() == ErrorKind::Extension
}

/// The values of keys, each asked for by a command of its own. Another kind of value, such as a list, is no bytes, and so no chunk.
fn one_by_one(connection: &mut dyn ConnectionLike, keys: &[String]) -> RedisResult<Vec<Option<Vec<u8>>>> {
    let value = |key: &String| match get(key).query(connection) {
        Err(error) if error.code() == Some("WRONGTYPE") => Ok(Some(Vec::new())),
        found => found,
    };
    keys.iter().map(value).collect()
}

fn get(key: &str) -> Cmd {
    let mut command = redis::cmd("GET");
    command.arg(key);
    command
}

/// What is to be done where the address is of the wrong kind.
const MOVED: (ErrorKind, &str) = (
    ErrorKind::Server(ServerErrorKind::Moved),
    "the server is a node of a cluster, whose address begins with redis+cluster://",
);
const NO_NODE: (ErrorKind, &str) = (
    ErrorKind::ClusterConnectionNotFound,
    "no node has the key: slots are missing, or it is a single server, whose address begins with redis://",
);

/// The error with the hint, if the error is of the kind that the hint is for.
fn hint(error: RedisError, (kind, hint): (ErrorKind, &'static str)) -> RedisError {
    if error.kind() == kind { RedisError::from((ErrorKind::InvalidClientConfig, hint)) } else { error }
}

/// The client panics where a program has not chosen a library of cryptography and has more than one of them, or none.
#[cfg(feature = "tls")]
fn choose_cryptography() {
    use rustls::crypto::{CryptoProvider, ring};

    if CryptoProvider::get_default().is_none() {
        // Another thread may have chosen in the meantime.
        let _ = ring::default_provider().install_default();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::thread;
    use std::time::Duration;

    use super::{Links, MOST_THREADS, get};
    use crate::address::Address;

    /// A byte every hundredth of a second, for eight seconds: each comes in time.
    fn drip(client: &mut TcpStream) {
        let header = b"$1000\r\n".iter().copied();
        for byte in header.chain([b'x'; 800]) {
            if client.write_all(&[byte]).is_err() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// A server that drips its answers from the first command on.
    fn drips(password: &str) -> Address {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for mut client in listener.incoming().flatten() {
                thread::spawn(move || {
                    if client.read(&mut [0]).is_ok() {
                        drip(&mut client);
                    }
                });
            }
        });
        format!("redis://{password}127.0.0.1:{port}").parse().unwrap()
    }

    #[test]
    fn a_server_that_drips_takes_too_long() {
        let links = Links::new(Duration::from_secs(5), Duration::from_millis(500));
        // A password is sent when the connection is opened.
        for password in ["", ":sesame@"] {
            let opened = links.open(&drips(password));
            assert_eq!(opened.is_ok(), password.is_empty());
            let error = match opened {
                Ok(link) => link.ask::<String>(&get("head")).unwrap_err(),
                Err(error) => error,
            };
            assert!(error.is_timeout(), "{error}");
        }
    }

    /// What was left behind does not become more and more.
    #[test]
    fn no_more_threads_are_started_than_the_bound() {
        let links = Links::new(Duration::from_secs(5), Duration::from_millis(1));
        let address = drips(":sesame@");
        for _ in 0..10 {
            assert!(links.open(&address).is_err());
            assert!(std::sync::Arc::strong_count(&links.threads) <= MOST_THREADS + 1);
        }
    }
}
