//! The genus and tame games: published values, the definition by brute force, and the theorem on sums of tame games.

mod support;

use std::collections::BTreeSet;

use grundy::laws::{GameTable, game_tables};
use grundy::measures::{Genus, GenusValue, TameClass, Tameness, Temper};
use grundy::{
    Components, Either, ExplicitGame, ImpartialGame, Kayles, LaskersNim, Nim, Nimber, Outcome, Play, SolveError,
    Solver, Table, UNLIMITED, Unhinted, evaluate,
};
use proptest::prelude::*;
use support::naive;

const KAYLES: &str = include_str!("data/misere-kayles-genus.txt");

#[test]
fn genera_of_kayles_are_the_published_ones() {
    let mut solver = Solver::new(Kayles);
    for line in KAYLES.lines().skip(1) {
        let (heap, genus) = line.split_once(' ').unwrap();
        assert_eq!(solver.genus(heap.parse::<u64>().unwrap()).unwrap().to_string(), genus, "heap {heap}");
    }
}
