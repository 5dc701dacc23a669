//! The moves of a sum of vertices that leave an outcome, and the best of them: for tokens on a graph and for the moves of a rule book.

use crate::game::SumMove;
use crate::games::ToVertex;
use crate::loopy::value::LoopyOutcome;
use crate::loopy::values::LoopyValues;

/// A move in a sum of tokens, with the vertices that it leads from and to.
pub(super) struct Push<M> {
    pub(super) mv: SumMove<M>,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// Maximum number of pairs of a move and a reply that are compared for the best move: about a tenth of a second.
const MOST_REPLIES: u64 = 1 << 22;

impl LoopyValues {
    /// Every move of a token, in the order of tokens and edges.
    pub(super) fn pushes(&self, tokens: &[u32]) -> impl Iterator<Item = Push<ToVertex>> {
        tokens.iter().enumerate().flat_map(|(component, from)| {
            let targets = self.graph().targets(*from).iter();
            targets.map(move |to| Push { mv: SumMove { component, mv: ToVertex(*to as usize) }, from: *from, to: *to })
        })
    }

    /// Those of some moves that leave an outcome.
    pub(super) fn moves_leaving<M>(
        &self,
        tokens: &[u32],
        outcome: LoopyOutcome,
        moves: impl Iterator<Item = Push<M>>,
    ) -> Vec<SumMove<M>> {
        let sum = self.tally(tokens);
        moves.filter(|push| self.leaves(sum, push.from, push.to) == outcome).map(|push| push.mv).collect()
    }

    /// The winning move that makes progress.
    pub(super) fn progressing_move<M>(
        &self,
        tokens: &[u32],
        moves: impl Iterator<Item = Push<M>>,
    ) -> Option<SumMove<M>> {
        let sum = self.tally(tokens);
        let wins = moves.filter(|push| self.leaves(sum, push.from, push.to) == LoopyOutcome::P);
        wins.min_by_key(|push| self.progress(push.from, push.to)).map(|push| push.mv)
    }

    /// The best of all moves of a sum.
    pub(super) fn most_testing_move<M, I: Iterator<Item = Push<M>>>(
        &self,
        tokens: &[u32],
        moves: impl Fn() -> I,
    ) -> Option<SumMove<M>> {
        let sum = self.tally(tokens);
        // What a move must leave, and what a good reply leaves.
        let (wanted, good) = match self.decide(sum) {
            LoopyOutcome::N => return self.progressing_move(tokens, moves()),
            LoopyOutcome::Draw => (LoopyOutcome::Draw, LoopyOutcome::Draw),
            LoopyOutcome::P => (LoopyOutcome::N, LoopyOutcome::P),
        };
        let wanted = || moves().filter(move |push| self.leaves(sum, push.from, push.to) == wanted);
        let degree = |vertex: u32| self.graph().targets(vertex).len() as u64;
        let all: u64 = tokens.iter().map(|vertex| degree(*vertex)).sum();
        let mut pairs = 0;
        for push in wanted() {
            pairs += all - degree(push.from) + degree(push.to);
            if pairs > MOST_REPLIES {
                return wanted().next().map(|push| push.mv);
            }
        }
        let mut best: Option<(u64, u64, SumMove<M>)> = None;
        for Push { mv, from, to } in wanted() {
            let left = sum.without(from, self.labels()).with(to, self.labels());
            let (mut holding, mut replies) = (0, 0);
            for (component, vertex) in tokens.iter().enumerate() {
                let vertex = if component == mv.component { to } else { *vertex };
                for reply in self.graph().targets(vertex) {
                    replies += 1;
                    holding += u64::from(self.leaves(left, vertex, *reply) == good);
                }
            }
            // Shares are compared as fractions; their parts are at most 2^22.
            if best.as_ref().is_none_or(|(least, of, _)| holding * of < least * replies) {
                best = Some((holding, replies, mv));
            }
        }
        best.map(|(.., mv)| mv)
    }
}
