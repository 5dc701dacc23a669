"""Sequences, tables of Chomp, quotients and games that loop."""

import subprocess
import sys
import traceback
import tracemalloc

import grundy
import pytest
from grundy import ChompTable, LoopyGraph, LosingBoards, Outcome, Quotient, Sequence
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Chomp, Kayles, misere, values


def test_kayles_is_its_recursion_and_its_period():
    value = values(Kayles().moves, Kayles().play)
    kayles = Sequence("kayles", 100)
    assert kayles[:] == list(kayles) == [value(row) for row in range(100)] and len(kayles) == 100
    assert kayles[-1] == kayles[99] == value(99) and repr(kayles) == "Sequence('0.77', 100)"
    assert kayles.periodicity().kind != "proved"
    found = kayles.extend_to(200).periodicity()
    # Guy and Smith (1956): period 12, the last exception is row 70.
    assert (found.kind, found.preperiod, found.period, found.saltus) == ("proved", 71, 12, 0) and found.is_proved
    assert "Guy" in found.theorem and found.compared[0] == 0 and str(found).startswith("preperiod 71, period 12, proved")


def test_lasker_grows():
    found = Sequence("lasker", 100).periodicity()
    # Winning Ways, ch. 4: 4k+1, 4k+2, 4k+4, 4k+3.
    assert (found.period, found.saltus) == (4, 4)
    assert [int(v) for v in Sequence("lasker", 9)[:]] == [0, 1, 2, 4, 3, 5, 6, 8, 7]


def test_slices_are_those_of_a_list():
    kayles = Sequence("kayles", 100)
    whole = [kayles[heap] for heap in range(100)]
    ends = [None, 0, 3, 50, 99, 100, 1000, -1, -40, -1000]
    for start in ends:
        for stop in ends:
            for step in (None, 1, 7, -1, -3):
                assert kayles[start:stop:step] == whole[start:stop:step], (start, stop, step)
    assert Sequence("kayles")[:] == list(Sequence("kayles")) == []
    # More than one piece of an iteration.
    assert [int(v) for v in Sequence("nim", 70_000)] == list(range(70_000))


def test_a_slice_and_the_first_values_take_no_memory_for_all():
    nim = Sequence("nim", 1 << 20)
    tracemalloc.start()
    try:
        assert int(nim[5:6][0]) == 5 and int(next(iter(nim))) == 0 and int(nim[-1:][0]) == (1 << 20) - 1
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_arrays_share_memory_with_the_bytes():
    numpy = pytest.importorskip("numpy")
    array = Sequence("0.6", 3000).array()
    assert array.dtype == numpy.uint16 and not array.flags.writeable and not array.flags.owndata
    assert array.tolist() == [int(v) for v in Sequence("0.6", 3000)]
    wide = Sequence("nim", 70_000).array()
    assert wide.dtype == numpy.uint32 and (wide == numpy.arange(70_000)).all()


def test_sequences_refuse():
    with pytest.raises(grundy.NotationError):
        Sequence("0.8W")
    with pytest.raises(IndexError):
        Sequence("0.77", 5)[5]
    for heap in (-6, 1 << 70, -1 << 70):
        with pytest.raises(IndexError, match="there are 5 heaps"):
            Sequence("0.77", 5)[heap]
    with pytest.raises(TypeError, match="interpreted as an integer"):
        Sequence("0.77", 5)["a"]
    with pytest.raises(grundy.LimitError) as error:
        Sequence("0.77", 1000, positions=10)
    assert error.value.unit == "heaps" and error.value.done == 10
    with pytest.raises(grundy.GrundyError, match="too long"):
        Sequence("0.77").extend_to(1 << 40)


def boards(tiles, most=None):
    """The boards of this number of tiles."""
    if tiles == 0:
        return [()]
    most = tiles if most is None else most
    return [(row, *rest) for row in range(min(most, tiles), 0, -1) for rest in boards(tiles - row, row)]


def test_tables_of_chomp_are_the_recursion():
    value = values(Chomp().moves, Chomp().play)
    table, losing = ChompTable(tiles=11), LosingBoards(11)
    for tiles in range(1, 12):
        for rows in boards(tiles):
            assert table.value(rows) == value(rows) and (list(rows) in losing) == (value(rows) == 0)
    lost = {rows for n in range(1, 12) for rows in boards(n) if value(rows) == 0}
    assert {rows for rows in losing if sum(rows)} == lost == {rows for rows in table.losing() if sum(rows)}
    assert len(losing) == sum(losing.counts()) == len(list(losing))
    assert next(iter(losing)) == () and [] in losing
    # They come in parts.
    many = LosingBoards(50)
    assert len(set(many)) == len(list(many)) == len(many) > 4 * 4096


