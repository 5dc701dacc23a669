//! Take-and-break games that have names.

use crate::heap::{Digit, Parts, TakeAndBreak};

/// Defines a constructor for each game, from the counts of its digits.
macro_rules! named {
    ($($(#[$doc:meta])* $name:ident: $digits:expr, $tail:expr;)*) => {
        impl TakeAndBreak {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name() -> Self {
                    let digit = |counts| Digit::new(counts, Parts::Any);
                    Self::normalised($digits.map(digit).to_vec(), $tail.map(digit).to_vec())
                }
            )*
        }
    };
}

named! {
    /// Nim, 0.\[3\]: take any number of counters.
    ///
    /// Theorem: a heap of *n* has value *n*. [`Nim`](crate::Nim) uses it.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::nim()).grundy(9), Ok(Nimber::new(9)));
    /// assert_eq!(TakeAndBreak::nim().to_string(), "0.[3]");
    /// ```
    ///
    /// Reference: Bouton 1901; Winning Ways, ch. 2.
    nim: [0], [3];

    /// Kayles, 0.77: take one or two counters, and leave the rest as one heap or two.
    ///
    /// Theorem (Guy and Smith 1956): the values have period 12 from heap 71 on.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::kayles()).grundy(11), Ok(Nimber::new(6)));
    /// assert_eq!(TakeAndBreak::kayles().to_string(), "0.77");
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4; OEIS A002186.
    kayles: [0, 7, 7], [];

    /// Dawson's Kayles, 0.07: take two counters, and leave the rest as one heap or two.
    ///
    /// Theorem (Guy and Smith 1956): the values have period 34 from heap 53 on.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::dawsons_kayles()).grundy(14), Ok(Nimber::new(4)));
    /// assert_eq!(TakeAndBreak::dawsons_kayles().to_string(), "0.07");
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4.
    dawsons_kayles: [0, 0, 7], [];

    /// Dawson's Chess, 0.137: take one counter that is a heap of its own, two from the end of a row, or three from anywhere in
    /// one. The first cousin of Dawson's Kayles.
    ///
    /// Theorem (Guy and Smith 1956): the values have period 34 from heap 52 on.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::dawsons_chess()).grundy(13), Ok(Nimber::new(4)));
    /// assert_eq!(TakeAndBreak::dawsons_chess().to_string(), "0.137");
    /// ```
    ///
    /// Reference: Dawson, *Fairy Chess Review*, 1935; Winning Ways, ch. 4; OEIS A002187.
    dawsons_chess: [0, 1, 3, 7], [];

    /// Guiles, 0.15: take a heap of one or two whole, or take two from a larger one and leave the rest as two heaps.
    ///
    /// Theorem (Guy and Smith 1956): the values have period 10, and those of heaps 1 to 10 are 1, 1, 0, 1, 1, 2, 2, 1, 2, 2.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::guiles()).grundy(6), Ok(Nimber::new(2)));
    /// assert_eq!(TakeAndBreak::guiles().to_string(), "0.15");
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4.
    guiles: [0, 1, 5], [];

    /// Treblecross, 0.007: take three counters, and leave the rest as one heap or two.
    ///
    /// A heap of *n* + 2 here is a strip of *n* safe cells of [`Treblecross`](crate::Treblecross). Whether the values are
    /// periodic is not known.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::treblecross()).grundy(7), Ok(Nimber::new(2)));
    /// assert_eq!(TakeAndBreak::treblecross().to_string(), "0.007");
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4.
    treblecross: [0, 0, 0, 7], [];

    /// Officers, 0.6: take one counter, and leave the rest as one heap or two.
    ///
    /// Whether the values are periodic is not known.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::officers()).grundy(11), Ok(Nimber::new(4)));
    /// assert_eq!(TakeAndBreak::officers().to_string(), "0.6");
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4; OEIS A046695.
    officers: [0, 6], [];

    /// Double Kayles, 0.7777: take one to four counters, and leave the rest as one heap or two.
    ///
    /// Observed up to heap 400 by a test: the values of heaps 2*n* and 2*n* + 1 are 2*v* and 2*v* + 1 in either order, where *v* is the
    /// value of a heap of *n* in Kayles.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::double_kayles()).grundy(4), Ok(Nimber::new(4)));
    /// assert_eq!(TakeAndBreak::double_kayles().to_string(), "0.7777");
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4.
    double_kayles: [0, 7, 7, 7, 7], [];

    /// Lasker's Nim, 4.\[3\]: take any number of counters, or split a heap in two without taking any.
    ///
    /// Theorem: heaps of 4*k* + 1, 4*k* + 2, 4*k* + 3 and 4*k* + 4 have values 4*k* + 1, 4*k* + 2, 4*k* + 4 and 4*k* + 3.
    /// A solver uses it for the code, up to heaps of 2^64 − 2 counters, as [`LaskersNim`](crate::LaskersNim) does.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::laskers_nim()).grundy(1_000_000_000_003), Ok(Nimber::new(1_000_000_000_004)));
    /// assert_eq!(TakeAndBreak::laskers_nim().to_string(), "4.[3]");
    /// ```
    ///
    /// Reference: Winning Ways, ch. 4.
    laskers_nim: [4], [3];

    /// Kenyon's game, 0.3F: take one counter and leave the rest as one heap, or take two and leave it as up to three.
    ///
    /// Theorem (Kenyon): the values are arithmetic-periodic from heap 0 on, *g*(*n* + 6) = *g*(*n*) + 3. They begin 0 1 2 0 1 2.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::kenyon()).grundy(2), Ok(Nimber::new(2)));
    /// assert_eq!(TakeAndBreak::kenyon().to_string(), "0.3F");
    /// ```
    ///
    /// Reference: Kenyon 1967; Winning Ways, ch. 4.
    kenyon: [0, 3, 15], [];
}

impl TakeAndBreak {
    /// Grundy's game, 4!.0: split a heap in two heaps of unequal size.
    ///
    /// Whether the values are periodic is not known.
    ///
    /// ```
    /// use grundy::{Nimber, Solver, heap::TakeAndBreak};
    /// assert_eq!(Solver::new(TakeAndBreak::grundys_game()).grundy(13), Ok(Nimber::new(3)));
    /// assert_eq!(TakeAndBreak::grundys_game().to_string(), "4!.0");
    /// ```
    ///
    /// Reference: Grundy, *Mathematics and games*, 1939; Winning Ways, ch. 4; OEIS A002188.
    #[must_use]
    pub fn grundys_game() -> Self {
        Self::normalised(vec![Digit::new(4, Parts::Unequal)], Vec::new())
    }
}
