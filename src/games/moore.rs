//! Moore's Nim.

use std::fmt;
use std::iter;
use std::num::NonZeroUsize;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::at_least::AtLeast;
use crate::components::Components;
use crate::control::Control;
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};

/// Moore's Nim<sub>*k*</sub>: take any number of counters from each of at least one and at most *k* heaps.
///
/// Theorem (Moore 1910): write the sizes in binary and add each column without carrying, modulo *k* + 1; the heaps are lost for
/// the player to move exactly if every column gives 0. In misère play the same holds as long as some heap has two counters or
/// more; with heaps of one counter only, they are lost if their number is 1 more than a multiple of *k* + 1.
///
/// Values are known of some lists. With *k* = 1 it is the nim-sum. Of at most *k* heaps that are not empty it is the number of counters: each smaller
/// number is that of some list which a move leaves. Of *k* + 1 such heaps, *k* ≥ 2, of *u* counters, the least heap with *m* of them (Jenkyns and Mayberry 1980):
/// with *y* = *u* − (*k* + 1) *m* and *z* = 1 + *y* (*y* + 1) / 2, it is *u* if *m* < *z*, and else *z* − 1 plus (*m* − *z*) modulo (*y* + 1).
/// Of more heaps it is searched, which is for small heaps only.
///
/// A move plays in several heaps at once, so a position is the whole list. The number of moves grows as the product of the sizes of *k* heaps. The theorem
/// gives the outcome in constant time for each heap, and winning moves one after the other, each in constant time for each heap and binary column.
///
/// Winning moves are made column by column, the highest first. In each column some heaps are free, since they have given counters in a higher one, and each
/// of the others may become free by giving its one. With *s* free heaps, and *k* − *s* others or more that have a one, the number of ones may become any of
/// *k* + 1 numbers in a row. With fewer others it may become any number up to that of all these heaps. So what is begun can always be ended.
///
/// ```
/// use grundy::games::Heaps;
/// use grundy::{MooresNim, Outcome, Solver};
/// use std::num::NonZeroUsize;
///
/// let two = NonZeroUsize::MIN.saturating_add(1);
/// let mut solver = Solver::new(MooresNim::new(two));
/// assert_eq!(solver.outcome(Heaps::from([5, 5, 5]))?, Outcome::P); // 101 three times: 3 0 3, and 3 is 0 modulo 3
/// assert_eq!(solver.outcome(Heaps::from([5, 5, 6]))?, Outcome::N);
/// let mv = solver.winning_move(Heaps::from([1_000_000, 2_000_000, 3_000_000]))?.unwrap();
/// assert_eq!(mv.to_string(), "component 1: take 1000000 from heap 2 and 2000000 from heap 3");
/// assert_eq!(solver.grundy(Heaps::from([5, 5, 6]))?.get(), 2); // u = 16, m = 5, y = 1, z = 2: 1 + 3 % 2
/// # Ok::<(), grundy::SolveError<Heaps>>(())
/// ```
///
/// Reference: Moore, *A generalization of the game called Nim*, 1910; Jenkyns and Mayberry, *The skeleton of an impartial game and the nim-function of Moore's
/// Nim<sub>k</sub>*, 1980; Winning Ways, ch. 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct MooresNim {
    most_heaps: NonZeroUsize,
}

impl MooresNim {
    /// The game in which a move takes counters from at most `most_heaps` heaps; 1 is Nim.
    #[must_use]
    pub const fn new(most_heaps: NonZeroUsize) -> Self {
        Self { most_heaps }
    }

    /// The most heaps that a move may take from.
    #[must_use]
    pub const fn most_heaps(self) -> NonZeroUsize {
        self.most_heaps
    }
}

/// The heaps of Moore's Nim. Empty heaps keep their place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heaps(SmallVec<[u64; 4]>);

impl Heaps {
    /// The sizes of the heaps.
    #[must_use]
    pub fn sizes(&self) -> &[u64] {
        &self.0
    }
}

impl<H: IntoIterator<Item = u64>> From<H> for Heaps {
    fn from(sizes: H) -> Self {
        Self(sizes.into_iter().collect())
    }
}

/// Writes the sizes with commas between them; `-` for no heaps at all.
impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.pad(NO_HEAPS) } else { f.pad(&join(&self.0, ",")) }
    }
}

/// The text of no heaps at all, since `0` is one empty heap.
const NO_HEAPS: &str = "-";

