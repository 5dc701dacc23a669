"""The oracle of these tests: plain recursion, which shares nothing with the library."""

from functools import cache


def values(moves, play):
    """The Grundy value of a component, by the definition. A list is a sum."""

    @cache
    def value(position):
        options = set()
        for move in moves(position):
            left = play(position, move)
            nim_sum = 0
            for component in left if isinstance(left, list) else [left]:
                nim_sum ^= value(component)
            options.add(nim_sum)
        least = 0
        while least in options:
            least += 1
        return least

    return value


def misere(moves, play):
    """Whether the player to move wins a sum in misère play."""

    @cache
    def wins(position):
        ended = True
        for place, component in enumerate(position):
            for move in moves(component):
                ended = False
                left = play(component, move)
                left = left if isinstance(left, list) else [left]
                if not wins(tuple(sorted([*position[:place], *left, *position[place + 1 :]]))):
                    return True
        return ended

    return lambda position: wins(tuple(sorted(position)))


class Kayles:
    """Knock down one pin of a row, or two that stand next to each other."""

    def moves(self, row):
        return [(place, pins) for pins in (1, 2) for place in range(row - pins + 1)]

    def play(self, row, move):
        place, pins = move
        return [part for part in (place, row - place - pins) if part]


class Halving:
    """Halve a heap (rounding down), or take one counter."""

    def moves(self, heap):
        return [left for left in (heap // 2, heap - 1) if 0 <= left < heap]

    def play(self, heap, left):
        return left


class Chomp:
    """Take a tile with all tiles below and to the right of it, but not the corner."""

    def moves(self, rows):
        return [(i, j) for i, row in enumerate(rows) for j in range(row) if (i, j) != (0, 0)]

    def play(self, rows, tile):
        i, j = tile
        return tuple(row for row in (min(row, j) if place >= i else row for place, row in enumerate(rows)) if row)


class Wythoff:
    """Take from one of two heaps, or the same number from both. A position is a sorted pair."""

    def moves(self, heaps):
        a, b = heaps
        return [(n, 0) for n in range(1, a + 1)] + [(0, n) for n in range(1, b + 1)] + [(n, n) for n in range(1, min(a, b) + 1)]

    def play(self, heaps, taken):
        return tuple(sorted((heaps[0] - taken[0], heaps[1] - taken[1])))
