//! The tests of the library, one module for each subject; what they share is in `support`.

mod support;

mod any;
mod canonical;
mod chomp;
mod chomp_files;
mod chomp_tables;
mod codes;
mod coins;
mod combinators;
mod compounds;
mod cousins;
mod engine;
mod extremes;
mod front_ends;
mod genus;
mod laws;
mod loopy;
mod loopy_rules;
mod misere_sums;
mod nim_products;
mod no_panic;
mod peers;
mod periods;
mod posets;
mod products;
mod quotients;
mod render;
mod rule_books;
mod sequences;
mod tables;
mod texts;
mod true_games;
mod values;
mod worked_cases;
mod wrappers;
