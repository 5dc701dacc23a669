//! Memos on disk: what is kept, what is refused, and that a refused file stays as it was.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use grundy::games::Region;
use grundy::{Checkpoint, Control, Cram, Kayles, Method, Nimber, Notation, Solver, Store, Stored, Unhinted};
use grundy_store::{Disk, DiskError, DiskMemo};
use redb::{Database, ReadableTable, TableDefinition};

/// Values of Kayles for rows of 0 to 71 pins: Winning Ways, ch. 4, table 6.
const KAYLES: [u64; 72] = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, 4, 1,
    2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 6, 7,
];

fn open(path: &Path, game: &str) -> Arc<Disk> {
    Arc::new(Disk::open(path, game).unwrap())
}

/// A file with the values of Kayles.
fn kayles(path: &Path) -> Vec<u8> {
    let file = open(path, "kayles");
    for (row, value) in KAYLES.iter().enumerate() {
        file.insert(row.to_string(), Nimber::new(*value));
    }
    file.close().unwrap();
    assert_eq!(file.durable(), 72);
    fs::read(path).unwrap()
}

#[test]
fn values_are_kept_and_nothing_is_searched_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    for run in 0..3 {
        let file = open(&path, "kayles");
        let mut solver = Solver::with_memo(Unhinted(Kayles), DiskMemo::new(Kayles, Arc::clone(&file), 1000));
        for (row, value) in KAYLES.iter().enumerate() {
            assert_eq!(solver.grundy(row as u64), Ok(Nimber::new(*value)), "run {run}, row {row}");
        }
        assert_eq!(solver.control().done() > 0, run == 0, "run {run}");
        file.close().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside the file");
    }
}

/// With room for two positions, nearly everything is read from the file.
#[test]
fn no_answer_depends_on_the_room_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    for positions in [0, 2, 100, 1 << 20] {
        for method in [Method::Values, Method::Nimbers] {
            let file = open(&folder.path().join(format!("{positions} {method}")), "cram");
            let memo = DiskMemo::new(Cram, Arc::clone(&file), positions);
            let mut solver = Solver::with_memo(Cram, memo).by(method);
            let mut alone = Solver::new(Cram).by(method);
            for (board, value) in [("3x6", 4), ("3x5", 1), ("xx.x/xxxx", 1)] {
                assert_eq!(solver.grundy(Cram.parse(board).unwrap()), Ok(Nimber::new(value)), "{positions} {board}");
                alone.grundy(Cram.parse(board).unwrap()).unwrap();
            }
            assert_eq!(
                solver.control().done(),
                alone.control().done(),
                "{positions}: what is in the file is not solved again"
            );
            file.close().unwrap();
        }
    }
}

#[test]
fn a_stopped_search_goes_on_in_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    let board = || Region::rectangle(4, 5).unwrap();
    let mut alone = Solver::new(Cram).by(Method::Values).with_control(Control::unlimited());
    let value = alone.grundy(board()).unwrap();
    let (mut solved, limit) = (0, 300);
    let found = loop {
        let file = open(&path, "cram");
        let memo = DiskMemo::new(Cram, Arc::clone(&file), 1 << 10);
        let mut solver = Solver::with_memo(Cram, memo).by(Method::Values).with_control(Control::new().positions(limit));
        let found = solver.grundy(board());
        solved += solver.control().done();
        file.close().unwrap();
        match found {
            Ok(found) => break found,
            Err(error) => assert!(solved < 10_000_000, "{error}"),
        }
    };
    assert_eq!(found, value);
    assert_eq!(solved, alone.control().done(), "positions are solved once, in whichever run");
}

/// A file to which a search tells what it knows whenever it stops, and which is read at once.
struct Eager(Arc<Disk>);

impl Store for Eager {
    fn get(&self, text: &str) -> Option<Nimber> {
        self.0.get(text)
    }

    fn insert(&self, text: String, value: Nimber) {
        self.0.insert(text, value);
    }

    fn checkpoint(&self) -> Option<&dyn Checkpoint> {
        Some(self)
    }
}

impl Checkpoint for Eager {
    fn read(&self) -> Vec<(String, Vec<u64>)> {
        // Longer than one chunk takes.
        thread::sleep(Duration::from_millis(20));
        Checkpoint::read(&*self.0)
    }

    fn is_due(&self, has_stopped: bool) -> bool {
        has_stopped
    }

    fn write(&self, facts: &mut dyn Iterator<Item = (String, Vec<u64>)>) {
        self.0.write(facts);
    }

    fn reject(&self, text: &String, read: String, found: Option<String>) {
        self.0.reject(text, read, found);
    }
}

