"""Tables of Chomp boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import _grundy
from ._limits import Limits, Progress, whole
from .nimbers import Nimber

Board = tuple[int, ...]

_MOST = (1 << 32) - 1
_LONGEST = 1 << 24


def _lengths(rows: Any) -> list[int]:
    """The lengths of rows. Longer ones than the library can hold are as much too long for any table."""
    return [min(whole("the length of a row", row, 1 << 1024), _LONGEST) for row in rows]


class ChompTable:
    """The values of all boards of up to ``tiles`` tiles, or of all boards within ``rows`` by ``columns``.

    A board is the list of the lengths of its rows, the longest first. With ``edible=False`` the corner is poisoned, and its taker loses.

    >>> table = ChompTable(tiles=30)
    >>> table.value([2, 1]), table.value([3, 3])
    (*0, *4)
    """

    def __init__(
        self,
        tiles: int | None = None,
        *,
        rows: int | None = None,
        columns: int | None = None,
        edible: bool = False,
        positions: int | None = 1 << 32,
        bytes: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> None:
        self.edible = edible
        with Limits(positions, bytes, seconds, threads, progress).watch() as limits:
            if tiles is not None and rows is None and columns is None:
                self._table = _grundy.ValuesOfBoards.up_to(whole("tiles", tiles, _MOST), limits)
            elif tiles is None and rows is not None and columns is not None:
                self._table = _grundy.ValuesOfBoards.in_box(whole("rows", rows, _MOST), whole("columns", columns, _MOST), limits)
            else:
                raise TypeError("a table has either tiles, or rows and columns")

    def __len__(self) -> int:
        """The number of boards. A board and its mirror image may be counted once."""
        return self._table.boards

    def value(self, rows: Any) -> Nimber:
        """The value of a board."""
        board = list(rows)
        value = self._table.value(_lengths(board), self.edible)
        if value is None:
            raise KeyError(f"the board {board} is not in the table")
        return Nimber(value)

    def losing(self, most: int = 10_000) -> list[Board]:
        """The boards that the player to move loses, at most ``most`` of them."""
        return [tuple(rows) for rows in self._table.with_value(0, self.edible, most)]

    def rectangles(self, rows: int, columns: int) -> Any:
        """The values of the rectangles as an array of numpy: entry ``[i, j]`` is that of i + 1 rows of j + 1 tiles; 255 is not in the table."""
        import numpy

        data = self._table.rectangles(rows, columns, self.edible)
        return numpy.frombuffer(data, dtype=numpy.uint8).reshape(rows, columns)


class LosingBoards:
    """The boards of poisoned Chomp of up to ``tiles`` tiles that the player to move loses.

    >>> losing = LosingBoards(12)
    >>> losing.counts()[:7]
    [1, 1, 0, 1, 0, 3, 0]
    >>> [2, 1] in losing
    True
    """

    def __init__(
        self,
        tiles: int,
        *,
        positions: int | None = 1 << 32,
        bytes: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> None:
        with Limits(positions, bytes, seconds, threads, progress).watch() as limits:
            self._table = _grundy.LosingBoards(whole("tiles", tiles, _MOST), limits)

    def counts(self) -> list[int]:
        """How many there are of 0, 1, 2, .. tiles. The empty board counts as one."""
        return self._table.counts()

    def __len__(self) -> int:
        return sum(self.counts())

    def __contains__(self, rows: Any) -> bool:
        board = list(rows)
        losing = self._table.is_losing(_lengths(board))
        if losing is None:
            raise KeyError(f"the board {board} has too many tiles for the table")
        return losing

    def __iter__(self) -> Iterator[Board]:
        part, step = 0, 4096
        yield ()  # the empty board, which the table leaves out
        while boards := self._table.part(part, step):
            yield from map(tuple, boards)
            part += step
            # Each part is found by going through those before it: so parts grow, and memory is bounded.
            step = min(2 * step, 1 << 20)
