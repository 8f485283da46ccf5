"""Find out whether a card cost points, given what its player could know, and why.

The search deals the unseen cards many times and tries every legal card in the same deals (`games.bots.search`). The best
card is partly the luckiest one. So if the card played seems costly, the two are compared again in many new deals, and only
that cost is reported, if it exceeds the minimum by at least one standard error.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from statistics import fmean
from typing import Any, Final

from games.bots.search import Found, Position, outcomes, position_of, search
from games.engine import Bid, RuleSet, State, view_for
from games.engine.cards import FIRST_SPADE, SUIT_MASKS, SUIT_OF
from games.engine.scoring import nil_points, side_lines

WORLDS: Final = 160
MORE_WORLDS: Final = 2560
TOLD: Final = 320
"""The number of deals from which the reasons are computed."""
LEAST: Final = 3.0
"""The minimum cost, in points."""
SURE: Final = 2.0
"""The minimum cost, in standard errors."""
SHARE: Final = 0.3
"""The minimum share of the cost for a reason."""
MOST_REASONS: Final = 2
CLEAR: Final = 6
CLEAR_BAGS: Final = 0.2
"""The minimum differences for a reason: in deals of a hundred, and in bags."""


def cost_of(state: State, seat: int, code: int, key: str) -> dict[str, Any] | None:
    """Return what a card cost its player on average, the better card and the reasons; None if no cost is certain.

    `reasons` are codes with numbers (see `_reasons`), `facts` codes with a seat (see `_facts`). Deterministic in `key`.
    """
    position = position_of(view_for(state, seat), state.rules)
    card = state.rules.names[code]
    found = search(position, WORLDS, _seed(f"{key} {WORLDS}"))
    if not _is_costly(found, card):
        return None
    better = state.rules.codes[found.best]
    pair = replace(position, legal=(code, better))
    found = search(pair, MORE_WORLDS, _seed(f"{key} {MORE_WORLDS}"))
    cost = _cost(found, card)
    if not _is_costly(found, card) or cost - found.error[card] <= LEAST:
        return None
    won = outcomes(pair, TOLD, _seed(f"{key} told"))
    return {
        "seat": seat,
        "card": card,
        "better": found.best,
        "cost": round(cost, 1),
        "error": round(found.error[card], 1),
        "reasons": _reasons(state, seat, won[card], won[found.best], cost),
        "facts": _facts(position, code, better),
    }


def _is_costly(found: Found, card: str) -> bool:
    return _cost(found, card) > max(LEAST, SURE * found.error[card])


def _cost(found: Found, card: str) -> float:
    return found.mean[found.best] - found.mean[card]


def _seed(key: str) -> int:
    return int.from_bytes(sha256(key.encode()).digest()[:8])


# ---- reasons: how the outcomes differ


def _reasons(
    state: State,
    seat: int,
    played: Sequence[tuple[int, ...]],
    better: Sequence[tuple[int, ...]],
    cost: float,
) -> list[dict[str, Any]]:
    """Return the main causes of the cost, the largest first: a code, and how often it happens with each card.

    The codes of the player's side are `contract`, `nil` (with its seat) and `bags`; those of other sides begin with `their_`.
    """
    bids = tuple(bid if bid is not None else Bid(0) for bid in state.bids)
    causes: list[tuple[float, dict[str, Any]]] = []
    for side, seats in enumerate(state.rules.side_seats):
        own = seat in seats
        weight = 1 if own else -1 / (len(state.rules.side_seats) - 1)
        before, after = (
            [_parts(state.rules, seats, bids, tricks) for tricks in each]
            for each in (played, better)
        )
        for part in sorted(before[0], key=str):
            gain = weight * (fmean(w[part][0] for w in after) - fmean(w[part][0] for w in before))
            how = {
                "code": part[0] if own else f"their_{part[0]}",
                "seat": part[1] if part[0] == "nil" else seats[0],
                "side": side,
                "played": _share(part, before),
                "better": _share(part, after),
            }
            causes.append((gain, how))
    causes.sort(key=lambda each: -each[0])
    clear = [how for gain, how in causes if gain >= SHARE * cost and _is_clear(how)]
    return clear[:MOST_REASONS]


def _is_clear(how: dict[str, Any]) -> bool:
    """Return whether a difference is too large to be chance."""
    least = CLEAR_BAGS if how["code"].endswith("bags") else CLEAR
    return abs(how["better"] - how["played"]) >= least


type _Part = tuple[str, int]


def _parts(
    rules: RuleSet, seats: Sequence[int], bids: Sequence[Bid], tricks: Sequence[int]
) -> dict[_Part, tuple[float, float]]:
    """Return the parts of a side's score: each one's points, and whether it was made (or the number of bags)."""
    lines, bags = side_lines(rules, seats, bids, tricks, False)
    share = rules.bag_penalty / rules.bag_limit if rules.bag_limit else 0
    contract = sum(line.points for line in lines if line.code in ("contract", "set"))
    made = not any(line.code == "set" for line in lines)
    parts = {("contract", 0): (float(contract), float(made))} if _number(bids, seats) else {}
    parts["bags", 0] = (bags * (rules.overtrick_points - share), float(bags))
    nils = [seat for seat in seats if bids[seat].nil]
    both = any(line.code == "double_nil" for line in lines)
    for seat in nils:
        broken = tricks[seat] > 0
        points = (
            (rules.double_nil or 0) / 2 if both else nil_points(rules, bids[seat].blind, broken)
        )
        parts["nil", seat] = (float(points), float(not broken))
    return parts


def _number(bids: Sequence[Bid], seats: Sequence[int]) -> int:
    return sum(bids[seat].value for seat in seats)


def _share(part: _Part, worlds: Sequence[dict[_Part, tuple[float, float]]]) -> float:
    """Return in what percentage of deals a part is made, or the mean number of bags."""
    mean = fmean(world[part][1] for world in worlds)
    return round(mean, 1) if part[0] == "bags" else round(100 * mean)


# ---- facts: what the player could see


def _facts(position: Position, played: int, better: int) -> list[dict[str, Any]]:
    """Return what the player could see against the card, or for the better one; at most one fact."""
    rules, seat = position.rules, position.seat
    partners = [each for each in rules.side_seats[rules.side_of[seat]] if each != seat]
    suit = SUIT_OF[played]
    if not position.trick:
        for other in range(rules.players):
            void = position.voids[other] >> suit & 1 and not position.voids[other] >> 3 & 1
            if other != seat and other not in partners and void and played < FIRST_SPADE:
                return [{"code": "could_ruff", "seat": other, "suit": suit}]
        above = SUIT_MASKS[SUIT_OF[better]] & ~((2 << better) - 1)
        if not position.hidden & above and SUIT_OF[better] != suit:
            return [{"code": "nothing_higher", "seat": seat, "suit": SUIT_OF[better]}]
        return []
    winner, best = _winning(position)
    if winner in partners and _beats(played, best) and not _beats(better, best):
        return [{"code": "over_partner", "seat": winner, "suit": suit}]
    last = len(position.trick) == rules.players - 1
    if last and _beats(played, best) and not _beats(better, best):
        return [{"code": "could_lose", "seat": winner, "suit": suit}]
    if last and _beats(better, best) and not _beats(played, best):
        return [{"code": "could_win", "seat": winner, "suit": suit}]
    return []


def _winning(position: Position) -> tuple[int, int]:
    """Return the seat that is winning the trick, and its card."""
    best, winner = position.trick[0], position.leader
    for index, card in enumerate(position.trick):
        if _beats(card, best):
            best, winner = card, (position.leader + index) % position.rules.players
    return winner, best


def _beats(card: int, best: int) -> bool:
    return card > best and (SUIT_OF[card] == SUIT_OF[best] or card >= FIRST_SPADE)
