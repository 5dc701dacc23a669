//! First cousins, and the standard form of a code.

use std::ops::Range;

use crate::heap::{Digit, Parts, TakeAndBreak};

/// A code whose heaps are numbered anew, such that a heap of 1 has a move.
///
/// See [`TakeAndBreak::standard_form`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StandardForm {
    /// The code, in which a heap of 1 has a move.
    pub code: TakeAndBreak,
    /// The number of counters that each heap loses: a heap of *n* of `code` is a heap of *n* + `shift` of the given code.
    pub shift: u128,
}

/// Why a code has no first cousin, or no standard form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CousinError {
    /// A digit has a condition on the sizes of the heaps.
    #[error("the digit for taking {taken} asks something of the sizes of the heaps, and sizes change in a cousin")]
    SizesCompared {
        /// The number of counters that its moves take.
        taken: u128,
    },
    /// A heap of 1 has a move, so it cannot count as nothing.
    #[error("a heap of 1 has a move, so the code is in standard form already and has no first cousin")]
    HeapOfOneMoves,
    /// No heap has a move.
    #[error("no heap has a move, so none can be the heap of 1")]
    NoMove,
    /// The cousin would have too many digits.
    #[error("the cousin has up to {digits} digits: the limit is {limit}")]
    TooLong {
        /// The number of digits that it could have.
        digits: u128,
        /// The maximum number of digits.
        limit: u128,
    },
}

/// Maximum number of digits of a cousin: a guard on memory, some 40 bytes a digit.
const MOST_DIGITS: u128 = 1 << 22;

impl TakeAndBreak {
    /// The first cousin: the code whose heap of *n* is this code's heap of *n* + 1.
    ///
    /// Theorem: if a heap of 1 has no move (**d**₁ is even), then heaps of *n* + 1 under this code and of *n* under its first
    /// cousin have the same game tree, and so the same value in every sum and under every kind of play. The digits **e** of the
    /// cousin of an octal code are: **e**ₖ has bit 2 if **d**ₖ₋₁ has; bit 1 if **d**ₖ has bit 1 or **d**ₖ₋₁ has bit 2; bit 0 if
    /// **d**ₖ₊₁ has bit 0, or **d**ₖ has bit 1, or **d**ₖ₋₁ has bit 2.
    ///
    /// Proof: a heap of *a* ≥ 1 becomes a heap of *a* − 1; so a heap of 1, which has no move, becomes nothing. Let a move take *k*
    /// from *n* + 1 and leave *i* heaps. These lose *i* counters together, and *n* + 1 loses one, so in the cousin the move takes
    /// *k* + *i* − 1 from *n*. Any number of the *i* heaps may be heaps of 1, so the cousin's move leaves *i* heaps or fewer: bit *i*
    /// of **d**ₖ becomes all bits up to *i* of **e**ₖ₊ᵢ₋₁, and the cousin has no other bits. Taking nothing stays illegal, since
    /// **d**₁ has no bit 0 and **d**₀ no bit 1. The same holds for more heaps than two, and for digits that repeat. It fails where
    /// sizes are compared.
    ///
    /// Time is linear in the number of digits.
    ///
    /// ```
    /// use grundy::heap::TakeAndBreak;
    ///
    /// assert_eq!(TakeAndBreak::dawsons_kayles().first_cousin()?, TakeAndBreak::dawsons_chess());
    /// let four: TakeAndBreak = "0.4".parse().unwrap();
    /// assert_eq!(four.first_cousin()?, TakeAndBreak::dawsons_kayles());
    /// # Ok::<(), grundy::heap::CousinError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CousinError`] if a heap of 1 has a move, a digit compares the sizes of heaps, or there are more than 2^22 digits.
    ///
    /// Reference: Guy and Smith, *The G-values of various games*, 1956; Winning Ways, ch. 4.
    pub fn first_cousin(&self) -> Result<Self, CousinError> {
        if self.is_standard_form() {
            return Err(CousinError::HeapOfOneMoves);
        }
        self.shifted(1)
    }

    /// Whether a heap of 1 has a move: the first digit after the point is odd.
    ///
    /// ```
    /// use grundy::heap::TakeAndBreak;
    /// assert!(TakeAndBreak::kayles().is_standard_form() && !TakeAndBreak::officers().is_standard_form());
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4.
    #[must_use]
    pub fn is_standard_form(&self) -> bool {
        self.digit(1).allows(0)
    }

