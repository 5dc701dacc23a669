//! Sequences of the values of heaps.
//!
//! `work` drives one of four engines: `naive` tries every option, `folded` works for every code, and `sparse` holds the two fast
//! methods for codes that leave at most two heaps. Every method gives the same values; the tests hold them against each other.

mod folded;
mod naive;
mod plan;
mod sets;
mod sparse;
mod values;
mod watch;
mod work;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::heap::{PeriodicValues, Periodicity, TakeAndBreak};
use crate::nimber::Nimber;
use sparse::Mask;
use watch::Watch;
use work::{Halt, Work};

pub use values::Values;

/// The nim-sequence of a take-and-break game: the values of heaps 0, 1, 2.., as far as they have been computed.
///
/// Theorem: the value of a heap is the mex of the values of what its moves leave, and that of several heaps is their nim-sum. So
/// for a code that divides a heap in two, a heap of *n* has about *n*/2 options for each digit, and the definition alone makes
/// the first *n* values cost *n*² of them.
///
/// The engine avoids nearly all of that, by a method that it chooses and tells ([`Self::method`], [`Self::report`]) and that the
/// caller may choose instead ([`Self::with_method`]). It never changes the values. With two heaps at most left, in pairs tried or
/// compared for each heap:
///
/// | method | pairs for each heap | for |
/// |---|---|---|
/// | [`SparseSpace`](Method::SparseSpace) | the number of rare heaps, and as many again to exclude what rare heaps do not | codes with few rare heaps: 16 for 0.454, 52 for 0.16, 1583 for 0.6 |
/// | [`Search`](Method::Search) | all, compared 16 or 8 at a time, for the value itself; a part of them for those below | codes without a sparse space, such as 0.007 |
/// | [`Sets`](Method::Sets) | all, once for each number of counters | codes that leave three heaps and more, repeating tails |
/// | [`EveryOption`](Method::EveryOption) | all, once for each digit | checking the others |
///
/// Values take one byte a heap as long as all are below 256, then two, then four. Beside them the engine keeps a list of the rare
/// heaps; 2^15 values once more, in reverse (all values once more, for the method `Search` and where witnesses lie deep); and its marks,
/// 64 bytes to 32 KB.
///
/// ```
/// use grundy::Nimber;
/// use grundy::heap::{Method, Sequence, TakeAndBreak};
///
/// let kayles: TakeAndBreak = "0.77".parse()?;
/// let mut sequence = Sequence::new(kayles);
/// sequence.extend_to(100_000)?;
/// assert_eq!(sequence.value(11), Some(Nimber::new(6)));
/// assert_eq!(sequence.value(99_999), Some(Nimber::new(8))); // as 75, since both leave 3 when divided by 12
/// assert_eq!(sequence.values().largest(), Some((8, 27)));
/// assert_eq!(sequence.method(), Method::SparseSpace);
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
/// A pair that is tried costs a read, an exclusive or and a mark, and depends on nothing but the table; so 64 sums are marked at
/// once, and for one rare heap their partners are read in a row. Values below 64 are kept as sets of one, and a mark is a union of
/// words in a vector unit, for two or four sums by one instruction: 0.454 takes 31 ns a heap, most of it for what must be done heap
/// by heap (the parts below 64, the least value that is left, a search in one heap of ten). For larger values a mark is a byte
/// written in the fastest cache, one each cycle. From 600 parts on, a second thread marks the next 512 sums by the larger parts, on a
/// copy of the values that they need, while the first finishes these. The table is read in windows as long as the largest rare heap
/// and written once, a byte or two a heap, so memory bandwidth is no limit.
///
/// With 400 rare heaps and more, such as the 1583 of 0.6, and as soon as they lie far behind, values are found before they are
/// proved. The least common value that no rare part excludes is taken for the heap's; that the rare values below it (57 of them for
/// a heap of 0.6, in the mean) are excluded too is shown later, for 1024 heaps together, by sets of heaps as bits: an instruction
/// then looks at 128 pairs, of 100 000 for a heap, where 800 would have to be marked. If a rare value is left, the heap is one of
/// the rare heaps that come seldom and late, and the values from there on are found again. The work is in pieces that two threads
/// take as they have time, so both are busy for nine tenths of it. Of the 0.9 µs of processor time that a heap of 0.6 takes, two
/// fifths are the marks of some 1100 rare parts at a store a cycle, a third the proofs, a tenth the comparison of the other 400 parts
/// with the few values that are left. Fewer marks would need more comparisons: a larger share of either takes longer.
///
/// Without a sparse space the pairs that prove a value absent are compared 16 or 8 by four instructions, which suits codes with few
/// values. With many (1045 for 0.06 at 2^17 heaps) it takes longer to find what excludes those below than to mark every pair in
/// tiles, one store a cycle on each of two threads: 4.3 · 10^9 marks there. What is cheaper is counted while it goes on.
///
/// Reference: Berlekamp, Conway and Guy, *Winning Ways*, ch. 4 (sparse spaces); Gangolli and Plambeck, *A note on periodicity in
/// some octal games*, 1989; Grossman, *Searching for periodicity in Officers*, 2018.
#[derive(Clone, Debug)]
pub struct Sequence {
    code: TakeAndBreak,
    work: Work,
    /// What the values say, once it has been asked for; forgotten when there are more.
    periodicity: OnceLock<Periodicity>,
    control: Control,
}

