//! iChomp: four quadrants of edible Chomp around a centre.

use std::fmt;

use crate::chomp::board::{Board, BoardError, Tile};
use crate::chomp::rules::Chomp;
use crate::components::Components;
use crate::game::{ImpartialGame, SumMove};
use crate::nimber::Nimber;
use crate::notation::{Notation, NotationError, Piece, in_component};

/// iChomp: four quadrants of tiles around a centre; take a tile and everything in its quadrant that is as far out or
/// farther in both directions. The last tile wins.
///
/// Theorem: it is the sum of four games of [edible Chomp](Chomp::edible), whose corner tiles meet at the centre. So its
/// value is the nim-sum over the quadrants of the poisoned value plus 1, where an empty quadrant counts 0; quadrants that
/// are equal up to a rotation or a mirror image on the diagonal cancel.
///
/// ```
/// use grundy::chomp::{IChomp, CentredTile};
/// use grundy::{Nimber, Notation, Solver};
///
/// let board = IChomp.parse("3,2,1/4,4/2/-")?; // NW/NE/SW/SE, rows from the centre outward
/// let mut solver = Solver::new(IChomp);
/// assert_eq!(solver.grundy(board.clone())?, Nimber::new(6)); // *2 + *6 + *2
/// assert_eq!(solver.winning_move(board)?.unwrap().mv, CentredTile { x: 1, y: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Reference: Winning Ways, ch. 3 (sums) and ch. 18 (Chomp).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IChomp;

/// One of the four parts of the board around the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Quadrant {
    /// Left of the centre and above it.
    NorthWest,
    /// Right of the centre and above it.
    NorthEast,
    /// Left of the centre and below it.
    SouthWest,
    /// Right of the centre and below it.
    SouthEast,
}

impl Quadrant {
    /// The four quadrants in reading order.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];

    /// The direction of the quadrant's columns and of its rows: `x` grows to the right, `y` upwards.
    #[must_use]
    pub const fn signs(self) -> (i32, i32) {
        match self {
            Self::NorthWest => (-1, 1),
            Self::NorthEast => (1, 1),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (1, -1),
        }
    }
}

impl fmt::Display for Quadrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NorthWest => "NW",
            Self::NorthEast => "NE",
            Self::SouthWest => "SW",
            Self::SouthEast => "SE",
        })
    }
}

/// One quadrant and the tiles left in it; its rows are counted from the centre outward.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct QuadrantBoard {
    /// Where the board lies.
    pub quadrant: Quadrant,
    /// The tiles that are left; the corner tile is the one at the centre.
    pub board: Board,
}

/// Writes `NW 3,2,1`.
impl fmt::Display for QuadrantBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.quadrant, self.board)
    }
}

impl QuadrantBoard {
    /// The tiles that a move removes: the tile that is taken, and those of the quadrant that are as far out or farther in both
    /// directions. They are listed from the centre outward; there are none if the quadrant does not have the tile.
    ///
    /// ```
    /// use grundy::chomp::{CentredTile, IChomp};
    ///
    /// let board = IChomp::around(2, 3, 1, 2)?;
    /// let removed: Vec<String> = board[3].removed_by(CentredTile { x: 2, y: -1 }).map(|tile| tile.to_string()).collect();
    /// assert_eq!(removed, ["(+2,-1)", "(+3,-1)", "(+2,-2)", "(+3,-2)"]);
    /// assert_eq!(board[2].removed_by(CentredTile { x: 2, y: -1 }).count(), 0); // another quadrant
    /// # Ok::<(), grundy::chomp::BoardError>(())
    /// ```
    pub fn removed_by(&self, tile: CentredTile) -> impl Iterator<Item = CentredTile> {
        let own = IChomp::tile(self, tile).into_iter();
        own.flat_map(|tile| self.board.removed_by(tile)).map(|tile| CentredTile::new(self.quadrant, tile))
    }
}

