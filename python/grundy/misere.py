"""Misère quotients: what takes the place of nimbers where the last player loses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import _grundy, pictures
from ._limits import Limits, Progress, whole
from .games import AnyRules, game
from .sequences import CODES
from .solver import Outcome


class Element(NamedTuple):
    """An element of a quotient."""

    name: str
    """A product of generators; ``1`` is the empty sum."""
    is_p: bool
    """Whether its sums are P-positions: the player to move loses."""


class Quotient:
    """The misère quotient of a heap game, by its code, or of all positions that play can reach from a position.

    Two sums are the same element if adding any third sum to both gives the same outcome in misère play. The table of products and the list
    of P-elements solve the game.

    >>> q = Quotient.of_code("0.75", heaps=100, certify=True)
    >>> len(q), q.presentation
    (8, 'h1, h2, h5 | h1^2 = 1, h2 h5 = h1 h2, h5^2 = h2^2, h2^3 = h2')
    >>> q.misere_outcome([1, 1])
    Outcome.N

    Reference: Plambeck and Siegel, *Misère quotients for impartial games* (2008).
    """

    def __init__(self, quotient: _grundy.Quotient) -> None:
        self._quotient = quotient
        self.elements = [Element(*told) for told in quotient.elements]
        """The elements. The first one is the identity, that of the empty sum."""

    @classmethod
    def of_code(
        cls,
        code: str,
        heaps: int,
        *,
        certify: bool = False,
        positions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> Quotient:
        """The quotient of the heaps 0 to ``heaps`` - 1 of a code, or of a name that :class:`grundy.Sequence` reads. With ``certify``, up to that
        many heaps are used to prove a quotient of all heaps, and :class:`grundy.QuotientError` is raised if they do not. Each pair of elements
        takes 8 of the ``bytes``: a guess of 512 elements takes 2 MB, and without a limit there may be 32768."""
        with Limits(positions, bytes, seconds, None, progress).watch() as limits:
            return cls(_grundy.Quotient.of_code(CODES.get(code, code), whole("heaps", heaps, (1 << 64) - 1), certify, limits))

    @classmethod
    def of_position(
        cls,
        rules: AnyRules,
        position: Any,
        *,
        positions: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        progress: bool | Callable[[Progress], object] = False,
    ) -> Quotient:
        """The quotient of all positions that play can reach from a position, of any game.

        >>> notakto = Quotient.of_position("notakto", "3x3")
        >>> len(notakto)
        18
        """
        with Limits(positions, bytes, seconds, None, progress).watch() as limits:
            return cls(_grundy.Quotient.of_position(game(rules).position(position), limits))

    def __len__(self) -> int:
        """The order: the number of elements."""
        return len(self.elements)

    def __repr__(self) -> str:
        return f"<quotient of order {len(self)}: {self.presentation}>"

    @property
    def presentation(self) -> str:
        """Generators and relations."""
        return self._quotient.presentation

    @property
    def relations(self) -> list[tuple[str, str]]:
        """The relations, each as two products that are equal."""
        return self._quotient.relations

    @property
    def p_portion(self) -> list[str]:
        """The names of the elements whose sums are P-positions."""
        return [element.name for element in self.elements if element.is_p]

    @property
    def reach(self) -> str:
        """Of which heaps or positions it is the quotient, and why."""
        return self._quotient.reach[0]

    @property
    def is_of_all(self) -> bool:
        """Whether it is proved to be the quotient of all heaps, or of all positions that play can reach."""
        return self._quotient.reach[1]

    @property
    def examples(self) -> list[str]:
        """Of a quotient of positions: an example of each of the positions 1, 2, .. that the names count."""
        return self._quotient.examples

    def map(self) -> list[str]:
        """The element of each heap 0, 1, 2, .., or of each position by number."""
        return [self.elements[place].name for place in self._quotient.map]

    def products(self) -> list[list[str]]:
        """The table of products, by names."""
        return [[self.elements[place].name for place in row] for row in self._quotient.products]

    def element(self, position: Any) -> Element:
        """The element of a sum. Of the quotient of a code, a sum is a list of heaps, or the number of one."""
        is_heap = self._quotient.game is None and hasattr(position, "__index__") and not hasattr(position, "__len__")
        place = self._quotient.element([position] if is_heap else position)
        if place is None:
            raise KeyError(f"the quotient does not reach {position}")
        return self.elements[place]

    def misere_outcome(self, position: Any) -> Outcome:
        """Who wins a sum in misère play."""
        return Outcome.P if self.element(position).is_p else Outcome.N

    def _repr_html_(self) -> str:
        return pictures.quotient_html(self)
