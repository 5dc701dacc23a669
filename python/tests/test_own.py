"""Games in Python: values, errors, depth, sums, laws."""

import sys
import time
import traceback

import grundy
import pytest
from grundy import Game, Outcome, Solver
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Chomp, Halving, Kayles, Wythoff, misere, values


@pytest.mark.parametrize(
    ("rules", "positions"),
    [
        (Halving(), range(60)),
        (Kayles(), range(40)),
        (Chomp(), [(4, 3, 1), (5, 5), (3, 3, 3), (1,), (2, 1)]),
        (Wythoff(), [(a, b) for b in range(9) for a in range(b + 1)]),
    ],
)
def test_values_are_those_of_the_recursion(rules, positions):
    value, solver = values(rules.moves, rules.play), Solver(rules)
    assert [solver.value(position) for position in positions] == [value(position) for position in positions]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=3))
@settings(deadline=None, max_examples=60)
def test_sums_in_both_kinds_of_play(rows):
    rules = Kayles()
    own, built_in = Solver(rules), Solver("kayles")
    assert own.value(rows) == built_in.value(rows) and own.outcome(rows) is built_in.outcome(rows)
    wins = misere(rules.moves, rules.play)(tuple(row for row in rows if row))
    assert own.outcome(rows, play="misere") is (Outcome.N if wins else Outcome.P)
    assert len(own.winning_moves(rows)) == len(built_in.winning_moves(rows))