/// A tile by its place around the centre: `x` columns to the right and `y` rows up, neither of them 0.
///
/// ```
/// use grundy::chomp::{CentredTile, Quadrant, Tile};
///
/// let tile = CentredTile::new(Quadrant::SouthWest, Tile { row: 2, column: 3 });
/// assert_eq!(tile, CentredTile { x: -3, y: -2 });
/// assert_eq!(tile.in_quadrant(), Some((Quadrant::SouthWest, Tile { row: 2, column: 3 })));
/// assert_eq!(CentredTile { x: 0, y: 1 }.in_quadrant(), None); // the centre lines hold no tiles
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CentredTile {
    /// The column: 1 is the first to the right of the centre, −1 the first to the left.
    pub x: i32,
    /// The row: 1 is the first above the centre, −1 the first below.
    pub y: i32,
}

impl CentredTile {
    /// The tile at a place in a quadrant. Rows and columns above [`Board::MAX_SIDE`] count as [`Board::MAX_SIDE`].
    #[must_use]
    pub fn new(quadrant: Quadrant, tile: Tile) -> Self {
        let (right, up) = quadrant.signs();
        let place = |count: u32| count.min(Board::MAX_SIDE).cast_signed();
        Self { x: right * place(tile.column), y: up * place(tile.row) }
    }

    /// The quadrant and the place in it. `None` if a coordinate is 0: no tile lies on the lines through the centre.
    #[must_use]
    pub fn in_quadrant(self) -> Option<(Quadrant, Tile)> {
        let signs = (self.x.signum(), self.y.signum());
        let quadrant = Quadrant::ALL.into_iter().find(|quadrant| quadrant.signs() == signs)?;
        Some((quadrant, Tile { row: self.y.unsigned_abs(), column: self.x.unsigned_abs() }))
    }
}

/// Writes `(x,y)` with signs: `(-3,+2)`.
impl fmt::Display for CentredTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:+},{:+})", self.x, self.y)
    }
}

impl IChomp {
    /// A whole board from its four quadrants, in the order of [`Quadrant::ALL`]. Empty quadrants are left out.
    #[must_use]
    pub fn board(quadrants: [Board; 4]) -> Components<QuadrantBoard> {
        Quadrant::ALL
            .into_iter()
            .zip(quadrants)
            .filter(|(_, board)| !board.is_empty())
            .map(|(quadrant, board)| QuadrantBoard { quadrant, board })
            .collect()
    }

    /// The full rectangle around a centre, with `left` and `right` columns on either side of it and `above` and `below` rows: it is
    /// `left` + `right` tiles wide and `above` + `below` tiles high.
    ///
    /// ```
    /// use grundy::chomp::IChomp;
    /// use grundy::{Nimber, Notation, Solver};
    ///
    /// let board = IChomp::around(2, 3, 1, 2)?; // 5 tiles wide, 3 high
    /// assert_eq!(IChomp.text(&board), "2/3/2,2/3,3");
    /// assert_eq!(Solver::new(IChomp).grundy(board)?, Nimber::new(2 ^ 3 ^ 3 ^ 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError::TooLarge`] if one of the numbers is more than [`Board::MAX_SIDE`].
    pub fn around(left: u32, right: u32, above: u32, below: u32) -> Result<Components<QuadrantBoard>, BoardError> {
        let board = |rows, columns| Board::rectangle(rows, columns);
        Ok(Self::board([board(above, left)?, board(above, right)?, board(below, left)?, board(below, right)?]))
    }

    /// The place in the quadrant of the tile that a move takes; `None` if the tile lies in another quadrant.
    fn tile(position: &QuadrantBoard, tile: CentredTile) -> Option<Tile> {
        tile.in_quadrant().filter(|(quadrant, _)| *quadrant == position.quadrant).map(|(_, tile)| tile)
    }
}

impl ImpartialGame for IChomp {
    type Position = QuadrantBoard;
    type Move = CentredTile;

    fn moves(&self, position: &QuadrantBoard) -> impl Iterator<Item = CentredTile> {
        position.board.each_tile().map(|tile| CentredTile::new(position.quadrant, tile))
    }

