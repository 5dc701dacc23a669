"""Impartial games, solved exactly and fast, with the reason shown.

Two players move in turn and have the same moves; who cannot move loses (or wins, in misère play). ``Solver`` takes a game by name or a game
of your own, and answers every question about it:

>>> import grundy
>>> s = grundy.Solver("kayles")
>>> s.value([5, 6, 3, 2])
*6
>>> print(s.explain([5, 2]))
component  value  binary
5              4     100
2              2     010
nim-sum        6     110
ones                 ooe  (o: an odd number of ones in the column, e: an even number)
The leftmost odd column is number 3 from the right: the player to move wins.
Component 1 has a one there. It is worth 4 and must become 4 xor 6 = 2.
A winning move is: pin 2.
It leaves 1 + 3, worth 2, and every column is even.

============================  ==================================================================================
games by name                 ``games()``, ``Game("kayles")``
a game of your own            an object with ``moves(position)`` and ``play(position, move)``: see ``Rules``; ``check``
questions                     ``Solver``
several games at once         ``Sum``, ``Compound``, ``Ordinal``, ``Sequential``, ``Tartan``
sequences and periods         ``Sequence``, ``Periodicity``
tables of Chomp               ``ChompTable``, ``LosingBoards``
misère quotients              ``Quotient``
games that need not end       ``LoopyGraph``
nimbers                       ``Nimber``, ``mex``
============================  ==================================================================================

numpy, networkx, matplotlib and tqdm are used where they are installed.
"""

from __future__ import annotations

from . import _grundy
from ._grundy import Game, Move, Position
from ._limits import Progress
from .chomp import ChompTable, LosingBoards
from .errors import GrundyError, LawError, LimitError, LoopyError, NotationError, QuotientError
from .games import AnyRules, Compound, NamedGame, Ordinal, Rules, Sequential, Sum, Tartan, check, games
from .loopy import LoopyGraph, LoopyValue
from .misere import Element, Quotient
from .nimbers import Nimber, mex
from .sequences import Periodicity, Sequence
from .solver import Explanation, Moves, MoveValue, MoveValues, Outcome, PositionGraph, Solver

__version__: str = _grundy.__version__

__all__ = [
    "AnyRules",
    "ChompTable",
    "Compound",
    "Element",
    "Explanation",
    "Game",
    "GrundyError",
    "LawError",
    "LimitError",
    "LoopyError",
    "LoopyGraph",
    "LoopyValue",
    "LosingBoards",
    "Move",
    "MoveValue",
    "MoveValues",
    "Moves",
    "NamedGame",
    "Nimber",
    "NotationError",
    "Ordinal",
    "Outcome",
    "Periodicity",
    "Position",
    "PositionGraph",
    "Progress",
    "Quotient",
    "QuotientError",
    "Rules",
    "Sequence",
    "Sequential",
    "Solver",
    "Sum",
    "Tartan",
    "check",
    "games",
    "mex",
]
