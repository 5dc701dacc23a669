//! The connection to a server, or to all nodes of a cluster.

use std::time::Duration;

use redis::cluster::{ClusterClientBuilder, ClusterConnection, cluster_pipe};
use redis::{Client, Cmd, Connection, ErrorKind, FromRedisValue, RedisError, RedisResult, ServerErrorKind};

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

/// A connection that gives an error where a server does not answer in time. After an error it is thrown away.
pub(crate) enum Link {
    Server(Box<Connection>),
    /// One connection to each node. The client knows which node has which slots, and asks again after a node has said that a slot is elsewhere.
    Cluster(Box<ClusterConnection>),
}

impl Link {
    pub(crate) fn open(address: &Address, patience: Duration) -> RedisResult<Self> {
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

    /// The answer to one command.
    pub(crate) fn ask<T: FromRedisValue>(&mut self, command: &Cmd) -> RedisResult<T> {
        match self {
            // A single server that says MOVED is a node of a cluster. A cluster in which no node has the key may be a
            // single server. The hint names the right kind of address.
            Self::Server(connection) => command.query(connection.as_mut()).map_err(|error| hint(error, MOVED)),
            Self::Cluster(connection) => command.query(connection.as_mut()).map_err(|error| hint(error, NO_NODE)),
        }
    }

    /// The values of keys, in their order; those of one node come in one round trip.
    pub(crate) fn values(&mut self, keys: &[String]) -> RedisResult<Vec<Option<Vec<u8>>>> {
        match self {
            Self::Server(connection) => {
                let mut pipe = redis::pipe();
                for key in keys {
                    pipe.add_command(get(key));
                }
                pipe.query(connection.as_mut())
            }
            Self::Cluster(connection) => {
                let mut values = Vec::with_capacity(keys.len());
                for keys in keys.chunks(MOST_ASKED) {
                    let mut pipe = cluster_pipe();
                    for key in keys {
                        pipe.add_command(get(key));
                    }
                    match pipe.query::<Vec<_>>(connection.as_mut()) {
                        Ok(found) => values.extend(found),
                        // The pipeline does not follow a slot that has moved. A single command does, and all later pipelines know the place.
                        Err(error) if error.is_cluster_error() => {
                            for key in keys {
                                values.push(get(key).query(connection.as_mut())?);
                            }
                        }
                        Err(error) => return Err(error),
                    }
                }
                Ok(values)
            }
        }
    }
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
