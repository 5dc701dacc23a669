//! The facts of a certificate, in memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::BufRead;

use rustc_hash::FxBuildHasher;

use super::text::{CertificateError, Reader, refused};
use crate::control::{Control, Progress, Stopped, Unit};

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
            Ok(steps.add_fact()?)
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
        keys.sort_unstable_by_key(|(line, _)| *line);
        keys.into_iter().map(|(_, key)| key.clone())
    }

    /// The line that tells of a key.
    pub(super) fn line(&self, key: &K) -> Option<u64> {
        self.0.get(key).map(|(_, line)| *line)
    }

    /// Checks each fact. `refute` returns why it does not hold, if it does not.
    pub(super) fn check(
        &self,
        mut refute: impl FnMut(&K, &V) -> Result<Option<String>, Stopped>,
    ) -> Result<(), CertificateError> {
        for (key, (value, line)) in &self.0 {
            if let Some(reason) = refute(key, value)? {
                return Err(refused(*line, reason));
            }
        }
        Ok(())
    }
}

/// Counts the steps of a check under its control. A fact counts as a position.
pub(super) struct Steps<'a>(pub(super) &'a mut Control);

impl Steps<'_> {
    pub(super) fn add_fact(&mut self) -> Result<(), Stopped> {
        if !self.0.has_room(0) {
            return Err(self.0.out_of_positions(Unit::Positions, 1));
        }
        self.0.count(1);
        self.tick()
    }

    pub(super) fn tick(&mut self) -> Result<(), Stopped> {
        self.0.step(1);
        let progress = |control: &Control| Progress::new(Unit::Positions, control.done(), None, 0);
        self.0.look_if_due(progress).map_err(|bound| Stopped::new(bound, Unit::Positions, self.0.done(), 0))
    }
}
