//! What must hold of the page. Each check opens it anew; what it should show is asked of the library.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;

use grundy::chomp::{CentredTile, IChomp, QuadrantBoard};
use grundy::{
    Components, Cram, ImpartialGame, Kayles, LaskersNim, Nimber, Notation, Registry, Solver, SumMove, TreeGame,
    play_in_sum,
};

use crate::Failure;
use crate::page::{Page, at};

/// A check that has been started.
type Running<'a> = Pin<Box<dyn Future<Output = Result<(), Failure>> + 'a>>;

/// A check of the page.
type Check = for<'a> fn(&'a Page) -> Running<'a>;

macro_rules! checks {
    ($($name:ident),* $(,)?) => {
        /// All checks with their names.
        pub(crate) const ALL: &[(&str, Check)] = &[$((stringify!($name), |page| Box::pin($name(page)))),*];
    };
}
checks!(
    a_new_game_has_the_tiles_that_were_wished_for,
    randomise_draws_something_else_within_the_sides,
    pointing_at_a_tile_marks_what_the_library_removes,
    a_click_takes_the_tiles_that_were_marked,
    undo_and_redo_go_back_and_forth,
    values_are_those_of_the_library,
    winning_tiles_are_outlined_on_request,
    a_hint_names_a_winning_move,
    the_hard_computer_wins_when_it_begins,
    the_hard_computer_wins_when_it_is_second,
    the_keyboard_is_enough,
    a_link_reopens_the_position,
    a_bad_link_is_explained,
    the_end_tells_who_won_and_why,
    chomp_keeps_its_poisoned_corner,
    kayles_takes_two_pins_between_them,
    laskers_nim_splits_a_heap,
    nim_is_played_to_its_end,
    a_game_without_a_picture_has_a_button_for_each_move,
    a_board_is_played_on_its_squares,
    every_picture_has_a_place_to_click,
    an_edge_is_cut_where_it_is_drawn,
    a_line_of_sprouts_is_chosen_by_its_ends_and_its_side,
    any_game_of_the_registry_begins_by_its_name,
    what_is_too_large_is_played_without_values,
    a_phone_is_wide_enough,
    a_finger_marks_first_and_then_takes,
    everything_has_a_name_for_those_who_listen,
    dark_and_light_can_both_be_read,
);

/// `Ok` if two things are equal.
#[expect(clippy::needless_pass_by_value, reason = "what is seen and what it should be are made for this")]
fn same<T: PartialEq + Debug>(what: &str, seen: T, expected: T) -> Result<(), Failure> {
    if seen == expected { Ok(()) } else { Err(format!("{what}: {seen:?}, and it should be {expected:?}").into()) }
}

fn holds(what: &str, condition: bool) -> Result<(), Failure> {
    same(what, condition, true)
}

const BOARD: &str = "4,3,1/5,5,2/2,2/4,3,3,1";

fn board() -> Components<QuadrantBoard> {
    IChomp.parse(BOARD).expect("a board")
}

fn key(tile: CentredTile) -> String {
    format!("{},{}", tile.x, tile.y)
}

/// Every move of iChomp with the place where it is clicked.
fn moves(position: &Components<QuadrantBoard>) -> impl Iterator<Item = SumMove<CentredTile>> {
    let in_quadrant = |(component, part)| IChomp.moves(part).map(move |mv| SumMove { component, mv });
    position.iter().enumerate().flat_map(in_quadrant)
}

async fn a_new_game_has_the_tiles_that_were_wished_for(page: &Page) -> Result<(), Failure> {
    page.open("").await?;
    for (field, text) in [("#width", "6"), ("#height", "5"), ("#left", "2"), ("#above", "1")] {
        page.fill(field, text).await?;
    }
    page.choose("#against", "two").await?;
    page.click("#start").await?;
    page.until("document.querySelectorAll('#board .tile').length === 30").await?;
    let expected = IChomp::around(2, 4, 1, 4)?;
    same("the position", page.position().await?, IChomp.text(&expected))?;
    for (class, tiles) in [("nw", 2), ("ne", 4), ("sw", 8), ("se", 16)] {
        same(class, page.count(&format!("#board .tile.{class}")).await?, tiles)?;
    }
    page.fill("#width", "21").await?;
    // The form itself does not take it; what is sent all the same is answered by a sentence.
    page.look("document.getElementById('new').noValidate = true").await?;
    page.click("#start").await?;
    page.until("document.getElementById('status').textContent.includes('too many')").await?;
    same("tiles", page.count("#board .tile").await?, 30)
}

