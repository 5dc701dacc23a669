//! The program `grundy-web`, asked over TCP: what it answers, and what bad requests get. No browser is needed.

use std::fmt::Debug;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use grundy::chomp::{Chomp, IChomp};
use grundy::{AnyGame, Kayles, LaskersNim, Nim, Notation, Registry, Solver};
use serde_json::{Value, json};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_grundy-web"))
}

/// The program on a port of its own; it ends with the test, and by itself should the test be killed.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        Self::with(&[])
    }

    fn with(arguments: &[&str]) -> Self {
        let mut command = program();
        command.args(["--port", "0", "--seconds", "120"]).args(arguments);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        Self { process, address }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    /// Sends bytes, and reads until the connection is closed.
    fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).unwrap();
        Answer::read(stream)
    }

    fn ask(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        self.send(&request(method, path, body))
    }

    /// A question of the page that is answered.
    #[track_caller]
    fn answered(&self, path: &str, question: &Value) -> Value {
        let answer = self.ask("POST", path, question.to_string().as_bytes());
        assert_eq!(answer.status, 200, "{path} {question}: {}", answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }
}

fn request(method: &str, path: &str, body: &[u8]) -> Vec<u8> {
    let (length, kind) = (body.len(), "Content-Type: application/json");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{kind}\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let answer = String::from_utf8(bytes).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// The sentence that says what is wrong.
    #[track_caller]
    fn error(&self) -> String {
        let json: Value = serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"));
        json["error"].as_str().unwrap().to_owned()
    }
}

#[test]
fn the_page_and_its_files_need_nothing_from_elsewhere() {
    let server = Server::start();
    for (path, kind) in [
        ("/", "text/html"),
        ("/page.css", "text/css"),
        ("/page.js", "text/javascript"),
        ("/board.js", "text/javascript"),
        ("/theory.js", "text/javascript"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let answer = server.ask("GET", path, b"");
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains(&format!("content-type: {kind}")), "{path}: {}", answer.head);
        assert!(answer.head.contains("content-security-policy: default-src 'self'"), "{path}");
        // The name of the format of a drawing is no address that anything is asked of.
        let body = answer.body.replace("http://www.w3.org/2000/svg", "");
        assert!(!body.contains("://") && !body.contains("url("), "{path}");
        let head = server.ask("HEAD", path, b"");
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
    }
}

