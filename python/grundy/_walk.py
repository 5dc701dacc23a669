"""The walk through a game of one's own asks for the moves of positions here: a loop in Python calls methods of Python fastest."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, Protocol

BLOCK = 1 << 14
"""Moves of one position between two looks at the bounds."""


class Walk(Protocol):
    """The walk, which gives one position after the other."""

    def __iter__(self) -> Iterator[Any]: ...

    def look(self) -> None:
        """Raises an exception if a bound is met, or Ctrl-C was pressed."""


def walk(moves: Any, play: Any, positions: Walk, slot: list[Any], most: int) -> None:
    """Puts the list of what the moves of each position leave into ``slot[0]`` before the next position is asked for.

    A list has at most ``most`` options. An exception in a method gets a note that names the position.
    """
    playing = False
    for position in positions:
        # These blocks cost nothing from Python 3.11 on.
        try:
            listed = moves(position)
            if type(listed) is not list and type(listed) is not tuple:
                # A list that is made on the way may be endless.
                listed = chain.from_iterable(blocks(listed, most, positions))
            left = []
            for move in listed:
                try:
                    left.append(play(position, move))
                except Exception as error:
                    note(error, "play", position, move)
                    playing = True
                    raise
        except Exception as error:
            if not playing:
                note(error, "moves", position)
            raise
        slot[0] = left


def call(rules: Any, method: str, *arguments: Any) -> Any:
    """What a method of a game answers. An exception gets a note that names the method and its arguments."""
    try:
        return getattr(rules, method)(*arguments)
    except Exception as error:
        note(error, method, *arguments)
        raise


def listed(rules: Any, position: Any, most: int | None = None) -> list[Any]:
    """The first ``most`` moves of a position, or all. An exception gets a note."""
    try:
        return list(islice(rules.moves(position), most))
    except Exception as error:
        note(error, "moves", position)
        raise


def blocks(moves: Iterable[Any], most: int, walk: Walk) -> Iterator[list[Any]]:
    """The first ``most`` moves, in blocks between which the walk looks at its bounds."""
    rest = iter(moves)
    while block := list(islice(rest, min(BLOCK, most))):
        yield block
        if len(block) < BLOCK:
            return
        most -= BLOCK
        walk.look()


def note(error: BaseException, method: str, *arguments: Any) -> None:
    """Adds a note to an exception. Before Python 3.11, which has notes, it is an exception that caused this one."""
    try:
        text = f"in {method}({', '.join(map(repr, arguments))})"
    except Exception:
        text = f"in {method}"
    if hasattr(error, "add_note"):
        error.add_note(text)
    else:
        error.__cause__ = RuntimeError(text)


class Interrupts:
    """Notes a Ctrl-C that is lost during a walk, so that the walk can end by it.

    Python raises ``KeyboardInterrupt`` between any two steps of the main thread, also in a finalizer or in a function that is called while
    garbage is collected. There no exception can go on: Python prints it and forgets it.
    """

    def __init__(self) -> None:
        self.lost = False
        self.is_main = threading.get_ident() == threading.main_thread().ident
        if self.is_main:
            self.before = sys.unraisablehook
            sys.unraisablehook = self.note

    def note(self, unraisable: Any) -> None:
        if issubclass(unraisable.exc_type, KeyboardInterrupt):
            self.lost = True
        else:
            self.before(unraisable)

    def end(self) -> None:
        """Puts back the function that was there before."""
        if self.is_main and sys.unraisablehook == self.note:
            sys.unraisablehook = self.before