async fn randomise_draws_something_else_within_the_sides(page: &Page) -> Result<(), Failure> {
    page.open("").await?;
    let mut seen = BTreeSet::new();
    page.choose("#against", "two").await?;
    page.fill("#width", "12").await?;
    page.fill("#height", "10").await?;
    for _ in 0..4 {
        page.look("document.getElementById('board').replaceChildren()").await?;
        page.click("#random").await?;
        page.until("document.querySelectorAll('#board .tile').length > 0").await?;
        let position = IChomp.parse(&page.position().await?)?;
        let (xs, ys): (Vec<i32>, Vec<i32>) = moves(&position).map(|mv| (mv.mv.x, mv.mv.y)).unzip();
        let side =
            |places: &[i32]| places.iter().max().unwrap_or(&0).max(&0) - places.iter().min().unwrap_or(&0).min(&0);
        holds("the sides", side(&xs) <= 12 && side(&ys) <= 10)?;
        seen.insert(IChomp.text(&position));
    }
    holds("different boards", seen.len() > 1)
}

async fn pointing_at_a_tile_marks_what_the_library_removes(page: &Page) -> Result<(), Failure> {
    page.open_position("ichomp", BOARD).await?;
    let position = board();
    for mv in moves(&position).step_by(3) {
        page.hover(&at(&key(mv.mv))).await?;
        let expected = position[mv.component].removed_by(mv.mv).map(key).collect::<BTreeSet<_>>();
        same(&format!("what {} marks", mv.mv), page.marked().await?, expected)?;
    }
    page.hover("#title").await?;
    same("what nothing marks", page.marked().await?, BTreeSet::new())
}

async fn a_click_takes_the_tiles_that_were_marked(page: &Page) -> Result<(), Failure> {
    page.open_position("ichomp", BOARD).await?;
    let (position, mv) = (board(), CentredTile { x: 3, y: 2 });
    page.play_at(&key(mv)).await?;
    let left = play_in_sum(&IChomp, position, SumMove { component: 1, mv })?;
    same("the position", page.position().await?, IChomp.text(&left))?;
    let drawn = page.written().await?.into_keys().collect::<BTreeSet<_>>();
    same("the tiles", drawn, moves(&left).map(|mv| key(mv.mv)).collect())?;
    same("the move", page.text("#moves li").await?, "Player 1: (+3,+2)".to_owned())
}

async fn undo_and_redo_go_back_and_forth(page: &Page) -> Result<(), Failure> {
    page.open_position("ichomp", BOARD).await?;
    holds("nothing to undo", !page.find("#undo").await?.is_enabled().await?)?;
    let mut positions = vec![page.position().await?];
    for key in ["3,2", "-1,-1", "2,-2"] {
        page.play_at(key).await?;
        positions.push(page.position().await?);
    }
    for expected in positions.iter().rev().skip(1) {
        page.click("#undo").await?;
        same("after undo", &page.position().await?, expected)?;
    }
    for expected in &positions[1..] {
        page.click("#redo").await?;
        same("after redo", &page.position().await?, expected)?;
    }
    holds("nothing to redo", !page.find("#redo").await?.is_enabled().await?)?;
    // Against the computer its reply goes too, and then it replies again.
    page.open(&format!("#game=ichomp&position={BOARD}&against=hard")).await?;
    page.play_at("3,2").await?;
    same("two moves", page.count("#moves li").await?, 2)?;
    page.click("#undo").await?;
    same("the beginning", page.position().await?, positions[0].clone())
}