@given(st.dictionaries(st.integers(0, 25), st.lists(st.integers(0, 24), max_size=4), min_size=1))
@settings(deadline=None)
def test_random_graphs_that_end(graph):
    class Down:
        def moves(self, vertex):
            return [end for end in graph.get(vertex, []) if end < vertex]

        def play(self, vertex, end):
            return [end, end // 2] if end % 3 == 0 and end else end

    rules = Down()
    value, solver = values(rules.moves, rules.play), Solver(rules)
    assert all(solver.value(vertex) == value(vertex) for vertex in graph)


def test_python_is_asked_once_about_each_position():
    class Counted(Halving):
        asked = 0

        def moves(self, heap):
            Counted.asked += 1
            return super().moves(heap)

    solver = Solver(Counted())
    solver.value(50)
    assert Counted.asked == 51 == solver.game.expanded
    solver.outcome([50, 20], play="misere")
    solver.value(30)
    assert Counted.asked == 51


def test_a_depth_of_ten_to_the_five_needs_no_recursion():
    class OneByOne:
        def moves(self, n):
            return [n - 1] if n else []

        def play(self, n, left):
            return left

    limit = sys.getrecursionlimit()
    assert Solver(OneByOne()).value(100_001) == 1
    assert Solver(OneByOne()).outcome(100_000, play="misere") is Outcome.N and sys.getrecursionlimit() == limit


def test_moves_and_positions_are_the_objects_of_the_game():
    solver = Solver(Kayles())
    move = solver.winning_move([5, 2])
    assert move.object in Kayles().moves(5) and move.leaves.objects == [*Kayles().play(5, move.object), 2]
    assert solver.position([5, 2]).objects == [5, 2] and solver.position([]).objects == []
    assert solver.explain([5, 2]).components == [("5", 4), ("2", 2)]
    with pytest.raises(TypeError, match="no Python objects"):
        _ = Solver("kayles").position(5).objects


def test_texts_of_the_game_are_used():
    class Named(Halving):
        name = "halving"

        def position_text(self, heap):
            return f"heap of {heap}"

        def move_text(self, heap, left):
            return f"leave {left}"

        def parse(self, text):
            return [int(part) for part in text.split("+")]

    solver = Solver(Named())
    assert solver.value("12+6") == 2 and str(solver.position("12+6")) == "heap of 12 + heap of 6"
    assert str(solver.winning_moves("12+6")) == "[component 1: leave 6, component 2: leave 3, component 2: leave 5]"
    assert solver.game.name == "halving" and Game(Named(), "other").name == "other"


def test_a_list_takes_positions_that_were_read_and_texts():
    class Named(Halving):
        def parse(self, text):
            return [int(part) for part in text.split("+")]

    game, value = Game(Named()), values(Halving().moves, Halving().play)
    solver = Solver(game)
    position = solver.position([12, 6])
    assert solver.position(position.components).objects == [12, 6] and solver.value(position.components) == value(12) ^ value(6)
    assert solver.position([position, "5+7", "9", 3]).objects == [12, 6, 5, 7, 9, 3]
    left = solver.winning_move([12, 6]).leaves
    assert left == solver.position(left.components)
    for other in (Solver(Kayles()).position(3), Solver("nim").position(3)):
        with pytest.raises(TypeError, match="is a position of .*, not of Named"):
            solver.value([5, other])
        with pytest.raises(TypeError, match="is a position of .*, not of kayles"):
            Solver("kayles").value([5, other])
    with pytest.raises(TypeError, match="a list is a sum"):
        solver.value([5, [6]])


class Broken(Halving):
    def __init__(self, method, at=7):
        self.method, self.at = method, at

    def moves(self, heap):
        if self.method == "moves" and heap == self.at:
            raise ZeroDivisionError("in the rules")
        return super().moves(heap)

    def play(self, heap, left):
        if self.method == "play" and heap == self.at:
            raise ZeroDivisionError("in the rules")
        return super().play(heap, left)

    def position_text(self, heap):
        if self.method == "text":
            raise ZeroDivisionError("in the rules")
        return str(heap)


@pytest.mark.parametrize("method", ["moves", "play"])
def test_an_exception_comes_out_as_itself_with_the_position(method):
    rules = Broken(method)
    solver = Solver(rules)
    with pytest.raises(ZeroDivisionError, match="in the rules") as raised:
        solver.value([20, 3])
    written = "".join(traceback.format_exception(raised.value))
    assert f"in {method}(7" in written
    # What was found is kept and right, and the solver goes on when the rules are mended.
    rules.method = None
    value = values(Halving().moves, Halving().play)
    assert solver.value(20) == value(20) and solver.value([20, 3]) == value(20) ^ value(3)


@pytest.mark.parametrize(
    ("method", "ask", "words"),
    [
        ("text", lambda solver: str(solver.position(9)), "in position_text(9)"),
        ("", lambda solver: solver.value("0"), "in parse('0')"),
        ("", lambda solver: solver.value([3, "0"]), "in parse('0')"),
        ("", lambda solver: str(solver.position(1).moves()[0]), "in move_text(1, 0)"),
        ("", lambda solver: solver.position(0)._repr_svg_(), "in svg(0)"),
        ("", lambda solver: setattr(solver.game.rules, "method", "moves") or solver.position(7).moves()[0].object, "in moves(7)"),
        ("moves", lambda solver: grundy.check(solver.game, [8]), "in moves(7)"),
        ("play", lambda solver: grundy.check(solver.game, [8]), "in play(7, 3)"),
    ],
)
def test_an_exception_of_any_method_names_what_it_was_asked_about(method, ask, words):
    class Dividing(Broken):
        def parse(self, text):
            return 7 // int(text)

        def move_text(self, heap, left):
            return str(7 // left)

        def svg(self, heap):
            return str(7 // heap)

    solver = Solver(Dividing(""))
    solver.value(9)
    solver.game.rules.method = method
    with pytest.raises(ZeroDivisionError) as raised:
        ask(solver)
    # Other lines of it show this test.
    assert any(line.endswith(words) for line in "".join(traceback.format_exception(raised.value)).splitlines())


def test_an_exception_in_a_text_comes_out_as_itself():
    solver = Solver(Broken("text"))
    assert solver.value(20) == values(Halving().moves, Halving().play)(20)
    with pytest.raises(ZeroDivisionError):
        str(solver.position(20))
    with pytest.raises(ZeroDivisionError):
        solver.explain(20)
    assert solver.value(21) == values(Halving().moves, Halving().play)(21)


class Circling(Broken):
    """Play comes back to heap 0, and no position has a text."""

    def __init__(self):
        super().__init__("text")

    def moves(self, heap):
        return [0] if heap == 0 else super().moves(heap)


@pytest.mark.parametrize(
    ("rules", "ask"),
    [
        (Circling(), lambda game: Solver(game).value(5)),
        (Circling(), lambda game: Solver(game).values([5, 6])),
        (Circling(), lambda game: grundy.Quotient.of_position(game, 5)),
        (Broken("text"), lambda game: grundy.Quotient.of_position(game, 5).examples),
        (Broken("text"), lambda game: Solver("nim").value(game.position(5))),
        (Broken("text"), lambda game: str(grundy.Sum(Broken("text"), game).position([5, 5]))),
    ],
    ids=["value", "values", "quotient", "examples", "position of another game", "two games"],
)
def test_an_exception_in_a_text_is_not_left_for_a_later_question(rules, ask):
    game = Game(rules)
    with pytest.raises(ZeroDivisionError):
        ask(game)
    rules.method = None
    assert str(game.position(5)) == "5" and str(game.position([6, 7])) == "6 + 7"


def own(moves, play=lambda position, move: move):
    return type("Own", (), {"moves": staticmethod(moves), "play": staticmethod(play)})()


@pytest.mark.parametrize(
    ("rules", "error", "words"),
    [
        (own(lambda n: 5), TypeError, "not iterable"),
        (own(lambda n: [1], lambda n, move: None), TypeError, "None is no position"),
        (own(lambda n: [1], lambda n, move: [None]), TypeError, "None is no position"),
        (own(lambda n: [1], lambda n, move: {1}), TypeError, "unhashable"),
        (own(lambda n: [1], lambda n, move: [[1]]), TypeError, "unhashable"),
        (own(lambda: [1]), TypeError, "positional argument"),
        (own(lambda n: [n + 1]), grundy.LimitError, "limit of 100 positions"),
        (own(lambda n: iter(int, 1)), grundy.LimitError, "limit of 400 moves"),
        (own(lambda n: [(n + 1) % 3]), grundy.LoopyError, "loopy"),
    ],
)
def test_wrong_rules_are_refused(rules, error, words):
    with pytest.raises(error, match=words):
        Solver(rules, positions=100).value(0)
    # A check says the same, of a game that loops as a law.
    with pytest.raises((error, grundy.LawError), match=words):
        grundy.check(rules, [0], limit=100)


def test_a_text_that_is_no_text_is_refused_by_the_name_of_its_method():
    class Numbered(Halving):
        def position_text(self, heap):
            return heap

        def move_text(self, heap, left):
            return None

    solver = Solver(Numbered())
    with pytest.raises(TypeError, match="position_text answers with a text, not with int"):
        str(solver.position(5))
    with pytest.raises(TypeError, match="move_text answers with a text, not with NoneType"):
        str(solver.position(5).moves()[0])


def test_a_deadline_ends_moves_without_end():
    with pytest.raises(grundy.LimitError) as error:
        grundy.Solver(own(lambda n: iter(int, 1)), seconds=0.05).value(5)
    assert error.value.bound == "deadline"


class Lines:
    """Lines of ten positions, and none of them reaches another one."""

    def moves(self, n):
        return [n - 1] if n % 10 else []

    def play(self, n, left):
        return left


@pytest.mark.parametrize(
    "ask",
    [
        lambda game, **limits: Solver(game, **limits).values([9, 19, 29]),
        lambda game, **limits: Solver(grundy.Sum(game, game, game), **limits).value([9, 19, 29]),
        lambda game, **limits: Solver(grundy.Compound(game, "selective"), **limits).outcome([9, 19, 29]),
    ],
    ids=["values", "sum", "compound"],
)
def test_limits_hold_for_all_walks_of_a_question(ask):
    game = Game(Lines())
    with pytest.raises(grundy.LimitError, match="limit of 25 positions reached in Lines: 25 are expanded"):
        ask(game, positions=25)
    assert game.expanded == 25
    ask(game, positions=1 << 20)
    assert game.expanded == 30

    class Slow(Lines):
        def moves(self, n):
            time.sleep(0.01)
            return super().moves(n)

    with pytest.raises(grundy.LimitError) as error:
        ask(Game(Slow()), seconds=0.15)
    assert error.value.bound == "deadline"


def test_what_is_no_game_is_refused():
    with pytest.raises(TypeError, match="no method moves"):
        Solver(object())
    with pytest.raises(TypeError, match="is a class"):
        Solver(Halving)
    with pytest.raises(TypeError, match="its own name"):
        Game("nim", "other")
    with pytest.raises(TypeError, match="is a position of Halving"):
        Solver(Kayles()).value(Solver(Halving()).position(3))
    rules = Halving()
    with pytest.raises(TypeError, match="3 is a position of another Game of the same name, Halving: make one `grundy.Game"):
        Solver(rules).value(Solver(rules, play="misere").position(3))
    game = Game(rules)
    assert Solver(game).value(Solver(game, play="misere").position(3)) == Solver(rules).value(3)
    with pytest.raises(TypeError, match="unhashable"):
        Solver(Halving()).value({})


def test_a_game_that_asks_about_itself_is_refused():
    class Inner(Halving):
        def moves(self, heap):
            return solver.value(heap) and []

    solver = Solver(Inner())
    with pytest.raises(RuntimeError, match="same game"):
        solver.value(3)


def test_equal_positions_are_one_position():
    class Board:
        """Equal up to a turn."""

        def __init__(self, *rows):
            self.rows = rows

        def __eq__(self, other):
            return sorted(self.rows) == sorted(other.rows)

        def __hash__(self):
            return hash(tuple(sorted(self.rows)))

    class Nim:
        def moves(self, board):
            return [(place, left) for place, row in enumerate(board.rows) for left in range(row)]

        def play(self, board, move):
            rows = list(board.rows)
            rows[move[0]] = move[1]
            return Board(*rows)

    solver = Solver(Nim())
    assert solver.value(Board(3, 4)) == 7 and solver.value(Board(4, 3)) == 7
    assert solver.game.expanded == len({(min(a, b), max(a, b)) for a in range(4) for b in range(5)})


def test_sums_and_compounds_with_games_of_the_library():
    halving = Game(Halving())
    value = values(Halving().moves, Halving().play)
    assert Solver(grundy.Sum("kayles", halving, "nim")).value([[5, 6], 12, 9]) == 4 ^ 3 ^ value(12) ^ 9
    assert Solver(grundy.Tartan("nim", Halving())).position([1, 2]).game.name == "nim x Halving"
    product = grundy.Nimber(2) * grundy.Nimber(value(6))
    assert Solver(grundy.Compound(halving)).value([5, [6, 7]]) == value(5) ^ value(6) ^ value(7)
    assert Solver(grundy.Sum(halving, halving)).value([5, 6]) == value(5) ^ value(6)
    assert isinstance(product, grundy.Nimber)
    # The remoteness of a conjunctive compound is the least of the components': Winning Ways, ch. 9.
    race = Solver(grundy.Compound(halving, "conjunctive", short=True))

    def remoteness(heap, known={0: 0}):  # noqa: B006
        if heap not in known:
            left = [remoteness(end) for end in Halving().moves(heap)]
            even = [far for far in left if far % 2 == 0]
            known[heap] = 1 + (min(even) if even else max(left))
        return known[heap]

    for one in range(9):
        for other in range(9):
            wins = min(remoteness(one), remoteness(other)) % 2 == 1
            assert race.outcome([one, other]) is (Outcome.N if wins else Outcome.P)


def test_laws_hold_for_sound_games():
    grundy.check(Halving(), [0, 5, 9, [3, 2]])
    grundy.check(Kayles(), [4, [2, 3]])
    grundy.check(Chomp(), [(3, 2), (2, 2, 1)])
    grundy.check("treblecross", [5])


def test_laws_that_are_broken_are_named():
    class Random(Halving):
        calls = 0

        def moves(self, heap):
            self.calls += 1
            return super().moves(heap)[self.calls % 2 :]

    class Forgetful(Halving):
        calls = 0

        def play(self, heap, left):
            self.calls += 1
            return left - self.calls % 2 if left else left

    with pytest.raises(grundy.LawError, match="moves are the same each time") as broken:
        grundy.check(Random(), [6])
    assert broken.value.position == "6" and broken.value.input == "[6]" and broken.value.expected != broken.value.found
    with pytest.raises(grundy.LawError, match="leaves the same each time"):
        grundy.check(Forgetful(), [6])
    with pytest.raises(grundy.LawError, match="law broken"):
        grundy.check(own(lambda n: [(n + 1) % 3]), [0])
    with pytest.raises(grundy.LimitError, match="limit of 50 positions"):
        grundy.check(own(lambda n: [n + 1]), [0], limit=50)
    with pytest.raises(grundy.GrundyError, match="too large to check"):
        grundy.check("kayles", [90])


def test_quotients_graphs_and_pictures():
    quotient = grundy.Quotient.of_position(Kayles(), 6)
    assert quotient.misere_outcome([2, 2]) is Outcome.P and quotient.misere_outcome([1]) is Outcome.P
    graph = Solver(Halving()).graph(6)
    assert {text: int(value) for text, value, _ in graph.positions}["6"] == values(Halving().moves, Halving().play)(6)
    assert "<svg" in Solver(Halving()).position([6, 3])._repr_svg_()


def test_integers_of_every_size_are_their_own_positions():
    """Equal objects are one position, whatever their types; an array of small integers stands before the dictionary of objects."""

    class Subtract:
        def __init__(self, start, kinds=(int,)):
            self.start, self.kinds = start, kinds

        def moves(self, n):
            return [taken for taken in (1, 2) if n - taken >= self.start]

        def play(self, n, taken):
            return self.kinds[taken % len(self.kinds)](n - taken)

    for start in (0, -7, 65_530, 1 << 31, (1 << 63) - 3, -(1 << 63) - 3, 1 << 100):
        solver = Solver(Subtract(start))
        assert [int(solver.value(start + n)) for n in range(9)] == [n % 3 for n in range(9)]
        assert solver.game.expanded == 9
    # Large integers first, then small ones, and the other way round.
    mixed = Solver(own(lambda n: [0] if n else []))
    assert [int(mixed.value(n)) for n in (1 << 70, 3, 1 << 70, 3, 0)] == [1, 1, 1, 1, 0] and mixed.game.expanded == 3
    # 1, True and 1.0 are equal.
    solver = Solver(Subtract(0, (int, float)))
    assert solver.value(6) == 0 and solver.value(6.0) == 0 and solver.value(7.0) == 1 and solver.game.expanded == 8
    for first in (True, 1, 1.0):
        solver = Solver(own(lambda n: [0] if n else []))
        assert solver.value(first) == solver.value(1) == solver.value(True) == solver.value(1.0) == 1
        assert solver.game.expanded == 2


def test_moves_may_be_any_iterable_and_errors_in_it_are_those_of_moves():
    def moves(n):
        yield from range(n)
        if n == 3:
            raise ZeroDivisionError("after the last move")

    for listed in (list, tuple, iter, range, lambda moves: (move for move in moves)):
        solver = Solver(own(lambda n, listed=listed: listed(range(n)) if listed is not range else range(n)))
        assert solver.value([9, 5]) == 12
    with pytest.raises(ZeroDivisionError) as raised:
        Solver(own(moves)).value(5)
    assert "in moves(3)" in "".join(traceback.format_exception(raised.value))


def test_components_of_every_number():
    class Splits:
        """From n to any number of ones: nothing, one, two, .., n - 1 components."""

        def moves(self, n):
            return range(n)

        def play(self, n, ones):
            return [1] * ones

    solver = Solver(Splits())
    value = values(Splits().moves, Splits().play)
    assert [solver.value(n) for n in range(12)] == [value(n) for n in range(12)]
    assert [len(move.leaves.objects) for move in solver.position(5).moves()] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("where", ["progress", "hash"])
def test_the_end_of_an_iterator_does_not_end_the_walk(where):
    """For a loop in Python, StopIteration would be the end of the positions."""
    ended = [True]

    def stop(*_):
        if ended[0]:
            raise StopIteration

    class Heap(int):
        def __hash__(self):
            if where == "hash" and self < 100:
                stop()
            return int(self)

    class TakeUpToThree:
        def moves(self, heap):
            time.sleep(0.004)
            return range(1, min(heap, 3) + 1)

        def play(self, heap, taken):
            return [Heap(heap - taken)] if heap > taken else []

    solver = Solver(TakeUpToThree(), progress=stop if where == "progress" else False)
    with pytest.raises(RuntimeError, match="StopIteration"):
        solver.value(Heap(160))
    ended[0] = False
    assert solver.value(Heap(160)) == 0 and solver.value(Heap(159)) == 3
