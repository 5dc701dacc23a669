#!/usr/bin/env python3
"""Checks certificates of impartial games without the library that wrote them.

    check_certificate.py CERTIFICATE [OPTIONS]

Certificates of a value, an outcome, misere play or a quotient of positions need the options of their positions, which
`grundy check CERTIFICATE --export-options OPTIONS` writes; all others are checked by themselves, those of heap games for codes of
octal or hexadecimal digits. The documentation of the module `certificate` of the library describes both formats, and says why what is
checked is a proof. Exit status: 0 if the certificate holds.
"""
import re
import sys
from functools import reduce
from itertools import chain, cycle, islice, product
from operator import xor


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def demand(condition, reason):
    if not condition:
        sys.exit(f"refused: {reason}")


def words(text):
    return text.split(" ") if text else []


def number(text):
    demand(text.isascii() and text.isdigit(), f"{text[:40]!r} is not a number")
    return int(text)


FIELDS = {
    "value": ["game", "position", "answer"], "outcome": ["game", "position", "answer"], "misere": ["game", "position", "answer"],
    "period": ["code", "preperiod", "period"], "quotient": ["code", "heaps", "order", "p-portion", "period"],
    "positions": ["game", "position", "order", "p-portion"], "loopy": ["graph"], "chomp-losing": ["tiles"],
}


class Numbers(dict):
    def __missing__(self, text):
        demand(False, f"{text} is not in the table of options")


def read(path):
    # A carriage return alone ends no line.
    text = open(path, encoding="utf-8", newline="").read().replace("\r\n", "\n")
    demand("\r" not in text, "a line has a line break within")
    head, _, body = text.partition("\n\n")
    first, *lines = head.split("\n")
    kind = first.removeprefix("grundy certificate 1 ")
    demand(first != kind and kind in FIELDS, "not a certificate that is known")
    fields = dict(line.split(": ", 1) for line in lines)
    demand(list(fields) == FIELDS[kind] and len(lines) == len(fields), f"the fields are not {FIELDS[kind]}")
    demand(kind not in ("outcome", "misere") or fields["answer"] in ("N", "P"), "an outcome is N or P")
    *facts, end = body.removesuffix("\n").split("\n")
    demand(end == f"facts: {len(facts)}", "the number of facts is wrong")
    return kind, fields, facts


def read_options(path, kind, fields):
    """The position of the certificate, the options of components, and the number of each text."""
    first, name, place, *lines = open(path, encoding="utf-8").read().split("\n")
    demand(first == "grundy options 1", "not a table of options")
    # Another kind of play may have other moves, or none: coins are the sum of their heads in normal play only.
    demand(name == f"of: {kind} {fields['game']} {fields['position']}", f"these are not the options of that claim: {name[:80]}")
    parts = lambda text: [] if text == "-" else [number(part) for part in text.split("+")]
    rows = [line.split("\t", 1) for line in lines[:-1]]
    options = [None if row[0] == "?" else [parts(option) for option in words(row[0])] for row in rows]
    return parts(place.removeprefix("position: ")), options, Numbers({row[1]: place for place, row in enumerate(rows)})


def check_values(kind, fields, facts, position, options, numbers):
    told = {numbers[text]: number(value) for value, text in (fact.split(" ", 1) for fact in facts)}
    demand(len(told) == len(facts), "a component is told twice")
    for place in (place for place, listed in enumerate(options) if listed == []):
        demand(told.setdefault(place, 0) == 0, f"component {place} has no moves")

    def value(parts):
        odd = [part for part in set(parts) if parts.count(part) % 2]  # the sum of a position with itself is 0
        return reduce(xor, (told[part] for part in odd), 0) if all(part in told for part in odd) else None

    def has_option(parts, wanted):
        moves = ((place, left) for place, part in enumerate(parts) for left in options[part])
        return any(value(parts[:place] + left + parts[place + 1:]) == wanted for place, left in moves)

    for place in (numbers[fact.split(" ", 1)[1]] for fact in facts):
        values = [value(option) for option in options[place]]
        for option, found in zip(options[place], values):
            demand(found != told[place], f"component {place} has an option of the same value")
            demand(found is not None or has_option(option, told[place]), f"an option of component {place} is open")
        demand(mex(set(values) - {None}) == told[place], f"component {place} misses an option")
    if kind == "value":
        return value(position) == number(fields["answer"])
    if fields["answer"] == "P":
        return value(position) == 0
    return value(position) not in (0, None) or has_option(position, 0)


