//! What the nimber search keeps of each position, by number: its memo key, a [`Brief`] of eight bytes, and a [`Fact`] if it was asked.
//!
//! Four of five positions that are met are options that are never asked, since another option answers the question. Of these a search knows only
//! what it expects them to cost, and how often they were met. So most looks at an option read eight bytes. (Cram 4 × 9 and 5 × 8: with a fact for each
//! position a seventh more memory in all.)

use std::ops::Range;

use crate::search::candidates::Candidates;
use crate::search::growth::{grown_bytes, push};
use crate::search::lists::Number;

/// The records of all positions.
#[derive(Clone, Debug)]
pub(super) struct Records<P> {
    keys: Vec<P>,
    briefs: Vec<Brief>,
    facts: Vec<Fact>,
}

/// What is known of a position that was met.
#[derive(Clone, Copy, Debug)]
struct Brief {
    /// The work that the value is expected to take, in the unit of [`expected_work`](crate::ImpartialGame::expected_work). Where another position
    /// of the same class stands for this one: the number of that position.
    weight: u32,
    /// Up to [`MOST_MET`]: the number of lists in which the position stands, which was never asked. [`OTHER`]: another position stands for it.
    /// Between them: where its fact is, counted from the first number above [`MOST_MET`].
    link: u32,
}

/// What is known of a position that was asked, in three words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    /// What the value may be.
    pub(super) may: Candidates,
    /// Where the list of options begins, or 0.
    pub(super) list: u32,
    /// The index, plus 1, of the costs of questions that were given up.
    pub(super) couples: u32,
    /// The threads for which the position is under way, a bit each, as in [`Facts::own`](super::facts::Facts::own); in the upper bits other
    /// workers, if there are some.
    pub(super) open: u16,
    /// The number of lists in which the position stands.
    met: u16,
    /// The number of listings made below the position and at it, each time that it was under way.
    pub(super) work: u32,
}

/// The largest number of lists that is counted.
const MOST_MET: u32 = u16::MAX as u32;
/// Another position stands for this one.
const OTHER: u32 = u32::MAX;

impl Fact {
    pub(super) const NONE: Self = Self { may: Candidates::ALL, list: 0, couples: 0, open: 0, met: 0, work: 0 };
}

impl Brief {
    /// The place of the fact. Where there is none it is out of range: up to [`MOST_MET`] it wraps around, and [`OTHER`] lies behind all facts.
    #[inline]
    const fn place(self) -> usize {
        self.link.wrapping_sub(MOST_MET + 1) as usize
    }
}

/// Adds a fact, and tells the link to it.
fn add(facts: &mut Vec<Fact>, fact: Fact) -> u32 {
    push(facts, fact);
    MOST_MET + u32::try_from(facts.len()).expect("there are fewer than 2^31 positions")
}

impl<P> Records<P> {
    pub(super) const fn new() -> Self {
        Self { keys: Vec::new(), briefs: Vec::new(), facts: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The numbers of all positions.
    pub(super) fn numbers(&self) -> Range<Number> {
        0..Number::try_from(self.keys.len()).expect("the search stops before there are too many positions")
    }

    /// Adds a position, of which nothing is known, and tells its number.
    #[inline]
    pub(super) fn push(&mut self, key: P) -> Number {
        let number = self.numbers().end;
        push(&mut self.keys, key);
        push(&mut self.briefs, Brief { weight: 0, link: 0 });
        number
    }

    /// Reads a record and compares its key, for the sake of reading it. There need not be a record of that number.
    #[inline]
    pub(super) fn touch(&self, number: Number, key: &P) -> u32
    where
        P: Eq,
    {
        let brief = self.briefs.get(number as usize).map_or(0, |brief| brief.weight);
        brief ^ u32::from(self.keys.get(number as usize) == Some(key))
    }

    #[inline]
    pub(super) fn key(&self, number: Number) -> &P {
        &self.keys[number as usize]
    }

    /// What is known of a position, if it was asked.
    #[inline]
    pub(super) fn asked(&self, number: Number) -> Option<&Fact> {
        self.facts.get(self.briefs[number as usize].place())
    }

    /// What is known of a position, which from now on counts as asked.
    #[inline]
    pub(super) fn fact_mut(&mut self, number: Number) -> &mut Fact {
        let brief = &mut self.briefs[number as usize];
        // Up to `MOST_MET` the link is a number of lists.
        if let Ok(met) = u16::try_from(brief.link) {
            brief.link = add(&mut self.facts, Fact { met, ..Fact::NONE });
        }
        &mut self.facts[brief.place()]
    }

    /// The work that the value of a position is expected to take.
    #[inline]
    pub(super) fn weight(&self, number: Number) -> u32 {
        self.briefs[number as usize].weight
    }

    pub(super) fn set_weight(&mut self, number: Number, weight: u32) {
        self.briefs[number as usize].weight = weight;
    }

    /// The work that the value of a position is expected to take, and the number of lists in which it stands. `fact` is what is known of it,
    /// if it was asked.
    #[inline]
    pub(super) fn weight_and_met(&self, number: Number, fact: Option<&Fact>) -> (u32, u32) {
        let Brief { weight, link } = self.briefs[number as usize];
        (weight, fact.map_or(link, |fact| fact.met.into()))
    }

    /// Counts one more list in which a position stands.
    pub(super) fn meet(&mut self, number: Number) {
        let brief = &mut self.briefs[number as usize];
        match brief.link {
            ..MOST_MET => brief.link += 1,
            MOST_MET => {}
            _ => {
                let met = &mut self.facts[brief.place()].met;
                *met = met.saturating_add(1);
            }
        }
    }

    /// The number of the position that stands for the class of a position.
    #[inline]
    pub(super) fn first_of_class(&self, number: Number) -> Number {
        let Brief { weight, link } = self.briefs[number as usize];
        if link == OTHER { weight } else { number }
    }

    /// Lets another position of its class stand for a new position.
    pub(super) fn stand_for(&mut self, first: Number, number: Number) {
        self.briefs[number as usize] = Brief { weight: first, link: OTHER };
    }

    /// What is known of all positions that were asked.
    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub(super) fn facts_mut(&mut self) -> &mut [Fact] {
        &mut self.facts
    }

    /// Drops the records of some positions. Those that stay get numbers in their order.
    pub(super) fn retain(&mut self, mut stays: impl FnMut(Number) -> bool) {
        let old = std::mem::take(&mut self.facts);
        let all = self.numbers();
        let mut numbers = all.clone();
        self.keys.retain(|_| numbers.next().is_some_and(&mut stays));
        let mut numbers = all;
        let facts = &mut self.facts;
        self.briefs.retain_mut(|brief| {
            let stays = numbers.next().is_some_and(&mut stays);
            if stays && let Some(fact) = old.get(brief.place()) {
                brief.link = add(facts, *fact);
            }
            stays
        });
        self.keys.shrink_to_fit();
        self.briefs.shrink_to_fit();
        self.facts.shrink_to_fit();
    }

    /// The bytes after `more` further positions, one of which is asked.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        let briefs = grown_bytes(&self.briefs, more);
        grown_bytes(&self.keys, more).saturating_add(briefs).saturating_add(grown_bytes(&self.facts, 1))
    }

    /// The bytes of a position that was asked.
    pub(super) const ASKED: usize = size_of::<P>() + size_of::<Brief>() + size_of::<Fact>();
}
