"""Questions about games of the library, against plain recursion."""

import grundy
import pytest
from grundy import Outcome, Solver
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Chomp, Kayles, Wythoff, misere, values

KAYLES = Kayles()
kayles_value = values(KAYLES.moves, KAYLES.play)
kayles_misere = misere(KAYLES.moves, KAYLES.play)
solver = Solver("kayles")


def sum_value(rows):
    nim_sum = 0
    for row in rows:
        nim_sum ^= kayles_value(row)
    return nim_sum


def test_kayles_is_its_recursion():
    assert [solver.value(row) for row in range(90)] == [kayles_value(row) for row in range(90)]
    assert solver.values(range(90)) == [kayles_value(row) for row in range(90)]
    # A text is one position, not one of each letter.
    assert solver.values("56") == [kayles_value(56)] and solver.values("5,6") == [kayles_value(5) ^ kayles_value(6)]


def test_wythoff_is_its_recursion():
    rules = Wythoff()
    value, found = values(rules.moves, rules.play), Solver("wythoff")
    assert all(found.value([a, b]) == value((a, b)) for b in range(14) for a in range(b + 1))


def test_chomp_is_its_recursion():
    rules = Chomp()
    value, found = values(rules.moves, rules.play), Solver("chomp")
    boards = [(a, b, c) for a in range(1, 6) for b in range(a + 1) for c in range(b + 1)]
    for board in boards:
        rows = tuple(row for row in board if row)
        assert found.value(list(rows)) == value(rows), rows


@given(st.lists(st.integers(0, 12), max_size=5))
@settings(deadline=None)
def test_sums_and_their_winning_moves(rows):
    assert solver.value(rows) == sum_value(rows)
    assert solver.outcome(rows) == (Outcome.N if sum_value(rows) else Outcome.P)
    wins = solver.winning_moves(rows)
    assert wins.is_complete and wins.at_least == len(wins)
    expected = 0
    for place, row in enumerate(rows):
        for move in KAYLES.moves(row):
            expected += sum_value([*rows[:place], *KAYLES.play(row, move), *rows[place + 1 :]]) == 0
    assert len(wins) == expected
    assert all(solver.value(move.leaves) == 0 for move in wins)
    assert (solver.winning_move(rows) is None) == (not wins)
    best = solver.best_move(rows)
    assert (best is None) == (sum(rows) == 0) and (not wins or best in wins)


@given(st.lists(st.integers(0, 7), max_size=3))
@settings(deadline=None, max_examples=50)
def test_misere_play_is_its_recursion(rows):
    wins = kayles_misere(tuple(row for row in rows if row))
    assert solver.outcome(rows, play="misere") == (Outcome.N if wins else Outcome.P)
    assert Solver("kayles", play="misere").outcome(rows) == (Outcome.N if wins else Outcome.P)
    moves = solver.winning_moves(rows, play="misere")
    assert bool(moves) == (wins and sum(rows) > 0)
    assert all(solver.outcome(move.leaves, play="misere") is Outcome.P for move in moves)


def test_texts_numbers_and_lists_are_one_position():
    position = solver.position("5,6,3,2")
    assert position == solver.position([5, 6, 3, 2]) == solver.position((5, 6, 3, 2)) == solver.position(["5", 6, "xxx", solver.position(2)])
    assert hash(position) == hash(solver.position([5, 6, 3, 2])) and str(position) == "5,6,3,2" and len(position) == 4
    assert position != solver.position([5]) and position != "5,6,3,2" and bool(solver.position([])) and len(solver.position([])) == 0
    assert [str(part) for part in position.components] == ["5", "6", "3", "2"]
    assert solver.value(position) == solver.value("xxxxx.xxxxxx.xxx.xx") == 6
    assert position.game == grundy.Game("kayles") and repr(position) == "<position of kayles: 5,6,3,2>"


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    assert solver.value(numpy.array([5, 6, 3, 2])) == 6 and solver.value(numpy.int64(5)) == 4 and solver.value(numpy.array(5)) == 4
    assert solver.value(numpy.array([[5, 6], [3, 2]])) == solver.value([[5, 6], [3, 2]]) == 6
    for wrong in ([5.0, 6], [[5.0], [6.0]], 5.0):
        with pytest.raises(TypeError, match="a position of kayles is a text, a number or a list, not float64"):
            solver.value(numpy.array(wrong) if isinstance(wrong, list) else numpy.float64(wrong))
    with pytest.raises(TypeError, match="a position of kayles is a text, a number or a list, not ndarray"):
        solver.value(numpy.array(5.0))