async fn values_are_those_of_the_library(page: &Page) -> Result<(), Failure> {
    page.open_position("ichomp", BOARD).await?;
    page.click("#values").await?;
    let (position, mut solver) = (board(), Solver::new(IChomp));
    let expected = solver
        .move_values(position.clone())?
        .into_iter()
        .map(|mv| (key(mv.mv.mv), mv.component.get().to_string()))
        .collect();
    same("the values", page.written().await?, expected)?;
    let values: Vec<Nimber> = position.iter().map(|part| solver.grundy(part.clone())).collect::<Result<_, _>>()?;
    let sum: Nimber = values.iter().sum();
    let tags = page.look("[...document.querySelectorAll('.tag b')].map((tag) => Number(tag.textContent))").await?;
    same(
        "beside the quadrants",
        tags,
        serde_json::to_value(values.iter().map(|value| value.get()).collect::<Vec<_>>())?,
    )?;
    let columns = values.iter().chain([&sum]).filter_map(|value| value.leftmost_bit()).max().map_or(1, |bit| bit + 1);
    let bits = page.look("[...document.querySelectorAll('#working tr:not(.parity)')].map((row) => [...row.querySelectorAll('.bit')].map((bit) => bit.textContent).join('')).filter(Boolean)").await?;
    let binary = values.iter().chain([&sum]).map(|value| format!("{value:0width$b}", width = columns as usize));
    same("in binary", bits, serde_json::to_value(binary.collect::<Vec<_>>())?)?;
    let odd = page
        .look("[...document.querySelectorAll('#working .parity td')].slice(1).map((cell) => cell.textContent)")
        .await?;
    let parities = (0..columns).rev().map(|column| if sum.get() >> column & 1 == 1 { "o" } else { "e" });
    same("the parities", odd, serde_json::to_value(parities.collect::<Vec<_>>())?)?;
    let leading = sum.leftmost_bit().ok_or("a board that is won")? + 1;
    holds(
        "the leftmost odd column",
        page.text("#conclusion").await?.contains(&format!("number {leading} from the right")),
    )
}

async fn winning_tiles_are_outlined_on_request(page: &Page) -> Result<(), Failure> {
    page.open_position("ichomp", BOARD).await?;
    same("before", page.count(".wins").await?, 0)?;
    page.click("#wins").await?;
    let keys = page.look("[...document.querySelectorAll('.wins')].map((tile) => tile.dataset.key)").await?;
    let seen: BTreeSet<String> = serde_json::from_value(keys)?;
    let mut solver = Solver::new(IChomp);
    let expected = solver.winning_moves(board())?.into_iter().map(|win| key(win.mv)).collect::<BTreeSet<_>>();
    holds("there are some", !expected.is_empty())?;
    same("the winning tiles", seen, expected)
}

async fn a_hint_names_a_winning_move(page: &Page) -> Result<(), Failure> {
    page.open_position("ichomp", BOARD).await?;
    page.click("#hint").await?;
    page.until("!document.getElementById('hinted').hidden").await?;
    let best = Solver::new(IChomp).winning_move(board())?.ok_or("a board that is won")?;
    holds("the sentence", page.text("#hinted").await?.starts_with(&format!("{} wins: the", best.mv)))?;
    let marked = page.look("document.querySelector('.hinted[data-key]').dataset.key").await?;
    same("the tile", marked.as_str().map(str::to_owned), Some(key(best.mv)))
}

/// Plays the first tile of all until nothing is left.
async fn play_to_the_end(page: &Page) -> Result<(), Failure> {
    while page.look("document.getElementById('verdict').hidden").await? == serde_json::Value::Bool(true) {
        let key = page.look("document.querySelector('#board [data-move]').dataset.key").await?;
        page.play_at(key.as_str().ok_or("a tile")?).await?;
    }
    Ok(())
}

async fn the_hard_computer_wins_when_it_begins(page: &Page) -> Result<(), Failure> {
    holds("a won position", Solver::new(IChomp).winning_move(board())?.is_some())?;
    page.open(&format!("#game=ichomp&position={BOARD}&against=hard&first=computer&turn=0")).await?;
    play_to_the_end(page).await?;
    same("the winner", page.text("#winner").await?, "The computer wins.".to_owned())
}

async fn the_hard_computer_wins_when_it_is_second(page: &Page) -> Result<(), Failure> {
    // Four full quadrants in pairs: lost for who begins.
    let position = "3,3/3,3/4,4,4/4,4,4";
    holds("a lost position", Solver::new(IChomp).grundy(IChomp.parse(position)?)?.is_zero())?;
    page.open(&format!("#game=ichomp&position={position}&against=hard&first=you&turn=0")).await?;
    play_to_the_end(page).await?;
    same("the winner", page.text("#winner").await?, "The computer wins.".to_owned())?;
    page.until("document.getElementById('why').textContent.includes('no chance for you')").await
}

