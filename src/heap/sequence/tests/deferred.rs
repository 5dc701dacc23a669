//! Deferred proofs, driven directly.

use super::{by_pairs, go_on, small};
use crate::heap::TakeAndBreak;
use crate::heap::sequence::deferred::{self, End, Plan};
use crate::heap::sequence::pairs::Pairs;
use crate::heap::sequence::sparse::{Mask, Search};
use crate::heap::sequence::tuning::Tuning;
use crate::heap::sequence::watch::Watch;

/// The values of a code, and a plan made from the first `known` of them.
struct Setting {
    values: Vec<u16>,
    pairs: Pairs,
    plan: Plan,
    tuning: Tuning,
}

impl Setting {
    /// `None` if there is no plan, or it does not begin at once.
    fn new(text: &str, heaps: usize, known: usize, tuning: &Tuning) -> Option<Self> {
        let code: TakeAndBreak = text.parse().unwrap();
        let values: Vec<u16> = by_pairs(&code, heaps).into_iter().map(|value| u16::try_from(value).unwrap()).collect();
        let pairs = Pairs::of(&code).unwrap();
        let mask = Mask::best(&values[..known], 256, pairs.breaks(), tuning.mask_sample);
        let rare: Vec<(u32, u16)> = (0..)
            .zip(values[..known].iter().copied())
            .skip(1)
            .filter(|(heap, value)| mask.is_rare(*heap as usize, usize::from(*value)))
            .collect();
        let plan = Plan::new(&values[..known], &pairs, mask, 256, &rare, tuning)?;
        plan.suits(known, heaps).then_some(Self { values, pairs, plan, tuning: *tuning })
    }

    /// How a run ends that begins after these values, and how many values there are then.
    fn run(&self, known: &[u16], heaps: usize, threads: usize) -> (End, Vec<u16>) {
        let mut values = known.to_vec();
        let mut search = Search::new(known, &self.tuning);
        let mut callback = go_on;
        let mut watch = Watch::new(&mut callback, known.len(), threads);
        let end = deferred::extend(&mut values, heaps, &self.plan, &self.pairs, &mut search, &mut 0, &mut watch);
        (end, values)
    }
}

/// Every run gives proved values only, whether it comes to its end or not; both happen.
#[test]
fn a_run_keeps_what_is_proved() {
    const HEAPS: usize = 1500;
    let (mut done, mut unproved) = (0, 0);
    for text in ["0.16", "0.143", "0.362", "0.36", "0.141", "0.171", "0.530", "4.12"] {
        for known in [300, 450, 600, 750, 900] {
            let Some(setting) = Setting::new(text, HEAPS, known, &small()) else { continue };
            for threads in [1, 2, 3] {
                let (end, values) = setting.run(&setting.values[..known], HEAPS, threads);
                assert!(values == setting.values[..values.len()], "{text} from {known}, {threads} threads");
                match end {
                    End::Done => {
                        assert!(values.len() + 64 > HEAPS);
                        done += 1;
                    }
                    End::Unproved => unproved += 1,
                    End::Cancelled => panic!("nothing cancels"),
                }
            }
        }
    }
    assert!(done > 20 && unproved > 20, "{done} runs are done, {unproved} end with a proof that fails");
}

/// With wrong values before it a run finds wrong ones, and its proofs fail: they do not follow from how values are found.
#[test]
fn what_has_no_witness_is_not_proved() {
    let setting = Setting::new("0.143", 1500, 900, &small());
    let setting = setting.expect("the last rare heap of 0.143 below 900 is 706");
    let mut wrong = setting.values[..900].to_vec();
    // If all common heaps had the same value, no two of them would have any rare value but 0.
    wrong[500..].fill(setting.values[899]);
    let (end, values) = setting.run(&wrong, 1500, 2);
    assert_eq!(end, End::Unproved);
    assert!(values.len() < 900 + 64, "{}", values.len());
}
