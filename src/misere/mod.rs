//! Misère play: who makes the last move loses.

pub mod quotient;