def check_misere(fields, facts, position, options, numbers):
    """A sum is the numbers of its components and those of its forms. Components without moves are equal to form 0, which has no options."""
    forms, is_lost, sums, lost, told, order = [[]], [False], {}, [], {}, []
    for kind, rest in (fact.split(" ", 1) for fact in facts):
        known = lambda told_forms: all(number(form) < len(forms) for form in told_forms)
        split = words(rest)
        if kind == "form":
            demand(split and known(split), "the options of a form are earlier forms")
            forms.append([number(word) for word in split])
            is_lost.append(not any(is_lost[option] for option in forms[-1]))
        elif kind == "sum":
            *pair, both = map(number, split)
            one, other = sorted(pair)
            demand(known(split) and (one, other) not in sums, "a sum is of two earlier forms, once")
            sums[one, other] = both
        elif kind in ("component", "equal"):
            form, text = rest.split(" ", 1) if kind == "equal" else ("0", rest)
            demand(numbers[text] not in told and known([form]), "a component is told twice, or its form is not told")
            told[numbers[text]] = number(form) if kind == "equal" else None
            order.append(numbers[text])
        else:
            parts, added = [word for word in split if word[:1] != "*"], [word[1:] for word in split if word[:1] == "*"]
            demand(kind == "lost" and known(added) and all(number(part) < len(order) for part in parts), f"not a fact: {kind} {rest}")
            lost.append((tuple(order[int(part)] for part in parts), tuple(map(int, added))))
    equal = {place: 0 for place, listed in enumerate(options) if listed == []}
    equal.update((part, form) for part, form in told.items() if form is not None)

    def normal(parts, added):
        forms = sorted(form for form in [*(equal.get(part, 0) for part in parts), *added] if form)
        while len(forms) > 1 and (forms[0], forms[1]) in sums:
            forms = sorted(form for form in [sums[forms[0], forms[1]], *forms[2:]] if form)
        return tuple(sorted(part for part in parts if part not in equal)), tuple(forms)

    def left(parts, added):
        for place, part in enumerate(parts):
            for more, forms_of_it in (normal(option, []) for option in options[part]):
                yield normal([*parts[:place], *more, *parts[place + 1:]], [*added, *forms_of_it])
        for place, form in enumerate(added):
            yield from (normal(parts, [*added[:place], option, *added[place + 1:]]) for option in forms[form])

    def check_form(form, sums_left):
        demand(all(not parts and len(added) < 2 for parts, added in sums_left), f"an option of what is equal to form {form} has no form")
        found = {added[0] if added else 0 for _, added in sums_left}
        demand(set(forms[form]) <= found, f"an option of form {form} is missing")
        demand(all(form in forms[other] for other in found - set(forms[form])), f"an option is not reversible to form {form}")
        demand(forms[form] or not found or any(is_lost[other] for other in found), "what is lost is not equal to nothing")

    for part, form in told.items():
        if form is not None:
            check_form(form, [normal(option, []) for option in options[part]])
    for (one, other), both in sums.items():
        check_form(both, [*(normal([], [option, other]) for option in forms[one]), *(normal([], [one, option]) for option in forms[other])])
    lost_as_told = [normal(*whole) for whole in lost]
    lost = set(lost_as_told)
    demand(len(lost) == len(lost_as_told), "a lost sum is told twice")
    loses = lambda whole: whole in lost if whole[0] or len(whole[1]) > 1 else bool(whole[1]) and is_lost[whole[1][0]]
    wins = lambda whole: any(map(loses, left(*whole))) or whole == ((), ())
    for whole in lost:
        demand(whole != ((), ()) and all(map(wins, left(*whole))), f"the sum {whole} is not lost")
    return (loses if fields["answer"] == "P" else wins)(normal(position, []))


def digits(code, most):
    """The digits for taking 0 to `most` counters, octal, or hexadecimal as in 0.3F; those in brackets repeat, as in 0.[3]."""
    found = re.fullmatch(r"([0-9A-F]?)\.([0-9A-F]*)(?:\[([0-9A-F]+)\])?", code, re.IGNORECASE)
    demand(found, f"only codes of octal or hexadecimal digits are checked here, such as 0.77 or 0.[3], and not {code[:40]}")
    first, others, tail = found.groups(default="")
    demand(not int(first or "0", 16) & 3, "a move that takes nothing leaves two heaps or more")
    return [int(digit, 16) for digit in islice(chain(first or "0", others, cycle(tail)), most + 1)]


def heap_options(code, heap):
    """What moves leave."""
    for taken, digit in enumerate(digits(code, heap)):
        for count in (count for count in range(4) if digit >> count & 1 and heap >= taken + count):
            if count == 0 and heap == taken:
                yield []
            parts = [[]] if count else []
            for _ in range(max(0, count - 1)):
                parts = [part + [more] for part in parts for more in range(1, heap - taken - sum(part))]
            yield from (part + [heap - taken - sum(part)] for part in parts if heap - taken > sum(part))


