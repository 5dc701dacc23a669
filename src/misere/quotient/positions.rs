//! Positions of a rule book as the pieces of a quotient.

use std::hash::Hash;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::components::Components;
use crate::control::{Control, Progress, Stopped, Unit};
use crate::game::ImpartialGame;
use crate::misere::quotient::candidate::as_u32;
use crate::misere::quotient::element_set::ElementSet;
use crate::misere::quotient::options::{Options, Products};
use crate::misere::quotient::pieces::Pieces;
use crate::search::{SolveError, most_options};
use crate::sorted::places_in_order;

/// Finitely many positions of a rule book, closed under moves.
///
/// Positions are known by their [memo keys](ImpartialGame::memo_key). Positions whose moves leave the same sums have the same number, and
/// the positions that have no moves have number 0. The numbers ascend with the *weight*: the weight of a position is 1 more than the largest
/// sum of weights that a move leaves, so that every move makes a sum lighter.
///
/// ```
/// use grundy::misere::quotient::{Positions, QuotientSearch};
/// use grundy::{Control, Notakto, Notation, Outcome, Play, Solver};
///
/// let game = Notakto::new();
/// let boards = Positions::reached(&game, game.parse("3x3")?, &mut Control::new())?;
/// let mut search = QuotientSearch::of(boards);
/// search.finish()?;
/// let quotient = search.into_quotient();
/// assert_eq!((quotient.monoid().order(), quotient.monoid().p_portion().count()), (18, 4)); // Plambeck and Whitehead 2013
///
/// let mut solver = Solver::new(game).with(quotient);
/// let table = vec!["3x3"; 50].join(",");
/// assert_eq!(solver.outcome_in(Play::Misere, game.parse(&table)?)?, Outcome::P);
/// assert_eq!(solver.control().done(), 0); // nothing was searched
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Finding them takes a step for each move, and memory for what each move leaves.
#[derive(Clone, Debug)]
pub struct Positions<P> {
    /// The numbers of the positions, by memo key.
    numbers: FxHashMap<P, u32>,
    /// A position with each of the numbers 1, 2, ..
    examples: Vec<P>,
    /// For each number the sums that the moves leave.
    pub(super) options: Vec<Vec<Sum>>,
    weights: Vec<u64>,
}

/// The numbers of the components of a sum, without 0, in ascending order.
type Sum = SmallVec<[u32; 4]>;

impl<P: Clone + Eq + Hash> Positions<P> {
    /// The positions that play can reach from the components of a position, its own among them. Nothing is kept of a walk that a bound stops: it begins anew,
    /// so a limit must be large enough for the whole walk.
    ///
    /// # Errors
    ///
    /// [`SolveError::Loopy`] if play can come back to a position, [`SolveError::TooLong`] if it can last more than 2^40 moves, and others if a bound
    /// of the control is met.
    pub fn reached<G: ImpartialGame<Position = P>>(
        game: &G,
        start: impl Into<Components<P>>,
        control: &mut Control,
    ) -> Result<Self, SolveError<P>> {
        let (keys, left) = walk(game, start.into(), control)?;
        let bytes = bytes::<P>(keys.len(), left.iter().map(Vec::len).sum());
        let trees = Trees::numbered(&left, bytes, control).map_err(|unweighed| match unweighed {
            Unweighed::OnCycle(place) => SolveError::Loopy { position: keys[place].clone().into() },
            Unweighed::TooLong(place) => {
                SolveError::TooLong { position: keys[place].clone().into(), limit: MOST_WEIGHT }
            }
            Unweighed::Stopped(stopped) => stopped.into(),
        })?;
        let examples = trees.examples.iter().map(|place| keys[*place].clone()).collect();
        Ok(Self {
            examples,
            numbers: keys.into_iter().zip(trees.number_of).collect(),
            options: trees.options,
            weights: trees.weights,
        })
    }

    /// The number of a position; `None` if it is none of these.
    #[must_use]
    pub fn number<G: ImpartialGame<Position = P>>(&self, game: &G, position: &P) -> Option<usize> {
        self.numbers.get(&game.memo_key(position.clone())).map(|number| *number as usize)
    }
}

impl<P> Positions<P> {
    /// A position with each of the numbers 1, 2, ..
    #[must_use]
    pub fn examples(&self) -> &[P] {
        &self.examples
    }

    /// All positions by their memo keys, with their numbers, in no order.
    pub(crate) fn numbered(&self) -> impl ExactSizeIterator<Item = (&P, usize)> {
        self.numbers.iter().map(|(key, number)| (key, *number as usize))
    }
}

impl<P> Pieces for Positions<P> {
    fn letter(&self) -> char {
        'p'
    }