#[test]
fn bad_requests_get_a_status_and_a_sentence() {
    let server = Server::start();
    let long = format!("{{\"game\":\"nim\",\"position\":\"{}\"}}", "1,".repeat(2000));
    let cases: [(&str, &str, &str, u16, &str); 34] = [
        ("GET", "/nowhere", "", 404, "the page is at `/`"),
        ("GET", "/../../etc/passwd", "", 404, "nothing is at"),
        ("POST", "/", "", 405, "is asked with GET"),
        ("DELETE", "/page.css", "", 405, "is asked with GET"),
        ("GET", "/api/view", "", 405, "is asked with POST"),
        ("POST", "/api/games", "{}", 405, "is asked with GET"),
        ("POST", "/api/view", "", 400, "not the JSON"),
        ("POST", "/api/view", "{\"game\":", 400, "not the JSON"),
        ("POST", "/api/view", "[1,2]", 400, "not the JSON"),
        ("POST", "/api/view", r#"{"game":"nim"}"#, 400, "missing field `position`"),
        (
            "POST",
            "/api/view",
            r#"{"game":"poker","position":"1"}"#,
            422,
            "no game is called `poker`; the games are nim",
        ),
        ("POST", "/api/view", r#"{"game":"nim","position":"3,,5"}"#, 422, "character 3: a heap is missing"),
        ("POST", "/api/view", r#"{"game":"nim","position":"-3"}"#, 422, "`-` is not a digit"),
        ("POST", "/api/view", r#"{"game":"nim","position":"99999999999999999999"}"#, 422, "less than 2^64"),
        ("POST", "/api/view", r#"{"game":"kayles","position":"18446744073709551615,2"}"#, 422, "up to 20"),
        ("POST", "/api/view", r#"{"game":"nim","position":"20,20,20,20,20,20,20,20,20,20,1"}"#, 422, "up to 200"),
        ("POST", "/api/view", r#"{"game":"chomp","position":"16777216x16777216"}"#, 422, "up to 20 × 20"),
        ("POST", "/api/view", r#"{"game":"chomp","position":"2,2/3"}"#, 422, "one board"),
        ("POST", "/api/view", r#"{"game":"ichomp","position":"11x11/11x11/-/-"}"#, 422, "11 rows of 22 tiles"),
        ("POST", "/api/view", r#"{"game":"ichomp","position":"2/-/-/- + 3/-/-/-"}"#, 422, "one board"),
        ("POST", "/api/view", &long, 422, "too long"),
        ("POST", "/api/view", r#"{"game":"subtract:!2","position":"1000000000000000000"}"#, 422, "too many moves"),
        ("POST", "/api/view", r#"{"game":"wythoff","position":"200,200"}"#, 422, "too many moves"),
        ("POST", "/api/view", r#"{"game":"moore:0","position":"1"}"#, 422, "k is 0"),
        ("POST", "/api/new", r#"{"game":"wythoff"}"#, 422, "begins with a position in text"),
        ("POST", "/api/new", r#"{"game":"nim","position":"3,x"}"#, 422, "character 3"),
        ("POST", "/api/new", r#"{"game":"ichomp","width":-3,"height":4}"#, 422, "too few"),
        ("POST", "/api/new", r#"{"game":"ichomp","width":21,"height":4}"#, 422, "up to 20 × 20"),
        ("POST", "/api/new", r#"{"game":"ichomp","width":9,"height":4,"left":-1}"#, 422, "at least 0"),
        ("POST", "/api/new", r#"{"game":"nim","random":true,"width":9000000000000000000}"#, 422, "too many"),
        (
            "POST",
            "/api/play",
            r#"{"game":"ichomp","position":"2/-/-/-","move":"(+9,+9)"}"#,
            422,
            "is no move in 2/-/-/-",
        ),
        (
            "POST",
            "/api/computer",
            r#"{"game":"nim","position":"3","level":"godlike"}"#,
            400,
            "unknown variant `godlike`",
        ),
        ("POST", "/api/computer", r#"{"game":"chomp","position":"1","level":"hard"}"#, 422, "the game is over"),
        (
            "POST",
            "/api/review",
            r#"{"game":"nim","players":["a","b"],"positions":["3","5","0"]}"#,
            422,
            "no move leads from position 1",
        ),
    ];
    for (method, path, body, status, sentence) in cases {
        let answer = server.ask(method, path, body.as_bytes());
        assert_eq!(answer.status, status, "{method} {path} {body}: {}", answer.body);
        assert!(answer.error().contains(sentence), "{method} {path} {body}: {}", answer.error());
        assert!(answer.body.len() < 3000, "{}", answer.body);
    }
    assert!(server.ask("PUT", "/api/view", b"").head.contains("allow: post"));
    // Of another type, which a page of another site could send. Types are the same in capitals.
    for (kind, status) in [("text/plain", 415), ("Application/JSON; charset=utf-8", 400)] {
        let head = format!("POST /api/view HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {kind}\r\n");
        assert_eq!(server.send((head + "Content-Length: 2\r\n\r\n{}").as_bytes()).status, status, "{kind}");
    }
    for (path, status) in [("/api/games", 200), ("/api/view", 405)] {
        let answer = server.ask("HEAD", path, b"");
        assert_eq!((answer.status, answer.body.as_str()), (status, ""), "{path}");
    }
    // It still answers.
    assert_eq!(server.ask("GET", "/", b"").status, 200);
}

#[test]
fn what_is_no_request_is_refused() {
    let server = Server::start();
    assert_eq!(server.send(b"\x16\x03\x01 this is not HTTP\r\n\r\n").status, 400);
    assert_eq!(server.send(format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000)).as_bytes()).status / 100, 4);
    assert_eq!(server.send(b"POST /api/view HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n").status, 400);
    assert_eq!(server.ask("GET", "/", b"").status, 200);
}

/// The most memory that a process has had, in bytes.
#[cfg(target_os = "linux")]
fn most_memory(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    1024 * line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
}

#[test]
fn ten_megabytes_are_refused_and_not_kept() {
    let server = Server::start();
    assert_eq!(server.ask("GET", "/", b"").status, 200);
    #[cfg(target_os = "linux")]
    let before = most_memory(&server.process);
    let body = vec![b'9'; 10_000_000];
    let told = server.ask("POST", "/api/view", &body);
    let mut untold =
        b"POST /api/view HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    untold.extend(format!("{:x}\r\n", body.len()).bytes().chain(body).chain(*b"\r\n0\r\n\r\n"));
    for answer in [told, server.send(&untold)] {
        assert_eq!(answer.status, 413);
        assert!(answer.error().contains("at most 262144 bytes"), "{}", answer.error());
    }
    #[cfg(target_os = "linux")]
    assert!(most_memory(&server.process) < before + 4_000_000);
}

#[test]
fn slow_clients_hold_up_nobody() {
    let server = Server::start();
    let half = [
        "",
        "GET / HT",
        "POST /api/view HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"game\":",
    ];
    let _held: Vec<TcpStream> = (0..30)
        .map(|turn| {
            let mut stream = server.connect();
            stream.write_all(half[turn % half.len()].as_bytes()).unwrap();
            stream
        })
        .collect();
    assert_eq!(server.ask("GET", "/", b"").status, 200);
    assert_eq!(server.answered("/api/view", &json!({ "game": "nim", "position": "3,4,5" }))["working"]["value"], 2);
}

#[test]
fn slow_clients_are_not_waited_for_long() {
    let server = Server::with(&["--patience", "1"]);
    let answer = server.send(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    assert!([0, 408].contains(&answer.status), "{answer:?}");
    let answer =
        server.send(b"POST /api/view HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{");
    assert_eq!((answer.status, answer.error().as_str()), (408, "the body took too long to arrive"));
    assert_eq!(server.send(b"").status, 0);
}

/// What the page is told of a position is what the library says of it.
#[track_caller]
fn tells_the_truth<G: Notation<Position: Debug, Move: std::fmt::Display>>(
    server: &Server,
    name: &str,
    game: G,
    text: &str,
) {
    let view = server.answered("/api/view", &json!({ "game": name, "position": text }));
    let position = game.parse(text).unwrap();
    let mut solver = Solver::new(game);
    assert_eq!(view["working"]["value"], solver.grundy(position.clone()).unwrap().get(), "{name} {text}");
    let mut told: Vec<(String, u64, bool)> = view["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| {
            (mv["text"].as_str().unwrap().to_owned(), mv["leaves"].as_u64().unwrap(), mv["wins"].as_bool().unwrap())
        })
        .collect();
    told.dedup(); // a split can be clicked from both sides
    let expected: Vec<(String, u64, bool)> = solver
        .move_values(position.clone())
        .unwrap()
        .iter()
        .map(|mv| (solver.game().move_text(&position, &mv.mv), mv.component.get(), mv.wins()))
        .collect();
    assert_eq!(told, expected, "{name} {text}");
    let hint = server.answered("/api/hint", &json!({ "game": name, "position": text }));
    let best = solver.best_move(position.clone()).unwrap().map(|mv| solver.game().move_text(&position, &mv));
    assert_eq!(hint["move"].as_str(), best.as_deref(), "{name} {text}");
}

#[test]
fn every_game_is_told_as_the_library_knows_it() {
    let server = Server::start();
    for text in ["3,2,1/4,4/2/-", "4,4,2/5,5/3,3,3/2,1", "2,2/2,2/1/1", "-/-/-/-"] {
        tells_the_truth(&server, "ichomp", IChomp, text);
    }
    for text in ["4x5", "6,6,4,1", "3,2", "1"] {
        tells_the_truth(&server, "chomp", Chomp::poisoned(), text);
    }
    for text in ["5,6,3,2", "20,20,1", "7"] {
        tells_the_truth(&server, "kayles", Kayles, text);
        tells_the_truth(&server, "lasker", LaskersNim, text);
        tells_the_truth(&server, "nim", Nim, text);
    }
}

#[test]
fn every_game_of_the_registry_is_offered_and_played() {
    let server = Server::start();
    let games: Value = serde_json::from_str(&server.ask("GET", "/api/games", b"").body).unwrap();
    let games = games["games"].as_array().unwrap();
    let offered: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(offered[..5], ["ichomp", "chomp", "kayles", "lasker", "nim"]);
    let registry = Registry::standard();
    assert_eq!(offered.len(), registry.iter().count());
    for entry in &registry {
        assert!(offered.contains(&entry.sample()), "{}", entry.sample());
        let (name, example) = (entry.sample(), entry.example());
        let view = server.answered("/api/new", &json!({ "game": name, "position": example }));
        assert!(!view["moves"].as_array().unwrap().is_empty(), "{view}");
    }
    let texts = [
        ("subtract:1,4", "7,2,3"),
        ("0.137", "9,4"),
        ("wythoff", "3,6/2,1"),
        ("moore:2", "2,3,3"),
        ("divisor", "12"),
        ("tree", "0,0,1,1/0,1"),
        ("chain", "7,2~"),
        ("turning:ruler", "THTTH"),
        ("chomp-edible", "3,2,1"),
    ];
    for (name, text) in texts {
        tells_the_truth(&server, name, name.parse::<AnyGame>().unwrap(), text);
    }
    let view = server.answered("/api/view", &json!({ "game": "tree", "position": "0,0,1,1/0,1" }));
    assert_eq!((&view["parts"][1]["name"], &view["parts"][1]["text"]), (&json!("tree 2"), &json!("0,1")));
    assert_eq!(view["moves"][0]["label"], "tree 1: node 0");
}

#[test]
fn a_game_with_a_picture_begins_where_it_is_told_to() {
    let server = Server::start();
    for (game, position) in [("nim", "3,4"), ("chomp", "4,4,1"), ("kayles", "xxx.xx")] {
        let view = server.answered("/api/new", &json!({ "game": game, "position": position, "width": 3, "height": 2 }));
        let expected = server.answered("/api/view", &json!({ "game": game, "position": position }));
        assert_eq!(view["position"], expected["position"]);
        assert_eq!(view["parts"].as_array().unwrap().len(), if game == "chomp" { 1 } else { 2 });
    }
}

#[test]
fn a_game_in_text_is_played_to_its_end_and_told() {
    let server = Server::start();
    let starts =
        [("tree", "0,0,1,1"), ("wythoff", "4,6"), ("divisor", "12"), ("turning:ruler", "THTTHT"), ("notakto", "3x3")];
    for (game, start) in starts {
        let mut positions = vec![start.to_owned()];
        loop {
            let level = if positions.len() % 2 == 1 { "hard" } else { "easy" };
            let question = json!({ "game": game, "position": positions.last(), "level": level });
            let reply = server.answered("/api/computer", &question);
            positions.push(reply["view"]["position"].as_str().unwrap().to_owned());
            if reply["view"]["over"] == true {
                break;
            }
        }
        let story = json!({ "game": game, "players": ["you", "the computer"], "positions": positions });
        let review = server.answered("/api/review", &story);
        assert_eq!(review["winner"], 0, "{game} {positions:?}");
    }
}

#[test]
fn what_cannot_be_solved_in_time_is_said_and_played() {
    let server = Server::start();
    for (game, position) in [("chomp", "20x20"), ("ichomp", "-/19x20/-/1")] {
        let view = server.answered("/api/view", &json!({ "game": game, "position": position }));
        assert!(view["note"].as_str().unwrap().contains("too many to be solved"), "{view}");
        assert_eq!((&view["working"], &view["moves"][0]["leaves"]), (&Value::Null, &Value::Null));
        let reply = server.answered("/api/computer", &json!({ "game": game, "position": position, "level": "hard" }));
        assert!(reply["note"].as_str().unwrap().contains("as on medium"), "{reply}");
        let hint = server.answered("/api/hint", &json!({ "game": game, "position": position }));
        assert!(hint["move"].is_null() && hint["sentence"].as_str().unwrap().contains("too many"), "{hint}");
    }
    // Lost by symmetry, which is known at once. Only the moves of the small board are compared.
    let hint = |position| server.answered("/api/hint", &json!({ "game": "cram", "position": position }));
    let [small, large] = ["2x4", "14x14"].map(hint);
    let sentence = |hint: &Value| hint["sentence"].as_str().unwrap().to_owned();
    let mv = large["move"].as_str().unwrap();
    let told =
        format!("each move can be answered, and there are too many to compare; {mv} in the region is the first.");
    assert!(sentence(&large).ends_with(&told), "{large}");
    assert!(sentence(&small).ends_with(" the smallest share of the answers wins."), "{small}");
    // Long and thin: play can reach few of its boards, and they are searched.
    let view = server.answered("/api/view", &json!({ "game": "chomp", "position": "20,2,2,1,1,1,1,1,1,1,1,1,1" }));
    assert_eq!(view["note"], Value::Null);
    let value =
        Solver::new(Chomp::poisoned()).grundy(Chomp::poisoned().parse("20,2,2,1,1,1,1,1,1,1,1,1,1").unwrap()).unwrap();
    assert_eq!(view["working"]["value"], value.get());
}

/// To look two moves ahead from 364 moves takes minutes, and so does the search of the hard computer.
#[test]
fn who_looks_ahead_for_too_long_plays_and_says_so() {
    let server = Server::start();
    let question = json!({ "game": "nimstring", "position": "13x13", "level": "hard" });
    let reply = server.answered("/api/computer", &question);
    let note = reply["note"].as_str().unwrap();
    assert!(note.contains("as on medium") && note.contains("without looking at all moves"), "{reply}");
    assert!(reply["move"].as_str().unwrap().starts_with("cut "), "{reply}");
}

#[test]
fn a_question_waits_for_no_other_game() {
    let server = Server::start();
    // Each takes two seconds, one after the other, since they are about one game.
    let hard = request("POST", "/api/view", json!({ "game": "cram", "position": "7x8" }).to_string().as_bytes());
    let mut waiting = [(); 6].map(|()| server.connect());
    for stream in &mut waiting {
        stream.write_all(&hard).unwrap();
    }
    let easy = server.answered("/api/view", &json!({ "game": "nim", "position": "1,2" }));
    assert_eq!(easy["working"]["value"], 3);
    let unanswered = waiting.iter_mut().filter(|stream| {
        stream.set_nonblocking(true).unwrap();
        stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    });
    // On a busy machine two may be answered first.
    assert!(unanswered.count() >= 4, "another game waited for the questions about the first one");
}

#[test]
fn the_hard_computer_never_loses_a_won_position() {
    let server = Server::start();
    let starts =
        [("ichomp", "3,2,1/4,4/2/-"), ("chomp", "4x5"), ("kayles", "5,6,3,2"), ("lasker", "2,5,7"), ("nim", "3,4,5")];
    for (game, start) in starts {
        let (mut position, mut hard_moved) = (start.to_owned(), false);
        loop {
            let level = if hard_moved { "easy" } else { "hard" };
            let reply =
                server.answered("/api/computer", &json!({ "game": game, "position": position, "level": level }));
            hard_moved = !hard_moved;
            position = reply["view"]["position"].as_str().unwrap().to_owned();
            if hard_moved {
                assert_eq!(reply["view"]["working"]["value"], 0, "{game} {position}");
            }
            if reply["view"]["over"] == true {
                break;
            }
        }
        assert!(hard_moved, "{game}: the hard computer made the last move");
    }
}

#[test]
fn the_medium_computer_wins_what_it_sees_within_two_moves() {
    let server = Server::start();
    // What it must leave: the end; what has only replies that let it end; what is not to be ended by the next move.
    let cases: [(&str, &str, &[&str]); 10] = [
        ("nim", "7", &["0"]),
        ("nim", "1,3", &["1,1"]),
        ("nim", "2,2", &["1,2", "2,1"]),
        ("kayles", "2", &["0"]),
        ("kayles", "4", &["1,1"]),
        ("ichomp", "3,2,1/-/-/-", &["-/-/-/-"]),
        ("ichomp", "2/-/-/1", &["1/-/-/1"]),
        ("ichomp", "2,1/-/-/1", &["2/-/-/1", "1,1/-/-/1"]),
        ("chomp", "1,1,1", &["1"]),
        ("chomp", "2,2", &["2,1"]),
    ];
    for (game, position, allowed) in cases {
        for _ in 0..8 {
            let reply =
                server.answered("/api/computer", &json!({ "game": game, "position": position, "level": "medium" }));
            let left = reply["view"]["position"].as_str().unwrap();
            assert!(allowed.contains(&left), "{game} {position} -> {left}");
        }
    }
}

#[test]
fn the_easy_computer_plays_all_kinds_of_moves() {
    let server = Server::start();
    let moves: std::collections::HashSet<String> = (0..40)
        .map(|_| {
            server.answered("/api/computer", &json!({ "game": "nim", "position": "3,4,5", "level": "easy" }))["move"]
                .to_string()
        })
        .collect();
    assert!(moves.len() > 3, "{moves:?}");
}

#[test]
fn random_positions_keep_to_the_sides() {
    let server = Server::start();
    for game in ["ichomp", "chomp", "kayles", "lasker", "nim"] {
        for (width, height) in [(1, 1), (2, 7), (8, 8)] {
            let wish = json!({ "game": game, "random": true, "width": width, "height": height });
            let view = server.answered("/api/new", &wish);
            let cells = view["parts"].as_array().unwrap().iter().flat_map(|part| part["cells"].as_array().unwrap());
            let (xs, ys): (Vec<i64>, Vec<i64>) =
                cells.map(|cell| (cell["x"].as_i64().unwrap(), cell["y"].as_i64().unwrap())).unzip();
            let side =
                |places: &[i64]| places.iter().max().unwrap_or(&0).max(&0) - places.iter().min().unwrap_or(&0).min(&0);
            assert!(!xs.is_empty() && side(&xs) <= width && side(&ys) <= height, "{wish}: {view}");
        }
    }
}

#[test]
fn a_game_is_told_from_its_positions() {
    let server = Server::start();
    let told = |positions: Value| {
        let story = json!({ "game": "nim", "players": ["you", "the computer"], "positions": positions });
        let review = server.answered("/api/review", &story);
        (review["winner"].as_u64(), review["sentence"].as_str().unwrap().to_owned())
    };
    let won = "You made the last move and won. There was no chance for the computer: you left nim-sum 0 every time.";
    assert_eq!(told(json!(["1,2", "1,1", "1", "0"])), (Some(0), won.to_owned()));
    let lost = "The computer made the last move and won. Move 1 was the last chance for you: the nim-sum was 3, and to leave 0 would \
                have won, but it became 1. After that the computer left 0 every time.";
    assert_eq!(told(json!(["1,2", "1", "0"])), (Some(1), lost.to_owned()));
    let column = ["1"; 20].join(",");
    let story = json!({ "game": "chomp", "players": ["a", "b"], "positions": ["20x20", column, "1"] });
    let unsolved = "B made the last move and won. Some positions up to move 1 were too large to be solved; after that b left 0 every time.";
    assert_eq!(server.answered("/api/review", &story)["sentence"], unsolved);
    assert_eq!(told(json!(["1,2"])), (None, "The game is not over.".to_owned()));
    assert_eq!(told(json!(["0"])), (None, "Nothing was played: there was no move.".to_owned()));
}

/// The last chance of the loser is where it was in the whole game, and nothing is said of what was not sent.
#[test]
fn a_long_game_is_told_by_its_end() {
    let server = Server::start();
    let told = |earlier: u32, positions: &[&str]| {
        let story =
            json!({ "game": "nim", "players": ["you", "the computer"], "positions": positions, "earlier": earlier });
        let review = server.answered("/api/review", &story);
        (review["winner"].as_u64(), review["sentence"].as_str().unwrap().to_owned())
    };
    let lost = "You made the last move and won. Move 502 was the last chance for the computer: the nim-sum was 3, and to leave 0 would \
                have won, but it became 1. After that you left 0 every time.";
    assert_eq!(told(501, &["1,2", "1", "0"]), (Some(0), lost.to_owned()));
    let won = "You made the last move and won. The game is too long to be told from its beginning; after move 500 you left 0 every time.";
    assert_eq!(told(500, &["1,2", "1,1", "1", "0"]), (Some(0), won.to_owned()));
}

/// What a click on a picture can mean: each place that a move names is one of the places of the picture.
#[test]
fn pictures_have_the_places_that_moves_name() {
    let server = Server::start();
    let registry = Registry::standard();
    let of_registry = registry.iter().map(|entry| (entry.sample(), entry.example()));
    let more = [
        ("node-kayles", "path:5"),
        ("node-kayles", "queens:3"),
        ("arc-kayles", "path:5"),
        ("arc-kayles", "cycle:5 + grid:2x2"),
        ("queens", "xx./x.x,2x3"),
        ("geography", "cycle:5@1"),
        ("chomp-edible", "3,2,1/2,2"),
        ("turning:ruler", "THTTHT"),
        ("turning:1-2x1-2", "HT/TH"),
        ("hackenbush", "g-0,0-1,0-1,1-g"),
        ("nimstring", "g-0,g-0,0-1,1-g"),
    ];
    let mut clicked = 0;
    for (game, position) in of_registry.chain(more) {
        let view = server.answered("/api/view", &json!({ "game": game, "position": position }));
        for (place, part) in view["parts"].as_array().unwrap().iter().enumerate() {
            let picture = part["picture"].as_str().unwrap_or_default();
            let ends: Vec<&str> =
                picture.split("data-end=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
            let moves = view["moves"].as_array().unwrap().iter().filter(|mv| mv["part"] == place);
            for mv in moves.map(|mv| mv["text"].as_str().unwrap()).filter(|_| !ends.is_empty()) {
                for named in places(mv) {
                    assert!(ends.contains(&named.as_str()), "{game} {position}: {mv}: {named} is none of {ends:?}");
                    clicked += 1;
                }
            }
        }
    }
    assert!(clicked > 400, "{clicked}");
}

/// The places that the text of a move names. Moves of Kotzig's Nim name steps, those of Brussels Sprouts boundaries, and those of coins on a board
/// rows and columns.
fn places(mv: &str) -> Vec<String> {
    let words = mv.rsplit_once(": ").map_or(mv, |(_, words)| words);
    let numbers: Vec<&str> = words.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    if words.starts_with("step ")
        || mv.contains("rows: ")
        || words.contains("boundaries ")
        || words.contains("cut boundary ")
    {
        return Vec::new();
    }
    if let (true, [region], [spot, boundary, ..]) = (words.contains("from spot "), &regions(mv)[..], &numbers[..]) {
        return vec![format!("{region}.{boundary}.{spot}")];
    }
    if let (true, [row, column]) = (words.starts_with("row "), &numbers[..]) {
        return vec![format!("{row},{column}")];
    }
    // On a row of coins `turn 1,2` names two of them.
    if let Some(coins) = words.strip_prefix("turn ").filter(|coins| !coins.contains(['(', ';', ' '])) {
        return coins.split(',').map(str::to_owned).collect();
    }
    let is_place = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    words.split(' ').filter(is_place).map(|word| word.trim_end_matches(',').to_owned()).collect()
}

/// The number of the region of a move of Sprouts.
fn regions(mv: &str) -> Vec<&str> {
    mv.split("region ").skip(1).filter_map(|rest| rest.split_once(':')).map(|(number, _)| number).collect()
}

#[test]
fn it_ends_by_itself_when_it_is_told_to() {
    let output = program().args(["--port", "0", "--seconds", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("http://127.0.0.1:"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    let mut server = Server::start();
    let _held = server.connect();
    assert!(Command::new("kill").args(["-INT", &server.process.id().to_string()]).status().unwrap().success());
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
}

#[test]
fn bad_flags_and_a_port_that_is_taken_are_refused() {
    let server = Server::start();
    let port = server.address.rsplit_once(':').unwrap().1;
    let cases: [&[&str]; 3] = [&["--port", port], &["--port", "65536"], &["--colour"]];
    for arguments in cases {
        let output = program().args(arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{error}");
        assert!(error.starts_with("error: "), "{error}");
    }
}
