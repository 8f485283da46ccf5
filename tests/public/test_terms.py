"""The terms on a tournament's page and, in short, on match pages."""

from typing import Any

import pytest

from games import engine
from games.tables.texts.rules import RuleLine
from tests.events.conftest import Club
from tournaments.events.queries.terms import terms_of

pytestmark = pytest.mark.django_db


def test_V1_the_terms_of_a_plain_cup(club: Club) -> None:
    cup = club.tournament(check_in_minutes=15, pause_between_rounds=60)
    terms = terms_of(cup)
    assert terms.facts == [
        ("Rules", "Classic (cardgames.io)"),
        ("Match", "to 500 points"),
        ("Pace", "30 s per turn"),
        (
            "Rated",
            "Yes. It counts for everybody who has a seat at the first card. Who leaves is rated as lost; a win against somebody who "
            "left before choosing half of their cards doesn’t count, a loss does. Not rated: a forfeit and a deciding extra hand.",
        ),
        ("Format", "Round robin"),
        ("Rounds", "Each begins 1 min after the previous one."),
        (
            "Absent players",
            "Entries that have not checked in by the start do not play; check-in opens 15 min before. "
            "Whoever says that they are on the way is drawn all the same. A table waits 1 min; then a bot plays until the player comes.",
        ),
        ("Entries", "2 to 16 can play; with a partner or alone"),
        (
            "Points",
            "Win 2, draw 1, loss 0, bye 0, won by forfeit 2, lost by forfeit 0",
        ),
        ("Contesting a result", "Within 1 d of the result."),
    ]
    assert terms.short == [terms.facts[place] for place in (0, 1, 2, 3, 6)]
    assert (terms.house_rules, terms.tie_breaks[0]) == ([], "Head-to-head")


def test_V1_house_rules_and_every_condition_are_said(club: Club, settings: Any) -> None:
    cup = club.tournament(
        rules=engine.preset("cardgames_io", bag_limit=5, target=300),
        match_hands=8, best_of=3, turn_seconds=45, bank_seconds=120, match_minutes=40,
        format="swiss", rounds=5, timing="windows", round_every_minutes=7 * 24 * 60,
        no_time="forfeit", no_show="forfeit", grace_minutes=5, dispute_hours=0,
        rating_min=1200, invited_only=True, waiting_list=True, late_until_round=2, entry_alone=False,
    )  # fmt: skip
    terms = terms_of(cup)
    assert terms.house_rules == [RuleLine("Bags until the penalty", "5", "10")]
    facts = dict(terms.facts)
    assert facts["Rules"] == "Classic (cardgames.io), bag limit 5"
    assert facts["Match"] == (
        "to 300 points, 8 hands at most; best of 3; after 40 min the current hand is the last"
    )
    assert facts["Pace"] == "45 s per turn, 2 min in the bank per match"
    assert facts["Format"] == "Swiss, 5 rounds"
    assert facts["Rounds"] == (
        "Within windows: the two sides agree on a time. A side that did not offer a time early enough forfeits."
    )
    assert facts["Absent players"] == ("A table waits 5 min; then the absent side forfeits.")
    assert facts["Entries"] == (
        "2 to 16 can play; with a partner; ratings from 1200; by invitation only; with a waiting list;"
        " late entries until round 2"
    )
    assert facts["Contesting a result"] == "Not possible."
    settings.BOTS_QUEUE = True
    assert dict(terms_of(cup).facts)["Absent players"].endswith(
        "forfeits. Bots that stand in play at the level Club."
    )


def test_V1_a_bracket_has_neither_points_nor_tie_breaks(club: Club) -> None:
    terms = terms_of(club.tournament(format="knock_out"))
    assert "Points" not in dict(terms.facts)
    assert terms.tie_breaks == []


def test_V1_the_pages_show_them(client: Any, club: Club) -> None:
    cup = club.started(2, rules=engine.preset("cardgames_io", bag_limit=5))
    page = client.get(cup.get_absolute_url()).content.decode()
    for text in ("<dt>Absent players</dt>", "Bags until the penalty", "Tie-breaks, in this order"):
        assert text in page
    match = client.get(club.in_play(cup)[0].get_absolute_url()).content.decode()
    for text in ("<dt>Pace</dt>", "Bags until the penalty"):
        assert text in match
    assert "<dt>Points</dt>" not in match
