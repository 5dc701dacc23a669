//! One game with its solver, which answers every question of the page.

use std::time::Instant;

use grundy::solver::MoveValue;
use grundy::{Components, Control, Nimber, SolveError, Solver, SumMove, play_in_sum};

use crate::answers::{Hint, Move, Part, Place, Reply, Review, Story, Strength, View, Wish};
use crate::computer::{Chosen, choose, each_move, is_over};
use crate::drawn::{Drawn, Outline, Target};
use crate::working::{hint, why, working};

/// Positions that a solver may search for one question, besides those in tables. Measured for games with a picture: less than a second.
const MOST_POSITIONS: u64 = 100_000;

/// Positions that a solver searches in all, before the room replaces its desk by an empty one: a bound on memory.
const MOST_SOLVED: u64 = 2_000_000;

/// Bytes that the search of a game may take whose positions are of any size: what took the least work is forgotten.
const MOST_BYTES: u64 = 1 << 28;

/// Bytes of a position as text. Four quadrants of twenty rows take less.
const MOST_TEXT: usize = 2000;

/// Positions of a game that are told. No game with a picture has as many; of a longer one in text the page sends the last of them.
const MOST_TOLD: usize = 500;

/// The note where a search has met its bounds.
const TOO_LARGE: &str = "This position is too large to be solved while you wait. Its values appear when it has become smaller; until then \
                         the computer plays as on medium.";

/// The note where components have values, and a search for those of the moves has met its bounds.
const NO_MOVES: &str = "Which moves win takes longer than you would wait: the values of the moves appear when the position has become smaller.";

/// The note where the computer was to search, and has met its bounds.
const AS_ON_MEDIUM: &str = "This position is too large to be solved here: the computer played as on medium.";

/// The note where the computer did not look at all of its moves.
const CUT: &str =
    "To look two moves ahead takes longer than you would wait: the computer played without looking at all moves.";

/// Why there is no answer.
pub(crate) enum Refusal {
    /// The body is no question.
    Unreadable(String),
    /// The question is about a game, a position, a move or a size that does not exist.
    NotPossible(String),
}

use Refusal::NotPossible;

/// The questions about one game.
pub(crate) trait Desk: Send {
    /// Whether the desk keeps more values than it should, and is to be replaced by an empty one.
    fn is_full(&self) -> bool;
    /// The time of a question begins. All of its components and positions share it.
    fn begin(&mut self);
    fn fresh(&mut self, wish: &Wish) -> Result<View, Refusal>;
    fn view(&mut self, position: &str) -> Result<View, Refusal>;
    fn play(&mut self, position: &str, mv: &str) -> Result<View, Refusal>;
    fn computer(&mut self, position: &str, strength: Strength) -> Result<Reply, Refusal>;
    fn hint(&mut self, position: &str) -> Result<Hint, Refusal>;
    fn review(&mut self, story: &Story) -> Result<Review, Refusal>;
}

/// A game with its solver.
pub(crate) struct Seat<G: Drawn> {
    name: String,
    /// The positions that the solver has searched, up to the last question.
    solved: u64,
    solver: Solver<G, G::Known>,
    random: fastrand::Rng,
    /// When the question under way should be answered, if it may take any time.
    until: Option<Instant>,
}

type Position<G> = Components<<G as grundy::ImpartialGame>::Position>;

impl<G: Drawn> Desk for Seat<G> {
    fn is_full(&self) -> bool {
        self.solved > MOST_SOLVED
    }

    fn begin(&mut self) {
        self.until = G::TIME.map(|time| Instant::now() + time);
    }

    fn fresh(&mut self, wish: &Wish) -> Result<View, Refusal> {
        let position = if let Some(text) = &wish.position {
            self.read(text)?
        } else {
            let fresh = self.solver.game().fresh(wish, &mut self.random).map_err(NotPossible)?;
            self.checked(fresh)?
        };
        Ok(self.drawn(&position))
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
        let is_hard = strength == Strength::Hard;
        // `prepare` comes first in the condition, since it also sets the bounds, for each strength.
        let mut is_solved = self.prepare(&position).is_ok() || !is_hard;
        let strength = if is_solved { strength } else { Strength::Medium };
        let mut chosen = self.choose(strength, &position);
        // The table is there or not needed, but the search has met a bound.
        if is_hard && chosen.as_ref().is_err_and(is_too_large) {
            is_solved = false;
            // A question of its own, since the search may have taken all of the time.
            self.begin();
            chosen = self.choose(Strength::Medium, &position);
        }
        let Chosen { mv, is_cut } = chosen.map_err(|error| NotPossible(error.to_string()))?;
        let Some(mv) = mv else {
            return Err(NotPossible("the game is over: no move is left".to_owned()));
        };
        let text = self.game().move_text(&position, &mv);
        // Asked before the move is made: the tiles are those of the position before it.
        let removes = position.get(mv.component).map_or_else(Vec::new, |part| G::removed(part, mv.component, &mv.mv));
        let left = self.after(position, mv)?;
        let too_large = (!is_solved).then_some(AS_ON_MEDIUM);
        let note = [too_large, is_cut.then_some(CUT)].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let note = (!note.is_empty()).then_some(note);
        // The picture is a question of its own.
        self.begin();
        Ok(Reply { mv: text, removes, note, view: self.drawn(&left) })
    }