    fn unit(&self) -> Unit {
        Unit::Positions
    }

    fn weight(&self, piece: u32) -> u64 {
        self.weights[piece as usize]
    }

    fn left_by_next(&self, cache: &mut Options, products: &mut Products<'_, '_>) -> Result<ElementSet, Stopped> {
        let sums = &self.options[products.elements.len()];
        cache.of_moves(|_, left, place| {
            let Some(sum) = sums.get(place) else { return Ok(ControlFlow::Break(())) };
            left.insert(products.of(sum.iter().map(|part| *part as usize))?);
            Ok(ControlFlow::Continue(()))
        })
    }
}

/// A sum that a move leaves, as places in a list of positions.
type Left = SmallVec<[usize; 4]>;

/// Positions by memo key, each once, and for each the sums that its moves leave.
type Walked<P> = (Vec<P>, Vec<Vec<Left>>);

/// The walk over the positions that play can reach. Not [`reachable`](crate::reachable): the options of each position are needed by their numbers, and would be
/// listed twice.
fn walk<G: ImpartialGame>(
    game: &G,
    start: Components<G::Position>,
    control: &mut Control,
) -> Result<Walked<G::Position>, SolveError<G::Position>> {
    let mut keys: Vec<G::Position> = Vec::new();
    let mut places: FxHashMap<G::Position, usize> = FxHashMap::default();
    // The place of a position. A position that is new goes to the end of the list of keys, which is the queue as well.
    let mut note = |keys: &mut Vec<G::Position>, position: G::Position| {
        let key = game.memo_key(position);
        *places.entry(key).or_insert_with_key(|key| {
            keys.push(key.clone());
            keys.len() - 1
        })
    };
    start.into_iter().for_each(|position| {
        note(&mut keys, position);
    });
    let mut left = Vec::new();
    let mut sums = 0_usize;
    // Positions before `left.len()` are done, and those from there on wait.
    while let Some(position) = keys.get(left.len()).cloned() {
        let waiting = (keys.len() - left.len()) as u64;
        if !control.has_room(waiting) {
            return Err(control.out_of_positions(Unit::Positions, waiting).into());
        }
        control.count(1);
        // The limit on positions does not count moves, so an endless list of moves needs a bound of its own.
        let most = most_options(control.position_limit());
        let mut options = Vec::new();
        // Moves are played, since the hint `options` may leave out equal ones, such as mirror images with another key.
        let moves = game.moves(&position);
        let least = moves.size_hint().0 as u64;
        for (listed, mv) in (0_u64..).zip(moves) {
            if listed == most {
                return Err(SolveError::TooManyMoves {
                    position: position.clone().into(),
                    at_least: most + 1,
                    limit: most,
                });
            }
            control.step_options(1, least.max(listed));
            let progress = |control: &Control| {
                let bytes = bytes::<G::Position>(keys.len(), sums + options.len());
                Progress::new(Unit::Positions, control.done(), None, bytes)
            };
            control.look_if_due(waiting, progress)?;
            let mut sum: Left = game.play(&position, &mv).into_iter().map(|part| note(&mut keys, part)).collect();
            // Sorted, so that equal sums are equal lists.
            sum.sort_unstable();
            options.push(sum);
            // Also here, since one position may have a million moves. This position counts already.
            let waiting = (keys.len() - left.len() - 1) as u64;
            if waiting > 0 && !control.has_room(waiting) {
                return Err(control.out_of_positions(Unit::Positions, waiting).into());
            }
        }
        options.sort_unstable();
        options.dedup();
        sums += options.len();
        left.push(options);
    }
    Ok((keys, left))
}

/// An estimate of the bytes of so many positions and sums, until they have numbers.
fn bytes<P>(keys: usize, sums: usize) -> u64 {
    // A key stands in the list and in the table, and either may have twice the room that it needs. Each key has five lists and three numbers. A sum stands
    // among the moves of a position, then twice by numbers, and is told by its components, mostly two.
    let of_key = 4 * size_of::<P>() + 5 * size_of::<Vec<Left>>() + 3 * size_of::<u64>();
    let of_sum = size_of::<Left>() + 2 * size_of::<Sum>() + 4 * size_of::<usize>();
    (keys * of_key + sums * of_sum) as u64
}

/// The numbers of positions by their places in a list. It knows nothing of the type of positions, so it is compiled once.
struct Trees {
    /// For each place its number.
    number_of: Vec<u32>,
    /// The first place with each of the numbers 1, 2, ..
    examples: Vec<usize>,
    options: Vec<Vec<Sum>>,
    weights: Vec<u64>,
}