async fn the_keyboard_is_enough(page: &Page) -> Result<(), Failure> {
    const TAB: &str = "\u{e004}";
    const LEFT: &str = "\u{e012}";
    const UP: &str = "\u{e013}";
    const RIGHT: &str = "\u{e014}";
    const DOWN: &str = "\u{e015}";
    page.open_position("ichomp", "2,2/3,3/2,2/3,2").await?;
    page.look("document.activeElement.blur()").await?;
    for _ in 0..10 {
        page.press(TAB).await?;
        if page.look("document.getElementById('board').contains(document.activeElement)").await? == true {
            break;
        }
    }
    let focused = "document.activeElement.dataset.key";
    same("only one tile is reached by tab", page.count("#board [tabindex='0']").await?, 1)?;
    same("first", page.look(focused).await?, "-2,2".into())?;
    for (arrow, expected) in [
        (RIGHT, "-1,2"),
        (RIGHT, "1,2"),
        (DOWN, "1,1"),
        (DOWN, "1,-1"),
        (LEFT, "-1,-1"),
        (UP, "-1,1"),
        (RIGHT, "1,1"),
        (RIGHT, "2,1"),
    ] {
        page.press(arrow).await?;
        same("after an arrow", page.look(focused).await?, expected.into())?;
    }
    same("the focus marks", page.marked().await?, ["2,1", "3,1", "2,2", "3,2"].map(str::to_owned).into())?;
    page.press("\u{e007}").await?; // Enter
    page.until("document.querySelectorAll('#board .tile').length === 15").await?;
    same("the position", page.position().await?, "2,2/1,1/2,2/3,2".to_owned())?;
    page.until("document.getElementById('board').contains(document.activeElement)").await?;
    same("the focus stays near", page.look(focused).await?, "1,1".into())?;
    page.press("\u{e009}z").await?; // Ctrl
    page.until("document.querySelectorAll('#board .tile').length === 19").await
}

async fn a_link_reopens_the_position(page: &Page) -> Result<(), Failure> {
    page.open(&format!("#game=ichomp&position={BOARD}&against=easy&first=computer&turn=1")).await?;
    page.play_at("3,2").await?;
    let (address, drawn) = (page.client.current_url().await?, page.written().await?);
    page.open("").await?;
    holds("another position", page.written().await? != drawn)?;
    page.client.goto("about:blank").await?;
    page.client.goto(address.as_str()).await?;
    page.quiet().await?;
    same("the tiles", page.written().await?, drawn)?;
    same("the opponent", page.look("document.getElementById('against').value").await?, "easy".into())?;
    same("whose turn it is", page.text(".player.moves").await?, "You".to_owned())
}

async fn a_bad_link_is_explained(page: &Page) -> Result<(), Failure> {
    let pressed = "document.querySelector('#games [aria-pressed=true]').value";
    for (link, game) in [("#game=ichomp&position=2,3/-/-/-", "ichomp"), ("#game=chomp&position=2,3", "chomp")] {
        page.open(link).await?;
        page.until(
            "document.getElementById('status').textContent.includes('must not be longer than the one above it')",
        )
        .await?;
        holds("a game is there", page.count("#board .tile").await? > 0)?;
        same("the game of the link", page.look(pressed).await?, game.into())?;
    }
    page.open("#game=kayles").await?;
    same("a link without a position", page.look(pressed).await?, "kayles".into())
}

async fn the_end_tells_who_won_and_why(page: &Page) -> Result<(), Failure> {
    // Nim-sum 2: leaving 1 + 1 wins, and player 1 takes the heap of 1 instead.
    page.open_position("nim", "1,3").await?;
    page.play_at("1,-1").await?;
    page.play_at("1,-1").await?;
    same("the winner", page.text("#winner").await?, "Player 2 wins.".to_owned())?;
    page.until("document.getElementById('why').textContent !== ''").await?;
    same(
        "why",
        page.text("#why").await?,
        "Player 2 made the last move and won. Move 1 was the last chance for player 1: the nim-sum was 2, and to leave 0 would have won, \
         but it became 3. After that player 2 left 0 every time."
            .to_owned(),
    )
}

