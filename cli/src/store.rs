//! The server by which workers share values: its address, its password, and what happens to it.

use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs};

use clap::Args;
use grundy_store::{Address, Server, ServerError};

use crate::failure::Failure;
use crate::number::whole;

/// The environment variable with the address, which may have a password in it.
const ADDRESS: &str = "GRUNDY_STORE";
/// The environment variable with the password.
const PASSWORD: &str = "GRUNDY_STORE_PASSWORD";
/// The environment variable with the path of the authority's certificates.
const AUTHORITY: &str = "GRUNDY_STORE_AUTHORITY";

/// Where values are shared.
#[derive(Args, Clone, Debug)]
pub(crate) struct SharedBy {
    /// Share values with other workers by this server: `redis://HOST:PORT/DATABASE`, `redis+cluster://HOST:PORT,HOST:PORT` with some nodes of a
    /// cluster, or either with `rediss` for TLS. The default is `GRUNDY_STORE` of the environment, where the address may have a password in it.
    #[arg(long, value_name = "URL")]
    store: Option<String>,

    /// The file with the password of the server; by default the password is `GRUNDY_STORE_PASSWORD` of the environment.
    #[arg(long, value_name = "FILE")]
    store_password: Option<PathBuf>,

    /// The file with the certificates (PEM) of the authority that signs those of the servers, for TLS; by default its path is `GRUNDY_STORE_AUTHORITY`
    /// of the environment, and without it the authorities that browsers know are trusted.
    #[arg(long, value_name = "FILE")]
    store_authority: Option<PathBuf>,

    /// The most positions of the memo to have in memory; by default 7 · 2^20, and before a file fewer where --memory has no room for them.
    #[arg(long, value_name = "POSITIONS", value_parser = whole::<usize>, allow_negative_numbers = true)]
    memo_positions: Option<usize>,
}

/// Positions in memory: about 300 MB for positions of 24 bytes. They fill the two hash tables of 2^22 cells each, as far as such tables are filled.
const POSITIONS: usize = 7 << 20;

/// Bytes of memory for each position: twice those of a hash table that grows, so that a half is left for the search.
const BYTES: u64 = 128;

/// The most positions in memory before a file, which is asked again for what has no room in this number of bytes.
pub(crate) fn positions_within(memory: Option<u64>) -> usize {
    let room = memory.map_or(usize::MAX, |bytes| usize::try_from(bytes / BYTES).unwrap_or(usize::MAX));
    POSITIONS.min(room)
}

impl SharedBy {
    /// The most positions in memory.
    pub(crate) fn positions(&self) -> usize {
        self.positions_within(None)
    }

    /// The same before a file, within a number of bytes.
    pub(crate) fn positions_within(&self, memory: Option<u64>) -> usize {
        self.memo_positions.unwrap_or_else(|| positions_within(memory))
    }

    /// Whether there are arguments that are of no use without a place for values.
    pub(crate) const fn has_settings(&self) -> bool {
        self.has_settings_of_server() || self.memo_positions.is_some()
    }

    /// Whether there are arguments that are of no use without a server.
    pub(crate) const fn has_settings_of_server(&self) -> bool {
        self.store_password.is_some() || self.store_authority.is_some()
    }

    /// Whether an argument asks for a server.
    pub(crate) const fn is_asked_for(&self) -> bool {
        self.store.is_some()
    }

    /// The address that was given as an argument or in the environment.
    pub(crate) fn address(&self) -> Result<Option<Address>, Failure> {
        let address: Address = match &self.store {
            Some(url) => {
                let address: Address = url.parse().map_err(Failure::input)?;
                if address.has_password() {
                    // Other users of the machine see it in the list of processes.
                    let places = format!("{ADDRESS}, {PASSWORD} or --store-password");
                    return Err(Failure::input(format!("a password is no argument: it is taken from {places}")));
                }
                address
            }
            None => match variable(ADDRESS)? {
                Some(url) => url.parse().map_err(Failure::input)?,
                None => return Ok(None),
            },
        };
        let password = match &self.store_password {
            Some(path) => {
                let text = fs::read_to_string(path);
                let text = text.map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
                // An editor ends the file with a line break, which is no part of the password.
                let password = text.lines().next().filter(|line| !line.is_empty());
                let missing = || Failure::input(format!("{}: there is no password in the first line", path.display()));
                Some(password.ok_or_else(missing)?.to_owned())
            }
            None => variable(PASSWORD)?,
        };
        let address = match password {
            Some(password) => address.with_password(&password),
            None => address,
        };
        self.with_authority(address).map(Some)
    }

    /// The address with the authority that was named as an argument or in the environment.
    fn with_authority(&self, address: Address) -> Result<Address, Failure> {
        let path = match &self.store_authority {
            Some(path) => Some(path.clone()),
            None => variable(AUTHORITY)?.map(PathBuf::from),
        };
        let Some(path) = path else { return Ok(address) };
        let failure = |error: &dyn std::fmt::Display| Failure::input(format!("{}: {error}", path.display()));
        let pem = fs::read(&path).map_err(|error| failure(&error))?;
        address.with_authority(&pem).map_err(|error| failure(&error))
    }
}

/// A variable of the environment. One that is empty is as good as none.
fn variable(name: &str) -> Result<Option<String>, Failure> {
    match env::var(name) {
        Ok(text) => Ok(Some(text).filter(|text| !text.is_empty())),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(env::VarError::NotUnicode(_)) => Err(Failure::input(format!("{name} of the environment is not UTF-8"))),
    }
}

/// Joins the workers of a game. What happens to the server is told on standard error.
pub(crate) fn join(address: Address, game: &str) -> Result<Arc<Server>, Failure> {
    let name = address.to_string();
    let server = Server::join(address, game, move |event| report!("store {name}: {event}"));
    server.map(Arc::new).map_err(|error| match error {
        ServerError::Address { .. } => Failure::input(error),
        _ => Failure::file(error),
    })
}
