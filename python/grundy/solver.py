"""The solver: it owns a rule book and answers every question about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple

from . import _grundy, pictures
from ._grundy import Game, Move, Position
from ._limits import Limits, Progress
from .games import AnyRules, game
from .nimbers import Nimber, nimber


class Outcome(str, Enum):
    """Who wins: ``N`` the next player, who is to move; ``P`` the previous one; ``DRAW`` neither, in a game that need not end."""

    N = "N"
    P = "P"
    DRAW = "draw"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


class Moves(list[Move]):
    """The winning moves of a position, in reading order.

    Of a component with more than 65536, the first of them are here: as many as that, or 1024 where a theorem lists the moves of a huge component. The
    others are counted as far as they are known.
    """

    def __init__(self, moves: Iterable[Move], at_least: int, is_complete: bool) -> None:
        super().__init__(moves)
        self.at_least = at_least
        """A lower bound on the number of winning moves; the number itself if ``is_complete``."""
        self.is_complete = is_complete
        """Whether all are listed."""

    def __repr__(self) -> str:
        more = "" if self.is_complete else f", .. at least {self.at_least}"
        return f"[{', '.join(map(str, self))}{more}]"

    def _repr_html_(self) -> str:
        rows = [[str(move), str(move.leaves)] for move in self[:100]]
        return pictures.table(["winning move", "leaves"], rows) if rows else "<p>no move wins</p>"


class MoveValue(NamedTuple):
    """A move with what it leaves."""

    move: Move
    """The move."""
    component: Nimber
    """The value that it leaves of its component."""
    whole: Nimber
    """The value that it leaves of the whole position. The move wins if this is ``*0``."""


class MoveValues(list[MoveValue]):
    """The moves of a position, with their values."""

    def _repr_html_(self) -> str:
        rows = [[str(value.move), str(value.move.leaves), str(value.component), str(value.whole)] for value in self[:200]]
        bold = [place for place, value in enumerate(self[:200]) if value.whole == 0]
        return pictures.table(["move", "leaves", "component", "whole"], rows, bold)


class Explanation:
    """Why a position is won or lost, and the move that follows from it. ``str`` of it is the working, as a teacher writes it."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.text: str = told["text"]
        """The working."""
        self.outcome = Outcome(told["outcome"])
        """Who wins."""
        self.play = "misere" if told["misere"] else "normal"
        """The kind of play."""
        self.components: list[tuple[str, Nimber | None]] = [
            (text, None if value is None else Nimber(value)) for text, value in told["components"]
        ]
        """The components, with their values where values decide."""
        self.move: Move | None = told["turn"]
        """The best move: a winning one, or in a lost position the most testing one."""
        self.compared: bool = told["compared"]
        """Whether all moves of a lost position were compared."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return pictures.explanation_html(self)


class PositionGraph:
    """The positions that play can reach, with the moves between them. In a notebook it is drawn."""

    def __init__(self, game: Game, told: dict[str, Any]) -> None:
        self.game = game
        self.positions: list[tuple[str, Nimber | None, bool]] = [
            (text, None if value is None else Nimber(value), complete) for text, value, complete in told["positions"]
        ]
        """Each position as a text, with its value, and whether its moves are listed."""
        self.arrows: list[tuple[int, list[str], list[int]]] = told["arrows"]
        """Arrows: the position before, the moves in words, and the components that they leave."""
        self.start: list[int] = told["start"]
        """The components of the position that was asked about."""

    def __len__(self) -> int:
        return len(self.positions)

    def svg(self) -> str:
        """The graph as SVG, which needs no other file or program."""
        return pictures.graph_svg(self)

    def _repr_html_(self) -> str:
        return pictures.inline(self.svg())

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_networkx(self) -> Any:
        """The graph as a ``networkx.MultiDiGraph``: nodes are numbers with ``text`` and ``value``, edges have ``moves``. A move that leaves
        several components has an edge to each, with the same ``move`` number."""
        import networkx

        graph = networkx.MultiDiGraph()
        for number, (text, value, _) in enumerate(self.positions):
            graph.add_node(number, text=text, value=None if value is None else int(value))
        for number, (before, moves, left) in enumerate(self.arrows):
            for after in left:
                graph.add_edge(before, after, move=number, moves=moves)
        return graph


class Solver:
    """A rule book with all that was found about it.

    The solver chooses the method: a theorem, a proved period, a table, a search. The answer never depends on it. What was found is kept for
    the next question.

    ``game`` is a name as in the tools (see :func:`grundy.games`), a :class:`grundy.Game`, or an object with ``moves(position)`` and
    ``play(position, move)`` (see :class:`grundy.Rules`). A position is a text as in the tools, a number, a list of numbers (the text with
    commas), a list of components, or a :class:`grundy.Position`; of a game of your own, an object, or a list as a sum. A list may hold positions of
    the same game and texts, too.

    ``play`` is ``"normal"`` (who cannot move loses) or ``"misere"`` (who cannot move wins). Limits hold for each question: ``positions``
    (2^24 if not given), ``bytes``, ``seconds``; a question that meets one raises :class:`grundy.LimitError`, and goes on from there when it
    is asked again. A limit on positions must be larger than the longest line of play: positions under way count, too. ``threads`` is the number of threads that search, 1 if not given. ``progress=True`` shows a bar if tqdm is installed; a function is called with a :class:`grundy.Progress`.

    Ctrl-C interrupts a question and keeps what was found. The GIL is free while the solver works. Threads that share a solver take turns.

    >>> s = Solver("kayles")
    >>> s.value([5, 6, 3, 2])
    *6
    >>> s.winning_moves([5, 6, 3, 2])
    [row 1: pin 2, row 1: pin 4]
    >>> s.outcome([2, 2], play="misere")
    Outcome.P
    """

    def __init__(
        self,
        rules: AnyRules,
        *,
        play: str = "normal",
        positions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> None:
        self._solver = _grundy.Solver(game(rules))
        self._misere = _is_misere(play)
        self._limits = Limits(positions, bytes, seconds, threads, progress)

    def __repr__(self) -> str:
        return f"Solver({self.game.name!r}{', play=' + repr('misere') if self._misere else ''})"

    @property
    def game(self) -> Game:
        """The rule book."""
        return self._solver.game

    @property
    def solved(self) -> int:
        """The number of positions that were searched for the last question."""
        return self._solver.solved()

    def limit(
        self,
        *,
        positions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        progress: bool | Callable[[Progress], object] | None = None,
    ) -> None:
        """Sets other limits for the questions to come. A limit that is not given is none, or the default one."""
        self._limits = Limits(positions, bytes, seconds, threads, self._limits.progress if progress is None else progress)

    def position(self, position: Any) -> Position:
        """A position, read once for several questions."""
        return self.game.position(position)

    def value(self, position: Any) -> Nimber:
        """The Grundy value: the nimber that the position equals in every sum. It is about normal play."""
        with self._limits.watch() as limits:
            return nimber(self._solver.value(position, limits))

    def values(self, positions: Iterable[Any]) -> list[Nimber]:
        """The values of many positions. A text is one position."""
        # Not as many positions as the text has letters.
        given = [positions] if isinstance(positions, str) else positions
        with self._limits.watch() as limits:
            return list(map(nimber, self._solver.values(given, limits)))

    def outcome(self, position: Any, *, play: str | None = None) -> Outcome:
        """Who wins."""
        return self.decide(position, play=play)[0]

    def decide(self, position: Any, *, play: str | None = None) -> tuple[Outcome, str]:
        """Who wins, and the method that decided it, in words."""
        with self._limits.watch() as limits:
            outcome, method = self._solver.outcome(position, self._plays(play), limits)
        return Outcome(outcome), method

    def winning_moves(self, position: Any, *, play: str | None = None) -> Moves:
        """All winning moves, in reading order; none in a lost position."""
        with self._limits.watch() as limits:
            return Moves(*self._solver.winning_moves(position, self._plays(play), limits))

    def winning_move(self, position: Any, *, play: str | None = None) -> Move | None:
        """The winning move that the leftmost odd bit leads to; ``None`` in a lost position."""
        with self._limits.watch() as limits:
            return self._solver.winning_move(position, self._plays(play), limits)

    def best_move(self, position: Any, *, play: str | None = None) -> Move | None:
        """A winning move; in a lost position the first move after which the smallest share of the replies wins.

        A move that leaves no reply comes last: in misère play it loses at once. ``None`` if there is no move."""
        with self._limits.watch() as limits:
            return self._solver.best_move(position, self._plays(play), limits)

    def move_values(self, position: Any) -> MoveValues:
        """Every move with the values that it leaves."""
        with self._limits.watch() as limits:
            told = self._solver.move_values(position, limits)
        return MoveValues(MoveValue(move, Nimber(component), Nimber(whole)) for move, component, whole in told)

    def explain(self, position: Any, *, play: str | None = None, values: bool = True) -> Explanation:
        """The working: the table of values, the leftmost odd bit, and the move that follows.

        ``values=False`` asks only who wins, which may take a small part of the time. ``move`` is then ``None`` also where a theorem tells that a position
        is won, and the search for the move meets a limit."""
        with self._limits.watch() as limits:
            return Explanation(self._solver.explain(position, self._plays(play), values, limits))

    def genus(self, position: Any) -> str:
        """The genus, as in *Winning Ways*: the value in normal play, and the values in misère play beside heaps of 2."""
        with self._limits.watch() as limits:
            return self._solver.genus(position, limits)

    def longest(self, position: Any) -> int:
        """The number of moves of the longest game. A game of which misère play is refused, such as coins, is refused here too."""
        with self._limits.watch() as limits:
            return self._solver.lengths(position, limits)[0]

    def shortest(self, position: Any) -> int:
        """The number of moves of the shortest game that is played to its end. Refused as ``longest`` is."""
        with self._limits.watch() as limits:
            return self._solver.lengths(position, limits)[1]

    def reachable(self, position: Any) -> int:
        """The number of components that play can reach, with those of the position itself."""
        with self._limits.watch() as limits:
            return self._solver.reachable(position, limits)

    def graph(self, position: Any, *, most: int = 60, symmetric: bool = False) -> PositionGraph:
        """The graph of at most ``most`` positions that play can reach. ``symmetric`` draws mirror images once."""
        with self._limits.watch() as limits:
            return PositionGraph(self.game, self._solver.graph(position, most, symmetric, limits))

    def _plays(self, play: str | None) -> bool:
        return self._misere if play is None else _is_misere(play)


def _is_misere(play: str) -> bool:
    if play not in ("normal", "misere", "misère"):
        raise ValueError(f"play is 'normal' or 'misere', not {play!r}")
    return play != "normal"