async fn chomp_keeps_its_poisoned_corner(page: &Page) -> Result<(), Failure> {
    page.open_position("chomp", "3,3").await?;
    page.click(".poison").await?;
    same("the position", page.position().await?, "3,3".to_owned())?;
    page.play_at("3,-2").await?;
    same("a tile is gone", page.position().await?, "3,2".to_owned())?;
    page.play_at("2,-1").await?;
    page.play_at("1,-2").await?;
    same("only the corner is left", page.position().await?, "1".to_owned())?;
    same("the winner", page.text("#winner").await?, "Player 1 wins.".to_owned())
}

async fn kayles_takes_two_pins_between_them(page: &Page) -> Result<(), Failure> {
    page.open_position("kayles", "5,6,3,2").await?;
    page.click("#values").await?;
    let values = Solver::new(Kayles).move_values([5, 6, 3, 2])?;
    let expected = values
        .iter()
        .map(|value| {
            let (RowPlace { x, between }, y) = (row_place(&value.mv.mv), value.mv.component + 1);
            (format!("{x},-{y}{}", if between { "+" } else { "" }), value.component.get().to_string())
        })
        .collect();
    same("the values", page.written().await?, expected)?;
    page.hover(&at("2,-1+")).await?;
    same("what goes", page.marked().await?, ["2,-1", "3,-1"].map(str::to_owned).into())?;
    page.play_at("2,-1+").await?;
    same("the rows", page.position().await?, "1,2,6,3,2".to_owned())
}

/// Where a move in a row is clicked.
struct RowPlace {
    x: u64,
    between: bool,
}

fn row_place(mv: &grundy::heap::RowMove) -> RowPlace {
    RowPlace { x: mv.place, between: mv.pins == 2 }
}

async fn laskers_nim_splits_a_heap(page: &Page) -> Result<(), Failure> {
    page.open_position("lasker", "2,5,7").await?;
    page.click("#wins").await?;
    let keys = page.look("[...document.querySelectorAll('.wins')].map((tile) => tile.dataset.key)").await?;
    let wins = Solver::new(LaskersNim).winning_moves([2, 5, 7])?.len();
    same("each split from both sides", keys.as_array().map(Vec::len), Some(2 * wins))?;
    page.play_at("1,-3+").await?;
    same("the heaps", page.position().await?, "2,5,1,6".to_owned())
}

async fn nim_is_played_to_its_end(page: &Page) -> Result<(), Failure> {
    page.open("#game=nim&position=3,4,5&against=medium&first=you&turn=0").await?;
    same("the title", page.text("h1").await?, "Nim".to_owned())?;
    play_to_the_end(page).await?;
    same("the position", page.position().await?, "0".to_owned())?;
    same("one player has won", page.count(".player.won").await?, 1)
}

async fn a_game_without_a_picture_has_a_button_for_each_move(page: &Page) -> Result<(), Failure> {
    page.open_position("tree", "0,0,1,1/0").await?;
    page.click("#values").await?;
    let values = Solver::new(TreeGame).move_values(TreeGame.parse("0,0,1,1/0")?)?;
    let expected = values
        .iter()
        .map(|value| {
            let SumMove { component, mv } = &value.mv;
            (format!("{},-{}", mv.0, component + 1), format!("{mv} → {}", value.component.get()))
        })
        .collect();
    same("the buttons", page.written().await?, expected)?;
    page.play_at("1,-1").await?;
    same("the trees", page.position().await?, "./././0".to_owned())?;
    page.press("\u{e015}").await?; // the arrow down
    page.press("\u{e007}").await?; // Enter
    page.until("document.querySelectorAll('#moves li').length === 2").await
}

