//! Nimbers, mex and lists of components; values by a method that is forced.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use grundy::{
    Answer, Components, Control, ImpartialGame, Kayles, Method, MexSet, Nimber, Oracle, Outcome, Play, Question,
    SolveError, Solver, Table, Unhinted, mex,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Values of every kind: small ones, those around the words of the set, and those near the end of the range.
fn values() -> impl Strategy<Value = u64> {
    prop_oneof![8 => 0..12_u64, 4 => 60..70_u64, 4 => 120..140_u64, 2 => 1000..1010_u64, 1 => (u64::MAX - 3)..=u64::MAX]
}

fn naive_mex(values: &[u64]) -> u64 {
    let values: HashSet<_> = values.iter().collect();
    (0..=values.len() as u64).find(|value| !values.contains(value)).unwrap()
}

proptest! {
    #[test]
    fn mex_is_the_least_that_is_missing(values in vec(values(), 0..40)) {
        prop_assert_eq!(mex(values.iter().map(|value| Nimber::new(*value))).get(), naive_mex(&values));
    }

    #[test]
    fn mex_counts_past_a_word(full in 0..3000_u64, more in vec(values(), 0..10), seed in any::<u64>(), repeats in 1..4_u64) {
        // All values below `full`, several times over, in an order that jumps about.
        let mut values: Vec<u64> = (0..repeats).flat_map(|_| 0..full).chain(more).collect();
        let len = values.len().max(1) as u64;
        values.sort_by_key(|value| value.wrapping_mul(seed | 1) % len);
        prop_assert_eq!(mex(values.iter().map(|value| Nimber::new(*value))).get(), naive_mex(&values));
    }

    #[test]
    fn mex_may_be_asked_again(values in vec(values(), 0..200)) {
        let mut seen = MexSet::new();
        for (count, value) in values.iter().enumerate() {
            seen.insert(Nimber::new(*value));
            prop_assert_eq!(seen.mex().get(), naive_mex(&values[..=count]));
        }
    }

    #[test]
    fn nimbers_read_back(size in any::<u64>()) {
        let value = Nimber::new(size);
        prop_assert_eq!(value.to_string(), format!("*{size}"));
        prop_assert_eq!(value.to_string().parse(), Ok(value));
        prop_assert_eq!(size.to_string().parse(), Ok(value));
        prop_assert_eq!(u64::from(Nimber::from(size)), size);
    }

    #[test]
    fn nimbers_format_like_their_size(size in any::<u64>()) {
        let value = Nimber::new(size);
        prop_assert_eq!(format!("{value:b}"), format!("{size:b}"));
        prop_assert_eq!(format!("{value:#070b}"), format!("{size:#070b}"));
        prop_assert_eq!(format!("{value:o}"), format!("{size:o}"));
        prop_assert_eq!(format!("{value:#x}"), format!("{size:#x}"));
        prop_assert_eq!(format!("{value:X}"), format!("{size:X}"));
        prop_assert_eq!(format!("{value:>24}"), format!("{:>24}", format!("*{size}")));
    }

    #[test]
    fn other_text_is_no_nimber(text in "[*+ -]{0,2}[0-9a-f]{0,21}[ *]?") {
        let digits = text.strip_prefix('*').unwrap_or(&text);
        // An integer may carry a plus sign, as everywhere in Rust.
        let number = digits.parse::<u64>().ok();
        prop_assert_eq!(text.parse::<Nimber>().ok().map(Nimber::get), number);
        if let Err(error) = text.parse::<Nimber>() {
            let named = format!("`{text}`");
            prop_assert!(error.to_string().contains(&named));
        }
    }

    #[test]
    fn nimbers_are_a_group_of_exponent_two(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
        let [a, b, c] = [a, b, c].map(Nimber::new);
        prop_assert_eq!((a + b) + c, a + (b + c));
        prop_assert_eq!(a + b, b + a);
        prop_assert_eq!(a + a, Nimber::ZERO);
        prop_assert_eq!(a + Nimber::ZERO, a);
        prop_assert_eq!([a, b, c].iter().sum::<Nimber>(), a + b + c);
        let mut sum = a;
        sum += b;
        prop_assert_eq!(sum, a + b);
    }

    #[test]
    fn the_leftmost_bit_is_where_a_heap_can_shrink(heaps in vec(any::<u64>(), 0..6)) {
        let sum: Nimber = heaps.iter().map(|heap| Nimber::new(*heap)).sum();
        match sum.leftmost_bit() {
            None => prop_assert!(sum.is_zero()),
            Some(bit) => prop_assert!(!sum.is_zero() && heaps.iter().any(|heap| heap >> bit & 1 == 1 && heap ^ sum.get() < *heap)),
        }
    }

    #[test]
    fn components_are_their_list(list in vec(any::<u8>(), 0..6), place in 0..8_usize, left in vec(any::<u8>(), 0..4)) {
        let components = Components::from(list.clone());
        prop_assert_eq!(&components[..], &list[..]);
        prop_assert_eq!(&components, &Components::from(&list[..]));
        prop_assert_eq!(&components, &list.iter().copied().collect());
        prop_assert_eq!(&components, &Components::from(&components));
        prop_assert_eq!((&components).into_iter().copied().collect::<Vec<_>>(), list.clone());
        prop_assert_eq!(components.clone().into_iter().collect::<Vec<_>>(), list.clone());
        let mut pushed = Components::new();
        for component in &list {
            pushed.push(*component);
        }
        prop_assert_eq!(&components, &pushed);
        prop_assert_eq!(pushed.pop(), list.last().copied());
        let mut extended = Components::default();
        extended.extend(list.clone());
        prop_assert_eq!(&components, &extended);
        if let [one, other] = list[..] {
            prop_assert_eq!(&components, &Components::from(vec![one, other]));
            prop_assert_eq!(&components, &Components::from([one, other]));
        }

        let mut spliced = list.clone();
        if place < list.len() {
            spliced.splice(place..=place, left.clone());
        }
        prop_assert_eq!(components.replaced(place, left.into()).to_vec(), spliced);
    }

    #[test]
    fn components_behave_like_their_list(list in vec(any::<u8>(), 0..6), other in vec(0..2_u8, 0..3), next in any::<u8>()) {
        let components = Components::<u8>::from(&list);
        prop_assert_eq!(components == Components::<u8>::from(&other), list == other);
        let mut changed = components.clone();
        changed.as_mut_slice().reverse();
        prop_assert_eq!(changed.to_vec(), list.iter().rev().copied().collect::<Vec<_>>());
        prop_assert_eq!(format!("{components:?}"), format!("{list:?}"));
        let hash = RandomState::new();
        let hashes = [&list, &other].map(|list| hash.hash_one(Components::<u8>::from(list)));
        prop_assert_eq!(hashes, [&list, &other].map(|list| hash.hash_one(list)));
        prop_assert_eq!(Components::<u8>::from(next), Components::<u8>::from(&[next]));
        prop_assert_eq!(Components::<u8>::from(&[next, 7]), Components::<u8>::from([next, 7]));
        prop_assert_eq!(&Components::<u8>::from(next)[..], &[next]);
        let (mut parts, mut left) = (components.into_iter(), list.len());
        while { prop_assert_eq!(parts.size_hint(), (left, Some(left))); parts.next().is_some() } {
            left -= 1;
        }
    }

    #[test]
    fn components_are_written_as_a_sum(list in vec(any::<u8>(), 0..6)) {
        let expected = list.iter().map(u8::to_string).collect::<Vec<_>>().join(" + ");
        let expected = if list.is_empty() { "0".to_owned() } else { expected };
        prop_assert_eq!(Components::<u8>::from(list).to_string(), expected);
    }

    #[test]
    fn a_sum_in_a_sum_is_in_brackets(lists in vec(vec(any::<u8>(), 0..4), 2..5)) {
        let within = |list: &Vec<u8>| {
            let text = Components::<u8>::from(list.clone()).to_string();
            if list.len() > 1 { format!("({text})") } else { text }
        };
        let expected = lists.iter().map(within).collect::<Vec<_>>().join(" + ");
        let nested: Components<Components<u8>> = lists.into_iter().map(Components::from).collect();
        prop_assert_eq!(nested.to_string(), expected.clone());
        prop_assert_eq!(Components::from_iter([nested]).to_string(), expected);
    }

    /// Integers move from the hash table to the array and back as it fills; nothing is lost on the way.
    #[test]
    fn a_table_is_a_map(entries in vec((prop_oneof![0..40_u64, 1000..6000_u64, any::<u64>()], any::<u8>()), 0..200)) {
        let mut table = Table::new();
        let mut map = HashMap::new();
        for (key, value) in entries {
            prop_assert_eq!(table.insert(key, value), map.insert(key, value));
            prop_assert_eq!(table.len(), map.len());
        }
        prop_assert_eq!(table.iter().map(|(key, value)| (*key, *value)).collect::<HashMap<_, _>>(), map.clone());
        prop_assert!(map.iter().all(|(key, value)| table.get(key) == Some(value)));
        prop_assert!((0..100).all(|key| table.get(&key) == map.get(&key)));
    }

    #[test]
    fn a_table_that_fills_its_array_is_a_map(mut keys in Just((0..3000_u64).collect::<Vec<_>>()).prop_shuffle()) {
        keys.truncate(2500);
        let mut table = Table::new();
        for key in &keys {
            prop_assert_eq!(table.insert(*key, key + 1), None);
        }
        for key in &keys {
            prop_assert_eq!(table.insert(*key, key + 2), Some(key + 1));
        }
        prop_assert_eq!(table.len(), keys.len());
        prop_assert_eq!(table.iter().count(), keys.len());
        prop_assert!(keys.iter().all(|key| table.get(key) == Some(&(key + 2))));
    }
}

