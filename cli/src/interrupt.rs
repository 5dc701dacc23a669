//! Ctrl-C, and the signal TERM, by which schedulers end a program: a computation is stopped through its control; without one, the program ends at once.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use signal_hook::{consts::SIGTERM, iterator::Signals};

/// The exit status after Ctrl-C: 128 plus the number of the signal, by the convention of shells.
pub(crate) const STATUS: u8 = 130;

/// Whether Ctrl-C was pressed.
static PRESSED: AtomicBool = AtomicBool::new(false);
/// The number of computations that check it.
static COMPUTING: AtomicUsize = AtomicUsize::new(0);
/// The number of memos that are to be closed.
static KEEPING: AtomicUsize = AtomicUsize::new(0);
/// The number of answers that are being printed.
static PRINTING: AtomicUsize = AtomicUsize::new(0);

/// Time in which an answer that is being printed must be printed after the first Ctrl-C, or the program ends: its reader may read nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// The number of times that this is looked at.
const STEPS: u32 = 50;

/// Handles Ctrl-C from now on. The second Ctrl-C ends the program at once.
pub(crate) fn install() {
    // On a system without handlers, Ctrl-C ends the program at once, which is acceptable.
    if let Err(error) = ctrlc::set_handler(press) {
        report!("warning: Ctrl-C will save nothing: {error}");
    }
    // Not by `ctrlc`, which would take HUP too, also where `nohup` has told it to be ignored.
    #[cfg(unix)]
    match Signals::new([SIGTERM]) {
        Ok(mut signals) => _ = thread::spawn(move || signals.forever().for_each(|_| press())),
        Err(error) => report!("warning: the signal TERM will save nothing: {error}"),
    }
}

/// What Ctrl-C does.
fn press() {
    // Asked first: a computation that sees `PRESSED` may end, and listen no more, before this thread goes on.
    let (computes, keeps) = (COMPUTING.load(Ordering::SeqCst) > 0, KEEPING.load(Ordering::SeqCst) > 0);
    let again = PRESSED.swap(true, Ordering::SeqCst);
    let listens = || keeps || computes && is_printed_soon();
    // The first Ctrl-C ends the program only if nothing listens. The second one always does.
    if again || !listens() {
        process::exit(STATUS.into());
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

/// Whether nothing is being printed, at the latest after [`PATIENCE`]: then a computation goes on, which checks for Ctrl-C.
fn is_printed_soon() -> bool {
    let is_printing = || PRINTING.load(Ordering::SeqCst) > 0;
    (0..STEPS).take_while(|_| is_printing()).for_each(|_| thread::sleep(PATIENCE / STEPS));
    !is_printing()
}

/// Prints. Meanwhile Ctrl-C ends the program, after [`PATIENCE`], unless a memo is to be closed.
pub(crate) fn while_printing<T>(print: impl FnOnce() -> T) -> T {
    let _counted = Counted::new(&PRINTING);
    print()
}

/// One more of a number, until it is dropped.
struct Counted(&'static AtomicUsize);

impl Counted {
    fn new(number: &'static AtomicUsize) -> Self {
        number.fetch_add(1, Ordering::SeqCst);
        Self(number)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Counts a computation that checks for Ctrl-C, or a memo that is to be closed, until it is dropped.
pub(crate) struct Listener {
    _counted: Counted,
}

impl Listener {
    pub(crate) fn of_computation() -> Self {
        Self { _counted: Counted::new(&COMPUTING) }
    }

    pub(crate) fn of_memo() -> Self {
        Self { _counted: Counted::new(&KEEPING) }
    }
}
