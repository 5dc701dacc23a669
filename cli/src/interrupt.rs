//! Ctrl-C: what is computed is stopped through its control; where nothing is, the program ends at once.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The exit status after Ctrl-C: 128 and the number of the signal, as a shell has it.
pub(crate) const STATUS: u8 = 130;

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);
/// How many computations look at it.
static LISTENING: AtomicUsize = AtomicUsize::new(0);

/// Waits for Ctrl-C from now on. Pressed twice, it ends the program whatever goes on.
pub(crate) fn install() {
    let installed = ctrlc::set_handler(|| {
        let again = PRESSED.swap(true, Ordering::SeqCst);
        if again || LISTENING.load(Ordering::SeqCst) == 0 {
            process::exit(STATUS.into());
        }
    });
    // Without a handler, Ctrl-C ends the program at once. That is good enough where a system has no handlers.
    if let Err(error) = installed {
        eprintln!("warning: Ctrl-C will save nothing: {error}");
    }
}

/// Whether Ctrl-C was pressed.
pub(crate) fn was_pressed() -> bool {
    PRESSED.load(Ordering::SeqCst)
}

/// Notes that Ctrl-C was pressed where it is no signal.
pub(crate) fn note() {
    PRESSED.store(true, Ordering::SeqCst);
}

/// A computation that asks whether Ctrl-C was pressed, as long as this is there.
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
