"""A page or feed that is loaded during a change shows the state before or after it, never a mixture."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.events.conftest import Club
from tests.faults.actions import ACTIONS
from tournaments.events.models import Match, Tournament

FEEDS = ("entries", "pairings", "results", "standings")
OF_A_TOURNAMENT = sorted(
    name
    for name in set(ACTIONS) - {"advance.advance_due", "creating.create_tournament"}
    if not name.startswith(("schedules.", "templates."))
)


@pytest.fixture
def club(member: Callable[..., Any], hands: Any, settings: Any) -> Club:
    """The club of the tournaments' tests, on a site that sends mails."""
    settings.NOTICE_MAILS = True
    return Club(member, hands)


def meanwhile(ask: Callable[[], Any], act: Callable[[], Any]) -> list[Any]:
    """Return the answers where `act` happens before the first query of `ask`, before its second …, and at last not at
    all.
    """
    answers: list[Any] = []
    acted = True
    while acted:
        with transaction.atomic():
            acting = Acting(act, len(answers) + 1)
            with connection.execute_wrapper(acting):
                answers.append(ask())
            acted = acting.acted
            transaction.set_rollback(True)
    return answers


class Acting:
    """A database wrapper that does something else before the `at`-th query."""

    def __init__(self, act: Callable[[], Any], at: int) -> None:
        self.act, self.at = act, at
        self.seen, self.acted = 0, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT") and not self.acted:
            self.seen += 1
            if self.seen == self.at:
                self.acted = True
                self.act()
        return execute(sql, params, many, context)


def shown(cup: Tournament, what: str) -> tuple[int, int]:
    """Return the tournament's version and the number of rows that a feed gives."""
    answer = Client().get(f"{cup.get_absolute_url()}{what}.json")
    if answer.status_code == 404:
        return 0, 0
    found = answer.json()
    return found["tournament"]["version"], len(found[what])


def feed_holds(club: Club, name: str, what: str) -> None:
    """Ask for a feed while an action is taken: each answer is that of before or of after, and both occur."""
    act = ACTIONS[name](club)
    cup = Tournament.objects.get()
    answers = meanwhile(lambda: shown(cup, what), act)
    assert set(answers) == {answers[0], answers[-1]}
    act()
    # A draft is not found by its first query.
    assert (answers[0], len(answers) > 1) == (shown(cup, what), True)


def test_a_feed_asked_for_while_the_tournament_starts_is_of_one_moment(
    db: None, club: Club
) -> None:
    feed_holds(club, "lifecycle.start_now", "standings")


@pytest.mark.long
@pytest.mark.parametrize("what", FEEDS)
@pytest.mark.parametrize("name", OF_A_TOURNAMENT)
def test_a_feed_asked_for_while_something_happens_is_of_one_moment(
    db: None, club: Club, name: str, what: str
) -> None:
    feed_holds(club, name, what)


@pytest.mark.long
@pytest.mark.parametrize("name", OF_A_TOURNAMENT)
def test_a_page_asked_for_while_something_happens_is_shown(db: None, club: Club, name: str) -> None:
    act = ACTIONS[name](club)
    cup = Tournament.objects.get()
    page, calendar = cup.get_absolute_url(), reverse("tournament_calendar", args=[cup.slug])
    client = Client()
    client.force_login(club.organizer)
    for address in ("/", page, f"{page}now/", calendar, f"/organize{page}"):
        answers = meanwhile(lambda address=address: client.get(address).status_code, act)
        assert set(answers) == {200}, address
    match = Match.objects.exclude(round__status="drafted").order_by("pk").first()
    if match is not None:
        own = match.get_absolute_url()
        assert {200, 404} >= set(meanwhile(lambda: client.get(own).status_code, act))
