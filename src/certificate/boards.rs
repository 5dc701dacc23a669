//! Checks the list of all losing boards of Chomp, by the rules alone.

use std::io::BufRead;

use super::facts::{Facts, Steps};
use super::text::{CertificateError, Reader, refused};
use crate::chomp::{Board, Chomp};
use crate::game::ImpartialGame;

/// All boards of at most `tiles` tiles on which whoever is to move loses. Facts are boards.
///
/// A board is losing exactly if no move leaves a losing one. All boards of at most that many tiles are looked at, and all their moves.
pub(super) fn check_boards(
    tiles: u32,
    reader: &mut Reader<impl BufRead>,
    steps: &mut Steps<'_>,
) -> Result<u64, CertificateError> {
    let chomp = Chomp::poisoned();
    let losing: Facts<Board, ()> = Facts::read(reader, steps, |text| {
        let board: Board = text.parse().map_err(|error| format!("{error}"))?;
        if board.is_empty() || board.tiles() > u64::from(tiles) {
            return Err(format!("a board has from 1 to {tiles} tiles"));
        }
        Ok((board, ()))
    })?;
    for size in 1..=tiles {
        // All partitions of the number of tiles: no board is left out, so that a missing fact is noticed too.
        let mut rows = vec![size];
        loop {
            let board = Board::from_rows(rows.clone()).expect("rows in descending order are a board");
            let mut wins = false;
            for left in chomp.options(&board) {
                steps.tick()?;
                wins = wins || left.iter().any(|left| losing.get(left).is_some());
            }
            match (wins, losing.line(&board)) {
                (true, Some(line)) => return Err(refused(line, "a move leaves a losing board")),
                (false, None) => return Err(reader.refused(format!("{board} is losing, and is not told"))),
                _ => {}
            }
            if !next_partition(&mut rows) {
                break;
            }
        }
    }
    Ok(losing.len())
}

/// The next partition of the same number in descending lexicographic order. Returns false after the last.
fn next_partition(parts: &mut Vec<u32>) -> bool {
    // After 4, 1, 1 comes 3, 3: the last part above 1 gets smaller by 1, and the rest is cut into parts of that size.
    let Some(place) = parts.iter().rposition(|part| *part > 1) else { return false };
    let mut rest = parts[place..].iter().sum::<u32>();
    let most = parts[place] - 1;
    parts.truncate(place);
    while rest > 0 {
        parts.push(rest.min(most));
        rest -= rest.min(most);
    }
    true
}
