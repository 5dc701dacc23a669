"""Sequences of take-and-break codes, and their periods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import index
from typing import Any

from . import _grundy
from ._limits import Limits, Progress, whole
from .nimbers import Nimber, nimber

CODES = {"kayles": "0.77", "dawsons-kayles": "0.07", "grundys-game": "4!.0", "lasker": "4.[3]", "nim": "0.[3]"}
"""The codes of games that have one."""

_PIECE = 1 << 12
"""Heaps whose values an iteration asks for at once."""


@dataclass(frozen=True)
class Periodicity:
    """What is known about the period of a sequence."""

    kind: str
    """``"proved"``, ``"observed"`` (the values repeat so far, which proves nothing) or ``"unknown"``."""
    preperiod: int
    """The heap from which on the values repeat."""
    period: int
    """After how many heaps."""
    saltus: int
    """By how much the values have grown then; 0 for a plain period."""
    heaps: int
    """The number of heaps that were computed."""
    theorem: str | None
    """The theorem that proves the period, with its source."""
    compared: tuple[int, int] | None
    """The first and the last of the heaps whose repetition is the proof."""
    text: str
    """All this in words."""

    @property
    def is_proved(self) -> bool:
        """Whether the period is that of all heaps."""
        return self.kind == "proved"

    def __str__(self) -> str:
        return self.text


class Sequence:
    """The values of the heaps 0, 1, 2, .. of a take-and-break code, such as ``"0.77"`` (Kayles) or ``"4!.0"`` (Grundy's game).

    The names ``kayles``, ``dawsons-kayles``, ``grundys-game``, ``lasker`` and ``nim`` are read as their codes. Sparse spaces, threads and
    proofs of periods are those of the library.

    >>> kayles = Sequence("0.77", 200)
    >>> kayles[:6]
    [*0, *1, *2, *3, *1, *4]
    >>> print(kayles.periodicity())
    preperiod 71, period 12, proved by Guy-Smith from heaps 0..=166
    """

    def __init__(
        self,
        code: str,
        heaps: int = 0,
        *,
        positions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> None:
        self._sequence = _grundy.Sequence(CODES.get(code, code))
        self._limits = Limits(positions, bytes, seconds, threads, progress)
        if whole("heaps", heaps, (1 << 64) - 1):
            self.extend_to(heaps)

    @property
    def code(self) -> str:
        """The code."""
        return self._sequence.code

    def extend_to(self, heaps: int) -> Sequence:
        """Computes the values of the heaps below this number. Heaps that are known are not computed again."""
        with self._limits.watch() as limits:
            self._sequence.extend_to(whole("heaps", heaps, (1 << 64) - 1), limits)
        return self

    def __len__(self) -> int:
        return len(self._sequence)

    def __getitem__(self, heap: Any) -> Any:
        """The value of a heap, or a list of values."""
        if isinstance(heap, slice):
            chosen = range(*heap.indices(len(self)))
            if not chosen:
                return []
            # Only the stretch from the least heap to the greatest is asked for, in either direction.
            first, last = min(chosen[0], chosen[-1]), max(chosen[0], chosen[-1])
            stretch = self._stretch(first, last + 1)
            return list(map(nimber, stretch[:: chosen.step].tolist()))
        number, heaps = index(heap), len(self)
        place = number + heaps if number < 0 else number
        # A number beyond all heaps may be too large for the library.
        value = self._sequence.value(place) if 0 <= place < heaps else None
        if value is None:
            raise IndexError(f"heap {number} is not computed: there are {heaps} heaps")
        return Nimber(value)

    def __iter__(self) -> Iterator[Nimber]:
        start = 0
        # In pieces: all values at once, as objects, would take many times the memory of the sequence.
        while piece := self._stretch(start, start + _PIECE):
            yield from map(nimber, piece)
            start += len(piece)

    def __repr__(self) -> str:
        return f"Sequence({self.code!r}, {len(self)})"

    def _stretch(self, start: int, to: int) -> memoryview:
        """The values of the heaps from ``start`` to ``to``, without that one, as far as they are known."""
        return memoryview(self._sequence.bytes(start, to, 4)).cast("I")

    def array(self) -> Any:
        """The values as an array of numpy, of ``uint16`` or ``uint32``. It is written once, and numpy shows that memory without a copy;
        the array is read-only."""
        import numpy

        wide = self._sequence.largest() > 0xFFFF
        data = self._sequence.bytes(0, len(self), 4 if wide else 2)
        return numpy.frombuffer(data, dtype=numpy.uint32 if wide else numpy.uint16)

    def periodicity(self) -> Periodicity:
        """The period, with its proof if the heaps that were computed give one."""
        kind, preperiod, period, saltus, heaps, proof, text = self._sequence.periodicity()
        theorem, compared = (None, None) if proof is None else (proof[0], (proof[1], proof[2]))
        return Periodicity(kind, preperiod, period, saltus, heaps, theorem, compared, text)

    def plot(self, axes: Any = None, **how: Any) -> Any:
        """Draws the values as points with matplotlib, and marks the period. Returns the axes."""
        import matplotlib.pyplot as pyplot

        if axes is None:
            axes = pyplot.subplots(figsize=(9, 3.5), layout="constrained")[1]
        axes.plot(self.array(), **{"marker": ".", "linestyle": "", "markersize": 3, **how})
        found = self.periodicity()
        if found.kind != "unknown":
            style = "-" if found.is_proved else ":"
            axes.axvline(found.preperiod, color="tab:orange", linestyle=style, linewidth=1)
            axes.axvline(found.preperiod + found.period, color="tab:orange", linestyle=style, linewidth=1)
        axes.set(xlabel="heap", ylabel="Grundy value", title=f"{self.code}: {found}")
        axes.title.set_fontsize("medium")
        return axes
