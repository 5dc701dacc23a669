//! Proved periods in formats of serde: written as a claim, which is proved anew when it is read.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::heap::periodicity::may_be_proved;
use crate::heap::proof_search::Work;
use crate::heap::{PeriodicValues, ProvedPeriod, Sequence, TakeAndBreak, Theorem};

/// Maximum number of heaps that are computed to read a proof, and of steps of about a nanosecond: guards against short texts that ask for hours of work.
const MOST_HEAPS: usize = 1 << 24;
const MOST_STEPS: u64 = 1 << 36;

/// What a proof states, as data.
#[derive(Serialize, Deserialize)]
struct Claim<'a> {
    code: Cow<'a, TakeAndBreak>,
    preperiod: u64,
    period: u64,
    saltus: u64,
    theorem: Theorem,
    /// The number of heaps, from heap 0 on, whose values prove the period.
    heaps: u64,
}

impl<'a> Claim<'a> {
    fn of(proof: &'a ProvedPeriod) -> Self {
        Self {
            code: Cow::Borrowed(proof.code()),
            preperiod: proof.preperiod(),
            period: proof.period(),
            saltus: proof.saltus(),
            theorem: proof.theorem(),
            heaps: proof.heaps().end() + 1,
        }
    }

    /// Computes the values of the heaps again. The error says why they do not prove the claim.
    fn proved_anew(&self) -> Result<PeriodicValues, String> {
        // Before any value: of such a code no estimate is made, and one heap may take hours.
        if !may_be_proved(&self.code) {
            return Err(format!("no theorem proves a period of {}", self.code));
        }
        let heaps = usize::try_from(self.heaps).ok().filter(|heaps| *heaps <= MOST_HEAPS);
        let heaps =
            heaps.ok_or_else(|| format!("a proof by {} heaps is not read: the limit is {MOST_HEAPS}", self.heaps))?;
        let (work, too_long) =
            (Work::of(&self.code), || format!("a proof by {heaps} heaps of {} takes too long", self.code));
        let mut left = MOST_STEPS.checked_sub(work.first).ok_or_else(too_long)?;
        let mut sequence = Sequence::new(self.code.clone().into_owned());
        while sequence.len() < heaps {
            // The estimate looks at the values so far.
            let next = heaps.min(sequence.len() + (sequence.len() / 8).max(1 << 8));
            left = left.checked_sub(work.of_heaps(&sequence, next)).ok_or_else(too_long)?;
            sequence.extend_to(next).map_err(|error| error.to_string())?;
        }
        let found = sequence.periodicity();
        let is_same = |proof: &ProvedPeriod| {
            (proof.preperiod(), proof.period(), proof.saltus(), proof.theorem())
                == (self.preperiod, self.period, self.saltus, self.theorem)
        };
        match sequence.periodic_values() {
            Some(values) if is_same(values.proof()) => Ok(values),
            _ => Err(format!("heaps of {} do not prove the period that is stated, but: {found}", self.code)),
        }
    }
}

impl Serialize for ProvedPeriod {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Claim::of(self).serialize(serializer)
    }
}

impl Serialize for PeriodicValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.proof().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PeriodicValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Claim::deserialize(deserializer)?.proved_anew().map_err(D::Error::custom)
    }
}
