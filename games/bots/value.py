"""PURE The value of a game: a side's chance to win it from totals, bags and sets, and who deals next.

Presets have tables, computed from hands that bots played against each other (`python -m tools.values`). Other rule sets use that of
the nearest preset: what counts is what a side lacks of the target, in tricks.
"""

import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from games.bots.view import View
from games.engine.rules import PRESETS, RuleSet

FOLDER: Final = Path(__file__).parent / "values"
FORMAT: Final = 2
"""The first byte of a table: raise it with every change of what the numbers stand for."""
LIKE: Final = {
    "playingcards_io": "cardgames_io",
    "classic_blind_nil": "cardgames_io",
    **{
        f"{key}_jokers": key
        for key in ("bicycle_2", "bicycle_3", "bicycle_4", "bicycle_5", "bicycle_partnership")
    },
}
"""Presets that use another's table: the hands are the same, or but for two jokers."""
DISTANCES: Final = (*range(0, 130, 10), *range(140, 320, 20), *range(340, 740, 40), 800, 900)
"""The points short of the target that a table has rows for."""
LOST: Final = 3
"""The last bits of each number aren't stored: they are noise."""
LEADS: Final = tuple(
    sign * lead
    for sign, leads in (
        (-1, (500, 400, 300, 250, 200, 160, 130, *range(100, 0, -20), 10)),
        (1, (0, 10, *range(20, 120, 20), 130, 160, 200, 250, 300, 400, 500)),
    )
    for lead in leads
)
"""The leads that a table has rows for, where the number of hands ends the game."""
HAND: Final = 60
"""The points that the better of two sides scores in a hand, roughly."""
_FEATURES: Final = (
    ("bid_by", 6), ("bidding", 6), ("set_points", 3), ("overtrick_points", 2), ("jokers", 2), ("players", 2),
    ("set_limit", 2), ("blind_nil", 1), ("bag_limit", 1), ("failed_nil", 1), ("forbidden_total", 1), ("spade_lead", 1),
)  # fmt: skip
"""How much it counts that two rule sets differ in a field."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a game stood at before a hand, by side."""

    totals: tuple[int, ...]
    bags: tuple[int, ...]
    sets: tuple[int, ...]
    running: tuple[int, ...]
    left: int | None
    """How many hands may follow; None if no number of hands ends the game."""
    dealer: int
    """The seat that deals the next hand."""


def standing_of(view: View, rules: RuleSet) -> Standing | None:
    """Return what the game of a view stands at; None where only the points of the hand count, because it is the only one."""
    if rules.max_hands == 1 or (rules.target is None and rules.max_hands is None):
        return None
    counted = view["hand_no"] - sum(bool(score["thrown_in"]) for score in view["scores"])
    left = None if rules.max_hands is None else max(0, rules.max_hands - counted)
    return Standing(
        totals=tuple(view["totals"]),
        bags=tuple(view["bags"]),
        sets=tuple(view["sets"]),
        running=tuple(view["sets_running"]),
        left=left,
        dealer=(view["dealer"] + 1) % rules.players,
    )


def nearest(rules: RuleSet, *, by_hands: bool) -> str:
    """Return the key of the preset whose table fits a rule set best."""

    def distance(key: str) -> int:
        other = PRESETS[key]
        apart = 20 * ((len(other.side_seats) == 2) != (len(rules.side_seats) == 2))
        apart += 8 * ((other.bag_limit is None) != (rules.bag_limit is None))
        apart += 4 * ((other.nil is None) != (rules.nil is None))
        return apart + sum(
            weight for name, weight in _FEATURES if getattr(other, name) != getattr(rules, name)
        )

    own = (key for key in PRESETS if key not in LIKE)
    return min((key for key in own if counts_hands(PRESETS[key]) == by_hands), key=distance)


def counts_hands(rules: RuleSet) -> bool:
    """Return whether a rule set's table counts hands and the lead: no total ends the game."""
    return rules.target is None


