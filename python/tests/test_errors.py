"""Wrong input gets an error that names the place and the rule."""

import grundy
import pytest
from grundy import Solver


@pytest.mark.parametrize(
    ("game", "position", "place"),
    [("nim", "3,x", 3), ("nim", "3,,5", 3), ("nim", [3, -1], 3), ("chomp", [2, 3], 3), ("nim", "", 1), ("nim", "3,ä", 3)],
)
def test_texts_name_the_place(game, position, place):
    with pytest.raises(grundy.NotationError, match=f"character {place}: ") as error:
        Solver(game).value(position)
    assert error.value.place == place and isinstance(error.value, ValueError) and isinstance(error.value.text, str)


@pytest.mark.parametrize("name", ["poker", "subtract:1,0", "subtract", "nim:3", "0.8W", ""])
def test_names_that_are_none(name):
    with pytest.raises(grundy.NotationError):
        grundy.Game(name)


@pytest.mark.parametrize("position", [{}, None, 2.5, object(), b"5", {1, 2}])
def test_types_that_are_no_position(position):
    with pytest.raises(TypeError, match="a position of nim is a text, a number or a list"):
        Solver("nim").value(position)


def test_limits_say_which_bound_and_keep_the_memo():
    solver = Solver("chomp", positions=1000)
    with pytest.raises(grundy.LimitError, match="limit of 1000 positions reached") as error:
        solver.value("7x8")
    stopped = error.value
    assert (stopped.bound, stopped.limit, stopped.unit) == ("positions", 1000, "positions") and stopped.done + stopped.unfinished >= 1000
    rounds = 1
    while True:
        try:
            value = solver.value("7x8")
            break
        except grundy.LimitError:
            rounds += 1
            assert rounds < 100
    # The same question went on where it had stopped: no more positions than one question without a limit.
    free = Solver("chomp")
    assert value == free.value("7x8") and (rounds - 1) * 1000 < 2 * free.solved + 1000


def test_bytes_and_deadlines_are_bounds():
    with pytest.raises(grundy.LimitError) as error:
        Solver("chomp", bytes=1 << 20).value("11x12")
    assert error.value.bound == "bytes" and error.value.limit == 1 << 20
    with pytest.raises(grundy.LimitError) as error:
        Solver("chomp", seconds=0.05).value("12x13")
    assert error.value.bound == "deadline" and error.value.limit is None
    solver = Solver("chomp", seconds=0.05)
    solver.limit()
    assert solver.value("5x6") > 0


def test_loopy_games_say_so():
    with pytest.raises(grundy.LoopyError) as error:
        Solver(type("Loop", (), {"moves": lambda self, n: [1 - n], "play": lambda self, n, end: end})()).value(0)
    assert error.value.position in ("0", "1") and "LoopyGraph" in str(error.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"play": "backwards"},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"threads": 0},
        {"progress": 3},
        {"positions": -1},
        {"positions": "many"},
    ],
)
def test_wrong_options_are_refused(wrong):
    with pytest.raises((ValueError, TypeError)):
        Solver("nim", **wrong)


def test_a_wrong_limit_is_named():
    for name in ("positions", "bytes", "threads"):
        for bound in (-1, 1 << 64):
            with pytest.raises(ValueError, match=f"{name} must be a number"):
                Solver("nim", **{name: bound})


def test_wrong_compounds_are_refused():
    with pytest.raises(ValueError, match="kind must be one of"):
        grundy.Compound("nim", "random")
    with pytest.raises(ValueError, match="at least one game"):
        grundy.Sum()
    with pytest.raises(ValueError, match="2, not 1"):
        Solver(grundy.Sum("nim", "kayles")).value([3])
    with pytest.raises(TypeError, match="list with"):
        Solver(grundy.Compound("nim")).value("3")
    with pytest.raises(ValueError, match="single component"):
        Solver(grundy.Tartan("nim", "nim")).value([[1, 2], 3])
    with pytest.raises(TypeError, match="is a position of nim, not of kayles"):
        Solver("kayles").value(Solver("nim").position(3))


def test_lists_of_any_depth_are_no_overflow():
    deep = [3]
    for _ in range(100_000):
        deep = [deep]
    itself = []
    itself.append(itself)
    for wrong in (deep, itself):
        with pytest.raises(ValueError, match="lists lie more than 100 deep"):
            Solver("nim").value(wrong)
    assert Solver("nim").value([[[[3]]], [[4], 5]]) == 3 ^ 4 ^ 5