async fn a_board_is_played_on_its_squares(page: &Page) -> Result<(), Failure> {
    page.open_position("cram", "3x4").await?;
    same("squares", page.count("#board .spot").await?, 12)?;
    page.click(r#"#board .spot[data-end="2,2"]"#).await?;
    same("dominoes on the square", page.count("#board .choice:not([hidden])").await?, 4)?;
    page.click(r#"#board .spot[data-end="2,3"]"#).await?;
    page.until("document.querySelectorAll('#moves li').length === 1").await?;
    let board = Cram.parse("3x4")?;
    let domino = Cram.moves(&board[0]).find(|domino| domino.to_string() == "cells 2,2 and 2,3").expect("it is a move");
    same("the board", page.position().await?, Cram.text(&Cram.play(&board[0], &domino)))
}

/// In every game with a picture some place can be clicked, but in those whose moves name no places.
async fn every_picture_has_a_place_to_click(page: &Page) -> Result<(), Failure> {
    for entry in &Registry::standard() {
        page.open_position(entry.sample(), entry.example()).await?;
        let (spots, live) = (page.count("#board .spot").await?, page.count("#board .spot:not(.idle)").await?);
        let names_places = !["kotzig", "turning", "brussels-sprouts"].contains(&entry.name());
        holds(entry.sample(), spots == 0 || live > 0 || !names_places)?;
    }
    page.open_position("chomp-edible", "3,2,1").await?;
    page.click(r#"#board .spot[data-end="2,1"]"#).await?;
    page.until("document.querySelectorAll('#moves li').length === 1").await?;
    same("the board", page.position().await?, "3".to_owned())?;
    page.open_position("node-kayles", "grid:2x3").await?;
    page.click(r#"#board .spot[data-end="4"]"#).await?;
    page.until("document.querySelectorAll('#moves li').length === 1").await
}

async fn an_edge_is_cut_where_it_is_drawn(page: &Page) -> Result<(), Failure> {
    page.open_position("hackenbush", "g-0,0-1,0-2").await?;
    page.look(r#"document.querySelector('#board path.spot[data-end="0-1"]').dispatchEvent(new MouseEvent("click"))"#)
        .await?;
    page.until("document.querySelectorAll('#moves li').length === 1").await?;
    same("the picture", page.position().await?, "g-0,0-2".to_owned())
}

async fn a_line_of_sprouts_is_chosen_by_its_ends_and_its_side(page: &Page) -> Result<(), Failure> {
    page.open_position("sprouts", "0*3").await?;
    let lines = "#board [data-move]:not([hidden])";
    same("lines", page.count(lines).await?, 3)?;
    let choose = |end: &str| {
        format!(r#"document.querySelector('#board .spot[data-end="{end}"]').dispatchEvent(new MouseEvent("click"))"#)
    };
    page.look(&choose("1.1.1")).await?;
    page.look(&choose("1.1.1")).await?;
    same("lines from the spot to itself", page.count(lines).await?, 2)?;
    page.click("#board [data-move$='around boundary 2']").await?;
    page.until("document.querySelectorAll('#moves li').length === 1").await?;
    same("a spot on each side", page.position().await?, "0.AB|0.AB".to_owned())
}

async fn any_game_of_the_registry_begins_by_its_name(page: &Page) -> Result<(), Failure> {
    page.open("").await?;
    let offered = page.count("#games button").await? + page.count("#more option").await? - 1;
    same("games", offered, Registry::standard().iter().count())?;
    page.choose("#more", "subtract:1,3,4").await?;
    page.until("document.querySelector('h1').textContent === 'subtract'").await?;
    page.fill("#name", "subtract:1,2").await?;
    page.fill("#text", "7").await?;
    page.choose("#against", "hard").await?;
    page.choose("#first", "computer").await?;
    page.click("#start").await?;
    page.until("document.querySelectorAll('#moves li').length === 1").await?;
    same("the title", page.text("h1").await?, "subtract:1,2".to_owned())?;
    same("the computer leaves a multiple of 3", page.position().await?, "6".to_owned())
}

async fn what_is_too_large_is_played_without_values(page: &Page) -> Result<(), Failure> {
    page.open("#game=ichomp&position=18x18/2,2/-/1&against=hard&first=you&turn=0").await?;
    page.click("#values").await?;
    holds("it is said", page.text("#note").await?.contains("too many to be solved"))?;
    same("no value", page.look("document.querySelector('.tile.nw').textContent").await?, "".into())?;
    page.play_at("-4,4").await?;
    page.quiet().await?;
    same("two moves", page.count("#moves li").await?, 2)
}

async fn a_phone_is_wide_enough(page: &Page) -> Result<(), Failure> {
    page.phone().await?;
    for place in [
        "#game=ichomp&position=10x10/10x10/10x10/10x10",
        "#game=chomp&position=5x7",
        "#game=kayles&position=5,6,3,2",
        "#game=lasker&position=2,5,7",
        "#game=nim&position=12,4",
        "#game=tree&position=0,0,1,1/0,1",
    ] {
        page.open(place).await?;
        page.click("#values").await?;
        let overflow = page.look("document.documentElement.scrollWidth - document.documentElement.clientWidth").await?;
        same(&format!("{place}: what sticks out"), overflow, 0.into())?;
        let inside = "[...document.querySelectorAll('#board .tile')].every((tile) => { const box = tile.getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth && box.width >= 12; })";
        same(&format!("{place}: every tile is seen"), page.look(inside).await?, true.into())?;
    }
    Ok(())
}

async fn a_finger_marks_first_and_then_takes(page: &Page) -> Result<(), Failure> {
    page.phone().await?;
    page.open_position("ichomp", BOARD).await?;
    page.touch(&at("3,2")).await?;
    page.until("document.querySelectorAll('.goes').length > 0").await?;
    let expected = board()[1].removed_by(CentredTile { x: 3, y: 2 }).map(key).collect::<BTreeSet<_>>();
    same("what is marked", page.marked().await?, expected)?;
    same("nothing has gone", page.position().await?, BOARD.to_owned())?;
    page.touch(&at("3,2")).await?;
    page.until("document.querySelectorAll('#moves li').length === 1").await?;
    same("the position", page.position().await?, "4,3,1/5,2,2/2,2/4,3,3,1".to_owned())
}

async fn everything_has_a_name_for_those_who_listen(page: &Page) -> Result<(), Failure> {
    page.open_position("ichomp", BOARD).await?;
    let nameless = "[...document.querySelectorAll('button, input, select')].filter((control) => !(control.getAttribute('aria-label') || control.textContent.trim() || control.labels?.length)).length";
    same("controls without a name", page.look(nameless).await?, 0.into())?;
    let astray = "[...document.querySelectorAll('[role=gridcell]')].filter((cell) => cell.parentElement.getAttribute('role') !== 'row' || cell.parentElement.parentElement.getAttribute('role') !== 'grid').length";
    same("cells that are in no row of the grid", page.look(astray).await?, 0.into())?;
    let label = page.look("document.querySelector('[data-key=\"3,2\"]').getAttribute('aria-label')").await?;
    same("a tile", label, "NE quadrant: column 3, row 2 from the centre takes 3 tiles".into())?;
    same("what is told as it happens", page.count("#status[aria-live=polite]").await?, 1)?;
    page.play_at("3,2").await?;
    same("whose turn it is", page.text("#status").await?, "Player 2’s move.".to_owned())?;
    same("the language", page.look("document.documentElement.lang").await?, "en".into())
}

/// Text against what is behind it, by the formula of the Web Content Accessibility Guidelines 2.2, success criterion 1.4.3.
const CONTRAST: &str = "(() => {
    const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgb = (colour) => { probe.clearRect(0, 0, 1, 1); probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1); return [...probe.getImageData(0, 0, 1, 1).data]; };
    const light = (colour) => { const [r, g, b] = rgb(colour).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const behind = (element) => { for (let at = element; at; at = at.parentElement) { const colour = getComputedStyle(at).backgroundColor; if (rgb(colour)[3] === 255) return colour; } return 'white'; };
    const ratio = (element) => { const [one, other] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a); return (one + 0.05) / (other + 0.05); };
    const texts = [...document.querySelectorAll('h1, h2, p, .tile, .player, .tag, .tag b, td, th, button:not(:disabled), label, select, input')].filter((element) => element.offsetParent && element.textContent.trim());
    return texts.filter((element) => ratio(element) < 4.5).map((element) => `${element.tagName}.${element.className} ${ratio(element).toFixed(2)}`);
})()";

async fn dark_and_light_can_both_be_read(page: &Page) -> Result<(), Failure> {
    let mut papers = BTreeSet::new();
    for scheme in ["light", "dark"] {
        page.colours(scheme).await?;
        page.open_position("ichomp", BOARD).await?;
        page.click("#values").await?;
        page.click("#hint").await?;
        page.until("!document.getElementById('hinted').hidden").await?;
        same(&format!("{scheme}: too little contrast"), page.look(CONTRAST).await?, serde_json::json!([]))?;
        papers.insert(page.look("getComputedStyle(document.body).backgroundColor").await?.to_string());
    }
    page.colours("light").await?;
    same("papers", papers.len(), 2)
}
