"""Games that need not end, as graphs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from . import _grundy
from ._limits import Limits, Progress, whole
from ._walk import call, listed
from .nimbers import Nimber
from .solver import Outcome


class LoopyValue:
    """The value of a vertex: a nimber, or infinity with the nimbers among the options (Smith; Fraenkel and Yesha)."""

    __slots__ = {
        "nimber": "The nimber that it equals in every sum; ``None`` for infinity.",
        "options": "Of infinity: the nimbers among the options' values.",
    }

    def __init__(self, nimber: int | None, options: Iterable[int]) -> None:
        self.nimber = None if nimber is None else Nimber(nimber)
        self.options = frozenset(map(Nimber, options))

    def __repr__(self) -> str:
        if self.nimber is not None:
            return str(self.nimber)
        return "∞_{" + ",".join(str(int(option)) for option in sorted(self.options)) + "}" if self.options else "∞"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LoopyValue):
            return (self.nimber, self.options) == (other.nimber, other.options)
        return self.nimber is not None and self.nimber == other

    def __hash__(self) -> int:
        return hash((self.nimber, self.options)) if self.nimber is None else hash(self.nimber)


class LoopyGraph:
    """A game as a directed graph: a token goes along an edge; play may come back, and then it is a draw.

    ``options`` is a mapping from each vertex to its options, or a ``networkx.DiGraph``. Vertices are any hashable objects. A position is one
    vertex, or a list of vertices with a token each.

    >>> g = LoopyGraph({"a": ["b"], "b": ["a", "c"], "c": []})
    >>> g.value("a"), g.value("b"), g.outcome("a")
    (*0, *1, Outcome.P)
    """

    def __init__(
        self,
        options: Any,
        *,
        positions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> None:
        lists: Mapping[Hashable, Iterable[Hashable]]
        if hasattr(options, "successors") and hasattr(options, "nodes"):
            lists = {vertex: list(options.successors(vertex)) for vertex in options.nodes}
        elif isinstance(options, Mapping):
            lists = {vertex: list(after) for vertex, after in options.items()}
        else:
            raise TypeError(f"a graph is a dict of lists or a networkx.DiGraph, not {type(options).__name__}")
        self.vertices: list[Any] = list(dict.fromkeys([*lists, *(end for after in lists.values() for end in after)]))
        """The vertices."""
        self._places = {vertex: place for place, vertex in enumerate(self.vertices)}
        numbered = [[self._places[end] for end in lists.get(vertex, ())] for vertex in self.vertices]
        with Limits(positions, bytes, seconds, None, progress).watch() as limits:
            self._graph = _grundy.LoopyGraph(numbered, limits)

    @classmethod
    def of_rules(cls, rules: Any, start: Any, *, most: int = 1 << 20) -> LoopyGraph:
        """The graph of the positions that play can reach from ``start``, of a game of your own whose moves leave one component each."""
        if not hasattr(rules, "moves") or not hasattr(rules, "play"):
            raise TypeError(f"a game of your own has the methods moves and play, {type(rules).__name__} has not")
        if isinstance(rules, type):
            raise TypeError(f"{rules!r} is a class: a game is an object, made by calling it")
        whole("most", most, (1 << 64) - 1)
        lists: dict[Any, list[Any]] = {}
        todo = [start]
        while todo:
            position = todo.pop()
            if position in lists:
                continue
            if len(lists) >= most:
                from .errors import limit_error

                raise limit_error(f"limit of {most} positions reached", "positions", most, len(lists), len(todo) + 1)
            lists[position] = [call(rules, "play", position, move) for move in listed(rules, position)]
            for after in lists[position]:
                if isinstance(after, list):
                    raise TypeError(f"a move in {position!r} leaves a list: a graph has single positions")
            todo.extend(lists[position])
        return cls(lists)

    def __len__(self) -> int:
        return len(self.vertices)

    def _tokens(self, position: Any) -> list[int]:
        tokens = position if isinstance(position, list) else [position]
        try:
            return [self._places[token] for token in tokens]
        except KeyError as error:
            raise KeyError(f"there is no vertex {error.args[0]!r}") from None

    def value(self, position: Any) -> LoopyValue:
        """The value of a vertex, or of the sum of several tokens."""
        return LoopyValue(*self._graph.value(self._tokens(position)))

    def outcome(self, position: Any) -> Outcome:
        """Who wins, or a draw."""
        return Outcome(self._graph.outcome(self._tokens(position)))

    def winning_moves(self, position: Any) -> list[tuple[int, Any]]:
        """The winning moves: the place of the token in the list, and the vertex that it goes to."""
        return [(token, self.vertices[to]) for token, to in self._graph.moves(self._tokens(position), False)]

    def drawing_moves(self, position: Any) -> list[tuple[int, Any]]:
        """The moves that keep a draw."""
        return [(token, self.vertices[to]) for token, to in self._graph.moves(self._tokens(position), True)]

    def explain(self, position: Any) -> str:
        """The working of a vertex, or of the sum of several tokens. The text names vertices by their places in ``vertices``."""
        return self._graph.explain(self._tokens(position))

    def to_networkx(self) -> Any:
        """The graph as a ``networkx.DiGraph``, with ``value`` and ``outcome`` at each node, as texts."""
        import networkx

        graph = networkx.DiGraph()
        for vertex in self.vertices:
            graph.add_node(vertex, value=str(self.value(vertex)), outcome=str(self.outcome(vertex)))
        for place, vertex in enumerate(self.vertices):
            graph.add_edges_from((vertex, self.vertices[end]) for end in self._graph.options(place))
        return graph
