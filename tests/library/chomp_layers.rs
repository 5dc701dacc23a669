//! Tables of Chomp boards in files by layers: the same files whoever makes them, in whatever order, after whatever happened to them.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::support::random::Random;
use crate::support::sized;
use grundy::chomp::{ChompValues, LayerFiles, Part, TableError, TableFileError};
use grundy::{Bound, Control};

/// A folder of its own for each test, removed with all that is in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-layers-{name}-{}", std::process::id()));
        fs::remove_dir_all(&path).ok();
        Self(path)
    }

    fn losing(&self, tiles: u32) -> LayerFiles {
        LayerFiles::losing(&self.0, tiles).unwrap()
    }

    /// All files with what is in them.
    fn content(&self) -> BTreeMap<String, Vec<u8>> {
        let files = fs::read_dir(&self.0).unwrap().map(|file| file.unwrap());
        files.map(|file| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn part(number: usize, of: usize) -> Part {
    format!("{number}/{of}").parse().unwrap()
}

/// The numbers of losing boards of 1, 2, 3.. tiles, as published.
fn published(tiles: usize) -> Vec<u64> {
    let lines = include_str!("../data/chomp-losing-counts.txt").lines().filter(|line| !line.starts_with('#'));
    lines.take(tiles).map(|line| line.parse().unwrap()).collect()
}

#[test]
fn counts_are_the_published_ones() {
    for tiles in (0..=30).chain(sized([45, 45], [45, 60])) {
        let folder = Folder::new("published");
        let losing = folder.losing(tiles);
        losing.complete(&mut Control::new()).unwrap();
        let counts = losing.losing_counts(&mut Control::new()).unwrap();
        assert_eq!(counts[0], 1);
        assert_eq!(counts[1..], published(tiles as usize));
        let bytes: usize = folder.content().values().map(|file| file.len() - 64).sum();
        assert_eq!(bytes as u64, losing.bytes());
    }
}

#[test]
fn counts_by_values_are_those_of_the_table_in_memory() {
    for tiles in (0..=24).chain([40]) {
        let folder = Folder::new("values");
        let files = LayerFiles::values(&folder.0, tiles).unwrap();
        files.complete(&mut Control::new()).unwrap();
        let values = ChompValues::up_to(tiles, &mut Control::new()).unwrap();
        assert_eq!(
            (files.losing_counts(&mut Control::new()).unwrap(), files.bytes()),
            (values.losing_counts(), values.boards())
        );
        // Of the same bytes, in another order.
        let mut bytes: Vec<u8> = Vec::new();
        folder.content().values().for_each(|file| bytes.extend(&file[56..file.len() - 8]));
        let mut expected: Vec<u8> = Vec::new();
        values.write_to(&mut expected).unwrap();
        let mut expected = expected[64..expected.len() - 8].to_vec();
        bytes.sort_unstable();
        expected.sort_unstable();
        assert_eq!(bytes, expected);
    }
}

/// By columns, by layers in parts of different numbers in any order, with any number of threads.
#[test]
fn files_are_the_same_whatever_the_order() {
    let mut random = Random(1);
    for tiles in [0, 1, 2, 3, 7, 12, 20, 30] {
        let whole = Folder::new("whole");
        whole.losing(tiles).complete(&mut Control::new()).unwrap();
        for parts in [1, 2, 3, 16] {
            let folder = Folder::new("parts");
            let losing = folder.losing(tiles);
            let mut layers = 0;
            while !losing.is_complete() {
                let mut numbers: Vec<usize> = (1..=parts).collect();
                random.shuffle(&mut numbers);
                for number in numbers {
                    let threads = NonZeroUsize::new(1 + random.below(3)).unwrap();
                    losing.complete_part(part(number, parts), &mut Control::new().threads(threads)).unwrap();
                }
                layers += 1;
                assert!(layers <= losing.layers(), "each round completes a layer");
            }
            assert_eq!(losing.complete_part(part(1, 1), &mut Control::new()).unwrap(), None);
            assert_eq!(folder.content(), whole.content(), "{tiles} tiles, {parts} parts");
        }
    }
}

/// Several workers at once, without any order.
#[test]
fn parts_run_at_once() {
    let (whole, folder) = (Folder::new("alone"), Folder::new("at-once"));
    whole.losing(40).complete(&mut Control::new()).unwrap();
    std::thread::scope(|scope| {
        for number in [1, 2, 3] {
            let losing = folder.losing(40);
            scope.spawn(move || {
                while !losing.is_complete() {
                    losing.complete_part(part(number, 3), &mut Control::new()).unwrap();
                }
            });
        }
    });
    assert_eq!(folder.content(), whole.content());
}

/// What can happen to a file.
fn damage(file: &Path, how: usize, random: &mut Random) {
    let mut bytes = fs::read(file).unwrap();
    let place = random.below(bytes.len());
    match how {
        0 => return fs::remove_file(file).unwrap(),
        1 => bytes[place] ^= 1 << random.below(8),
        2 => bytes.truncate(place),
        3 => bytes.push(0),
        4 => bytes.clear(),
        _ => bytes.fill(0),
    }
    fs::write(file, bytes).unwrap();
}

#[test]
fn what_was_lost_cut_or_altered_is_made_again() {
    let mut random = Random(2);
    let whole = Folder::new("undamaged");
    whole.losing(30).complete(&mut Control::new()).unwrap();
    let expected = whole.content();
    let folder = Folder::new("damaged");
    let losing = folder.losing(30);
    losing.complete(&mut Control::new()).unwrap();
    let files: Vec<PathBuf> = losing.files().collect();
    for round in 0..60 {
        for _ in 0..=round % 4 {
            damage(&files[random.below(files.len())], round % 6, &mut random);
            // It may have been removed before.
            losing.complete(&mut Control::new()).unwrap();
        }
        assert_eq!(folder.content(), expected, "round {round}");
    }
}

/// A file may be a link, as long as it leads to what the file should be. One that leads to the file of another piece is replaced: to write through
/// it would destroy that file.
#[cfg(unix)]
#[test]
fn a_link_to_another_file_is_replaced() {
    let (folder, plain) = (Folder::new("links"), Folder::new("without-links"));
    let (losing, expected) = (folder.losing(30), plain.losing(30));
    expected.complete(&mut Control::new()).unwrap();
    let files: Vec<PathBuf> = losing.files().collect();
    for by_parts in [false, true] {
        losing.complete(&mut Control::new()).unwrap();
        let (earlier, later) = (&files[files.len() / 3], &files[files.len() / 2]);
        fs::remove_file(later).unwrap();
        std::os::unix::fs::symlink(earlier.file_name().unwrap(), later).unwrap();
        let elsewhere = folder.0.join("elsewhere");
        fs::rename(&files[0], &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &files[0]).unwrap();
        if by_parts {
            let mut layers =
                (0..=losing.layers()).map(|_| losing.complete_part(part(1, 1), &mut Control::new()).unwrap());
            assert!(layers.any(|layer| layer.is_none()));
        }
        // A link to a file of the right length is as good as a file to parts, until it is read.
        losing.complete(&mut Control::new()).unwrap();
        assert!(fs::symlink_metadata(&files[0]).unwrap().is_symlink(), "a right link stays");
        fs::remove_file(&files[0]).unwrap();
        fs::rename(&elsewhere, &files[0]).unwrap();
        assert_eq!(folder.content(), plain.content());
    }
}

/// To open a pipe would be to wait for ever.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused() {
    let folder = Folder::new("pipe");
    let losing = folder.losing(12);
    losing.complete(&mut Control::new()).unwrap();
    let file = losing.files().nth(3).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    for refused in [
        losing.complete(&mut Control::new()).unwrap_err(),
        losing.complete_part(part(1, 1), &mut Control::new()).unwrap_err(),
        losing.losing_counts(&mut Control::new()).unwrap_err(),
    ] {
        assert!(refused.to_string().contains("it is a device or a pipe"), "{refused}");
    }
}

/// A part finds damage in earlier layers that it reads, and makes those files first. What it does not read is found by `complete`.
#[test]
fn parts_repair_what_they_read() {
    let mut random = Random(3);
    let whole = Folder::new("unhurt");
    whole.losing(26).complete(&mut Control::new()).unwrap();
    for round in 0..sized(12, 30) {
        let folder = Folder::new("hurt");
        let losing = folder.losing(26);
        while !losing.is_complete() {
            losing.complete_part(part(1 + random.below(3), 3), &mut Control::new()).unwrap();
            let there: Vec<PathBuf> = losing.files().filter(|file| file.exists()).collect();
            if random.below(20) == 0 && !there.is_empty() {
                damage(&there[random.below(there.len())], round % 6, &mut random);
            }
        }
        losing.complete(&mut Control::new()).unwrap();
        assert_eq!(folder.content(), whole.content(), "round {round}");
    }
}

/// A part reads a few pages of earlier files, and computes nothing from one that was altered: what it would make has a right checksum, and nobody would
/// notice it later.
#[test]
fn parts_compute_nothing_from_an_altered_file() {
    let whole = Folder::new("unaltered");
    whole.losing(26).complete(&mut Control::new()).unwrap();
    let folder = Folder::new("altered");
    let losing = folder.losing(26);
    losing.complete(&mut Control::new()).unwrap();
    for file in losing.files() {
        // The name has the layer in it: losing-026.012.003.000.
        let name = file.file_name().unwrap().to_str().unwrap();
        if name.split('.').nth(1).unwrap().parse::<usize>().unwrap() >= 12 {
            fs::remove_file(&file).unwrap();
        } else {
            // Behind the header of 56 bytes, and before the checksum of 8.
            let mut bytes = fs::read(&file).unwrap();
            let place = 56 + (bytes.len() - 64) / 2;
            bytes[place] ^= 1;
            fs::write(&file, bytes).unwrap();
        }
    }
    while losing.complete_part(part(1, 1), &mut Control::new()).unwrap().is_some() {}
    losing.complete(&mut Control::new()).unwrap();
    assert_eq!(folder.content(), whole.content());
}

#[test]
fn a_damaged_file_is_not_counted() {
    let folder = Folder::new("counted");
    let losing = folder.losing(20);
    losing.complete(&mut Control::new()).unwrap();
    let file = losing.files().last().unwrap();
    damage(&file, 1, &mut Random(4));
    let Err(TableFileError::Piece { path }) = losing.losing_counts(&mut Control::new()) else { panic!() };
    assert_eq!(path, file);
}

/// Windows on a file are compared with what was read or written as a whole, so that what is altered in between makes no other file wrong.
#[test]
fn what_is_altered_during_the_work_spreads_no_further() {
    let (whole, folder) = (Folder::new("calm"), Folder::new("altered"));
    whole.losing(45).complete(&mut Control::new()).unwrap();
    for by_parts in [false, true] {
        let losing = folder.losing(45);
        let (files, looks): (Vec<PathBuf>, _) = (losing.files().collect(), AtomicUsize::new(0));
        // Header, length and checksum stay.
        let alter = move |_| {
            if looks.fetch_add(1, Relaxed) == 8 {
                for file in files.iter().filter(|file| file.exists()) {
                    let mut bytes = fs::read(file).unwrap();
                    let end = bytes.len() - 8;
                    bytes[56..end].iter_mut().for_each(|byte| *byte ^= 1);
                    fs::write(file, bytes).unwrap();
                }
            }
            ControlFlow::Continue(())
        };
        let mut control = Control::new().watched(alter);
        if by_parts {
            while losing.complete_part(part(1, 1), &mut control).unwrap().is_some() {}
        } else {
            losing.complete(&mut control).unwrap();
        }
        // Files that were altered and not read again are found by the next call.
        losing.complete(&mut Control::new()).unwrap();
        assert_eq!(losing.losing_counts(&mut Control::new()).unwrap()[1..], published(45));
        assert_eq!(folder.content(), whole.content());
        fs::remove_dir_all(&folder.0).unwrap();
    }
}

/// A bound stops the work at any place. What is there stays, and no file is half written.
#[test]
fn a_stopped_table_goes_on() {
    let tiles = sized(40, 50);
    let (whole, folder) = (Folder::new("unstopped"), Folder::new("stopped"));
    whole.losing(tiles).complete(&mut Control::new()).unwrap();
    let losing = folder.losing(tiles);
    let mut stops = 0;
    loop {
        // The first check comes after 2^12 boards.
        match losing.complete(&mut Control::new().watched(|_| ControlFlow::Break(()))) {
            Ok(()) => break,
            Err(TableFileError::Table(TableError::Stopped(stopped))) => assert!(stopped.is_cancelled()),
            Err(error) => panic!("{error}"),
        }
        let there = folder.content();
        assert!(there.iter().all(|(name, file)| whole.content()[name] == *file));
        losing.complete(&mut Control::new().positions(20_000)).ok();
        stops += 1;
        assert!(stops < 100);
    }
    assert!(stops > 0);
    assert_eq!(folder.content(), whole.content());
}

#[test]
fn bounds_and_foreign_files_are_errors() {
    let folder = Folder::new("bounds");
    let losing = folder.losing(60);
    let stopped = losing.complete(&mut Control::new().bytes(1 << 20)).unwrap_err();
    let TableFileError::Table(TableError::Stopped(stopped)) = stopped else { panic!("{stopped}") };
    assert_eq!((stopped.bound, stopped.done), (Bound::Bytes(1 << 20), 0));
    // Boards of a column, without the 2^22 bytes of windows beside it.
    assert!((1..1 << 20).contains(&stopped.unfinished), "{stopped}");
    assert!(!folder.0.exists(), "nothing was written");
    // There are 5 · 10^15 boards of 256 tiles, and the list of their files alone would not fit in memory.
    let losing = |tiles| LayerFiles::losing(&folder.0, tiles);
    let values = |tiles| LayerFiles::values(&folder.0, tiles);
    for files in [&losing as &dyn Fn(u32) -> Result<LayerFiles, TableError>, &values] {
        let Err(TableError::TooLarge { tiles: 256, limit }) = files(256) else { panic!("256 tiles are too many") };
        let limit = u32::try_from(limit).unwrap();
        assert!((140..256).contains(&limit), "{limit}");
        assert_eq!(files(limit).unwrap().tiles(), limit as usize);
        assert!(files(limit + 1).is_err());
    }

    let small = folder.losing(5);
    small.complete(&mut Control::new()).unwrap();
    let file = small.files().next().unwrap();
    // Another version is no damage: it is left alone.
    let mut bytes = fs::read(&file).unwrap();
    bytes[16] += 1;
    let sum = checksum(0, &bytes[..48]).to_le_bytes();
    bytes[48..56].copy_from_slice(&sum);
    fs::write(&file, &bytes).unwrap();
    let error = small.complete(&mut Control::new()).unwrap_err();
    assert!(matches!(&error, TableFileError::PieceVersion { path, version: 2 } if *path == file), "{error}");
    assert_eq!(fs::read(&file).unwrap(), bytes);
    // A folder that cannot be made.
    fs::write(folder.0.join("plain"), "").unwrap();
    let inside = LayerFiles::losing(folder.0.join("plain").join("inside"), 5).unwrap();
    let error = inside.complete(&mut Control::new()).unwrap_err();
    assert!(matches!(error, TableFileError::File { .. }), "{error}");
}

/// The checksum of the format, written anew from its description. `start` is 0, or the checksum of what comes before.
pub(crate) fn checksum(start: u64, bytes: &[u8]) -> u64 {
    let mut state = start ^ bytes.len() as u64;
    for word in 0..=bytes.len() / 8 {
        let mut padded = [0; 8];
        let part = &bytes[word * 8..bytes.len().min(word * 8 + 8)];
        padded[..part.len()].copy_from_slice(part);
        state = (state ^ u64::from_le_bytes(padded)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state ^= state >> 29;
    }
    state
}
