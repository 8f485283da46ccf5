"""Tournament pages offer only possible actions: every button is pressed in the state in which it is shown (V1)."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client

from games import engine
from games.ratings.models import Pool, Rating
from games.tables.server.autoplay import play_out
from games.tables.services import begin_match
from spades_site.common import outbox
from spades_site.common.clock import now
from tests.events.conftest import Club
from tests.events.singles import begun, by_lot, finish
from tests.public.buttons import Form, forms_on, refused
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle, penalties
from tournaments.events.actions.draws import drafts
from tournaments.events.actions.fixtures import availability, time_offers
from tournaments.events.entries import inviting, substitutes
from tournaments.events.matches import disputes
from tournaments.events.models import Match, Tournament
from tournaments.events.plan.stages import StagePlan

pytestmark = pytest.mark.django_db
WORLDS: dict[str, Callable[[Club], Tournament]] = {}


def world(make: Callable[[Club], Tournament]) -> Callable[[Club], Tournament]:
    WORLDS[make.__name__.lstrip("_")] = make
    return make


def draft_of(club: Club, cup: Tournament) -> Any:
    found = drafts.draft_of(cup)
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------- before the start
@world
def draft(club: Club) -> Tournament:
    cup = club.tournament()
    inviting.ask(tournament_id=cup.pk, by=club.organizer, username=club.player("a1").username)
    return cup


@world
def draft_whose_start_passed(club: Club) -> Tournament:
    cup = club.tournament()
    club.hands.forward(7200)
    return cup


@world
def announced(club: Club) -> Tournament:
    cup = club.tournament()
    return lifecycle.announce(tournament_id=cup.pk, by=club.organizer)


@world
def open_with_few(club: Club) -> Tournament:
    return club.with_entries(1)


@world
def open_with_questions(club: Club) -> Tournament:
    """a1 asked b1; and asks b2, who has entered with a3 since."""
    cup = club.open()
    entering.enter(tournament_id=cup.pk, user=club.player("x1"), partner=club.player("b1").username)
    entering.enter(tournament_id=cup.pk, user=club.player("x2"), partner=club.player("b2").username)
    entering.enter(tournament_id=cup.pk, user=club.player("b2"), partner=club.player("a1").username)
    entering.enter(tournament_id=cup.pk, user=club.player("a2"), alone=True)
    return cup


@world
def questions_when_the_start_has_come(club: Club) -> Tournament:
    cup = open_with_questions(club)
    club.hands.forward(3600)
    return cup


@world
def open_for_ratings_nobody_has(club: Club) -> Tournament:
    cup = club.open()
    entering.enter(tournament_id=cup.pk, user=club.player("x1"), partner=club.player("b1").username)
    cup.rating_min = 2000
    cup.save()
    for name in ("x1", "newcomer", "stranger"):
        Rating.objects.create(
            user=club.player(name), pool=Pool.PARTNERSHIP, millis=2_600_000, peak=2_600_000
        )
    return cup


@world
def check_in(club: Club) -> Tournament:
    cup = club.with_entries(3, check_in_minutes=30, waiting_list=True, max_entries=3)
    club.enter_pair(cup, "w", "v")
    club.hands.forward(31 * 60)
    advance.advance(cup.pk)
    return cup


@world
def full_with_a_waiting_list(club: Club) -> Tournament:
    cup = club.with_entries(2, waiting_list=True, max_entries=2, seeding="hand")
    club.enter_pair(cup, "w", "v")
    return cup


# --------------------------------------------------------------------------------------------------- drafts
@world
def draft_of_a_swiss(club: Club) -> Tournament:
    return club.started(4, format="swiss", rounds=2, confirm_draws=True)


@world
def draft_of_one_match(club: Club) -> Tournament:
    return club.started(2, format="swiss", rounds=1, confirm_draws=True)


@world
def draft_with_somebody_gone(club: Club) -> Tournament:
    cup = club.started(5, format="swiss", rounds=2, confirm_draws=True)
    entering.withdraw(tournament_id=cup.pk, user=club.player("a2"))
    return cup


@world
def draft_with_too_few_left(club: Club) -> Tournament:
    cup = club.started(2, format="swiss", rounds=1, confirm_draws=True)
    entering.withdraw(tournament_id=cup.pk, user=club.player("a2"))
    return cup


@world
def draft_of_a_bracket_with_somebody_gone(club: Club) -> Tournament:
    cup = club.started(5, format="knock_out", confirm_draws=True)
    entering.withdraw(tournament_id=cup.pk, user=club.player("a2"))
    return cup


@world
def draft_of_a_final_with_somebody_gone(club: Club) -> Tournament:
    cup = club.started(4, format="knock_out", confirm_draws=True)
    drafts.confirm(round_id=draft_of(club, cup).pk, by=club.organizer)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    (final,) = draft_of(club, cup).matches.all()
    gone = final.entries[0].players.order_by("position")[0].user
    entering.withdraw(tournament_id=cup.pk, user=gone)
    return cup


@world
def draft_of_a_rotation(club: Club) -> Tournament:
    cup = begun(club, 6, format="rotation", rounds=2, confirm_draws=True)
    entering.withdraw(tournament_id=cup.pk, user=club.player("p2"))
    return cup


@world
def draft_with_late_entries(club: Club) -> Tournament:
    cup = club.started(4, format="swiss", rounds=3, confirm_draws=True, late_until_round=3)
    club.enter_pair(cup, "y", "z")
    entering.enter(
        tournament_id=cup.pk, user=club.player("x1"), partner=club.player("b1x").username
    )
    return cup


# ------------------------------------------------------------------------------------------------ under way
def one_over(club: Club, **fields: Any) -> Tournament:
    cup = club.started(4, **fields)
    club.finish(club.in_play(cup)[0], 500, 100)
    return cup


@world
def swiss_in_play(club: Club) -> Tournament:
    cup = one_over(club, format="swiss", rounds=2)
    for player in ("a1", "a2"):
        entry = cup.entries.get(players__user=club.player(player))
        penalties.penalize(entry_id=entry.pk, points=1, by=club.organizer, reason="Late")
    match = cup.matches.filter(status="done").first()
    loser = match.entries[1].players.order_by("position")[0].user
    disputes.contest(match_id=match.pk, user=loser, text="No.")
    return cup


@world
def replaced_at_an_open_table(club: Club) -> Tournament:
    cup = one_over(club, format="swiss", rounds=2)
    for out, into in (("b1", "zoe"), ("b2", "yan"), ("yan", "xia")):
        club.player(into)
        substitutes.substitute(
            entry_id=cup.entries.get(players__user=club.player(out)).pk, by=club.organizer,
            out_id=club.player(out).pk, username=into, reason="Ill",
        )  # fmt: skip
    return cup


@world
def bracket_in_its_second_round(club: Club) -> Tournament:
    cup = club.started(4, format="knock_out", third_place=True)
    for match in club.in_play(cup):
        club.finish(match, 500, 100)
    return cup


@world
def second_stage(club: Club) -> Tournament:
    cup = club.started(5, stages=(StagePlan("round_robin", advance=3), StagePlan("round_robin")))
    while cup.stages.get(index=2).rounds.count() == 0:
        for match in club.in_play(cup):
            club.finish(match, 500, 100)
    return cup


@world
def paused(club: Club) -> Tournament:
    cup = one_over(club, format="swiss", rounds=2)
    return lifecycle.pause(tournament_id=cup.pk, by=club.organizer)


@world
def undecided(club: Club) -> Tournament:
    cup = one_over(club)
    club.abandon(club.in_play(cup)[0])
    return cup


@world
def shared_deals(club: Club) -> Tournament:
    return one_over(club, format="swiss", rounds=2, comparison="matchpoints", match_hands=2)


@world
def rotation_in_play(club: Club) -> Tournament:
    cup = begun(club, 8, format="rotation", rounds=2)
    finish(club.in_play(cup)[0], 300, 200)
    return cup


@world
def solo_in_play(club: Club) -> Tournament:
    cup = begun(club, 8, format="solo", rounds=2, rules=engine.preset("bicycle_4"))
    match = club.in_play(cup)[0]
    finish(match, *by_lot(match))
    return cup


@world
def window_with_offers(club: Club) -> Tournament:
    cup = club.with_entries(2, timing="windows", round_every_minutes=600)
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.get()
    user = match.entries[0].players.order_by("position")[0].user
    time_offers.offer_times(match_id=match.pk, user=user, times=[now() + timedelta(minutes=5)])
    return cup


@world
def fixture_with_hours_a_claim_and_a_warning(club: Club) -> Tournament:
    """Its first side has marked its hours, waits at the table, and was warned for an answer that came too late."""
    cup = club.with_entries(
        2, timing="windows", round_every_minutes=600, conduct_points=1, offer_hours=1
    )
    club.hands.forward(3601)
    advance.advance(cup.pk)
    match = cup.matches.get()
    first, second = (list(entry.players.all()) for entry in match.entries)
    hours = availability.hours_of(match, now())[:3]
    availability.mark_hours(match_id=match.pk, user=first[0].user, hours=hours)
    time_offers.offer_times(
        match_id=match.pk, user=second[0].user, times=[now() + timedelta(hours=5)]
    )
    club.hands.forward(3601)
    advance.advance(cup.pk)
    club.hands.forward(9 * 3600)
    advance.advance(cup.pk)
    match.refresh_from_db()
    match.table.seats.filter(user__in=[one.user_id for one in first]).update(arrived_at=now())
    club.hands.forward(120)
    return cup


@world
def window_whose_offer_has_passed(club: Club) -> Tournament:
    cup = window_with_offers(club)
    club.hands.forward(600)
    return cup


# -------------------------------------------------------------------------------------------------------- over
@world
def finished(club: Club) -> Tournament:
    cup = one_over(club, format="swiss", rounds=1)
    club.finish(club.in_play(cup)[0], 100, 500)
    return cup


@world
def finished_bracket(club: Club) -> Tournament:
    cup = club.started(4, format="knock_out")
    club.play_all(cup)
    return cup


@world
def finished_without_anybody(club: Club) -> Tournament:
    cup = club.started(2, match_hands=1)
    (match,) = club.in_play(cup)
    begin_match(match.table_id)
    play_out(match.table_id)
    outbox.deliver_due()
    return cup


@world
def ended_early(club: Club) -> Tournament:
    cup = one_over(club, format="swiss", rounds=2)
    return lifecycle.end_tournament(tournament_id=cup.pk, by=club.organizer)


@world
def cancelled(club: Club) -> Tournament:
    cup = one_over(club)
    return lifecycle.cancel_tournament(tournament_id=cup.pk, by=club.organizer)


def people(club: Club, cup: Tournament, *, more: bool) -> list[Any]:
    """The organizer, the first of those who are in something, and somebody who isn't.

    Once it has begun, one of a pair and one of another.
    """
    of_it = list(club.people.values())[:5]
    if cup.rounds.exists() and not more:
        of_it = of_it[:3:2]
    return [club.organizer, *of_it, club.player("outsider")]


def matches_of(cup: Tournament, number: int) -> list[Match]:
    """The first matches of each status: their pages offer what those of the others do."""
    by_status: dict[str, list[Match]] = {}
    for match in Match.objects.filter(tournament=cup).filter(sides__index=1).order_by("pk"):
        by_status.setdefault(match.status, []).append(match)
    return [match for matches in by_status.values() for match in matches[:number]]


def addresses(cup: Tournament, user: Any, club: Club) -> list[str]:
    """Where somebody looks: who plays, at two matches of each status, of which one may be theirs; others at one."""
    plays = user not in (club.organizer, club.people.get("outsider"))
    matches = matches_of(cup, 2 if plays else 1)
    found = ["/", cup.get_absolute_url(), *(match.get_absolute_url() for match in matches)]
    if user == club.organizer:
        desk = f"/organize/tournaments/{cup.slug}/"
        found += ["/organize/", desk, *(f"{desk}matches/{match.pk}/" for match in matches)]
    return found


def filled_in(form: Form, club: Club, cup: Tournament, user: Any) -> Form:
    """Fill in a form as a person would."""
    for name in ("newcomer", "stranger"):
        club.player(name)
    window = cup.rounds.filter(closes_at__isnull=False).first()
    for name in form.typed:
        value = form.values[name]
        if name in ("username", "partner"):
            value = "newcomer" if user.username != "newcomer" else "stranger"
        elif name == "name" and form.action.endswith("/delete/"):
            value = cup.name
        elif name == "points":
            value = "0.25"
        elif name == "starts_at" and (window is not None or form.action.endswith("/time/")):
            zone = ZoneInfo(user.time_zone or settings.TIME_ZONE)
            value = f"{(now() + timedelta(minutes=20)).astimezone(zone):%Y-%m-%dT%H:%M}"
        elif name in ("reason", "text", "answer"):
            value = "So it is"
        form.values[name] = value
    return form


TWICE = 2
"""How often the short run presses buttons that differ in nothing but the keys of their rows."""


def kind_of(form: Form) -> tuple[str, str, str]:
    """Return what a row's button has in common with those of the other rows."""
    return re.sub(r"\d+", "#", form.action), form.label, " ".join(sorted(form.values))


