//! A server that repeats what a worker says: no event shows the password.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use crate::workers::refusal;

/// A server that answers everything by an error with the words that were said to it, not in quotes. It ends with the process. Returns its port.
fn parrot() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            thread::spawn(move || {
                let mut buffer = [0; 4096];
                while let Ok(length @ 1..) = client.read(&mut buffer) {
                    let said = String::from_utf8_lossy(&buffer[..length]).replace("\r\n", " ");
                    if client.write_all(format!("-ERR you said {said}\r\n").as_bytes()).is_err() {
                        break;
                    }
                }
            });
        }
    });
    port
}

#[test]
fn words_that_a_server_repeats_without_quotes_show_no_password() {
    let port = parrot();
    for (user, password) in
        [("bob", "s3cr3tw0rd"), ("bob", "s3cr3t%20w%C3%B60rd"), ("", "s3cr3t%27w0rd"), ("bob", "s3cr3t%25w0rd")]
    {
        for protocol in ["?protocol=resp3", ""] {
            let url = format!("redis://{user}:{password}@127.0.0.1:{port}{protocol}");
            let reason = refusal(&url.parse().unwrap());
            assert!(!reason.contains("s3cr3t") && !reason.contains("0rd"), "{url}: {reason}");
        }
    }
    // The rest of the words is shown, which helps to find out what is wrong.
    let reason = refusal(&format!("redis://bob:s3cr3tw0rd@127.0.0.1:{port}?protocol=resp3").parse().unwrap());
    assert!(reason.contains("you said") && reason.contains("AUTH $3 bob $10 .."), "{reason}");
}
