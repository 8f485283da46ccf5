"""A tournament as FIDE's Tournament Report File, for the pairing programs of chess.

Source: FIDE Handbook, C.04 annex 2, "Tournament Report File" of 2016 (TRF16): one line per player, columns by
position. White in chess corresponds to the side that deals first. Points other than 1, ½, 0 are in the lines BBW,
BBD, BBL, BBU and BBF, as the pairing program bbpPairings reads them.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC
from decimal import Decimal

from spades_site.common.people.by_name import plain
from tournaments.events.models import Entry, Result, Round
from tournaments.events.queries.view_models import MatchLine, TournamentView
from tournaments.events.scoring.ranking import policy_of

LEAST, MOST = Decimal("-9.9"), Decimal("99.9")
"""The range of four columns with one decimal."""
LINE_END = "\r\n"
_PLAYED = {True: "1", False: "0", None: "="}
_NOT_THERE = "0000 - Z"
_COUNTED = {"1": "BBW", "+": "BBW", "=": "BBD", "0": "BBL", "-": "BBF", "U": "BBU"}
"""The line that says what a round's last character is worth; others are worth nothing."""


def fits(view: TournamentView) -> bool:
    """Return whether the format can represent this tournament: pairwise matches, in one stage without a bracket.

    Its points must fit four columns, and every total must add up from the results in the file: victory points, points
    from a comparison of tables, or a win by forfeit that isn't worth a win don't.
    """
    one = view.tournament
    return (
        view.drawn
        and one.facts.fits_trf
        and len(one.plans) == 1
        and not one.shares_deals
        and not one.scoring.get("spread")
        and all(map(_in_columns, _all_points(view)))
        and _adds_up(view)
    )


def _adds_up(view: TournamentView) -> bool:
    """Return whether each entry's points are the sum of its rounds, as a pairing program counts them."""
    worth = _worth(view)
    by_result = {result: worth[code] for result, code in _COUNTED.items()}
    rounds = _blocks(view, {entry.pk: entry.seed_no or 0 for entry in _field(view)})
    return all(
        each.row.points + each.row.penalty
        == sum(by_result.get(block[-1:], Decimal(0)) for block in rounds[each.entry.pk])
        for each in view.standings
    )


def _all_points(view: TournamentView) -> Iterator[Decimal]:
    yield from _worth(view).values()
    yield from (each.row.points + each.row.penalty for each in view.standings)


def _in_columns(points: Decimal) -> bool:
    return LEAST <= points <= MOST and points * 10 % 1 == 0


def _worth(view: TournamentView) -> dict[str, Decimal]:
    """Return the points of a win and so on, by the code of the corresponding line."""
    policy = policy_of(view.tournament)
    worth = {
        "BBW": policy.win,
        "BBD": policy.draw,
        "BBL": policy.loss,
        "BBU": policy.bye,
        "BBF": policy.forfeit_loss,
    }
    return {code: Decimal(points) for code, points in worth.items()}


def report(view: TournamentView) -> str:
    """Return the file's text. Raises ValueError if it doesn't fit (`fits`)."""
    if not fits(view):
        raise ValueError(
            "a bracket, stages, changing partners, shared deals or such points can't be written in this file"
        )
    lines = [*_head(view), *_players(view), *_points(view)]
    return "".join(line.rstrip() + LINE_END for line in lines)


def _head(view: TournamentView) -> Iterator[str]:
    one = view.tournament
    finished = one.finished_at
    yield f"012 {_plain(one.name)}"
    yield f"042 {one.starts_at.astimezone(UTC):%Y/%m/%d}"
    if finished is not None:
        yield f"052 {finished.astimezone(UTC):%Y/%m/%d}"
    yield f"062 {len(_field(view))}"
    yield f"092 {one.facts.title}"
    yield f"XXR {one.rounds_planned or len(view.rounds)}"


def _players(view: TournamentView) -> Iterator[str]:
    places = {each.entry.pk: each for each in view.standings}
    numbers = {entry.pk: entry.seed_no or 0 for entry in _field(view)}
    blocks = _blocks(view, numbers)
    for entry in _field(view):
        place = places.get(entry.pk)
        row = place.row if place else None
        name = _plain(place.name if place else entry.name)
        points = f"{row.points + row.penalty:4.1f}" if row else " 0.0"
        rank = row.rank if row else entry.seed_no
        line = f"001 {entry.seed_no:>4}      {name[:33]:<33} {entry.rating or 0:>4}"
        # FIDE's federation, number and date of birth remain empty: columns 54 to 79.
        yield f"{line}{'':28}{points} {rank:>4}  {'  '.join(blocks[entry.pk])}"


def _blocks(view: TournamentView, numbers: dict[int, int]) -> dict[int, list[str]]:
    """Return each entry's rounds: the opponent's number, who dealt first, the result."""
    found: dict[int, list[str]] = {key: [] for key in numbers}
    for round_ in view.rounds:
        if round_.round.status not in (Round.Status.PLAYING, Round.Status.DONE):
            break
        blocks_of = dict(_of_round(round_.matches, numbers))
        for key, blocks in found.items():
            blocks.append(blocks_of.get(key, _NOT_THERE))
    return found


def _of_round(lines: Iterable[MatchLine], numbers: dict[int, int]) -> Iterator[tuple[int, str]]:
    for line in lines:
        a, *others = line.match.entries
        if not others:
            if line.result is not None:
                yield a.pk, "0000 - U"
            continue
        (b,) = others
        for mine, other, colour in ((a, b, "w"), (b, a, "b")):
            yield mine.pk, _block(line, mine, numbers[other.pk], colour)


def _block(line: MatchLine, mine: Entry, other: int, colour: str) -> str:
    """Return a round of an entry; the result of a match that is in play, or waits for a decision, is empty."""
    result = line.result
    if result is None:
        return f"{other:>4} {colour}  "
    if result.kind == Result.Kind.VOID:
        return _NOT_THERE
    winner = line.winner
    won = None if winner is None else winner.pk == mine.pk
    if result.kind == Result.Kind.FORFEIT:
        return f"{other:>4} {colour} {'+' if won else '-'}"
    return f"{other:>4} {colour} {_PLAYED[won]}"


def _points(view: TournamentView) -> Iterator[str]:
    worth = _worth(view)
    usual = (Decimal(1), Decimal("0.5"), Decimal(0), Decimal(1), Decimal(0))
    if tuple(worth.values()) != usual:
        for code, points in worth.items():
            yield f"{code} {points:>4.1f}"


def _field(view: TournamentView) -> list[Entry]:
    return sorted(
        (each for each in view.entries if each.seed_no), key=lambda each: each.seed_no or 0
    )


def _plain(name: str) -> str:
    """Return a name on one line: columns count characters, and a line break would begin another record."""
    return " ".join(plain(name).split())