/// The published values of rows of 9 and 12 pins of Kayles are 4 and 4, so that together they are lost (Winning Ways, ch. 4).
const LOST: [u64; 2] = [9, 12];

#[test]
fn values_are_found_by_oracles_or_from_moves_only() {
    for method in [Method::Tame, Method::Forms, Method::Search] {
        let refused = Some(SolveError::NotByMethod { method });
        for rows in [&[][..], &[5], &LOST] {
            assert_eq!(Solver::new(Unhinted(Kayles)).by(method).grundy(rows).err(), refused, "{rows:?} by {method}");
            assert_eq!(Solver::new(Kayles).by(method).grundy(rows).err(), refused, "{rows:?} by {method}");
        }
        assert_eq!(Solver::new(Kayles).by(method).move_values(LOST).err(), refused, "by {method}");
        // What the method does answer asks for no value.
        let answered = Solver::new(Kayles).by(method).winning_moves_in(Play::Misere, [2, 1]);
        assert!(answered.is_ok_and(|wins| !wins.is_empty()), "by {method}");
        assert!(Solver::new(Kayles).by(method).explain_in(Play::Misere, [2, 2]).is_ok(), "by {method}");
    }
    for found in
        [Solver::new(Kayles).by(Method::Oracle), Solver::new(Kayles).by(Method::Values)].map(|mut s| s.grundy(12))
    {
        assert_eq!(found, Ok(Nimber::new(4)));
    }
    let mut values = Solver::new(Kayles).by(Method::Values);
    assert_eq!(values.explain(LOST).unwrap(), Solver::new(Unhinted(Kayles)).explain(LOST).unwrap());
    assert_eq!(values.control().done(), 12, "the oracle of Kayles was asked, which counts other positions");
}

