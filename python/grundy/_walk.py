"""The walk through a game of one's own asks for the moves of positions here: a loop in Python calls methods of Python fastest."""

from __future__ import annotations

from itertools import islice
from typing import Any


def options(moves: Any, play: Any, positions: list[Any], most: int, found: list[list[Any]]) -> None:
    """Adds to ``found`` for each position the list of what its moves leave, of at most ``most`` moves.

    An exception in a method gets a note that names the position. ``found`` then has the positions before it.
    """
    left: list[Any] = []
    playing = False
    try:
        for position in positions:
            listed = moves(position)
            if type(listed) is not list and type(listed) is not tuple:
                # A list that is made on the way may be endless.
                listed = islice(listed, most)
            left = []
            for move in listed:
                playing = True
                left.append(play(position, move))
                playing = False
            found.append(left)
    except Exception as error:
        if playing:
            note(error, "play", position, move)
        else:
            note(error, "moves", position)
        raise


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
