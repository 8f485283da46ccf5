"""What a scorer outside the engine needs of a rule set: the score pad's (static/js/score), which works without network."""

from typing import Any, Final

from games.engine.rules import RuleSet
from games.engine.scoring import nil_points

FIELDS: Final = (
    *("players", "tricks", "side_seats", "bidding", "bid_by", "revoke"),
    *("min_bid", "highest_bid", "min_side_bid", "nil_partner_min", "forbidden_total"),
    *("nil", "blind_nil", "blind_nil_deficit"),
    *("blind_bid", "blind_bid_deficit", "blind_bid_min", "highest_blind_bid"),
    *("first_hand", "first_hand_loses"),
    *("trick_points", "overtrick_points", "set_points", "bag_limit", "bag_penalty"),
    *("failed_nil", "double_nil", "boston_bonus"),
    *("target", "max_hands", "level_at_end", "loss_limit", "point_spread", "winner"),
    *("set_limit", "sets_in_a_row", "nil_is_set", "slam_wins", "boston_wins"),
)


def scoring_terms(rules: RuleSet) -> dict[str, Any]:
    """Return the facts of a rule set on which bids and scores depend, as JSON.

    `programme` has a word for each hand, repeated; `prices` each contract's points when made and when failed, from `first_price`
    on; the prices of failed nils and blind bids are never null.
    """
    failed = rules.blind_bid_failed
    return {
        **{name: getattr(rules, name) for name in FIELDS},
        "programme": list(rules.programme or (rules.bidding,)),
        "prices": None if rules.prices is None else [list(price) for price in rules.prices],
        "first_price": rules.first_price,
        "nil_failed": nil_points(rules, False, True),
        "blind_nil_failed": nil_points(rules, True, True),
        "blind_bid_failed": rules.set_points if failed is None else -failed,
    }
