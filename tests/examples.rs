//! The example `loopy`, run as a program: what it prints, and what bad input gets.

mod support;

use support::programs::{Example, is_refusal};

static PROGRAM: Example = Example::new("loopy");

#[test]
fn the_default_graph_has_a_draw_and_says_why() {
    let out = PROGRAM.printed(&[]);
    assert!(out.contains("\n4       ∞_{1}     draw\n"), "{out}");
    assert!(out.contains("\nNo option is *0, but from 4 there is no move to *0: ∞_{1}.\n"), "{out}");
    let sum = "\nTokens on 4 + 1: ∞_{1} + *1 = ∞_{0}\noutcome: N\nwins: component 1: to 1\n";
    assert!(out.ends_with(&format!("{sum}draws: component 2: to 0\nplay: component 1: to 1\n")), "{out}");
}

#[test]
fn a_graph_and_tokens_are_read() {
    let out = PROGRAM.printed(&["0>1,1>0,1>2", "1"]);
    assert!(
        out.ends_with("= *1\noutcome: N\nwins: component 1: to 0\nwins: component 1: to 2\nplay: component 1: to 2\n"),
        "{out}"
    );
    assert!(!PROGRAM.printed(&["0>1,1>0"]).contains("outcome"));
    // Of a larger graph only the vertices of the sum are explained.
    assert_eq!(PROGRAM.printed(&["1>0,30>30", "30"]).matches("\nVertex ").count(), 1);
    assert_eq!(PROGRAM.printed(&["-"]), "graph: -\n\nvertex  value     won\n");
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let cases: [(&[&str], &str); 8] = [
        (&[""], "``, character 1: a vertex is missing"),
        (&["0>1,1>"], "`0>1,1>`, character 7: a vertex is missing"),
        (&["0>x"], "`0>x`, character 3: a vertex is a whole number, and `x` is not a digit"),
        (&["0>1>2"], "an edge is written 0>1, and `0>1>2` has too many vertices"),
        (&["0>99999999"], "a vertex is less than 1048576, and here is 99999999"),
        (&["0>1", "2"], "`2`, character 1: there is no vertex 2, only 2 vertices"),
        (&["0>1", "0", "1"], "unexpected argument '1'"),
        (&["0>1", "0,\n"], "`0,\\n`, character 4: a vertex is missing"),
    ];
    for (arguments, expected) in cases {
        let error = is_refusal(arguments, &PROGRAM.run(arguments));
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