def bag_rows(rules: RuleSet) -> tuple[int, ...]:
    """Return the numbers of bags that a rule set's table has rows for: those near the penalty matter most."""
    limit = rules.bag_limit
    if limit is None or limit == 1:
        return (0,)
    fewer = sets_known(rules) > 1
    return tuple(
        sorted({0, limit // 2, limit - 1} if fewer else {0, limit // 3, 2 * limit // 3, max(0, limit - 2), limit - 1})
    )  # fmt: skip


def sets_known(rules: RuleSet) -> int:
    """Return how many numbers of sets a rule set's table tells apart."""
    limits = [limit for limit in (rules.set_limit, rules.sets_in_a_row) if limit is not None]
    return min(3, *limits) if limits else 1


def shape_of(rules: RuleSet) -> tuple[int, ...]:
    """Return the shape of a rule set's table."""
    bags = len(bag_rows(rules))
    if counts_hands(rules):
        return (rules.max_hands or 1, bags, bags, len(LEADS), 1)
    return (sets_known(rules) ** 2, bags, bags, len(DISTANCES), len(DISTANCES))


def packed(table: Any) -> bytes:
    """Return a table as it is stored: differences along its rows, compressed."""
    import numpy as np

    flat = table.astype(np.int64) >> LOST
    for axis in (3, 4):
        flat = np.diff(flat, axis=axis, prepend=0)
    words = (flat & 0xFFFF).astype("<u2")
    # The high bytes, nearly all alike, come before the low ones.
    halves = np.frombuffer(words.tobytes(), dtype=np.uint8).reshape(-1, 2).T
    return bytes([FORMAT]) + zlib.compress(np.ascontiguousarray(halves).tobytes(), 9)


@lru_cache(maxsize=32)
def table_of(key: str) -> Any:
    """Return a preset's table."""
    import numpy as np

    stored = (FOLDER / f"{key}.bin").read_bytes()
    if stored[0] != FORMAT:
        raise ValueError(f"The table of {key} is of another format: run python -m tools.values.")
    halves = np.frombuffer(zlib.decompress(stored[1:]), dtype=np.uint8).reshape(2, -1)
    words = np.frombuffer(np.ascontiguousarray(halves.T).tobytes(), dtype="<u2")
    flat = words.astype(np.int64).reshape(shape_of(PRESETS[key]))
    for axis in (4, 3):
        flat = np.cumsum(flat, axis=axis)
    # Where nothing was rounded, all bits are set: a chance of 1 stays one.
    kept = flat & 0xFFFF >> LOST
    table = (kept << LOST | kept >> 16 - 2 * LOST).astype(np.uint16)
    table.setflags(write=False)
    return table


def stakes_of(rules: RuleSet, standing: Standing | None) -> Any:
    """Return a standing as the kernel's numbers; None if only points count."""
    if standing is None:
        return _stakes(rules, None, None, _nothing(len(rules.side_seats)), None)
    horizon = _horizon(rules, standing)
    key = nearest(rules, by_hands=horizon is not None)
    return _stakes(rules, key, horizon, standing, table_of(key))


def _nothing(sides: int) -> Standing:
    zeros = (0,) * sides
    return Standing(zeros, zeros, zeros, zeros, None, 0)


def _horizon(rules: RuleSet, standing: Standing) -> int | None:
    """Return for how many hands more the game is supposed to last, if hands will end it rather than a total."""
    if rules.target is None:
        return standing.left
    best = max(standing.totals)
    to_target = 1 + max(0, (rules.target - best) * 10 // (HAND * rules.trick_points))
    if rules.sign < 0:
        # The highest total ends the game, and the lowest wins it.
        return to_target if standing.left is None else min(to_target, standing.left)
    if standing.left is not None and standing.left < to_target:
        return standing.left
    return None


def _stakes(
    rules: RuleSet, key: str | None, horizon: int | None, standing: Standing, table: Any
) -> Any:
    import numpy as np

    from games.bots import value_kernel as kernel
    from games.engine.batch import terms_of
    from games.engine.batch_kernel import NEVER

    base = PRESETS[key] if key else rules
    if table is None:
        table = np.zeros((1, 1, 1, 1, 1), dtype=np.uint16)
    by_hands = horizon is not None
    return kernel.Stakes(
        on=key is not None,
        terms=terms_of(rules),
        target=_or(rules.target, NEVER),
        loss_limit=_or(rules.loss_limit, NEVER),
        spread=_or(rules.point_spread, NEVER),
        set_limit=_or(rules.set_limit, NEVER),
        in_a_row=_or(rules.sets_in_a_row, NEVER),
        nil_is_set=rules.nil_is_set,
        left=_or(standing.left, NEVER),
        horizon=horizon or 0,
        dealer=rules.side_of[standing.dealer],
        totals=np.array(standing.totals, dtype=np.int64),
        bags=np.array(standing.bags, dtype=np.int64),
        sets=np.array(standing.sets, dtype=np.int64),
        running=np.array(standing.running, dtype=np.int64),
        by_hands=by_hands,
        unit=rules.trick_points,
        table=table,
        sets_known=sets_known(base),
        bag_places=_bag_places(rules, base),
        places=_places(
            tuple(lead - LEADS[0] for lead in LEADS) if by_hands else DISTANCES, kernel.STEP
        ),
    )


def _or(number: int | None, otherwise: int) -> int:
    return otherwise if number is None else number


@lru_cache(maxsize=8)
def _places(levels: tuple[int, ...], step: int) -> Any:
    """Return for each number up to the last level where between the levels it lies."""
    import numpy as np

    found = np.zeros(levels[-1] + 1, dtype=np.int64)
    for row, (low, high) in enumerate(pairwise(levels)):
        for number in range(low, high + 1):
            found[number] = row * step + (number - low) * step // (high - low)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=64)
def _bag_places(rules: RuleSet, base: RuleSet) -> Any:
    """Return for each number of bags where in the table it lies: what counts is how many are left until the penalty."""
    import numpy as np

    from games.bots.value_kernel import STEP

    if rules.bag_limit is None:
        return np.zeros(1, dtype=np.int64)
    limit, known = rules.bag_limit, bag_rows(base)
    at = _places(known, STEP) if len(known) > 1 else np.zeros(1, dtype=np.int64)
    most = len(at) - 1
    left = (base.bag_limit or 1) - 1 - most
    places = [at[max(0, most + left - (limit - 1 - bags))] if most else 0 for bags in range(limit)]
    return np.array(places, dtype=np.int64)
