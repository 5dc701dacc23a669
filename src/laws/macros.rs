//! Modules of tests, one test for each law.

/// Makes a module of tests, one for each law: `laws!(name, game, strategy of positions)`; with `, notation` at the end
/// also the law of texts.
///
/// The game and the strategy are expressions. Names in them are those in scope where the macro is called.
///
/// Positions should be small. A position that is too large to be checked by brute force breaks no law: smaller positions that play
/// reaches from it are checked instead, or it is left out. The steps of each test are bounded. If almost every input of a law was left
/// out, a note goes to standard error; if every input with a move was, the test fails: see [the module](mod@crate::laws).
///
/// ```
/// # mod tests {
/// use grundy::Kayles;
///
/// grundy::laws!(kayles, Kayles, 0..12_u64);
/// # }
/// ```
#[macro_export]
macro_rules! laws {
    ($name:ident, $game:expr, $positions:expr $(,)?) => {
        $crate::laws!(@module $name, $game, $positions, {});
    };
    ($name:ident, $game:expr, $positions:expr, notation $(,)?) => {
        $crate::laws!(@module $name, $game, $positions, {
            #[test]
            fn text_reads_back() {
                $crate::laws::assert_notation(&$game, $positions);
            }
        });
    };
    (@module $name:ident, $game:expr, $positions:expr, {$($more:item)*}) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports, clippy::allow_attributes, clippy::wildcard_imports)]
            use super::*;

            $crate::laws! {@tests $game, $positions,
                moves_repeat: MovesRepeat,
                moves_are_finite: MovesFinite,
                play_ends: PlayEnds,
                value_is_mex: ValueIsMex,
                zero_is_p: ZeroIsP,
                twins_are_p: TwinsAreP,
                sum_is_xor: SumIsXor,
                every_method_finds_outcome: EveryMethodFindsOutcome,
                allows_is_moves: Allows,
                options_is_moves_and_play: Options,
                memo_key_keeps_the_game: MemoKey,
                known_value_is_the_value: KnownValue,
                known_outcome_is_the_outcome: KnownOutcome($crate::Play::Normal),
                known_misere_outcome_is_the_outcome: KnownOutcome($crate::Play::Misere),
                moves_leaving_are_all: MovesLeaving,
                winning_moves_win: WinningMoves,
                best_player_beats_random: BestMove,
            }
            $($more)*
        }
    };
    (@tests $game:expr, $positions:expr, $($test:ident: $law:ident $(($play:expr))?,)*) => {$(
        #[test]
        fn $test() {
            $crate::laws::assert_law($crate::laws::Law::$law $(($play))?, &$game, $positions);
        }
    )*};
}

/// Makes a module of tests, one for each theorem of compounds: `compound_laws!(name, game, strategy of positions)`.
///
/// The compounds have up to two components and are searched as whole positions, so positions should be smaller than for
/// [`laws!`](crate::laws!). Inputs that are too large are left out, as there.
///
/// ```
/// # mod tests {
/// use grundy::Kayles;
///
/// grundy::compound_laws!(kayles, Kayles, 0..5_u64);
/// # }
/// ```
#[macro_export]
macro_rules! compound_laws {
    ($name:ident, $game:expr, $positions:expr $(,)?) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports, clippy::allow_attributes, clippy::wildcard_imports)]
            use super::*;

            $crate::compound_laws! {@dozen $game, $positions,
                disjunctive_long_normal: Disjunctive Long Normal,
                disjunctive_long_misere: Disjunctive Long Misere,
                disjunctive_short_normal: Disjunctive Short Normal,
                disjunctive_short_misere: Disjunctive Short Misere,
                conjunctive_long_normal: Conjunctive Long Normal,
                conjunctive_long_misere: Conjunctive Long Misere,
                conjunctive_short_normal: Conjunctive Short Normal,
                conjunctive_short_misere: Conjunctive Short Misere,
                selective_long_normal: Selective Long Normal,
                selective_long_misere: Selective Long Misere,
                selective_short_normal: Selective Short Normal,
                selective_short_misere: Selective Short Misere,
            }

            $crate::laws! {@tests $game, $positions,
                ordinal_sum: OrdinalSum,
                sequential_normal: Sequential($crate::Play::Normal),
                sequential_misere: Sequential($crate::Play::Misere),
                tartan_product: TartanProduct,
                acrostic_product: AcrosticProduct,
                at_most: AtMost,
                hypergraph: Hypergraph,
                truncate: Truncate,
            }
        }
    };
    (@dozen $game:expr, $positions:expr, $($test:ident: $kind:ident $ends:ident $play:ident,)*) => {$(
        #[test]
        fn $test() {
            let way = $crate::compound::Way {
                kind: $crate::compound::Kind::$kind,
                ends: $crate::compound::Ends::$ends,
                play: $crate::Play::$play,
            };
            $crate::laws::assert_law($crate::laws::Law::Compound(way), &$game, $positions);
        }
    )*};
}
