//! The game on the table, how its positions and moves are written, and which moves there are.

use grundy::any::{AnyMove, AnyPosition};
use grundy::chomp::Board;
use grundy::{AnyGame, At, Components, ImpartialGame, Notation, SumMove, SumOf, play_in_sum};

use crate::chosen::{Chosen, Words};
use crate::failure::Failure;
use crate::play::kind::Kind;

pub(crate) type Position = Components<At<AnyPosition>>;
pub(crate) type Move = SumMove<AnyMove>;

/// The longest text of a position or a move that is shown.
const MOST_TEXT: usize = 300;
/// Boards of more rows are told and not written row by row.
const MOST_ROWS: u32 = 1000;
/// Components that are written one by one where one of them is such a board.
const MOST_TOLD: usize = 24;

/// One rule book or several. Both are a table of rule books: only what is written differs.
pub(crate) struct Rules {
    pub(crate) table: SumOf<AnyGame>,
    written: Written,
    /// The text of the first position, whose way of writing is kept.
    model: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    AsOneGame,
    AsSum,
}

impl Rules {
    /// Reads what the program was called with.
    pub(crate) fn read(words: &Words) -> Result<(Self, Position), Failure> {
        let (table, position, written, text) = match words.read()? {
            Chosen::Game(game, position, text) => {
                let position = position.into_iter().map(|position| At { game: 0, position }).collect();
                (SumOf(vec![game]), position, Written::AsOneGame, text)
            }
            Chosen::Sum(table, position, text) => (table, position, Written::AsSum, text),
        };
        Ok((Self { table, written, model: text.to_owned() }, position))
    }

    /// The game that a component is played by.
    pub(crate) fn game(&self, component: &At<AnyPosition>) -> Option<&AnyGame> {
        self.table.0.get(component.game)
    }

    /// The board that a component is, if it is one.
    pub(crate) fn board<'b>(&self, component: &'b At<AnyPosition>) -> Option<&'b Board> {
        Kind::of(self.game(component)?, &component.position).board()
    }

    /// Whether to write the component out takes longer than anybody would read. A board may have millions of rows.
    fn is_long(&self, component: &At<AnyPosition>) -> bool {
        self.board(component).is_some_and(|board| board.row_count() > MOST_ROWS)
    }

    /// What is played, by name.
    pub(crate) fn name(&self) -> String {
        self.table.0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
    }

    /// The only game, with the components as it knows them.
    fn alone(&self, position: &[At<AnyPosition>]) -> Option<(&AnyGame, Vec<AnyPosition>)> {
        let game = self.table.0.first().filter(|_| self.written == Written::AsOneGame)?;
        Some((game, position.iter().map(|at| at.position.clone()).collect()))
    }

    /// A position in the notation that the program was called with.
    pub(crate) fn text(&self, position: &[At<AnyPosition>]) -> String {
        if position.iter().any(|at| self.is_long(at)) {
            let told =
                position.iter().take(MOST_TOLD).map(|at| self.component_text(at)).collect::<Vec<_>>().join(" + ");
            return short(told);
        }
        short(match self.alone(position) {
            Some((game, position)) => game.text_like(&self.model, &position),
            None => self.table.text_like(&self.model, position),
        })
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

    pub(crate) fn move_text(&self, position: &[At<AnyPosition>], mv: &Move) -> String {
        short(match self.alone(position) {
            Some((game, position)) => game.move_text(&position, mv),
            None => self.table.move_text(position, mv),
        })
    }

    /// What a component is called where it stands: `row 2`, or `nim heap 2` where there are several games.
    pub(crate) fn label(&self, position: &[At<AnyPosition>], place: usize) -> String {
        let Some(component) = position.get(place) else { return String::new() };
        let name = self.table.component_name(component);
        let game = match self.game(component) {
            Some(game) if self.table.0.len() > 1 => format!("{game} "),
            _ => String::new(),
        };
        if position.len() > 1 { format!("{game}{name} {}", place + 1) } else { format!("{game}{name}") }
    }

    /// All moves, in reading order.
    pub(crate) fn moves<'a>(&'a self, position: &'a Position) -> Box<dyn Iterator<Item = Move> + 'a> {
        let each = position.iter().enumerate();
        Box::new(each.flat_map(|(component, part)| self.table.moves(part).map(move |mv| SumMove { component, mv })))
    }

    pub(crate) fn is_over(&self, position: &Position) -> bool {
        self.moves(position).next().is_none()
    }

    /// What a move leaves of the whole, if it is legal.
    pub(crate) fn after(&self, position: &Position, mv: &Move) -> Option<Position> {
        play_in_sum(&self.table, position.clone(), mv.clone()).ok()
    }
}

/// A text that fits on the screen.
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
