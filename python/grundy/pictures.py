"""Pictures for notebooks: SVG and HTML that take the colours of the page, dark or light. No other program is needed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ._walk import call

if TYPE_CHECKING:
    from ._grundy import Position
    from .misere import Quotient
    from .solver import Explanation, PositionGraph

# Both read well on white and on black.
_FILL, _LOST, _WON = "#4e8ac8", "#c2603c", "#4a9a6a"
_FONT = "ui-sans-serif,system-ui,sans-serif"
_CELL = 18
_MOST_CELLS = 4000


class _Svg:
    """Shapes, and the room that they take."""

    def __init__(self, title: str) -> None:
        self.title, self.shapes, self.width, self.height = title, list[str](), 0.0, 0.0

    def grow(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def add(self, shape: str, x: float, y: float) -> None:
        self.shapes.append(shape)
        self.grow(x, y)

    def rect(self, x: float, y: float, width: float, height: float, fill: str, radius: float = 2, stroke: str = "none") -> None:
        shape = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" fill="{fill}" stroke="{stroke}"/>'
        self.add(shape, x + width, y + height)

    def circle(self, x: float, y: float, radius: float, fill: str) -> None:
        self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>', x + radius, y + radius)

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float = 1.2, marker: str = "", opacity: float = 0.75) -> None:
        end = f' marker-end="url(#{marker})"' if marker else ""
        self.add(
            f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="currentColor" stroke-width="{width:g}" '
            f'stroke-linecap="round" opacity="{opacity:g}"{end}/>',
            max(x, to_x),
            max(y, to_y),
        )

    def arrow(self, x: float, y: float, to_x: float, to_y: float, bend: float) -> None:
        """A curve that ends in an arrow; `bend` is how far it goes aside."""
        middle = (x + to_x) / 2 + bend
        self.add(
            f'<path d="M{x:g},{y:g}C{middle:g},{y + (to_y - y) / 3:g} {middle:g},{to_y - (to_y - y) / 3:g} {to_x:g},{to_y:g}" fill="none" '
            'stroke="currentColor" stroke-width="1.2" opacity="0.55" marker-end="url(#grundy-arrow)"/>',
            max(x, to_x, middle),
            max(y, to_y),
        )

    def words(self, x: float, y: float, text: str, size: float = 12, anchor: str = "start", weight: str = "normal") -> None:
        self.shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" font-weight="{weight}" fill="currentColor">{escape(text)}</text>'
        )
        self.grow(x + (_width(text, size) if anchor == "start" else _width(text, size) / 2), y + size / 3)

    def finish(self) -> str:
        width, height = self.width + 6, self.height + 6
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="-3 -3 {width:g} {height:g}" '
            f'class="grundy" font-family="{_FONT}" role="img"><title>{escape(self.title)}</title>'
            "<style>svg.grundy{color:#222}@media (prefers-color-scheme:dark){svg.grundy{color:#e6e6e6}}</style>"
            '<defs><marker id="grundy-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto">'
            '<path d="M0,0L8,4L0,8z" fill="currentColor"/></marker></defs>' + "".join(self.shapes) + "</svg>"
        )


def _width(text: str, size: float) -> float:
    return len(text) * size * 0.58


def inline(svg: str) -> str:
    """A picture within a page, in the colour of the page's text."""
    return f'<div style="overflow-x:auto;color:inherit">{svg.replace("svg.grundy{color:#222}", "", 1).replace("@media (prefers-color-scheme:dark){svg.grundy{color:#e6e6e6}}", "", 1)}</div>'


