//! The control of a search for a quotient: what counts as a position, and the limits on sums and elements.

use crate::control::{Bound, Control, Progress, Stopped, Unit};

/// Upper bound of the bytes for each pair of elements: products, rows and caches together.
const BYTES_A_PAIR: u64 = 8;

/// Maximum number of elements under any control, since their numbers have 16 bits.
pub(super) const MOST_ELEMENTS: u16 = 1 << 15;

/// Default limit on sums, which is some seconds. Dawson's Kayles below 34 takes 1.5 million sums.
const DEFAULT_SUMS: u64 = 1 << 21;

/// Default limit on elements. A guess with this number of elements takes about half a minute.
const DEFAULT_ELEMENTS: u64 = 1 << 11;

/// Steps of the control for each sum. So a check is due after about a thousand sums, which take about a millisecond. A guard for quick
/// cancelling, covered by the bench `quotients`.
const STEPS_A_SUM: u64 = 1 << 6;

/// Products of two elements that count as a sum: about as many as take as long. A guard for codes whose moves leave many heaps.
const PRODUCTS_A_SUM: u64 = STEPS_A_SUM;

/// Counts the work of a search, and checks the limits of its control.
pub(super) struct Watch<'a> {
    control: &'a mut Control,
    /// What the pieces are.
    unit: Unit,
    /// Number of pieces, from piece 0 on, whose quotient is found; and the number of its elements.
    pub(super) pieces: usize,
    pub(super) elements: usize,
    /// Number of pieces asked for, unless the search may stop earlier.
    asked: Option<usize>,
    /// Products since the last sum that was counted for them.
    products: u64,
}

/// The default control of a search.
pub(super) fn default_control() -> Control {
    Control::new().positions(DEFAULT_SUMS).bytes(bytes(DEFAULT_ELEMENTS))
}

/// Bytes of a quotient with this number of elements.
const fn bytes(elements: u64) -> u64 {
    BYTES_A_PAIR * elements * elements
}

impl<'a> Watch<'a> {
    pub(super) const fn new(
        control: &'a mut Control,
        unit: Unit,
        pieces: usize,
        elements: usize,
        asked: Option<usize>,
    ) -> Self {
        Self { control, unit, pieces, elements, asked, products: 0 }
    }

    /// Counts a sum that is examined.
    pub(super) fn sum(&mut self) -> Result<(), Stopped> {
        if !self.control.has_room(0) {
            return Err(self.control.out_of_positions(Unit::Sums, 0));
        }
        self.control.count(1);
        self.again()
    }

    /// Takes back the count of a sum that was not examined to the end.
    pub(super) fn take_back(&mut self) {
        self.control.take_back();
    }

    /// Counts a product of two elements, to find what a move leaves: [`PRODUCTS_A_SUM`] of them as a sum.
    pub(super) fn product(&mut self) -> Result<(), Stopped> {
        self.products += 1;
        if self.products < PRODUCTS_A_SUM {
            return Ok(());
        }
        self.products = 0;
        self.sum()
    }

    /// Reports that a sum is examined again, which does not count as a position.
    pub(super) fn again(&mut self) -> Result<(), Stopped> {
        self.control.step(STEPS_A_SUM);
        if self.control.is_due() { self.look() } else { Ok(()) }
    }

    /// Checks the deadline and calls the callback.
    pub(super) fn look(&mut self) -> Result<(), Stopped> {
        let (unit, pieces, total) = (self.unit, self.pieces as u64, self.asked.map(|pieces| pieces as u64));
        let bytes = bytes(self.elements as u64);
        self.control.look(0, &|_| Progress::new(unit, pieces, total, bytes))
    }

    /// The number of a new element after this number of elements, if there is room for it.
    pub(super) fn element(&self, elements: usize) -> Result<u16, Stopped> {
        let limit = self.control.byte_limit().min(bytes(MOST_ELEMENTS.into()));
        // The bytes with one element more. The error tells the elements of the quotient that is kept, and those of the
        // guess under way.
        if bytes(elements as u64 + 1) > limit {
            let found = self.elements as u64;
            return Err(Stopped::new(Bound::Bytes(limit), Unit::Elements, found, elements as u64));
        }
        Ok(u16::try_from(elements).expect("no limit allows more than 2^15 elements"))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::Watch;
    use crate::control::{Control, Unit};

    /// What the moves in a piece leave takes products, for which sums are counted.
    #[test]
    fn products_count_as_sums() {
        let mut control = Control::new().positions(3);
        let mut watch = Watch::new(&mut control, Unit::Heaps, 0, 1, None);
        let products = (0..1000).take_while(|_| watch.product().is_ok()).count();
        assert_eq!((products, control.done()), (4 * 64 - 1, 3));
    }

    /// A sum that is examined again is no further position, but takes time.
    #[test]
    fn the_callback_is_called_after_two_thousand_sums_at_the_latest() {
        for is_new in [true, false] {
            let calls = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&calls);
            let mut control = Control::unlimited().watched(move |_| {
                counted.fetch_add(1, Ordering::Relaxed);
                ControlFlow::Continue(())
            });
            let mut watch = Watch::new(&mut control, Unit::Heaps, 0, 1, None);
            for _ in 0..20_000 {
                if is_new { watch.sum() } else { watch.again() }.unwrap();
            }
            let calls = calls.load(Ordering::Relaxed);
            assert!(calls >= 10, "{calls} calls");
            assert_eq!(control.done(), if is_new { 20_000 } else { 0 });
        }
    }
}
