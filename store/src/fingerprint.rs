//! What tells rule books of one name apart.

use std::fmt::Write;

use grundy::{Components, Control, Notation, reachable};

use crate::filter::hash;

/// Positions that the walk finds at most. For four spots of Sprouts they take 80 ms, for most games a few.
const MOST_POSITIONS: u64 = 1 << 10;
/// Options of a position that are looked at.
const MOST_OPTIONS: usize = 1 << 10;

/// A number for what a rule book does, to be kept with the name of its game: a rule book of the same name with other moves has another number.
///
/// It is a hash of 64 bits of the first positions that play can reach from this one, breadth first, each as the text of its [memo
/// key](grundy::ImpartialGame::memo_key), and of its [options](grundy::ImpartialGame::options). The walk finds at most 1024 positions, and looks at
/// as many options of each: rules that differ only further on have one number. It is the same from run to run and from machine to machine.
///
/// ```
/// use grundy::Subtraction;
/// use grundy_store::fingerprint;
///
/// let [two, three] = [Subtraction::new([1, 2])?, Subtraction::new([1, 3])?];
/// assert_eq!(fingerprint(&two, 9), 17_452_182_486_572_479_404);
/// assert_ne!(fingerprint(&two, 9), fingerprint(&three, 9));
/// assert_eq!(fingerprint(&two, 1), fingerprint(&three, 1)); // a heap of 1 is not enough
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fingerprint<G: Notation>(game: &G, position: impl Into<Components<G::Position>>) -> u64 {
    let mut told = String::new();
    let mut control = Control::new().positions(MOST_POSITIONS);
    // The walk ends with an error where it has found as many positions as it may.
    for component in reachable(game, position, &mut control).map_while(Result::ok) {
        told += &game.text(&[game.memo_key(component.clone())]);
        for option in game.options(&component).take(MOST_OPTIONS) {
            write!(told, "\n  {}", game.text(&option)).expect("a text can be written to");
        }
        told.push('\n');
    }
    hash(told.as_bytes())
}
