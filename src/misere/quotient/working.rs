//! Why a sum of heaps is won or lost, by a quotient.

use std::fmt;

use crate::components::Components;
use crate::game::{Outcome, SumMove};
use crate::heap::BreakMove;
use crate::misere::quotient::misere_quotient::MisereQuotient;
use crate::misere::quotient::monoid::Element;
use crate::misere::quotient::presentation::Product;

/// The working by which a sum of heaps is won or lost in misère play; `Display` prints it. See [`MisereQuotient::explain`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Working {
    /// The heaps with their elements.
    pub heaps: Vec<(u128, Product)>,
    /// The product of the elements.
    pub product: Product,
    /// Who wins.
    pub outcome: Outcome,
    /// A winning move, and what it leaves; `None` if there is none, or none can be told in a short time.
    pub win: Option<Win>,
}

/// A winning move, and why it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// The move.
    pub mv: SumMove<BreakMove>,
    /// The element of what the move leaves of its heap.
    pub left: Product,
    /// The product of that and the elements of the other heaps, which is in *P*.
    pub product: Product,
}

impl MisereQuotient {
    /// Who wins a sum of heaps in misère play, and why. `None` if the quotient does not reach as far.
    ///
    /// ```
    /// use grundy::misere::quotient::QuotientSearch;
    ///
    /// let mut search = QuotientSearch::new("0.77".parse()?);
    /// search.extend_to(10)?;
    /// let working = search.quotient().explain([5, 2, 1]).unwrap();
    /// assert_eq!(working.to_string(), "\
    /// heap  element
    ///    5  h5
    ///    2  h2
    ///    1  h1
    ///  all  h1 h2 h5, not in P: N, the player to move wins.
    /// component 1: take 2, leave 1 and 2
    ///       leaves h1 h2 of it and h2^2 of all, which is in P.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self, heaps: impl Into<Components<u128>>) -> Option<Working> {
        let heaps = heaps.into();
        let presentation = self.presentation();
        let name = |element: Element| presentation.name(element).cloned();
        let element = self.element_of(&heaps)?;
        let win = self.winning_moves(&heaps).and_then(|mut wins| wins.next()).and_then(|mv| {
            let left = heaps.replaced(mv.component, mv.mv.left.clone());
            let product = name(self.element_of(left)?)?;
            Some(Win { left: name(self.element_of(&mv.mv.left)?)?, product, mv })
        });
        let named = heaps.iter().map(|heap| Some((*heap, name(self.element(*heap)?)?)));
        let outcome = self.monoid().outcome(element);
        Some(Working { heaps: named.collect::<Option<_>>()?, product: name(element)?, outcome, win })
    }
}

impl fmt::Display for Working {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.heaps.iter().map(|(heap, _)| heap.to_string().len()).max().unwrap_or(0).max("heap".len());
        writeln!(f, "{:>width$}  element", "heap")?;
        for (heap, element) in &self.heaps {
            writeln!(f, "{heap:>width$}  {element}")?;
        }
        let (isin, who) = match self.outcome {
            Outcome::P => ("in P", "P, the player to move loses."),
            Outcome::N => ("not in P", "N, the player to move wins."),
        };
        write!(f, "{:>width$}  {}, {isin}: {who}", "all", self.product)?;
        if let Some(Win { mv, left, product }) = &self.win {
            write!(f, "\n{mv}\n{:width$}  leaves {left} of it and {product} of all, which is in P.", "")?;
        }
        Ok(())
    }
}
