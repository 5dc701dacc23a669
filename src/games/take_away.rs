//! Fibonacci Nim and other take-away games whose bound depends on the move before.

use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::str::FromStr;

use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::heap::HeapMove;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::serial::{serde_as_text, serde_through};

/// A take-away game: first take any number of counters but not the whole heap, then at most *f* times what the move before took.
///
/// Theorem (Schwenk 1970). Let *h*<sub>1</sub> = 1 and *h*<sub>*k* + 1</sub> = *h*<sub>*k*</sub> + *h*<sub>*j*</sub>, with the least *j* for
/// which *f* · *h*<sub>*j*</sub> ≥ *h*<sub>*k*</sub>. Every heap is a sum of these numbers in exactly one way in which each is more than *f* times
/// the next smaller one: take the largest that fits, again and again. A position is lost exactly if the smallest of them is more than may
/// be taken, and the moves that win from another take the smallest of them, or the smallest few. So a heap is lost at the start exactly if it is
/// one of the numbers: a Fibonacci number for *f* = 2 (Whinihan 1963), a power of two for *f* = 1. In misère play nobody wants to take the last counter,
/// so that a heap from which a move is allowed is won and lost as the heap without one counter in normal play.
///
/// A position is a heap and the most that may be taken, and has as many moves as that. The theorem gives outcomes and the winning moves of one heap
/// at once, in both kinds of play, for heaps up to 2^64 − 1. Values have no closed form that is known. Those of heaps up to 2^20 come from a table, which
/// takes some three microseconds for each heap; those of larger heaps are searched, which takes about the third power of the heap.
///
/// In text `20` is a heap at the start and `13/4` one of which at most 4 may be taken; several are joined with `,`.
///
/// ```
/// use grundy::{Notation, Outcome, Solver, TakeAway};
///
/// let game = TakeAway::fibonacci();
/// let mut solver = Solver::new(&game);
/// assert_eq!(solver.outcome(game.parse("21")?)?, Outcome::P);
/// let win = solver.winning_move(game.parse("1000000000000000000")?)?.unwrap();
/// assert_eq!(win.to_string(), "component 1: take 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Whinihan, *Fibonacci Nim*, 1963; Schwenk, *Take-away games*, 1970; Winning Ways, ch. 15.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeAway {
    factor: u64,
    /// The numbers of the theorem, up to 2^64.
    lost: Vec<u64>,
}

serde_through!(TakeAway, |game| game.factor, |factor: u64| TakeAway::new(factor));

/// A factor that makes no take-away game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the factor of a take-away game is from 1 to {limit}, not {factor}", limit = TakeAway::MOST)]
pub struct FactorError {
    /// The factor.
    pub factor: u64,
}

/// A heap of [`TakeAway`], with the most counters that the next move may take.
///
/// With the feature `serde` it is its text.
///
/// ```
/// use grundy::games::Bounded;
/// assert_eq!(Bounded::new(13, 4).to_string(), "13/4");
/// assert_eq!(Bounded::new(13, 12).to_string(), "13"); // as at the start
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounded {
    heap: u64,
    most: u64,
}

serde_as_text!(Bounded);

impl Bounded {
    /// A heap of which at most `most` counters may be taken. A bound above the heap is the heap.
    #[must_use]
    pub fn new(heap: u64, most: u64) -> Self {
        Self { heap, most: most.min(heap) }
    }

    /// A heap at the start, of which all but one counter may be taken.
    #[must_use]
    pub fn start(heap: u64) -> Self {
        Self::new(heap, heap.saturating_sub(1))
    }

    /// The number of counters.
    ///
    /// ```
    /// assert_eq!(grundy::games::Bounded::new(13, 4).heap(), 13);
    /// ```
    #[must_use]
    pub const fn heap(&self) -> u64 {
        self.heap
    }

    /// The heap that in normal play is won and lost as this one is in misère play, if there is a move: without the counter that nobody wants to take.
    fn but_one(self) -> Option<Self> {
        (self.most > 0).then(|| Self::new(self.heap - 1, self.most))
    }

    /// The most counters that the next move may take.
    ///
    /// ```
    /// assert_eq!(grundy::games::Bounded::start(13).most(), 12);
    /// ```
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }
}

impl TakeAway {
    /// The greatest factor: 1024.
    pub const MOST: u64 = 1 << 10;

    /// The game in which a move takes at most `factor` times what the move before took.
    ///
    /// # Errors
    ///
    /// [`FactorError`] if the factor is 0 or above [`MOST`](Self::MOST).
    pub fn new(factor: u64) -> Result<Self, FactorError> {
        if factor == 0 || factor > Self::MOST { Err(FactorError { factor }) } else { Ok(Self::of(factor)) }
    }

