//! The working of an answer: the table of values, and the move that follows from it.

use std::fmt;

use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::method::Method;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::question::{Answer, Question};
use crate::search::{Memo, SolveError};
use crate::solver::goal::Goal;
use crate::solver::winning::most_moves;
use crate::solver::xor_table::XorTable;
use crate::solver::{Decided, Solver, ask};
use crate::whole::Whole;

/// Why a position is won or lost, and the move that follows from it. [`Display`](fmt::Display) prints the working.
///
/// Made by [`Solver::explain`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation<P, M> {
    /// The kind of play.
    pub play: Play,
    /// The outcome.
    pub outcome: Outcome,
    /// The reason for the outcome.
    pub reason: Reason,
    /// The components in reading order, with their values where values decide.
    pub components: Vec<ComponentValue<P>>,
    /// The best move: a winning one, or in a lost position the most testing one; `None` if there is no move, or
    /// [none was found](Solver::explain_outcome).
    pub turn: Option<Turn<P, M>>,
    /// Whether all moves of a lost position were compared. If that takes more moves than the limit allows, or many more positions than the
    /// outcome took, `turn` is the first move in reading order. In a won position it is `false` if no winning move was found within the bounds.
    pub compared: bool,
}

/// A component and its Grundy value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ComponentValue<P> {
    /// The component.
    pub position: P,
    /// Its value, if values decide.
    pub value: Option<Nimber>,
}

/// A move and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn<P, M> {
    /// The move.
    pub mv: SumMove<M>,
    /// The [name](ImpartialGame::move_name) of the move in its component, if the rule book names it.
    pub name: Option<String>,
    /// What the move leaves of its component.
    pub left: Components<P>,
    /// What the move leaves of the whole position.
    pub position: Components<P>,
    /// The value of `left`, if values decide and it is known.
    pub value: Option<Nimber>,
}

impl<P, M: fmt::Display> Turn<P, M> {
    /// The move in words: its name, or else its `Display`.
    #[must_use]
    pub fn text(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.mv.mv.to_string())
    }
}

/// The reason for an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Reason {
    /// Some column of the values has an odd number of ones: the position is won.
    OddColumn {
        /// The nim-sum of the values, which has a one in each odd column.
        nim_sum: Nimber,
        /// The leftmost odd column, counted from 0 at the right.
        column: u32,
    },
    /// Every column of the values has an even number of ones: the position is lost.
    AllColumnsEven,
    /// Values do not decide.
    Method {
        /// The method that does.
        method: Method,
        /// The argument of the oracle in one line, if it gives one.
        argument: Option<String>,
    },
}

