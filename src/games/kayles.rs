//! Kayles.

use crate::components::Components;
use crate::game::ImpartialGame;
use crate::heap::{Row, RowMove};

/// Kayles: knock down one pin, or two that stand next to each other, in a row of pins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kayles;

const RULES: Row = Row { fewest: 1, most: 2 };

impl ImpartialGame for Kayles {
    type Position = u64;
    type Move = RowMove;

    fn moves(&self, pins: &u64) -> impl Iterator<Item = RowMove> {
        RULES.moves(*pins)
    }

    fn play(&self, pins: &u64, mv: &RowMove) -> Components<u64> {
        Row::play(*pins, *mv)
    }

    fn allows(&self, pins: &u64, mv: &RowMove) -> bool {
        RULES.allows(*pins, *mv)
    }

    fn options(&self, pins: &u64) -> impl Iterator<Item = Components<u64>> {
        RULES.options(*pins)
    }
}
