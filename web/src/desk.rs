//! One game with its solver: every question that the page asks.

use grundy::chomp::{Chomp, IChomp};
use grundy::solver::MoveValue;
use grundy::{Components, Control, Kayles, LaskersNim, Nim, Nimber, Solver, SumMove, play_in_sum};

use crate::answers::{Hint, Move, Part, Place, Reply, Review, Story, Strength, View, Wish};
use crate::computer::{choose, each_move, is_over};
use crate::drawn::{Drawn, Outline, Target};
use crate::working::{hint, why, working};

/// The most positions that a question may make a solver search, beside those that have a table. It takes less than a second.
const MOST_POSITIONS: u64 = 100_000;

/// The longest position as text: four quadrants of twenty rows, with room to spare.
const MOST_TEXT: usize = 2000;

/// The most positions of a game that is told from its beginning: more than it can have moves.
const MOST_TOLD: usize = 500;

/// Why there is no answer.
pub(crate) enum Refusal {
    /// It is no question.
    Unreadable(String),
    /// It is one, about a game, a position, a move or a size that does not exist.
    NotPossible(String),
}

use Refusal::NotPossible;

/// What the page asks of a game.
pub(crate) trait Desk: Send {
    fn name(&self) -> &'static str;
    fn fresh(&mut self, wish: &Wish) -> Result<View, Refusal>;
    fn view(&mut self, position: &str) -> Result<View, Refusal>;
    fn play(&mut self, position: &str, mv: &str) -> Result<View, Refusal>;
    fn computer(&mut self, position: &str, strength: Strength) -> Result<Reply, Refusal>;
    fn hint(&mut self, position: &str) -> Result<Hint, Refusal>;
    fn review(&mut self, story: &Story) -> Result<Review, Refusal>;
}

/// A desk for each game. Nothing is remembered of who plays: the page says what the position is.
pub(crate) struct Room {
    desks: [Box<dyn Desk>; 5],
}

impl Room {
    pub(crate) fn new() -> Self {
        Self {
            desks: [
                Box::new(Seat::new("ichomp", IChomp)),
                Box::new(Seat::new("chomp", Chomp::poisoned())),
                Box::new(Seat::new("kayles", Kayles)),
                Box::new(Seat::new("lasker", LaskersNim)),
                Box::new(Seat::new("nim", Nim)),
            ],
        }
    }

    pub(crate) fn desk(&mut self, game: &str) -> Result<&mut dyn Desk, Refusal> {
        let names = self.desks.each_ref().map(|desk| desk.name()).join(", ");
        if let Some(desk) = self.desks.iter_mut().find(|desk| desk.name() == game) {
            return Ok(desk.as_mut());
        }
        let game: String = game.chars().take(40).collect();
        Err(NotPossible(format!("no game here is called `{game}`; the games are {names}")))
    }
}

struct Seat<G: Drawn> {
    name: &'static str,
    solver: Solver<G, G::Known>,
    random: fastrand::Rng,
}

type Position<G> = Components<<G as grundy::ImpartialGame>::Position>;

