#!/usr/bin/env python3
"""Checks certificates of impartial games without the library that wrote them.

    check_certificate.py CERTIFICATE [OPTIONS]

Certificates of a value, an outcome, misere play or a quotient of positions need the options of their positions, which
`grundy check CERTIFICATE --export-options OPTIONS` writes; all others are checked by themselves. The documentation of the module
`certificate` of the library describes both formats, and says why what is checked is a proof. Exit status: 0 if the certificate holds.
"""
import sys
from functools import reduce
from itertools import product
from operator import xor


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def demand(condition, reason):
    if not condition:
        sys.exit(f"refused: {reason}")


class Numbers(dict):
    def __missing__(self, text):
        demand(False, f"{text} is not in the table of options")


def read(path):
    head, _, body = open(path, encoding="utf-8").read().partition("\n\n")
    first, *fields = head.split("\n")
    demand(first.startswith("grundy certificate 1 "), "not a certificate")
    facts, end = body.rstrip("\n").split("\n")[:-1], body.rstrip("\n").split("\n")[-1]
    demand(end == f"facts: {len(facts)}", "the number of facts is wrong")
    return first.split()[-1], dict(field.split(": ", 1) for field in fields), facts


def read_options(path):
    lines = open(path, encoding="utf-8").read().split("\n")
    demand(lines[0] == "grundy options 1", "not a table of options")
    number = lambda text: [] if text == "-" else [int(part) for part in text.split("+")]
    position = number(lines[1].removeprefix("position: "))
    rows = [line.split("\t", 1) for line in lines[2:-1]]
    options = [None if row[0] == "?" else [number(option) for option in row[0].split()] for row in rows]
    return position, options, Numbers({row[1]: place for place, row in enumerate(rows)})


def check_values(kind, fields, facts, position, options, numbers):
    told = {numbers[text]: int(value) for value, text in (fact.split(" ", 1) for fact in facts)}
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
        return value(position) == int(fields["answer"])
    if fields["answer"] == "P":
        return value(position) == 0
    return value(position) not in (0, None) or has_option(position, 0)


def check_misere(fields, facts, position, options, numbers):
    """A sum is the numbers of its components and those of its forms. Components without moves are equal to form 0, which has no options."""
    forms, is_lost, sums, lost, told, order = [[]], [False], {}, set(), {}, []
    for kind, rest in (fact.split(" ", 1) for fact in facts):
        known = lambda words: all(0 <= int(word) < len(forms) for word in words)
        if kind == "form":
            demand(rest.split() and known(rest.split()), "the options of a form are earlier forms")
            forms.append([int(word) for word in rest.split()])
            is_lost.append(not any(is_lost[option] for option in forms[-1]))
        elif kind == "sum":
            one, other, both = map(int, rest.split())
            demand(known(rest.split()) and (one, other) not in sums and one <= other, "a sum is of two earlier forms, once")
            sums[one, other] = both
        elif kind in ("component", "equal"):
            form, text = rest.split(" ", 1) if kind == "equal" else ("0", rest)
            demand(numbers[text] not in told and known([form]), "a component is told twice, or its form is not told")
            told[numbers[text]] = int(form) if kind == "equal" else None
            order.append(numbers[text])
        else:
            parts, added = [word for word in rest.split() if word[0] != "*"], [word[1:] for word in rest.split() if word[0] == "*"]
            demand(kind == "lost" and known(added) and all(0 <= int(part) < len(order) for part in parts), f"not a fact: {kind} {rest}")
            lost.add((tuple(order[int(part)] for part in parts), tuple(map(int, added))))
    equal = {place: 0 for place, listed in enumerate(options) if listed == []}
    equal.update((part, form) for part, form in told.items() if form is not None)

    def normal(parts, added):
        forms = sorted(form for form in [*(equal.get(part, 0) for part in parts), *added] if form)
        while len(forms) > 1 and (forms[0], forms[1]) in sums:
            forms = sorted(form for form in [sums[forms[0], forms[1]], *forms[2:]] if form)
        return tuple(sorted(part for part in parts if part not in equal)), tuple(forms)

    def left(parts, added):
        for place, part in enumerate(parts):
            yield from (normal([*parts[:place], *option, *parts[place + 1:]], added) for option in options[part])
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
    lost = {normal(*whole) for whole in lost}
    loses = lambda whole: whole in lost if whole[0] or len(whole[1]) > 1 else bool(whole[1]) and is_lost[whole[1][0]]
    wins = lambda whole: any(map(loses, left(*whole))) or whole == ((), ())
    for whole in lost:
        demand(whole != ((), ()) and all(map(wins, left(*whole))), f"the sum {whole} is not lost")
    return (loses if fields["answer"] == "P" else wins)(normal(position, []))


def heap_options(code, heap):
    """What moves leave, for a finite code: digits are octal, or hexadecimal as 0.3F."""
    for taken, digit in enumerate(code.replace(".", "")):
        for count in (count for count in range(4) if int(digit, 16) >> count & 1 and heap >= taken + count):
            if count == 0 and heap == taken:
                yield []
            parts = [[]] if count else []
            for _ in range(max(0, count - 1)):
                parts = [part + [more] for part in parts for more in range(1, heap - taken - sum(part))]
            yield from (part + [heap - taken - sum(part)] for part in parts if heap - taken > sum(part))


