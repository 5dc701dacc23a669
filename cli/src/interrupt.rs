//! Ctrl-C: a computation is stopped through its control; without one, the program ends at once.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The exit status after Ctrl-C: 128 plus the number of the signal, by the convention of shells.
pub(crate) const STATUS: u8 = 130;

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);
/// The number of computations that check it, and of memos that are to be closed.
static LISTENING: AtomicUsize = AtomicUsize::new(0);

/// Handles Ctrl-C from now on. The second Ctrl-C ends the program at once.
pub(crate) fn install() {
    let installed = ctrlc::set_handler(|| {
        // Asked first: a computation that sees `PRESSED` may end, and listen no more, before this thread goes on.
        let listens = LISTENING.load(Ordering::SeqCst) > 0;
        let again = PRESSED.swap(true, Ordering::SeqCst);
        // The first Ctrl-C ends the program only if no computation listens. The second one always does.
        if again || !listens {
            process::exit(STATUS.into());
        }
    });
    // On a system without handlers, Ctrl-C ends the program at once, which is acceptable.
    if let Err(error) = installed {
        report!("warning: Ctrl-C will save nothing: {error}");
    }
}

/// Whether Ctrl-C was pressed.
pub(crate) fn was_pressed() -> bool {
    PRESSED.load(Ordering::SeqCst)
}

/// Records Ctrl-C from a terminal that sends it as a character, without a signal.
pub(crate) fn note() {
    PRESSED.store(true, Ordering::SeqCst);
}

/// Counts a computation that checks for Ctrl-C, or a memo that is to be closed, until it is dropped.
pub(crate) struct Listener(());

impl Listener {
    pub(crate) fn new() -> Self {
        LISTENING.fetch_add(1, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        LISTENING.fetch_sub(1, Ordering::SeqCst);
    }
}
