//! The facts of a certificate, in memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::BufRead;

use rustc_hash::FxBuildHasher;

use super::text::{CertificateError, Reader, refused};
use crate::control::{Bound, Control, Progress, Stopped, Unit};
use crate::notation::Notation;
use crate::search::map_bytes;

/// The memo key of the one component that a fact is about.
pub(super) fn component<G: Notation>(game: &G, text: &str) -> Result<G::Position, String> {
    let parts: Vec<_> = game.parse(text).map_err(|error| error.to_string())?.into_iter().collect();
    let [component] = <[_; 1]>::try_from(parts)
        .map_err(|parts| format!("a fact is about one component, and `{text}` has {}", parts.len()))?;
    Ok(game.memo_key(component))
}

/// Facts by what they are about, each with the line that tells it.
pub(super) struct Facts<K, V>(HashMap<K, (V, u64), FxBuildHasher>);

impl<K: Eq + Hash, V> Facts<K, V> {
    /// Reads all facts. None may be told twice.
    pub(super) fn read(
        reader: &mut Reader<impl BufRead>,
        steps: &mut Steps<'_>,
        mut fact: impl FnMut(&str) -> Result<(K, V), String>,
    ) -> Result<Self, CertificateError> {
        let mut facts = HashMap::default();
        reader.facts(|text, line| {
            let (key, value) = fact(text).map_err(|reason| refused(line, reason))?;
            if let Some((_, before)) = facts.insert(key, (value, line)) {
                return Err(refused(line, format!("line {before} tells of the same position")));
            }
            // `check` puts the facts in order.
            let in_order = facts.len() * size_of::<(u64, &K, &V)>();
            Ok(steps.add_fact(map_bytes(&facts, 0) + in_order)?)
        })?;
        Ok(Self(facts))
    }

    pub(super) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.0.get(key).map(|(value, _)| value)
    }

    /// What the facts are about, in the order of their lines.
    pub(super) fn keys(&self) -> impl Iterator<Item = K>
    where
        K: Clone,
    {
        let mut keys: Vec<(u64, &K)> = self.0.iter().map(|(key, (_, line))| (*line, key)).collect();
        // The table has no order, and the same certificate must always give the same text.
        keys.sort_unstable_by_key(|(line, _)| *line);
        keys.into_iter().map(|(_, key)| key.clone())
    }

    /// The line that tells of a key.
    pub(super) fn line(&self, key: &K) -> Option<u64> {
        self.0.get(key).map(|(_, line)| *line)
    }

    /// Checks each fact, in the order of their lines. `refute` returns why it does not hold, if it does not.
    pub(super) fn check(
        &self,
        mut refute: impl FnMut(&K, &V) -> Result<Option<String>, Stopped>,
    ) -> Result<(), CertificateError> {
        let mut facts: Vec<(u64, &K, &V)> = self.0.iter().map(|(key, (value, line))| (*line, key, value)).collect();
        // So the first line that is wrong is the one that is told.
        facts.sort_unstable_by_key(|(line, ..)| *line);
        for (line, key, value) in facts {
            if let Some(reason) = refute(key, value)? {
                return Err(refused(line, reason));
            }
        }
        Ok(())
    }
}

/// Counts the steps of a check under its control. A fact counts as a position.
pub(super) struct Steps<'a> {
    control: &'a mut Control,
    /// The bytes of all that is held, without what positions own on the heap.
    bytes: usize,
}

impl<'a> Steps<'a> {
    pub(super) fn new(control: &'a mut Control) -> Self {
        Self { control, bytes: 0 }
    }

    /// Counts a fact, with which all facts take that many bytes.
    pub(super) fn add_fact(&mut self, bytes: usize) -> Result<(), Stopped> {
        if !self.control.has_room(0) {
            return Err(self.control.out_of_positions(Unit::Facts, 1));
        }
        self.hold(bytes)?;
        self.control.count(1);
        self.tick()
    }

    /// The bytes of all that is held from now on: facts, and the lists and tables of the check.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.bytes = bytes;
        let limit = self.control.byte_limit();
        if bytes as u64 > limit {
            return Err(Stopped::new(Bound::Bytes(limit), Unit::Facts, self.control.done(), 0));
        }
        Ok(())
    }

    /// The bytes of all that is held.
    pub(super) const fn held(&self) -> usize {
        self.bytes
    }

    /// Whether so many bytes may be held beside the others.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        (self.bytes + bytes) as u64 <= self.control.byte_limit()
    }

    pub(super) fn tick(&mut self) -> Result<(), Stopped> {
        // How wide the position is does not matter: a fact may take long.
        self.control.step_options(1, u64::MAX);
        let bytes = self.bytes as u64;
        let progress = |control: &Control| Progress::new(Unit::Facts, control.done(), None, bytes);
        self.control.look_if_due(0, progress)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Also between two checks of the control.
    #[test]
    fn bytes_beyond_the_limit_are_refused_at_once() {
        let mut control = Control::new().bytes(1000);
        let mut steps = Steps::new(&mut control);
        assert_eq!(steps.hold(1000), Ok(()));
        assert_eq!(steps.hold(1001), Err(Stopped::new(Bound::Bytes(1000), Unit::Facts, 0, 0)));
    }

    /// Options that take ten milliseconds each: the control is asked after each of them, not after 65 536.
    #[test]
    fn slow_steps_do_not_put_off_a_stop() {
        let mut control = Control::new().watched(|so_far| {
            if so_far.elapsed >= Duration::from_millis(50) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let mut steps = Steps::new(&mut control);
        let stopped = (0..64).position(|_| {
            thread::sleep(Duration::from_millis(10));
            steps.tick().is_err()
        });
        assert!(stopped.is_some_and(|ticks| ticks < 16), "{stopped:?}");
    }
}