def heaps_needed(code, first, period):
    bounds = [first]
    for taken, digit in enumerate(code.replace(".", "")):
        counts = [count for count in range(4) if int(digit, 16) >> count & 1]
        bounds += [count * (max(first, 1) - 1) + max(0, count - 1) * period + taken + 1 for count in counts]
    return max(bounds) + period


def check_period(fields, facts):
    code, first, period = fields["code"], int(fields["preperiod"]), int(fields["period"])
    values = [int(fact.split()[1]) for fact in facts]
    demand([int(fact.split()[0]) for fact in facts] == list(range(first + period)), "heaps are missing")
    value = lambda heap: values[heap if heap < first else first + (heap - first) % period]
    heaps = range(heaps_needed(code, first, period))
    return all(mex({reduce(xor, map(value, left), 0) for left in heap_options(code, heap)}) == value(heap) for heap in heaps)


def check_monoid(rows, lost, order, pieces):
    times, elements = rows[:order], range(order)
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
    code, order = fields["code"], int(fields["order"])
    rows = [[int(word) for word in fact.split()] for fact in facts]
    times, heaps = rows[:order], [row[0] for row in rows[order:]]
    lost = {int(word) for word in fields["p-portion"].split()}
    demand(len(heaps) == int(fields["heaps"]) and heaps, "heaps are missing")
    check_monoid(times, lost, order, heaps)
    left = lambda heap: {reduce(lambda a, b: times[a][b], (heaps[part] for part in parts), 0) for parts in heap_options(code, heap)}
    check_pieces(times, lost, [(element, left(heap)) for heap, element in enumerate(heaps)])
    if fields["period"] != "none":
        first, period = map(int, fields["period"].split())
        needed = heaps_needed(code, first, period)
        demand(needed <= len(heaps), "the period needs more heaps")
        demand(all(heaps[heap] == heaps[heap + period] for heap in range(first, needed - period)), "the period is broken")
    return True


def check_positions(fields, facts, position, options, numbers):
    order, lost = int(fields["order"]), {int(word) for word in fields["p-portion"].split()}
    times = [[int(word) for word in fact.split()] for fact in facts[:order]]
    told = {numbers[text]: int(element) for element, text in (fact.split(" ", 1) for fact in facts[order:])}
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
    vertices = 1 + max((int(vertex) for edge in edges for vertex in edge), default=-1)
    demand([int(fact.split()[0]) for fact in facts] == list(range(vertices)), "facts are not those of vertices 0, 1, 2, ..")
    options = [[] for _ in facts]
    for start, end in (edge for edge in edges if len(edge) == 2):
        options[int(start)].append(int(end))
    labels = [None if fact.endswith(" inf") else tuple(map(int, fact.split()[1:])) for fact in facts]
    demand(all(not label or len(label) == 2 and 0 <= label[0] and 0 <= label[1] < vertices for label in labels), "a label is a number and a rank")
    for vertex, label in enumerate(labels):
        known = {labels[option][0] for option in options[vertex] if labels[option]}
        number, rank = label or (mex(known), len(labels))
        answered = lambda option: any(labels[two] and labels[two][0] == number and labels[two][1] < rank for two in options[option])
        early = {labels[option][0] for option in options[vertex] if labels[option] and labels[option][1] < rank and labels[option][0] < number}
        rest = [option for option in options[vertex] if not labels[option] or labels[option][0] > number or labels[option][1] >= rank]
        holds = number not in known and early == set(range(number)) and all(map(answered, rest))
        demand(holds == (label is not None), f"vertex {vertex} is wrong")
    return True


def partitions(total, most):
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        yield from ((first, *rest) for rest in partitions(total - first, first))


def check_chomp(fields, facts):
    losing = {tuple(map(int, fact.split(","))) for fact in facts}
    boards = {board for tiles in range(1, int(fields["tiles"]) + 1) for board in partitions(tiles, tiles)}
    demand(losing <= boards and len(losing) == len(facts), "a board is told twice, or has too many tiles")
    for board in boards:
        cuts = ((row, column) for row, length in enumerate(board) for column in range(length) if row or column)
        left = (tuple(min(length, column) if place >= row else length for place, length in enumerate(board)) for row, column in cuts)
        wins = any(tuple(filter(None, rest)) in losing for rest in left)
        demand(wins != (board in losing), f"{board} is wrong")
    return True


def main():
    demand(2 <= len(sys.argv) <= 3, "one certificate is checked, and at most one table of options is read")
    kind, fields, facts = read(sys.argv[1])
    alone = {"period": check_period, "quotient": check_quotient, "loopy": check_loopy, "chomp-losing": check_chomp}
    demand(kind in alone or len(sys.argv) == 3, "this certificate needs the table that `grundy check --export-options` writes")
    if kind in alone:
        holds = alone[kind](fields, facts)
    elif kind == "positions":
        holds = check_positions(fields, facts, *read_options(sys.argv[2]))
    elif kind == "misere":
        holds = check_misere(fields, facts, *read_options(sys.argv[2]))
    else:
        holds = check_values(kind, fields, facts, *read_options(sys.argv[2]))
    demand(holds, "the claim does not follow")
    print(f"certificate: holds, {len(facts)} facts")


try:
    main()
except (ValueError, IndexError, KeyError, OSError) as error:
    demand(False, f"not in the format: {error!r}")
