//! Where the server is, and why it cannot be used.

use std::fmt;
use std::io;

use redis::{ConnectionAddr, ConnectionInfo, IntoConnectionInfo};

/// The address of a server or of a cluster, with the password. No message shows the password.
///
/// | address | what is there |
/// |---|---|
/// | `redis://USER:PASSWORD@HOST:PORT/DATABASE` | one server; all but the host may be left out |
/// | `redis+cluster://USER:PASSWORD@HOST:PORT,HOST:PORT` | a cluster: one or more of its nodes, which tell the others |
/// | `rediss://..`, `rediss+cluster://..` | the same by TLS, with the feature `tls` |
///
/// ```
/// use grundy_store::Address;
///
/// let address: Address = "redis://:secret@example.org:6379/0".parse()?;
/// assert!(address.has_password());
/// assert_eq!(address.to_string(), "example.org:6379");
/// let cluster: Address = "redis+cluster://:secret@one:7000,two:7000".parse()?;
/// assert_eq!(cluster.to_string(), "one:7000,two:7000");
/// assert!("example.org".parse::<Address>().is_err());
/// assert!("redis://:half#other@example.org".parse::<Address>().is_err()); // %23 in place of #
/// # Ok::<(), grundy_store::ServerError>(())
/// ```
#[derive(Clone)]
pub struct Address {
    /// The server; of a cluster the nodes that are asked for the others, at least one. All have the same user and password.
    pub(crate) nodes: Vec<ConnectionInfo>,
    pub(crate) is_cluster: bool,
    /// The certificates that are trusted in place of those that are known.
    #[cfg(feature = "tls")]
    pub(crate) authority: Option<redis::TlsCertificates>,
}

impl Address {
    /// Whether there is a password.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.password().is_some()
    }

    /// The same address with a password, which is that of all nodes of a cluster.
    #[must_use]
    pub fn with_password(mut self, password: &str) -> Self {
        for node in &mut self.nodes {
            let settings = node.redis_settings().clone().set_password(password);
            *node = node.clone().set_redis_settings(settings);
        }
        self
    }

    /// The same address, where the certificate of the server must be signed by an authority of one's own: one or more certificates as PEM. Without it, the
    /// authorities are those of Mozilla's list, which is compiled in.
    ///
    /// The name of the host in the address must be one of those that the certificate names. For a cluster these are the names by which
    /// nodes know each other: IP addresses, unless the nodes have `cluster-announce-hostname`.
    ///
    /// # Errors
    ///
    /// [`ServerError::Authority`] if the address is not one for TLS, or if there is no certificate, or one that cannot be read.
    ///
    /// ```
    /// use grundy_store::Address;
    ///
    /// let address: Address = "redis://example.org".parse()?;
    /// let error = address.with_authority(b"no certificate").unwrap_err();
    /// assert_eq!(error.to_string(), "the authority cannot be used: the address is not one for TLS, which begins with rediss");
    /// # Ok::<(), grundy_store::ServerError>(())
    /// ```
    pub fn with_authority(self, pem: &[u8]) -> Result<Self, ServerError> {
        if !matches!(self.first().addr(), ConnectionAddr::TcpTls { .. }) {
            return Err(ServerError::Authority { reason: "the address is not one for TLS, which begins with rediss" });
        }
        Self::with_certificates(self, pem)
    }

    #[cfg(feature = "tls")]
    fn with_certificates(mut self, pem: &[u8]) -> Result<Self, ServerError> {
        use rustls::pki_types::{CertificateDer, pem::PemObject};

        if CertificateDer::pem_slice_iter(pem).next().is_none() {
            return Err(ServerError::Authority { reason: "there is no certificate, which is written as PEM" });
        }
        let certificates = redis::TlsCertificates { client_tls: None, root_cert: Some(pem.to_vec()) };
        // All of them are read here, so that a damaged one is told before anything is solved.
        if redis::Client::build_with_tls(self.first().clone(), certificates.clone()).is_err() {
            return Err(ServerError::Authority { reason: "one of its certificates cannot be read" });
        }
        self.authority = Some(certificates);
        Ok(self)
    }

    /// Not reached: without the feature, no address for TLS is read.
    #[cfg(not(feature = "tls"))]
    fn with_certificates(_: Self, _: &[u8]) -> Result<Self, ServerError> {
        Err(ServerError::Authority { reason: WITHOUT_TLS })
    }

    /// The password, which all nodes have.
    pub(crate) fn password(&self) -> Option<&str> {
        self.first().redis_settings().password()
    }

    /// Refuses a user without a password, which the client would not name to the server: it may be a password in the wrong place. The password may
    /// come after the address, so this is not for [`FromStr`](std::str::FromStr).
    pub(crate) fn check(&self) -> Result<(), ServerError> {
        match self.first().redis_settings().username() {
            Some(_) if !self.has_password() => Err(ServerError::Address { reason: WITHOUT_PASSWORD }),
            _ => Ok(()),
        }
    }

    /// The server, or the first node.
    pub(crate) fn first(&self) -> &ConnectionInfo {
        self.nodes.first().expect("an address has a node")
    }
}

