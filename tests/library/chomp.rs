//! Chomp and iChomp: closed forms and published claims against a search that is given the bare rules.

use grundy::chomp::{Board, CentredTile, Chomp, ChompValues, IChomp, Quadrant, Tile, two_rows_poisoned};
use grundy::{
    Control, ImpartialGame, Nimber, Notation, Outcome, SolveError, Solver, SumMove, Unhinted, mex, play_in_sum,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Every board of at most `rows` rows and `columns` columns, the empty one first.
fn boards(rows: usize, columns: u32) -> Vec<Board> {
    let mut longest: Vec<Vec<u32>> = vec![vec![]];
    let mut all = longest.clone();
    for _ in 0..rows {
        let one_more = |rows: &Vec<u32>| {
            let rows = rows.clone();
            let most = rows.last().copied().unwrap_or(columns);
            (1..=most).map(move |row| rows.iter().copied().chain([row]).collect())
        };
        longest = longest.iter().flat_map(one_more).collect();
        all.extend(longest.iter().cloned());
    }
    all.into_iter().map(|rows| Board::from_rows(rows).unwrap()).collect()
}

fn board(rows: &[u32]) -> Board {
    Board::from_rows(rows).unwrap()
}

fn winning_openings(solver: &mut Solver<Chomp>, board: Board) -> Vec<Tile> {
    solver.winning_moves(board).unwrap().into_iter().map(|win| win.mv).collect()
}

/// It stands in errors, and need not be read back.
#[test]
fn of_a_tall_board_the_first_rows_are_named() {
    let debug = |text: &str| format!("{:?}", text.parse::<Board>().unwrap());
    assert_eq!(debug("5,5,3"), "Board(5,5,3)");
    assert_eq!(debug("64x2"), format!("Board({})", vec!["2"; 64].join(",")));
    assert_eq!(debug("16777216x2"), format!("Board({},..)", vec!["2"; 64].join(",")));
}

#[test]
fn a_row_of_n_tiles_is_worth_n_minus_1() {
    let mut bare = Solver::new(Unhinted(Chomp::poisoned()));
    for tiles in 1..=80 {
        assert_eq!(bare.grundy(board(&[tiles])), Ok(Nimber::new(u64::from(tiles) - 1)));
    }
}

#[test]
fn an_l_is_worth_the_xor_of_its_arms() {
    let mut bare = Solver::new(Unhinted(Chomp::poisoned()));
    for (along, down) in (1..=20_u32).flat_map(|along| (1..=20_u32).map(move |down| (along, down))) {
        let rows: Vec<u32> = (0..down).map(|row| if row == 0 { along } else { 1 }).collect();
        let expected = Nimber::new(u64::from(along - 1) ^ u64::from(down - 1));
        assert_eq!(bare.grundy(board(&rows)), Ok(expected), "{along} along, {down} down");
        assert_eq!(Chomp::poisoned().known_value(&board(&rows)), Some(expected));
    }
}

#[test]
fn two_rows_have_the_value_of_the_formula() {
    let mut bare = Solver::new(Unhinted(Chomp::poisoned()));
    for (n, m) in (1..=40_u32).flat_map(|n| (0..=n).map(move |m| (n, m))) {
        // As it was published, with k by the parity of n.
        let k = if n % 2 == 1 { (n - 1) / 2 } else { (n - 2) / 2 };
        let a = m / 2;
        let published = if n % 2 == m % 2 {
            2 * k + a + 1
        } else if 2 * a <= k {
            2 * k - a
        } else {
            3 * (k - a)
        };
        let searched = bare.grundy(board(&[n, m])).unwrap();
        if m > 0 {
            assert_eq!(searched, Nimber::new(published.into()), "{n}, {m}");
        }
        assert_eq!(searched, two_rows_poisoned(n.into(), m.into()), "{n}, {m}");
    }
}

#[test]
fn edible_is_poisoned_plus_1_and_the_empty_board_is_0() {
    let (mut poisoned, mut edible) = (Solver::new(Unhinted(Chomp::poisoned())), Solver::new(Unhinted(Chomp::edible())));
    for board in boards(4, 5) {
        let expected = if board.is_empty() { 0 } else { poisoned.grundy(board.clone()).unwrap().get() + 1 };
        assert_eq!(edible.grundy(board.clone()), Ok(Nimber::new(expected)), "{board}");
        assert_eq!(Solver::new(Chomp::edible()).grundy(board), Ok(Nimber::new(expected)));
    }
}

#[test]
fn a_mirrored_board_has_the_same_value() {
    let mut bare = Solver::new(Unhinted(Chomp::poisoned()));
    for board in boards(5, 5) {
        assert_eq!(bare.grundy(board.clone()), bare.grundy(board.mirrored()), "{board}");
    }
}

#[test]
fn rows_3_2_1_have_three_winning_moves() {
    let wins = winning_openings(&mut Solver::new(Chomp::poisoned()), board(&[3, 2, 1]));
    let bare = Unhinted(Chomp::poisoned());
    let mut solver = Solver::new(bare);
    let tried: Vec<Tile> = bare
        .moves(&board(&[3, 2, 1]))
        .filter(|tile| solver.grundy(board(&[3, 2, 1]).chomped(*tile)) == Ok(Nimber::ZERO))
        .collect();
    assert_eq!(wins, tried);
    assert_eq!(wins, [Tile { row: 1, column: 3 }, Tile { row: 2, column: 2 }, Tile { row: 3, column: 1 }]);
}

/// Often told of 8 × 10 as the smallest rectangle with two winning first moves.
#[test]
fn a_rectangle_of_6_by_13_has_two_winning_first_moves() {
    let wins = winning_openings(&mut Solver::new(Chomp::poisoned()), Board::rectangle(6, 13).unwrap());
    assert_eq!(wins.len(), 2, "{wins:?}");
}

#[test]
fn no_rectangle_of_fewer_tiles_than_6_by_13_has_two_winning_first_moves() {
    let mut solver = Solver::new(Chomp::poisoned());
    for (rows, columns) in (1..78).flat_map(|rows| (rows..78).map(move |columns| (rows, columns))) {
        if rows * columns < 78 && rows * columns > 1 {
            let wins = winning_openings(&mut solver, Board::rectangle(rows, columns).unwrap());
            assert_eq!(wins.len(), 1, "{rows} x {columns}: {wins:?}");
        }
    }
}

fn small_boards() -> impl Strategy<Value = Board> {
    proptest::sample::select(boards(3, 4))
}

fn four_boards() -> impl Strategy<Value = [Board; 4]> {
    [small_boards(), small_boards(), small_boards(), small_boards()]
}

fn poisoned_plus_1(board: &Board) -> u64 {
    if board.is_empty() { 0 } else { Solver::new(Chomp::poisoned()).grundy(board.clone()).unwrap().get() + 1 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn ichomp_is_the_xor_over_its_quadrants_of_the_poisoned_value_plus_1(quadrants in four_boards()) {
        let expected = quadrants.iter().map(poisoned_plus_1).fold(0, |sum, value| sum ^ value);
        let position = IChomp::board(quadrants);
        prop_assert_eq!(Solver::new(IChomp).grundy(position.clone()), Ok(Nimber::new(expected)));
        prop_assert_eq!(Solver::new(Unhinted(IChomp)).grundy(position), Ok(Nimber::new(expected)));
    }

    #[test]
    fn quadrants_equal_up_to_a_mirror_image_cancel(
        [one, other, ..] in four_boards(),
        places in Just([0, 1, 2, 3]).prop_shuffle(),
        mirrored in any::<bool>(),
    ) {
        let mut solver = Solver::new(IChomp);
        let mut quadrants = [(); 4].map(|()| Board::empty());
        quadrants[places[0]] = other;
        let alone = solver.grundy(IChomp::board(quadrants.clone()));
        quadrants[places[1]] = one.clone();
        quadrants[places[2]] = if mirrored { one.mirrored() } else { one };
        prop_assert_eq!(solver.grundy(IChomp::board(quadrants)), alone);
    }

    #[test]
    fn the_value_of_a_quadrant_is_the_least_number_not_shown_in_it(quadrants in four_boards()) {
        let mut solver = Solver::new(IChomp);
        for quadrant in IChomp::board(quadrants) {
            let shown: Vec<Nimber> =
                IChomp.moves(&quadrant).map(|tile| solver.grundy(IChomp.play(&quadrant, &tile)).unwrap()).collect();
            prop_assert_eq!(shown.len() as u64, quadrant.board.tiles());
            prop_assert_eq!(solver.grundy(quadrant), Ok(mex(shown)));
        }
    }
}

#[test]
fn a_tile_of_ichomp_removes_all_that_is_farther_out_both_ways() {
    for quadrant in Quadrant::ALL {
        let boards = Quadrant::ALL.map(|one| if one == quadrant { board(&[4, 3, 3]) } else { Board::empty() });
        let [position] = &IChomp::board(boards)[..] else { panic!("one quadrant") };
        for tile in IChomp.moves(position) {
            let left = IChomp.play(position, &tile);
            let left: Vec<CentredTile> = left.iter().flat_map(|part| IChomp.moves(part)).collect();
            let expected: Vec<CentredTile> = IChomp
                .moves(position)
                .filter(|other| other.x.abs() < tile.x.abs() || other.y.abs() < tile.y.abs())
                .collect();
            assert_eq!(left, expected, "{tile}");
        }
    }
}

#[test]
fn tiles_of_several_boards_of_ichomp_are_told_apart() {
    let moves = |text: &str| -> Vec<String> {
        let sum = IChomp.parse(text).unwrap();
        let each = sum.iter().enumerate();
        let moves = each.flat_map(|(component, part)| IChomp.moves(part).map(move |mv| SumMove { component, mv }));
        moves.map(|mv| IChomp.move_text(&sum, &mv)).collect()
    };
    assert_eq!(
        moves("-/2/-/- + -/1,1/-/1"),
        [
            "NE quadrant 1: (+1,+1)",
            "NE quadrant 1: (+2,+1)",
            "NE quadrant 2: (+1,+1)",
            "NE quadrant 2: (+1,+2)",
            "(+1,-1)"
        ]
    );
    assert_eq!(moves("1/-/1/- + -/1/-/1"), ["(-1,+1)", "(-1,-1)", "(+1,+1)", "(+1,-1)"]);
}

#[test]
fn boards_of_ichomp_are_written_in_the_order_of_the_sum() {
    let sum = IChomp.parse("1/2/-/- + 3/-/-/-").unwrap();
    let left = play_in_sum(&IChomp, sum, SumMove { component: 0, mv: CentredTile { x: -1, y: 1 } }).unwrap();
    assert_eq!(IChomp.text(&left), "-/2/-/- + 3/-/-/-");
    for text in
        ["-/2/-/- + 3/-/-/-", "1/2/1,1/- + 3/-/-/1 + -/1/-/-", "-/-/-/1 + -/-/1/- + -/1/-/- + 1/-/-/-", "-/-/-/-"]
    {
        let read = IChomp.parse(text).unwrap();
        assert_eq!(IChomp.text(&read), text);
        assert_eq!(IChomp.parse(&IChomp.text(&read)), Ok(read));
    }
}

#[test]
fn the_last_tile_of_ichomp_wins() {
    let one_tile = [board(&[1]), Board::empty(), Board::empty(), Board::empty()];
    assert_eq!(Solver::new(IChomp).outcome(IChomp::board(one_tile)), Ok(Outcome::N));
    assert_eq!(Solver::new(IChomp).outcome(IChomp::board([(); 4].map(|()| Board::empty()))), Ok(Outcome::P));
}

/// Rows in runs, of which there may be many: boards that are stored as runs, and some that are not.
fn rows_in_runs() -> impl Strategy<Value = Vec<u32>> {
    vec((1..60_usize, 1..60_u32), 0..4).prop_map(|mut runs| {
        runs.sort_unstable_by_key(|(_, length)| std::cmp::Reverse(*length));
        runs.into_iter().flat_map(|(rows, length)| vec![length; rows]).collect()
    })
}

/// A few long rows, or a few long columns: boards that are stored as one integer where they fit into it.
fn few_rows_or_columns() -> impl Strategy<Value = Vec<u32>> {
    (vec(1..300_u32, 1..=9), any::<bool>()).prop_map(|(mut rows, mirrored)| {
        rows.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
        if mirrored { columns_of(&rows) } else { rows }
    })
}

/// The number of tiles in each column.
fn columns_of(rows: &[u32]) -> Vec<u32> {
    let longest = rows.first().copied().unwrap_or(0);
    let tiles = |column: u32| rows.iter().filter(|length| **length >= column).count();
    (1..=longest).map(|column| u32::try_from(tiles(column)).unwrap()).collect()
}

proptest! {
    #[test]
    fn boards_of_any_size_are_what_their_rows_say(
        rows in prop_oneof![rows_in_runs(), few_rows_or_columns()],
        row in prop_oneof![0..10_u32, 0..300_u32],
        column in prop_oneof![0..10_u32, 0..300_u32],
    ) {
        let board = Board::from_rows(rows.clone()).unwrap();
        prop_assert_eq!(board.rows().collect::<Vec<_>>(), &rows[..]);
        let sides = (u32::try_from(rows.len()).unwrap(), rows.first().copied().unwrap_or(0));
        prop_assert_eq!((board.row_count(), board.columns()), sides);
        prop_assert_eq!(board.tiles(), rows.iter().copied().map(u64::from).sum::<u64>());
        prop_assert_eq!(board.each_tile().count() as u64, board.tiles());
        prop_assert_eq!(board.mirrored(), Board::from_rows(columns_of(&rows)).unwrap());
        let tile = Tile { row, column };
        let is_there = row >= 1 && column >= 1 && rows.get(row as usize - 1).is_some_and(|length| column <= *length);
        prop_assert_eq!(board.contains(tile), is_there);
        let mut left = rows;
        if is_there {
            for length in &mut left[row as usize - 1..] {
                *length = (*length).min(column - 1);
            }
        }
        prop_assert_eq!(board.chomped(tile), Board::from_rows(left).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The options are made on the integer, the moves are played on the rows.
    #[test]
    fn the_options_of_a_few_long_rows_are_what_the_moves_leave(rows in few_rows_or_columns(), edible in any::<bool>()) {
        let chomp = if edible { Chomp::edible() } else { Chomp::poisoned() };
        let board = Board::from_rows(rows.clone()).unwrap();
        let naive = |tile: Tile| -> Vec<u32> {
            let cut = |(row, length): (u32, u32)| if row < tile.row { length } else { length.min(tile.column - 1) };
            (1..).zip(rows.iter().copied()).map(cut).filter(|length| *length > 0).collect()
        };
        let mut left: Vec<Vec<u32>> = chomp.moves(&board).map(naive).collect();
        let mut options: Vec<Vec<u32>> = Vec::new();
        for option in chomp.options(&board) {
            // Each board has one form, however it was made.
            let rows = option.iter().flat_map(Board::rows).collect::<Vec<_>>();
            prop_assert_eq!(option.first().cloned().unwrap_or_else(Board::empty), Board::from_rows(rows.clone()).unwrap());
            options.push(rows);
        }
        let sure = chomp.options(&board).size_hint().0;
        prop_assert!(sure <= options.len(), "{sure}");
        if rows.len() + rows[0] as usize > 64 {
            prop_assert!(sure + usize::from(edible) >= options.len(), "{sure}");
        }
        left.sort_unstable();
        options.sort_unstable();
        prop_assert_eq!(options, left);
    }
}

/// For each number of rows the longest rows that fit into the integer of a board, and longer ones.
#[test]
fn long_rows_at_the_edge_of_their_form() {
    for rows in 3..=9_usize {
        let most = 1_u32 << (60 / rows);
        for longest in [most - 1, most, most + 1] {
            let lengths: Vec<u32> = (0..rows).map(|row| if row < 2 { longest } else { 3 }).collect();
            let board = board(&lengths);
            assert_eq!(board.rows().collect::<Vec<_>>(), lengths);
            assert_eq!(board.mirrored().mirrored(), board);
            assert_eq!(board.mirrored().rows().map(u64::from).sum::<u64>(), board.tiles());
            assert_eq!(Chomp::poisoned().memo_key(board.mirrored()), board);
            let last = Tile { row: u32::try_from(rows).unwrap(), column: 2 };
            let cut: Vec<u32> = lengths[..rows - 1].iter().copied().chain([1]).collect();
            assert_eq!(board.chomped(last), Board::from_rows(cut).unwrap());
        }
    }
}

/// Against the table, which is computed in another way and from rows.
#[test]
fn three_long_rows_have_the_values_of_the_table() {
    let table = ChompValues::in_box(3, 72, &mut Control::new()).unwrap();
    let mut solver = Solver::new(Chomp::poisoned());
    let boards = (60..=72).flat_map(|first| (1..=10).map(move |second| board(&[first, second, second.div_ceil(2)])));
    for board in boards {
        let expected = table.value(Chomp::poisoned(), &board);
        assert!(expected.is_some());
        assert_eq!(solver.grundy(board.clone()).ok(), expected, "{board}");
        assert_eq!(solver.grundy(board.mirrored()).ok(), expected, "{board}");
    }
}

/// One step for each tile, not one for each pair of them.
#[test]
fn the_options_of_the_longest_column_are_listed_in_turn() {
    let column = Board::rectangle(Board::MAX_SIDE, 1).unwrap();
    let chomp = Chomp::poisoned();
    let moves = chomp.moves(&column).filter(|tile| tile.row % 1024 == 0);
    assert_eq!(moves.filter(|tile| chomp.play(&column, tile)[0].tiles() == u64::from(tile.row) - 1).count(), 1 << 14);
    let square = Board::rectangle(Board::MAX_SIDE, Board::MAX_SIDE).unwrap();
    assert_eq!((square.tiles(), chomp.moves(&square).size_hint().0), (1 << 48, (1 << 48) - 1));
    assert!(matches!(Solver::new(chomp).grundy(square), Err(SolveError::TooManyMoves { .. })));
}
