"""The exceptions of this package. All derive from :class:`GrundyError`.

An exception in a method of a game of your own is none of these: it comes out as itself, with a note that names the
method and what it was asked about.
"""

from __future__ import annotations


class GrundyError(Exception):
    """Something that the library refuses or cannot answer."""


class NotationError(GrundyError, ValueError):
    """A text that is no position or no name of a game.

    >>> import grundy
    >>> try:
    ...     grundy.Solver("nim").value("3,x")
    ... except grundy.NotationError as error:
    ...     print(error.place, error)
    3 `3,x`, character 3: a heap is a whole number, and `x` is not a digit
    """

    text: str
    """The text."""
    place: int
    """The number of the first wrong character, counted from 1."""


class LimitError(GrundyError):
    """A bound was met. What was found is kept: the same question goes on from there."""

    bound: str
    """``"positions"``, ``"bytes"``, ``"deadline"`` or ``"moves"``."""
    limit: int | None
    """The number of the bound; ``None`` for a deadline."""
    unit: str
    """What ``done`` and ``unfinished`` count."""
    done: int
    """How many were solved and are kept."""
    unfinished: int
    """How many were under way."""


def limit_error(text: str, unit: str, limit: int, done: int, unfinished: int) -> LimitError:
    """The error of a limit on the units that it counts."""
    error = LimitError(text)
    error.bound = error.unit = unit
    error.limit, error.done, error.unfinished = limit, done, unfinished
    return error


class LoopyError(GrundyError):
    """Play can come back to a position. :class:`grundy.LoopyGraph` answers such games."""

    position: str
    """A position on the cycle."""


class LawError(GrundyError, AssertionError):
    """A game breaks a law that every impartial game must pass: see :func:`grundy.check`."""

    law: str
    """The law."""
    input: str
    """The position that was checked."""
    position: str
    """The position where the law is broken, reached from the input."""
    expected: str
    """What the law demands there."""
    found: str
    """What the game does instead."""


class QuotientError(GrundyError):
    """A misère quotient was not found, or not proved to be that of all heaps."""
