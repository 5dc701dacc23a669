//! The largest value.

/// The largest value so far, and the first heap that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Largest {
    pub(super) value: u8,
    pub(super) heap: u64,
}

impl Largest {
    /// Of the values from a heap on.
    pub(super) fn of(values: &[u8], first: u64) -> Self {
        let value = values.iter().copied().max().unwrap_or(0);
        let place = values.iter().position(|other| *other == value).unwrap_or(0);
        Self { value, heap: first + place as u64 }
    }

    /// Takes note of that of later values.
    pub(super) fn follow(&mut self, later: Self) {
        if later.value > self.value {
            *self = later;
        }
    }
}