#[test]
fn only_oracles_are_asked_if_they_are_forced() {
    let method = Method::Oracle;
    let mut told = Solver::new(Kayles).by(method);
    let decided = told.decide(Play::Normal, LOST).unwrap();
    assert_eq!((decided.outcome, decided.method), (Outcome::P, method));
    assert_eq!(told.explain(LOST).unwrap(), Solver::new(Kayles).explain(LOST).unwrap());
    assert_eq!(told.winning_moves([9, 5, 2]), Solver::new(Unhinted(Kayles)).winning_moves([9, 5, 2]));
    assert_eq!(told.move_values([4, 1]), Solver::new(Unhinted(Kayles)).move_values([4, 1]));
    assert!(told.memo().is_empty(), "a search left values in the memo");

    let mut untold = Solver::new(Unhinted(Kayles)).by(method);
    let refused = SolveError::NotByMethod { method };
    assert_eq!(untold.grundy(LOST), Err(refused.clone()));
    assert_eq!(untold.decide(Play::Normal, LOST), Err(refused.clone()));
    assert_eq!(untold.winning_moves(LOST), Err(refused.clone()));
    assert_eq!(untold.explain(LOST), Err(refused));
}

/// Says that every heap up to a size has this value.
struct Says {
    value: u64,
    most: u64,
}

impl<G: ImpartialGame<Position = u64>> Oracle<G> for Says {
    fn answer<'a>(&'a mut self, _: &'a G, question: Question<'a, u64>, _: &mut Control) -> Answer<'a, G::Move> {
        match question {
            Question::Value(heap) if *heap <= self.most => Answer::Value(Nimber::new(self.value)),
            _ => Answer::Unknown,
        }
    }
}

/// What one oracle does not know the one before it is asked, and the rule book at last. They contradict each other, so that the answer tells which it was.
#[test]
fn the_oracle_that_was_added_last_is_asked_first() {
    let of_rules = Solver::new(Unhinted(Kayles)).grundy(30).unwrap().get();
    for method in [None, Some(Method::Oracle)] {
        let found = [10, 20, 30].map(|row| {
            let solver = Solver::new(Kayles).with(Says { value: 100, most: 20 }).with(Says { value: 200, most: 10 });
            let mut solver = if let Some(method) = method { solver.by(method) } else { solver };
            solver.grundy(row).unwrap().get()
        });
        assert_eq!(found, [200, 100, of_rules], "{method:?}");
    }
}
