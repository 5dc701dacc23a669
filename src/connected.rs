//! The connected parts of a graph, whose vertices are the numbers of a set or the bits of a word.

use crate::components::Components;
use crate::subset::Subset;

/// The connected parts of the graph on the numbers of a set in which number *b* is joined to the numbers of `touching[b]`, in the order of
/// their least numbers. All numbers of the set are indices of `touching`.
pub(crate) fn connected_subsets(set: Subset, touching: &[Subset]) -> Components<Subset> {
    if let Some(word) = set.word() {
        return connected_parts(word, word, |number| touching[number].first_word()).map(Subset::from_word).collect();
    }
    let mut parts = Components::new();
    let mut rest = set;
    while let Some(first) = rest.least() {
        rest.remove(first);
        let (mut open, mut part) = (vec![first], Subset::new());
        while let Some(number) = open.pop() {
            part.insert(number);
            // What was met before is in `rest` no more.
            rest.take_common(&touching[number], &mut open);
        }
        parts.push(part);
    }
    parts
}

/// The connected parts of the graph on the bits of `word` in which bit *b* is joined to the bits of `touching(b)`, each as a
/// word. Of each part at least one bit is in `near`, a part of `word`, and parts come in the order of the lowest of these. The fewer
/// there are, the sooner it is seen that all that is left is one part.
#[inline]
pub(crate) fn connected_parts(word: u64, near: u64, touching: impl Fn(usize) -> u64) -> impl Iterator<Item = u64> {
    let (mut rest, mut near) = (word, near);
    std::iter::from_fn(move || {
        // The lowest bit of `near`: every part that is still to come has a bit there.
        let mut part = near & near.wrapping_neg();
        let mut open = part;
        // The fill stops as soon as it has met all of `near`: then no other part follows, and all that is left belongs to this one.
        while open != 0 && near & !part != 0 {
            let found = touching(open.trailing_zeros() as usize) & rest & !part;
            open = (open & (open - 1)) | found;
            part |= found;
        }
        if near & !part == 0 {
            part = rest;
        }
        rest &= !part;
        near &= !part;
        (part != 0).then_some(part)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::connected::connected_subsets;
    use crate::subset::Subset;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Labels that spread along edges until nothing changes. The set is of one word, or of several.
        #[test]
        fn parts_are_the_vertices_that_labels_reach(
            vertices in 1..200_usize,
            edges in prop::collection::vec((0..200_usize, 0..200_usize), 0..150),
            missing in prop::collection::vec(0..200_usize, 0..40),
        ) {
            let mut touching = vec![Subset::new(); vertices];
            let edges: Vec<_> = edges.iter().map(|(one, other)| (one % vertices, other % vertices)).collect();
            for (one, other) in &edges {
                touching[*one].insert(*other);
                touching[*other].insert(*one);
            }
            let set = Subset::below(vertices).difference(&missing.into_iter().collect());
            let mut label: Vec<usize> = (0..vertices).collect();
            let mut changed = true;
            while changed {
                changed = false;
                for (one, other) in edges.iter().filter(|(one, other)| set.contains(*one) && set.contains(*other)) {
                    let least = label[*one].min(label[*other]);
                    changed |= label[*one] != least || label[*other] != least;
                    (label[*one], label[*other]) = (least, least);
                }
            }
            let expected: Vec<Subset> = set
                .iter()
                .filter(|vertex| label[*vertex] == *vertex)
                .map(|first| set.iter().filter(|vertex| label[*vertex] == first).collect())
                .collect();
            prop_assert_eq!(&*connected_subsets(set, &touching), &*expected);
        }
    }
}
