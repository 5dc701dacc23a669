//! A `redis-server` that speaks TLS, with the certificates of the tests.

use std::path::Path;

use crate::redis::{Redis, free_port};

/// The path of a file with a certificate or a key.
pub(crate) fn file(name: &str) -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.join("../store/tests/data/tls").join(name).display().to_string()
}

/// The options of a server that speaks TLS at a port, with a certificate for certain hosts.
pub(crate) fn options(port: u16, certificate: &str) -> Vec<String> {
    [
        ("--tls-port", port.to_string()),
        ("--tls-cert-file", file(certificate)),
        ("--tls-key-file", file("server.key")),
        ("--tls-ca-cert-file", file("authority.pem")),
        ("--tls-auth-clients", "no".to_owned()),
    ]
    .into_iter()
    .flat_map(|(name, value)| [name.to_owned(), value])
    .collect()
}

/// A server with its port for TLS. At its other port it speaks without.
pub(crate) fn start(certificate: &str) -> (Redis, u16) {
    let port = free_port();
    let options = options(port, certificate);
    (Redis::start(&options.iter().map(String::as_str).collect::<Vec<_>>()), port)
}