impl FromStr for Heaps {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse(Piece::whole(text))
    }
}

/// A move of [`MooresNim`]: the number of counters taken from each heap, in the order of the heaps; 0 from a heap that is left alone. Made
/// by `collect` of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TakeFromEach(SmallVec<[u64; 4]>);

impl TakeFromEach {
    /// The numbers of counters, one for each heap.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.0
    }
}

impl FromIterator<u64> for TakeFromEach {
    fn from_iter<I: IntoIterator<Item = u64>>(counts: I) -> Self {
        Self(counts.into_iter().collect())
    }
}

impl fmt::Display for TakeFromEach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let taken = (1_usize..).zip(&self.0).filter(|(_, count)| **count > 0);
        let parts: Vec<String> = taken.map(|(heap, count)| format!("{count} from heap {heap}")).collect();
        write!(f, "take {}", parts.join(" and "))
    }
}

impl ImpartialGame for MooresNim {
    type Position = Heaps;
    type Move = TakeFromEach;

    /// In the order of the binary columns of what is left, the highest column first, and ones before zeros: moves that leave high columns as they are come
    /// first.
    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = TakeFromEach> {
        AtLeast::new(self.least_moves(heaps), Moves::new(*self, heaps, None))
    }

    fn play(&self, heaps: &Heaps, mv: &TakeFromEach) -> Components<Heaps> {
        let taken = mv.0.iter().copied().chain(iter::repeat(0));
        Heaps(heaps.0.iter().zip(taken).map(|(size, taken)| size.saturating_sub(taken)).collect()).into()
    }

    fn allows(&self, heaps: &Heaps, mv: &TakeFromEach) -> bool {
        mv.0.len() == heaps.0.len()
            && mv.0.iter().zip(&heaps.0).all(|(taken, size)| taken <= size)
            && (1..=self.most_heaps.get()).contains(&mv.0.iter().filter(|taken| **taken > 0).count())
    }

    fn memo_key(&self, heaps: Heaps) -> Heaps {
        let mut sizes: SmallVec<[u64; 4]> = heaps.0.into_iter().filter(|size| *size > 0).collect();
        sizes.sort_unstable();
        Heaps(sizes)
    }

    /// The values of one heap more than a move may take from, and of fewer.
    fn known_value(&self, heaps: &Heaps) -> Option<Nimber> {
        let most_heaps = self.most_heaps.get();
        if most_heaps == 1 {
            return Some(heaps.0.iter().copied().map(Nimber::new).sum());
        }
        let sizes = heaps.0.iter().copied().filter(|size| *size > 0);
        let (count, counters) = (sizes.clone().count(), sizes.clone().map(u128::from).sum::<u128>());
        let value = match count.checked_sub(most_heaps) {
            None | Some(0) => counters,
            Some(1) => {
                let least = u128::from(sizes.min()?);
                let above = counters - least * count as u128;
                // Where the product is too large for its type, it is larger than any heap.
                match above.checked_mul(above + 1).map(|product| 1 + product / 2) {
                    Some(bound) if least >= bound => bound - 1 + (least - bound) % (above + 1),
                    _ => counters,
                }
            }
            Some(_) => return None,
        };
        u64::try_from(value).ok().map(Nimber::new)
    }

    /// The theorem, for the outcome of one position and its winning moves.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Heaps>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, Self::Move> {
        match question {
            Question::Outcome { sum: [], play } => Answer::Outcome(play.outcome_of_the_end()),
            Question::Outcome { sum: [heaps], play } => {
                let is_lost = self.highest_unbalanced(&heaps.0, play).is_none();
                Answer::Outcome(if is_lost { Outcome::P } else { Outcome::N })
            }
            Question::Argument { sum: [heaps], play } => Answer::Text(self.argument(heaps, play)),
            Question::Winning { sum: [heaps], component: 0, play } => {
                Answer::Moves(Box::new(Moves::new(*self, heaps, Some(play))))
            }
            _ => Answer::Unknown,
        }
    }
}

impl MooresNim {
    /// The highest column whose number of ones is not as it should be in a lost position.
    fn highest_unbalanced(self, sizes: &[u64], play: Play) -> Option<u32> {
        (0..columns(sizes)).rev().find(|column| {
            let ones = sizes.iter().filter(|size| digit(**size, *column)).count();
            !self.may_be(wanted(sizes, play, *column), ones, ones)
        })
    }

