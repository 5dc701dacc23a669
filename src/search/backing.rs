//! What is behind a memo that threads share: a store, which may be other workers.

use crate::nimber::Nimber;

/// What is behind a memo that threads share, as one thread sees it.
pub(crate) trait BackingOfThread<K>: Send {
    /// Whether the array has all that is behind, so that nothing need be asked. The default says that it may not.
    fn is_read(&self) -> bool {
        false
    }

    /// Asks for the value of a position without an entry in the array.
    fn look(&self, key: &K) -> Backed;

    /// The thread has found a value, which is new if it is not in the array.
    fn insert(&self, key: &K, value: Nimber, is_new: bool);

    /// The thread begins to solve a position.
    fn begin(&self, key: &K) {
        let _ = key;
    }

    /// The thread gives up a position that it began to solve, with all that it began later.
    fn give_up(&self, key: &K) {
        let _ = key;
    }

    /// See [`Memo::reluctance`].
    fn reluctance(&self, key: &K) -> u32 {
        let _ = key;
        0
    }
}

/// The answer of what is behind the memo.
pub(crate) enum Backed {
    Value(Nimber),
    /// There is none, and that need not be asked again.
    Absent,
    /// There is none now.
    Unknown,
}
