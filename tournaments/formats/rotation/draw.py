"""Individual rotation: partners change each round, and everybody partners and opposes everybody as evenly as
possible.

Where the numbers allow it this is a whist tournament: with 4k players in 4k-1 rounds, or 4k+1 in 4k+1, everybody
partners everybody once and opposes everybody twice (`tables`). For other numbers, and for fewer rounds,
the known tables are a start and `search` looks for something more even; the one with fewer repeated partners is used,
then the more even one. If
the number of players doesn't divide by 4, one, two or three sit out, equally often (give or take one) and never
twice running.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import gcd

from games.engine.sentences import counted, message
from tournaments.formats.rotation import flags, search
from tournaments.formats.rotation.quality import (
    Quality,
    RotationRound,
    Table,
    quality,
)
from tournaments.formats.rotation.seats import seat
from tournaments.formats.rotation.tables import cycle
from tournaments.formats.shape import FormatError, lot

MOST_PLAYERS, MOST_ROUNDS = 200, 200
BYE_PLANS = 60


@dataclass(frozen=True, slots=True)
class Rotation:
    """A whole rotation and how even it is. `source` is "table" or "search"."""

    rounds: tuple[RotationRound, ...]
    quality: Quality
    source: str


def draw(players: int, rounds: int, seed: str) -> Rotation:
    """Return `rounds` rounds for `players`, numbered from 0; the lot under `seed` decides who has which number.

    The compromises of the whole rotation are flagged on the first round, those of a single round on that round.
    Takes up to a few seconds for many players and a number of rounds that isn't a multiple of `full_rounds`.

    Raises FormatError "too_few_players", "too_many_players", "no_rounds" and "too_many_rounds".
    """
    _check(players, rounds)
    found = _most_even(players, rounds, seed)
    names = sorted(range(players), key=lambda player: lot(seed, "player", player))
    drawn = [[_named(table, names) for table in _tables(row)] for row in found.rows]
    seat(drawn)
    byes = [tuple(sorted(names[who] for who in _byes(row))) for row in found.rows]
    plan = [
        RotationRound(number, tuple(tables), out)
        for number, (tables, out) in enumerate(zip(drawn, byes, strict=True), start=1)
    ]
    worth = quality(plan, range(players))
    whole = flags.of_whole(worth, rounds)
    flagged = tuple(
        replace(
            round_,
            flags=(
                *flags.of_round(round_, plan[:before]),
                *(() if before else whole),
            ),
        )
        for before, round_ in enumerate(plan)
    )
    return Rotation(flagged, worth, found.source)


def next_round(
    players: Sequence[int], history: Sequence[RotationRound], seed: str
) -> RotationRound:
    """Return one more round for the `players` present, as even as possible given what was played.

    Used for changing fields: a player who comes late, leaves or misses a round counts as having sat out.

    Raises FormatError "too_few_players", "too_many_players" and "entered_twice".
    """
    _check(len(players), 1)
    if len(set(players)) < len(players):
        raise FormatError("entered_twice", message("Somebody is in the list twice. Remove one."))
    order = sorted(players, key=lambda who: lot(seed, "round", len(history), who))
    at = {who: index for index, who in enumerate(order)}
    sat = [
        tuple(index for index, who in enumerate(order) if who not in _playing(round_))
        for round_ in history
    ]
    row = _row(len(order), _sit_out(len(order), sat, range(len(order))))
    counts = search.Counts(len(order))
    for table in (table for round_ in history for table in round_.tables):
        _note_known(counts, table, at)
    for table in _tables(row):
        counts.table(table)
    rows = [row]
    tries = min(search.MOST_CHANGES, search.CHANGES_A_SEAT * len(order))
    search.improve(rows, counts, f"{seed} {len(history)}", 0, tries)
    tables = [[_named(table, order) for table in _tables(rows[0])]]
    seat(tables, [table for round_ in history for table in round_.tables])
    out = tuple(sorted(order[who] for who in _byes(rows[0])))
    drawn = RotationRound(len(history) + 1, tuple(tables[0]), out)
    return replace(drawn, flags=flags.of_next(drawn, history, players))


def full_rounds(players: int) -> int:
    """Return the number of rounds after which a rotation is most even: 4k-1 for 4k players, else the number of
    players.
    """
    return players - 1 if players % 4 == 0 else players


@dataclass(frozen=True, slots=True)
class _Way:
    """Rounds as lists (see search.Row), their partners repeated without need, and their cost."""

    rows: list[search.Row]
    repeats: int
    cost: int
    source: str

    @property
    def worth(self) -> tuple[int, int]:
        """Return the sort key, best first: no evenness of opponents makes up for a repeated partner."""
        return self.repeats, self.cost


def _by_table(players: int, rounds: int) -> _Way | None:
    """Step through the rounds of the known cycle with the step length that leaves the fewest repeats in `rounds`."""
    whole = cycle(players)
    if whole is None:
        return None
    best: _Way | None = None
    for step in range(1, len(whole) // 2 + 1):
        if gcd(step, len(whole)) > 1 and len(whole) > 1:
            continue
        rows = [whole[number * step % len(whole)][:] for number in range(rounds)]
        if not _fair(rows, players):
            continue
        way = _way(players, rows, _counted(players, rows).cost, "table")
        if best is None or way.worth < best.worth:
            best = way
        if rounds % len(whole) == 0:
            break
    return best


def _most_even(players: int, rounds: int, seed: str) -> _Way:
    """Return the best of three: the known table, the table improved by search, and a search from scratch."""
    least = search.least_cost(players, rounds * (players // 4))
    tries = min(search.MOST_CHANGES, search.CHANGES_A_SEAT * rounds * players)
    ways: list[_Way] = []
    table = _by_table(players, rounds)
    if table is not None:
        if table.cost <= least:
            return table
        better = _searched(players, table.rows, f"{seed} table", least, tries // 2, search.WARM)
        ways += [table, better]
    plain = [_row(players, out) for out in _bye_plan(players, rounds, seed)]
    ways.append(_searched(players, plain, seed, least, tries, search.HOT))
    return min(ways, key=lambda way: way.worth)


def _searched(
    players: int, begin: list[search.Row], seed: str, least: int, tries: int, heat: float
) -> _Way:
    rows = [row[:] for row in begin]
    counts = _counted(players, rows)
    search.improve(rows, counts, seed, least, tries, heat)
    return _way(players, rows, counts.cost, "search")


def _way(players: int, rows: list[search.Row], cost: int, source: str) -> _Way:
    partners = Counter(
        frozenset(pair) for row in rows for a, b, c, d in _tables(row) for pair in ((a, c), (b, d))
    )
    share = -(-partners.total() // (players * (players - 1) // 2))
    repeats = sum(max(0, times - share) for times in partners.values())
    return _Way(rows, repeats, cost, source)


def _bye_plan(players: int, rounds: int, seed: str) -> list[tuple[int, ...]]:
    """Return who sits out in each round: of several random plans, the one in which pairs sit out together least
    often.
    """
    plans: list[tuple[int, list[tuple[int, ...]]]] = []
    for number in range(BYE_PLANS if players % 4 and players <= 24 else 1):
        lots = [lot(seed, "bye", number, who) for who in range(players)]
        byes: list[tuple[int, ...]] = []
        for _ in range(rounds):
            byes.append(_sit_out(players, byes, lots))
        together = Counter(pair for out in byes for pair in combinations(out, 2))
        plans.append((sum(count**2 for count in together.values()), byes))
    return min(plans, key=lambda plan: plan[0])[1]


def _sit_out(
    players: int, before: Sequence[tuple[int, ...]], lots: Sequence[int]
) -> tuple[int, ...]:
    """Return who sits out next: those who did so least often, not last time, least often together, with the lowest
    lot.
    """
    sat = Counter(who for out in before for who in out)
    together = Counter(pair for out in before for pair in combinations(sorted(out), 2))
    last = set(before[-1]) if before else set()
    chosen: list[int] = []
    for turn in range(players % 4):
        chosen.append(
            min(
                (who for who in range(players) if who not in chosen),
                key=lambda who: (
                    sat[who],
                    who in last,
                    sum(together[min(who, other), max(who, other)] for other in chosen),
                    lots[(who + 7 * turn + 13 * len(before)) % players],
                ),
            )
        )
    return tuple(sorted(chosen))


def _row(players: int, byes: tuple[int, ...]) -> search.Row:
    return [*(who for who in range(players) if who not in byes), *byes]


def _tables(row: search.Row) -> list[Table]:
    return [
        (row[first], row[first + 1], row[first + 2], row[first + 3])
        for first in range(0, len(row) - 3, 4)
    ]


def _byes(row: search.Row) -> search.Row:
    return row[len(row) - len(row) % 4 :]


def _counted(players: int, rows: Iterable[search.Row]) -> search.Counts:
    counts = search.Counts(players)
    for row in rows:
        for table in _tables(row):
            counts.table(table)
    return counts


def _fair(rows: Sequence[search.Row], players: int) -> bool:
    """Return whether byes are balanced to within one, and nobody has two running."""
    outs = [set(_byes(row)) for row in rows]
    sat = Counter(who for out in outs for who in out)
    often = [sat[who] for who in range(players)]
    running = any(before & after for before, after in pairwise(outs))
    return max(often) - min(often) <= 1 and not running


def _named(table: Table, names: Sequence[int]) -> Table:
    a, b, c, d = table
    return names[a], names[b], names[c], names[d]


def _playing(round_: RotationRound) -> set[int]:
    return {who for table in round_.tables for who in table}


def _note_known(counts: search.Counts, table: Table, at: dict[int, int]) -> None:
    """Count an earlier table for the players who are still present."""
    for i, j in combinations(range(4), 2):
        if table[i] in at and table[j] in at:
            note = counts.partner if j - i == 2 else counts.oppose
            note(at[table[i]], at[table[j]], 1)


def _check(players: int, rounds: int) -> None:
    if players < 4:
        raise FormatError(
            "too_few_players",
            counted(
                "A rotation needs at least 4 players, and there is %(n)s. Wait for more, or cancel.",
                "A rotation needs at least 4 players, and there are %(n)s. Wait for more, or cancel.",
                players,
            )
            if players
            else message(
                "A rotation needs at least 4 players, and there is none. Wait for more, or cancel."
            ),
        )
    if players > MOST_PLAYERS:
        raise FormatError(
            "too_many_players",
            message(
                "A rotation takes at most %(most)s players, and there are %(players)s. "
                "Split the field into groups.",
                most=MOST_PLAYERS,
                players=players,
            ),
        )
    if rounds < 1:
        raise FormatError("no_rounds", message("A rotation needs a round. Choose 1 or more."))
    if rounds > MOST_ROUNDS:
        raise FormatError(
            "too_many_rounds",
            message(
                "%(rounds)s rounds are more than a rotation can have. Choose at most %(most)s.",
                rounds=rounds,
                most=MOST_ROUNDS,
            ),
        )
