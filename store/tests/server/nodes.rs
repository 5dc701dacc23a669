//! The nodes of a cluster.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use crate::redis::{Redis, free_port};
use crate::workers::wait_until;

/// Hash slots of a cluster.
const SLOTS: usize = 1 << 14;
/// Nodes with slots.
const PRIMARIES: usize = 3;
/// Slots of a node at the beginning; the last node has two less.
const SLOTS_A_NODE: usize = SLOTS.div_ceil(PRIMARIES);

/// A cluster of three nodes on loopback, which ends with the value.
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<Redis>,
    ids: Vec<String>,
    /// The nodes of the slots that were moved.
    moved: HashMap<usize, usize>,
}

impl Cluster {
    /// Starts a cluster, its nodes with further options.
    pub(crate) fn start(options: &[&str]) -> Self {
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        Self::start_nodes(&[(); PRIMARIES].map(|()| (None, options.clone())))
    }

    /// Starts a cluster whose nodes speak TLS, also with each other, each at a port of its own.
    #[cfg(feature = "tls")]
    pub(crate) fn start_by_tls(ports: [u16; PRIMARIES], options: impl Fn(u16) -> Vec<String>) -> Self {
        let by_tls = ["--tls-cluster".to_owned(), "yes".to_owned()];
        Self::start_nodes(&ports.map(|port| (Some(port), [options(port), by_tls.to_vec()].concat())))
    }

    fn start_nodes(nodes: &[(Option<u16>, Vec<String>); PRIMARIES]) -> Self {
        let mut cluster = Self { nodes: Vec::new(), ids: Vec::new(), moved: HashMap::new() };
        for (number, (port, options)) in nodes.iter().enumerate() {
            cluster.add_node(*port, options);
            let last = SLOTS.min((number + 1) * SLOTS_A_NODE) - 1;
            ok(&cluster.nodes[number], &format!("CLUSTER ADDSLOTSRANGE {} {last}", number * SLOTS_A_NODE));
        }
        cluster.wait();
        cluster
    }

    /// Starts another node, which the first one is told about, by its port for TLS if it has one.
    fn add_node(&mut self, port: Option<u16>, options: &[String]) {
        let bus = free_port().to_string();
        let mut all = vec!["--cluster-enabled", "yes", "--cluster-port", &bus];
        all.extend(options.iter().map(String::as_str));
        let node = Redis::start(&all);
        ok(&node, &format!("CLUSTER SET-CONFIG-EPOCH {}", self.nodes.len() + 1));
        if let Some(first) = self.nodes.first() {
            ok(first, &format!("CLUSTER MEET 127.0.0.1 {} {bus}", port.unwrap_or(node.port)));
        }
        self.ids.push(node.say("CLUSTER MYID"));
        self.nodes.push(node);
    }

    /// Adds a replica of a node, and waits until the replica has the data. Returns its number.
    pub(crate) fn add_replica(&mut self, of: usize) -> usize {
        self.add_node(None, &[]);
        self.wait();
        let replica = self.nodes.last().unwrap();
        ok(replica, &format!("CLUSTER REPLICATE {}", self.ids[of]));
        wait_until("the replica has the data", || replica.say("INFO replication").contains("master_link_status:up"));
        // Who does not know would not vote for the replica.
        let know = || self.nodes.iter().all(|node| node.say("CLUSTER NODES").contains("slave"));
        wait_until("all nodes know the replica", know);
        self.nodes.len() - 1
    }

    /// Waits until all nodes know all nodes and say that the cluster works.
    pub(crate) fn wait(&self) {
        let known = format!("cluster_known_nodes:{}\r", self.nodes.len());
        wait_until("the cluster works", || {
            self.nodes.iter().all(|node| {
                let info = node.say("CLUSTER INFO");
                info.contains("cluster_state:ok\r") && info.contains(&known)
            })
        });
    }

    /// The address by the first node.
    pub(crate) fn url(&self) -> String {
        format!("redis+cluster://127.0.0.1:{}", self.nodes[0].port)
    }

    fn slot(&self, key: &str) -> usize {
        let slot = self.nodes[0].say(&format!("CLUSTER KEYSLOT {key}"));
        slot.trim_start_matches(':').trim().parse().unwrap()
    }

    /// The node with the slot of a key.
    pub(crate) fn place(&self, key: &str) -> usize {
        let slot = self.slot(key);
        self.moved.get(&slot).copied().unwrap_or(slot / SLOTS_A_NODE)
    }

    /// Moves the slot of a key to the next node, with all that is in it, in the steps of the protocol. In between, the first node sends those who
    /// ask for a key to the other node.
    pub(crate) fn move_on(&mut self, key: &str) {
        let (slot, from) = (self.slot(key), self.place(key));
        let to = (from + 1) % PRIMARIES;
        ok(&self.nodes[to], &format!("CLUSTER SETSLOT {slot} IMPORTING {}", self.ids[from]));
        ok(&self.nodes[from], &format!("CLUSTER SETSLOT {slot} MIGRATING {}", self.ids[to]));
        let keys = self.nodes[from].say(&format!("CLUSTER GETKEYSINSLOT {slot} 1000"));
        if !keys.is_empty() {
            ok(&self.nodes[from], &format!("MIGRATE 127.0.0.1 {} \"\" 0 5000 KEYS {keys}", self.nodes[to].port));
        }
        thread::sleep(Duration::from_millis(20));
        for node in [to, from, 3 - to - from] {
            ok(&self.nodes[node], &format!("CLUSTER SETSLOT {slot} NODE {}", self.ids[to]));
        }
        self.moved.insert(slot, to);
    }

    /// A replica takes the place of its node, which is asked to hand it over, and the node is killed. All others know of it in the end.
    pub(crate) fn hand_over(&mut self, node: usize, replica: usize) {
        let successor = &self.nodes[replica];
        // On a busy machine the votes may come too late: after 5 seconds the server gives up, and is asked again.
        'asked: for _ in 0..4 {
            successor.say("CLUSTER FAILOVER");
            for _ in 0..110 {
                thread::sleep(Duration::from_millis(50));
                if successor.say("INFO replication").contains("role:master") {
                    break 'asked;
                }
            }
        }
        let promoted = format!("{} 127.0.0.1:{}", self.ids[replica], self.nodes[replica].port);
        for other in (0..self.nodes.len()).filter(|other| *other != replica) {
            wait_until("the replica has taken over", || {
                let nodes = self.nodes[other].say("CLUSTER NODES");
                nodes.lines().any(|line| line.starts_with(&promoted) && line.contains(" master "))
            });
        }
        self.nodes[node].kill();
    }
}

#[track_caller]
fn ok(node: &Redis, command: &str) {
    let answer = node.say(command);
    assert_eq!(answer, "+OK\r\n", "{command}");
}
