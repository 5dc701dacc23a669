//! End-Nim.

use std::fmt;

use super::moore::Heaps;
use crate::components::Components;
use crate::control::{Control, Stopped};
use crate::game::ImpartialGame;
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, join};
use crate::notes::Notes;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};

/// End-Nim: from a row of heaps take any number of counters of the first or the last heap. A heap that is used up leaves its neighbour at the end.
///
/// Theorem (Albert and Nowakowski 2001). Let *w* be the row between the two ends, *r* the last heap for which *w r* is lost and *l* the first heap
/// for which *l w* is lost, both 0 if *w* itself is lost. A row *a w b* is lost exactly if *a* ≠ *l* and *b* ≠ *r* are equally far among the
/// positive numbers without *l* and without *r*: such pairs are the ones of which neither player can reach another, and from any other row
/// one of them, *w r* or *l w* can be reached. By shorter rows *l* and *r* follow from the same rule.
///
/// In misère play the same rows are lost, except that of rows of single counters those of odd length are (Cairns and Ho 2011). Proof: a row *a* 1 .. 1 with
/// *a* ≥ 2 is won in both kinds of play, since it may become a row of single counters of either parity; so no lost row has a move to such a row, and the
/// others have the same moves as in normal play.
///
/// A position is a row, and has as many moves as counters in its end heaps. The theorem decides a row of *n* heaps in time *n*² and finds the winning
/// moves; values are searched.
///
/// In text the heaps are `3,1,4`; several rows are joined with `/`.
///
/// ```
/// use grundy::games::Heaps;
/// use grundy::{EndNim, Outcome, Solver};
///
/// let mut solver = Solver::new(EndNim);
/// assert_eq!(solver.outcome(Heaps::from([5, 2, 5]))?, Outcome::P);
/// assert_eq!(solver.outcome(Heaps::from([5, 5, 5]))?, Outcome::N);
/// let win = solver.winning_move(Heaps::from([900, 2, 7, 1, 8, 2, 8]))?.unwrap();
/// assert_eq!(win.to_string(), "component 1: take 892 from the first heap");
/// # Ok::<(), grundy::SolveError<Heaps>>(())
/// ```
///
/// Reference: Albert and Nowakowski, *The game of End-Nim*, Electronic Journal of Combinatorics 8(2), 2001; Cairns and Ho, *Some remarks on End-Nim*, 2011.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EndNim;

/// A move of [`EndNim`]: counters from the first or the last heap. If there is one heap only, it is the first.
///
/// ```
/// use grundy::games::TakeAtEnd;
/// assert_eq!(TakeAtEnd::Last(4).to_string(), "take 4 from the last heap");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TakeAtEnd {
    /// Counters from the first heap.
    First(u64),
    /// Counters from the last heap.
    Last(u64),
}

impl fmt::Display for TakeAtEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(count) => write!(f, "take {count} from the first heap"),
            Self::Last(count) => write!(f, "take {count} from the last heap"),
        }
    }
}

/// The heaps that are not empty.
fn heaps(row: &Heaps) -> Vec<u64> {
    row.sizes().iter().copied().filter(|size| *size > 0).collect()
}

/// The heaps that make lost rows at the ends of a row: 0 if the row is lost as it is.
#[derive(Clone, Copy)]
struct Ends {
    /// The first heap *l* for which *l w* is lost.
    first: u64,
    /// The last heap *r* for which *w r* is lost.
    last: u64,
}

impl Ends {
    /// The last heap that makes a lost row of *a w*, where these are the ends of *w*.
    fn last_for(self, first: u64) -> u64 {
        partner(first, self.first, self.last)
    }

    /// The first heap that makes a lost row of *w b*.
    fn first_for(self, last: u64) -> u64 {
        partner(last, self.last, self.first)
    }