    /// Fibonacci Nim: at most twice what the move before took.
    #[must_use]
    pub fn fibonacci() -> Self {
        Self::of(2)
    }

    /// The game, where the factor is not 0.
    fn of(factor: u64) -> Self {
        let mut lost = vec![1_u64];
        let mut least = 0;
        loop {
            let last = lost[lost.len() - 1];
            // The least *j* never goes back, since the numbers grow.
            while lost[least].saturating_mul(factor) < last {
                least += 1;
            }
            let Some(next) = last.checked_add(lost[least]) else { return Self { factor, lost } };
            lost.push(next);
        }
    }

    /// The numbers that the theorem makes a heap of, largest first.
    fn terms(&self, heap: u64) -> Vec<u64> {
        let mut rest = heap;
        let mut terms = Vec::new();
        while let Some(last) = self.lost.partition_point(|number| *number <= rest).checked_sub(1) {
            // The largest that fits. The least number is 1, so that the rest comes to 0.
            terms.push(self.lost[last]);
            rest -= self.lost[last];
        }
        terms
    }

    fn is_lost(&self, position: &Bounded) -> bool {
        // An empty heap has no terms, and is lost: there is no move.
        self.terms(position.heap).last().is_none_or(|smallest| *smallest > position.most)
    }

    /// The moves that leave a lost heap.
    fn wins(&self, position: Bounded) -> impl Iterator<Item = HeapMove> {
        // Sums of the smallest term, the two smallest, and so on. For 12 = 8 + 3 + 1 in Fibonacci Nim: 1, 4, 12.
        let smallest_first = self.terms(position.heap).into_iter().rev();
        let counts = smallest_first.scan(0_u64, |taken, term| {
            *taken += term;
            Some(*taken)
        });
        // By the theorem only sums of the smallest terms win, so that no other number is tried.
        let legal = counts.take_while(move |count| *count <= position.most);
        legal.filter(move |count| self.is_lost(&self.after(&position, *count))).map(HeapMove::Take)
    }

    fn after(&self, position: &Bounded, count: u64) -> Bounded {
        Bounded::new(position.heap.saturating_sub(count), count.saturating_mul(self.factor))
    }
}

/// The values of all heaps up to some size. A larger bound allows more moves, so that the value of a heap grows with it.
///
/// By hand, for Fibonacci Nim: heap 1 has the value 0 with bound 0, and 1 from bound 1 on. To take 1 from heap 2 leaves heap 1 with bound 2, value 1, and to take
/// 2 leaves nothing, value 0. So the row of heap 2 has the value 0 from bound 0 on, and 2 from bound 2 on.
///
/// A move from heap *n* to heap *m* leaves a bound that grows with *n* − *m*, so that each entry of the row of *m* is what is left from all *n* between two
/// numbers. Heaps are gone through upwards, with the heaps *m* that are left with each value by moves from the heap at hand. The least number to take for a value
/// goes to the largest of these, and the bound for a value is the greatest such number for the values below. Time for the heaps up to *n* is O(*v* *n* log *n*), where
/// *v* is the largest value: 35 for 16 000.
#[derive(Debug, Default)]
struct Values {
    /// For each heap the bounds from which on its value is another one, with that value. The first bound is 0.
    rows: Vec<Vec<(u64, Nimber)>>,
    /// By value, the heaps that are left with it.
    left: Vec<BinaryHeap<Left>>,
    /// What is added to `left` at later heaps.
    begins: BTreeMap<u64, Vec<(usize, Left)>>,
    bytes: u64,
}

/// A heap that is left, and the last heap from which it is left with the same value.
type Left = (u64, u64);

impl Values {
    /// The largest heap of the table, which then takes some 400 MB and three seconds. A guard.
    const MOST: u64 = 1 << 20;

    /// The value of a heap in the table.
    fn get(&self, position: Bounded) -> Option<Nimber> {
        let row = self.rows.get(usize::try_from(position.heap).ok()?)?;
        let later = row.partition_point(|(least, _)| *least <= position.most);
        Some(row[later - 1].1)
    }

