"""Executes the notebooks beside this file, and fails where a cell does. With a folder as its argument, writes them there with their outputs."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config


def main(out: Path | None) -> None:
    for path in sorted(Path(__file__).parent.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        if any(cell.get("outputs") for cell in notebook.cells):
            raise SystemExit(f"{path.name} is kept without outputs")
        # Sockets in a folder instead of ports.
        config = Config({"KernelManager": {"transport": "ipc"}})
        NotebookClient(notebook, timeout=300, kernel_name="python3", config=config).execute()
        count = sum(len(cell.get("outputs", [])) for cell in notebook.cells)
        print(f"{path.name}: {count} outputs")
        if out is not None:
            nbformat.write(notebook, out / path.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