    /// The ends of the row between the first and the last heap; of no heaps for fewer than three. Takes the square of their number, under the control.
    fn of_middle(heaps: &[u64], control: &mut Control) -> Result<Self, Stopped> {
        let middle = heaps.get(1..heaps.len().saturating_sub(1)).unwrap_or_default();
        // `ends[i]` are the ends of the row of `length` heaps that begins at heap i.
        // For length 0 all ends are 0: no heaps are a lost row as they are.
        let mut ends = vec![Self { first: 0, last: 0 }; middle.len() + 1];
        for length in 1..=middle.len() {
            let starts = middle.len() + 1 - length;
            control.count_options(starts as u64, starts as u64, || 0)?;
            for start in 0..starts {
                // A row a w or w b, with w one shorter, whose ends still stand in the list.
                let last = ends[start + 1].last_for(middle[start]);
                let first = ends[start].first_for(middle[start + length - 1]);
                ends[start] = Self { first, last };
            }
        }
        Ok(ends[0])
    }
}

/// The heap at the other end that makes the row lost. `own` is the heap that does so alone at the end of `heap`, and `others` the one that does so alone at the
/// other end.
fn partner(heap: u64, own: u64, others: u64) -> u64 {
    if heap == own {
        return 0;
    }
    // The place of the heap among the positive numbers without `own`; then the number with this place among those
    // without `others`.
    let rank = if own > 0 && heap > own { heap - 1 } else { heap };
    // Both or none of `own` and `others` are 0. If none is, the rank of the heap 2^64 - 1 is less, and 1 more does not overflow.
    if others > 0 && rank >= others { rank + 1 } else { rank }
}

/// The length of a row, if all its heaps are single counters.
fn singles(heaps: &[u64]) -> Option<usize> {
    heaps.iter().all(|size| *size == 1).then_some(heaps.len())
}

fn is_lost(heaps: &[u64], play: Play, control: &mut Control) -> Result<bool, Stopped> {
    if let (Play::Misere, Some(count)) = (play, singles(heaps)) {
        return Ok(count % 2 == 1);
    }
    match heaps {
        [] => Ok(true),
        // A heap alone is taken whole.
        [_] => Ok(false),
        [first, .., last] => Ok(Ends::of_middle(heaps, control)?.last_for(*first) == *last),
    }
}

impl ImpartialGame for EndNim {
    type Position = Heaps;
    type Move = TakeAtEnd;

    fn moves(&self, row: &Heaps) -> impl Iterator<Item = TakeAtEnd> {
        let heaps = heaps(row);
        let first = heaps.first().copied().unwrap_or(0);
        // With one heap only, the first heap is the last one too, and is listed once.
        let last = heaps.get(1..).and_then(<[u64]>::last).copied().unwrap_or(0);
        (1..=first).map(TakeAtEnd::First).chain((1..=last).map(TakeAtEnd::Last))
    }

    fn play(&self, row: &Heaps, mv: &TakeAtEnd) -> Components<Heaps> {
        let mut heaps = heaps(row);
        let (end, count) = match *mv {
            TakeAtEnd::First(count) => (heaps.first_mut(), count),
            TakeAtEnd::Last(count) => (heaps.last_mut(), count),
        };
        if let Some(end) = end {
            *end = end.saturating_sub(count);
        }
        heaps.retain(|size| *size > 0);
        if heaps.is_empty() { Components::new() } else { Heaps::from(heaps).into() }
    }

    fn allows(&self, row: &Heaps, mv: &TakeAtEnd) -> bool {
        let heaps = heaps(row);
        let (end, count) = match *mv {
            TakeAtEnd::First(count) => (heaps.first(), count),
            TakeAtEnd::Last(count) => (heaps.get(1..).and_then(<[u64]>::last), count),
        };
        end.is_some_and(|end| (1..=*end).contains(&count))
    }

    /// The heaps that are not empty, from the end from which the list is less.
    fn memo_key(&self, row: Heaps) -> Heaps {
        let heaps = heaps(&row);
        let reversed: Vec<u64> = heaps.iter().rev().copied().collect();
        Heaps::from(heaps.min(reversed))
    }