def test_moves_have_words_and_leave_positions():
    move = solver.winning_move([5, 6, 3, 2])
    assert (str(move), move.component, str(move.leaves), str(move.before)) == ("row 1: pin 2", 0, "1,3,6,3,2", "5,6,3,2")
    assert move.object == str(move) and repr(move) == "<move in kayles: row 1: pin 2>"
    assert len(solver.position([5, 2]).moves()) == 12 and len(solver.position([5, 2]).moves(most=4)) == 4
    assert move in solver.position([5, 6, 3, 2]).moves() and len({move, move.before.moves()[2]}) == 1


def test_move_values_are_those_of_what_is_left():
    found = solver.move_values([5, 2])
    assert len(found) == 12 and sum(value.whole == 0 for value in found) == 2
    assert all(value.whole == solver.value(value.move.leaves) for value in found)


def test_explanations_show_the_working():
    working = solver.explain([5, 6, 3, 2])
    assert working.outcome is Outcome.N and working.play == "normal" and working.compared
    assert working.components == [("5", 4), ("6", 3), ("3", 3), ("2", 2)] and str(working.move) == "row 1: pin 2"
    assert "The leftmost odd column is number 3 from the right" in str(working) and repr(working) == str(working)
    lost = solver.explain([3, 3])
    assert lost.outcome is Outcome.P and lost.move is not None
    assert solver.explain([2, 2], play="misere").play == "misere"


def test_who_wins_is_explained_without_values():
    chomp = Solver("chomp", positions=1000)
    with pytest.raises(grundy.LimitError):
        chomp.value("20x30")
    # A theorem tells who wins where the limit is too small for values.
    for won in [chomp.explain("20x30"), chomp.explain("20x30", values=False)]:
        assert won.outcome is Outcome.N and won.move is None and not won.compared
        assert won.components[0][1] is None and "one move takes only what every other move takes as well" in str(won)
    # Equal boards cancel, whatever they are worth.
    lost = chomp.explain("20x30/20x30", values=False)
    assert lost.outcome is Outcome.P and "all components cancel" in str(lost)
    assert chomp.value("20x30/2x2/20x30") == Solver("chomp").value("2x2")


def test_other_questions():
    assert solver.longest([5, 2]) == 7 and solver.shortest([5, 2]) == 4 and solver.reachable(5) == 5
    assert solver.genus(2).startswith("2") and solver.decide([2, 2], play="misere")[0] is Outcome.P
    assert solver.game.name == "kayles" and repr(solver) == "Solver('kayles')" and solver.game.rules is None
    assert repr(Solver("nim", play="misère")) == "Solver('nim', play='misere')"


def test_huge_heaps_are_answered_by_theorems():
    wins = Solver("chain").winning_moves("3000000000000000000")
    assert not wins.is_complete and wins.at_least == 10**18 and len(wins) == 1024 and "at least" in repr(wins)
    # Period 12 from row 71 on: Winning Ways, ch. 4.
    assert solver.value(10**18) == kayles_value(10**18 % 12 + 84)


def test_every_game_has_an_example_that_is_solved():
    for name, example, description in grundy.games():
        found = Solver(name, positions=200_000)
        assert description and found.position(example).moves(most=1)
        try:
            assert (found.value(example) == 0) == (found.outcome(example) is Outcome.P)
        except grundy.LimitError:
            assert name in ("chomp", "sprouts", "cram", "ichomp")


