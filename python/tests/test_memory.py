"""Memory stays flat over a million calls."""

import gc

import grundy
import pytest
from naive import Halving


def resident():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        pytest.skip("the system does not tell the memory of a process")


def grows(call, calls):
    for _ in range(calls // 10):
        call()
    gc.collect()
    before = resident()
    for _ in range(calls):
        call()
    gc.collect()
    return resident() - before


def test_a_million_values_leak_nothing():
    value, solver = grundy.Solver("kayles").value, None
    assert solver is None and grows(lambda: value((5, 6)), 1_000_000) < 1 << 20


def test_answers_positions_and_errors_leak_nothing():
    solver, own = grundy.Solver("kayles"), grundy.Solver(Halving())

    def call():
        solver.winning_moves([5, 2])[0].leaves._repr_svg_()
        own.explain([12, 6])
        own.winning_moves(12)[0].object  # noqa: B018
        try:
            solver.value("x,5")
        except grundy.NotationError:
            pass

    assert grows(call, 10_000) < 1 << 20


def test_games_solvers_and_tables_are_freed():
    def call():
        grundy.Solver(Halving()).value(40)
        grundy.Solver(grundy.Sum("nim", Halving())).value([3, 20])
        grundy.Sequence("0.6", 1000).array()
        grundy.LoopyGraph({1: [2], 2: [1]}).value(1)

    assert grows(call, 5_000) < 2 << 20