impl<G: Drawn> Desk for Seat<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn fresh(&mut self, wish: &Wish) -> Result<View, Refusal> {
        let position = G::fresh(wish, &mut self.random).map_err(NotPossible)?;
        Ok(self.drawn(&Self::checked(position)?))
    }

    fn view(&mut self, position: &str) -> Result<View, Refusal> {
        let position = self.read(position)?;
        Ok(self.drawn(&position))
    }

    fn play(&mut self, position: &str, mv: &str) -> Result<View, Refusal> {
        let position = self.read(position)?;
        let legal =
            each_move(self.game(), &position).into_iter().find(|legal| self.game().move_text(&position, legal) == mv);
        let Some(legal) = legal else {
            let mv: String = mv.chars().take(80).collect();
            return Err(NotPossible(format!("`{mv}` is no move in {}", self.game().text(&position))));
        };
        let left = self.after(position, legal)?;
        Ok(self.drawn(&left))
    }

    fn computer(&mut self, position: &str, strength: Strength) -> Result<Reply, Refusal> {
        let position = self.read(position)?;
        let unsolved = self.prepare(&position).err().filter(|_| strength == Strength::Hard);
        let strength = if unsolved.is_some() { Strength::Medium } else { strength };
        let chosen = choose(strength, &mut self.solver, &position, &mut self.random);
        let Some(mv) = chosen.map_err(|error| NotPossible(error.to_string()))? else {
            return Err(NotPossible("the game is over: no move is left".to_owned()));
        };
        let text = self.game().move_text(&position, &mv);
        let removes = position.get(mv.component).map_or_else(Vec::new, |part| G::removed(part, mv.component, &mv.mv));
        let left = self.after(position, mv)?;
        let note = unsolved
            .map(|_| "This position is too large to be solved here: the computer played as on medium.".to_owned());
        Ok(Reply { mv: text, removes, note, view: self.drawn(&left) })
    }

    fn hint(&mut self, position: &str) -> Result<Hint, Refusal> {
        let position = self.read(position)?;
        if let Err(sentence) = self.prepare(&position) {
            return Ok(Hint { sentence, mv: None });
        }
        let explanation = self.solver.explain(position.clone()).map_err(|error| NotPossible(error.to_string()))?;
        let mv = explanation.turn.as_ref().map(|turn| self.game().move_text(&position, &turn.mv));
        Ok(Hint { sentence: hint(self.game(), &explanation), mv })
    }

    fn review(&mut self, story: &Story) -> Result<Review, Refusal> {
        if story.positions.len() > MOST_TOLD {
            return Err(NotPossible(format!("a game has at most {MOST_TOLD} positions here")));
        }
        let positions = story.positions.iter().map(|text| self.read(text)).collect::<Result<Vec<_>, _>>()?;
        let Some(last) = positions.last() else {
            return Err(NotPossible("a game has at least one position".to_owned()));
        };
        if !is_over(self.game(), last) {
            return Ok(Review { winner: None, sentence: "The game is not over.".to_owned() });
        }
        let winner = (positions.len() > 1).then_some(positions.len() % 2);
        let linked = |pair: &[Position<G>]| {
            each_move(self.game(), &pair[0])
                .into_iter()
                .any(|mv| self.after(pair[0].clone(), mv).is_ok_and(|left| left == pair[1]))
        };
        if let Some(place) = positions.windows(2).position(|pair| !linked(pair)) {
            return Err(NotPossible(format!("no move leads from position {} to the next", place + 1)));
        }
        let players = story.players.each_ref().map(|name| name.chars().take(40).collect::<String>());
        let sums: Vec<Option<Nimber>> = positions.iter().map(|position| self.sum(position)).collect();
        let sentence = why(&players, &sums);
        Ok(Review { winner, sentence })
    }
}

impl<G: Drawn> Seat<G> {
    fn new(name: &'static str, game: G) -> Self {
        Self { name, solver: Solver::with_memo(game, G::Known::default()), random: fastrand::Rng::new() }
    }

    fn game(&self) -> &G {
        self.solver.game()
    }

    fn read(&self, text: &str) -> Result<Position<G>, Refusal> {
        if text.len() > MOST_TEXT {
            return Err(NotPossible(format!(
                "a position of {} bytes is too long: it has at most {MOST_TEXT}",
                text.len()
            )));
        }
        Self::checked(self.game().parse(text).map_err(|error| NotPossible(error.to_string()))?)
    }

    /// The components of which something is left, if they can be drawn.
    fn checked(position: Position<G>) -> Result<Position<G>, Refusal> {
        G::check_size(&position).map_err(NotPossible)?;
        Ok(position.into_iter().filter(|component| !G::is_gone(component)).collect())
    }

    fn after(&self, position: Position<G>, mv: SumMove<G::Move>) -> Result<Position<G>, Refusal> {
        let left =
            play_in_sum(self.game(), position, mv).map_err(|_| NotPossible("the move is not legal".to_owned()))?;
        Self::checked(left)
    }