    /// A heap alone is a heap of Nim.
    fn known_value(&self, row: &Heaps) -> Option<Nimber> {
        match heaps(row)[..] {
            [] => Some(Nimber::ZERO),
            [heap] => Some(Nimber::new(heap)),
            _ => None,
        }
    }

    /// The theorem, for one row.
    fn oracle<'a>(
        &'a self,
        question: Question<'a, Heaps>,
        _: &'a mut Notes,
        control: &mut Control,
    ) -> Answer<'a, TakeAtEnd> {
        match question {
            Question::Outcome { sum: [row], play } => is_lost(&heaps(row), play, control)
                .map_or_else(Answer::Stopped, |is_lost| Answer::Outcome(if is_lost { Outcome::P } else { Outcome::N })),
            Question::MovesLeaving { component, value } if value.is_zero() => told(self.wins(component, control)),
            Question::Winning { sum: [row], component: 0, play: Play::Misere } => told(self.misere_wins(row, control)),
            _ => Answer::Unknown,
        }
    }
}

/// The moves, unless a bound was met.
fn told<'a>(moves: Result<Vec<TakeAtEnd>, Stopped>) -> Answer<'a, TakeAtEnd> {
    moves.map_or_else(Answer::Stopped, |moves| Answer::moves(moves.into_iter()))
}

impl EndNim {
    /// The moves that win in normal play.
    fn wins(self, row: &Heaps, control: &mut Control) -> Result<Vec<TakeAtEnd>, Stopped> {
        let heaps = heaps(row);
        let mut wins = Vec::new();
        match heaps[..] {
            [] => {}
            [heap] => wins.push(TakeAtEnd::First(heap)),
            [first, .., last] => {
                let ends = Ends::of_middle(&heaps, control)?;
                // Cut the first heap down to the one that makes a lost row with the last heap, or the last heap down to the one that does with the
                // first. A heap that would have to grow or to stay gives no move.
                wins.extend(first.checked_sub(ends.first_for(last)).map(TakeAtEnd::First));
                wins.extend(last.checked_sub(ends.last_for(first)).map(TakeAtEnd::Last));
                wins.retain(|mv| self.allows(row, mv));
            }
        }
        Ok(wins)
    }

    /// The moves that win in misère play: those that win in normal play and leave no row of single counters, and those that leave one of odd length.
    fn misere_wins(self, row: &Heaps, control: &mut Control) -> Result<Vec<TakeAtEnd>, Stopped> {
        let singles_after = |mv: &TakeAtEnd| singles(&self.play(row, mv).first().map(heaps).unwrap_or_default());
        let mut moves = self.wins(row, control)?;
        moves.retain(|mv| singles_after(mv).is_none());
        // They leave 1 or nothing of an end heap.
        let ends = heaps(row);
        for left in [0, 1] {
            let first = ends.first().map(|first| TakeAtEnd::First(first - left));
            let last = ends.last().map(|last| TakeAtEnd::Last(last - left));
            let to_singles = first.into_iter().chain(last).filter(|mv| self.allows(row, mv));
            moves.extend(to_singles.filter(|mv| singles_after(mv).is_some_and(|count| count % 2 == 1)));
        }
        moves.sort_unstable_by_key(|mv| match *mv {
            TakeAtEnd::First(count) => (0, count),
            TakeAtEnd::Last(count) => (1, count),
        });
        Ok(moves)
    }
}

/// The heaps of a row are written with commas between them, several rows with `/`: `3,1,4/2,2`.
impl Notation for EndNim {
    fn component_name(&self, _: &Heaps) -> &'static str {
        "row"
    }

    fn parse(&self, text: &str) -> Result<Components<Heaps>, NotationError> {
        super::text::parse_components(text, '/')
    }

    fn text(&self, rows: &[Heaps]) -> String {
        if rows.is_empty() { "-".to_owned() } else { join(rows, "/") }
    }
}
