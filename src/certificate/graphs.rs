//! Checks the values of a graph that may have cycles, by its edges alone.

use std::io::BufRead;

use super::facts::Steps;
use super::text::{CertificateError, Reader, number, refused};
use crate::loopy::Digraph;
use crate::mex::MexSet;
use crate::nimber::Nimber;
use crate::search::list_bytes;

/// The values of all vertices. Each fact is a vertex, its number, and its rank among the vertices that have numbers; or a vertex and `inf`.
///
/// The rule of [`LoopyValues`](crate::loopy::LoopyValues): a vertex gets a number when each smaller one is that of an option, and each other option has an answer
/// of a lower rank; and no vertex with `inf` may get one at the end. Smaller numbers count whatever their rank: each number is proved by smaller ones, and by
/// those of its own with lower ranks.
pub(super) fn check_graph(
    graph: &Digraph,
    reader: &mut Reader<impl BufRead>,
    steps: &mut Steps<'_>,
) -> Result<u64, CertificateError> {
    let mut labels: Vec<Option<(u64, u64)>> = Vec::new();
    let first = reader.facts(|text, line| {
        let words: Vec<&str> = text.split(' ').collect();
        let label = match words[..] {
            [vertex, "inf"] => (number(vertex) == Some(labels.len())).then_some(None),
            [vertex, value, rank] => match (number::<usize>(vertex), number(value), number(rank)) {
                (Some(vertex), Some(value), Some(rank)) if vertex == labels.len() && rank < graph.vertices() as u64 => {
                    Some(Some((value, rank)))
                }
                _ => None,
            },
            _ => None,
        };
        let wrong = || refused(line, format!("a fact is vertex {}, its number and its rank, or inf", labels.len()));
        labels.push(label.ok_or_else(wrong)?);
        Ok(steps.add_fact(list_bytes(&labels, 0))?)
    })?;
    if labels.len() != graph.vertices() {
        return Err(reader.refused(format!("the graph has {} vertices", graph.vertices())));
    }
    let options = |vertex: usize| graph.options(vertex).expect("a vertex of the graph");
    for (vertex, label) in labels.iter().enumerate() {
        let refuse = |reason: String| Err(refused(first + vertex as u64, reason));
        // A vertex with `inf` is tested for the only number that it could get after all others: the mex of its
        // options.
        let (number, rank) =
            label.unwrap_or_else(|| (mex_of(options(vertex).filter_map(|option| labels[option])), u64::MAX));
        let mut smaller = MexSet::new();
        let mut blocked = None;
        for option in options(vertex) {
            steps.tick()?;
            match labels[option] {
                Some((other, _)) if other == number => blocked = Some(option),
                Some((other, _)) if other < number => smaller.insert(Nimber::new(other)),
                _ => {
                    // An answer that was assigned later would rely on itself, which proves nothing.
                    let answers = options(option)
                        .any(|answer| labels[answer].is_some_and(|(other, at)| other == number && at < rank));
                    // Any other option must have an answer: a move to a vertex that got the number before.
                    blocked = blocked.or((!answers).then_some(option));
                }
            }
        }
        match (label, blocked) {
            (Some(_), Some(option)) => {
                return refuse(format!("no move goes from vertex {option} back to the number {number}"));
            }
            (Some(_), None) if smaller.mex() != Nimber::new(number) => {
                return refuse(format!("no option has the number {}", smaller.mex()));
            }
            (None, None) => return refuse(format!("vertex {vertex} may get the number {number}")),
            _ => {}
        }
    }
    Ok(labels.len() as u64)
}

fn mex_of(labels: impl Iterator<Item = (u64, u64)>) -> u64 {
    let mut told = MexSet::new();
    labels.for_each(|(number, _)| told.insert(Nimber::new(number)));
    told.mex().get()
}
