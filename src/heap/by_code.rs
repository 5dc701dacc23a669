//! Rule books that know values of a code and play by its rules.

/// The rules of `self.code()`, for an `impl` of `ImpartialGame`.
macro_rules! rules_of_the_code {
    () => {
        type Position = u128;
        type Move = BreakMove;

        fn moves(&self, heap: &u128) -> impl Iterator<Item = BreakMove> {
            self.code().moves(heap)
        }

        fn play(&self, heap: &u128, mv: &BreakMove) -> Components<u128> {
            self.code().play(heap, mv)
        }

        fn allows(&self, heap: &u128, mv: &BreakMove) -> bool {
            self.code().allows(heap, mv)
        }

        fn options(&self, heap: &u128) -> impl Iterator<Item = Components<u128>> {
            self.code().options(heap)
        }
    };
}
pub(super) use rules_of_the_code;

/// The notation of `self.code()`.
macro_rules! notation_of_the_code {
    ($game:ty) => {
        /// Heaps are written as in the [code](TakeAndBreak): numbers with commas between them.
        impl Notation for $game {
            fn component_name(&self, heap: &u128) -> &'static str {
                self.code().component_name(heap)
            }

            fn parse(&self, text: &str) -> Result<Components<u128>, NotationError> {
                self.code().parse(text)
            }

            fn text(&self, heaps: &[u128]) -> String {
                self.code().text(heaps)
            }
        }
    };
}
pub(super) use notation_of_the_code;
