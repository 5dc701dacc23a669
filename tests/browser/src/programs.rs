//! The programs that take part: the server and the browser. Both end with what starts them.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;

use crate::Failure;

/// The server, on a port of its own.
pub(crate) struct Server {
    program: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(program: &str) -> Result<Self, Failure> {
        // It ends by itself too, should nobody be left to end it.
        let arguments = ["--port", "0", "--seconds", "600"];
        let mut program = Command::new(program).args(arguments).stdout(Stdio::piped()).spawn()?;
        let address =
            line_with(&mut program, |line| line.starts_with("http://").then(|| line.trim_end_matches('/').to_owned()))?;
        Ok(Self { program, address })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.program);
    }
}

/// A Chromium without a window and without a past, and what drives it.
pub(crate) struct Browser {
    driver: Child,
    pub(crate) client: Client,
    _profile: TempDir,
}

impl Browser {
    pub(crate) async fn start() -> Result<Self, Failure> {
        let profile = tempfile::tempdir()?;
        let mut driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn()?;
        let port = line_with(&mut driver, |line| {
            Some(line.split_once("successfully on port ")?.1.trim_end_matches('.').to_owned())
        });
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--force-prefers-reduced-motion",
        ];
        let profile_flag = format!("--user-data-dir={}", profile.path().display());
        let arguments: Vec<&str> = flags.into_iter().chain([profile_flag.as_str()]).collect();
        let capabilities = [("goog:chromeOptions".to_owned(), json!({ "args": arguments }))].into_iter().collect();
        let started = match port {
            Ok(port) => {
                let mut builder = ClientBuilder::new(HttpConnector::new());
                builder
                    .capabilities(capabilities)
                    .connect(&format!("http://127.0.0.1:{port}"))
                    .await
                    .map_err(Failure::from)
            }
            Err(error) => Err(error),
        };
        match started {
            Ok(client) => Ok(Self { driver, client, _profile: profile }),
            Err(error) => {
                end(&mut driver);
                Err(error)
            }
        }
    }

    /// Closes the browser, then ends its driver.
    pub(crate) async fn end(mut self) {
        let _ = self.client.clone().close().await;
        end(&mut self.driver);
    }
}

fn end(program: &mut Child) {
    let _ = program.kill();
    let _ = program.wait();
}

/// What is found in the first line of a program's output that has it.
fn line_with(program: &mut Child, found: impl Fn(&str) -> Option<String>) -> Result<String, Failure> {
    let output = program.stdout.take().ok_or("the program has no output")?;
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next().transpose()? {
        if let Some(found) = found(&line) {
            // Whatever it says from here on is not read, and must not stop it.
            std::thread::spawn(move || lines.count());
            return Ok(found);
        }
    }
    end(program);
    Err("the program ended before it said where it is".into())
}
