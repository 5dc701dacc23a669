//! When the control is checked next: often enough for a deadline, and so seldom that it costs nothing.
//!
//! In: steps, and the time since the last check. Out: whether a check is due. A step of the library's own code takes about the same time everywhere. An
//! option of a rule book takes from a nanosecond to some milliseconds, so an option counts for a number of steps that follows the time between the last checks.
//!
//! By hand, for a board of Cram of 100 × 100, whose options take 3 ms each: nobody has made an option of so wide a position yet, so the first one makes a
//! check due. It was made soon enough, so an option counts for half as many steps, and the next check is due after two options, which is 6 ms. Now options
//! count for as much as before, until a check comes after less than 5 ms or more than 50. Options of narrow positions count for one step at first: a search
//! that is cancelled at its first check, again and again, comes to its end all the same. The clock is read after 1, 2, 4, .. steps as well. If the time
//! has come by then, options take long: the check is due at once, and the next one after as many options. An option of 5 ms makes a check due after 16 of them.

use std::time::{Duration, Instant};

/// Steps between two checks of the clock, the bytes and the callback. The lines `alone` and `with a callback` of bench `sequences` compare
/// computations without checks and with them.
const STEPS_A_LOOK: u64 = 1 << 16;
/// Steps for which a position counts, beside those of its options. So at most 2^12 positions lie between two checks, the number that
/// [`Control`](crate::Control) promises.
const STEPS_A_POSITION: u64 = 16;
/// Aim for the time between two checks. After a shorter time than [`SOON`] an option counts for half as many steps, after a longer time than [`LATE`] for
/// four times as many. (No bench covers them: a deadline is met within a tenth of a second.)
const SOON: Duration = Duration::from_millis(5);
const LATE: Duration = Duration::from_millis(50);
/// Steps after which the clock is read for the first time: as few as can be, since the first options may take long. It is read 16 times before a check is
/// due that comes by steps alone.
const FIRST_PROBE: u64 = 1;
/// A position with more options is a large board, or a heap. Until the clock tells which, an option of one that is twice as wide as any before makes a
/// check due.
pub(crate) const WIDE: u64 = 1 << 6;

/// Steps since the last check, and what an option counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    steps: u64,
    /// Those of them that count options of wide positions.
    of_wide: u64,
    /// Steps for which an option counts.
    an_option: u64,
    /// Steps for which an option of a wide position counts at least. It follows the time of such options only, which take long where the others may
    /// have been fast.
    a_wide_option: u64,
    /// The number of options above which a position is wider than those before.
    widest: u64,
    /// The number of steps at which the clock is read next.
    probe: u64,
    /// The time of the last check; before the first one, of the first look at the clock.
    looked: Option<Instant>,
}

impl Pace {
    pub(crate) const fn new() -> Self {
        Self { steps: 0, of_wide: 0, an_option: 1, a_wide_option: 1, widest: WIDE, probe: FIRST_PROBE, looked: None }
    }