/// A nimber search of 756 positions, in runs of 100.
#[test]
fn a_nimber_search_goes_on_in_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    for run in 0.. {
        assert!(run < 20, "it comes to an end");
        let file = open(&path, "cram");
        let memo = Stored::new(Cram, Eager(Arc::clone(&file)), 1 << 10);
        let mut solver = Solver::with_memo(Cram, memo).by(Method::Nimbers).with_control(Control::new().positions(100));
        let found = solver.grundy(Region::rectangle(5, 5).unwrap());
        file.close().unwrap();
        if let Ok(value) = found {
            assert_eq!(value, Nimber::ZERO); // the middle is the centre of a symmetry
            assert!(run > 5, "{run} runs");
            break;
        }
    }
}

/// Some 10 000 positions, which are three chunks.
fn facts() -> impl Iterator<Item = (String, Vec<u64>)> {
    (0..10_000_u64).map(|number| (format!("{number:x}"), vec![10_000 - number, number.wrapping_mul(number << 50), 7]))
}

/// All that a file has kept of positions without values, as soon as it tells it.
fn read(file: &Disk) -> Vec<(String, Vec<u64>)> {
    let mut all = Vec::new();
    while all.len() < 10_000 && !file.has_failed() {
        all.extend(Checkpoint::read(file));
    }
    all
}

#[test]
fn what_is_known_of_positions_without_values_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    let file = open(&path, "kayles");
    assert!(Checkpoint::read(&*file).is_empty());
    file.insert("5".to_owned(), Nimber::new(4));
    file.write(&mut [("old".to_owned(), vec![1, 2])].into_iter());
    file.close().unwrap();
    for run in 0..3 {
        let file = open(&path, "kayles");
        if run > 0 {
            // The texts of a chunk are in their own order.
            let (mut found, mut expected) = (read(&file), facts().collect::<Vec<_>>());
            found.sort();
            expected.sort();
            assert!(found == expected, "run {run}");
        }
        assert!(!file.is_due(false) && !file.is_due(true), "a moment ago");
        file.write(&mut facts());
        assert!(Checkpoint::read(&*file).is_empty(), "what is known here is not read");
        file.close().unwrap();
        assert_eq!((file.get("5"), file.durable()), (None, 1), "closed");
    }
}

/// A chunk under another number, with a byte changed, or of a value, in a file whose pages are whole.
#[test]
fn altered_facts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    let table = TableDefinition::<u64, &[u8]>::new("facts");
    for change in 0..3 {
        let file = open(&path, "kayles");
        file.write(&mut facts());
        file.close().unwrap();
        drop(file);
        let db = Database::open(&path).unwrap();
        let transaction = db.begin_write().unwrap();
        {
            let mut chunks = transaction.open_table(table).unwrap();
            let mut bytes = chunks.get(0).unwrap().unwrap().value().to_vec();
            match change {
                0 => bytes = chunks.get(1).unwrap().unwrap().value().to_vec(),
                1 => bytes[1000] ^= 4,
                _ => bytes.truncate(8),
            }
            chunks.insert(0, &bytes[..]).unwrap();
        }
        transaction.commit().unwrap();
        drop(db);
        let file = open(&path, "kayles");
        assert_eq!(read(&file), []);
        let error = file.close().unwrap_err();
        assert!(matches!(error, DiskError::Damaged { .. }) && error.to_string().contains("memo\""), "{error}");
        drop(file);
        fs::remove_file(&path).unwrap();
    }
    let file = open(&path, "kayles");
    file.reject(&"5".to_owned(), "[1, 2]".to_owned(), Some("*4".to_owned()));
    assert!(
        file.close().unwrap_err().to_string().ends_with("it tells [1, 2] of the position \"5\", and its value is *4")
    );
}

#[test]
fn other_games_and_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    let before = kayles(&path);
    let error = Disk::open(&path, "subtract:1,2").unwrap_err();
    assert!(matches!(&error, DiskError::OtherGame { found, .. } if found == "kayles"), "{error}");
    let text = error.to_string();
    assert!(text.contains("memo\" is of the game kayles, not of subtract:1,2"), "{text}");
    assert!(fs::read(&path).unwrap() == before);

    let db = Database::open(&path).unwrap();
    let transaction = db.begin_write().unwrap();
    let about: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
    transaction.open_table(about).unwrap().insert("version", "0.0.1, format 1").unwrap();
    transaction.commit().unwrap();
    drop(db);
    let before = fs::read(&path).unwrap();
    let error = Disk::open(&path, "kayles").unwrap_err();
    assert!(matches!(&error, DiskError::OtherVersion { found, .. } if found == "0.0.1, format 1"), "{error}");
    assert!(
        error.to_string().contains("memo\" was written by version 0.0.1, format 1, and this is version "),
        "{error}"
    );
    assert!(fs::read(&path).unwrap() == before);
}

