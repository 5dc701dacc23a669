"""Rule books: games by name, games of your own, sums and compounds."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Union, runtime_checkable

from . import _grundy
from ._grundy import Game, Position
from ._limits import Limits, whole
from ._walk import call, listed, note


@runtime_checkable
class Rules(Protocol):
    """A game of your own: any object with these two methods.

    From a position, ``moves`` lists the moves (any objects, in the same order each time) and ``play`` tells what a move leaves: a
    position, or a list of the components into which it falls apart. ``[]`` is the end. Positions are hashable and are not changed. Both
    players have the same moves, and play must end.

    Python is asked about each position once; then the solver works without it. An exception in a method comes out as itself, with a note
    that names the method and what it was asked about.

    Optional methods: ``position_text(position)`` and ``move_text(position, move)`` write texts, ``parse(text)`` reads a position where a text is
    given, alone or in a list, ``svg(position)`` draws one. An optional attribute ``name`` is the name of the game.

    >>> class Halving:
    ...     "Halve a heap (rounding down), or take one counter."
    ...     def moves(self, heap):
    ...         return [n for n in (heap // 2, heap - 1) if 0 <= n < heap]
    ...     def play(self, heap, left):
    ...         return left
    >>> import grundy
    >>> grundy.Solver(Halving()).value([12, 6])
    *2
    """

    def moves(self, position: Any, /) -> Any:
        """The moves from a position."""

    def play(self, position: Any, move: Any, /) -> Any:
        """What a move leaves."""


AnyRules = Union[str, Game, Rules]
"""A game by name, a :class:`Game`, or an object with ``moves`` and ``play``."""


class NamedGame(NamedTuple):
    """A game of the library."""

    name: str
    """The name; after a colon, an example of parameters."""
    example: str
    """An example of a position."""
    description: str
    """What a move is."""


def games() -> list[NamedGame]:
    """The games of the library.

    >>> games()[0]
    NamedGame(name='nim', example='3,4,5', description='take any number of counters from one heap')
    """
    return [NamedGame(*entry) for entry in _grundy.games()]


def game(rules: AnyRules) -> Game:
    """The rule book of a name or of an object; a :class:`Game` is returned as it is."""
    return rules if isinstance(rules, Game) else Game(rules)


def Sum(*games: AnyRules) -> Game:
    """The sum of several games: a move is played in one of them, and the value is the nim-sum.

    A position is a list with one position of each game.

    >>> import grundy
    >>> grundy.Solver(Sum("kayles", "nim")).value([[5, 6], 9])
    *14
    """
    return Game._sum([game(rules) for rules in games])


def Compound(rules: AnyRules, kind: str = "disjunctive", *, short: bool = False) -> Game:
    """Several positions of one game, in one of Conway's ways. A position is a list of positions of the game.

    ``kind`` says in which components a turn moves: ``"disjunctive"`` in one, ``"conjunctive"`` in each that has not ended,
    ``"selective"`` in any that the player likes. A ``short`` compound is over when the first component has ended.

    Coins (``turning``), Treblecross and Nimstring are solved as sums that stand for them in normal play. They are refused here, except in the
    disjunctive compound that is not short.

    >>> import grundy
    >>> race = Compound("nim", "conjunctive", short=True)
    >>> grundy.Solver(race).outcome([3, 4])
    Outcome.N

    Reference: Conway, *On Numbers and Games*, ch. 14.
    """
    return Game._compound(game(rules), kind, short)


def Ordinal(base: AnyRules, top: AnyRules) -> Game:
    """The ordinal sum: a move in the base removes the top. A position is a pair of a base and a top.

    >>> import grundy
    >>> grundy.Solver(Ordinal("nim", "nim")).value([1, 2])
    *3
    """
    return Game._ordinal(game(base), game(top))


def Sequential(now: AnyRules, later: AnyRules) -> Game:
    """One game, and after its end another. A position is a pair of positions. Coins (``turning``), Treblecross and Nimstring are refused: see
    :func:`Compound`.

    >>> import grundy
    >>> grundy.Solver(Sequential("kayles", "nim")).outcome([3, 0])
    Outcome.N
    """
    return Game._sequential(game(now), game(later))


def Tartan(rows: AnyRules, columns: AnyRules) -> Game:
    """The Tartan product of two games of coins: the value is the nim-product. A position is a pair of components.

    >>> import grundy
    >>> grundy.Solver(Tartan("nim", "nim")).value([2, 3])
    *1
    """
    return Game._tartan(game(rows), game(columns))


def check(rules: AnyRules, positions: Any, *, limit: int = 1 << 16) -> None:
    """Holds a game against the laws that every impartial game must pass, at each of some small positions.

    Of a game of your own, each position that play can reach is asked twice: moves and what they leave must be the same each time, hashable
    and unchanged. Then all laws are checked by brute force: values are the mex of the options' values, a position with itself is lost, the
    value of a sum is the nim-sum, winning moves win, every compound agrees with its theorem, .. A position may have up to ``limit``
    reachable positions for the first part; the laws themselves need smaller ones, and say so.

    Raises :class:`grundy.LawError` for the first law that is broken, and :class:`grundy.GrundyError` if a position is too large.

    >>> check("kayles", [5, 7])
    """
    book = game(rules)
    limits = Limits(positions=whole("limit", limit, (1 << 64) - 1))
    # A text is one position, not as many as it has letters.
    for given in [positions] if isinstance(positions, str) else positions:
        position = book.position(given)
        own = book.rules
        if own is not None:
            _check_own(own, position.objects, limit)
        with limits.watch() as bounds:
            _grundy.check(position, bounds)


def _check_own(rules: Any, start: list[Any], limit: int) -> None:
    """Asks a game of your own twice."""
    from .errors import LawError, limit_error

    def broken(law: str, position: Any, expected: str, found: str) -> LawError:
        error = LawError(f"law broken: {law}\n  input: {start!r}\n  position: {position!r}\n  expected: {expected}\n  found: {found}")
        error.law, error.input, error.position, error.expected, error.found = law, repr(start), repr(position), expected, found
        return error

    def is_new(component: Any, position: Any, move: Any) -> bool:
        try:
            if component is None:
                raise TypeError("None is no position")
            return component not in seen
        except Exception as error:
            note(error, "play", position, move)
            raise

    # As many as a question looks at under this limit on positions.
    most = max(4 * limit, 1)
    seen = set(start)
    todo = list(seen)
    while todo:
        position = todo.pop()
        before = hash(position)
        # One more than the limit shows that there are more, also if they are endless.
        first, second = listed(rules, position, most + 1), listed(rules, position, most + 1)
        if len(first) > most:
            text = f"limit of {most} moves reached in the check of {start!r}: {position!r} has more"
            raise limit_error(text, "moves", most, 0, len(first))
        if [repr(move) for move in first] != [repr(move) for move in second]:
            raise broken("moves are the same each time", position, repr(first), repr(second))
        for move in first:
            left, again = call(rules, "play", position, move), call(rules, "play", position, move)
            if left != again:
                raise broken(f"playing {move!r} leaves the same each time", position, repr(left), repr(again))
            for component in left if isinstance(left, list) else [left]:
                if is_new(component, position, move):
                    if len(seen) >= limit:
                        text = f"limit of {limit} positions reached in the check of {start!r}"
                        raise limit_error(text, "positions", limit, len(seen), len(todo))
                    seen.add(component)
                    todo.append(component)
        if hash(position) != before or position not in seen:
            raise broken("playing does not change the position", position, "the same hash as before", "another")


__all__ = ["AnyRules", "Compound", "Game", "NamedGame", "Ordinal", "Position", "Rules", "Sequential", "Sum", "Tartan", "check", "game", "games"]