    fn play(&self, position: &QuadrantBoard, tile: &CentredTile) -> Components<QuadrantBoard> {
        match Self::tile(position, *tile) {
            Some(tile) => in_quadrant(position.quadrant, EDIBLE.play(&position.board, &tile)),
            None => position.clone().into(),
        }
    }

    fn allows(&self, position: &QuadrantBoard, tile: &CentredTile) -> bool {
        Self::tile(position, *tile).is_some_and(|tile| position.board.contains(tile))
    }

    fn options(&self, position: &QuadrantBoard) -> impl Iterator<Item = Components<QuadrantBoard>> {
        EDIBLE.options(&position.board).map(|left| in_quadrant(position.quadrant, left))
    }

    fn memo_key(&self, position: QuadrantBoard) -> QuadrantBoard {
        // The value does not depend on the quadrant, so all four share one key.
        QuadrantBoard { quadrant: Quadrant::NorthWest, board: EDIBLE.memo_key(position.board) }
    }

    fn known_value(&self, position: &QuadrantBoard) -> Option<Nimber> {
        EDIBLE.known_value(&position.board)
    }
}

/// The rules that hold in each quadrant.
static EDIBLE: Chomp = Chomp::edible();

/// The components that a move leaves, in their quadrant.
fn in_quadrant(quadrant: Quadrant, left: Components<Board>) -> Components<QuadrantBoard> {
    left.map(|board| QuadrantBoard { quadrant, board })
}

/// A board is written as its quadrants `NW/NE/SW/SE`, each as the lengths of its rows from the centre outward, an empty one
/// as `-`; several boards with ` + ` between them.
impl Notation for IChomp {
    fn component_name(&self, position: &QuadrantBoard) -> &'static str {
        match position.quadrant {
            Quadrant::NorthWest => "NW quadrant",
            Quadrant::NorthEast => "NE quadrant",
            Quadrant::SouthWest => "SW quadrant",
            Quadrant::SouthEast => "SE quadrant",
        }
    }

    fn parse(&self, text: &str) -> Result<Components<QuadrantBoard>, NotationError> {
        let mut position = Components::new();
        for piece in Piece::whole(text).split('+') {
            let quadrants = piece.read_each('/', Board::parse)?;
            let count = quadrants.len();
            let Ok(quadrants) = <[Board; 4]>::try_from(quadrants) else {
                return Err(
                    piece.error(format!("an iChomp board has four quadrants, NW/NE/SW/SE, and this one has {count}"))
                );
            };
            position.extend(Self::board(quadrants));
        }
        Ok(position)
    }

    fn text(&self, components: &[QuadrantBoard]) -> String {
        let text = |board: &[QuadrantBoard]| {
            let quadrants = Quadrant::ALL.map(|quadrant| {
                let found = board.iter().find(|component| component.quadrant == quadrant);
                found.map_or_else(|| Board::empty().to_string(), |component| component.board.to_string())
            });
            quadrants.join("/")
        };
        if components.is_empty() {
            return text(&[]);
        }
        // The quadrants of a board are read in their order, so a component that is not in order begins the next board: moves name components by
        // their place in the sum, which must be the same when the text is read.
        let boards = components.chunk_by(|one, next| one.quadrant < next.quadrant);
        boards.map(text).collect::<Vec<_>>().join(" + ")
    }

    fn component_text_like(&self, _: &str, component: &QuadrantBoard) -> String {
        component.to_string()
    }

    fn move_text(&self, components: &[QuadrantBoard], mv: &SumMove<CentredTile>) -> String {
        let Some(component) = components.get(mv.component) else { return mv.mv.to_string() };
        let mut alike = components.iter().filter(|other| other.quadrant == component.quadrant);
        let text = mv.mv.to_string();
        // The place around the centre says which quadrant, but not on which of several boards.
        match alike.nth(1) {
            None => text,
            Some(_) => in_component(self.component_name(component), mv.component, &text),
        }
    }
}
