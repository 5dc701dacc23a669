//! Real coins: rows and boards as bits, turned coin by coin. It shares nothing with the crate; codes are read by their words.

use std::collections::HashMap;

/// How many rows and columns a board has.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
}

/// The value of a board of coins, of which any rows of `in_rows` and columns of `in_columns` are chosen and all coins where they
/// cross turned, if the last of these shows heads.
pub(crate) fn real_value(
    board: Board,
    coins: u64,
    in_rows: &dyn Fn(&[u32]) -> bool,
    in_columns: &dyn Fn(&[u32]) -> bool,
    memo: &mut HashMap<u64, u64>,
) -> u64 {
    if let Some(value) = memo.get(&coins) {
        return *value;
    }
    let left = after_moves(board, coins, in_rows, in_columns);
    let values: Vec<u64> = left.map(|coins| real_value(board, coins, in_rows, in_columns, memo)).collect();
    let value = (0..=values.len() as u64).find(|value| !values.contains(value)).unwrap();
    memo.insert(coins, value);
    value
}

/// Whether the player to move wins a row of coins in misère play.
pub(crate) fn wins_in_misere(
    length: u32,
    coins: u64,
    may_turn: &dyn Fn(&[u32]) -> bool,
    memo: &mut HashMap<u64, bool>,
) -> bool {
    if let Some(wins) = memo.get(&coins) {
        return *wins;
    }
    let row = Board { rows: 1, columns: length };
    let left: Vec<u64> = after_moves(row, coins, &|_| true, may_turn).collect();
    let wins = left.is_empty() || left.into_iter().any(|coins| !wins_in_misere(length, coins, may_turn, memo));
    memo.insert(coins, wins);
    wins
}

/// The boards that moves leave.
fn after_moves(
    board: Board,
    coins: u64,
    in_rows: &dyn Fn(&[u32]) -> bool,
    in_columns: &dyn Fn(&[u32]) -> bool,
) -> impl Iterator<Item = u64> {
    let sets =
        |size: u32| (1..1_u64 << size).map(move |set| (1..=size).filter(|place| set >> (place - 1) & 1 == 1).collect());
    let mut left = Vec::new();
    for rows in sets(board.rows).filter(|set: &Vec<u32>| in_rows(set)) {
        for columns in sets(board.columns).filter(|set: &Vec<u32>| in_columns(set)) {
            let coin = |row: u32, column: u32| 1_u64 << ((row - 1) * board.columns + column - 1);
            let turned = rows.iter().flat_map(|row| columns.iter().map(move |column| coin(*row, *column))).sum::<u64>();
            if coins & coin(*rows.last().unwrap(), *columns.last().unwrap()) != 0 {
                left.push(coins ^ turned);
            }
        }
    }
    left.into_iter()
}

/// Whether a code allows to turn the coins at these places.
pub(crate) fn may_turn(code: &str, places: &[u32]) -> bool {
    let (number, first, last) = (places.len(), places[0], *places.last().unwrap());
    let spread = (last - first) as usize;
    let gaps: Vec<u32> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (consecutive, equally_spaced) = (gaps.iter().all(|gap| *gap == 1), gaps.iter().all(|gap| *gap == gaps[0]));
    let symmetric = gaps.iter().eq(gaps.iter().rev());
    match code {
        "1-2" => number <= 2,
        "1-3" => number <= 3,
        "1-" => true,
        "2" => number == 2,
        "3" => number == 3,
        "1-C" => consecutive,
        "1-5C" => consecutive && number <= 5,
        "1-3C(5)" => number <= 3 && spread < 5,
        "3C(5)" => number == 3 && spread < 5,
        "3E" => number == 3 && equally_spaced,
        "4FS" => number == 4 && first == 1 && symmetric,
        "1-S" => symmetric,
        "1-FS" => first == 1 && symmetric,
        "2-4E,1" => number == 1 || number <= 4 && equally_spaced,
        "2F,3C" => number == 2 && first == 1 || number == 3 && consecutive,
        "2-C(3),4-5SF" => number >= 2 && spread < 3 || (4..=5).contains(&number) && symmetric && first == 1,
        _ => panic!("what does `{code}` say?"),
    }
}