def heaps_needed(code, first, period):
    demand("[" not in code, "no theorem proves periods of a code with a tail")
    bounds = [max(first, 1)]
    for taken, digit in enumerate(digits(code, len(code))):
        counts = [count for count in range(4) if digit >> count & 1]
        bounds += [count * (max(first, 1) - 1) + max(0, count - 1) * period + taken + 1 for count in counts]
    return max(bounds) + period


def check_period(fields, facts):
    code, first, period = fields["code"], number(fields["preperiod"]), number(fields["period"])
    demand(period > 0 and len(facts) == first + period, "there is no period, or heaps are missing")
    heaps, values = zip(*(map(number, fact.split(" ")) for fact in facts), strict=True)
    demand(list(heaps) == list(range(first + period)), "heaps are missing")
    demand(first == 0 or values[first - 1] != values[-1], "the preperiod is not the least")
    turns = (values[first + least:] + values[first:first + least] for least in range(1, period) if period % least == 0)
    demand(values[first:] not in turns, "the period is not the least")
    value = lambda heap: values[heap if heap < first else first + (heap - first) % period]
    heaps = range(heaps_needed(code, first, period))
    return all(mex({reduce(xor, map(value, left), 0) for left in heap_options(code, heap)}) == value(heap) for heap in heaps)


def check_monoid(rows, lost, order, pieces):
    times, elements = rows[:order], range(order)
    demand(len(times) == order and all(len(row) == order for row in times), "products are missing")
    demand(times[0] == list(elements) and 0 not in lost, "element 0 is not the empty sum")
    for one, other in product(elements, elements):
        demand(times[one][other] == times[other][one], "not commutative")
        demand(all(times[times[one][piece]][other] == times[one][times[piece][other]] for piece in set(pieces)), "not associative")
    generated, queue = {0}, [0]
    while queue:
        one = queue.pop()
        queue += (new := {times[one][piece] for piece in pieces} - generated)
        generated |= new
    demand(len(generated) == order, "the pieces do not generate all elements")
    demand(len({frozenset(test for test in elements if times[one][test] in lost) for one in elements}) == order, "not told apart")


def check_pieces(times, lost, pieces):
    """Each piece is its element and the set of elements that its moves leave."""
    elements, movable = range(len(times)), set()
    for place, (element, left) in enumerate(pieces):
        demand(left or element == 0, f"piece {place} has no moves")
        reach = {rest for rest in elements if any(times[one][rest] in lost for one in left)}
        now = {rest for rest in elements if times[element][rest] in lost}
        demand(not left or not reach & now, f"piece {place} has a move from P to P")
        if left:
            movable.add((element, frozenset(elements) - reach - now))
    seen, queue = set(), list(movable)
    while queue:
        element, gap = queue.pop()
        demand(0 not in gap, "a sum that is not in P has no move to P")
        if (element, gap) not in seen:
            seen.add((element, gap))
            queue += ((times[element][piece], frozenset(rest for rest in elements
                       if times[rest][piece] in gap and times[rest][element] in own)) for piece, own in movable)


def check_quotient(fields, facts):
    code, order = fields["code"], number(fields["order"])
    rows = [[number(word) for word in words(fact)] for fact in facts]
    demand(all(len(row) == 1 for row in rows[order:]), "a heap has one element")
    times, heaps = rows[:order], [row[0] for row in rows[order:]]
    lost = set(map(number, words(fields["p-portion"])))
    demand(all(element < order for element in lost), "there is no such element")
    demand(len(heaps) == number(fields["heaps"]) and heaps, "heaps are missing")
    check_monoid(times, lost, order, heaps)
    left = lambda heap: {reduce(lambda a, b: times[a][b], (heaps[part] for part in parts), 0) for parts in heap_options(code, heap)}
    check_pieces(times, lost, [(element, left(heap)) for heap, element in enumerate(heaps)])
    if fields["period"] != "none":
        first, period = map(number, fields["period"].split(" "))
        needed = heaps_needed(code, first, period)
        demand(period > 0 and needed <= len(heaps), "the period needs more heaps")
        demand(all(heaps[heap] == heaps[heap + period] for heap in range(first, needed - period)), "the period is broken")
    return True


