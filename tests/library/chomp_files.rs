//! Tables of Chomp boards as files: what was saved is loaded, and nothing else is.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use grundy::chomp::{Chomp, ChompValues, FilePart, LosingBoards, TableError, TableFileError, TableKind};
use grundy::{Bound, Control, Stopped, Unit};

use crate::chomp_layers::checksum;

/// A folder of its own for each test, removed with all that is in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-chomp-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn load(path: &Path) -> Result<ChompValues, TableFileError> {
    ChompValues::load(path, &Control::new())
}

fn values_up_to(tiles: u32) -> ChompValues {
    ChompValues::up_to(tiles, &mut Control::new()).unwrap()
}

fn losing_up_to(tiles: u32) -> LosingBoards {
    LosingBoards::up_to(tiles, &mut Control::new()).unwrap()
}

#[test]
fn what_was_saved_is_loaded() {
    let folder = Folder::new("round");
    let file = folder.file("table");
    let inside = |rows, columns| ChompValues::in_box(rows, columns, &mut Control::new()).unwrap();
    for values in [values_up_to(0), values_up_to(25), inside(3, 9), inside(0, 4)] {
        values.save(&file).unwrap();
        let loaded = load(&file).unwrap();
        assert!(loaded.iter(Chomp::poisoned()).eq(values.iter(Chomp::poisoned())));
        assert_eq!((loaded.boards(), loaded.is_complete()), (values.boards(), true));
    }
    let losing = losing_up_to(40);
    losing.save(&file).unwrap();
    let loaded = LosingBoards::load(&file, &Control::unlimited()).unwrap();
    assert_eq!(loaded.counts(), losing.counts());
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_table_resumes_from_its_last_saved_layer() {
    let folder = Folder::new("resume");
    let file = folder.file("table");
    let mut losing = LosingBoards::planned(40, &Control::new()).unwrap();
    let half = |progress: grundy::Progress| {
        if progress.done < 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    assert!(losing.complete(&mut Control::new().watched(half)).unwrap_err().is_cancelled());
    losing.save(&file).unwrap();
    let mut loaded = LosingBoards::load(&file, &Control::new()).unwrap();
    assert!(!loaded.is_complete() && loaded.counts().is_empty());
    assert!(loaded.iter().eq(losing.iter()));
    let mut control = Control::new();
    loaded.complete(&mut control).unwrap();
    assert!((1..loaded.bytes() - 5000).contains(&control.done()), "{} of {}", control.done(), loaded.bytes());
    assert_eq!(loaded.counts(), losing_up_to(40).counts());
}

#[test]
fn a_file_cut_short_is_refused_and_left_alone() {
    let folder = Folder::new("cut");
    let (file, cut) = (folder.file("table"), folder.file("cut"));
    values_up_to(40).save(&file).unwrap();
    let bytes = fs::read(&file).unwrap();
    let lengths = (0..80).chain((1000..bytes.len()).step_by(1000)).chain([bytes.len() - 1]);
    for length in lengths {
        fs::write(&cut, &bytes[..length]).unwrap();
        let error = load(&cut).unwrap_err();
        let told = match error {
            TableFileError::Foreign => length == 0,
            TableFileError::Length { found, expected } => {
                found == length as u64 && expected == if length < 64 { 64 } else { bytes.len() as u64 }
            }
            _ => false,
        };
        assert!(told, "{length}: {error}");
        assert_eq!(fs::read(&cut).unwrap(), &bytes[..length]);
    }
    fs::write(&cut, [&bytes[..], &[0]].concat()).unwrap();
    let (found, expected) = (bytes.len() as u64 + 1, bytes.len() as u64);
    let error = load(&cut).unwrap_err();
    assert!(matches!(error, TableFileError::Length { .. }), "{error}");
    assert_eq!(error.to_string(), format!("the file has {found} bytes in place of {expected}"));
}

#[test]
fn a_flipped_bit_is_noticed() {
    let folder = Folder::new("flipped");
    let file = folder.file("table");
    values_up_to(22).save(&file).unwrap();
    let bytes = fs::read(&file).unwrap();
    for (place, bit) in (0..bytes.len()).map(|place| (place, place % 8)).chain((0..512).map(|bit| (bit / 8, bit % 8))) {
        let mut altered = bytes.clone();
        altered[place] ^= 1 << bit;
        fs::write(&file, &altered).unwrap();
        let error = load(&file).unwrap_err();
        let told = match place {
            0..16 => matches!(error, TableFileError::Foreign),
            16..20 => matches!(error, TableFileError::Version { .. }),
            20..64 => matches!(error, TableFileError::Altered { part: FilePart::Header }),
            _ => matches!(error, TableFileError::Altered { part: FilePart::Table }),
        };
        assert!(told, "byte {place}, bit {bit}: {error}");
        assert_eq!(fs::read(&file).unwrap(), altered);
    }
}

#[test]
fn a_file_of_another_kind_is_refused_by_its_name() {
    let folder = Folder::new("kind");
    let file = folder.file("table");
    losing_up_to(10).save(&file).unwrap();
    let error = load(&file).unwrap_err();
    assert!(matches!(error, TableFileError::Kind { found: TableKind::Losing, expected: TableKind::Values }));
    assert_eq!(error.to_string(), "the file is a table of losing boards: one of values was asked for");
    values_up_to(30).save(&file).unwrap();
    let losing = LosingBoards::load(&file, &Control::unlimited());
    assert!(matches!(losing, Err(TableFileError::Kind { found: TableKind::Values, .. })));
    for (small, bound) in
        [(Control::new().bytes(1000), Bound::Bytes(1000)), (Control::new().positions(1000), Bound::Positions(1000))]
    {
        let Err(TableFileError::Table(TableError::Stopped(stopped))) = ChompValues::load(&file, &small) else {
            panic!()
        };
        assert!(matches!(stopped, Stopped { unit: Unit::Boards, done: 0, unfinished: 28_629, .. }), "{stopped}");
        assert_eq!(stopped.bound, bound);
    }
    fs::write(&file, "a text that is not a table, and longer than a header is in any of its versions").unwrap();
    assert!(matches!(load(&file), Err(TableFileError::Foreign)));
    assert!(matches!(load(&folder.file("none")), Err(TableFileError::File { .. })));
    assert!(matches!(load(&folder.0), Err(TableFileError::File { .. })));
}

/// Both checksums are right, and the numbers of the header are not those of a table.
#[test]
fn a_forged_header_is_refused() {
    let folder = Folder::new("forged");
    let file = folder.file("table");
    // The kind; the tiles and 0, or rows and columns; the layers; and the bytes of the table.
    let load_forged = |kind: u32, numbers: [u64; 4], table: &[u8]| {
        let mut header = b"grundy chomp \r\n\0".to_vec();
        header.extend([1, kind].iter().flat_map(|number| number.to_le_bytes()));
        header.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        header.extend(checksum(0, &header).to_le_bytes());
        let sum = checksum(checksum(0, &header), table).to_le_bytes();
        fs::write(&file, [&header[..], table, &sum].concat()).unwrap();
        load(&file)
    };
    let saved = |values: &ChompValues| {
        values.save(&file).unwrap();
        let bytes = fs::read(&file).unwrap();
        let number = |place: usize| u64::from_le_bytes(bytes[place..place + 8].try_into().unwrap());
        ([24, 32, 40, 48].map(number), bytes[64..bytes.len() - 8].to_vec())
    };
    let (numbers, table) = saved(&values_up_to(12));
    let [tiles, zero, layers, bytes] = numbers;
    assert!(load_forged(0, numbers, &table).unwrap().is_complete());
    for (numbers, table) in [
        ([tiles, zero, layers + 1, bytes], &table[..]),
        ([tiles, zero, u64::MAX, bytes], &table),
        // Fewer layers, or fewer tiles, than the bytes have.
        ([tiles, zero, layers - 1, bytes], &table),
        ([tiles - 1, zero, layers - 1, bytes], &table),
        ([tiles, zero, layers, bytes - 1], &table[1..]),
    ] {
        let error = load_forged(0, numbers, table).unwrap_err();
        assert!(matches!(error, TableFileError::Altered { part: FilePart::Header }), "{numbers:?}: {error}");
    }
    let inside = ChompValues::in_box(2, 3, &mut Control::new()).unwrap();
    let (numbers, table) = saved(&inside);
    let [rows, columns, layers, bytes] = numbers;
    assert_eq!(load_forged(1, numbers, &table).unwrap().boards(), inside.boards());
    for sides in [[0, columns], [1 << 40, 0], [0, 1 << 40], [257, 0], [16, 17], [u64::MAX, u64::MAX]] {
        let error = load_forged(1, [sides[0], sides[1], layers, bytes], &table).unwrap_err();
        assert!(matches!(error, TableFileError::Table(TableError::TooLarge { .. })), "{sides:?}: {error}");
    }
    let error = load_forged(1, [rows, columns + 1, layers, bytes], &table).unwrap_err();
    assert!(matches!(error, TableFileError::Altered { part: FilePart::Header }), "{error}");
}

/// Takes this number of bytes and no more, as a disk does that becomes full.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 && !bytes.is_empty() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_and_the_old_file_stays() {
    let values = values_up_to(20);
    for room in [0, 1, 63, 64, 65, 2000, 2714 + 71] {
        assert_eq!(values.write_to(Full(room)).unwrap_err().kind(), io::ErrorKind::StorageFull, "{room}");
    }
    assert!(values.write_to(Full(2714 + 72)).is_ok());
    let folder = Folder::new("full");
    let file = folder.file("missing").join("table");
    assert!(matches!(values.save(&file), Err(TableFileError::File { .. })));
    // A folder cannot be replaced by a file: nothing is lost, and no temporary file is left.
    let taken = folder.file("taken");
    fs::create_dir(&taken).unwrap();
    fs::write(taken.join("inside"), "kept").unwrap();
    assert!(matches!(values.save(&taken), Err(TableFileError::File { .. })));
    assert_eq!(fs::read_to_string(taken.join("inside")).unwrap(), "kept");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    assert!(values.save("").is_err() && values.save("/").is_err());
}

/// A device that is always full, where there is one.
#[test]
fn a_device_without_room_is_an_error() {
    if let Ok(full) = OpenOptions::new().write(true).open("/dev/full") {
        assert!(losing_up_to(30).write_to(full).is_err());
    }
}
