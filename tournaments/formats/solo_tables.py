"""Solo tables: everybody plays alone at tables of 3, 4 and 5, reseated each round by the standings.

The priorities of a round, in this order (after the seating rules of VEKN's tournaments, R1 to R9, with the
standings where a Swiss has them): tables of an odd size go to those who have had one least often; nobody meets the
same player again; the tables follow the standings; nobody sits left of the same player again; seats are balanced.

The method: cut the standings into tables from the top; then swap pairs of players while that helps, from several
starting points determined by the seed, and keep the best outcome. No known method finds the optimum in reasonable
time; for small fields the tests compare with every possible seating.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from games.engine.sentences import Sentence, counted, message
from tournaments.formats.shape import FormatError, lot

PREFERENCE = (4, 3, 5)
FAMILIES: tuple[dict[int, str], ...] = (
    {3: "bicycle_3", 4: "bicycle_4", 5: "bicycle_5"},
    {3: "bicycle_3_jokers", 4: "bicycle_4_jokers", 5: "bicycle_5_jokers"},
)
"""Rule sets of the same game for tables of different sizes."""
"""Tables of four where possible, then of three; five only where nothing else works."""
KICKS = 30
"""How many disturbed seatings the search restarts from while a pair meets again."""

Table = tuple[int, ...]
"""The players of a table, clockwise; the first seat deals first."""


@dataclass(frozen=True, slots=True)
class SoloRound:
    """One round: its number from 1, its tables from the top of the standings, and the compromises."""

    number: int
    tables: tuple[Table, ...]
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SoloQuality:
    """The evenness of a sequence of rounds.

    `meetings` says how many pairs shared a table how many times (pairs that never did are under 0), `odd_tables`
    how often somebody sat at a table of an odd size (least, most), `first_deals` likewise for the first seat,
    `left_again` how many times somebody sat left of the same player more than once.
    """

    meetings: dict[int, int]
    odd_tables: tuple[int, int]
    first_deals: tuple[int, int]
    left_again: int


def allowed_sizes(preset: str, players: int) -> tuple[int, ...]:
    """Return the table sizes of a rule set: those of its whole family, fours first, or its own size if it has no
    family.
    """
    if any(preset in family.values() for family in FAMILIES):
        return PREFERENCE
    return (players,)


def table_sizes(entries: int, sizes: Sequence[int] = PREFERENCE) -> tuple[int, ...]:
    """Return the sizes of the tables for `entries`, largest first; `sizes` are the allowed ones, in order of
    preference.

    Of all ways to seat everybody, the one with the fewest tables of the least preferred size, then of the next.

    Raises FormatError "sizes_unknown" for sizes other than 3, 4, 5 and "sizes_impossible" if somebody would be
    left over.
    """
    if not sizes or set(sizes) - {3, 4, 5} or len(set(sizes)) < len(sizes):
        raise FormatError(
            "sizes_unknown",
            message("Tables have 3, 4 or 5 seats. List the sizes allowed, the preferred first."),
        )
    found = _split(entries, tuple(sizes))
    if found is None:
        raise FormatError("sizes_impossible", _impossible(entries, tuple(sizes)))
    return tuple(sorted(found, reverse=True))


def draw(
    order: Sequence[int],
    history: Sequence[Sequence[Table]] = (),
    *,
    seed: str,
    sizes: Sequence[int] = PREFERENCE,
) -> SoloRound:
    """Return the next round for the players in `order`, which are those present, by the standings.

    `history` holds the tables of each round so far; it may name players who have left, and lack those who came
    late. In the first round nobody has results yet: `order` is the seeding, which is dealt to the tables in snake
    order, so that they are equally strong.

    Raises FormatError "entered_twice" and as `table_sizes` does.
    """
    if len(set(order)) < len(order):
        raise FormatError("entered_twice", message("Somebody is in the order twice. Remove one."))
    widths = table_sizes(len(order), sizes)
    past = _Past(history, sizes[0])
    moved = 0
    if history:
        search = _Search(order, past, seed, sizes[0])
        tables = search.best(widths)
        moved = search.moved(tables)
    else:
        tables = _to_and_fro(order, widths)
    number = len(history) + 1
    seated = tuple(_seated(table, past, f"{seed} {number}") for table in tables)
    return SoloRound(number, seated, _flags(seated, past, moved))


def quality(rounds: Sequence[Sequence[Table]], usual: int = PREFERENCE[0]) -> SoloQuality:
    """Return how even `rounds` are; `usual` is the size from which others are odd."""
    past = _Past(rounds, usual)
    players = sorted({player for tables in rounds for table in tables for player in table})
    pairs = Counter(past.met[frozenset(pair)] for pair in combinations(players, 2))
    odd = [past.odd[player] for player in players]
    first = [past.seats[player, 0] for player in players]
    return SoloQuality(
        dict(sorted(pairs.items())),
        (min(odd, default=0), max(odd, default=0)),
        (min(first, default=0), max(first, default=0)),
        sum(count - 1 for count in past.left.values() if count > 1),
    )


class _Past:
    """Counts of the rounds so far, by players and pairs."""

    def __init__(self, history: Sequence[Sequence[Table]], usual: int) -> None:
        self.met: Counter[frozenset[int]] = Counter()
        self.left: Counter[tuple[int, int]] = Counter()
        self.seats: Counter[tuple[int, int]] = Counter()
        self.odd: Counter[int] = Counter()
        for table in (table for tables in history for table in tables):
            self.met.update(map(frozenset, combinations(table, 2)))
            self.left.update(_neighbours(table))
            self.seats.update((player, seat) for seat, player in enumerate(table))
            if len(table) != usual:
                self.odd.update(table)


class _Search:
    """Seats a round by the standings, swapping pairs of players while that helps.

    A cost is one integer made of three parts, each outweighing the next: odd tables, repeated meetings, distance
    from the table that the standings give.
    """

    def __init__(self, order: Sequence[int], past: _Past, seed: str, usual: int) -> None:
        self.order, self.past, self.seed, self.usual = order, past, seed, usual
        self.at = {player: place for place, player in enumerate(order)}
        near = {(a, b): past.met[frozenset((a, b))] ** 2 for a in order for b in order if a != b}
        self.apart_weight = 1
        self.met_weight = len(order) ** 3
        self.odd_weight = self.met_weight * (1 + sum(near.values()))
        self.met = near

    def best(self, widths: Sequence[int]) -> list[list[int]]:
        """Search, and return the best seating found."""
        widths = self._placed(widths)
        home = list(_cut(self.order, widths))
        self.home = {player: index for index, table in enumerate(home) for player in table}
        best, cost = self._settled([list(table) for table in home])
        for kick in range(KICKS):
            if self._repeats(best) == 0:
                break
            tables, other = self._settled(self._disturbed(best, kick))
            if other < cost:
                best, cost = tables, other
        return best

    def moved(self, tables: Sequence[Sequence[int]]) -> int:
        """Return how many players sit at another table than the standings give."""
        return sum(
            self.home[player] != index for index, table in enumerate(tables) for player in table
        )

    def _placed(self, widths: Sequence[int]) -> tuple[int, ...]:
        """Assign the odd sizes to the tables of those who have had them least often; on a tie, to lower tables."""
        odd = [width for width in widths if width != self.usual]
        if len(odd) in (0, len(widths)):
            return tuple(widths)
        choices = []
        for places in combinations(range(len(widths)), len(odd)):
            row = [self.usual] * len(widths)
            for place, width in zip(places, odd, strict=True):
                row[place] = width
            burden = sum(
                2 * self.past.odd[player] + 1
                for table in _cut(self.order, row)
                if len(table) != self.usual
                for player in table
            )
            choices.append((burden, [-place for place in places], row))
        return tuple(min(choices)[2])

    def _settled(self, tables: list[list[int]]) -> tuple[list[list[int]], int]:
        """Swap players while that helps: in each pass, every pair of players at different tables."""
        costs = [self._table(index, table) for index, table in enumerate(tables)]
        helped = True
        while helped:
            helped = False
            for i, j in combinations(range(len(tables)), 2):
                for x in range(len(tables[i])):
                    for y in range(len(tables[j])):
                        before = costs[i] + costs[j]
                        _change(tables, (i, x), (j, y))
                        after = self._table(i, tables[i]), self._table(j, tables[j])
                        if sum(after) < before:
                            costs[i], costs[j] = after
                            helped = True
                        else:
                            _change(tables, (i, x), (j, y))
        return tables, sum(costs)

    def _table(self, index: int, table: Sequence[int]) -> int:
        met, home, total = self.met, self.home, 0
        for place, player in enumerate(table):
            total += (home[player] - index) ** 2 * self.apart_weight
            for other in table[place + 1 :]:
                total += met[player, other] * self.met_weight
        if len(table) != self.usual:
            total += sum(2 * self.past.odd[player] + 1 for player in table) * self.odd_weight
        return total

    def _repeats(self, tables: Sequence[Sequence[int]]) -> int:
        return sum(self.met[pair] for table in tables for pair in combinations(table, 2))

    def _disturbed(self, tables: Sequence[Sequence[int]], kick: int) -> list[list[int]]:
        """Move one random player of every table to the next, or two of them; or shuffle all again."""
        if kick % 3 == 2:
            mixed = sorted(self.order, key=lambda player: lot(self.seed, "mix", kick, player))
            return [list(table) for table in _cut(mixed, [len(table) for table in tables])]
        moved = [list(table) for table in tables]
        for turn in range(1 + kick % 3):
            picks = [
                lot(self.seed, "kick", kick, turn, index) % len(table)
                for index, table in enumerate(moved)
            ]
            leaving = [table[pick] for table, pick in zip(moved, picks, strict=True)]
            for index, pick in enumerate(picks):
                moved[index][pick] = leaving[index - 1]
        return moved


def _seated(table: Sequence[int], past: _Past, seed: str) -> Table:
    """Return the table in the order of seats with the fewest repeats: left neighbours, then the first seat, then
    the others.
    """

    def cost(seats: Table) -> tuple[int, ...]:
        return (
            sum(past.left[pair] ** 2 for pair in _neighbours(seats)),
            past.seats[seats[0], 0],
            sum(past.seats[player, seat] ** 2 for seat, player in enumerate(seats)),
        )

    mixed = sorted(table, key=lambda player: lot(seed, "seat", player))
    return min(permutations(mixed), key=cost)


def _flags(tables: Sequence[Table], past: _Past, moved: int) -> tuple[str, ...]:
    again = sum(
        past.met[frozenset(pair)] > 0 for table in tables for pair in combinations(table, 2)
    )
    flags = []
    if again:
        flags.append(
            counted(
                "One pair meets again: no seating was found that avoids it.",
                "%(n)s pairs meet again: no seating was found that avoids it.",
                again,
            )
        )
    if moved:
        flags.append(
            message(
                "%(moved)s players sit at other tables than the standings suggest, so that fewer "
                "meet again, or odd table sizes are shared more evenly.",
                moved=moved,
            )
        )
    return tuple(flags)


def _to_and_fro(order: Sequence[int], widths: Sequence[int]) -> list[list[int]]:
    """Deal the order to the tables in snake order, skipping full ones."""
    tables: list[list[int]] = [[] for _ in widths]
    waiting = list(order)
    row = list(range(len(widths)))
    while waiting:
        for index in row:
            if len(tables[index]) < widths[index] and waiting:
                tables[index].append(waiting.pop(0))
        row.reverse()
    return tables


def _cut(order: Sequence[int], widths: Sequence[int]) -> Iterator[Sequence[int]]:
    first = 0
    for width in widths:
        yield order[first : first + width]
        first += width


def _change(tables: list[list[int]], here: tuple[int, int], there: tuple[int, int]) -> None:
    (i, x), (j, y) = here, there
    tables[i][x], tables[j][y] = tables[j][y], tables[i][x]


def _neighbours(table: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each player with their left neighbour, who plays next."""
    return ((player, table[(seat + 1) % len(table)]) for seat, player in enumerate(table))


