//! Kayles.

use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::games::heap_oracle::{OnHeaps, oracle_on_heaps};
use crate::heap::{Counted, Repeats, Row, RowMove, TakeAndBreak, Test};
use crate::notation::{Notation, NotationError, heaps_text, parse_rows, rows_text_like};
use crate::notes::Notes;
use crate::question::{Answer, Question};

/// Kayles: knock down one pin, or two that stand next to each other, in a row of pins. The octal game 0.77.
///
/// Theorem (Guy and Smith 1956): the values have period 12 from 71 pins on; the exceptions to the final pattern are the rows
/// of 0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57 and 70 pins.
///
/// A position is one row, given by its number of pins. A row of *n* pins has 2*n* − 1 moves, and *n* options up to a mirror
/// image; solving it takes *n*² of those.
///
/// The oracle uses the theorem. It proves the period when it is first needed, from 167 rows, and then answers for rows of any length at
/// once, winning moves included. In misère play it uses the misère quotient of 40 elements. [`Solver::by`](crate::Solver::by) with
/// [`Method::Values`](crate::Method::Values) forces a search of the rows instead.
///
/// ```
/// use grundy::{Kayles, Nimber, Solver};
///
/// let mut solver = Solver::new(Kayles);
/// let values: Vec<u64> = (0..12).map(|pins| solver.grundy(pins).unwrap().get()).collect();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// assert_eq!(solver.grundy([5, 6, 3, 2])?, Nimber::new(6));
///
/// let wins = solver.winning_moves([1_000_000_000_000_000_000, 77, 5])?;
/// assert_eq!(wins[0].to_string(), "component 1: pins 2 and 3"); // it leaves *1 + *1
/// assert_eq!(wins.known_count(), Some(166_666_666_666_666_691));
/// # Ok::<(), grundy::SolveError<u64>>(())
/// ```
///
/// Reference: Dudeney, *The Canterbury Puzzles*, 1908; Guy and Smith, *The G-values of various games*, 1956; Winning Ways,
/// ch. 4; OEIS A002186.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kayles;

/// Dawson's Kayles: knock down two pins that stand next to each other in a row of pins. The octal game 0.07.
///
/// Theorem (Guy and Smith 1956): the values have period 34 from 53 pins on, and none is larger than 9.
///
/// A position is one row, given by its number of pins. A row of *n* pins has *n* − 1 moves.
///
/// The oracle uses the theorem, as in [`Kayles`]. In misère play no quotient of all rows is known; the oracle uses that of the rows
/// below 25.
///
/// ```
/// use grundy::{DawsonsKayles, Solver};
///
/// let mut solver = Solver::new(DawsonsKayles);
/// let values: Vec<u64> = (0..12).map(|pins| solver.grundy(pins).unwrap().get()).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
/// ```
///
/// Reference: Winning Ways, ch. 4; OEIS A002187 (which lists 0.137, this sequence one place on).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DawsonsKayles;

/// The rules, the oracle and the notation of a game on rows.
macro_rules! game_on_rows {
    ($game:ident, $rules:expr, $code:literal, $made:ident) => {
        impl ImpartialGame for $game {
            type Position = u64;
            type Move = RowMove;

            fn moves(&self, pins: &u64) -> impl Iterator<Item = RowMove> {
                $rules.moves(*pins)
            }

            fn play(&self, pins: &u64, mv: &RowMove) -> Components<u64> {
                Row::play(*pins, *mv)
            }

            fn allows(&self, pins: &u64, mv: &RowMove) -> bool {
                $rules.allows(*pins, *mv)
            }

            #[inline]
            fn options(&self, pins: &u64) -> impl Iterator<Item = Components<u64>> {
                $rules.options(*pins)
            }

            oracle_on_heaps!();
        }

        impl OnHeaps for $game {
            fn code(&self) -> Option<TakeAndBreak> {
                Some(TakeAndBreak::$made())
            }

            fn moves_passing<'a>(
                &'a self,
                pins: &'a u64,
                repeats: Option<Repeats>,
                passes: &Test<'a>,
            ) -> Option<Counted<'a, RowMove>> {
                Some($rules.moves_passing(*pins, repeats, passes))
            }
        }

        /// Rows are written as numbers with commas between them, `5,2`, or drawn with gaps between them, `xxxxx.xx`.
        impl Notation for $game {
            fn component_name(&self, _: &u64) -> &'static str {
                "row"
            }

            fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
                parse_rows(text, $code)
            }

            fn text(&self, rows: &[u64]) -> String {
                heaps_text(rows)
            }

            fn text_like(&self, model: &str, rows: &[u64]) -> String {
                rows_text_like(model, rows)
            }
        }
    };
}
game_on_rows!(Kayles, Row { fewest: 1, most: 2 }, "0.77", kayles);
game_on_rows!(DawsonsKayles, Row { fewest: 2, most: 2 }, "0.07", dawsons_kayles);
