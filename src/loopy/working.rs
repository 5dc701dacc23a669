//! The working of a value: why a vertex has it.

use std::fmt;

use crate::components::Components;
use crate::game::SumMove;
use crate::loopy::digraph::{NoVertexError, ToVertex};
use crate::loopy::value::{LoopyOutcome, LoopyValue};
use crate::loopy::values::LoopyValues;
use crate::mex::mex;
use crate::nimber::Nimber;
use crate::notation::MOST_ALIGNED;

/// Why a sum is won, lost or drawn, and the move that follows from it. [`Display`](fmt::Display) prints the working.
///
/// Made by [`LoopySolver::explain`](crate::loopy::LoopySolver::explain), where positions are whole, without components that have no move, and by
/// [`LoopyValues::explain`], where they are vertices of the graph.
///
/// ```
/// use grundy::loopy::LoopySolver;
/// use grundy::{Components, ExplicitGame, Nim};
///
/// let lost = LoopySolver::new(Nim).explain(Components::new())?.to_string();
/// assert_eq!(lost, "The sum is *0: the player to move loses.");
/// let won = LoopySolver::new(Nim).explain(1)?.to_string();
/// assert_eq!(won, "\
/// option  value  answer
/// 0       *0
/// An option is *0, none is *1: *1.
/// The value is *1: the player to move wins.
/// The best move is: take 1.");
///
/// let mut to_and_fro = LoopySolver::new(ExplicitGame::new(vec![vec![1], vec![0]])?);
/// let drawn = to_and_fro.explain([0, 1])?.to_string();
/// assert!(drawn.ends_with("The sum is ∞, from which no move leads to *0: a draw.\nThe best move is in component 1: to 1."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 12.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LoopyExplanation<P, M> {
    /// The outcome.
    pub outcome: LoopyOutcome,
    /// The value of the sum.
    pub value: LoopyValue,
    /// The components in reading order, each with the working of its value.
    pub components: Vec<LoopyWorking<P>>,
    /// The best move; `None` if there is no move.
    pub best: Option<SumMove<M>>,
}

/// The working of one value, printed by `Display`.
///
/// ```
/// use grundy::loopy::{Digraph, LoopyValues};
/// use grundy::{Control, Nimber};
///
/// let values = LoopyValues::new("0>1,1>0,2>0,2>3".parse::<Digraph>()?, &mut Control::new())?;
/// let working = &values.explain(2)?.components[0];
/// assert_eq!((working.mex, working.value.to_string()), (Nimber::new(1), "∞_{0}".to_owned()));
/// assert_eq!(working.options[0].answer, None); // no move leads from 0 to *1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 12.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LoopyWorking<P> {
    /// The position.
    pub position: P,
    /// Its value.
    pub value: LoopyValue,
    /// The mex of the nimbers among the options: the only nimber that can be its value.
    pub mex: Nimber,
    /// Its options, in the order of the edges or moves.
    pub options: Vec<LoopyOption<P>>,
}

/// One option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LoopyOption<P> {
    /// The option.
    pub position: P,
    /// Its value, which is never the mex.
    pub value: LoopyValue,
    /// If the value is no nimber below the mex: an option of this option whose value is the mex, to which the opponent can go back. Of
    /// several it is the one labelled first; `None` if there is none.
    pub answer: Option<P>,
}

impl LoopyValues {
    /// The working that leads to the [best move](Self::best_move): for each token the options of its vertex, and the answer to each option that is
    /// no smaller nimber, or that it has none; then the sum of the values.
    ///
    /// # Errors
    ///
    /// [`NoVertexError`] if a token is not in the graph.
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::loopy::{Digraph, LoopyValues};
    ///
    /// let values = LoopyValues::new("0>1,1>0,1>2".parse::<Digraph>()?, &mut Control::new())?;
    /// assert_eq!(values.explain(0)?.to_string(), "\
    /// option  value  answer
    /// 1       *1     to 2
    /// No option is *0, and each is answered by a move to *0: *0.
    /// The value is *0: the player to move loses.
    /// The best move is: to 1.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &self,
        tokens: impl Into<Components<usize>>,
    ) -> Result<LoopyExplanation<usize, ToVertex>, NoVertexError> {
        let tokens = tokens.into();
        let best = self.best_move(&tokens)?;
        let places = self.places(tokens)?;
        Ok(LoopyExplanation::new(places.iter().map(|vertex| LoopyWorking::of(self, *vertex)).collect(), best))
    }
}

impl<P, M> LoopyExplanation<P, M> {
    /// From the working of each component, and the best move.
    pub(super) fn new(components: Vec<LoopyWorking<P>>, best: Option<SumMove<M>>) -> Self {
        let value: LoopyValue = components.iter().map(|working| working.value.clone()).sum();
        Self { outcome: value.outcome(), value, components, best }
    }
}