def _split(entries: int, sizes: tuple[int, ...]) -> list[int] | None:
    """Return the tables, using the least preferred size as little as possible; None if it is impossible."""
    *preferred, last = sizes
    if not preferred:
        whole = entries % last == 0 and entries > 0
        return [last] * (entries // last) if whole else None
    for count in range(entries // last + 1):
        left = entries - count * last
        rest = [] if left == 0 else _split(left, tuple(preferred))
        if rest is not None and (count or rest):
            return rest + [last] * count
    return None


def _impossible(entries: int, sizes: tuple[int, ...]) -> Sentence:
    """Return a sentence with alternatives: the numbers nearest to `entries`, and other sizes if they help."""
    below = next((n for n in range(entries - 1, 2, -1) if _split(n, sizes)), None)
    above = next(n for n in range(max(entries, 2) + 1, entries + 12) if _split(n, sizes))
    numbers: object = above
    if below is not None:
        numbers = message("%(first)s or %(second)s", first=below, second=above)
    if entries < 3:
        return counted(
            "A solo table needs at least 3 players, and there is %(n)s. Wait for more.",
            "A solo table needs at least 3 players, and there are %(n)s. Wait for more.",
            entries,
        )
    values = {"entries": entries, "sizes": _and(sizes), "numbers": numbers}
    if set(sizes) != {3, 4, 5} and _split(entries, PREFERENCE):
        others = sorted(set(_split(entries, PREFERENCE) or []) - set(sizes))
        return message(
            "%(entries)s players can’t be seated like that. Tables of %(sizes)s alone need "
            "%(numbers)s players; or allow tables of %(others)s.",
            **values,
            others=_and(others),
        )
    return message(
        "%(entries)s players can’t be seated like that. Tables of %(sizes)s alone need "
        "%(numbers)s players.",
        **values,
    )


def _and(sizes: Sequence[int]) -> Sentence:
    """Return a list of one, two or three sizes as text."""
    first, *rest = map(str, sizes)
    listed = message("%(size)s", size=first)
    for size in rest:
        listed = message("%(first)s and %(second)s", first=listed, second=size)
    return listed
