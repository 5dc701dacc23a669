//! What play does to a board: the tiles that a move removes, and the boards that moves can lead to.

use crate::chomp::board::{Board, Tile};

impl Board {
    /// The tiles that go when one is taken: it, and those in its row or below and in its column or to the right. In reading
    /// order; none if the tile is not there. Takes time in proportion to their number and the rows above.
    ///
    /// ```
    /// use grundy::chomp::{Board, Tile};
    ///
    /// let board: Board = "5,5,3".parse()?;
    /// let removed: Vec<String> = board.removed_by(Tile { row: 2, column: 3 }).map(|tile| tile.to_string()).collect();
    /// assert_eq!(removed, ["2,3", "2,4", "2,5", "3,3"]); // and 5,2,2 is left
    /// assert_eq!(board.removed_by(Tile { row: 3, column: 4 }).count(), 0);
    /// # Ok::<(), grundy::NotationError>(())
    /// ```
    ///
    /// Reference: Winning Ways, ch. 18.
    pub fn removed_by(&self, tile: Tile) -> impl Iterator<Item = Tile> {
        let is_there = self.contains(tile);
        let above = if is_there { tile.row - 1 } else { 0 };
        let rows = (1..).zip(self.rows()).skip(above as usize);
        rows.take_while(move |(_, length)| is_there && *length >= tile.column)
            .flat_map(move |(row, length)| (tile.column..=length).map(move |column| Tile { row, column }))
    }

    /// How many boards play can leave of this one, itself and the empty one counted; `None` if there are more than `most`.
    ///
    /// It is what solving the board takes, before mirror images are united: from an *a* × *b* rectangle (*a* + *b* over *a*)
    /// boards can be reached. They are counted row by row and not listed, in time proportional to the number of tiles, and
    /// at once if that alone is more than `most`.
    ///
    /// ```
    /// use grundy::chomp::Board;
    ///
    /// assert_eq!(Board::rectangle(10, 10)?.boards_within(1_000_000), Some(184_756));
    /// assert_eq!(Board::rectangle(20, 20)?.boards_within(1_000_000), None); // 137 846 528 820
    /// assert_eq!("3,2,1".parse::<Board>()?.boards_within(100), Some(14)); // a Catalan number
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Reference: Stanley, *Enumerative Combinatorics*, vol. 1, ch. 3 (order ideals of a product of two chains).
    #[must_use]
    pub fn boards_within(&self, most: u64) -> Option<u64> {
        // To take any one tile leaves as many different boards, and there is the board itself.
        if self.tiles() >= most {
            return (self.is_empty() && most > 0).then_some(1);
        }
        let rows: Vec<u32> = self.rows().collect();
        // How many ways there are to fill the rows from here down, if the first of them keeps at most 0, 1, 2.. tiles.
        let mut ways: Vec<u64> = vec![1];
        for length in rows.into_iter().rev() {
            let last = ways.last().copied()?;
            let below = ways.iter().copied().chain(std::iter::repeat(last));
            let mut sum = 0_u64;
            ways = below
                .take(length as usize + 1)
                .map(|more| {
                    sum = sum.saturating_add(more);
                    sum
                })
                .collect();
        }
        ways.last().copied().filter(|count| *count <= most)
    }
}
