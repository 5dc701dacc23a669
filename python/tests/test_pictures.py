"""Pictures are well-formed, hold what they show, and bring no colour that vanishes on a dark page."""

import xml.etree.ElementTree as Tree

import grundy
import pytest
from grundy import Solver
from naive import Halving

SVG = "{http://www.w3.org/2000/svg}"


def read(svg):
    return Tree.fromstring(svg)


@pytest.mark.parametrize(("game", "position", "shapes"), [("kayles", [5, 2], 7), ("chomp", [4, 2, 1], 7), ("cram", "xx.x/xxxx", 7), ("notakto", "3x3", 9)])
def test_boards_and_rows_have_a_shape_for_each_place(game, position, shapes):
    assert len(read(Solver(game).position(position)._repr_svg_()).findall(f"{SVG}rect")) == shapes


def test_heaps_are_counters():
    assert len(read(Solver("nim").position([3, 4])._repr_svg_()).findall(f"{SVG}circle")) == 7


@pytest.mark.parametrize(("game", "position", "dots"), [("node-kayles", "cycle:7", 7), ("hackenbush", "g-0,0-1,0-1", 3), ("sprouts", "0*2.AB|AB", 6)])
def test_graphs_and_lands_have_a_dot_for_each_vertex_and_spot(game, position, dots):
    circles = read(Solver(game).position(position)._repr_svg_()).iter(f"{SVG}circle")
    assert sum(circle.get("class") == "spot" for circle in circles) == dots


@pytest.mark.parametrize("entry", grundy.games(), ids=lambda entry: entry.name)
def test_every_game_is_drawn(entry):
    position = grundy.Game(entry.name).position(entry.example)
    read(position._repr_svg_())
    assert "<svg" in position._repr_html_()


def test_own_games_draw_themselves():
    class Drawn(Halving):
        def svg(self, heap):
            return f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text>{heap}</text></svg>'

    solver = Solver(Drawn())
    assert ">6<" in solver.position(6)._repr_svg_()
    assert len(read(solver.position([6, 3])._repr_svg_()).findall(f"{SVG}image")) == 2
    assert "<svg" in Solver(Halving()).position([])._repr_svg_()
    assert "&lt;b&gt;" in Solver(type("Odd", (Halving,), {"position_text": lambda s, n: "<b>"})()).position(3)._repr_html_()


def test_graphs_have_a_box_for_each_position():
    graph = Solver("kayles").graph(5)
    assert len(read(graph.svg()).findall(f"{SVG}rect")) == len(graph) == 5 and "<svg" in graph._repr_html_()
    assert not Solver("chomp").graph("6x6", most=5).positions[0][2] or len(Solver("chomp").graph("6x6", most=5)) == 5


def test_answers_are_tables():
    solver = Solver("kayles")
    assert solver.winning_moves([5, 2])._repr_html_().count("<tr>") == 3 and solver.winning_moves([3, 3])._repr_html_() == "<p>no move wins</p>"
    assert solver.move_values([5, 2])._repr_html_().count("<b>") == 8
    html = solver.explain([5, 6, 3, 2])._repr_html_()
    assert "nim-sum" in html and "leftmost odd column" in html
    assert solver.explain([2, 2], play="misere")._repr_html_().startswith("<p>") and "<p>" in solver.explain([])._repr_html_()
    assert "h1^2 = 1" in grundy.Quotient.of_code("0.75", 100, certify=True)._repr_html_()


def test_no_fixed_black_or_white_text():
    html = "".join([Solver("nim").position([3, 4])._repr_html_(), Solver("kayles").explain([5, 2])._repr_html_()])
    assert "#000" not in html and "black" not in html and "white" not in html and "currentColor" in html


def test_a_plot_in_one_call():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import matplotlib.pyplot as pyplot

    axes = grundy.Sequence("0.77", 200).plot()
    assert len(axes.lines) == 3 and "period 12" in axes.get_title()
    assert grundy.Sequence("0.77", 20).plot(axes=pyplot.subplots()[1], color="red").get_xlabel() == "heap"
    pyplot.close("all")