    fn hint(&mut self, position: &str) -> Result<Hint, Refusal> {
        let position = self.read(position)?;
        if let Err(sentence) = self.prepare(&position) {
            return Ok(Hint { sentence, mv: None });
        }
        let explanation = match self.solver.explain(position.clone()) {
            Ok(explanation) if !explanation.lacks_winning_move() => explanation,
            Ok(_) => return Ok(Hint { sentence: TOO_LARGE.to_owned(), mv: None }),
            Err(error) if is_too_large(&error) => return Ok(Hint { sentence: TOO_LARGE.to_owned(), mv: None }),
            Err(error) => return Err(NotPossible(error.to_string())),
        };
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
        let earlier = story.earlier as usize;
        let moves = earlier + positions.len() - 1;
        // The first player made the moves 1, 3, 5 and so on.
        let winner = (moves > 0).then_some((moves + 1) % 2);
        // Positions are compared as text, since a text may leave out components that have ended.
        let linked = |pair: &[Position<G>]| {
            // A position may come from the page, so nothing but the rules says that a move leads to it.
            let next = self.game().text(&pair[1]);
            let text = |left| self.game().text(&Self::present(left));
            let played = |mv| play_in_sum(self.game(), pair[0].clone(), mv).ok().map(text);
            let left: Vec<String> = each_move(self.game(), &pair[0]).into_iter().filter_map(played).collect();
            // A dead board of Notakto is written, and left out when it is read.
            let read = |left: &String| self.game().parse(left).map(text);
            left.contains(&next) || left.iter().any(|left| read(left).is_ok_and(|left| left == next))
        };
        if let Some(place) = positions.windows(2).position(|pair| !linked(pair)) {
            return Err(NotPossible(format!("no move leads from position {} to the next", place + 1)));
        }
        let players = story.players.each_ref().map(|name| name.chars().take(40).collect::<String>());
        let sums: Vec<Option<Nimber>> = positions.iter().map(|position| self.sum(position)).collect();
        let sentence = why(&players, earlier, &sums);
        Ok(Review { winner, sentence })
    }
}

impl<G: Drawn> Seat<G> {
    pub(crate) fn new(name: String, game: G) -> Self {
        let solver = Solver::with_memo(game, G::Known::default());
        Self { name, solved: 0, solver, random: fastrand::Rng::new(), until: None }
    }

    fn game(&self) -> &G {
        self.solver.game()
    }

    /// The move of the computer, within the time of the question.
    fn choose(
        &mut self,
        strength: Strength,
        position: &Position<G>,
    ) -> Result<Chosen<G::Move>, SolveError<G::Position>> {
        let until = self.until;
        let is_late = || until.is_some_and(|until| Instant::now() >= until);
        choose(strength, &mut self.solver, position, &mut self.random, is_late)
    }

    fn read(&self, text: &str) -> Result<Position<G>, Refusal> {
        if text.len() > MOST_TEXT {
            return Err(NotPossible(format!(
                "a position of {} bytes is too long: it has at most {MOST_TEXT}",
                text.len()
            )));
        }
        self.checked(self.game().parse(text).map_err(|error| NotPossible(error.to_string()))?)
    }

    /// The components that are not gone, if the position is small enough to be drawn.
    fn checked(&self, position: Position<G>) -> Result<Position<G>, Refusal> {
        self.game().check_size(&position).map_err(NotPossible)?;
        Ok(Self::present(position))
    }

    /// The components that are not gone.
    fn present(position: Position<G>) -> Position<G> {
        position.into_iter().filter(|component| !G::is_gone(component)).collect()
    }

    fn after(&self, position: Position<G>, mv: SumMove<G::Move>) -> Result<Position<G>, Refusal> {
        let left =
            play_in_sum(self.game(), position, mv).map_err(|_| NotPossible("the move is not legal".to_owned()))?;
        self.checked(left)
    }

