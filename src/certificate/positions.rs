//! Checks values of components by the rules of a game alone: moves, what they leave, and memo keys.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::BufRead;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::facts::{Facts, Steps, component};
use super::text::{CertificateError, Reader, number};
use crate::components::Components;
use crate::control::Stopped;
use crate::game::{ImpartialGame, has_ended};
use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::pairs::unpaired;
use crate::search::map_bytes;

/// Reads a fact of the form `4 5,6`: the value of a component.
pub(super) fn value_fact<G: Notation>(game: &G, text: &str) -> Result<(G::Position, Nimber), String> {
    let (value, text) = text.split_once(' ').ok_or("a fact is a value, a blank, and a component")?;
    let value = number(value).ok_or_else(|| format!("`{value}` is not a value"))?;
    Ok((component(game, text)?, Nimber::new(value)))
}

/// Values of components that a certificate tells.
pub(super) struct Values<'a, G: ImpartialGame> {
    game: &'a G,
    facts: Facts<G::Position, Nimber>,
}

/// Values of options: those options of which all components are told.
type OptionValues = SmallVec<[Nimber; 6]>;

/// The values of options by the component whose options they are.
struct Attained<P> {
    by_component: HashMap<P, OptionValues, FxBuildHasher>,
    /// The bytes of lists that are too long to stand in the table.
    lists: usize,
}

/// Maximum number of bytes of the values of options that are kept.
const MOST_ATTAINED: usize = 1 << 24;

impl<P: Eq + Hash> Attained<P> {
    fn new() -> Self {
        Self { by_component: HashMap::default(), lists: 0 }
    }

    /// Keeps values. If there is no room for them, the others are forgotten.
    fn keep(&mut self, component: P, values: OptionValues, steps: &Steps<'_>) {
        let list = if values.spilled() { values.capacity() * size_of::<Nimber>() } else { 0 };
        let bytes = map_bytes(&self.by_component, 1) + self.lists + list;
        // Forgotten as a whole: neighbouring lines share options, so that old ones are rarely asked for again.
        if bytes > MOST_ATTAINED || !steps.has_room(bytes) {
            *self = Self::new();
        }
        self.lists += list;
        self.by_component.insert(component, values);
    }
}

/// Why a fact does not hold, or what stopped the check.
type Refuted = Result<Option<String>, Stopped>;

impl<'a, G: Notation> Values<'a, G> {
    /// Reads values, and checks that they follow from the rules.
    ///
    /// Each is proved by its options: none may have the value, and every smaller number must be the value of one. An option of which the
    /// certificate does not tell the value must have an option with the value of the position itself.
    ///
    /// Theorem: in a game that ends, all values that pass are Grundy values. Proof: by induction on the length of play, for a position and
    /// a value *v* that it is told to have. No option has value *v*: one whose components are all told has another value by the check, and
    /// one that has an option with value *v* cannot have the value *v* itself. Every smaller number is the value of an option. So *v* is the mex.
    pub(super) fn read(
        game: &'a G,
        reader: &mut Reader<impl BufRead>,
        steps: &mut Steps<'_>,
    ) -> Result<Self, CertificateError> {
        let facts = Facts::read(reader, steps, |text| value_fact(game, text))?;
        let values = Self { game, facts };
        let mut attained = Attained::new();
        values.facts.check(|component, value| values.refute(component, *value, &mut attained, steps))?;
        Ok(values)
    }

    pub(super) fn len(&self) -> u64 {
        self.facts.len()
    }

    fn refute(
        &self,
        component: &G::Position,
        value: Nimber,
        attained: &mut Attained<G::Position>,
        steps: &mut Steps<'_>,
    ) -> Refuted {
        let mut told = MexSet::new();
        for option in self.game.options(component) {
            steps.tick()?;
            match self.of(&option) {
                Some(other) if other == value => {
                    return Ok(Some(format!("the option {} has the same value", self.game.text(&option))));
                }
                Some(other) => told.insert(other),
                // One of its options has the value, so the option itself has another.
                None if self.leads_to(&option, value, attained, steps)? => {}
                None => {
                    let option = self.game.text(&option);
                    return Ok(Some(format!("nothing shows that the option {option} has another value")));
                }
            }
        }
        let mex = told.mex();
        Ok((mex != value).then(|| format!("no option is told to have the value {mex}")))
    }

    /// The value of a sum, if the values of all its components are told. Two equal components need not be told: their sum is 0.
    pub(super) fn of(&self, sum: &Components<G::Position>) -> Option<Nimber> {
        unpaired(self.game, sum).iter().map(|(_, key)| self.of_key(key)).sum()
    }

    /// The value of a component by its memo key. One without moves has value 0, and need not be told.
    fn of_key(&self, key: &G::Position) -> Option<Nimber> {
        let told = self.facts.get(key).copied();
        // A wrong size hint could only refuse what is true.
        told.or_else(|| has_ended(self.game, key).then_some(Nimber::ZERO))
    }

    /// Whether some option of an option has this value, and all components of it are told. The options of a single component are listed once for all
    /// positions of which it is an option, as long as they are kept.
    fn leads_to(
        &self,
        option: &Components<G::Position>,
        value: Nimber,
        attained: &mut Attained<G::Position>,
        steps: &mut Steps<'_>,
    ) -> Result<bool, Stopped> {
        let [component] = &option[..] else { return self.has_option(option, value, steps) };
        let key = self.game.memo_key(component.clone());
        if let Some(values) = attained.by_component.get(&key) {
            return Ok(values.contains(&value));
        }
        let mut values = OptionValues::new();
        for left in self.game.options(&key) {
            steps.tick()?;
            match self.of(&left) {
                Some(value) if !values.contains(&value) => values.push(value),
                _ => {}
            }
        }
        let leads = values.contains(&value);
        attained.keep(key, values, steps);
        Ok(leads)
    }

    /// Whether some option of a sum has this value, and all components of that option are told.
    ///
    /// Components are played as their memo keys, as in the table of [`export_options`](super::export_options): of two positions with one key, the options
    /// may have different keys.
    pub(super) fn has_option(
        &self,
        sum: &Components<G::Position>,
        value: Nimber,
        steps: &mut Steps<'_>,
    ) -> Result<bool, Stopped> {
        for (place, component) in sum.iter().enumerate() {
            for left in self.game.options(&self.game.memo_key(component.clone())) {
                steps.tick()?;
                if self.of(&sum.replaced(place, left)) == Some(value) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
