"""Times this package against plain recursion and against other packages of Python, in one run: CPU seconds, the least of some rounds.

    python python/benches/measure.py

Each program answers the same question, and the answers are compared. The peers easyAI, ludology and pycgt are measured where they are
installed. None of them computes Grundy values, so each is asked what it can answer.
"""

from __future__ import annotations

import _thread
import importlib.util
import sys
import threading
import time
from functools import cache

import grundy

sys.setrecursionlimit(1_000_000)


def least(call, rounds):
    """The answer, and the least CPU time of some rounds."""
    best, answer = float("inf"), None
    for _ in range(rounds):
        start = time.process_time()
        answer = call()
        best = min(best, time.process_time() - start)
    return answer, best


class Kayles:
    def moves(self, row):
        for pins in (1, 2):
            for place in range((row - pins) // 2 + 1):
                yield pins, place

    def play(self, row, move):
        pins, place = move
        return [place, row - pins - place]


class Wythoff:
    def moves(self, heaps):
        a, b = heaps
        yield from ((n, 0) for n in range(1, a + 1))
        yield from ((0, n) for n in range(1, b + 1))
        yield from ((n, n) for n in range(1, a + 1))

    def play(self, heaps, taken):
        a, b = heaps[0] - taken[0], heaps[1] - taken[1]
        return (a, b) if a <= b else (b, a)


class Halving:
    def moves(self, heap):
        return (heap // 2, heap - 1) if heap > 1 else (0,) if heap else ()

    def play(self, heap, left):
        return left


class Chomp:
    def moves(self, rows):
        return [(i, j) for i, row in enumerate(rows) for j in range(row) if i or j]

    def play(self, rows, tile):
        i, j = tile
        return tuple(row for row in rows[:i] + tuple(min(row, j) for row in rows[i:]) if row)


def recursion(rules):
    """The usual recursion with a cache."""
    moves, play = rules.moves, rules.play

    @cache
    def value(position):
        options = set()
        for move in moves(position):
            left = play(position, move)
            if isinstance(left, list):
                nim_sum = 0
                for component in left:
                    nim_sum ^= value(component)
                options.add(nim_sum)
            else:
                options.add(value(left))
        least = 0
        while least in options:
            least += 1
        return least

    return value


def kayles_recursion(rows):
    """The recursion for Kayles alone, as one would write it by hand."""

    @cache
    def value(row):
        options = set()
        for pins in (1, 2):
            for place in range((row - pins) // 2 + 1):
                options.add(value(place) ^ value(row - pins - place))
        least = 0
        while least in options:
            least += 1
        return least

    return [value(row) for row in range(rows)]


def line(task, own, other, name):
    print(f"{task:<34} {own:>10.4f} s   {name:<28} {other:>10.4f} s   {other / own:>9.1f} x", flush=True)


def built_in():
    rows = 2001
    expected, other = least(lambda: kayles_recursion(rows), 2)
    found, own = least(lambda: grundy.Solver("kayles").values(range(rows)), 5)
    assert found == expected
    line("kayles, rows to 2000", own, other, "functools.cache")
    found, own = least(lambda: grundy.Sequence("kayles", rows)[:], 5)
    assert found == expected
    line("kayles, sequence to 2000", own, other, "functools.cache")


def of_ones_own():
    for rules, position, rounds in [
        (Halving(), 9_000, 5),
        (Wythoff(), (60, 60), 3),
        (Chomp(), (7, 7, 7, 7), 3),
        (Kayles(), 400, 3),
    ]:
        expected, other = least(lambda: recursion(rules)(position), rounds)
        found, own = least(lambda: grundy.Solver(rules).value(position), rounds)
        assert found == expected
        line(f"own game {type(rules).__name__} {position}", own, other, "functools.cache")
    found, own = least(lambda: grundy.Solver(Halving()).value(100_001), 3)
    assert found == grundy.mex([grundy.Solver(Halving()).value(50_000), grundy.Solver(Halving()).value(100_000)])
    print(f"own game Halving 100001            {own:>10.4f} s   (depth 10^5)", flush=True)


def easyai(rows=(4, 3, 3, 2)):
    """Who wins: a depth-first search with its own table."""
    from easyAI import Human_Player, TwoPlayerGame
    from easyAI.AI import TranspositionTable
    from easyAI.AI.solving import solve_with_depth_first_search

    class Rows(TwoPlayerGame):
        def __init__(self):
            self.players, self.current_player, self.rows = [Human_Player(), Human_Player()], 1, rows

        def possible_moves(self):
            return [
                f"{row},{pins},{place}" for row, size in enumerate(self.rows) for pins in (1, 2) for place in range(size - pins + 1)
            ]

        def make_move(self, move):
            row, pins, place = map(int, move.split(","))
            left = (place, self.rows[row] - pins - place)
            self.rows = tuple(sorted(filter(None, self.rows[:row] + left + self.rows[row + 1 :])))

        def lose(self):
            return not self.rows

        is_over = lose

        def scoring(self):
            return -100 if self.lose() else 0

        def show(self):
            pass

        def ttentry(self):
            return self.rows

    expected, other = least(lambda: solve_with_depth_first_search(Rows(), 100, 50, TranspositionTable()), 1)
    found, own = least(lambda: grundy.Solver("kayles").outcome(list(rows)), 5)
    assert (found is grundy.Outcome.N) == (expected == 1)
    line(f"kayles {list(rows)}, who wins", own, other, "easyAI, depth first")
    found, own = least(lambda: grundy.Solver(Kayles()).outcome(list(rows)), 5)
    line("the same, own game in Python", own, other, "easyAI, depth first")


def ludology(most=5):
    from ludology import Nimber

    pairs = [(a, b) for a in range(most) for b in range(most)]
    expected, other = least(lambda: [(Nimber(a) * Nimber(b))._n for a, b in pairs], 1)
    found, own = least(lambda: [grundy.Nimber(a) * grundy.Nimber(b) for a, b in pairs], 5)
    assert found == expected
    line(f"nim-products below {most}", own, other, "ludology")


def pycgt(rows=11):
    """Values of rows as canonical forms of games."""
    import pycgt

    def forms():
        known = []
        for row in range(rows):
            options = [
                pycgt.add(known[place], known[row - pins - place]) for pins in (1, 2) for place in range((row - pins) // 2 + 1)
            ]
            known.append(pycgt.game(options, options))
        return known

    expected, other = least(forms, 1)
    found, own = least(lambda: grundy.Solver("kayles").values(range(rows)), 5)
    assert [pycgt.nimber(int(value)) for value in found] == expected
    line(f"kayles, rows to {rows - 1}", own, other, "pycgt, canonical forms")


def ctrl_c():
    """Seconds from Ctrl-C to the exception, by the clock."""

    class Endless:
        def moves(self, n):
            return [n + 1]

        def play(self, n, end):
            return end

    questions = [
        ("a search", lambda: grundy.Solver("chomp", positions=1 << 40).value("13x14")),
        ("a sequence", lambda: grundy.Sequence("0.6", positions=1 << 40).extend_to(1 << 30)),
        ("a game in Python", lambda: grundy.Solver(Endless(), positions=1 << 40).value(0)),
    ]
    for name, ask in questions:
        pressed = []

        def press(pressed=pressed):
            time.sleep(0.5)
            pressed.append(time.perf_counter())
            _thread.interrupt_main()

        threading.Thread(target=press).start()
        try:
            ask()
        except KeyboardInterrupt:
            print(f"Ctrl-C ends {name} after {1000 * (time.perf_counter() - pressed[0]):.0f} ms")


def main():
    print(f"grundy {grundy.__version__}, Python {sys.version.split()[0]}")
    built_in()
    of_ones_own()
    ctrl_c()
    for name, measure in [("easyAI", easyai), ("ludology", ludology), ("pycgt", pycgt)]:
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed")
        else:
            measure()


if __name__ == "__main__":
    main()