impl<G: ImpartialGame, T: Memo<G::Position, Nimber>> Solver<G, T> {
    /// The working that leads to the [best move](Self::best_move) under normal play. Where the value of a single component takes more than 2^18 positions (2^17 where
    /// a theorem tells who wins), and the limit allows more, who wins is shown without it.
    ///
    /// ```
    /// use grundy::{Kayles, Solver};
    ///
    /// let working = Solver::new(Kayles).explain([5, 6, 3, 2])?.to_string();
    /// assert_eq!(working, "\
    /// component  value  binary
    /// 5              4     100
    /// 6              3     011
    /// 3              3     011
    /// 2              2     010
    /// nim-sum        6     110
    /// ones                 ooe  (o: an odd number of ones in the column, e: an even number)
    /// The leftmost odd column is number 3 from the right: the player to move wins.
    /// Component 1 has a one there. It is worth 4 and must become 4 xor 6 = 2.
    /// A winning move is: pin 2.
    /// It leaves 1 + 3, worth 2, and every column is even.");
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves.
    #[expect(clippy::type_complexity, reason = "the parts are the game's own types")]
    pub fn explain(
        &mut self,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Explanation<G::Position, G::Move>, SolveError<G::Position>> {
        self.explain_by(Play::Normal, position.into(), true)
    }

    /// The working that leads to the best move under the given play. It has no move where a theorem tells that a position is won and not by which move, and
    /// a bound of the control is met in the search for one, or there are too many moves.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met, or there are too many moves.
    #[expect(clippy::type_complexity, reason = "the parts are the game's own types")]
    pub fn explain_in(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Explanation<G::Position, G::Move>, SolveError<G::Position>> {
        self.all_methods().explain_by(play, position.into(), true)
    }

    /// The working of who wins, with values only where who wins needs them, from the first position on. It may take a small part of the positions that
    /// [`explain_in`](Self::explain_in) takes, and lacks a move where that does.
    ///
    /// ```
    /// use grundy::chomp::{Board, Chomp};
    /// use grundy::{Control, Outcome, Play, Solver};
    ///
    /// // A rectangle is won by strategy stealing, which does not say how.
    /// let mut solver = Solver::new(Chomp::poisoned()).with_control(Control::new().positions(1000));
    /// let working = solver.explain_outcome(Play::Normal, Board::rectangle(20, 30)?)?;
    /// assert_eq!((working.outcome, working.turn), (Outcome::N, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game is loopy, a bound of the control is met before the outcome is known, or there are too many moves.
    #[expect(clippy::type_complexity, reason = "the parts are the game's own types")]
    pub fn explain_outcome(
        &mut self,
        play: Play,
        position: impl Into<Components<G::Position>>,
    ) -> Result<Explanation<G::Position, G::Move>, SolveError<G::Position>> {
        self.all_methods().explain_by(play, position.into(), false)
    }

    /// The working with values if they are not far, or of who wins alone, which may lack the move of a theorem.
    #[expect(clippy::type_complexity, reason = "the parts are the game's own types")]
    fn explain_by(
        &mut self,
        play: Play,
        position: Components<G::Position>,
        with_values: bool,
    ) -> Result<Explanation<G::Position, G::Move>, SolveError<G::Position>> {
        let before = self.control.done();
        let goal = if with_values { self.goal(play, &position)? } else { self.goal_of_moves(play, &position)? };
        let outcome = goal.outcome();
        let may_lack_move = matches!(goal, Goal::Outcome(Decided { method: Method::Oracle, .. }));
        let (best, compared) = match outcome {
            Outcome::N => match self.winning_move_to(&goal, play, &position) {
                Err(SolveError::Stopped(stopped)) if may_lack_move && !stopped.is_cancelled() => (None, false),
                Err(SolveError::TooManyMoves { .. }) if may_lack_move => (None, false),
                best => (best?, true),
            },
            Outcome::P => {
                let cost = self.control.done().saturating_sub(before);
                // To compare the moves of a lost position is an extra: an eighth of what the outcome took, and a small fixed room.
                let room = (cost / 8).saturating_add(self.room_for_comparing(&position));
                // The outcome is known, so a bound that is met costs the comparison only: the answer then shows the
                // first move.
                match self.within(room, |solver| solver.best_move_to(&goal, play, &position)) {
                    Err(
                        SolveError::Stopped(_) | SolveError::TooManyMoves { .. } | SolveError::TooManyReplies { .. },
                    ) => (self.first_move(&position), false),
                    best => (best?, true),
                }
            }
        };
        let (reason, values) = match goal {
            Goal::Values { values, nim_sum } => {
                let odd = |column| Reason::OddColumn { nim_sum, column };
                (nim_sum.leftmost_bit().map_or(Reason::AllColumnsEven, odd), Some(values))
            }
            Goal::Outcome(Decided { method, .. }) => {
                let argument = match method {
                    Method::Oracle => self.argument(play, &position)?,
                    _ => self.misere_argument(method, &position),
                };
                let argument = match argument {
                    None if play == Play::Normal => self.unpaired(&position).map(|rest| rest.argument(method)),
                    argument => argument,
                };
                (Reason::Method { method, argument }, None)
            }
        };
        let turn = best.map(|mv| self.turn(&position, mv, values.is_some()));
        let values = values.map_or_else(|| vec![None; position.len()], |values| values.into_iter().map(Some).collect());
        let components = position.into_iter().zip(values).map(|(position, value)| ComponentValue { position, value });
        Ok(Explanation { play, outcome, reason, components: components.collect(), turn, compared })
    }

    /// The argument of an oracle for an outcome.
    pub(crate) fn argument(
        &mut self,
        play: Play,
        sum: &[G::Position],
    ) -> Result<Option<String>, SolveError<G::Position>> {
        let Self { game, control, oracles, notes, .. } = self;
        match ask(oracles, game, notes, Question::Argument { sum, play }, control) {
            Answer::Text(text) => Ok(Some(text)),
            Answer::Stopped(stopped) => Err(stopped.into()),
            _ => Ok(None),
        }
    }

    /// Positions that may be solved to compare the moves of a lost position, beside an eighth of those that its outcome took: about a second at the
    /// most. The options of a position with many moves are many, and each takes long.
    fn room_for_comparing(&self, position: &Components<G::Position>) -> u64 {
        // For up to 32 moves 4096 positions, for 264 moves 7.
        (MOST_COMPARED / most_moves(self.game(), position).saturating_pow(3)).min(FOR_COMPARING)
    }

    fn first_move(&self, position: &Components<G::Position>) -> Option<SumMove<G::Move>> {
        Whole(self.game()).moves(position).next()
    }

    fn turn(
        &mut self,
        position: &Components<G::Position>,
        mv: SumMove<G::Move>,
        by_values: bool,
    ) -> Turn<G::Position, G::Move> {
        let from = &position[mv.component];
        let (name, left) = (self.game().move_name(from, &mv.mv), self.game().play(from, &mv.mv));
        // It is known by now, unless there are too many moves to compare.
        let room = self.room_for_comparing(&left);
        let value = if by_values { self.within(room, |solver| solver.grundy(left.clone())).ok() } else { None };
        Turn { position: position.replaced(mv.component, left.clone()), mv, name, left, value }
    }
}

/// Limit on the positions of one comparison, and of the search for the value of what a move leaves: about a second where positions have 32 moves. (The
/// outcome of 14 spots of Sprouts takes 27 thousand positions, and all moves of such a position far more than that.)
const FOR_COMPARING: u64 = 1 << 12;

/// Limit on the positions of one comparison times the third power of the number of moves: each of many moves has many replies, which take long. (A position
/// of Cram of 12 × 12 has 264 moves and takes ten milliseconds: 7 of them may be solved.)
const MOST_COMPARED: u64 = 1 << 27;

impl<P, M> Explanation<P, M> {
    /// The same working with each position converted, such as to text in the game's own notation.
    ///
    /// ```
    /// use grundy::{Kayles, Notation, Solver};
    ///
    /// let drawn = Solver::new(Kayles).explain([5, 2])?.map(|row| Kayles.text_like("x", &[*row]));
    /// assert!(drawn.to_string().ends_with("A winning move is: pin 2.\nIt leaves x + xxx, worth 2, and every column is even."));
    /// # Ok::<(), grundy::SolveError<u64>>(())
    /// ```
    pub fn map<Q>(&self, mut position: impl FnMut(&P) -> Q) -> Explanation<Q, M>
    where
        M: Clone,
    {
        let components = self
            .components
            .iter()
            .map(|component| ComponentValue { position: position(&component.position), value: component.value })
            .collect();
        let turn = self.turn.as_ref().map(|turn| Turn {
            mv: turn.mv.clone(),
            name: turn.name.clone(),
            left: turn.left.iter().map(&mut position).collect(),
            position: turn.position.iter().map(&mut position).collect(),
            value: turn.value,
        });
        Explanation {
            play: self.play,
            outcome: self.outcome,
            reason: self.reason.clone(),
            components,
            turn,
            compared: self.compared,
        }
    }

    /// Whether a theorem tells that the position is won, and [no winning move was found](Solver::explain_outcome) within the bounds.
    #[must_use]
    pub fn lacks_winning_move(&self) -> bool {
        self.outcome == Outcome::N && !self.compared
    }

    fn who_wins(&self) -> &'static str {
        match self.outcome {
            Outcome::N => "the player to move wins",
            Outcome::P => "the player to move loses",
        }
    }
}

impl<P: fmt::Display, M: fmt::Display> fmt::Display for Explanation<P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::OddColumn { nim_sum, column } => {
                self.table(f)?;
                write!(
                    f,
                    "The leftmost odd column is number {} from the right: {}.",
                    column.saturating_add(1),
                    self.who_wins()
                )?;
                self.winning_turn(f, *nim_sum)
            }
            Reason::AllColumnsEven => {
                self.table(f)?;
                write!(f, "Every column is even: {}.", self.who_wins())?;
                self.turn_without_values(f)
            }
            Reason::Method { method, argument } => {
                let (play, who) = (self.play, self.who_wins());
                match argument.as_deref() {
                    None if *method == Method::Oracle => {
                        write!(f, "A theorem about the game tells the outcome in {play} play: {who}.")?;
                    }
                    None => write!(f, "In {play} play {}: {who}.", method.argument(play))?,
                    Some(argument) => write!(f, "In {play} play: {argument}: {who}.")?,
                }
                self.turn_without_values(f)
            }
        }
    }
}