impl Trees {
    /// The numbers of the places, from the sums that their moves leave.
    fn numbered(left: &[Vec<Left>], bytes: u64, control: &mut Control) -> Result<Self, Unweighed> {
        let weights = weights(left, bytes, control)?;
        // By weight, so that all components of an option have numbers before it.
        let order = places_in_order(left.len(), &|one, other| weights[one].cmp(&weights[other]));
        let mut trees =
            Self { number_of: vec![0; left.len()], examples: Vec::new(), options: vec![Vec::new()], weights: vec![0] };
        let mut known: FxHashMap<Vec<Sum>, u32> = FxHashMap::from_iter([(Vec::new(), 0)]);
        for place in order {
            look(&left[place], bytes, control)?;
            // Components that have ended have number 0, and are left out of sums. No other component has it: those of
            // options are lighter, so they come before the position and have their numbers.
            let number = |part: &usize| Some(trees.number_of[*part]).filter(|number| *number > 0);
            let mut options: Vec<Sum> = left[place].iter().map(|sum| sum.iter().filter_map(number).collect()).collect();
            for sum in &mut options {
                sum.sort_unstable();
            }
            options.sort_unstable();
            options.dedup();
            // Positions with the same options are one piece. Their weights are equal too, so the weight of the first is
            // that of all.
            let number = *known.entry(options).or_insert_with_key(|options| {
                trees.examples.push(place);
                trees.options.push(options.clone());
                trees.weights.push(weights[place]);
                as_u32(trees.examples.len())
            });
            trees.number_of[place] = number;
        }
        Ok(trees)
    }
}

/// The maximum weight of a position. A sum of 2^24 positions of this weight has a weight of 64 bits, and sums of more than a few hundred are not met.
const MOST_WEIGHT: u64 = 1 << 40;

/// Why the places have no weights.
enum Unweighed {
    /// This place is on a cycle.
    OnCycle(usize),
    /// This place has a larger weight than [`MOST_WEIGHT`].
    TooLong(usize),
    Stopped(Stopped),
}

/// Counts the sums that the moves of a position leave, while so many bytes are in use.
fn look(sums: &[Left], bytes: u64, control: &mut Control) -> Result<(), Unweighed> {
    let sums = 1 + sums.len() as u64;
    control.count_options(sums, sums, || bytes).map_err(Unweighed::Stopped)
}

/// The weight of each place: 1 more than the heaviest sum that a move leaves, which is the number of moves of the longest play.
fn weights(left: &[Vec<Left>], bytes: u64, control: &mut Control) -> Result<Vec<u64>, Unweighed> {
    // Each position waits until the weights of all components of its options are known. A component that occurs twice
    // is counted twice here, and stands twice in `left_by`.
    let mut waiting_for: Vec<usize> = left.iter().map(|sums| sums.iter().map(SmallVec::len).sum()).collect();
    let mut left_by: Vec<Vec<usize>> = vec![Vec::new(); left.len()];
    for (place, sums) in left.iter().enumerate() {
        look(sums, bytes, control)?;
        sums.iter().flatten().for_each(|part| left_by[*part].push(place));
    }
    let mut ready: Vec<usize> = (0..left.len()).filter(|place| waiting_for[*place] == 0).collect();
    let (mut weights, mut done) = (vec![0_u64; left.len()], 0);
    while let Some(place) = ready.pop() {
        done += 1;
        look(&left[place], bytes, control)?;
        let sums = left[place].iter().map(|sum| sum.iter().fold(0, |all, part| weights[*part].saturating_add(all)));
        weights[place] = sums.max().map_or(0, |heaviest| heaviest.saturating_add(1));
        // Two copies of the position before, again and again: the weights double, and equal weights would put nothing in order.
        if weights[place] > MOST_WEIGHT {
            return Err(Unweighed::TooLong(place));
        }
        for other in &left_by[place] {
            waiting_for[*other] -= 1;
            if waiting_for[*other] == 0 {
                ready.push(*other);
            }
        }
    }
    // A position on a cycle, or from which play can reach a cycle, never gets ready.
    if done == left.len() {
        return Ok(weights);
    }
    // Each place that still waits leaves another one that waits, so following them comes to a cycle.
    let next = |place: usize| left[place].iter().flatten().copied().find(|part| waiting_for[*part] > 0);
    let mut at = waiting_for.iter().position(|waits| *waits > 0).expect("some place is not done");
    // There are `left.len()` places, so a walk of that length has entered a cycle.
    for _ in 0..left.len() {
        at = next(at).expect("a place that waits leaves a place that waits");
    }
    Err(Unweighed::OnCycle(at))
}
