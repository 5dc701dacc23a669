//! Families of graphs.

use super::{Graph, GraphError, Symmetry};
use crate::games::squares::sides_text;

/// A chess piece that attacks alike for both players.
///
/// ```
/// use grundy::games::Chessman;
/// assert_eq!(Chessman::ALL.map(Chessman::plural), ["kings", "queens", "rooks", "bishops", "knights"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Chessman {
    /// Attacks the eight squares around it.
    King,
    /// Attacks along rows, columns and diagonals.
    Queen,
    /// Attacks along rows and columns.
    Rook,
    /// Attacks along diagonals.
    Bishop,
    /// Attacks two squares along a line and one to the side.
    Knight,
}

impl Chessman {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The word for several of them, which names the graph of a board.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::King => "kings",
            Self::Queen => "queens",
            Self::Rook => "rooks",
            Self::Bishop => "bishops",
            Self::Knight => "knights",
        }
    }

    /// Whether it attacks a square at this distance in rows and columns, on a board without other pieces.
    const fn attacks(self, rows: usize, columns: usize) -> bool {
        let (straight, diagonal) = (rows == 0 || columns == 0, rows == columns);
        match self {
            Self::King => rows <= 1 && columns <= 1,
            Self::Queen => straight || diagonal,
            Self::Rook => straight,
            Self::Bishop => diagonal,
            Self::Knight => rows + columns == 3 && !straight,
        }
    }
}

impl Graph {
    /// The squares of a board; two are joined if a piece attacks one from the other.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooLarge`] if there are more squares than [`LIMIT`](Self::LIMIT), or a side is longer than that.
    ///
    /// ```
    /// use grundy::games::{Chessman, Graph};
    /// let board = Graph::attacks(Chessman::Knight, 2, 3)?;
    /// assert_eq!(board.edges().collect::<Vec<_>>(), [(0, 5), (2, 3)]);
    /// # Ok::<(), grundy::games::GraphError>(())
    /// ```
    pub fn attacks(piece: Chessman, rows: usize, columns: usize) -> Result<Self, GraphError> {
        let graph = Self::on_board(piece.plural(), rows, columns, |down, across| piece.attacks(down, across))?;
        Ok(Self { symmetry: Symmetry::Board { rows, columns, is_of_rooks: piece == Chessman::Rook }, ..graph })
    }

    /// The squares of a board; two are joined if they share a side.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooLarge`] if there are more squares than [`LIMIT`](Self::LIMIT), or a side is longer than that.
    ///
    /// ```
    /// use grundy::games::Graph;
    /// assert_eq!(Graph::grid(3, 9)?.edges().count(), 3 * 8 + 2 * 9);
    /// # Ok::<(), grundy::games::GraphError>(())
    /// ```
    pub fn grid(rows: usize, columns: usize) -> Result<Self, GraphError> {
        Self::on_board("grid", rows, columns, |down, across| down + across == 1)
    }

    /// A path.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooLarge`] if there are more vertices than [`LIMIT`](Self::LIMIT). So for the other families below.
    pub fn path(vertices: usize) -> Result<Self, GraphError> {
        let mut graph = Self::on_board("path", 1, vertices, |_, across| across == 1)?;
        graph.name = format!("path:{vertices}");
        Ok(graph)
    }

    /// A cycle of at least three vertices; fewer make a [path](Self::path) of that many.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooLarge`]
    pub fn cycle(vertices: usize) -> Result<Self, GraphError> {
        Self::check_size(vertices)?;
        // The vertex on the other side. On two vertices it would be a neighbour.
        let half = (vertices.is_multiple_of(2) && vertices >= 4).then_some(vertices / 2);
        let opposite = half.map(|half| (0..vertices).map(|vertex| (vertex + half) % vertices).collect());
        let edges = (0..vertices).map(|vertex| (vertex, (vertex + 1) % vertices)).filter(|(one, other)| one != other);
        Self::of_family(format!("cycle:{vertices}"), vertices, edges, Symmetry::Other { is_transitive: true, opposite })
    }

    /// The graph in which every two vertices are joined.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooLarge`]
    pub fn complete(vertices: usize) -> Result<Self, GraphError> {
        Self::check_size(vertices)?;
        let edges = (0..vertices).flat_map(|other| (0..other).map(move |one| (one, other)));
        Self::of_family(
            format!("complete:{vertices}"),
            vertices,
            edges,
            Symmetry::Other { is_transitive: true, opposite: None },
        )
    }