/// How values are computed.
///
/// ```
/// use grundy::heap::{Method, Sequence, TakeAndBreak};
///
/// let code: TakeAndBreak = "0.07".parse()?;
/// let mut plain = Sequence::with_method(code.clone(), Method::EveryOption)?;
/// let mut fast = Sequence::new(code);
/// plain.extend_to(1000)?;
/// fast.extend_to(1000)?;
/// assert_eq!(plain.values(), fast.values());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Every option of every heap is tried: the oracle that the other methods are held against.
    EveryOption,
    /// For each number of counters the set of values into which they may be divided is made once and kept; for repeating tails a
    /// union of such sets. Works for every code.
    Sets,
    /// Heaps are divided into few rare and many common ones, and only the rare ones are tried.
    SparseSpace,
    /// A few pairs exclude most values; of the others each is searched for in all pairs, many at a time. Where there are so many
    /// values that this would take longer, all pairs are tried.
    Search,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::EveryOption => "every option",
            Self::Sets => "sets of values",
            Self::SparseSpace => "sparse space",
            Self::Search => "search of pairs",
        })
    }
}

/// What was not done, and why. What has been computed before is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// The method does not work for the code.
    #[error(
        "the method `{method}` works for finite codes that can leave two heaps and never more, which this one is not"
    )]
    Method {
        /// The method that was asked for.
        method: Method,
    },
    /// More heaps were asked for than a sequence can have.
    #[error("a sequence of {heaps} heaps is too long: the limit is {}", Sequence::MOST_HEAPS)]
    TooLong {
        /// How many heaps were asked for.
        heaps: usize,
    },
    /// There is not enough memory.
    #[error("there is no memory for {heaps} heaps: the first {computed} are computed and kept")]
    Memory {
        /// How many heaps were asked for.
        heaps: usize,
        /// How many are computed.
        computed: usize,
    },
    /// A bound of the control was met.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What the engine tells about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The method in use.
    pub method: Method,
    /// The sparse space, if that is the method.
    pub sparse_space: Option<SparseSpace>,
    /// Pairs of heaps looked at for each heap, those that are looked at 16 or 128 at a time too; `None` if the method counts none.
    pub pairs_per_heap: Option<f64>,
}

/// A sparse space: a heap is rare if its value has an even number of ones in the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SparseSpace {
    /// The ones of the value that count.
    pub mask: u32,
    /// Whether the parity of the heap counts like one more bit of the mask.
    pub parity: bool,
    /// How many heaps are rare, without heap 0, which no move leaves.
    pub rare: usize,
    /// The largest of them.
    pub last_rare: usize,
    /// The parity of the number of counters that is taken when a heap is divided.
    taken_odd: bool,
}

impl SparseSpace {
    /// Whether a heap of this value is rare.
    ///
    /// Heap 0 is asked like the others. Published numbers of rare heaps count it: 53 for 0.16, where [`Self::rare`] is 52.
    ///
    /// ```
    /// use grundy::heap::{Sequence, TakeAndBreak};
    ///
    /// let mut kayles = Sequence::new(TakeAndBreak::kayles());
    /// kayles.extend_to(1000)?;
    /// let space = kayles.report().sparse_space.unwrap();
    /// let rare = (1..1000).filter(|heap| kayles.values().get(*heap).is_some_and(|value| space.is_rare(*heap, value)));
    /// assert_eq!(rare.count(), space.rare);
    /// assert!(space.is_rare(0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_rare(&self, heap: usize, value: u64) -> bool {
        let mask = Mask { ones: self.mask, parity: self.parity, taken_odd: self.taken_odd };
        usize::try_from(value).is_ok_and(|value| mask.is_rare(heap, value))
    }
}