    /// Computes tables for all components, and sets the bounds of the question. An error says which component is too large.
    fn prepare(&mut self, position: &[G::Position]) -> Result<(), String> {
        // The control counts from 0 for each question, so its count is added before it is replaced.
        self.solved = self.solved.saturating_add(self.solver.control().done());
        let control = Control::new().positions(MOST_POSITIONS);
        self.solver.set_control(match self.until {
            Some(until) => control.within(until.saturating_duration_since(Instant::now())).bytes(MOST_BYTES),
            None => control,
        });
        // After the bounds are set: an error of a table leaves a solver with bounds.
        position.iter().try_for_each(|component| G::prepare(&mut self.solver.memos_mut().values, component))
    }

    fn sum(&mut self, position: &Position<G>) -> Option<Nimber> {
        self.prepare(position).ok()?;
        self.solver.grundy(position.clone()).ok()
    }

    fn drawn(&mut self, position: &Position<G>) -> View {
        let prepared = self.prepare(position);
        // Each component is a question of its own, with its own bound on positions.
        let known: Vec<Option<Nimber>> = position.iter().map(|component| self.sum(&component.clone().into())).collect();
        let values: Option<Vec<Nimber>> = known.iter().copied().collect();
        let over = is_over(self.game(), position);
        let worked = values.as_ref().map(|values| working(values, over));
        // Values of moves are searched only if the components were solved.
        let choices = self.choices(position, values.is_some());
        let has_no_moves = values.is_some() && choices.iter().any(|choice| choice.wins.is_none());
        let outlines = self.game().outlines(position);
        let moves = choices.iter().flat_map(|choice| self.moves_drawn(position, &outlines, choice)).collect();
        let binary = |component: usize| worked.as_ref().and_then(|(_, binary)| binary.get(component).cloned());
        let part = |outline: Outline| Part {
            // An empty quadrant is a part without a component, of value 0.
            value: outline
                .component
                .map_or(Some(Nimber::ZERO), |place| known.get(place).copied().flatten())
                .map(Nimber::get),
            binary: outline.component.map_or_else(|| zeros(worked.as_ref().map(|(sum, _)| sum.odd.len())), binary),
            name: outline.name,
            short: outline.short,
            class: outline.class,
            cells: outline.cells,
            text: outline.text,
            picture: outline.picture,
            poison: outline.poison,
        };
        View {
            game: self.name.clone(),
            position: self.game().text(position),
            over,
            parts: outlines.into_iter().map(part).collect(),
            moves,
            working: worked.map(|(sum, _)| sum),
            note: prepared
                .err()
                .or_else(|| known.contains(&None).then(|| TOO_LARGE.to_owned()))
                .or_else(|| has_no_moves.then(|| NO_MOVES.to_owned())),
        }
    }

    /// Every move, with the value that it leaves if that is known.
    fn choices(&mut self, position: &Position<G>, solved: bool) -> Vec<Choice<G::Move>> {
        let known = if solved { self.solver.move_values(position.clone()).ok() } else { None };
        let unknown = |mv| Choice { mv, leaves: None, wins: None };
        known.map_or_else(
            || each_move(self.game(), position).into_iter().map(unknown).collect(),
            |known| known.into_iter().map(Choice::from).collect(),
        )
    }

    /// A move, once for each place where it can be clicked.
    fn moves_drawn(&self, position: &[G::Position], outlines: &[Outline], choice: &Choice<G::Move>) -> Vec<Move> {
        let mv = &choice.mv;
        // The first part of this component is the one that is clicked.
        let Some(part) = outlines.iter().position(|outline| outline.component == Some(mv.component)) else {
            return Vec::new();
        };
        let (component, outline) = (&position[mv.component], &outlines[part]);
        let removed = G::removed(component, mv.component, &mv.mv);
        let cell = |place: &Place| outline.cells.iter().position(|cell| cell == place);
        // The page knows cells by their index in the part.
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

/// A move, with the value that it leaves and whether it wins, if these are known.
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

/// Whether a search has met a bound.
fn is_too_large<P>(error: &SolveError<P>) -> bool {
    matches!(error, SolveError::Stopped(_) | SolveError::TooManyMoves { .. } | SolveError::TooManyReplies { .. })
}

/// The value 0 in binary, with this number of columns.
fn zeros(columns: Option<usize>) -> Option<String> {
    columns.map(|columns| "0".repeat(columns))
}