impl<P: fmt::Display, M: fmt::Display> Explanation<P, M> {
    /// The values in decimal and binary, one component a line, and the parity of each column.
    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Fields are public: a component of an altered explanation that has no value is left out.
        let row = |component: &ComponentValue<P>| Some((component.position.to_string(), component.value?));
        writeln!(f, "{}", self.components.iter().filter_map(row).collect::<XorTable>())
    }

    fn winning_turn(&self, f: &mut fmt::Formatter<'_>, nim_sum: Nimber) -> fmt::Result {
        // Fields are public: an altered explanation may lack the move or the value of its component.
        let Some(turn) = &self.turn else { return Ok(()) };
        let place = turn.mv.component;
        let Some(from) = self.components.get(place).and_then(|component| component.value) else { return Ok(()) };
        let (from, to, sum) = (from.get(), (from + nim_sum).get(), nim_sum.get());
        write!(
            f,
            "\nComponent {} has a one there. It is worth {from} and must become {from} xor {sum} = {to}.",
            place.saturating_add(1)
        )?;
        write!(
            f,
            "\nA winning move is: {}.\nIt leaves {}, worth {to}, and every column is even.",
            turn.text(),
            Left(&turn.left)
        )
    }

    fn turn_without_values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.turn {
            None if self.lacks_winning_move() => {
                f.write_str("\nThe theorem does not tell which move wins, and the search for it met a bound.")
            }
            None => f.write_str("\nThere is no move left."),
            Some(turn) => {
                let advice = match (self.outcome, self.compared) {
                    (Outcome::N, _) => "A winning move is",
                    (Outcome::P, true) => "The move after which the smallest share of the replies wins is",
                    (Outcome::P, false) => "It would take long to compare the moves by their replies. The first is",
                };
                let (place, mv, left) = (turn.mv.component.saturating_add(1), turn.text(), Left(&turn.left));
                // The only component needs no number. That of a compound has numbered parts of its own, which the move names.
                if self.components.len() == 1 {
                    write!(f, "\n{advice}: {mv}.\nIt leaves {left}.")
                } else {
                    write!(f, "\n{advice} in component {place}: {mv}.\nIt leaves {left} of that component.")
                }
            }
        }
    }
}

/// Writes what a move leaves of a component.
struct Left<'a, P>(&'a Components<P>);

impl<P: fmt::Display> fmt::Display for Left<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { self.0.fmt(f) }
    }
}
