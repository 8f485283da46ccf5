"""The quality of a draw, as figures for comparison."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tournaments.formats.elimination.bracket import Bracket, Kind, Part
from tournaments.formats.rotation.quality import Quality
from tournaments.formats.shape import Pairing
from tournaments.formats.solo_tables import SoloQuality
from tournaments.organizer.simulation.arenas import Evening

Figures = list[tuple[str, str]]


def of_pairings(rounds: Sequence[Sequence[Pairing]]) -> Figures:
    """Return rematches, byes, and how evenly first deals were distributed."""
    met = Counter(
        frozenset((each.a, each.b)) for round_ in rounds for each in round_ if each.b is not None
    )
    byes = Counter(each.a for round_ in rounds for each in round_ if each.b is None)
    home = Counter(each.a for round_ in rounds for each in round_ if each.b is not None)
    away = Counter(each.b for round_ in rounds for each in round_ if each.b is not None)
    everybody = set(home) | {who for who in away if who is not None} | set(byes)
    balance = max((abs(home[who] - away[who]) for who in everybody), default=0)
    return [
        ("pairs that met more than once", str(sum(times > 1 for times in met.values()))),
        ("most byes of one entry", str(max(byes.values(), default=0))),
        ("first deals minus second, at most", str(balance)),
    ]


def of_floats(gaps: Sequence[int]) -> Figures:
    """Return how many pairings were between different scores, and the sum of the differences."""
    return [
        ("pairings across scores", f"{sum(gap > 0 for gap in gaps)} of {len(gaps)}"),
        ("sum of score differences", str(sum(gaps))),
    ]


def of_arena(evening: Evening) -> Figures:
    """Return waits, rematches and differences of score; with games of the usual length, as people play them."""
    met = Counter(evening.met.values())
    return [
        ("waits over a minute", f"{evening.long_waits} of {len(evening.waits)}"),
        ("mean wait in seconds", f"{evening.mean_wait:.0f}"),
        ("immediate rematches", str(evening.rematches)),
        ("partners twice running", str(evening.partners)),
        ("pairs by how often they met", _spread(met)),
        ("pairings across scores", f"{sum(gap > 0 for gap in evening.apart)} of {evening.matches}"),
    ]


def of_bracket(bracket: Bracket, waves: Sequence[Sequence[Pairing]]) -> Figures:
    """Return byes, tables at once, and rematches."""
    first = [slot for slot in bracket if slot.part == Part.WINNERS and slot.round == 1]
    tables = max((sum(each.b is not None for each in wave) for wave in waves), default=0)
    return [
        ("byes in the first round", str(sum(slot.kind == Kind.BYE for slot in first))),
        ("most tables at once", str(tables)),
        *of_pairings(waves)[:1],
    ]


def of_rotation(found: Quality) -> Figures:
    """Return how evenly everybody partners, opposes and sits out."""
    return [
        ("pairs by how often partners", _spread(found.partners)),
        ("pairs by how often opponents", _spread(found.opponents)),
        ("players by byes", _spread(found.byes)),
        ("as even as can be", "yes" if found.perfect else "no"),
    ]


def of_solo(found: SoloQuality) -> Figures:
    """Return how often pairs met, and how often somebody sat at a table of an odd size."""
    return [
        ("pairs by how often they met", _spread(found.meetings)),
        (
            "rounds at a table of another size, least and most",
            "{} and {}".format(*found.odd_tables),
        ),
    ]


def order_of_strength(keys: Sequence[int]) -> str:
    """Return how well the final order matches the strengths: Spearman's rank correlation, 1 is the same order.

    ρ = 1 − 6·Σd² / (n(n²−1)) (C. Spearman 1904); keys are places by strength from 0, in the final order.
    """
    count = len(keys)
    if count < 2:
        return "1.00"
    distance = sum((place - key) ** 2 for place, key in enumerate(keys))
    return f"{1 - 6 * distance / (count * (count * count - 1)):.2f}"


def _spread(counts: Mapping[int, int] | Iterable[tuple[int, int]]) -> str:
    pairs = counts.items() if isinstance(counts, Mapping) else counts
    return ", ".join(f"{number} × {times}" for times, number in sorted(pairs))
