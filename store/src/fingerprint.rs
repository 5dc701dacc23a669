//! What tells rule books of one name apart.

use std::collections::{HashSet, VecDeque};

use grundy::{Components, Notation};

use crate::filter::hash;

/// Positions that the walk finds at most.
const MOST_POSITIONS: usize = 1 << 10;
/// Options that are looked at, of all positions together. From four spots of Sprouts they take 50 ms, for most games a few.
const MOST_OPTIONS: usize = 1 << 12;

/// The name of a game with a number for what its rule book does, `NAME [NUMBER]`, under which [`Disk`](crate::Disk) and `Server` keep its values: where
/// rules have changed, values of the old ones are not taken for those of the new. `grundy` names games so, with the examples of `grundy games`.
///
/// The number, 16 hexadecimal digits, is a hash of the positions that play can reach from an example, breadth first: of each the text of its [memo
/// key](grundy::ImpartialGame::memo_key), and of its [options](grundy::ImpartialGame::options) in any order. The walk finds at most 1024 positions, and
/// looks at 2^12 options. So a change of the rules is seen if it shows there: an example larger than the numbers in the rules is a good one. Hints that tell
/// values are not looked at. The number is the same from run to run and from machine to machine.
///
/// ```
/// use grundy::Subtraction;
/// use grundy_store::name_by_rules;
///
/// let name = |set: &[u64], heap: u64| name_by_rules("squares", &Subtraction::new(set.to_vec()).unwrap(), heap);
/// assert_eq!(name(&[1, 4], 9), "squares [7ae6b976bf4829f8]");
/// assert_ne!(name(&[1, 4, 9], 9), name(&[1, 4], 9));
/// assert_eq!(name(&[1, 4, 9], 8), name(&[1, 4], 8)); // the example is too small
/// ```
pub fn name_by_rules<G: Notation>(name: &str, game: &G, example: impl Into<Components<G::Position>>) -> String {
    format!("{name} [{:016x}]", fingerprint(game, example.into()))
}

/// The game of a file and the one that was wanted, `FOUND, not of WANTED`, without the numbers; where they differ in these alone, by their rules.
pub(crate) fn told_apart(found: &str, wanted: &str) -> String {
    let without_numbers = |name: &str| {
        let names = name.split(" + ").map(|one| one.split(" [").next().unwrap_or(one));
        names.collect::<Vec<_>>().join(" + ")
    };
    let has_number = found.contains(" [");
    let (mut found, mut wanted) = (without_numbers(found), without_numbers(wanted));
    if found == wanted {
        found += if has_number { " by other rules" } else { " by rules that it does not tell" };
        wanted += " by those of this program";
    }
    format!("{found}, not of {wanted}")
}

/// The walk is not [`grundy::reachable`], which ends where it has found as many positions as it may: here those that wait are looked at too.
fn fingerprint<G: Notation>(game: &G, example: Components<G::Position>) -> u64 {
    let (mut found, mut queue, mut left) = (HashSet::new(), VecDeque::new(), MOST_OPTIONS);
    let mut note = |component: G::Position, queue: &mut VecDeque<_>| {
        let key = game.memo_key(component);
        if found.len() < MOST_POSITIONS && found.insert(key.clone()) {
            queue.push_back(key);
        }
    };
    example.into_iter().for_each(|component| note(component, &mut queue));
    let mut told = Vec::new();
    while let Some(position) = queue.pop_front() {
        let mut options = Vec::new();
        for option in game.options(&position).take(left) {
            options.push(game.text(&option));
            option.into_iter().for_each(|component| note(component, &mut queue));
        }
        left -= options.len();
        options.sort_unstable();
        told.extend(hash(game.text(&[position]).as_bytes()).to_le_bytes());
        told.extend(hash(options.join("\n").as_bytes()).to_le_bytes());
    }
    hash(&told)
}

#[cfg(test)]
mod tests {
    use grundy::chomp::{Board, Chomp};
    use grundy::{Components, ImpartialGame, NotationError};

    use super::*;

    /// Heaps of which any number up to three may be taken, but not of heaps of this size.
    struct ButOf(u64);

    impl ImpartialGame for ButOf {
        type Position = u64;
        type Move = u64;

        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            let most = if *heap == self.0 { 0 } else { 3.min(*heap) };
            1..=most
        }

        fn play(&self, heap: &u64, taken: &u64) -> Components<u64> {
            heap.saturating_sub(*taken).into()
        }
    }

    impl Notation for ButOf {
        fn component_name(&self, _: &u64) -> &'static str {
            "heap"
        }

        fn parse(&self, text: &str) -> Result<Components<u64>, NotationError> {
            Err(NotationError::new(text, 0, "not read in this test"))
        }

        fn text(&self, heaps: &[u64]) -> String {
            format!("{heaps:?}")
        }
    }

    /// A change at any depth that the walk comes to gives another number, and one beyond it does not.
    #[test]
    fn a_change_of_one_position_is_seen() {
        let numbers: HashSet<u64> = (0..500).map(|heap| fingerprint(&ButOf(heap), 400.into())).collect();
        // Heap 0 has no move in any case, as heaps above 400 have no part in it.
        assert_eq!(numbers.len(), 401);
        let far = |heap| fingerprint(&ButOf(heap), 100_000.into());
        assert_eq!(far(1), far(2));
        assert_ne!(far(1), far(99_990));
    }

    /// Also where a position has more options than the walk finds positions.
    #[test]
    fn a_wide_position_is_looked_at() {
        let board = |rows, columns| Board::rectangle(rows, columns).unwrap().into();
        let wide = [(33, 32), (32, 32), (200, 100), (1, 1)]
            .map(|(rows, columns)| fingerprint(&Chomp::poisoned(), board(rows, columns)));
        assert_eq!(HashSet::from(wide).len(), 4);
    }
}
