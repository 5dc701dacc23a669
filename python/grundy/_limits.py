"""Limits of one question, and its progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import index
from typing import Any, NamedTuple

from . import _grundy


class Progress(NamedTuple):
    """How far a computation has come."""

    done: int
    """How many units are done."""
    total: int | None
    """How many there are, if that is known."""
    unit: str
    """What is counted: ``"positions"``, ``"heaps"``, ``"boards"``, .."""
    bytes: int
    """Memory of what was found."""
    elapsed: float
    """Seconds since the start."""


class _Bar:
    """A bar of tqdm that appears with the first news."""

    def __init__(self, tqdm: Any) -> None:
        self.tqdm: Any = tqdm
        self.bar: Any = None

    def __call__(self, news: Progress) -> None:
        if self.bar is None:
            self.bar = self.tqdm(total=news.total, unit=" " + news.unit, unit_scale=True, leave=False)
        self.bar.update(news.done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
            self.bar = None


def whole(name: str, number: Any, most: int) -> int:
    """An argument that is a whole number from 0 to ``most``."""
    found = index(number)
    if not 0 <= found <= most:
        raise ValueError(f"{name} must be a number from 0 to {most}, not {found}")
    return found


class Limits:
    """Limits that many questions have in common."""

    def __init__(
        self,
        positions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> None:
        for name, bound, least in ("positions", positions, 0), ("bytes", bytes, 0), ("threads", threads, 1):
            if bound is not None and not least <= index(bound) < 1 << 64:
                raise ValueError(f"{name} must be a number from {least} to 2**64 - 1, not {bound}")
        self.bounds = (positions, bytes, seconds, threads)
        self.plain = _grundy.Limits(*self.bounds)
        self.progress = progress
        if not isinstance(progress, bool) and not callable(progress):
            raise TypeError("progress is True, False, or a function of a Progress")

    @contextmanager
    def watch(self) -> Iterator[_grundy.Limits]:
        """The limits of one question, with its bar."""
        call, close = self.progress, None
        if call is True:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                call = False
            else:
                call = bar = _Bar(tqdm)
                close = bar.close
        if call is False or call is True:
            yield self.plain
            return
        told = call
        try:
            yield _grundy.Limits(*self.bounds, lambda *news: told(Progress(*news)))
        finally:
            if close is not None:
                close()