    #[inline]
    pub(crate) const fn step(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Counts positions that have been solved, or found.
    #[inline]
    pub(crate) const fn step_positions(&mut self, positions: u64) {
        self.step(positions.saturating_mul(STEPS_A_POSITION));
    }

    /// Counts options of a position that has at least `of` of them. Whether the clock should be [read](Self::probe).
    #[inline]
    #[must_use]
    pub(crate) fn step_options(&mut self, options: u64, of: u64) -> bool {
        // Nobody knows how long such an option takes before one is made.
        if of > self.widest {
            // The option makes a check due. After that only a position of twice the width does so again.
            self.widest = of.saturating_mul(2);
            (self.an_option, self.a_wide_option) = (STEPS_A_LOOK, STEPS_A_LOOK);
        }
        if of > WIDE {
            let steps = options.saturating_mul(self.an_option.max(self.a_wide_option));
            self.of_wide = self.of_wide.saturating_add(steps);
            self.step(steps);
            false
        } else {
            self.step(options.saturating_mul(self.an_option));
            self.steps >= self.probe
        }
    }

    /// Takes the time, if a control watches it. Where it is late, a check is due.
    pub(crate) fn probe(&mut self, now: Option<Instant>) {
        self.probe = self.steps.saturating_mul(2);
        let Some(now) = now else { return };
        if now.saturating_duration_since(*self.looked.get_or_insert(now)) > LATE && !self.is_due() {
            // As many options as have been counted now make the next check due.
            self.an_option = (self.an_option * (STEPS_A_LOOK / self.steps)).min(STEPS_A_LOOK);
            self.make_due();
        }
    }

    #[inline]
    pub(crate) const fn is_due(&self) -> bool {
        self.steps >= STEPS_A_LOOK
    }

    /// The next check is due at once.
    pub(crate) const fn make_due(&mut self) {
        self.steps = STEPS_A_LOOK;
    }

    /// Steps are counted anew.
    pub(crate) const fn begin_anew(&mut self) {
        (self.steps, self.probe) = (0, FIRST_PROBE);
    }

    /// Options count as other steps do: nobody asks for checks in time.
    pub(crate) const fn without_clock(&mut self) {
        (self.an_option, self.a_wide_option, self.of_wide) = (1, 1, 0);
    }

    /// A check is made.
    pub(crate) fn look(&mut self, now: Instant) {
        let is_wide = std::mem::take(&mut self.of_wide) >= STEPS_A_LOOK / 2;
        // Without a look at the clock there is no time to compare.
        let Some(last) = self.looked.replace(now) else { return };
        let since = now.saturating_duration_since(last);
        let adapted = |an_option: u64| match since {
            since if since < SOON => (an_option / 2).max(1),
            since if since > LATE => (an_option * 4).min(STEPS_A_LOOK),
            _ => an_option,
        };
        self.an_option = adapted(self.an_option);
        if is_wide {
            self.a_wide_option = adapted(self.a_wide_option);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use crate::pace::Pace;

    /// The number of options that make a check due.
    fn options(pace: &mut Pace, of: u64) -> u64 {
        let before = pace.steps;
        let count = (1..=1 << 20).find(|_| {
            if pace.step_options(1, of) {
                pace.probe(None);
            }
            pace.is_due()
        });
        pace.begin_anew();
        assert_eq!(before, 0);
        count.unwrap()
    }

    #[test]
    fn checks_come_sooner_where_options_are_many_or_take_long() {
        let mut pace = Pace::new();
        let mut now = Instant::now();
        let mut look = |pace: &mut Pace, after: u64| {
            now += Duration::from_millis(after);
            pace.look(now);
        };
        // A search that is cancelled at the first check each time comes on meanwhile.
        assert_eq!(options(&mut pace, 64), 1 << 16);
        look(&mut pace, 0);
        assert_eq!(options(&mut pace, 65), 1); // the first that is wide
        assert_eq!(options(&mut pace, 130), 1);
        look(&mut pace, 10);
        assert_eq!(options(&mut pace, 130), 1); // neither soon nor late
        for expected in (1..=16).map(|power| 1 << power) {
            look(&mut pace, 1);
            assert_eq!(options(&mut pace, 130), expected);
        }
        for expected in (0..8).map(|power| 1 << (14 - 2 * power)).chain([1]) {
            look(&mut pace, 100);
            assert_eq!(options(&mut pace, 130), expected);
        }
        for expected in [2, 4, 8] {
            look(&mut pace, 1);
            assert_eq!(options(&mut pace, 5), expected);
        }
        assert_eq!(options(&mut pace, 131), 1); // twice as wide as the widest
        // Fast options of narrow positions do not make those of wide ones wait.
        for expected in (1..=4).map(|power| 1 << power) {
            look(&mut pace, 1);
            assert_eq!(options(&mut pace, 131), expected);
        }
        for expected in (5..=16).map(|power| 1 << power) {
            look(&mut pace, 1);
            assert_eq!(options(&mut pace, 5), expected);
        }
        assert_eq!(options(&mut pace, 131), 32);
        pace.without_clock();
        assert_eq!(options(&mut pace, 130), 1 << 16);
    }

    /// The first check comes after a tenth of a second, or after two options that take longer, the next ones as soon.
    #[test]
    fn slow_options_of_narrow_positions_are_noticed() {
        for (milliseconds, first) in [(1, 64), (5, 16), (20, 4), (100, 2), (10_000, 2)] {
            let (mut pace, start) = (Pace::new(), Instant::now());
            let mut made = 0;
            let mut until_due = |pace: &mut Pace| {
                for count in 1.. {
                    made += 1;
                    let now = start + Duration::from_millis(made * milliseconds);
                    if pace.step_options(1, 2) {
                        pace.probe(Some(now));
                    }
                    if pace.is_due() {
                        pace.begin_anew();
                        pace.look(now);
                        return count;
                    }
                }
                unreachable!("a check is due at some time")
            };
            assert_eq!(until_due(&mut pace), first);
            for _ in 0..20 {
                assert!((1..=2 * first).contains(&until_due(&mut pace)));
            }
        }
    }
}