    /// Makes sure that all components are solved soon, or says why one of them is not.
    fn prepare(&mut self, position: &[G::Position]) -> Result<(), String> {
        self.solver.set_control(Control::new().positions(MOST_POSITIONS));
        position.iter().try_for_each(|component| G::prepare(&mut self.solver.memos_mut().values, component))
    }

    fn sum(&mut self, position: &Position<G>) -> Option<Nimber> {
        self.prepare(position).ok()?;
        self.solver.grundy(position.clone()).ok()
    }

    fn drawn(&mut self, position: &Position<G>) -> View {
        let prepared = self.prepare(position);
        let known: Vec<Option<Nimber>> = position.iter().map(|component| self.sum(&component.clone().into())).collect();
        let values: Option<Vec<Nimber>> = known.iter().copied().collect();
        let over = is_over(self.game(), position);
        let worked = values.as_ref().map(|values| working(values, over));
        let choices = self.choices(position, values.is_some());
        let outlines = self.game().outlines(position);
        let moves = choices.iter().flat_map(|choice| self.moves_drawn(position, &outlines, choice)).collect();
        let binary = |component: usize| worked.as_ref().and_then(|(_, binary)| binary.get(component).cloned());
        let part = |outline: Outline| Part {
            // Of what is gone nothing is left to be solved.
            value: outline
                .component
                .map_or(Some(Nimber::ZERO), |place| known.get(place).copied().flatten())
                .map(Nimber::get),
            binary: outline.component.map_or_else(|| zeros(worked.as_ref().map(|(sum, _)| sum.odd.len())), binary),
            name: outline.name,
            short: outline.short,
            class: outline.class,
            cells: outline.cells,
            poison: outline.poison,
        };
        View {
            game: self.name,
            position: self.game().text(position),
            over,
            parts: outlines.into_iter().map(part).collect(),
            moves,
            working: worked.map(|(sum, _)| sum),
            note: prepared.err(),
        }
    }

    /// Every move, with what it leaves if that is known.
    fn choices(&mut self, position: &Position<G>, solved: bool) -> Vec<Choice<G::Move>> {
        let known = if solved { self.solver.move_values(position.clone()).ok() } else { None };
        let unknown = |mv| Choice { mv, leaves: None, wins: None };
        known.map_or_else(
            || each_move(self.game(), position).into_iter().map(unknown).collect(),
            |known| known.into_iter().map(Choice::from).collect(),
        )
    }

    /// A move, at each place where it can be clicked.
    fn moves_drawn(&self, position: &[G::Position], outlines: &[Outline], choice: &Choice<G::Move>) -> Vec<Move> {
        let mv = &choice.mv;
        let Some(part) = outlines.iter().position(|outline| outline.component == Some(mv.component)) else {
            return Vec::new();
        };
        let (component, outline) = (&position[mv.component], &outlines[part]);
        let removed = G::removed(component, mv.component, &mv.mv);
        let cell = |place: &Place| outline.cells.iter().position(|cell| cell == place);
        let removes: Vec<usize> = removed.iter().filter_map(cell).collect();
        let label = format!("{}: {}", outline.name, G::said(&mv.mv, removes.len()));
        let drawn = |target: Target| Move {
            text: self.game().move_text(position, mv),
            label: label.clone(),
            part,
            at: target.at,
            between: target.between,
            removes: removes.clone(),
            leaves: choice.leaves,
            wins: choice.wins,
        };
        G::targets(component, mv.component, &mv.mv).into_iter().map(drawn).collect()
    }
}

/// A move, and what it leaves if that is known.
struct Choice<M> {
    mv: SumMove<M>,
    leaves: Option<u64>,
    wins: Option<bool>,
}

impl<M> From<MoveValue<M>> for Choice<M> {
    fn from(known: MoveValue<M>) -> Self {
        Self { leaves: Some(known.component.get()), wins: Some(known.wins()), mv: known.mv }
    }
}

fn zeros(columns: Option<usize>) -> Option<String> {
    columns.map(|columns| "0".repeat(columns))
}
