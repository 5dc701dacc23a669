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
/// A move plays in several heaps at once, so a position is the whole list. The number of moves grows as the product of the sizes of *k*
/// heaps. The theorem gives the outcome of any heaps in constant time for each heap; values and winning moves are searched, which is for
/// small heaps only.
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
/// # Ok::<(), grundy::SolveError<Heaps>>(())
/// ```
///
/// Reference: Moore, *A generalization of the game called Nim*, 1910; Winning Ways, ch. 15.
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

    /// The first heap changes fastest.
    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = TakeFromEach> {
        let nothing = smallvec::smallvec![0; heaps.0.len()];
        let moves = iter::successors(self.next_move(heaps, nothing), |last| self.next_move(heaps, last.0.clone()));
        // A lower bound: the moves in one heap only.
        let counters = heaps.0.iter().fold(0_u64, |sum, size| sum.saturating_add(*size));
        AtLeast::new(usize::try_from(counters).unwrap_or(usize::MAX), moves)
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

    /// The theorem, for the outcome of one position.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Heaps>,
        _: &'a mut Notes,
        _: &mut Control,
    ) -> Answer<'a, Self::Move> {
        let Question::Outcome { sum, play } = question else { return Answer::Unknown };
        let heaps = match sum {
            [] => return Answer::Outcome(play.outcome_of_the_end()),
            [heaps] => &heaps.0,
            _ => return Answer::Unknown,
        };
        // k + 1 may be 2^64, of which only 0 is a multiple that counts heaps.
        let is_multiple = |count: usize| match self.most_heaps.checked_add(1) {
            Some(modulus) => count.is_multiple_of(modulus.get()),
            None => count == 0,
        };
        let ones_only = heaps.iter().all(|size| *size <= 1);
        let is_lost = if ones_only && play == Play::Misere {
            let ones = heaps.iter().filter(|size| **size == 1).count();
            ones.checked_sub(1).is_some_and(is_multiple)
        } else {
            (0..64).all(|column| is_multiple(heaps.iter().filter(|size| **size >> column & 1 == 1).count()))
        };
        Answer::Outcome(if is_lost { Outcome::P } else { Outcome::N })
    }
}

impl MooresNim {
    /// The successor of a move: the first heap from which one more counter can be taken gives it, and the heaps before that one give
    /// none.
    fn next_move(self, heaps: &Heaps, mut taken: SmallVec<[u64; 4]>) -> Option<TakeFromEach> {
        // The number of heaps after the current one that give counters.
        let mut later = taken.iter().filter(|count| **count > 0).count();
        for (count, size) in taken.iter_mut().zip(&heaps.0) {
            later -= usize::from(*count > 0);
            // With this heap, `later` + 1 heaps give counters.
            if *count < *size && later < self.most_heaps.get() {
                *count += 1;
                return Some(TakeFromEach(taken));
            }
            *count = 0;
        }
        None
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
