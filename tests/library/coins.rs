//! Coin-turning games: real rows and boards of coins, turned coin by coin, against sums of heads; and published values.

use std::collections::HashMap;

use crate::support::coins::{Board, may_turn, real_value, wins_in_misere};
use crate::support::sizes::{lost_rows_by_heads, values_of};
use grundy::compound::Coordinates;
use grundy::games::{CoinTurning, CoinTurningGrid, Head};
use grundy::{AnyGame, Components, ImpartialGame, Nimber, Notation, Outcome, Play, Solver, Unhinted};

/// Codes, and as a table of words what they say, from which real coins are turned.
const CODES: [&str; 16] = [
    "1-2",
    "1-3",
    "1-",
    "2",
    "3",
    "1-C",
    "1-5C",
    "1-3C(5)",
    "3C(5)",
    "3E",
    "4FS",
    "1-S",
    "1-FS",
    "2-4E,1",
    "2F,3C",
    "2-C(3),4-5SF",
];

fn game(code: &str) -> CoinTurning {
    code.parse().unwrap()
}

fn head(place: u32) -> Head {
    Head::new(place).unwrap()
}

#[test]
fn real_rows_are_sums_of_heads() {
    const COINS: u32 = 7;
    for code in CODES {
        let mut memo = HashMap::new();
        let mut solver = Solver::new(Unhinted(game(code)));
        for row in 0..1_u64 << COINS {
            let drawn: String = (0..COINS).map(|coin| if row >> coin & 1 == 1 { 'H' } else { 'T' }).collect();
            let heads = game(code).parse(&drawn).unwrap();
            let board = Board { rows: 1, columns: COINS };
            let real = real_value(board, row, &|_| true, &|set| may_turn(code, set), &mut memo);
            assert_eq!(solver.grundy(heads).unwrap().get(), real, "{code} {drawn}");
        }
    }
}

/// So what a solver says of a sum of heads is nothing about coins, and programs that read coins refuse misère play.
#[test]
fn real_rows_are_no_sums_of_heads_in_misere_play() {
    const COINS: u32 = 5;
    let mut differ = Vec::new();
    for code in ["1-2", "1-3", "2"] {
        let (mut solver, mut memo) = (Solver::new(game(code)), HashMap::new());
        for row in 0..1_u64 << COINS {
            let drawn: String = (0..COINS).map(|coin| if row >> coin & 1 == 1 { 'H' } else { 'T' }).collect();
            let outcome = solver.outcome_in(Play::Misere, game(code).parse(&drawn).unwrap()).unwrap();
            let wins = wins_in_misere(COINS, row, &|set| may_turn(code, set), &mut memo);
            if wins != (outcome == Outcome::N) {
                differ.push(format!("{code} {drawn}"));
            }
        }
    }
    assert!(differ.len() == 12 && differ.contains(&"1-2 THHTT".to_owned()), "{differ:?}");
    let any = |name: &str| name.parse::<AnyGame>().unwrap();
    let grid: CoinTurningGrid = "1-2x2".parse().unwrap();
    let (table, _) = AnyGame::parse_sum("nim:1+turning:1-3:THTTH").unwrap();
    let refused = |play| {
        let names = ["turning:1-3", "turning:1-2x1-2"].map(|name| any(name).refuses(play));
        let other = [game("2").refuses(play), grid.refuses(play), Unhinted(&grid).refuses(play), table.refuses(play)];
        names.into_iter().chain(other).flatten().count()
    };
    assert_eq!((refused(Play::Normal), refused(Play::Misere)), (0, 6));
    let (table, _) = AnyGame::parse_sum("nim:1+kayles:3").unwrap();
    assert_eq!((any("kayles").refuses(Play::Misere), table.refuses(Play::Misere)), (None, None));
}

#[test]
fn real_boards_are_nim_products() {
    for (rows, columns) in [("1-2", "1-2"), ("1-C", "1-3"), ("2", "1-C"), ("3E", "1-2")] {
        let board = Board { rows: 3, columns: 3 };
        let grid: CoinTurningGrid = format!("{rows}x{columns}").parse().unwrap();
        let mut memo = HashMap::new();
        let mut searched = Solver::new(Unhinted(&grid));
        let mut by_theorem = Solver::new(&grid);
        for coins in (0..1_u64 << 9).step_by(5) {
            let is_heads = |row: u32, column: u32| coins >> (3 * row + column) & 1 == 1;
            let drawn = (0..3).map(|row| (0..3).map(|column| if is_heads(row, column) { 'H' } else { 'T' }).collect());
            let drawn: Vec<String> = drawn.collect();
            let heads = grid.parse(&drawn.join("/")).unwrap();
            let real = real_value(board, coins, &|set| may_turn(rows, set), &|set| may_turn(columns, set), &mut memo);
            assert_eq!(searched.grundy(&heads).unwrap().get(), real, "{grid} {drawn:?}");
            assert_eq!(by_theorem.grundy(&heads).unwrap().get(), real, "{grid} {drawn:?}");
        }
    }
}

/// Winning Ways, ch. 14; OEIS A000069 (odious numbers) and A006519.
#[test]
fn values_are_the_published_ones() {
    let odious: Vec<u64> = (0..200).filter(|number: &u64| number.count_ones() % 2 == 1).collect();
    let unhinted = |code: &str, heads: u32| -> Vec<u64> {
        let mut solver = Solver::new(Unhinted(game(code)));
        (1..=heads).map(|place| solver.grundy(head(place)).unwrap().get()).collect()
    };
    assert_eq!(unhinted("mock-turtles", 16), odious[..16]);
    assert_eq!(values_of("mock-turtles", 80), odious[..80]);
    assert_eq!(values_of("triplets", 80)[2..], odious[..78]);
    assert_eq!(values_of("twins", 5), [0, 1, 2, 3, 4]);
    assert_eq!(values_of("motley", 8), [1, 2, 4, 8, 16, 32, 64, 128]);
    assert_eq!(unhinted("ruler", 16), [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16]);
    assert_eq!(values_of("moebius", 9), [1, 2, 4, 8, 16, 31, 32, 64, 103]);
}

