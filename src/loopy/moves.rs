//! The moves of a sum that leave a given outcome, and the best move. Both tokens on a graph and the moves of a rule book use this file.

use crate::found_moves::FoundMoves;
use crate::game::SumMove;
use crate::loopy::digraph::{NoVertexError, ToVertex};
use crate::loopy::value::LoopyOutcome;
use crate::loopy::values::LoopyValues;

/// A move in a sum of tokens. It pushes one token from a vertex to another.
pub(super) struct Push<M> {
    pub(super) mv: SumMove<M>,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// Maximum number of pairs of a move and a reply that are compared for the best move. A guard that keeps the time below a second; no
/// bench covers it.
const MOST_REPLIES: u64 = 1 << 22;

impl LoopyValues {
    /// Every move of a token, in the order of tokens and edges.
    pub(super) fn pushes(&self, tokens: &[u32]) -> impl Iterator<Item = Result<Push<ToVertex>, NoVertexError>> {
        tokens.iter().enumerate().flat_map(|(component, from)| {
            let push = move |to: u32| Push { mv: SumMove { component, mv: ToVertex(to as usize) }, from: *from, to };
            self.graph().targets(*from).iter().map(move |to| Ok(push(*to)))
        })
    }

    /// The moves that leave this outcome. All of these functions end with the first error among the moves.
    pub(super) fn moves_leaving<M, E>(
        &self,
        tokens: &[u32],
        outcome: LoopyOutcome,
        moves: impl Iterator<Item = Result<Push<M>, E>>,
    ) -> Result<FoundMoves<M>, E> {
        self.leaving(tokens, outcome, moves).map(|push| Ok(push?.mv)).collect()
    }

    /// The first winning move with the least [progress](Self::progress).
    pub(super) fn progressing_move<M, E>(
        &self,
        tokens: &[u32],
        moves: impl Iterator<Item = Result<Push<M>, E>>,
    ) -> Result<Option<SumMove<M>>, E> {
        let mut best: Option<(i64, SumMove<M>)> = None;
        for push in self.leaving(tokens, LoopyOutcome::P, moves) {
            let Push { mv, from, to } = push?;
            let progress = self.progress(from, to);
            if best.as_ref().is_none_or(|(least, _)| progress < *least) {
                best = Some((progress, mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }

    /// The best move of a sum: see [`best_move`](Self::best_move).
    pub(super) fn most_testing_move<M, E>(
        &self,
        tokens: &[u32],
        moves: impl Iterator<Item = Result<Push<M>, E>>,
    ) -> Result<Option<SumMove<M>>, E> {
        let sum = self.tally(tokens);
        // The outcome that our move must leave, and that which a good reply of the opponent leaves. From a P-position
        // every move leaves N.
        let (outcome, good) = match self.decide(sum) {
            LoopyOutcome::N => return self.progressing_move(tokens, moves),
            LoopyOutcome::Draw => (LoopyOutcome::Draw, LoopyOutcome::Draw),
            LoopyOutcome::P => (LoopyOutcome::N, LoopyOutcome::P),
        };
        let degree = |vertex: u32| self.graph().targets(vertex).len() as u64;
        let all: u64 = tokens.iter().map(|vertex| degree(*vertex)).sum();
        // The replies are counted before any is looked at: the guard is met at once or not at all.
        let (mut pairs, mut wanted) = (0, Vec::new());
        for push in self.leaving(tokens, outcome, moves) {
            let push = push?;
            // The moves of the sum after the push: those of the token are exchanged for those from its new vertex.
            pairs += all - degree(push.from) + degree(push.to);
            wanted.push(push);
            if pairs > MOST_REPLIES {
                return Ok(wanted.into_iter().next().map(|push| push.mv));
            }
        }
        let mut best: Option<(u64, u64, SumMove<M>)> = None;
        for Push { mv, from, to } in wanted {
            let left = sum.without(from, self.labels()).with(to, self.labels());
            let (mut good_replies, mut replies) = (0, 0);
            for (component, vertex) in tokens.iter().enumerate() {
                let vertex = if component == mv.component { to } else { *vertex };
                for reply in self.graph().targets(vertex) {
                    replies += 1;
                    good_replies += u64::from(self.leaves(left, vertex, *reply) == good);
                }
            }
            // Compare the shares of good replies as fractions. No overflow: all numbers are at most MOST_REPLIES. No
            // share is 0 of 0: what is left is N or a draw, so that the opponent has a move.
            if best.as_ref().is_none_or(|(least, of, _)| good_replies * of < least * replies) {
                best = Some((good_replies, replies, mv));
            }
        }
        Ok(best.map(|(.., mv)| mv))
    }

    /// Those of the moves that leave this outcome, and errors among them.
    fn leaving<M, E>(
        &self,
        tokens: &[u32],
        outcome: LoopyOutcome,
        moves: impl Iterator<Item = Result<Push<M>, E>>,
    ) -> impl Iterator<Item = Result<Push<M>, E>> {
        let sum = self.tally(tokens);
        let is_wanted = move |push: &Push<M>| self.leaves(sum, push.from, push.to) == outcome;
        moves.filter(move |push| push.as_ref().map_or(true, &is_wanted))
    }
}
