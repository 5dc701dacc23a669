//! Certificates: results that can be checked by somebody who does not trust this crate.
//!
//! A certificate is a text. It says what is claimed, and lists facts from which the claim follows; each fact follows from others by the rules
//! of the game alone. [`Certificate`] makes one of what a solver has found, and [`check`] checks it, without any solver.
//!
//! ```
//! use grundy::certificate::{self, Certificate};
//! use grundy::{AnyGame, Control, Notation, Registry, Solver};
//!
//! let game: AnyGame = "kayles".parse()?;
//! let rows = game.parse("5,6")?;
//! let mut text = Vec::new();
//! let mut solver = Solver::new(&game);
//! Certificate::of_value(&mut solver, &game, &rows)?.write(&mut text)?;
//!
//! let claim = certificate::check(&Registry::standard(), &text[..], &mut Control::new())?;
//! assert_eq!(claim.text, "the Grundy value of kayles 5,6 is *7");
//!
//! let altered = String::from_utf8(text)?.replace("\n4 5\n", "\n2 5\n"); // says that a row of 5 is worth *2
//! let refused = certificate::check(&Registry::standard(), altered.as_bytes(), &mut Control::new());
//! assert!(refused.is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//!
//! The first line is `grundy certificate 1` and the kind of the claim. Then come fields, each in a line of its own, `name: text`, in this
//! order; a blank line; the facts, one in a line; and `facts: ` with their number. What is called a heap, a vertex or an element is a number
//! from 0 on.
//!
//! | kind | fields | facts | what is checked |
//! |---|---|---|---|
//! | `value` | `game`, `position`, `answer` (a number) | values of components: `4 5,6`, the value first | no option has the value; every smaller number is the value of some option; an option without a told value has an option with the value itself. The answer is the nim-sum |
//! | `outcome` | the same, `answer` is N or P | the same | the same; P if the nim-sum is 0; N if it is not, or if an option has nim-sum 0 |
//! | `misere` | the same | forms, what is equal to them, and sums that are lost: see below | forms by the rule for reversible options; every option of a lost sum has an option that is lost, or is one form that is won; a lost sum has not ended |
//! | `period` | `code`, `preperiod`, `period` | heaps with values, up to the end of the first period | the mex for every heap that the theorem of Guy and Smith needs; no smaller preperiod and no smaller period do |
//! | `quotient` | `code`, `heaps`, `order`, `p-portion`, `period` (two numbers, or `none`) | the products of each element with all elements; then the element of each heap | the monoid, its generators, that elements are told apart, and the theorem of [`MisereQuotient::verify`](crate::misere::quotient::MisereQuotient::verify) |
//! | `positions` | `game`, `position`, `order`, `p-portion` | the products of each element with all elements; then elements of components: `3 5,6`, the element first | the same, without a period, for all positions that play can reach from the position and no others |
//! | `loopy` | `graph` | vertices with number and rank, or `inf` | numbers follow the rule of [`LoopyValues`](crate::loopy::LoopyValues), where an answer to an option has a lower rank, and no further one can be |
//! | `chomp-losing` | `tiles` | all losing boards of at most that many tiles | every board, by its moves |
//!
//! A component without moves has value 0, or element 0, and need not be told. Nor need the value of a sum of two equal components, which is 0. Components are compared by their [memo
//! keys](crate::ImpartialGame::memo_key), which are part of the rules, as are [`options`](crate::ImpartialGame::options); the law suite
//! holds both against the plain moves. The game must end, except for the kind `loopy`.
//!
//! # Misère play
//!
//! In misère play equal components do not cancel, and a sum has no value. But a small component may stand for another one that is equal to it in
//! every sum, and certificates say so: many sums become few. There are five kinds of lines. Forms are numbered from 1 on in the order of their lines,
//! components from 0 on; a line speaks of what is told before it.
//!
//! | line | says |
//! |---|---|
//! | `form 0 2` | the next form is the game with the options form 0 and form 2; form 0 is the game that has ended |
//! | `sum 1 2 3` | the sum of forms 1 and 2 is equal to form 3 |
//! | `equal 3 5,6` | the next component is this one, and it is equal to form 3 |
//! | `component 9` | the next component is this one, and stands for itself |
//! | `lost 0 0 *4` | the sum of component 0, component 0 and form 4 is lost for whoever is to move |
//!
//! A game whose options have the forms *H* is equal to form *F* if all options of *F* are in *H*, each other member of *H* has *F* as an option, and, where *F* has
//! no options and *H* has members, one of these is lost. These are the rules of Grundy, Smith and Conway for
//! [canonical forms](crate::misere::canonical); the checker needs none to be canonical. A sum is lost if it has options, and each of them has an option that is lost. Before sums are
//! compared, forms stand for the components that are equal to them, and the two forms with the smallest numbers are added as long as their sum is told. The same is done to an option
//! of a component before it is put beside the rest of a sum.
//!
//! Theorem (Grundy, Smith and Conway): if the game *G* with the options *H* passes for the form *F*, then *G* + *X* and *F* + *X* have the same outcome in misère
//! play, for every game *X*. Proof by induction on the length of *X*, for each way to win one of the two sums. A move to an option of *F* wins both or neither, and
//! so does a move in *X*, by induction. Say that a move to another member of *H* wins *G* + *X*. It leaves a lost sum; all options of that are won, and *F* + *X* is one of
//! them. Last, somebody may win because he cannot move. If that is in *G* + *X*, then *H* is empty, and so is the set of options of *F*. If that is in *F* + *X*, then *X* has ended, and
//! *G* has ended too, or the proviso gives it a move that wins.
//!
//! So all lines that pass are true. The line of a component relies on lines about components of its options, and about sums of their forms. All these are shorter in play than
//! the component: the options of a form that passes are forms of options of the component, so that the form is no longer in play than the component. The same holds for
//! sums of forms. So lines rely on each other in no circle, though they stand in any order, and induction on the length of play proves them all; then, in the same way, all
//! lost sums.
//!
//! ```
//! use grundy::{Control, Registry, certificate};
//!
//! let check = |facts: &str, answer: &str| {
//!     let head = format!("grundy certificate 1 misere\ngame: kayles\nposition: 4,2,2\nanswer: {answer}\n\n");
//!     let text = format!("{head}{facts}facts: {}\n", facts.lines().count());
//!     certificate::check(&Registry::standard(), text.as_bytes(), &mut Control::new()).map(|claim| claim.text)
//! };
//! // A row of 4 is equal to a row of 1; two rows of 2 leave forms 2 and 3, and are form 4, as the sum that is told last.
//! let heaps = "form 0\nform 0 1\nform 0 1 2\nform 2 3\nequal 1 1\nequal 2 2\nequal 3 3\nequal 1 4\n";
//! let sums = "sum 1 1 0\nsum 1 2 3\nsum 1 3 2\nsum 2 2 4\n";
//! // Their sum with form 1: from 1 + 2 + 2 one may take the 1, and 2 + 2 is lost.
//! assert_eq!(check(&format!("{heaps}{sums}"), "N").unwrap(), "kayles 4,2,2 is N in misère play");
//! // Form 4 is not form 0: from forms 2 and 3 one can move back to 0, but then the opponent, who cannot move, has won.
//! assert!(check(&format!("{heaps}{}", sums.replace("2 2 4", "2 2 0")), "N").is_err());
//! ```
//!
//! # Cost
//!
//! Memory is one entry for each fact; in misère play also the components that were met, and the options of those that were moved in. All these are counted
//! under the limit on bytes of the control. Time is that of all options of all facts, and for options whose value is not told, of the options of these. So
//! a check is at least as fast as an exhaustive search, and needs no more positions than the proof.
//!
//! A check may take much longer than the answer took, wherever the answer did not come from a search: a theorem or a closed form told it, or an engine for
//! one kind of game that leaves out most of the work. To find the facts of such a certificate takes long as well, if they are values of components that the
//! solver never looked at. The checker uses none of these means, and computes by plain moves: an error in them would be in the answer and in its check.
//!
//! | answer | found by | time | check |
//! |---|---|---|---|
//! | the period of 0.16 | the engine for sparse values | 0.04 s | more than 45 s: all pairs of heaps |
//! | all losing boards of Chomp of at most 50 tiles | tables of smaller losing boards | 0.05 s | 3.7 s: all moves of all boards |
//! | who wins 377 and 610 in Wythoff's game | the golden ratio | microseconds | 24 s, after 35 s for 233 facts |
//! | who wins with five coins up to place 31 in Welter's game | Welter's formula | microseconds | 0.16 s, after 1.1 s for 10 214 facts |

mod boards;
mod check;
mod facts;
mod graphs;
mod heaps;
mod misere;
mod options;
mod positions;
mod quotients;
mod read;
mod text;
mod value_proof;
mod write;

pub use check::{Claim, check};
pub use options::export_options;
pub use read::read_quotient;
pub use text::CertificateError;
pub use write::Certificate;