    /// The standard form: the cousin in which a heap of 1 has a move, and the number of counters that its heaps lose.
    ///
    /// It is the last of the [first cousins](Self::first_cousin) of first cousins; the shift is one less than the least heap that
    /// has a move. Codes with the same standard form and the same shift are the same game under two names, and codes with the
    /// same standard form have the same values but for leading zeros. Codes with different ones may have the same values too.
    ///
    /// Time and memory are linear in the number of digits and the shift, and time grows with the square of the number of heaps.
    ///
    /// ```
    /// use grundy::heap::{StandardForm, TakeAndBreak};
    ///
    /// let dawson = TakeAndBreak::dawsons_chess();
    /// let four: TakeAndBreak = "0.4".parse().unwrap();
    /// assert_eq!(four.standard_form()?, StandardForm { code: dawson.clone(), shift: 2 });
    /// assert_eq!(dawson.standard_form()?.shift, 0);
    /// # Ok::<(), grundy::heap::CousinError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CousinError`] if no heap has a move, a digit compares the sizes of heaps, or there are more than 2^22 digits. A code in standard
    /// form is returned as it is, whatever its digits.
    ///
    /// Reference: Winning Ways, ch. 4.
    pub fn standard_form(&self) -> Result<StandardForm, CousinError> {
        let digits = (0..).zip(self.digits().iter().chain(self.tail()));
        let least = digits.filter_map(|(taken, digit)| Some(digit.fewest_left()? + taken)).min();
        let shift = least.ok_or(CousinError::NoMove)? - 1;
        let code = if shift == 0 { self.clone() } else { self.shifted(shift)? };
        Ok(StandardForm { code, shift })
    }

    /// The first cousin of the first cousin.., *s* times: its heap of *n* is this code's heap of *n* + *s*. No heap up to *s* has a move.
    ///
    /// A heap of *a* > *s* becomes one of *a* − *s*, the others nothing. If a move takes *k* and leaves *i* heaps, of which *j* are
    /// larger than *s* and the other *i* − *j* have *t* counters together, the cousin's move takes *k* + *t* + (*j* − 1)*s*; and *t*
    /// is any number from *i* − *j* to (*i* − *j*)*s*.
    fn shifted(&self, shift: u128) -> Result<Self, CousinError> {
        let all = (0..).zip(self.digits().iter().chain(self.tail()));
        if let Some((taken, _)) = all.clone().find(|(_, digit)| digit.parts() != Parts::Any) {
            return Err(CousinError::SizesCompared { taken });
        }
        // The cousin's move takes at most *k* + (*i* − 1)*s* counters, since *t* is at most (*i* − *j*)*s*. So from
        // `before_tail` on, the digits of the cousin depend on those of the tail only.
        let most = all.filter_map(|(_, digit)| digit.most()).max().unwrap_or(0);
        let before_tail = u128::from(most.max(1) - 1).saturating_mul(shift).saturating_add(self.digits().len() as u128);
        let digits = before_tail.saturating_add(self.tail().len() as u128);
        let too_long = || CousinError::TooLong { digits, limit: MOST_DIGITS };
        let shift = usize::try_from(shift).ok().filter(|_| digits <= MOST_DIGITS).ok_or_else(too_long)?;
        let [digits, before_tail] =
            [digits, before_tail].map(|count| usize::try_from(count).expect("at most 2^22 digits"));

        let mut cousin = vec![0_u64; digits];
        // The largest *k* that is asked for below is `digits` − 1 + `shift`.
        let own: Vec<Digit> = (0..(digits + shift) as u128).map(|taken| self.digit(taken)).collect();
        for left in 0..=most {
            // With running counts a range of any length takes two reads.
            let counts = RunningCount::new(own.iter().map(|digit| digit.allows(left)));
            let left = left as usize;
            // *i* is `left` and *j* is `stay`.
            for stay in 0..=left {
                let gone = left - stay;
                for (taken, digit) in cousin.iter_mut().enumerate() {
                    // The range of counters that this code's move takes: from the most to the fewest counters in small heaps.
                    let from = (taken + shift).checked_sub(stay * shift + gone * shift);
                    let to = (taken + shift).checked_sub(stay * shift + gone);
                    let Some(to) = to else { continue };
                    if counts.any(from.unwrap_or(0)..to + 1) {
                        *digit |= 1 << stay;
                    }
                }
            }
        }
        let mut cousin: Vec<Digit> = cousin.into_iter().map(|counts| Digit::new(counts, Parts::Any)).collect();
        let tail = cousin.split_off(before_tail);
        Ok(Self::normalised(cousin, tail))
    }
}

/// For each place of a list, the number of true items before it.
struct RunningCount(Vec<u32>);

impl RunningCount {
    fn new(items: impl Iterator<Item = bool>) -> Self {
        let mut count = 0;
        let counts = items.map(|item| {
            count += u32::from(item);
            count
        });
        Self([0].into_iter().chain(counts).collect())
    }

    /// Whether an item of this range is true.
    fn any(&self, range: Range<usize>) -> bool {
        self.0[range.start] < self.0[range.end]
    }
}
