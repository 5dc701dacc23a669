//! Plays on the page of `grundy-web` in a headless Chromium, and compares what is seen with the library.
//!
//! `tests/browser/run` builds the program and runs this: `browser PROGRAM [--pictures FOLDER] [CHECK]`.

mod checks;
mod page;
mod pictures;
mod programs;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use page::Page;
use programs::{Browser, Server};

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()).await {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            eprintln!("{failed} failed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the checks whose name has the last argument in it, and counts those that failed.
async fn run(arguments: Vec<String>) -> Result<usize, Failure> {
    let mut arguments = arguments.into_iter();
    let program = arguments.next().ok_or("which program? try tests/browser/run")?;
    let (mut pictures, mut filter) = (None, String::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--pictures" => pictures = Some(PathBuf::from(arguments.next().ok_or("which folder?")?)),
            _ => filter = argument,
        }
    }
    let server = Server::start(&program)?;
    let browser = Browser::start().await?;
    let page = Page::new(browser.client.clone(), server.address.clone());
    let outcome = match pictures {
        Some(folder) => pictures::take(&page, &folder).await.map(|()| 0),
        None => check(&page, &filter).await,
    };
    browser.end().await;
    outcome
}

async fn check(page: &Page, filter: &str) -> Result<usize, Failure> {
    let mut failed = 0;
    for (name, check) in checks::ALL.iter().filter(|(name, _)| name.contains(filter)) {
        let start = Instant::now();
        page.desktop().await?;
        let outcome = check(page).await;
        let time = start.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!("ok      {name} ({time:.1} s)"),
            Err(error) => {
                failed += 1;
                println!("FAILED  {name} ({time:.1} s)\n        {error}");
            }
        }
    }
    Ok(failed)
}
