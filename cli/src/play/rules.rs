//! The rules of the game that is played, and the texts of its positions and moves.

use std::mem;
use std::path::Path;

use grundy::any::{AnyMove, AnyPosition};
use grundy::chomp::Board;
use grundy::{AnyGame, At, Components, ImpartialGame, Notation, Play, Registry, SumMove, SumOf, play_in_sum};

use crate::bounds::Bounds;
use crate::chosen::{Chosen, Words, names};
use crate::failure::Failure;
use crate::memo::{OpenMemo, all_kept_as, kept_as};
use crate::play::kind::Kind;
use crate::store::positions_within;

pub(crate) type Position = Components<At<AnyPosition>>;
pub(crate) type Move = SumMove<AnyMove>;

/// Characters of a position or a move that are shown.
const MOST_TEXT: usize = 300;
/// Boards with more rows are described, and not written row by row.
const MOST_ROWS: u32 = 1000;
/// Components that are written if one of them is such a board.
const MOST_TOLD: usize = 24;

/// One rule book or several. Both are a table of rule books; only their texts differ.
pub(crate) struct Rules {
    pub(crate) table: SumOf<AnyGame>,
    written: Written,
    /// The text of the first position, the model of the notation.
    model: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    AsOneGame,
    AsSum,
}

impl Rules {
    /// Reads the game and the position of the arguments, to be played so.
    pub(crate) fn read(words: &Words, registry: &Registry, play: Play) -> Result<(Self, Position), Failure> {
        let (table, position, written, text) = match words.read(registry)?.for_play(play)? {
            Chosen::Game(game, position, text) => {
                // One game is a table of one rule book.
                let position = position.into_iter().map(|position| At { game: 0, position }).collect();
                (SumOf(vec![game]), position, Written::AsOneGame, text)
            }
            Chosen::Sum(table, position, text) => (table, position, Written::AsSum, text),
        };
        Ok((Self { table, written, model: text.to_owned() }, position))
    }

    /// Keeps the values of components in a file, of which the solver has as many in memory as there is room for.
    pub(crate) fn keep_in(&mut self, path: &Path, registry: &Registry, bounds: &Bounds) -> Result<OpenMemo, Failure> {
        let games = &mut self.table.0;
        let (name, keep): (_, fn(&OpenMemo, AnyGame) -> AnyGame) = match (self.written, &games[..]) {
            (Written::AsOneGame, [game]) => (kept_as(game, registry), OpenMemo::of),
            _ => (all_kept_as(games, registry), OpenMemo::of_one_of_many),
        };
        let memo = OpenMemo::of_file(path, &name, positions_within(bounds.memory))?;
        *games = mem::take(games).into_iter().map(|game| keep(&memo, game)).collect();
        Ok(memo)
    }

    /// The game of a component.
    pub(crate) fn game(&self, component: &At<AnyPosition>) -> Option<&AnyGame> {
        self.table.0.get(component.game)
    }

    /// The board, if a component is one.
    pub(crate) fn board<'b>(&self, component: &'b At<AnyPosition>) -> Option<&'b Board> {
        Kind::of(self.game(component)?, &component.position).board()
    }

    /// Whether a component is too long to be written. A board may have millions of rows.
    fn is_long(&self, component: &At<AnyPosition>) -> bool {
        self.board(component).is_some_and(|board| board.row_count() > MOST_ROWS)
    }

    /// The name of the game, or the names of all games.
    pub(crate) fn name(&self) -> String {
        names(&self.table.0)
    }

    /// The only game, with its own components; `None` for a sum of games.
    fn alone(&self, position: &[At<AnyPosition>]) -> Option<(&AnyGame, Vec<AnyPosition>)> {
        let game = self.table.0.first().filter(|_| self.written == Written::AsOneGame)?;
        Some((game, position.iter().map(|at| at.position.clone()).collect()))
    }

    /// A position for the screen, in the notation of the arguments.
    pub(crate) fn text(&self, position: &[At<AnyPosition>]) -> String {
        // A long component is told in words, which the notation of a whole position has no place for.
        if position.iter().any(|at| self.is_long(at)) {
            let told =
                position.iter().take(MOST_TOLD).map(|at| self.component_text(at)).collect::<Vec<_>>().join(" + ");
            return short(told);
        }
        short(self.whole_text(position))
    }

    /// A position of any length, for programs.
    pub(crate) fn whole_text(&self, position: &[At<AnyPosition>]) -> String {
        match self.alone(position) {
            Some((game, position)) => game.text_like(&self.model, &position),
            None => self.table.text_like(&self.model, position),
        }
    }

    /// One component, for a list of them.
    pub(crate) fn component_text(&self, component: &At<AnyPosition>) -> String {
        if let Some(board) = self.board(component).filter(|_| self.is_long(component)) {
            return format!("{} rows of up to {} tiles", board.row_count(), board.columns());
        }
        short(match self.game(component).filter(|_| self.written == Written::AsOneGame) {
            Some(game) => game.component_text_like(&self.model, &component.position),
            None => self.table.component_text_like(&self.model, component),
        })
    }

    /// A move for the screen.
    pub(crate) fn move_text(&self, position: &[At<AnyPosition>], mv: &Move) -> String {
        short(self.whole_move_text(position, mv))
    }

    /// A move whose text may be of any length, for programs.
    pub(crate) fn whole_move_text(&self, position: &[At<AnyPosition>], mv: &Move) -> String {
        match self.alone(position) {
            Some((game, position)) => game.move_text(&position, mv),
            None => self.table.move_text(position, mv),
        }
    }

    /// The name of components of one kind with their numbers: `row 2`, `heads 1, 3`, or `nim heap 2` in a sum of games.
    pub(crate) fn label(&self, position: &[At<AnyPosition>], places: &[usize]) -> String {
        let Some(component) = places.first().and_then(|place| position.get(*place)) else { return String::new() };
        let name = self.table.component_name(component);
        let game = match self.game(component) {
            Some(game) if self.table.0.len() > 1 => format!("{game} "),
            _ => String::new(),
        };
        if position.len() < 2 {
            return format!("{game}{name}");
        }
        let numbers: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
        format!("{game}{name}{} {}", if places.len() > 1 { "s" } else { "" }, numbers.join(", "))
    }

    /// All moves, in reading order.
    pub(crate) fn moves<'a>(&'a self, position: &'a Position) -> Box<dyn Iterator<Item = Move> + 'a> {
        let each = position.iter().enumerate();
        Box::new(each.flat_map(|(component, part)| self.table.moves(part).map(move |mv| SumMove { component, mv })))
    }

    pub(crate) fn is_over(&self, position: &Position) -> bool {
        self.moves(position).next().is_none()
    }

    /// The position after a move; `None` if the move is illegal.
    pub(crate) fn after(&self, position: &Position, mv: &Move) -> Option<Position> {
        play_in_sum(&self.table, position.clone(), mv.clone()).ok()
    }
}

/// A text, cut off if it is too long for the screen.
pub(crate) fn short(text: String) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// A number of things: `1 move`, `2 moves`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