    /// Whether some number of ones from `least` to `most` is what is wanted modulo *k* + 1.
    const fn may_be(self, wanted: u128, least: usize, most: usize) -> bool {
        // As wide as the number of heaps plus 1 may be.
        let (modulus, least, most) = (self.most_heaps.get() as u128 + 1, least as u128, most as u128);
        // The first number from `least` on that is the wanted one modulo `modulus`.
        least + (wanted + modulus - least % modulus) % modulus <= most
    }

    /// Why heaps are won or lost.
    fn argument(self, heaps: &Heaps, play: Play) -> String {
        // One more than the number of heaps may be 2^64.
        let modulus = self.most_heaps.get() as u128 + 1;
        let ones = |column| heaps.0.iter().filter(|size| digit(**size, column)).count();
        let unbalanced = self.highest_unbalanced(&heaps.0, play);
        if play == Play::Misere && heaps.0.iter().all(|size| *size <= 1) {
            let is = if unbalanced.is_none() { "is" } else { "is not" };
            return format!(
                "no heap has two counters, and the number of heaps with one, {}, {is} 1 modulo {modulus}",
                ones(0)
            );
        }
        match unbalanced {
            None => format!("in binary, the ones in each column of the sizes are a multiple of {modulus}"),
            Some(column) => {
                let (place, ones) = (column + 1, ones(column));
                format!(
                    "in binary, column number {place} from the right has ones in {ones} of the sizes, no multiple of {modulus}"
                )
            }
        }
    }

    /// A lower bound on the number of moves: the moves in at most four heaps.
    fn least_moves(self, heaps: &Heaps) -> usize {
        let most = self.most_heaps.get().min(4);
        // For each number of heaps, the moves in as many of those so far: the sum of the products of their sizes.
        let mut moves = [1, 0, 0, 0, 0_u64];
        for size in &heaps.0 {
            for count in (1..=most).rev() {
                moves[count] = moves[count - 1].saturating_mul(*size).saturating_add(moves[count]);
            }
        }
        let all = moves[1..].iter().fold(0_u64, |sum, moves| sum.saturating_add(*moves));
        usize::try_from(all).unwrap_or(usize::MAX)
    }
}

/// The moves of some heaps, or those that win: by what they leave, as a number with the binary digits of all heaps, column by column. It goes down.
struct Moves {
    game: MooresNim,
    heaps: SmallVec<[u64; 4]>,
    /// What the last move leaves; before the first one, the heaps.
    left: SmallVec<[u64; 4]>,
    /// The play in which moves should win, if not all moves are wanted.
    wins: Option<Play>,
    /// The lowest column that the next move changes first.
    lowest: u32,
}

/// The heaps of one column that come after some heap.
#[derive(Default)]
struct Later {
    /// The number of those that give counters in a higher column, so that their digit may be 0 or 1.
    free: usize,
    /// The number of others that have a one, which they may give.
    ones: usize,
}

impl Moves {
    fn new(game: MooresNim, heaps: &Heaps, wins: Option<Play>) -> Self {
        // Columns above this one are as they should be, and lower ones need not be looked at before it is.
        let lowest = wins.and_then(|play| game.highest_unbalanced(&heaps.0, play)).unwrap_or(0);
        Self { game, heaps: heaps.0.clone(), left: heaps.0.clone(), wins, lowest }
    }

    /// What the ones of a column should be, if the moves should win.
    fn wanted(&self, column: u32) -> Option<u128> {
        Some(wanted(&self.left, self.wins?, column))
    }

    /// Whether the ones of a column may become what is wanted, when the heaps before `later` have `ones` of them, and `moved` heaps give counters.
    fn can_end(&self, wanted: Option<u128>, ones: usize, moved: usize, later: &Later) -> bool {
        let Some(room) = self.game.most_heaps.get().checked_sub(moved) else { return false };
        let (least, most) = (ones + later.ones.saturating_sub(room), ones + later.ones + later.free);
        wanted.is_none_or(|wanted| self.game.may_be(wanted, least, most))
    }

    /// Whether a heap gives counters in a column above this one.
    fn is_free(&self, heap: usize, column: u32) -> bool {
        (self.heaps[heap] ^ self.left[heap]) >> column > 1
    }

    /// Whether a heap that is not free gives its one in this column.
    fn gives(&self, heap: usize, column: u32) -> bool {
        !self.is_free(heap, column) && digit(self.heaps[heap], column) && !digit(self.left[heap], column)
    }

