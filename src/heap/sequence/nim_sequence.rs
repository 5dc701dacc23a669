//! The sequence itself: values, and the questions about them.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::control::{Bound, Control, Progress, Stopped, Unit, methods_of_control};
use crate::heap::sequence::algorithm::Algorithm;
use crate::heap::sequence::error::{MOST_HEAPS, SequenceError};
use crate::heap::sequence::report::Report;
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;
use crate::heap::sequence::work::{Halt, Work};
use crate::heap::values::{Values, each_width};
use crate::heap::{PeriodicValues, Periodicity, TakeAndBreak};
use crate::nimber::Nimber;

/// The nim-sequence of a take-and-break game: the values of heaps 0, 1, 2.., as far as they have been computed.
///
/// Theorem: the value of a heap is the mex of the values of what its moves leave, and the value of several heaps is the nim-sum of
/// theirs. A code that divides a heap in two gives a heap of *n* about *n*/2 options for each such digit, so by the definition alone the
/// first *n* values cost about *n*² steps.
///
/// The engine avoids nearly all of them, by an algorithm that it chooses and reports ([`Self::algorithm`], [`Self::report`]). The caller may
/// choose the algorithm instead ([`Self::with_algorithm`]). No algorithm changes a value. For codes that leave at most two heaps, a heap costs:
///
/// | algorithm | pairs of heaps looked at | used for |
/// |---|---|---|
/// | [`SparseSpace`](Algorithm::SparseSpace) | one for each rare heap, and about as many to exclude rare values | codes with few rare heaps: 16 for 0.454, 52 for 0.16, 1583 for 0.6 |
/// | [`Search`](Algorithm::Search) | all, 16 or 8 at a time, to prove the value; some more for the values below it | codes without a sparse space, such as 0.007 |
/// | [`Sets`](Algorithm::Sets) | all, once for each number of counters | codes that leave three heaps and more, repeating tails, hundreds of digits that divide a heap |
/// | [`EveryOption`](Algorithm::EveryOption) | all, once for each digit | checking the others |
///
/// Memory: a value takes one byte as long as all are below 256, then two bytes, then four. The engine also keeps the list of rare
/// heaps, 2^15 values in reverse (all values in reverse for the algorithm `Search`, and where pairs must be searched far) and marks of at
/// most 5 MB. Each of four jobs of threads has a copy of at most 2^17 of the latest values, and of all for the algorithm `Search`. The algorithm `Sets`
/// keeps the sets of all numbers of counters for a code that leaves three heaps and more, which grow with the square of the heaps.
///
/// ```
/// use grundy::Nimber;
/// use grundy::heap::{Algorithm, Sequence, TakeAndBreak};
///
/// let kayles: TakeAndBreak = "0.77".parse()?;
/// let mut sequence = Sequence::new(kayles);
/// sequence.extend_to(100_000)?;
/// assert_eq!(sequence.value(11), Some(Nimber::new(6)));
/// assert_eq!(sequence.value(99_999), Some(Nimber::new(8))); // as 75, since both leave 3 when divided by 12
/// assert_eq!(sequence.values().largest(), Some((8, 27)));
/// assert_eq!(sequence.algorithm(), Algorithm::SparseSpace);
/// assert_eq!(sequence.report().sparse_space.map(|space| (space.rare, space.last_rare)), Some((9, 70)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It is an [`Oracle`](crate::Oracle) for every rule book of the same game whose positions are heaps. A [`Solver`](crate::Solver) of
/// a code keeps a sequence by itself; handed over are values that have been computed before:
///
/// ```
/// use grundy::heap::{Sequence, TakeAndBreak};
/// use grundy::{GrundysGame, Nimber, Solver};
///
/// let mut sequence = Sequence::new(TakeAndBreak::grundys_game());
/// sequence.extend_to(2_000)?;
/// let mut heaps = Solver::new(GrundysGame).with(sequence);
/// let win = heaps.winning_move([1_999, 1_234])?.unwrap();
/// assert_eq!(win.to_string(), "component 1: split into 266 and 1733");
/// assert_eq!(heaps.control().done(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Where the time goes
///
/// - **Few rare heaps.** To mark the value of a pair takes a read, an exclusive or and a store. Successive sums are marked together, so
///   that the partners of a rare heap are read in a row. Values below 64 are kept as one-bit sets, and a vector instruction marks two or four
///   sums. 0.454 takes 25 ns a heap. Most of it is work that is done heap by heap: parts below 16, the least unmarked value, and a search in
///   one heap of ten.
/// - **Many rare heaps.** For larger values a mark is one store of a byte into the fastest cache. On average 57 rare values below the value of
///   a heap of 0.6 must be excluded: likely common parts are marked as well, and exclude most of them.
/// - **No sparse space.** Pairs are compared 16 or 8 at a time. How many pairs are marked before is adapted to what searches cost.
/// - **Threads.** As many as the [`Control`] allows mark the sums of the next 1024 heaps by large parts, while the first one computes, and
///   marks where it would wait. Codes with few rare heaps use one thread only.
///
/// Reference: Berlekamp, Conway and Guy, *Winning Ways*, ch. 4 (sparse spaces); Gangolli and Plambeck, *A note on periodicity in
/// some octal games*, 1989; Grossman, *Searching for periodicity in Officers*, 2018.
#[derive(Clone, Debug)]
pub struct Sequence {
    code: TakeAndBreak,
    work: Work,
    /// The answer of [`Self::periodicity`] for the values that there are.
    periodicity: OnceLock<Periodicity>,
    control: Control,
}