    /// The hypercube: two numbers of this many bits are joined if they differ in one bit.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooLarge`]
    pub fn cube(dimension: usize) -> Result<Self, GraphError> {
        // A dimension beyond the bits of a number is refused by the limit on vertices.
        let vertices = u32::try_from(dimension).ok().and_then(|bits| 1_usize.checked_shl(bits)).unwrap_or(usize::MAX);
        Self::check_size(vertices)?;
        let edges = (0..vertices).flat_map(|vertex| (0..dimension).map(move |bit| (vertex, vertex ^ 1 << bit)));
        // The opposite corner has all bits inverted, which is vertices − 1 − vertex. In dimension 0 it is the vertex
        // itself, and in dimension 1 a neighbour.
        let opposite = (2..=12).contains(&dimension).then(|| (0..vertices).rev().collect());
        Self::of_family(format!("cube:{dimension}"), vertices, edges, Symmetry::Other { is_transitive: true, opposite })
    }

    /// The generalised Petersen graph: outer vertices 0 to *n* − 1 in a cycle, inner vertex *n* + *i* joined to the outer vertex *i* and to the
    /// inner vertices `step` further on and back.
    ///
    /// # Errors
    ///
    /// [`GraphError::TooLarge`], and [`GraphError::Step`] unless 1 ≤ `step` < *n*/2.
    ///
    /// ```
    /// use grundy::games::Graph;
    /// assert_eq!(Graph::petersen(10, 2)?.edges().count(), 30); // the dodecahedron
    /// # Ok::<(), grundy::games::GraphError>(())
    /// ```
    pub fn petersen(n: usize, step: usize) -> Result<Self, GraphError> {
        if step == 0 || step >= n.div_ceil(2) {
            return Err(GraphError::Step { n, step });
        }
        Self::check_size(n.saturating_mul(2))?;
        let edges = (0..n).flat_map(|i| [(i, (i + 1) % n), (i, n + i), (n + i, n + (i + step) % n)]);
        // Theorem (Frucht, Graver, Watkins 1971): the vertices are alike exactly if step² is 1 or −1 modulo n, and in the dodecahedron.
        let square = step * step % n;
        let is_transitive = square == 1 || square == n - 1 || (n, step) == (10, 2);
        // Half a turn of both cycles. The step is less than n/2, so that no vertex is joined to its opposite.
        let opposite = n.is_multiple_of(2).then(|| {
            let turned = |vertex: usize| if vertex < n { (vertex + n / 2) % n } else { n + (vertex + n / 2) % n };
            (0..2 * n).map(turned).collect()
        });
        let symmetry = Symmetry::Other { is_transitive, opposite };
        Self::of_family(format!("petersen:{n},{step}"), 2 * n, edges, symmetry)
    }

    fn of_family(
        name: String,
        vertices: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
        symmetry: Symmetry,
    ) -> Result<Self, GraphError> {
        let mut graph = Self::without_edges(vertices)?;
        for (one, other) in edges {
            graph.join(one, other)?;
        }
        Ok(Self { name, symmetry, ..graph })
    }

    /// The squares of a board, joined if `touches` says so of how far apart they are in rows and columns.
    fn on_board(
        family: &str,
        rows: usize,
        columns: usize,
        touches: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, GraphError> {
        // Each side too, where the other is 0.
        Self::check_size(rows.max(columns))?;
        let mut graph = Self::without_edges(rows.saturating_mul(columns))?;
        let squares = || 0..graph.neighbours.len();
        let neighbours = squares().map(|one| {
            let touching = |other: &usize| {
                one != *other
                    && touches((one / columns).abs_diff(other / columns), (one % columns).abs_diff(other % columns))
            };
            squares().filter(touching).collect()
        });
        graph.neighbours = neighbours.collect();
        let side = sides_text(rows, columns);
        let name = if family == "grid" { format!("grid:{rows}x{columns}") } else { format!("{family}:{side}") };
        Ok(Self { name, symmetry: Symmetry::Board { rows, columns, is_of_rooks: false }, ..graph })
    }
}