def test_rectangles_are_an_array():
    pytest.importorskip("numpy")
    table = ChompTable(rows=4, columns=5)
    value = values(Chomp().moves, Chomp().play)
    assert table.rectangles(4, 5).tolist() == [[value((j + 1,) * (i + 1)) for j in range(5)] for i in range(4)]
    assert table.rectangles(9, 9)[8, 8] == 255
    with pytest.raises(ValueError, match="too many to list"):
        table.rectangles(10**6, 10**6)
    edible = ChompTable(tiles=9, edible=True)
    # The mex of the options, the empty board among them.
    assert edible.value([1]) == 1 and edible.value([2, 1]) == grundy.Solver("chomp-edible").value([2, 1])


def test_tables_refuse():
    with pytest.raises(KeyError, match=r"the board \[9\] is not"):
        ChompTable(tiles=5).value(iter([9]))
    with pytest.raises(KeyError, match=r"the board \[9\] has too many"):
        iter([9]) in LosingBoards(5)
    with pytest.raises(KeyError):
        [9, 9] in LosingBoards(5)
    with pytest.raises(KeyError):
        [1 << 40, 9] in LosingBoards(5)
    with pytest.raises(KeyError):
        ChompTable(5).value([1 << 40])
    with pytest.raises(ValueError, match="length of a row must be a number from 0"):
        [2, -1] in LosingBoards(5)
    for make in (lambda: ChompTable(1 << 40), lambda: ChompTable(rows=3, columns=-1), lambda: LosingBoards(-1)):
        with pytest.raises(ValueError, match="(tiles|columns) must be a number from 0 to 4294967295, not "):
            make()
    for make in (lambda: Sequence("0.77", -1), lambda: Quotient.of_code("0.77", -1)):
        with pytest.raises(ValueError, match="heaps must be a number from 0"):
            make()
    for heaps in (None, "", 0.0):
        with pytest.raises(TypeError):
            Sequence("0.77", heaps)
    with pytest.raises(TypeError):
        ChompTable(tiles=5, rows=2, columns=2)
    with pytest.raises(ValueError):
        ChompTable(tiles=9).value([1, 2])
    with pytest.raises(grundy.GrundyError, match="too large"):
        LosingBoards(10_000)
    with pytest.raises(grundy.LimitError):
        ChompTable(tiles=60, bytes=1000)
    for rows in ([2.7, 1], "21"):
        with pytest.raises(TypeError):
            ChompTable(tiles=6).value(rows)
        with pytest.raises(TypeError):
            rows in LosingBoards(6)
    with pytest.raises(TypeError, match="progress is"):
        ChompTable(tiles=6, progress=1)
    with pytest.raises(TypeError, match="not list"):
        LoopyGraph([])
    with pytest.raises(TypeError, match="moves and play"):
        LoopyGraph.of_rules("nim", 3)
    graph = LoopyGraph({"a": ["b"]})
    assert graph.explain(["a"]) == graph.explain("a")
    assert graph.explain([]) == "The sum is *0: the player to move loses."
    assert graph.explain(["a", "b"]).endswith("The sum is *1: the player to move wins.\nThe best move is in component 1: to 1.")
    with pytest.raises(TypeError):
        grundy.Nimber(3.7)
    with pytest.raises(grundy.LimitError) as error:
        grundy.Solver("chomp").value("1000000x1000000")
    assert len(str(error.value)) < 2000


def test_a_text_is_one_position_to_be_checked():
    grundy.check("nim", "3,4,5")
    with pytest.raises(grundy.NotationError):
        grundy.check("nim", ["3", "x"])


@given(st.lists(st.integers(1, 8), max_size=4))
@settings(deadline=None, max_examples=60)
def test_the_quotient_of_kayles_decides_misere_play(rows):
    quotient = Quotient.of_code("0.77", heaps=9)
    assert (quotient.misere_outcome(rows) is Outcome.N) == misere(Kayles().moves, Kayles().play)(tuple(rows))


def test_published_quotients():
    # Plambeck and Siegel (2008): Q(0.75) has order 8; Q(0.77), of all heaps, has order 40 and 9 P-elements.
    small = Quotient.of_code("0.75", 100, certify=True)
    assert len(small) == 8 and small.is_of_all and small.presentation == "h1, h2, h5 | h1^2 = 1, h2 h5 = h1 h2, h5^2 = h2^2, h2^3 = h2"
    assert ("h1^2", "1") in small.relations and small.map()[0] == "1" and small.elements[0].name == "1" and not small.elements[0].is_p
    table = small.products()
    names = [element.name for element in small.elements]
    assert table[0] == names and all(table[i][j] == table[j][i] for i in range(8) for j in range(8))
    kayles = Quotient.of_code("0.77", 400, certify=True)
    assert len(kayles) == 40 and kayles.is_of_all and len(kayles.p_portion) == 9
    # Plambeck and Whitehead (2013): the quotient of Notakto on 3 by 3 boards has 18 elements.
    notakto = Quotient.of_position("notakto", "3x3")
    assert len(notakto) == 18 and notakto.is_of_all and notakto.examples
    assert notakto.misere_outcome("3x3") is Outcome.N and "order 18" in repr(notakto)