impl Sequence {
    /// The most heaps that a sequence can have: 2^32 − 2, so that every value fits in 32 bits.
    pub const MOST_HEAPS: usize = MOST_HEAPS;

    /// No values yet.
    #[expect(clippy::missing_panics_doc, reason = "sets work for every code")]
    #[must_use]
    pub fn new(code: TakeAndBreak) -> Self {
        Self::by(code, None).expect("an algorithm for every code is chosen")
    }

    /// No values yet, to be computed by an algorithm of the caller's choice.
    ///
    /// # Errors
    ///
    /// [`SequenceError::Algorithm`] if the algorithm does not work for the code.
    pub fn with_algorithm(code: TakeAndBreak, algorithm: Algorithm) -> Result<Self, SequenceError> {
        Self::by(code, Some(algorithm)).ok_or(SequenceError::Algorithm { algorithm })
    }

    fn by(code: TakeAndBreak, wanted: Option<Algorithm>) -> Option<Self> {
        let work = Work::new(&code, wanted, &Tuning::default())?;
        Some(Self { code, work, periodicity: OnceLock::new(), control: Control::unlimited() })
    }

    methods_of_control! {
        /// The same sequence under a control. Heaps count as positions, and their values take bytes; without a control nothing stops it.
        ///
        /// The clock is read and the callback called about every 2^12 heaps with the fast algorithms, every 64 heaps with the others, and more
        /// often where heaps take milliseconds.
        ///
        /// ```
        /// use std::ops::ControlFlow;
        /// use grundy::heap::{Sequence, SequenceError, TakeAndBreak};
        /// use grundy::{Bound, Control};
        ///
        /// let half = |progress: grundy::Progress| {
        ///     if progress.done < 50_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        /// };
        /// let mut sequence = Sequence::new("0.16".parse::<TakeAndBreak>()?).with_control(Control::new().watched(half));
        /// let Err(SequenceError::Stopped(stopped)) = sequence.extend_to(1_000_000) else { panic!() };
        /// assert_eq!((stopped.bound, stopped.done >= 50_000), (Bound::Cancelled, true));
        ///
        /// sequence.set_control(Control::new());
        /// sequence.extend_to(sequence.len() + 10)?; // goes on where it was
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        made with, counts "heaps that have been computed", stops with "SequenceError::Stopped"
    }

    /// Computes the values of heaps 0 to `heaps` − 1, as far as they are not known.
    ///
    /// # Errors
    ///
    /// [`SequenceError`] if that is too long, there is not enough memory, or a bound of the control is met; what has been computed is
    /// kept.
    pub fn extend_to(&mut self, heaps: usize) -> Result<(), SequenceError> {
        let Self { code, work, periodicity, control } = self;
        extend(code, work, periodicity, heaps, control)
    }

    /// The same under a control of the caller's.
    pub(crate) fn extend_under(&mut self, heaps: usize, control: &mut Control) -> Result<(), SequenceError> {
        let Self { code, work, periodicity, .. } = self;
        extend(code, work, periodicity, heaps, control)
    }

    /// The code of the game.
    #[must_use]
    pub const fn code(&self) -> &TakeAndBreak {
        &self.code
    }

