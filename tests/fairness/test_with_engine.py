"""The engine deals shuffled cards by docs/fairness.md, and finished tables' records can be verified (F1)."""

from typing import Any

import pytest

from games import engine
from games.engine import PRESETS, preset
from games.engine.record import verify_record
from games.fairness import dealer_of, dealt_names, drawn_names, first_dealer, shuffled_names
from games.fairness.verify import verify_game
from games.tables import services
from games.tables.models import Table
from spades_site.common.clock import now
from tests.bots.games import at_random, play_game
from tests.fairness.vectors import MASTER
from tests.support.salts import hash_of, reveal, salt_of

SALTS = (salt_of("ann"), "", salt_of("cy"), "")


HIGH_DEUCES = preset(
    "bicycle_partnership",
    jokers=True,
    high_deuces=("2D", "2S"),
    removed=("2H", "2C"),
)


def order_of(rules: engine.RuleSet, hand_no: int) -> tuple[str, ...]:
    names = [rules.names[card] for card in engine.pack_for(rules)]
    return shuffled_names(names, master=MASTER, salts=SALTS, hand_no=hand_no)


def begun(rules: engine.RuleSet) -> engine.State:
    if rules.first_dealer == "random":
        seat = first_dealer(rules.players, master=MASTER, salts=SALTS)
        return engine.new_game(rules, first_dealer=seat)
    pack = [rules.names[card] for card in rules.pack]
    names = drawn_names(pack, rules.players, master=MASTER, salts=SALTS)
    return engine.new_game(rules, draw_for_deal=[rules.codes[name] for name in names])


@pytest.mark.parametrize(
    "rules",
    [*(PRESETS[key] for key in sorted(PRESETS) if PRESETS[key].deal == "deal"), HIGH_DEUCES],
)
def test_the_engine_deals_as_the_specification_says(rules: engine.RuleSet) -> None:
    order = order_of(rules, 1)
    state = engine.deal(begun(rules), [rules.codes[name] for name in order])
    held = [engine.view_for(state, seat)["hand"] for seat in range(rules.players)]
    if held[0] is None:
        for seat in state.to_act:
            state = engine.apply(state, seat, "look")
        held = [engine.view_for(state, seat)["hand"] for seat in range(rules.players)]
    dealt = dealt_names(order, players=rules.players, dealer=state.dealer)
    shown = [(sorted(mine), sorted(due)) for mine, due in zip(held, dealt, strict=True) if mine]
    assert shown
    assert [mine for mine, _ in shown] == [due for _, due in shown]


@pytest.mark.parametrize("rules", [*(PRESETS[key] for key in sorted(PRESETS)), HIGH_DEUCES])
def test_the_highest_card_drawn_deals_first(rules: engine.RuleSet) -> None:
    pack = [rules.names[card] for card in rules.pack]
    record: dict[str, Any] = {
        "first_dealer": begun(rules).first_dealer,
        "draw_for_deal": list(drawn_names(pack, rules.players, master=MASTER, salts=SALTS)),
        "hands": [],
        "x-fairness": {
            "algorithm": "spades-deal/2",
            "commitment": "0" * 64,
            "master": MASTER.hex(),
            "salt_hashes": [hash_of("ann"), "", hash_of("cy"), ""],
            "salts": list(SALTS),
            "pack": " ".join(pack),
            "seats": rules.players,
            "first_dealer": "random" if rules.first_dealer == "random" else "draw",
        },
    }
    findings = {finding.subject: finding.ok for finding in verify_game(record)}
    assert findings.pop("first_dealer") is True
    assert findings.pop("commitment") is False
    assert set(findings.values()) <= {True}


def test_the_deal_moves_as_the_specification_says() -> None:
    state = play_game("cardgames_io", 3, [at_random] * 4, stop_after=5)
    first = state.first_dealer
    assert state.dealer == dealer_of(state.hand_no, first=first, players=4)


def played_out(person: Any, key: str, **house: Any) -> Table:
    """Play two hands at a table with bots, the person taking the last legal action each time."""
    rules = preset(key, max_hands=2, target=None, **house)
    table = services.open_table(services.TableTerms(rules=rules), created_by=person)
    services.take_seat(table_id=table.pk, user=person, seat=0, salt_hash=hash_of("Grüße ♠"))
    services.fill_with_bots(table_id=table.pk, by=person)
    reveal(table, person, "Grüße ♠")
    number = 0
    while True:
        table.refresh_from_db()
        if table.is_over:
            return table
        if table.wake_at is not None and table.wake_at <= now():
            services.wake_table(table.pk)
            continue
        state = engine.restore({**table.state, "rules": table.rules})
        number += 1
        services.submit_action(
            table_id=table.pk,
            user=person,
            action=engine.view_for(state, 0)["legal"][-1],
            action_id=str(number),
            expected_version=table.version,
        )


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("key", ["cardgames_io", "bicycle_3_jokers", "rubl_two_player"])
def test_the_record_of_a_table_can_be_verified(member: Any, key: str) -> None:
    record = services.record_of(played_out(member("ann"), key))
    findings = verify_game(record)
    assert [(finding.subject, finding.ok) for finding in findings if finding.hand_no] == [
        ("hand", True),
        ("hand", True),
    ]
    assert all(finding.ok for finding in findings)
    assert len(findings) == (6 if key == "bicycle_3_jokers" else 5)


SMALL = tuple(rank + suit for rank in "23456789" for suit in "CDHS")
"""Cards that are out in a pack of 20, in which bids are low and many hands have no spade."""


@pytest.mark.slow
@pytest.mark.django_db
def test_the_dealer_of_a_hand_thrown_in_deals_the_next_of_the_fixed_deals(member: Any) -> None:
    house = {"removed": SMALL, "throw_in": "no_spades", "throw_in_below": 5}
    for number in range(20):
        record = services.record_of(played_out(member(f"ann{number}"), "cardgames_io", **house))
        dealt, thrown = (
            record["hands"],
            [not any(" play " in text for text in hand["actions"]) for hand in record["hands"]],
        )
        assert thrown.count(False) == 2
        assert all(finding.ok for finding in verify_game(record))
        assert verify_record(record)["totals"] == record["result"]["totals"]
        if True not in thrown:
            continue
        # Its deal passed off as that of a hand that was played: the dealer after it is another one.
        at = thrown.index(True)
        dealt[at]["actions"].append("0 play AS")
        wrong = [finding.hand_no for finding in verify_game(record) if not finding.ok]
        assert wrong[0] == at + 2
        return
    raise AssertionError("no hand was thrown in")