impl LoopyWorking<usize> {
    /// The working of the value of a vertex.
    pub(super) fn of(values: &LoopyValues, vertex: u32) -> Self {
        let (graph, labels) = (values.graph(), values.labels());
        let targets = graph.targets(vertex);
        let mex = mex(targets.iter().filter_map(|option| labels.nimber(*option)));
        let option = |place: &u32| {
            let value = values.value_at(*place);
            let needs_answer = value.nimber().is_none_or(|nimber| nimber > mex);
            let answers = graph.targets(*place).iter().filter(|answer| labels.nimber(**answer) == Some(mex));
            // If any answer was there when the vertex got its number, then the one that was labelled first.
            let answer = answers.min_by_key(|answer| labels.time(**answer)).filter(|_| needs_answer);
            LoopyOption { position: *place as usize, value, answer: answer.map(|answer| *answer as usize) }
        };
        let options = targets.iter().map(option).collect();
        Self { position: vertex as usize, value: values.value_at(vertex), mex, options }
    }

    /// All vertices in the working.
    pub(super) fn named(&self) -> impl Iterator<Item = usize> {
        let in_options = self.options.iter().flat_map(|option| [Some(option.position), option.answer]);
        in_options.flatten().chain([self.position])
    }

    /// The same working, with vertices replaced by their names.
    pub(super) fn rename<P>(self, name: impl Fn(usize) -> P) -> LoopyWorking<P> {
        let Self { position, value, mex, options } = self;
        let rename = |LoopyOption { position, value, answer }| LoopyOption {
            position: name(position),
            value,
            answer: answer.map(&name),
        };
        LoopyWorking { position: name(position), value, mex, options: options.into_iter().map(rename).collect() }
    }
}

impl<P> LoopyOption<P> {
    /// Whether the option keeps the position from having the value `mex`: it has no answer, and is no smaller nimber.
    fn prevents(&self, mex: Nimber) -> bool {
        self.answer.is_none() && self.value.nimber().is_none_or(|nimber| nimber > mex)
    }
}

/// Writes a line for each option, and the conclusion.
impl<P: fmt::Display> fmt::Display for LoopyWorking<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, mex, options, .. } = self;
        if options.is_empty() {
            return write!(f, "There is no move: {value}.");
        }
        let longest = |texts: Vec<String>, title: &str| {
            texts.iter().map(|text| text.chars().count()).fold(title.len(), usize::max).min(MOST_ALIGNED)
        };
        let width = longest(options.iter().map(|option| option.value.to_string()).collect(), "value");
        let first = longest(options.iter().map(|option| option.position.to_string()).collect(), "option");
        writeln!(f, "{:<first$}  {:<width$}  answer", "option", "value")?;
        for option in options {
            let answer = match &option.answer {
                Some(answer) => format!("to {answer}"),
                None if option.prevents(*mex) => format!("none to {mex}"),
                None => String::new(),
            };
            let [position, value] = [option.position.to_string(), option.value.to_string()];
            let line = format!("{position:<first$}  {value:<width$}  {answer}");
            writeln!(f, "{}", line.trim_end())?;
        }
        let smaller = match mex.get() {
            0 => "No option is *0".to_owned(),
            1 => "An option is *0, none is *1".to_owned(),
            2 => "Options are *0 and *1, none is *2".to_owned(),
            more => format!("Options are *0 to *{}, none is {mex}", more - 1),
        };
        match options.iter().find(|option| option.prevents(*mex)) {
            Some(option) => {
                let from = &option.position;
                write!(f, "{smaller}, but from {from} there is no move to {mex}: {value}.")
            }
            // No option needs an answer: all of them are smaller nimbers.
            None if options.iter().all(|option| option.answer.is_none()) => write!(f, "{smaller}: {value}."),
            None if mex.is_zero() => write!(f, "{smaller}, and each is answered by a move to {mex}: {value}."),
            None => write!(f, "{smaller}, and each other is answered by a move to {mex}: {value}."),
        }
    }
}

/// Writes the working of each component, and what follows for the sum.
impl<P: fmt::Display, M: fmt::Display> fmt::Display for LoopyExplanation<P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The empty sum is a sum too.
        let is_sum = self.components.len() != 1;
        for (number, working) in (1..).zip(&self.components) {
            if is_sum {
                writeln!(f, "component {number}: {}\n{working}\n", working.position)?;
            } else {
                writeln!(f, "{working}")?;
            }
        }
        write!(f, "The {} is {}", if is_sum { "sum" } else { "value" }, self.value)?;
        match (&self.value, self.outcome) {
            (LoopyValue::Nimber(_), _) => {}
            (LoopyValue::Infinite(_), LoopyOutcome::N) => write!(f, ", from which a move leads to *0")?,
            (LoopyValue::Infinite(_), _) => write!(f, ", from which no move leads to *0")?,
        }
        f.write_str(match self.outcome {
            LoopyOutcome::N => ": the player to move wins.",
            LoopyOutcome::P => ": the player to move loses.",
            LoopyOutcome::Draw => ": a draw.",
        })?;
        match &self.best {
            None => Ok(()),
            Some(best) if is_sum => write!(f, "\nThe best move is in {best}."),
            Some(best) => write!(f, "\nThe best move is: {}.", best.mv),
        }
    }
}
