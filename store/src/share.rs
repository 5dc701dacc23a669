//! How dear a position must be for its value to be sent: sharing may take a share of the search's time.

use std::mem;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::shared::{MOST_WAITING, Shared};

/// Share of the search's time that news and sending may take, in hundredths. Above it, only dearer positions are sent. To solve a position that
/// another worker has solved costs more than to read its value, so that the share may be large: with 4 workers on 10 × 11 Chomp, a share of 4
/// made them solve 2.9 times the positions of one.
const MOST_SHARE: u32 = 75;
/// The same as long as no other worker sends anything.
const MOST_SHARE_ALONE: u32 = 4;

/// The time of sharing and the values received at the last look, and whether other workers had sent some.
#[derive(Default)]
pub(crate) struct Share {
    sharing: Duration,
    received: u64,
    others_work: bool,
}

impl Share {
    /// Doubles or halves the least work, by the share of the time that sharing took, and by the values that wait for the server.
    pub(crate) fn adapt(&mut self, shared: &Shared, time: Duration) {
        let all = Duration::from_nanos(shared.sharing_nanos.load(Relaxed));
        // The difference since the last look, in hundredths, to be compared with the time times a percentage.
        let share = all.saturating_sub(mem::replace(&mut self.sharing, all)) * 100;
        let received = shared.state().counts.received;
        // Another worker sends if values came since the last look.
        let others_work = received > mem::replace(&mut self.received, received);
        let most = if others_work { MOST_SHARE } else { MOST_SHARE_ALONE };
        let least = shared.least_work.load(Relaxed);
        // Too much time for sharing, or the list is half full: send less.
        let adapted = if share > time * most || shared.state().outgoing.len() > MOST_WAITING / 2 {
            least.saturating_mul(2)
        } else if others_work && !mem::replace(&mut self.others_work, others_work) {
            // The first sign of another worker: the threshold was set by the smaller share of a worker alone, and
            // begins again at 1.
            1
        } else if share < time * most * 3 / 4 {
            // Between three quarters and the whole of the share nothing changes, so that the threshold does not
            // swing.
            (least / 2).max(1)
        } else {
            least
        };
        self.others_work = others_work;
        shared.least_work.store(adapted, Relaxed);
    }
}
