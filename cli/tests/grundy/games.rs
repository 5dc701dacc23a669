//! `grundy games`: every game with a position that `grundy solve` reads.

use grundy::Registry;

use crate::programs::{Tool, own_games, text};

#[test]
fn every_game_of_the_registry_is_listed_and_solved() {
    let (printed, json) = (Tool("games").printed(&[]), Tool("games").json(&[]));
    let games = json["games"].as_array().unwrap();
    assert_eq!(games.len(), Registry::standard().iter().count());
    for (entry, listed) in Registry::standard().iter().zip(games) {
        let [name, game, position, between, description] =
            ["name", "game", "position", "between", "description"].map(|field| listed[field].as_str().unwrap());
        assert_eq!([name, game, position], [entry.name(), entry.sample(), entry.example()]);
        assert!(!description.is_empty(), "{game}");
        let line = printed.lines().find(|line| line.split_whitespace().next() == Some(game)).unwrap();
        assert!(line.contains(position) && line.ends_with(description), "{line}");
        let solved = Tool("solve").json(&[game, position]);
        assert_eq!((&solved["game"], &solved["position"]), (&listed["game"], &listed["position"]));
        // What joins components makes the same position twice.
        if !between.is_empty() {
            let twice = Tool("solve").json(&[game, &[position, position].join(between), "--outcome"]);
            assert_eq!(twice["outcome"], "P", "{game} {twice}");
        }
        // The parameter may stand by itself.
        if let Some((name, parameter)) = game.split_once(':') {
            assert_eq!(Tool("solve").json(&[name, parameter, position]), solved);
        }
    }
}

#[test]
fn shells_complete_the_names_of_games() {
    for shell in ["bash", "zsh", "fish"] {
        let script = Tool("completions").printed(&[shell]);
        for entry in &Registry::standard() {
            // Scripts for fish complete options only.
            assert!(shell == "fish" || script.contains(entry.name()), "{shell}: {}", entry.name());
        }
        assert!(script.contains("misere"), "{shell}");
        // With all other commands that take a game: of each the name of the last game stands in the script.
        let named = script.matches("silver-dollar").count();
        assert!(shell != "bash" || named >= 6, "{shell}: {named}");
    }
    Tool("completions").is_refused(&["basic"]);
    Tool("completions").is_refused(&[]);
}

/// By hand, where a move takes a square: heaps of 0 to 4 counters have the values 0 1 0 1 2.
#[test]
fn a_program_with_its_own_game_has_all_commands_for_it() {
    let printed = |arguments: &[&str]| {
        let output = own_games(arguments);
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{arguments:?}");
        text(&output.stdout)
    };
    let games = printed(&["games"]);
    assert!(
        games.lines().any(
            |line| line.starts_with("squares ") && line.ends_with("take a square number of counters from one heap")
        )
    );
    assert!(games.lines().any(|line| line.starts_with("kayles ")), "the games of the library are there too");
    let solved = printed(&["solve", "squares", "4,3"]);
    assert!(solved.contains("\ngrundy: 3\n") && solved.contains("\nplay: "), "{solved}");
    assert!(printed(&["solve", "sum", "squares:4+nim:2"]).contains("\ngrundy: 0\n"));
    assert!(printed(&["play", "squares", "4,3", "--auto"]).contains("squares"));
    assert!(printed(&["draw", "dot", "squares", "4"]).starts_with("digraph"));
    let completions = printed(&["completions", "bash"]);
    assert!(completions.contains("squares") && completions.contains("own_games"), "{completions}");
    assert_eq!(Tool("solve").run(&["squares", "4,3"]).status.code(), Some(2), "the program itself has no such game");
}