def table(head: list[str], rows: list[list[str]], bold: list[int] | None = None) -> str:
    """A table of texts. Rows of ``bold`` are set in bold type."""
    style = ' style="text-align:left;padding:2px 10px"'
    cells = "".join(f"<th{style}>{escape(cell)}</th>" for cell in head)
    lines = [f"<tr>{cells}</tr>"]
    for number, row in enumerate(rows):
        strong = number in (bold or ())
        cells = "".join(f"<td{style}>{'<b>' if strong else ''}{escape(cell)}{'</b>' if strong else ''}</td>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return '<table class="grundy">' + "".join(lines) + "</table>"


# Positions.


def position_html(position: Position) -> str:
    """A position in a page."""
    return inline(position_svg(position))


def position_svg(position: Position) -> str:
    """The picture of a position: rows of pins and heaps of counters, strips and boards of squares, graphs, lands of Sprouts; others as texts in boxes. A game of
    your own draws its positions by a method ``svg(position)``."""
    rules = position.game.rules
    if rules is not None and hasattr(rules, "svg"):
        drawn = [call(rules, "svg", each) for each in position.objects]
        return str(drawn[0]) if len(drawn) == 1 else _side_by_side([str(each) for each in drawn], str(position))
    svg = _Svg(f"{position.game.name}: {position}")
    parts = [str(part) for part in position.components]
    if not parts:
        svg.words(0, 14, "0, the game is over")
        return svg.finish()
    boards = [_board(position.game.name, part) for part in parts]
    known = [board for board in boards if board is not None]
    if rules is None and len(known) == len(parts) and sum(sum(map(len, board)) for board in known) <= _MOST_CELLS:
        _draw_boards(svg, position.game.name, known)
    elif all(part.isdigit() for part in parts) and sum(map(int, parts)) <= _MOST_CELLS and (rules is None or len(parts) > 0):
        _draw_rows(svg, position.game.name, [int(part) for part in parts])
    else:
        diagram = position._diagram()
        if diagram is not None:
            return diagram
        x = 0.0
        for part in parts:
            shown = part if len(part) <= 80 else part[:79] + "…"
            width = _width(shown, 12) + 16
            svg.rect(x, 0, width, 26, "none", 5, "currentColor")
            svg.words(x + width / 2, 17, shown, 12, "middle")
            x += width + 10
    return svg.finish()


def _side_by_side(pictures: list[str], text: str) -> str:
    """Pictures from elsewhere keep their size: each is an image of its own."""
    from base64 import b64encode
    from re import search

    svg, x = _Svg(text), 0.0
    for picture in pictures:
        sizes = [search(rf'<svg[^>]*\s{side}="([0-9.]+)', picture) for side in ("width", "height")]
        width, height = (float(size.group(1)) if size else 120.0 for size in sizes)
        data = b64encode(picture.encode()).decode()
        svg.add(f'<image x="{x:g}" y="0" width="{width:g}" height="{height:g}" href="data:image/svg+xml;base64,{data}"/>', x + width, height)
        x += width + 12
    return svg.finish()


def _draw_rows(svg: _Svg, name: str, rows: list[int]) -> None:
    """Rows of pins, or heaps of counters."""
    pins = name in ("kayles", "dawsons-kayles", "0.77", "0.07")
    for number, row in enumerate(rows):
        y = number * 26 + 11
        svg.words(0, y + 4, f"{row}", 11)
        for place in range(row):
            x = 36 + place * 16
            if pins:
                svg.rect(x, y - 9, 7, 18, _FILL, 3)
            else:
                svg.circle(x + 4, y, 6.5, _FILL)
        svg.grow(36, y + 10)


def _board(name: str, text: str) -> list[str] | None:
    """The rows of a board, of letters: a square is ``x``, marked ``o``, missing ``.``; ``None`` for other games."""
    if name in ("chomp", "chomp-edible"):
        sides = text.split("x")
        if len(sides) == 2 and all(side.isdigit() for side in sides):
            return ["x" * int(sides[1])] * int(sides[0])
        lengths = text.split(",")
        return ["x" * int(length) for length in lengths] if all(length.isdigit() for length in lengths) else None
    if name == "cram" or name.startswith("notakto"):
        sides = text.split("x") if "x" in text else [text, text]
        if len(sides) == 2 and all(side.isdigit() for side in sides):
            return [("x" if name == "cram" else "_") * int(sides[1])] * int(sides[0])
        if text and set(text) <= set("x./") and "x" in text or set(text) <= set("./") and "." in text:
            rows = text.split("/")
            return rows if name == "cram" else [row.replace(".", "_").replace("x", "o") for row in rows]
    return None


def _draw_boards(svg: _Svg, name: str, boards: list[list[str]]) -> None:
    left = 0.0
    for board in boards:
        for y, row in enumerate(board):
            for x, cell in enumerate(row):
                if cell == ".":
                    continue
                at_x, at_y = left + x * _CELL, y * _CELL
                poison = name == "chomp" and x == y == 0
                fill = {"x": _LOST if poison else _FILL, "_": "none", "o": "none"}[cell]
                svg.rect(at_x, at_y, _CELL - 2, _CELL - 2, fill, 2, "none" if cell == "x" else "currentColor")
                if cell == "o":
                    svg.line(at_x + 4, at_y + 4, at_x + _CELL - 6, at_y + _CELL - 6, 2, opacity=1)
                    svg.line(at_x + 4, at_y + _CELL - 6, at_x + _CELL - 6, at_y + 4, 2, opacity=1)
        left += max(map(len, board), default=0) * _CELL + 14
    svg.grow(10, 10)


# Answers.


def explanation_html(working: Explanation) -> str:
    """The working as a table of binary digits, and its last sentences."""
    values = [value for _, value in working.components]
    sentences = working.text.splitlines()
    if any(value is None for value in values) or not values:
        return "<p>" + "<br>".join(map(escape, sentences)) + "</p>"
    known = [value for value in values if value is not None]
    nim_sum = 0
    for value in known:
        nim_sum ^= int(value)
    digits = max(1, *(int(value).bit_length() for value in known))
    leftmost = nim_sum.bit_length()
    cell = 'style="text-align:center;padding:2px 6px;font-family:monospace{}"'

    def bits(number: int) -> str:
        row = ""
        for place in range(digits, 0, -1):
            marked = ";background:rgba(194,96,60,.25)" if place == leftmost else ""
            row += f"<td {cell.format(marked)}>{number >> (place - 1) & 1}</td>"
        return row

    left = 'style="text-align:left;padding:2px 10px"'
    rows = [f'<tr><th {left}>component</th><th {left}>value</th><th colspan="{digits}" {left}>binary</th></tr>']
    for (text, _), value in zip(working.components, known):
        rows.append(f"<tr><td {left}>{escape(text)}</td><td {left}>{value}</td>{bits(int(value))}</tr>")
    rows.append(f"<tr><th {left}>nim-sum</th><th {left}>*{nim_sum}</th>{bits(nim_sum)}</tr>")
    head = next((place for place, line in enumerate(sentences) if line.startswith("ones")), len(sentences) - 2)
    said = "<br>".join(map(escape, sentences[head + 1 :]))
    return f'<table class="grundy">{"".join(rows)}</table><p>{said}</p>'


def quotient_html(quotient: Quotient) -> str:
    """Presentation, P-portion and, of a small quotient, the table of products."""
    said = f"<p>Order {len(quotient)}, {escape(quotient.reach)}.<br>⟨{escape(quotient.presentation)}⟩<br>P: {escape(', '.join(quotient.p_portion))}</p>"
    if len(quotient) > 16:
        return said
    names = [element.name for element in quotient.elements]
    rows = [[name, *row] for name, row in zip(names, quotient.products())]
    return said + table(["·", *names], rows)


def graph_svg(graph: PositionGraph) -> str:
    """The graph of positions in layers: each arrow goes down. Lost positions (P) are of one colour, won ones of another; a move that leaves
    several components goes through a dot."""
    count = len(graph.positions)
    after: list[set[int]] = [set() for _ in range(count)]
    for before, _, left in graph.arrows:
        after[before].update(left)
    layer = [0] * count
    # Play ends, so that longest paths settle; a graph that loops is cut off after as many rounds as it has positions.
    for _ in range(count):
        changed = False
        for before in range(count):
            for end in after[before]:
                if layer[end] <= layer[before] < count:
                    layer[end], changed = layer[before] + 1, True
        if not changed:
            break
    rows: dict[int, list[int]] = {}
    for number in range(count):
        rows.setdefault(layer[number], []).append(number)
    texts = [text if len(text) <= 18 else text[:17] + "…" for text, _, _ in graph.positions]
    widths = [max(_width(text, 12) + 16, 40) for text in texts]
    x: list[float] = [0.0] * count
    before_of: list[list[int]] = [[] for _ in range(count)]
    for before in range(count):
        for end in after[before]:
            before_of[end].append(before)
    # Room at both sides for arrows that pass boxes.
    aside = 34 + 7 * max(rows, default=0)
    widest = max((sum(widths[number] + 22 for number in row) for row in rows.values()), default=0)
    for depth in sorted(rows):
        row = rows[depth]
        middle = {number: sum(x[before] for before in before_of[number]) / max(1, len(before_of[number])) for number in row}
        row.sort(key=lambda number: (middle[number], number))
        gap = (widest - sum(widths[number] for number in row)) / (len(row) + 1)
        at = aside + gap
        for number in row:
            x[number] = at + widths[number] / 2
            at += widths[number] + gap
    svg = _Svg(f"positions of {graph.game.name}")

    def top(number: int) -> float:
        return layer[number] * 78.0

    def bend(before: int, end: int) -> float:
        # Past the boxes of the layers between, on one side or the other.
        between = layer[end] - layer[before] - 1
        near = abs(x[end] - x[before]) < 60
        return (1 if (before + end) % 2 else -1) * (34 + 14 * between) if between > 0 and near else 0

    for before, _, left in graph.arrows:
        if len(left) == 1:
            svg.arrow(x[before], top(before) + 38, x[left[0]], top(left[0]) - 1, bend(before, left[0]))
        elif left:
            dot_x = (x[before] + sum(x[end] for end in left) / len(left)) / 2
            dot_y = top(before) + 54
            svg.line(x[before], top(before) + 38, dot_x, dot_y, opacity=0.55)
            svg.circle(dot_x, dot_y, 2.5, "currentColor")
            for end in left:
                svg.arrow(dot_x, dot_y, x[end], top(end) - 1, bend(before, end))
    for number, (_, value, complete) in enumerate(graph.positions):
        colour = "#888" if value is None else _LOST if value == 0 else _WON
        svg.rect(x[number] - widths[number] / 2, top(number), widths[number], 38, colour, 6)
        svg.shapes.append(
            f'<g fill="#fff" text-anchor="middle"><text x="{x[number]:g}" y="{top(number) + 15:g}" font-size="12">{escape(texts[number])}</text>'
            f'<text x="{x[number]:g}" y="{top(number) + 31:g}" font-size="12" font-weight="bold">{value if value is not None else "?"}{"" if complete else " …"}</text></g>'
        )
    if not count:
        svg.words(0, 14, "no position with a move")
    return svg.finish()


def page(pictures: list[Any]) -> str:
    """A page with pictures, to be saved."""
    body = "".join(picture._repr_html_() for picture in pictures)
    return f'<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>grundy</title><body style="font-family:{_FONT}">{body}'