@pytest.mark.parametrize(("game", "position"), [("treblecross", "7"), ("turning:1-3", "THTTH")])
def test_texts_that_stand_for_a_sum_in_normal_play_have_no_misere_theory(game, position):
    with pytest.raises(ValueError, match="misère"):
        Quotient.of_position(game, position)
    with pytest.raises(ValueError, match="misère"):
        grundy.Solver(game).genus(position)


def test_a_quotient_takes_a_name_and_a_single_heap():
    kayles = Quotient.of_code("kayles", 9)
    assert kayles.presentation == Quotient.of_code("0.77", 9).presentation
    assert kayles.element(1) == kayles.element([1]) and kayles.misere_outcome(1) is Outcome.P


def test_quotients_refuse():
    with pytest.raises(grundy.QuotientError, match="do not prove"):
        Quotient.of_code("0.77", 5, certify=True)
    with pytest.raises(KeyError):
        Quotient.of_code("0.77", 5).element([9])
    with pytest.raises(ValueError):
        Quotient.of_code("0.77", 5).element(["x"])
    with pytest.raises(grundy.LimitError):
        Quotient.of_code("0.77", 400, positions=5)


def label(graph):
    """Win, loss and draw by repeated marking."""
    known = {}
    while True:
        news = {}
        for vertex, ends in graph.items():
            if vertex in known:
                continue
            if any(known.get(end) == "P" for end in ends):
                news[vertex] = "N"
            elif all(known.get(end) == "N" for end in ends):
                news[vertex] = "P"
        if not news:
            return {vertex: known.get(vertex, "draw") for vertex in graph}
        known.update(news)


@given(st.lists(st.lists(st.integers(0, 6), max_size=3), min_size=7, max_size=7))
@settings(deadline=None)
def test_loopy_games_are_labelled(lists):
    graph = dict(enumerate(lists))
    found, expected = LoopyGraph(graph), label(graph)
    assert all(str(found.outcome(vertex)) == expected[vertex] for vertex in graph)
    pairs = {(a, b): [(end, b) for end in graph[a]] + [(a, end) for end in graph[b]] for a in graph for b in graph}
    both = label(pairs)
    assert all(str(found.outcome([a, b])) == both[a, b] for a in graph for b in graph)
    for a in graph:
        assert bool(found.winning_moves(a)) == (expected[a] == "N") and bool(found.drawing_moves(a)) >= (expected[a] == "draw")


def test_loopy_graphs_from_and_to_networkx():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("d", "e"), ("e", "d")])
    game = LoopyGraph(graph)
    assert (game.outcome("a"), game.outcome("b"), game.outcome("d")) == (Outcome.P, Outcome.N, Outcome.DRAW)
    assert game.winning_moves("b") == [(0, "a"), (0, "c")] and repr(game.value("d")) == "∞"
    assert game.value("b") == 1 and game.value("b") == grundy.LoopyValue(1, []) and hash(game.value("b")) == hash(1)
    back = game.to_networkx()
    assert set(back.edges) == set(graph.edges) and back.nodes["b"] == {"value": "*1", "outcome": "N"}
    assert len(game) == 5 and "*1" in game.explain("b")
    # As the library writes it.
    sum_of_two = LoopyGraph({0: [0, 3], 1: [2], 3: []})
    assert repr(sum_of_two.value([0, 1])) == "∞_{1}" and "∞_{1}" in sum_of_two.explain([0, 1])
    with pytest.raises(KeyError, match="no vertex"):
        game.value("z")


def test_the_graph_of_own_rules():
    class Clock:
        def moves(self, hour):
            return [1, 2]

        def play(self, hour, step):
            return (hour + step) % 12

    assert LoopyGraph.of_rules(Clock(), 0).outcome(0) is Outcome.DRAW
    with pytest.raises(grundy.LimitError):
        LoopyGraph.of_rules(type("Up", (), {"moves": lambda s, n: [1], "play": lambda s, n, m: n + 1})(), 0, most=10)
    with pytest.raises(TypeError, match="leaves a list"):
        LoopyGraph.of_rules(Kayles(), 3)
    with pytest.raises(TypeError, match="is a class"):
        LoopyGraph.of_rules(Clock, 0)
    with pytest.raises(ValueError, match="most must be a number"):
        LoopyGraph.of_rules(Clock(), 0, most=-1)
    with pytest.raises(TypeError) as error:
        LoopyGraph.of_rules(Clock(), "noon")
    assert "in play('noon', 1)" in "".join(traceback.format_exception(error.value))


def test_positions_as_a_graph_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = grundy.Solver("kayles").graph(5).to_networkx()
    assert networkx.is_directed_acyclic_graph(graph) and {data["text"]: data["value"] for _, data in graph.nodes(data=True)}["5"] == 4


@pytest.mark.parametrize("missing", ["numpy", "networkx", "matplotlib", "tqdm"])
def test_other_packages_are_optional(missing):
    program = (
        f"import sys; sys.modules[{missing!r}] = None; import grundy; assert grundy.Solver('kayles', progress=True).value(5) == 4; "
        "assert grundy.Sequence('0.77', 9)[5] == 4; grundy.LoopyGraph({1: [2]}); grundy.Solver('kayles').graph(4).svg()"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
