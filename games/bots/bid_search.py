"""Bids by sampling: each bid near the rule's is played out in deals that fit one's own hand and the bids so far.

What a bid is worth is what cards are worth in `search`: the chance to win the game, or the points of the hand where only that counts.
Searched are bids that are free, and those that close a side's; all others are the rule's.
"""

from collections.abc import Sequence
from typing import Any, Final

from games.bots import bidding
from games.bots.search import ALL_SEEDS, Found, Position, hand_terms, known_of, reckoned_of, said_of
from games.bots.value import stakes_of, standing_of
from games.bots.view import BotView
from games.engine.actions import BID, BLIND, SILENT, parse_action
from games.engine.bidding import bidder_after
from games.engine.cards import mask_of
from games.engine.view import BidView

AROUND: Final = 3
"""How far the numbers that are tried may differ from the rule's."""


def options_of(seen: BotView, by_rule: str) -> tuple[str, ...]:
    """Return the bids to try, the rule's among them; fewer than two if there is nothing to search for."""
    rules, legal = seen.rules, seen.view["legal"]
    if rules.programme or "throw in" in legal or rules.nil_pass or rules.first_trick != "free":
        return ()
    if "look" in legal:
        # Nobody's hand is known, which is one too many to deal with five players, and after a draw.
        blind = [text for text in legal if text.startswith("blind")]
        if rules.bid_by == "side" or rules.deal == "draw" or rules.players > 4:
            return ()
        middle = seen.tricks // seen.players
        return ("look", *(text for text in blind if _number(text) in (0, middle - 1, middle, middle + 1)))  # fmt: skip
    if rules.bid_by == "side":
        closes = seen.view["bids"][(seen.seat + 2) % 4] is not None
        if not closes or not all(text.startswith("bid ") for text in legal):
            return ()
    numbers = [text for text in legal if text.startswith("bid ")]
    middle = _number(by_rule) if by_rule in numbers else int(bidding.expected_of(seen))
    near = [text for text in numbers if abs(_number(text) - middle) <= AROUND]
    return (*(["nil"] if "nil" in legal else []), *near)


def search_bids(
    seen: BotView, options: Sequence[str], worlds: int, seed: int, *, for_game: bool
) -> Found:
    """Return what each bid is worth. The same seed gives the same answer everywhere."""
    values, _tape = _play_out(seen, options, worlds, seed, for_game=for_game)
    means = values.mean(axis=0)
    best = int(means.argmax())
    gaps = (values - values[:, best : best + 1]).var(axis=0, ddof=1) / worlds
    spread = values.var(axis=0, ddof=1) / worlds
    return Found(
        worlds=worlds,
        mean={text: float(means[at]) for at, text in enumerate(options)},
        variance={text: float(spread[at]) for at, text in enumerate(options)},
        best=options[best],
        error={text: float(gaps[at]) ** 0.5 for at, text in enumerate(options)},
    )


def _play_out(
    seen: BotView,
    options: Sequence[str],
    worlds: int,
    seed: int,
    taped: int = 0,
    *,
    for_game: bool = False,
) -> tuple[Any, Any]:
    """Return the worth of each bid in each world, and the tape of the first worlds (see `bid_kernel`)."""
    import numpy as np

    from games.bots import bid_kernel as kernel

    codes = [kernel.BY_RULE if text == "look" else parse_action(text) for text in options]
    values = np.empty((worlds, len(options)))
    tape = np.zeros((taped, len(options), 3, seen.players), dtype=np.uint64)
    rules = seen.rules
    position = _position(seen)
    known = known_of(position)
    if not seen.hand:
        known = _with_own(known, position)
    kernel.search(
        hand_terms(rules),
        known,
        reckoned_of(rules),
        stakes_of(rules, standing_of(seen.view, rules) if for_game else None),
        _bidding(seen),
        np.array(codes, dtype=np.int64),
        worlds,
        np.uint64(seed & ALL_SEEDS),
        values,
        tape,
    )
    return values, tape


def _position(seen: BotView) -> Position:
    """Return what the bidder knows, as the search for a card knows it; nobody has played a card yet."""
    view, rules, seat = seen.view, seen.rules, seen.seat
    nothing = (0,) * rules.players
    hand = mask_of(rules.codes[name] for name in view["hand"] or ())
    own = hand | mask_of(rules.codes[name] for name in view["own_discards"])
    bids = view["bids"]
    return Position(
        rules=rules,
        seat=seat,
        leader=(view["dealer"] + 1) % rules.players,
        trick=(),
        legal=(),
        hand=hand,
        hidden=rules.pack_mask & ~own,
        counts=tuple(0 if other == seat else count for other, count in enumerate(view["counts"])),
        played=nothing,
        held=nothing,
        voids=nothing,
        revoked=(False,) * len(rules.side_seats),
        bids=nothing,
        said=tuple(said_of(bids, other, rules) for other in range(rules.players)),
        won=nothing,
        broken=False,
    )


def _with_own(known: Any, position: Position) -> Any:
    """Return what is known before looking: the bidder's own hand is dealt like the others'."""
    import numpy as np

    holders, need = known.holders.tolist(), known.need.tolist()
    free = holders.index(-1) if -1 in holders else None
    size = position.rules.tricks
    if free is None:
        holders, need = [*holders, position.seat], [*need, size]
    else:
        holders[free], need[free] = position.seat, size
        # What nobody holds was the pile's.
    return known._replace(
        holders=np.array(holders, dtype=np.int64),
        need=np.array(need, dtype=np.int64),
    )


def _bidding(seen: BotView) -> Any:
    """Return how the others bid, as the kernel's numbers."""
    import numpy as np

    from games.bots import bid_kernel as kernel

    rules, bids = seen.rules, seen.view["bids"]
    later = []
    seat = seen.seat
    for _ in range(rules.players - 1):
        seat = bidder_after(rules, seen.view["dealer"], seat)
        if bids[seat] is None:
            later.append(seat)
    styles = {"suicide": kernel.SUICIDE, "mirror": kernel.MIRROR, "whiz": kernel.WHIZ}
    style = kernel.SIDE if rules.bid_by == "side" else styles.get(rules.bidding, kernel.FREE)
    mates = [
        next((other for other in rules.side_seats[rules.side_of[each]] if other != each), -1)
        for each in range(rules.players)
    ]
    return kernel.Bidding(
        style=style,
        later=np.array(later, dtype=np.int64),
        made=np.array([_code(bid) for bid in bids], dtype=np.int64),
        opened=np.array([(bid["opening"] or 0) if bid else 0 for bid in bids], dtype=np.int64),
        mates=np.array(mates, dtype=np.int64),
        nil=rules.nil is not None,
        least=rules.min_bid,
        most=rules.highest_bid,
        least_of_side=rules.min_side_bid,
        forbidden=-1 if rules.forbidden_total is None else rules.forbidden_total,
        risk=bidding.nil_limit(rules),
    )


def _code(bid: BidView | None) -> int:
    if bid is None:
        return -1
    value = bid["value"] if bid["opening"] is None else SILENT
    return (BLIND if bid["blind"] else BID) + int(value)


def _number(text: str) -> int:
    last = text.rsplit(" ", 1)[-1]
    return int(last) if last.isdigit() else 0
