"""Examples in the help are true; every public name has help and types."""

import doctest
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import grundy
import pytest

MODULES = ["grundy", "grundy.nimbers", "grundy.errors", "grundy.games", "grundy.solver", "grundy.sequences", "grundy.chomp", "grundy.misere", "grundy.loopy"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and (result.attempted > 0 or name == "grundy.solver")


def test_the_readme_is_true():
    readme = Path(__file__).parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.failed == 0 and result.attempted > 5


def test_every_public_name_has_help():
    for name in grundy.__all__:
        thing = getattr(grundy, name)
        if name == "AnyRules":
            continue
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__.startswith("grundy"):
            for part, value in vars(thing).items():
                if not part.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{part}"


def test_types_are_strict_and_stubs_are_those_of_the_module(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "uses.py"
    program.write_text(
        "import grundy\n"
        "class Halving:\n"
        "    def moves(self, heap: int) -> list[int]:\n"
        "        return [n for n in (heap // 2, heap - 1) if 0 <= n < heap]\n"
        "    def play(self, heap: int, left: int) -> int:\n"
        "        return left\n"
        "value: grundy.Nimber = grundy.Solver(Halving()).value([12, 6])\n"
        "outcome: grundy.Outcome = grundy.Solver('nim').outcome('3,4')\n"
    )
    subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(program)], check=True)
    stubs = [sys.executable, "-m", "mypy.stubtest", "grundy._grundy", "--ignore-missing-stub", "--concise"]
    done = subprocess.run(stubs, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
