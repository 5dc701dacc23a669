//! Where the server is, and why it cannot be used.

use std::fmt;
use std::io;
use std::time::Duration;

use grundy::Nimber;
use redis::{Client, Connection, ConnectionInfo, IntoConnectionInfo, RedisResult};

/// The address of a server, with its password. No message shows the password.
///
/// ```
/// use grundy_store::Address;
///
/// let address: Address = "redis://:secret@example.org:6379/0".parse()?;
/// assert!(address.has_password());
/// assert_eq!(address.to_string(), "example.org:6379");
/// assert!("example.org".parse::<Address>().is_err());
/// # Ok::<(), grundy_store::ServerError>(())
/// ```
#[derive(Clone)]
pub struct Address(ConnectionInfo);

impl Address {
    /// Whether there is a password.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.0.redis_settings().password().is_some()
    }

    /// The same address with a password.
    #[must_use]
    pub fn with_password(self, password: &str) -> Self {
        let settings = self.0.redis_settings().clone().set_password(password);
        Self(self.0.set_redis_settings(settings))
    }

    /// A connection that gives an error where the server does not answer in time.
    pub(crate) fn connect(&self, patience: Duration) -> RedisResult<Connection> {
        let connection = Client::open(self.0.clone())?.get_connection_with_timeout(patience)?;
        connection.set_read_timeout(Some(patience))?;
        connection.set_write_timeout(Some(patience))?;
        Ok(connection)
    }
}

/// Reads `redis://USER:PASSWORD@HOST:PORT/DATABASE`, where all but the host may be left out, and `rediss://` for TLS.
impl std::str::FromStr for Address {
    type Err = ServerError;

    fn from_str(url: &str) -> Result<Self, ServerError> {
        if url.starts_with("rediss://") && cfg!(not(feature = "tls")) {
            return Err(ServerError::Address { reason: "this program was built without TLS" });
        }
        // The message of the client is not used: it might show the password.
        let reason = "it is written redis://HOST:PORT/DATABASE, or rediss:// for TLS";
        let info = url.into_connection_info().map_err(|_| ServerError::Address { reason })?;
        // The server is not told which client this is, which old servers do not understand.
        let settings = info.redis_settings().clone().set_skip_set_lib_name();
        Ok(Self(info.set_redis_settings(settings)))
    }
}

/// Without the password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.addr())
    }
}

/// Without the password.
impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Address").field(&self.to_string()).finish()
    }
}

/// Why a shared memo cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The address cannot be read. It is not shown, since it may have a password in it.
    #[error("the address of the store cannot be read: {reason}")]
    Address {
        /// What is wrong.
        reason: &'static str,
    },
    /// Another worker has sent another value than the search here has found. One of them is wrong.
    #[error("the store {server} says that {position} has the value {sent}, and the search says {found}")]
    Contradiction {
        /// The address.
        server: String,
        /// The position, in text.
        position: String,
        /// The value of the other worker.
        sent: Nimber,
        /// The value that was found here.
        found: Nimber,
    },
    /// Another worker has sent a value of a text that is no position of the game.
    #[error("the store {server} has a value of {text}, which is no position of the game")]
    NoPosition {
        /// The address.
        server: String,
        /// The text.
        text: String,
    },
    /// The system starts no thread.
    #[error("no thread for the store: {0}")]
    Thread(io::Error),
}