    /// Adds the rows up to that of a heap, each of which counts as a position. Rows that are complete stay if a bound is met.
    fn extend(&mut self, game: &TakeAway, heap: u64, control: &mut Control) -> Result<(), Stopped> {
        for next in self.rows.len() as u64..=heap {
            control.count_options(self.left.len() as u64, 1, || self.bytes)?;
            for (value, heaps) in self.begins.remove(&next).into_iter().flatten() {
                while self.left.len() <= value {
                    self.left.push(BinaryHeap::new());
                }
                self.left[value].push(heaps);
            }
            let (mut row, mut taken) = (vec![(0, Nimber::ZERO)], 0);
            for (mex, heaps) in (1..).zip(&mut self.left) {
                while heaps.peek().is_some_and(|(_, last)| *last < next) {
                    heaps.pop();
                }
                let Some((largest, _)) = heaps.peek() else { break };
                taken = taken.max(next - largest);
                // A bound that allows moves to this value may allow moves to the next ones too.
                row.pop_if(|(least, _)| *least == taken);
                row.push((taken, Nimber::new(mex)));
            }
            for (place, (least, value)) in row.iter().enumerate() {
                // Who takes a number leaves that times the factor as the bound.
                let from = next + least.div_ceil(game.factor).max(1);
                let last = row.get(place + 1).map_or(u64::MAX, |(bound, _)| next + bound.div_ceil(game.factor) - 1);
                if from <= last {
                    let value = usize::try_from(value.get()).expect("a value is at most the number of moves");
                    self.begins.entry(from).or_default().push((value, (next, last)));
                }
            }
            // An entry of the row, and of one of the other two lists.
            self.bytes += (row.capacity() * 2 * size_of::<(usize, Left)>()) as u64;
            self.rows.push(row);
            control.count(1);
        }
        Ok(())
    }
}

impl ImpartialGame for TakeAway {
    type Position = Bounded;
    type Move = HeapMove;

    fn moves(&self, position: &Bounded) -> impl Iterator<Item = HeapMove> {
        (1..=position.most).map(HeapMove::Take)
    }

    fn play(&self, position: &Bounded, mv: &HeapMove) -> Components<Bounded> {
        match mv {
            HeapMove::Take(count) if *count >= position.heap => Components::new(),
            HeapMove::Take(count) => self.after(position, *count).into(),
            HeapMove::Split(..) => (*position).into(),
        }
    }

    fn allows(&self, position: &Bounded, mv: &HeapMove) -> bool {
        matches!(mv, HeapMove::Take(count) if (1..=position.most).contains(count))
    }

    /// Lost positions only.
    fn known_value(&self, position: &Bounded) -> Option<Nimber> {
        self.is_lost(position).then_some(Nimber::ZERO)
    }

    /// The theorem, for one heap, and the table of values.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Bounded>,
        notes: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, HeapMove> {
        match question {
            Question::Value(position) => {
                let values = notes.own::<Values>();
                let rows = position.heap.saturating_add(1).saturating_sub(values.rows.len() as u64);
                if position.heap > Values::MOST || rows > control.room() {
                    return Answer::Unknown;
                }
                match values.extend(self, position.heap, control) {
                    Ok(()) => Answer::value(values.get(*position)),
                    Err(stopped) => Answer::Stopped(stopped),
                }
            }
            Question::Outcome { sum: [heap], play } => {
                let is_lost = if play == Play::Misere {
                    heap.but_one().is_some_and(|rest| self.is_lost(&rest))
                } else {
                    self.is_lost(heap)
                };
                Answer::Outcome(if is_lost { Outcome::P } else { Outcome::N })
            }
            Question::MovesLeaving { component, value } if value.is_zero() => Answer::moves(self.wins(*component)),
            Question::Winning { sum: [heap], component: 0, play: Play::Misere } => {
                Answer::moves(heap.but_one().into_iter().flat_map(|rest| self.wins(rest)))
            }
            _ => Answer::Unknown,
        }
    }
}

impl fmt::Display for Bounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { heap, most } = self;
        if *self == Self::start(*heap) { write!(f, "{heap}") } else { write!(f, "{heap}/{most}") }
    }
}

impl FromStr for Bounded {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match Piece::whole(text).split('/').collect::<Vec<_>>()[..] {
            [heap] => heap.number("a heap").map(Self::start),
            [heap, most] => Ok(Self::new(heap.number("a heap")?, most.number("a bound")?)),
            _ => Err(NotationError::new(text, 0, "a heap and the most that may be taken are written as in 13/4")),
        }
    }
}

impl Notation for TakeAway {
    fn component_name(&self, _: &Bounded) -> &'static str {
        "heap"
    }

    fn parse(&self, text: &str) -> Result<Components<Bounded>, NotationError> {
        super::text::parse_components(text, ',')
    }

    fn text(&self, heaps: &[Bounded]) -> String {
        if heaps.is_empty() { "0".to_owned() } else { join(heaps, ",") }
    }
}