/// Winning Ways, ch. 14, has both names.
#[test]
fn a_game_of_two_names_is_read_by_both() {
    assert_eq!(game("turnips"), game("ternups"));
    assert_eq!(game("turnips").to_string(), "3E");
}

/// The lost rows are a code in which two words differ in more places than a move can turn. Mock Turtles of 8 coins: the extended Hamming code;
/// Moebius of 18: the extended quadratic residue code (Winning Ways, ch. 14; Conway and Sloane, *Lexicographic codes*, 1986).
#[test]
fn lost_rows_are_known_codes() {
    let counts = |pairs: &[(usize, u64)], coins: usize| {
        let mut counts = vec![0; coins + 1];
        for (heads, rows) in pairs {
            counts[*heads] = *rows;
        }
        counts
    };
    assert_eq!(lost_rows_by_heads(&values_of("mock-turtles", 8)), counts(&[(0, 1), (4, 14), (8, 1)], 8));
    let moebius = counts(&[(0, 1), (6, 102), (8, 153), (10, 153), (12, 102), (18, 1)], 18);
    assert_eq!(lost_rows_by_heads(&values_of("moebius", 18)), moebius);
}

#[test]
fn a_heap_that_does_not_split_is_a_coin_with_one_companion() {
    let mut coins = Solver::new(game("1-2"));
    for row in ["HTHTH", "TTTH", "HHH"] {
        let heads = game("1-2").parse(row).unwrap();
        let heaps: Vec<u64> = heads.iter().map(|head| head.place().into()).collect();
        assert_eq!(coins.grundy(heads).unwrap(), Solver::new(grundy::Nim).grundy(heaps).unwrap());
    }
}

#[test]
fn a_grid_reads_lists_and_drawings() {
    let grid: CoinTurningGrid = "1-2x2".parse().unwrap();
    let heads = grid.parse("HT/TTH").unwrap();
    let at = |row, column| Coordinates { row: head(row), column: head(column) };
    assert_eq!(heads, Components::from([at(1, 1), at(2, 3)]));
    assert_eq!(grid.text(&heads), "1,1/2,3");
    assert_eq!(grid.text_like("T", &heads), "HTT/TTH");
    // Two heads at one place are none.
    assert_eq!(grid.text_like("TT", &[at(1, 1), at(1, 1)]), "TT");
    assert_eq!(game("2").text_like("TTT", &[head(2), head(5), head(2)]), "TTTTH");
}

#[test]
fn bad_texts_name_the_place() {
    let code = |text: &str| text.parse::<CoinTurning>().unwrap_err().to_string();
    assert!(code("x").starts_with("`x`, character 1: a pattern begins with a number of coins"));
    assert_eq!(code("1-3,4-2"), "`1-3,4-2`, character 7: the range ends at 2, before it begins at 4");
    assert_eq!(code("3Q"), "`3Q`, character 2: the letters after a number of coins are C, E, S, F and C(n), not `Q`");
    assert_eq!(code("3CE"), "`3CE`, character 3: a pattern has one of C, E and S");
    assert_eq!(code("3FF"), "`3FF`, character 3: F stands here twice");
    assert_eq!(code("3C(5"), "`3C(5`, character 2: the parenthesis after C is not closed by `)`");
    assert_eq!(code("3C(5)C(5)"), "`3C(5)C(5)`, character 6: a pattern has one length C(n)");
    assert_eq!(code("1-5000"), "`1-5000`, character 3: the number of coins is from 1 to 4096, and not 5000");
    let any = |text: &str| text.parse::<AnyGame>().unwrap_err().to_string();
    assert_eq!(any("turning:1-3x0"), "`turning:1-3x0`, character 13: the number of coins is from 1 to 4096, and not 0");
    assert_eq!(any("turning"), "`turning`, character 8: the code is missing, as in turning:1-3");
    let row = |text: &str| game("2").parse(text).unwrap_err().to_string();
    assert_eq!(row("HTX"), "`HTX`, character 3: a row is drawn with H for heads and T for tails, not `X`");
    assert_eq!(row("3,0"), "`3,0`, character 3: a coin has a place from 1 to 4096, and not 0");
    let board = |text: &str| "2x2".parse::<CoinTurningGrid>().unwrap().parse(text).unwrap_err().to_string();
    assert_eq!(board("2,3/4"), "`2,3/4`, character 5: a head is written as its row, a comma and its column, as in 2,5");
    assert_eq!(board("2,257"), "`2,257`, character 3: a board has at most 256 rows and columns, and not 257");
    assert_eq!(board("HT/HX"), "`HT/HX`, character 5: a row is drawn with H for heads and T for tails, not `X`");
}

/// Nothing is listed before it is asked for, and what is surely too much is refused.
#[test]
fn long_rows_are_no_trouble() {
    let last = head(Head::LIMIT);
    for code in CODES {
        let game = game(code);
        let few: Vec<_> = game.moves(&last).take(3).collect();
        assert!(few.iter().all(|mv| game.allows(&last, mv)), "{code}");
    }
    assert!(Solver::new(game("1-9")).grundy(last).is_err());
    assert_eq!(Solver::new(game("ruler")).grundy(last).unwrap(), Nimber::new(1 << 12));
}