const WITHOUT_TLS: &str = "this program was built without TLS, its feature tls";
const WITHOUT_PASSWORD: &str = "there is a user and no password; a password without a user is written :PASSWORD@HOST";
/// Settings behind `?` that the client reads for a host and for a socket file. It ignores others, of which one may be a mistyped password.
const OF_HOST: &[&str] = &["protocol"];
const OF_SOCKET: &[&str] = &["db", "user", "pass", "protocol"];
/// The message of the client is not used: it might show the password.
const WRITTEN: &str = "it is written redis://HOST:PORT/DATABASE, redis+cluster://HOST:PORT,HOST:PORT for a cluster, \
                       or with rediss in place of redis for TLS";

/// Reads `redis://USER:PASSWORD@HOST:PORT/DATABASE`, where all but the host may be left out, `redis+cluster://` with one or more `HOST:PORT`, and
/// `rediss://` and `rediss+cluster://` for TLS.
impl std::str::FromStr for Address {
    type Err = ServerError;

    fn from_str(url: &str) -> Result<Self, ServerError> {
        let error = |reason| ServerError::Address { reason };
        let (scheme, rest) = url.split_once("://").ok_or_else(|| error(WRITTEN))?;
        // The client knows the scheme without `+cluster`, for each node.
        let (scheme, is_cluster) = scheme.strip_suffix("+cluster").map_or((scheme, false), |scheme| (scheme, true));
        if matches!(scheme, "rediss" | "valkeys") && cfg!(not(feature = "tls")) {
            return Err(error(WITHOUT_TLS));
        }
        // The host and the user end at the first of these, or with the address.
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        if !authority.is_empty() && path.contains('@') {
            return Err(error("in a user or a password / is written %2F, ? is written %3F and # is written %23"));
        }
        // The last `@`: a password may have one of its own.
        let (user, hosts) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
        if !is_cluster && hosts.contains(',') {
            return Err(error("several hosts are nodes of a cluster: redis+cluster://HOST:PORT,HOST:PORT"));
        }
        let mut nodes = Vec::new();
        // Each node is read as an address of its own, with the same user and path.
        for host in hosts.split(',') {
            let info = format!("{scheme}://{user}{host}{path}").into_connection_info();
            let info = info.map_err(|_| error(WRITTEN))?;
            let known = if matches!(info.addr(), ConnectionAddr::Unix(_)) { OF_SOCKET } else { OF_HOST };
            if !settings(path).all(|name| known.contains(&name)) {
                return Err(error("behind ? is a setting that is not known; a password is written :PASSWORD@HOST"));
            }
            match info.addr() {
                // A cluster is reached by names and ports, and never by a socket file.
                ConnectionAddr::Unix(_) if is_cluster => return Err(error(WRITTEN)),
                ConnectionAddr::TcpTls { insecure: true, .. } => {
                    return Err(error(
                        "the certificate of a server is always checked: #insecure is not for this program",
                    ));
                }
                _ => {}
            }
            // The server is not told which client this is, which old servers do not understand.
            let settings = info.redis_settings().clone().set_skip_set_lib_name();
            nodes.push(info.set_redis_settings(settings));
        }
        Ok(Self {
            nodes,
            is_cluster,
            #[cfg(feature = "tls")]
            authority: None,
        })
    }
}

/// The names of the settings behind `?`.
fn settings(path: &str) -> impl Iterator<Item = &str> {
    let path = path.split('#').next().unwrap_or_default();
    let pairs = path.split_once('?').map_or("", |(_, pairs)| pairs).split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split('=').next().unwrap_or_default())
}

/// Without the password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, node) in self.nodes.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{}", node.addr())?;
        }
        Ok(())
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
    /// The certificates of an authority cannot be used.
    #[error("the authority cannot be used: {reason}")]
    Authority {
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
        /// The value of the other worker, or what it may be.
        sent: String,
        /// What was found here.
        found: String,
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