def check_positions(fields, facts, position, options, numbers):
    order, lost = number(fields["order"]), set(map(number, words(fields["p-portion"])))
    demand(all(element < order for element in lost), "there is no such element")
    times = [[number(word) for word in words(fact)] for fact in facts[:order]]
    told = {numbers[text]: number(element) for element, text in (fact.split(" ", 1) for fact in facts[order:])}
    demand(len(told) == len(facts) - order, "a position is told twice")
    check_monoid(times, lost, order, list(told.values()))
    met, queue, pieces = set(), list(position), []
    while queue:
        if (place := queue.pop()) not in met:
            met.add(place)
            demand(place in told or options[place] == [], f"the element of position {place} is not told")
            queue += (part for parts in options[place] for part in parts)
            left = {reduce(lambda a, b: times[a][b], (told.get(part, 0) for part in parts), 0) for parts in options[place]}
            pieces.append((told.get(place, 0), left))
    demand(set(told) <= met, "no play comes to a position that is told")
    check_pieces(times, lost, pieces)
    return True


def check_loopy(fields, facts):
    edges = [edge.split(">") for edge in fields["graph"].split(",") if edge != "-"]
    demand(all(len(edge) <= 2 for edge in edges), "an edge is two vertices")
    vertices = 1 + max((number(vertex) for edge in edges for vertex in edge), default=-1)
    demand(len(facts) == vertices, "facts are not those of all vertices")
    demand([number(words(fact)[0]) for fact in facts] == list(range(vertices)), "facts are not those of vertices 0, 1, 2, ..")
    options = [[] for _ in facts]
    for start, end in (edge for edge in edges if len(edge) == 2):
        options[int(start)].append(int(end))
    labels = [None if words(fact)[1:] == ["inf"] else tuple(map(number, words(fact)[1:])) for fact in facts]
    demand(all(label is None or len(label) == 2 and max(label) < vertices for label in labels), "a label is a number and a rank")
    for vertex, label in enumerate(labels):
        known = {labels[option][0] for option in options[vertex] if labels[option]}
        value, rank = label or (mex(known), len(labels))
        answered = lambda option: any(labels[two] and labels[two][0] == value and labels[two][1] < rank for two in options[option])
        rest = [option for option in options[vertex] if not labels[option] or labels[option][0] > value]
        holds = value not in known and known >= set(range(value)) and all(map(answered, rest))
        demand(holds == (label is not None), f"vertex {vertex} is wrong")
    return True


def partitions(total, most):
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        yield from ((first, *rest) for rest in partitions(total - first, first))


def check_chomp(fields, facts):
    losing, tiles = {tuple(map(number, fact.split(","))) for fact in facts}, number(fields["tiles"])
    is_board = lambda board: board[-1] > 0 and list(board) == sorted(board, reverse=True) and sum(board) <= tiles
    demand(all(map(is_board, losing)) and len(losing) == len(facts), "a board is told twice, or has too many tiles")
    # Small boards first, so that a file that tells too little is refused soon.
    for board in (board for total in range(1, tiles + 1) for board in partitions(total, total)):
        cuts = ((row, column) for row, length in enumerate(board) for column in range(length) if row or column)
        left = (tuple(min(length, column) if place >= row else length for place, length in enumerate(board)) for row, column in cuts)
        wins = any(tuple(filter(None, rest)) in losing for rest in left)
        demand(wins != (board in losing), f"{board} is wrong")
    return True


def main():
    if len(sys.argv) == 2 and sys.argv[1] in ("-h", "--help"):
        sys.exit(print(__doc__))
    demand(2 <= len(sys.argv) <= 3, "one certificate is checked, and at most one table of options is read")
    kind, fields, facts = read(sys.argv[1])
    alone = {"period": check_period, "quotient": check_quotient, "loopy": check_loopy, "chomp-losing": check_chomp}
    demand(kind in alone or len(sys.argv) == 3, "this certificate needs the table that `grundy check --export-options` writes")
    if kind in alone:
        holds = alone[kind](fields, facts)
    elif kind == "positions":
        holds = check_positions(fields, facts, *read_options(sys.argv[2], kind, fields))
    elif kind == "misere":
        holds = check_misere(fields, facts, *read_options(sys.argv[2], kind, fields))
    else:
        holds = check_values(kind, fields, facts, *read_options(sys.argv[2], kind, fields))
    demand(holds, "the claim does not follow")
    print(f"claim: {kind},", ", ".join(f"{name}: {text}" for name, text in fields.items()))
    print(f"certificate: holds, {len(facts)} facts")


try:
    main()
except OSError as error:
    demand(False, error)
except (ValueError, IndexError, KeyError, TypeError, OverflowError, RecursionError) as error:
    demand(False, f"not in the format: {error!r}")