impl Sequence {
    /// The most heaps that a sequence can have: 2^32 − 2, so that every value fits in 32 bits.
    pub const MOST_HEAPS: usize = (u32::MAX - 1) as usize;

    /// No values yet.
    #[must_use]
    pub fn new(code: TakeAndBreak) -> Self {
        Self { work: Work::new(&code), code, periodicity: OnceLock::new(), control: Control::unlimited() }
    }

    /// No values yet, to be computed by a method of the caller's choice.
    ///
    /// # Errors
    ///
    /// [`SequenceError::Method`] if the method does not work for the code.
    pub fn with_method(code: TakeAndBreak, method: Method) -> Result<Self, SequenceError> {
        match Work::with_method(&code, method) {
            Some(work) => Ok(Self { code, work, periodicity: OnceLock::new(), control: Control::unlimited() }),
            None => Err(SequenceError::Method { method }),
        }
    }

    /// The same sequence under a control. Heaps count as positions, and their values take bytes; without a control nothing stops it.
    ///
    /// The clock and the callback are looked at every 2^14 heaps or so with the fast methods, every 64 with the others.
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
    #[must_use]
    pub fn with_control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// The control, with the number of heaps that have been computed under it.
    #[must_use]
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// The control, to change a limit.
    pub const fn control_mut(&mut self) -> &mut Control {
        &mut self.control
    }

    /// Sets another control. After [`SequenceError::Stopped`], the same question goes on where it stopped.
    pub fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    /// Computes values until those of heaps 0 to `heaps` − 1 are there; does nothing if they are.
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

    /// How many heaps have been computed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values().len()
    }

    /// Whether none has.
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

    /// The method in use.
    #[must_use]
    pub fn method(&self) -> Method {
        self.work.method()
    }

    /// Whether the values repeat, and what proves it.
    ///
    /// If they prove a period, it is found and is the least; then the preperiod is the least too. A period that they do not prove
    /// is told if preperiod and period take up at most half of the heaps.
    ///
    /// Takes time proportional to the number of values, for endless codes times the length of the tail, and no memory but two bits
    /// a heap for the tail. The answer is kept until the sequence is extended.
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
        let search = || match self.values() {
            Values::Bytes(values) => Periodicity::of(&self.code, values),
            Values::Shorts(values) => Periodicity::of(&self.code, values),
            Values::Words(values) => Periodicity::of(&self.code, values),
        };
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

    /// What the engine tells about its work.
    #[must_use]
    pub fn report(&self) -> Report {
        let told = self.work.told();
        let sparse_space = told.and_then(|told| {
            let Mask { ones: mask, parity, taken_odd } = told.mask?;
            Some(SparseSpace { mask, parity, rare: told.rare, last_rare: told.last_rare, taken_odd })
        });
        Report { method: self.method(), sparse_space, pairs_per_heap: self.work.pairs_per_heap() }
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
    if heaps > Sequence::MOST_HEAPS {
        return Err(SequenceError::TooLong { heaps });
    }
    let computed = work.values().len();
    if heaps <= computed {
        return Ok(());
    }
    // As many as the limit has room for, whose memory is taken at once.
    let room = usize::try_from(control.room()).unwrap_or(usize::MAX);
    let allowed = heaps.min(computed.saturating_add(room));
    let stopped = |bound, control: &Control| Stopped::new(bound, Unit::Heaps, control.done(), 0);
    if work.bytes_of(allowed) > control.byte_limit() {
        return Err(stopped(Bound::Bytes(control.byte_limit()), control).into());
    }
    *periodicity = OnceLock::new();
    work.reserve(allowed).map_err(|_| SequenceError::Memory { heaps, computed })?;

    let two_threads = control.thread_count().get() > 1;
    let total = control.done().saturating_add((heaps - computed) as u64);
    let (mut counted, mut met) = (computed, None);
    let mut look = |computed: usize, bytes: u64| {
        control.count(computed.saturating_sub(counted) as u64);
        counted = computed;
        match control.look(&|control| Progress::new(Unit::Heaps, control.done(), Some(total), bytes)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(bound) => {
                met = Some(bound);
                ControlFlow::Break(())
            }
        }
    };
    let mut watch = Watch::new(&mut look, computed, two_threads);
    let extended = work.extend(code, allowed, &mut watch);
    let computed = work.values().len();
    match (extended, met) {
        _ if computed >= heaps => Ok(()),
        (Err(Halt::Memory), _) => Err(SequenceError::Memory { heaps, computed }),
        (_, Some(bound)) => Err(stopped(bound, control).into()),
        (..) => Err(control.out_of_positions(Unit::Heaps, 0).into()),
    }
}
