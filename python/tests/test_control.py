"""Ctrl-C, the GIL, threads, progress."""

import _thread
import contextlib
import signal
import sys
import threading
import time

import grundy
import pytest
from grundy import Solver

HARD = "13x14"


@pytest.fixture(autouse=True)
def ctrl_c_is_handled():
    """A shell script starts programs in the background so that they ignore Ctrl-C, and Python then does not handle it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def ctrl_c_after(seconds):
    """Presses Ctrl-C in a question that would take very long. As people do, it presses again after a while: Python loses an exception that is raised
    in a finalizer. `benches/measure.py` measures how long the first one takes."""
    done = threading.Event()

    def press():
        wait = seconds
        while not done.wait(wait):
            _thread.interrupt_main()
            wait = 2

    thread = threading.Thread(target=press)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        done.set()
        thread.join()


def test_ctrl_c_interrupts_and_keeps_the_memo():
    solver = Solver("chomp", positions=1 << 40)
    with ctrl_c_after(0.5):
        solver.value(HARD)
    known = solver.solved
    assert known > 10_000
    solver.limit(positions=known + 100_000)
    with pytest.raises(grundy.LimitError):
        solver.value(HARD)
    assert solver.value("5x6") == Solver("chomp").value("5x6")


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_ctrl_c_interrupts_threads_of_a_search(play):
    solver = Solver("chomp", play=play, positions=1 << 40, threads=2)
    with ctrl_c_after(0.5):
        solver.outcome("13x14/2,2")
    alone = Solver("chomp", play=play)
    for small in ["5x6", "8x9/3,1", "7x7/7x7"]:
        assert solver.outcome(small) == alone.outcome(small)


def test_threads_find_what_one_finds():
    together = Solver("chomp", threads=3)
    assert together.value("8x10") == Solver("chomp").value("8x10")
    # Two threads solve a few positions twice, and never all of them.
    one, two = Solver("chomp", play="misere"), Solver("chomp", play="misere", threads=2)
    assert one.outcome("9x9/4,2") == two.outcome("9x9/4,2")
    with pytest.raises(grundy.LimitError):
        two.limit(positions=1000, threads=2)
        two.outcome("9x10/4,3,2")


def test_ctrl_c_interrupts_other_computations():
    sequence = grundy.Sequence("0.6", positions=1 << 40, threads=1)
    with ctrl_c_after(0.3):
        sequence.extend_to(1 << 30)
    assert len(sequence) > 100


def test_a_check_of_laws_is_interrupted():
    with ctrl_c_after(0.1):
        grundy.check("chomp", ["8x8"])
    # Without a deadline the board is found to be too large.
    with pytest.raises(grundy.LimitError, match="deadline"):
        grundy._grundy.check(grundy.Game("chomp").position("8x8"), grundy._grundy.Limits(seconds=0.1))


def test_ctrl_c_interrupts_a_game_in_python():
    class Endless:
        def moves(self, n):
            return [n + 1]

        def play(self, n, end):
            return end

    solver = Solver(Endless(), positions=1 << 40)
    with ctrl_c_after(0.3):
        solver.value(0)
    assert solver.game.expanded > 100


def test_ctrl_c_in_a_finalizer_is_not_lost():
    """There Python prints an exception and forgets it. The walk ends by it all the same."""

    class Dies:
        def __del__(self):
            if not pressed:
                pressed.append(True)
                _thread.interrupt_main()
                # Time for Python to raise it here.
                for _ in range(1000):
                    pass

    class Endless:
        def moves(self, n):
            if n == 1000:
                Dies()
            return [n + 1]

        def play(self, n, end):
            return end

    pressed, before = [], sys.unraisablehook
    solver = Solver(Endless(), positions=1 << 40, seconds=60.0)
    with pytest.raises(KeyboardInterrupt):
        solver.value(0)
    assert pressed and sys.unraisablehook is before and solver.game.expanded >= 1000


def test_other_exceptions_in_a_finalizer_are_told_as_ever(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", lambda news: told.append(news.exc_type))

    class Dies:
        def __del__(self):
            raise ZeroDivisionError

    class OneByOne:
        def moves(self, n):
            Dies()
            return [n - 1] if n else []

        def play(self, n, left):
            return left

    assert Solver(OneByOne()).value(5) == 1 and told == [ZeroDivisionError] * 6


def test_the_gil_is_free_while_the_solver_works():
    solver = Solver("chomp", seconds=0.6)
    ended = []

    def work():
        with pytest.raises(grundy.LimitError):
            solver.value(HARD)
        ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    counted = 0
    while not ended:
        counted += 1
        time.sleep(0.001)
    thread.join()
    assert counted > 50


def test_threads_that_share_a_solver_take_turns():
    solver, expected = Solver("chomp"), Solver("chomp").values(["5x6", "6x7", "7x7"])
    found, errors = [], []

    def work():
        try:
            found.append(solver.values(["5x6", "6x7", "7x7"]))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and found == [expected] * 4


def test_threads_share_a_game_in_python():
    class Slow:
        def moves(self, n):
            time.sleep(0.0001)
            return range(n)

        def play(self, n, end):
            return end

    solver, found = Solver(Slow()), []
    threads = [threading.Thread(target=lambda: found.append(solver.value([60, 7]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [60 ^ 7] * 4 and solver.game.expanded == 61


def test_progress_is_told():
    told = []
    solver = Solver("chomp", seconds=0.6, progress=told.append)
    with pytest.raises(grundy.LimitError):
        solver.value(HARD)
    assert told and all(isinstance(news, grundy.Progress) for news in told)
    assert [news.done for news in told] == sorted(news.done for news in told) and told[-1].unit == "positions"
    told.clear()
    with pytest.raises(grundy.LimitError):
        grundy.Sequence("0.6", 1 << 27, seconds=0.5, progress=told.append)
    assert told and told[-1].unit == "heaps" and told[-1].total == 1 << 27


def test_an_exception_in_the_callback_ends_the_question():
    def angry(news):
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        Solver("chomp", positions=1 << 40, progress=angry).value(HARD)


def test_the_callback_cannot_wait_for_its_own_question():
    solver = Solver("chomp", positions=1 << 40)
    solver.limit(positions=1 << 40, progress=lambda news: solver.solved)
    with pytest.raises(RuntimeError, match="an object that is at work"):
        solver.value(HARD)
    other = Solver("nim")
    told = []
    solver.limit(seconds=0.5, progress=lambda news: told.append(other.value("3,4,5")))
    with pytest.raises(grundy.LimitError):
        solver.value(HARD)
    assert told and set(told) == {2}


def test_a_handler_of_a_signal_cannot_wait_for_the_question_that_it_interrupts():
    solver = Solver("chomp", seconds=20)
    before = signal.signal(signal.SIGALRM, lambda *_: solver.solved)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(RuntimeError, match="an object that is at work"):
            solver.value(HARD)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_name_of_a_move_cannot_wait_for_the_question_that_asks_for_it():
    class Named:
        def moves(self, heap):
            return range(heap)

        def play(self, heap, left):
            return left

        def move_text(self, heap, left):
            return f"to {left}, worth {solver.value(left)}"

    solver = Solver(Named(), seconds=20)
    with pytest.raises(RuntimeError, match="an object that is at work"):
        solver.explain(5)
    assert str(solver.winning_moves(5)[0]) == "to 0, worth *0"


def test_rules_that_cannot_be_asked_leave_the_hook_of_the_interpreter():
    class Rules:
        pass

    rules = Rules()
    rules.moves, rules.play = range, lambda heap, left: left
    solver = Solver(rules)
    del rules.moves
    before = sys.unraisablehook
    with pytest.raises(AttributeError):
        solver.value(5)
    assert sys.unraisablehook is before


def test_a_sequence_at_work_can_be_asked_by_a_thread_and_not_by_its_callback():
    sequence = grundy.Sequence("0.007", progress=lambda news: len(sequence))
    with pytest.raises(RuntimeError, match="an object that is at work"):
        sequence.extend_to(1 << 22)
    told = []
    sequence = grundy.Sequence("0.007", seconds=1)
    asks = threading.Thread(target=lambda: told.append((sequence.code, len(sequence), sequence[0])))
    threading.Timer(0.2, asks.start).start()
    with contextlib.suppress(grundy.LimitError):
        sequence.extend_to(1 << 26)
    time.sleep(0.3)
    asks.join(10)
    assert told and told[0][0] == "0.007" and told[0][1:] == (len(sequence), 0)


def test_a_bar_of_tqdm_is_shown(capfd):
    pytest.importorskip("tqdm")
    with pytest.raises(grundy.LimitError):
        Solver("chomp", seconds=0.5, progress=True).value(HARD)
    assert "positions" in capfd.readouterr().err


def test_no_tqdm_is_no_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert Solver("chomp", progress=True).value("5x6") == Solver("chomp").value("5x6")
