//! Work that several threads share.

use std::thread;

/// Does `work` on this number of threads. The calling thread is one of them; it calls `first` before.
pub(super) fn share(threads: usize, work: &(dyn Fn() + Sync), first: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system refuses a thread, the others do its work.
            if thread::Builder::new().name("grundy marks".to_owned()).spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        first();
        work();
    });
}