    /// The last heap whose one in this column may become 0, while higher columns and heaps before it stay.
    fn last_to_change(&self, column: u32) -> Option<usize> {
        let all = 0..self.heaps.len();
        let mut ones = all.clone().filter(|heap| digit(self.left[*heap], column)).count();
        let mut moved = all.clone().filter(|heap| self.is_free(*heap, column) || self.gives(*heap, column)).count();
        let (wanted, mut later) = (self.wanted(column), Later::default());
        all.rev().find(|&heap| {
            let (is_free, has_one) = (self.is_free(heap, column), digit(self.left[heap], column));
            moved -= usize::from(self.gives(heap, column));
            ones -= usize::from(has_one);
            let may_change = has_one && self.can_end(wanted, ones, moved + usize::from(!is_free), &later);
            later.add(is_free, digit(self.heaps[heap], column));
            may_change
        })
    }

    /// Gives the heaps from this one on the largest digits in a column that they may have.
    fn fill(&mut self, column: u32, from: usize) {
        let (mut ones, mut moved, mut later) = (0, 0, Later::default());
        for heap in 0..self.heaps.len() {
            let is_free = self.is_free(heap, column);
            if heap < from {
                ones += usize::from(digit(self.left[heap], column));
                moved += usize::from(is_free || self.gives(heap, column));
            } else {
                moved += usize::from(is_free);
                later.add(is_free, digit(self.heaps[heap], column));
            }
        }
        let wanted = self.wanted(column);
        for heap in from..self.heaps.len() {
            let (is_free, had_one) = (self.is_free(heap, column), digit(self.heaps[heap], column));
            later.free -= usize::from(is_free);
            later.ones -= usize::from(!is_free && had_one);
            let one = (is_free || had_one) && self.can_end(wanted, ones + 1, moved, &later);
            ones += usize::from(one);
            moved += usize::from(!is_free && had_one && !one);
            self.left[heap] = self.left[heap] & !(1 << column) | u64::from(one) << column;
        }
    }
}

impl Later {
    fn add(&mut self, is_free: bool, has_one: bool) {
        self.free += usize::from(is_free);
        self.ones += usize::from(!is_free && has_one);
    }
}

/// The number of columns: 1 more than the highest in which some heap has a one, and at least 1.
fn columns(sizes: &[u64]) -> u32 {
    sizes.iter().fold(1, |all, size| all | size).ilog2() + 1
}

/// What the ones of a column are modulo *k* + 1 in a lost position, by its higher columns.
fn wanted(sizes: &[u64], play: Play, column: u32) -> u128 {
    // One heap of one counter more than a multiple, where in misère play no heap has more counters.
    u128::from(play == Play::Misere && column == 0 && sizes.iter().all(|size| *size <= 1))
}

/// Whether the binary digit of a number in a column is 1.
const fn digit(number: u64, column: u32) -> bool {
    number >> column & 1 == 1
}

impl Iterator for Moves {
    type Item = TakeFromEach;

    fn next(&mut self) -> Option<TakeFromEach> {
        let change = |column| Some((column, self.last_to_change(column)?));
        let (column, heap) = (self.lowest..columns(&self.heaps)).find_map(change)?;
        self.left[heap] &= !(1 << column);
        self.fill(column, heap + 1);
        (0..column).rev().for_each(|column| self.fill(column, 0));
        self.lowest = 0;
        Some(TakeFromEach(self.heaps.iter().zip(&self.left).map(|(size, left)| size - left).collect()))
    }
}

fn parse(piece: Piece<'_>) -> Result<Heaps, NotationError> {
    if piece.text == NO_HEAPS {
        return Ok(Heaps(SmallVec::new()));
    }
    piece.read_each(',', |piece| piece.number("a heap")).map(|heaps| Heaps(heaps.into()))
}

/// The heaps of a position are written with commas between them, several positions with `/`: `3,4,5/1,1`.
impl Notation for MooresNim {
    fn component_name(&self, _: &Heaps) -> &'static str {
        "table"
    }

    fn parse(&self, text: &str) -> Result<Components<Heaps>, NotationError> {
        Piece::whole(text).read_each('/', parse).map(Components::from)
    }

    fn text(&self, positions: &[Heaps]) -> String {
        if positions.is_empty() { "0".to_owned() } else { join(positions, "/") }
    }
}
