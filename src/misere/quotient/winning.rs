//! Winning moves by a quotient.

use crate::components::Components;
use crate::game::SumMove;
use crate::heap::{BreakMove, Moves, Scan};
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::misere_quotient::MisereQuotient;

/// The winning moves of a sum of heaps in misère play, in reading order: see
/// [`MisereQuotient::winning_moves`](super::MisereQuotient::winning_moves).
pub struct WinningMoves<'a> {
    quotient: &'a MisereQuotient,
    /// The places of the heaps that have a winning move, the next one last, with what it may leave.
    open: Vec<(usize, u128, ElementSet)>,
    now: Option<(usize, Box<dyn Iterator<Item = BreakMove> + 'a>)>,
}

impl<'a> WinningMoves<'a> {
    /// `None` if the quotient does not reach as far, or moves in a large heap cannot be told in a short time.
    pub(super) fn new(quotient: &'a MisereQuotient, heaps: &[u128]) -> Option<Self> {
        let monoid = quotient.monoid();
        let mut open = Vec::new();
        // The products of the heaps before a heap and after it.
        let elements = heaps.iter().map(|heap| quotient.product_of(&[*heap])).collect::<Option<Vec<u16>>>()?;
        let mut after = vec![0; elements.len() + 1];
        for (place, element) in elements.iter().enumerate().rev() {
            after[place] = monoid.times(*element, after[place + 1]);
        }
        let mut before = 0;
        for (place, (heap, element)) in heaps.iter().zip(elements).enumerate() {
            let others = monoid.times(before, after[place + 1]);
            let wanted = &monoid.companions()[usize::from(others)];
            if quotient.heap_options(*heap)?.meets(wanted) {
                if !is_computed(quotient, *heap) && !leaves_two_at_most(quotient) {
                    return None;
                }
                open.push((place, *heap, wanted.clone()));
            }
            before = monoid.times(before, element);
        }
        open.reverse();
        Some(Self { quotient, open, now: None })
    }

    /// The places of the heaps that have a winning move and have not been begun with: known without looking for one.
    pub fn components(&self) -> impl Iterator<Item = usize> + '_ {
        self.open.iter().rev().map(|(component, ..)| *component)
    }
}

impl Iterator for WinningMoves<'_> {
    type Item = SumMove<BreakMove>;

    fn next(&mut self) -> Option<SumMove<BreakMove>> {
        loop {
            if let Some((component, moves)) = &mut self.now
                && let Some(mv) = moves.next()
            {
                return Some(SumMove { component: *component, mv });
            }
            let (place, heap, wanted) = self.open.pop()?;
            self.now = Some((place, moves_leaving(self.quotient, heap, wanted)));
        }
    }
}

fn is_computed(quotient: &MisereQuotient, heap: u128) -> bool {
    usize::try_from(heap).is_ok_and(|heap| heap < quotient.elements().len())
}

fn leaves_two_at_most(quotient: &MisereQuotient) -> bool {
    quotient.code().digits().iter().all(|digit| digit.most() <= Some(2))
}

/// The moves in a heap that leave one of some elements.
fn moves_leaving(
    quotient: &MisereQuotient,
    heap: u128,
    wanted: ElementSet,
) -> Box<dyn Iterator<Item = BreakMove> + '_> {
    let leaves = move |heaps: &[u128]| quotient.product_of(heaps).is_some_and(|element| wanted.contains(element));
    let Some(period) = quotient.period().filter(|_| !is_computed(quotient, heap)) else {
        return Box::new(Moves::new(quotient.code(), heap).filter(move |mv| leaves(&mv.left)));
    };
    // A part from the preperiod on may have a period more or less, and heap 0 is no part.
    let (regular, period) = (u128::from(period.preperiod()).max(1), u128::from(period.period()));
    let leaves = std::rc::Rc::new(leaves);
    Box::new((0..=heap).zip(quotient.code().digits()).flat_map(move |(taken, digit)| {
        let left = heap - taken;
        let most = if digit.allows(2) { left / 2 } else { 0 };
        let mut scan = Scan::new(1..=most, regular, period);
        let (in_pair, in_one) = (leaves.clone(), leaves.clone());
        let pairs = std::iter::from_fn(move || {
            while let Some(small) = scan.next() {
                if in_pair(&[small, left - small]) {
                    scan.hit(small);
                    return Some([small, left - small].into());
                }
            }
            None
        });
        let whole = (taken > 0 && left > 0 && digit.allows(1) && in_one(&[left])).then(|| Components::from(left));
        pairs.chain(whole).map(move |left| BreakMove { taken, left })
    }))
}