    /// Number of heaps that have been computed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values().len()
    }

    /// Whether no heap has been computed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap; `None` if it has not been computed.
    #[must_use]
    pub fn value(&self, heap: usize) -> Option<Nimber> {
        self.values().get(heap).map(Nimber::new)
    }

    /// The values of all heaps that have been computed.
    #[must_use]
    pub fn values(&self) -> Values<'_> {
        self.work.values()
    }

    /// The algorithm in use.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.work.algorithm()
    }

    /// Whether the values repeat, and what proves it.
    ///
    /// If the values prove a period, the answer is the least period with the least preperiod. A period that they do not prove is
    /// reported if preperiod and period take up less than about half of the heaps, without heap 0.
    ///
    /// Time: proportional to the number of values, for endless codes times the length of the tail. Memory: two bits a heap for endless
    /// codes. The answer is kept until the sequence is extended.
    ///
    /// ```
    /// use grundy::heap::{Sequence, TakeAndBreak};
    ///
    /// let mut sequence = Sequence::new("0.77".parse::<TakeAndBreak>()?);
    /// sequence.extend_to(167)?;
    /// let periodicity = sequence.periodicity();
    /// let proved = periodicity.proved().unwrap();
    /// assert_eq!((proved.preperiod(), proved.period()), (71, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn periodicity(&self) -> Periodicity {
        let search = || each_width!(Values, self.values(), values => Periodicity::of(&self.code, values));
        self.periodicity.get_or_init(search).clone()
    }

    /// The values of heaps of any size, if those that have been computed [prove a period](Self::periodicity).
    ///
    /// Takes time and memory in proportion to preperiod and period where [`Self::periodicity`] has been asked before.
    ///
    /// ```
    /// use grundy::Nimber;
    /// use grundy::heap::{Sequence, TakeAndBreak};
    ///
    /// let mut kayles = Sequence::new("0.77".parse::<TakeAndBreak>()?);
    /// kayles.extend_to(200)?;
    /// let all = kayles.periodic_values().unwrap();
    /// assert_eq!(all.value(10_u128.pow(30)), Some(Nimber::new(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn periodic_values(&self) -> Option<PeriodicValues> {
        PeriodicValues::new(self.periodicity().proved()?.clone(), self.values())
    }

    /// What the engine reports about its work.
    #[must_use]
    pub fn report(&self) -> Report {
        let (sparse_space, pairs_per_heap) = (self.work.sparse_space(), self.work.pairs_per_heap());
        Report { algorithm: self.algorithm(), sparse_space, pairs_per_heap }
    }
}

/// Extends the values of a code.
fn extend(
    code: &TakeAndBreak,
    work: &mut Work,
    periodicity: &mut OnceLock<Periodicity>,
    heaps: usize,
    control: &mut Control,
) -> Result<(), SequenceError> {
    if heaps > MOST_HEAPS {
        return Err(SequenceError::TooLong { heaps });
    }
    let computed = work.values().len();
    if heaps <= computed {
        return Ok(());
    }
    // Memory is reserved once, for as many heaps as the limit allows.
    let room = usize::try_from(control.room()).unwrap_or(usize::MAX);
    let allowed = heaps.min(computed.saturating_add(room));
    let stopped = |bound, control: &Control| Stopped::new(bound, Unit::Heaps, control.done(), 0);
    if work.bytes_of(allowed).saturating_add(work.kept()) > control.byte_limit() {
        return Err(stopped(Bound::Bytes(control.byte_limit()), control).into());
    }
    // The answer was about fewer heaps.
    *periodicity = OnceLock::new();
    work.reserve(allowed).map_err(|_| SequenceError::Memory { heaps, computed })?;

    let threads = control.thread_count().get();
    let total = control.done().saturating_add((heaps - computed) as u64);
    let (mut counted, mut met) = (computed, None);
    let mut look = |computed: usize, bytes: u64| {
        // The watch tells the length of the sequence, and the control counts what is new.
        control.count(computed.saturating_sub(counted) as u64);
        counted = computed;
        if bytes > control.byte_limit() {
            met = Some(Bound::Bytes(control.byte_limit()));
            return ControlFlow::Break(());
        }
        match control.look(0, &|control| Progress::new(Unit::Heaps, control.done(), Some(total), bytes)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stopped) => {
                met = Some(stopped.bound);
                ControlFlow::Break(())
            }
        }
    };
    let mut watch = Watch::new(&mut look, computed, threads, &Tuning::default());
    let extended = work.extend(code, allowed, &mut watch);
    let computed = work.values().len();
    // If all heaps are there, a bound that was met by the last of them does not count. The last arm: nothing stopped
    // the work, so the limit on positions had made `allowed` smaller than `heaps`.
    match (extended, met) {
        _ if computed >= heaps => Ok(()),
        (Err(Halt::Memory), _) => Err(SequenceError::Memory { heaps, computed }),
        (_, Some(bound)) => Err(stopped(bound, control).into()),
        (..) => Err(control.out_of_positions(Unit::Heaps, 0).into()),
    }
}