/// Other files, and databases without the tables of a memo.
#[test]
fn what_is_no_memo_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let database = folder.path().join("database");
    drop(Database::create(&database).unwrap());
    let contents = [
        b"x".to_vec(),
        b"the values of Kayles: 0 1 2 3 1 4 3 2 1 4 2 6\n".repeat(1000),
        vec![0; 100_000],
        fs::read(&database).unwrap(),
    ];
    for content in contents {
        fs::write(&path, &content).unwrap();
        let error = Disk::open(&path, "kayles").unwrap_err();
        assert!(matches!(error, DiskError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("file\" is no memo, or it is damaged: "), "{error}");
        assert!(fs::read(&path).unwrap() == content);
    }
    let error = Disk::open(folder.path(), "kayles").unwrap_err();
    assert!(matches!(error, DiskError::Io { .. }), "{error}");
    let error = Disk::open(folder.path().join("none/file"), "kayles").unwrap_err();
    assert!(matches!(error, DiskError::Io { .. }), "{error}");
}

/// One byte is altered, all over the file, or the file is cut, or continued.
#[test]
fn an_altered_file_is_refused_or_the_change_is_in_unused_space() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    let whole = kayles(&path);
    let (mut refused, mut unused) = (0, 0);
    // Bytes that are in use, among long runs of zeros.
    let used = (0..whole.len()).filter(|at| whole[*at] != 0);
    let altered = (0..whole.len()).step_by(whole.len() / 12).chain(used.step_by(101)).map(|at| {
        let mut altered = whole.clone();
        altered[at] ^= 1 << (at % 8);
        altered
    });
    let cut = (1..whole.len()).step_by(whole.len() / 12).map(|at| whole[..at].to_vec());
    let continued = [[&whole[..], &[1; 5000]].concat()];
    for (number, content) in altered.chain(cut).chain(continued).enumerate() {
        fs::write(&path, &content).unwrap();
        match Disk::open(&path, "kayles") {
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("memo\""), "{number}: {error}");
                assert!(fs::read(&path).unwrap() == content, "{number}: the file was changed: {error}");
            }
            Ok(file) => {
                unused += 1;
                for (row, value) in KAYLES.iter().enumerate() {
                    assert_eq!(file.get(&row.to_string()), Some(Nimber::new(*value)), "{number}: row {row}");
                }
                file.close().unwrap();
            }
        }
    }
    assert!(refused > 20, "{refused} files were refused, in {unused} unused space was altered");
}

#[test]
fn a_file_has_one_user() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    let first = open(&path, "kayles");
    let error = Disk::open(&path, "kayles").unwrap_err();
    assert!(matches!(error, DiskError::InUse { .. }), "{error}");
    first.insert("5".to_owned(), Nimber::new(4));
    drop(first);
    assert_eq!(open(&path, "kayles").get("5"), Some(Nimber::new(4)));
}

#[test]
fn a_contradiction_names_both_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memo");
    kayles(&path);
    let file = open(&path, "kayles");
    file.insert("12".to_owned(), Nimber::new(4));
    file.insert("70".to_owned(), Nimber::new(5));
    let error = file.close().unwrap_err();
    assert!(file.has_failed());
    assert!(error.to_string().ends_with("memo\" says that 70 has the value *6, and the search says *5"), "{error}");
    drop(file);
    assert_eq!(open(&path, "kayles").get("70"), Some(Nimber::new(6)), "what was in the file is kept");
}

/// A link stays one, also if the file is made through it.
#[cfg(unix)]
#[test]
fn a_link_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("memo"), folder.path().join("link"));
    std::os::unix::fs::symlink(&path, &link).unwrap();
    kayles(&link);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(open(&path, "kayles").durable(), 72);
}

/// A new file would take the place of the pipe, as of an empty file.
#[cfg(unix)]
/// An empty file keeps its permissions, and a file with the name of that which is made beside it stays.
#[test]
fn an_empty_file_is_filled_and_no_other_is_touched() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("memo"), folder.path().join("memo.being-made"));
    fs::write(&path, "").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&other, "mine").unwrap();
    open(&path, "kayles").close().unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    // A name that leaves no room for that of a file beside it is an error, and the empty file is as it was.
    let long = folder.path().join("m".repeat(250));
    fs::write(&long, "").unwrap();
    assert!(Disk::open(&long, "kayles").is_err() && fs::read(&long).unwrap().is_empty());
    // What a crash has left is made anew: the beginning of a database, or nothing.
    for left in [&fs::read(&path).unwrap()[..100], b""] {
        let (path, made) = (folder.path().join("other"), folder.path().join("other.being-made"));
        fs::write(&made, left).unwrap();
        open(&path, "kayles").close().unwrap();
        assert!(!made.exists());
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_pipe_is_refused_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let (pipe, link) = (folder.path().join("pipe"), folder.path().join("link"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink(&pipe, &link).unwrap();
    let before = fs::metadata(&pipe).unwrap();
    for name in [&pipe, &link] {
        let error = Disk::open(name, "kayles").unwrap_err();
        assert!(matches!(error, DiskError::Io { .. }), "{error}");
        assert!(error.to_string().ends_with("it is a device or a pipe, not a regular file"), "{error}");
    }
    assert_eq!(fs::metadata(&pipe).unwrap().file_type(), before.file_type());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
