"""The walk through a game of one's own asks for the moves of each position here: a loop in Python calls methods of Python fastest."""

from __future__ import annotations

from itertools import islice
from typing import Any


def options(moves: Any, play: Any, position: Any, most: int) -> list[Any]:
    """What each move leaves, of at most ``most`` moves. An exception in a method gets a note that names the position."""
    found: list[Any] = []
    add = found.append
    noted = False
    try:
        for move in islice(moves(position), most):
            try:
                add(play(position, move))
            except Exception as error:
                note(error, "play", position, move)
                noted = True
                raise
    except Exception as error:
        if not noted:
            note(error, "moves", position)
        raise
    return found


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
