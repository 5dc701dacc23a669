//! The house keeps its rules: who may import whom, and that every rule book stands everywhere it must.

mod imports;
mod rule_books;
