//! `grundy games`: every game with a position that `grundy solve` reads.

use grundy::Registry;

use crate::programs::Tool;

#[test]
fn every_game_of_the_registry_is_listed_and_solved() {
    let (printed, json) = (Tool("games").printed(&[]), Tool("games").json(&[]));
    let games = json["games"].as_array().unwrap();
    assert_eq!(games.len(), Registry::standard().iter().count());
    for (entry, listed) in Registry::standard().iter().zip(games) {
        let [name, game, position, description] =
            ["name", "game", "position", "description"].map(|field| listed[field].as_str().unwrap());
        assert_eq!([name, game, position], [entry.name(), entry.sample(), entry.example()]);
        assert!(!description.is_empty(), "{game}");
        let line = printed.lines().find(|line| line.split_whitespace().next() == Some(game)).unwrap();
        assert!(line.contains(position) && line.ends_with(description), "{line}");
        let solved = Tool("solve").json(&[game, position]);
        assert_eq!((&solved["game"], &solved["position"]), (&listed["game"], &listed["position"]));
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
    }
    Tool("completions").is_refused(&["basic"]);
    Tool("completions").is_refused(&[]);
}