def without_token(said: dict[str, str]) -> dict[str, str]:
    """A form's data without its token, which differs on every page."""
    return {name: value for name, value in said.items() if name != "csrfmiddlewaretoken"}


class Undo(Exception):
    """Ends a transaction that was only a trial."""


def pressed(client: Client, form: Form, said: dict[str, str]) -> str:
    """Press a form's button; everything it did is undone. Returns what refused it."""
    found = ""
    try:
        with transaction.atomic():
            found = refused(client.post(form.action, said))
            raise Undo
    except Undo:
        # The message would offer to undo what nobody did.
        client.cookies.pop("messages", None)
        return found


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", WORLDS)
def test_v1_every_button_can_be_pressed(club: Club, name: str) -> None:
    press_all(club, name, more=False)


@pytest.mark.long
@pytest.mark.parametrize("name", WORLDS)
def test_v1_every_button_can_be_pressed_by_more_people(club: Club, name: str) -> None:
    press_all(club, name, more=True)


def press_all(club: Club, name: str, *, more: bool) -> None:
    cup = WORLDS[name](club)
    seen: set[tuple[int, str, str]] = set()
    kinds: Counter[Any] = Counter()
    told = []
    for user in people(club, cup, more=more):
        client = Client()
        client.force_login(user)
        for address in addresses(cup, user, club):
            answer = client.get(address, follow=True)
            if answer.status_code == 404:
                continue
            assert answer.status_code == 200, (address, answer.status_code)
            for form in forms_on(answer.content.decode(), address):
                if f"/{cup.slug}/" not in form.action:
                    continue
                for said in filled_in(form, club, cup, user).ways():
                    what = (user.pk, form.action, str(without_token(said)))
                    if what in seen:
                        continue
                    seen.add(what)
                    kinds[user.pk, kind_of(form)] += 1
                    if not more and kinds[user.pk, kind_of(form)] > TWICE:
                        continue
                    why = pressed(client, form, said)
                    if why:
                        told.append(f"{user} on {address}, {form.label}: {why}")
    assert "\n".join(told) == ""
    # Somebody can do something, but for where all is over.
    assert seen or name == "cancelled"
