//! Workers that share values by TLS.

use grundy_store::{Address, Event};

use crate::cluster::count_from_one;
use crate::nodes::Cluster;
use crate::redis::free_port;
use crate::secure::{options, start};
use crate::workers::{all_are_right, refusal, workers, workers_at};

/// The certificate of the authority that has signed those of the servers, and that of another one.
const AUTHORITY: &[u8] = include_bytes!("../data/tls/authority.pem");
const STRANGER: &[u8] = include_bytes!("../data/tls/stranger.pem");

fn address(url: &str) -> Address {
    url.parse().unwrap()
}

#[test]
fn workers_share_a_server_by_tls() {
    let (redis, port) = start("server.pem");
    for host in ["localhost", "127.0.0.1"] {
        let address = address(&format!("rediss://{host}:{port}")).with_authority(AUTHORITY).unwrap();
        let told = all_are_right(workers_at(&address, host, 2));
        assert!(told.iter().all(|told| told.events[0] == Event::Joined && told.counts.sent > 0), "{told:?}");
        let late = all_are_right(workers(&redis.url(), host, 1)).remove(0);
        assert!(late.counts.received > 0, "the values lie on this server: {late:?}");
    }
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused() {
    let (redis, port) = start("server.pem");
    let url = format!("rediss://localhost:{port}");
    // Mozilla's list does not know the authority, and the other authority has not signed the certificate.
    for address in [address(&url), address(&url).with_authority(STRANGER).unwrap()] {
        let reason = refusal(&address);
        assert!(reason.contains("invalid peer certificate"), "{reason}");
    }
    let both = [STRANGER, AUTHORITY].concat();
    let told = all_are_right(workers_at(&address(&url).with_authority(&both).unwrap(), "both", 1)).remove(0);
    assert_eq!(told.events, [Event::Joined]);
    // A server that does not speak TLS.
    refusal(&address(&redis.url().replace("redis", "rediss")).with_authority(AUTHORITY).unwrap());

    let (_elsewhere, port) = start("elsewhere.pem");
    let other = address(&format!("rediss://localhost:{port}")).with_authority(AUTHORITY).unwrap();
    let reason = refusal(&other);
    assert!(reason.contains("elsewhere.example"), "{reason}");
}

#[test]
fn workers_share_a_cluster_by_tls() {
    let ports = [free_port(), free_port(), free_port()];
    let cluster = Cluster::start_by_tls(ports, |port| options(port, "server.pem"));
    count_from_one(&cluster, "chomp");
    let url = format!("rediss+cluster://127.0.0.1:{}", ports[0]);
    let told = all_are_right(workers_at(&address(&url).with_authority(AUTHORITY).unwrap(), "chomp", 2));
    assert!(told.iter().all(|told| told.events[0] == Event::Joined), "{told:?}");
    assert!(cluster.nodes.iter().all(|node| node.say("DBSIZE") != ":0\r\n"));
    let reason = refusal(&address(&url));
    assert!(reason.contains("invalid peer certificate"), "{reason}");
}

#[test]
fn an_authority_that_cannot_be_used_is_an_error() {
    let text = String::from_utf8(AUTHORITY.to_vec()).unwrap();
    let key = include_bytes!("../data/tls/server.key");
    let damaged = text.replacen("MII", "AAA", 1);
    for url in ["rediss://localhost", "rediss+cluster://one,two"] {
        for (pem, wanted) in [
            (&b""[..], "there is no certificate"),
            (&key[..], "there is no certificate"),
            (damaged.as_bytes(), "cannot be read"),
            (&AUTHORITY[..200], "cannot be read"),
        ] {
            let error = address(url).with_authority(pem).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }
    let error = address("redis+cluster://one").with_authority(AUTHORITY).unwrap_err();
    assert!(error.to_string().contains("rediss"), "{error}");
    let insecure = "rediss://:open-sesame@localhost#insecure".parse::<Address>().unwrap_err().to_string();
    assert!(insecure.contains("always checked") && !insecure.contains("sesame"), "{insecure}");
}
