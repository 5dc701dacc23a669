"""Nimbers: the values of impartial games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import index
from typing import Any, cast, overload

from . import _grundy


class Nimber(int):
    """The nimber ``*n``: the value of a heap of *n* counters, from which a move takes any number.

    It is an ``int`` that prints as ``*n``. The sum of two nimbers is the nim-sum (xor, also ``^``), which is also the difference, and the product is
    the nim-product, which makes a field of the nimbers below 2^(2^k), so that ``/`` and negative powers are nimbers too. With other numbers
    the result is that of an ``int``: ``Nimber(3) + 1`` is 4. But ``0 + n`` and ``1 * n`` are the nimber *n*, since ``sum`` and ``math.prod``
    begin with these numbers. What nimbers have no operation of their own for, as ``//`` and ``%``, is that of an ``int`` too.

    >>> Nimber(5) + Nimber(3), Nimber(2) * Nimber(2), Nimber(1) / Nimber(2)
    (*6, *3, *3)
    >>> Nimber(4) + 3
    7
    >>> sum([Nimber(4), Nimber(3), Nimber(3), Nimber(2)])
    *6

    Reference: Conway, *On Numbers and Games*, ch. 6.
    """

    __slots__ = ()

    def __new__(cls, size: Any = 0) -> Nimber:
        """The nimber of this size, from 0 to 2^64 - 1; the text ``"*6"`` is read too."""
        nimber = super().__new__(cls, size.removeprefix("*") if isinstance(size, str) else index(size))
        if not 0 <= int(nimber) < 1 << 64:
            raise ValueError(f"a nimber has a size from 0 to 2^64 - 1, not {int(nimber)}")
        return nimber

    def __repr__(self) -> str:
        return f"*{int(self)}"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        # Of a width with zeros before it, or with a precision, the text `*5` would become `*500`, and `*512` become `*5`: the integer is written.
        width = spec[2:] if spec[1:2] in ("<", ">", "^", "=") else spec.lstrip("<>^=")
        is_text = spec == "" or spec[-1] in "<>^s" or spec[-1].isdigit() and width[:1] != "0" and "." not in width
        return format(str(self), spec) if is_text else int.__format__(self, spec)

    @overload
    def __add__(self, other: Nimber) -> Nimber: ...

    @overload
    def __add__(self, other: int) -> int: ...

    def __add__(self, other: int) -> int:
        return Nimber(int(self) ^ int(other)) if isinstance(other, Nimber) else int.__add__(self, other)

    def __radd__(self, other: int) -> int:
        # `sum` begins with the number 0.
        if not isinstance(other, int):
            return NotImplemented
        return self if other == 0 else int.__add__(self, other)

    @overload
    def __sub__(self, other: Nimber) -> Nimber: ...

    @overload
    def __sub__(self, other: int) -> int: ...

    def __sub__(self, other: int) -> int:
        return Nimber(int(self) ^ int(other)) if isinstance(other, Nimber) else int.__sub__(self, other)

    @overload
    def __xor__(self, other: Nimber) -> Nimber: ...

    @overload
    def __xor__(self, other: int) -> int: ...

    def __xor__(self, other: int) -> int:
        """The nim-sum of two nimbers."""
        return self + other if isinstance(other, Nimber) else int.__xor__(self, other)

    def __neg__(self) -> Nimber:
        return self

    __pos__ = __neg__

    @overload
    def __mul__(self, other: Nimber) -> Nimber: ...

    @overload
    def __mul__(self, other: int) -> int: ...

    def __mul__(self, other: int) -> int:
        if isinstance(other, Nimber):
            return Nimber(_grundy.nim_product(int(self), int(other)))
        return int.__mul__(self, other)

    def __rmul__(self, other: int) -> int:
        # `math.prod` begins with the number 1.
        if not isinstance(other, int):
            return NotImplemented
        return self if other == 1 else int.__mul__(self, other)

    def __truediv__(self, other: int) -> Any:
        """The nimber whose nim-product with the nimber ``other`` is this one; with another number, the quotient of numbers."""
        return self * other**-1 if isinstance(other, Nimber) else int.__truediv__(self, other)

    def __pow__(self, exponent: int, modulo: Any = None) -> Any:
        """The product of ``exponent`` factors, with an exponent that is a number; where it is negative, of as many inverses."""
        if modulo is not None or isinstance(exponent, Nimber) or not isinstance(exponent, int):
            return int.__pow__(self, exponent, modulo)
        power, square = Nimber(1), self
        if exponent < 0:
            exponent, square = -exponent, Nimber(_grundy.nim_inverse(int(self)))
        while exponent:
            if exponent & 1:
                power = power * square
            square = square * square
            exponent >>= 1
        return power

    def __reduce__(self) -> tuple[type[Nimber], tuple[int]]:
        return Nimber, (int(self),)


# A nimber of a size that the library gives: nothing is checked.
nimber: Callable[[int], Nimber] = cast("Callable[[int], Nimber]", partial(int.__new__, Nimber))


def mex(values: Iterable[int]) -> Nimber:
    """The least of 0, 1, 2, .. that is not among the values.

    >>> mex([0, 1, 3])
    *2
    """
    known = {index(value) for value in values}
    if any(value < 0 for value in known):
        raise ValueError("values are not negative")
    least = 0
    while least in known:
        least += 1
    return Nimber(least)