def test_sums_and_compounds():
    both = Solver(grundy.Sum("kayles", "nim"))
    assert both.value([[5, 6], 9]) == 4 ^ 3 ^ 9 and str(both.position([[5, 6], 9])) == "kayles:5,6+nim:9"
    assert both.winning_moves([5, 4]) == [] and both.outcome([5, 4]) is Outcome.P
    race = Solver(grundy.Compound("nim", "conjunctive", short=True))
    assert race.outcome([3, 4]) is Outcome.N
    assert Solver(grundy.Compound("nim", "selective")).outcome([3, 4]) is Outcome.N
    assert Solver(grundy.Compound("nim")).value([3, [4, 5]]) == 3 ^ 4 ^ 5
    assert Solver(grundy.Tartan("nim", "nim")).value([2, 3]) == grundy.Nimber(2) * grundy.Nimber(3)
    assert Solver(grundy.Ordinal("nim", "nim")).value([1, 2]) == 3
    assert Solver(grundy.Sequential("kayles", "nim")).outcome([3, 0]) is Outcome.N
    assert grundy.Compound("nim") == grundy.Compound("nim") != grundy.Compound("nim", "selective")
    assert grundy.Sum("nim", "kayles") == grundy.Sum("nim", "kayles") != grundy.Sum("kayles", "nim")
    assert grundy.Ordinal("nim", "kayles") == grundy.Ordinal("nim", "kayles") != grundy.Sequential("nim", "kayles")


def test_lengths_of_what_stands_for_a_game_in_sums_are_refused():
    # One move ends the game, and two heads take two.
    for game, position in [("turning:1-2", "HTH"), ("treblecross", "5"), ("nimstring", "2x2")]:
        for length in [Solver(game).longest, Solver(game).shortest]:
            with pytest.raises(ValueError, match="solved by moves of another length .in misère"):
                length(position)


@pytest.mark.parametrize("game", ["turning:1-2", "turning:1-2x1-2", "treblecross", "nimstring"])
def test_compounds_refuse_what_stands_for_a_sum_in_normal_play_only(game):
    for kind, short in [("disjunctive", True), ("conjunctive", False), ("conjunctive", True), ("selective", False)]:
        with pytest.raises(ValueError, match=f"{game} cannot be part of the {kind} .* compound .*in misère"):
            grundy.Compound(game, kind, short=short)
    for parts in [(game, "nim"), ("nim", game)]:
        with pytest.raises(ValueError, match=f"{game} cannot be part of the compound"):
            grundy.Sequential(*parts)


def test_compounds_of_coins_have_no_misere_play():
    coins = "turning:1-2"
    asked = [
        (grundy.Compound(coins), ["THH"]),
        (grundy.Ordinal("nim", coins), [1, "THH"]),
        (grundy.Ordinal(grundy.Ordinal(coins, "nim"), "nim"), [["THH", 1], 1]),
        (grundy.Tartan(coins, coins), ["TH", "TTH"]),
    ]
    for rules, position in asked:
        with pytest.raises(ValueError, match="in misère play coins are not the sum of their heads"):
            Solver(rules).outcome(position, play="misere")
    assert Solver(grundy.Compound(coins)).value(["THH", "HTT"]) == 2 ^ 3 ^ 1
    assert Solver(grundy.Tartan(coins, coins)).value(["TH", "TTH"]) == grundy.Nimber(2) * grundy.Nimber(3)


def test_games_may_lie_in_one_another_as_deep_as_a_question_can_go():
    game, position = grundy.Game("nim"), 1
    for _ in range(32):
        game, position = grundy.Compound(game), [position]
    assert grundy.Solver(game).value(position) == 1
    for make in (grundy.Compound, grundy.Sum, lambda game: grundy.Ordinal("nim", game), lambda game: grundy.Sequential(game, "nim")):
        with pytest.raises(ValueError, match="more than 32 deep"):
            make(game)
