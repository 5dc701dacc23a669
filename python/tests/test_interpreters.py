"""Subinterpreters are refused with one sentence."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
{module}
code = "import sys; sys.path[:] = " + repr(sys.path) + '''
try:
    import grundy
except ImportError as error:
    print("refused:", error)
else:
    print("imported")
'''
{run}
"""


def test_a_subinterpreter_is_refused_politely():
    if sys.version_info >= (3, 13):
        module, run = "import _interpreters as it", "number = it.create(); it.run_string(number, code); it.destroy(number)"
    else:
        module, run = "import _xxsubinterpreters as it", "number = it.create(); it.run_string(number, code); it.destroy(number)"
    program = "import grundy\n" + PROGRAM.format(module=module, run=run)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().startswith("refused:"), done.stdout
    assert "subinterpreters" in done.stdout or "does not support loading in subinterpreters" in done.stdout
