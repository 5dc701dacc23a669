"""Nimbers are ints that print, add and multiply as nimbers."""

import math
import pickle
from functools import cache

import pytest
from grundy import Nimber, mex
from hypothesis import given
from hypothesis import strategies as st

sizes = st.integers(0, 2**64 - 1).map(Nimber)


@cache
def product(a, b):
    """Conway's definition: the mex of a'b + ab' + a'b'."""
    excluded = {product(x, b) ^ product(a, y) ^ product(x, y) for x in range(a) for y in range(b)}
    least = 0
    while least in excluded:
        least += 1
    return least


def test_products_follow_the_definition():
    assert all(Nimber(a) * Nimber(b) == product(a, b) for a in range(20) for b in range(20))


def test_products_are_nimbers_and_mixed_ones_are_ints():
    assert type(Nimber(2) * Nimber(3)) is type(Nimber(2) ^ Nimber(3)) is Nimber
    assert (Nimber(3) + 4, Nimber(3) * 4, 4 + Nimber(3), Nimber(3) - 1) == (7, 12, 7, 2)
    assert type(Nimber(3) + 4) is type(4 * Nimber(3)) is type(Nimber(3) ^ 1) is type(1 ^ Nimber(3)) is int


@given(sizes, sizes, sizes)
def test_nimbers_are_a_field_of_characteristic_two(a, b, c):
    assert a + b == int(a) ^ int(b) == a - b == a ^ b
    assert a + a == 0 and -a == a
    assert a * b == b * a and (a * b) * c == a * (b * c) and a * (b + c) == a * b + a * c
    assert a ** (2**64 - 2) * a == (1 if a else 0)
    if b:
        assert type(a / b) is type(b**-3) is Nimber
        assert a / b * b == a and a / b == a * b ** (2**64 - 2) and b**-3 * b * b * b == 1


def test_zero_divides_nothing_and_quotients_of_numbers_are_those_of_ints():
    for wrong in (lambda: Nimber(3) / Nimber(0), lambda: Nimber(0) ** -1):
        with pytest.raises(ZeroDivisionError):
            wrong()
    assert (Nimber(3) / 2, 3 / Nimber(2), Nimber(7) // 2, Nimber(0) / 5) == (1.5, 1.5, 3, 0)


@given(sizes)
def test_texts_read_back(a):
    assert str(a) == repr(a) == f"*{int(a)}" and Nimber(str(a)) == a
    assert f"{a}" == str(a) and f"{a:d}" == str(int(a)) and f"{a:>25}" == str(a).rjust(25)
    assert pickle.loads(pickle.dumps(a)) == a and type(pickle.loads(pickle.dumps(a))) is Nimber
    assert hash(a) == hash(int(a)) and {a: 1}[int(a)] == 1


def test_sum_adds_nimbers():
    assert sum([Nimber(4), Nimber(3), Nimber(3), Nimber(2)]) == Nimber(6)


@pytest.mark.parametrize("size", [-1, 2**64, "x", "*"])
def test_wrong_sizes_are_refused(size):
    with pytest.raises(ValueError):
        Nimber(size)


@given(st.lists(st.integers(0, 9)))
def test_mex_is_the_least_excluded(values):
    found = mex(values)
    assert found not in values and all(n in values for n in range(int(found)))


@pytest.mark.parametrize(("wrong", "error"), [([0, -1], ValueError), (["a"], TypeError), ("0", TypeError), ([0.5], TypeError)])
def test_a_mex_is_of_numbers_that_are_not_negative(wrong, error):
    with pytest.raises(error):
        mex(wrong)


def test_a_product_and_a_sum_begin_with_numbers():
    assert repr(math.prod([Nimber(2), Nimber(2)])) == "*3" and repr(sum([Nimber(2), Nimber(3)])) == "*1"
    assert type(2 * Nimber(2)) is int and "ab" * Nimber(2) == "abab" and 1.5 * Nimber(2) == 3.0


def test_no_format_makes_another_nimber():
    assert f"{Nimber(5):5}|{Nimber(5):>5}|{Nimber(5):.>5}|{Nimber(5):0>4}" == "*5   |   *5|...*5|00*5"
    assert f"{Nimber(5):03}|{Nimber(5):04d}" == "005|0005"
    with pytest.raises(ValueError, match="[Pp]recision"):
        f"{Nimber(512):.2}"
