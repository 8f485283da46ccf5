"""Webhooks: whole messages and signatures, in order and at least once, to whoever still organizes and no further."""

import hashlib
import hmac
import json
import logging
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.turns import Turn
from spades_site.notices import endpoints
from spades_site.notices.models import Notice
from spades_site.notices.outgoing import Answer
from tests.events.conftest import Club, club
from tests.faults.locks import recorded
from tests.faults.test_every_task import at_once
from tests.notices.push_service import PushService, push_service
from tests.support.crashes import Crash, Crashing, crash_everywhere, everything
from tournaments.events.actions.decisions import Verdict, decide_match, replay_match
from tournaments.events.actions.lifecycle import start_now
from tournaments.events.matches import disputes
from tournaments.events.models import Tournament
from tournaments.leagues import members
from tournaments.leagues.joining import join_league
from tournaments.webhooks import sending, services
from tournaments.webhooks.models import Delivery, Webhook

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
__all__ = ["club"]


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.PUSH_TO_PRIVATE = True
    with push_service() as running:
        yield running


def added(club: Club, about: Any, service: PushService, name: str = "one") -> Webhook:
    url = f"{service.url}/{name}?key=geheim"
    return services.add_webhook(about=about, by=club.organizer, url=url)


def heard(service: PushService, name: str = "one") -> list[dict[str, Any]]:
    return [json.loads(body) for path, _headers, body in service.sent if f"/{name}?" in path]


def told(service: PushService, name: str = "one") -> list[tuple[str, int, str | None]]:
    """What happened, to which version, and the kind of the result."""
    return [
        (one["event"], one["version"], one["result"] and one["result"]["kind"])
        for one in heard(service, name)
    ]


def waiting() -> int:
    return Delivery.objects.filter(waits=True).count()


def verified(secret: str, header: str, body: bytes) -> bool:
    stamp, _comma, code = header.partition(",")
    signed = stamp.removeprefix("t=").encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(code.removeprefix("v1="), expected)


def test_a_result_is_sent_as_the_api_has_it_signed_and_once(
    club: Club, service: PushService, client: Client, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    cup = club.with_entries(2)
    webhook = added(club, cup, service)
    start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    club.finish(match, 500, -35)
    at = Delivery.objects.get().at
    assert [sending.send_due(), sending.send_due()] == [1, 0]
    ((path, headers, body),) = service.sent
    (result,) = client.get("/api/v1/tournaments/cup/results").json()["results"]
    message = json.loads(body)
    assert message == {
        "id": headers["X-Spades-Delivery"],
        "event": "result.recorded",
        "at": f"{at:%Y-%m-%dT%H:%M:%SZ}",
        "league": None,
        "tournament": "cup",
        "match": match.pk,
        "version": 1,
        "result": result,
    }
    assert (path, headers["X-Spades-Event"]) == ("/one?key=geheim", "result.recorded")
    assert headers["Content-Type"] == "application/json; charset=utf-8"
    signed = headers["X-Spades-Signature"]
    assert verified(webhook.secret, signed, body)
    assert not verified(webhook.secret, signed, body + b" ")
    assert abs(int(signed[2:].partition(",")[0]) - now().timestamp()) < 60
    webhook.refresh_from_db()
    assert (webhook.last_status, webhook.waits_until, waiting()) == (201, None, 0)
    sent = Delivery.objects.get()
    assert (sent.waits, sent.attempts, sent.status) == (False, 1, 201)
    assert webhook.secret not in caplog.text
    assert "geheim" not in caplog.text


def test_whatever_happens_to_a_result_is_told_in_its_order(
    club: Club, service: PushService
) -> None:
    league = club.league_of("a1", "b1", "a2", "b2", "a3", "b3")
    cup = club.with_entries(3, league=league, format="swiss", rounds=2, dispute_hours=24)
    added(club, league, service)
    start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    said: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "x"}
    club.finish(match, 500, 300)
    cup.refresh_from_db()
    first = cup.rounds.order_by("number").first()
    assert first is not None
    if first.status == "playing":
        replay_match(**said)
    decide_match(**said, winner=0)
    decide_match(**said, winner=1)
    player = match.entries[0].players.first().user
    disputes.contest(match_id=match.pk, user=player, text="No")
    decide_match(**said, winner=1)
    one = disputes.contest(match_id=match.pk, user=player, text="No!")
    disputes.reject(dispute_id=one.pk, by=club.organizer, answer="Yes")
    decide_match(**said, verdict=Verdict.VOID)
    sending.send_due()
    own = [one for one in heard(service) if one["match"] == match.pk]
    assert [(each["event"], each["version"], each["result"]["kind"]) for each in own] == [
        ("result.recorded", 1, "played"),
        ("result.corrected", 2, "forfeit"),
        ("result.corrected", 3, "forfeit"),
        ("result.confirmed", 3, "forfeit"),
        ("result.confirmed", 3, "forfeit"),
        ("result.voided", 4, "void"),
    ]
    assert {each["league"] for each in own} == {league.slug}
    assert ("result.recorded", 1, "bye") in told(service)


@pytest.mark.parametrize("answer", [500, 302, 404])
def test_what_is_not_accepted_is_tried_again_in_order_and_then_given_up(
    club: Club, service: PushService, answer: int
) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    webhook = added(club, cup, service)
    service.answers["/one?key=geheim"] = answer
    first, second = club.in_play(cup)
    club.finish(first, 500, 300)
    club.finish(second, 500, 300)
    assert sending.send_due() == 0
    pauses = []
    while not Webhook.objects.get().off_at:
        left = Webhook.objects.get().waits_until - now()
        pauses.append(round(left / timedelta(minutes=1)))
        club.hands.forward(left.total_seconds() - 5)
        assert (sending.send_due(), len(service.sent)) == (0, len(pauses))
        club.hands.forward(6)
        sending.send_due()
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, *[720] * 5]
    # The second waits for the first, which keeps its id; "/elsewhere" was never asked.
    assert {one["match"] for one in heard(service)} == {first.pk}
    assert len({headers["X-Spades-Delivery"] for _path, headers, _body in service.sent}) == 1
    assert len(heard(service)) == len(service.sent) == 16
    webhook.refresh_from_db()
    assert (webhook.off_because, webhook.last_status) == ("failed", answer)
    assert waiting() == 0
    notice = Notice.objects.get(kind="webhook")
    assert (notice.user, notice.path) == (club.organizer, "/organize/tournaments/cup/webhooks/")
    assert notice.params == {"name": "Cup", "host": "127.0.0.1", "days": 3}
    club.play_all(cup)
    assert waiting() == 0
    services.switch_on(webhook_id=webhook.pk, by=club.organizer)
    service.answers.clear()
    services.send_test(webhook_id=webhook.pk, by=club.organizer)
    assert sending.send_due() == 1
    assert [*heard(service)[-1]] == ["id", "event", "at"]


def test_a_failure_is_forgotten_and_the_rest_follows(club: Club, service: PushService) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    added(club, cup, service)
    service.answers["/one?key=geheim"] = 503
    matches = club.in_play(cup)
    for match in matches:
        club.finish(match, 500, 300)
    sending.send_due()
    service.answers.clear()
    club.hands.forward(61)
    # The next round's tables are opened by then; nothing else happened to results.
    assert sending.send_due() == 2
    assert [one["match"] for one in heard(service)] == [matches[0].pk, *(one.pk for one in matches)]
    assert Webhook.objects.get().failing_since is None


def test_s2_only_what_its_owner_sees_and_only_while_they_organize(
    club: Club, service: PushService, settings: Any
) -> None:
    league = club.league_of("a1", "b1", "a2", "b2")
    eve = club.player("eve")
    join_league(league_id=league.pk, user=eve)
    members.set_role(league_id=league.pk, by=club.organizer, user_id=eve.pk, role="organizer")
    other = services.add_webhook(about=league, by=eve, url=f"{service.url}/eve?")
    mine = added(club, league, service)
    cup = club.with_entries(2, league=league)
    start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    members.set_role(league_id=league.pk, by=club.organizer, user_id=eve.pk, role="member")
    assert sending.send_due() == 1
    assert (heard(service, "eve"), len(heard(service))) == ([], 1)
    other.refresh_from_db()
    assert (other.off_because, other.deliveries.count()) == ("role", 0)
    for act in (
        services.switch_on,
        services.switch_off,
        services.send_test,
        services.try_again,
        services.renew_secret,
        services.remove_webhook,
    ):
        with pytest.raises(Refused) as refused:
            act(webhook_id=mine.pk, by=eve)
        assert refused.value.code == "unknown_webhook"
    with pytest.raises(Refused) as refused:
        services.add_webhook(about=cup, by=eve, url=f"{service.url}/x")
    assert refused.value.code == "not_organizer"
    # What somebody may not see isn't sent to them, and holds nothing up.
    draft = club.tournament(name="Draft")
    Tournament.objects.filter(pk=draft.pk).update(created_by=eve)
    about = {"tournament": draft, "match": match.pk, "version": 1, "at": now()}
    Delivery.objects.create(webhook=mine, event="result.recorded", **about)
    services.send_test(webhook_id=mine.pk, by=club.organizer)
    assert sending.send_due() == 1
    assert [one["event"] for one in heard(service)] == ["result.recorded", "test"]
    # The operator has a say: this one leads to this machine.
    settings.PUSH_TO_PRIVATE = False
    services.send_test(webhook_id=mine.pk, by=club.organizer)
    assert (
        sending.send_due(),
        len(heard(service)),
        Webhook.objects.get(pk=mine.pk).last_status,
    ) == (0, 2, 0)
    for url in ("http://example.org/", "https://10.0.0.1/", "https://example.org:22/", "x", ""):
        with pytest.raises(Refused) as refused:
            services.add_webhook(about=league, by=club.organizer, url=url)
        assert refused.value.code == "webhook_address"


@pytest.mark.django_db(transaction=True)
def test_d4_no_event_is_lost_by_a_crash_and_what_is_sent_again_has_the_same_id(
    club: Club, service: PushService
) -> None:
    cup = club.started(2, format="swiss", rounds=1)
    webhook = added(club, cup, service)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    Delivery.objects.all().delete()
    # With the result or not at all.
    said: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "x", "winner": 1}
    assert crash_everywhere(lambda: decide_match(**said)) > 5
    code = str(Delivery.objects.get().code)
    turn = Turn(sending.TASK)
    assert turn.take()
    turn.end()
    crashes = 0
    while waiting():
        crashes += 1
        with pytest.raises(Crash), connection.execute_wrapper(Crashing(crashes)):
            sending.send_due()
        club.hands.forward(61)
    # At the turn, twice; at the claim, the outcome and the delivery's end; and at the turn again, when all is done.
    assert crashes == 6
    assert {one["id"] for one in heard(service)} == {code}
    assert len(service.sent) == 3
    assert (waiting(), Webhook.objects.get().failures) == (0, 0)
    # A process whose claim ended stores nothing.
    services.send_test(webhook_id=webhook.pk, by=club.organizer)
    (hook,) = sending._due()
    slow = sending._claimed(hook)
    assert slow is not None
    assert sending._claimed(hook) is None
    club.hands.forward(61)
    assert sending.send_due() == 1
    before = everything()
    assert (
        sending._settle(slow.webhook, slow.claimed_until, Answer(500, 0.0), slow.delivery) is False
    )
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_d3_runs_at_once_send_each_message_once_and_in_order(
    club: Club, service: PushService
) -> None:
    cup = club.with_entries(2)
    hooks = {name: added(club, cup, service, name).pk for name in ("one", "two")}
    codes = {
        name: [
            str(services.send_test(webhook_id=key, by=club.organizer).code) for _each in range(3)
        ]
        for name, key in hooks.items()
    }
    at_once(sending.send_due, times=4)
    sending.send_due()
    assert {name: [one["id"] for one in heard(service, name)] for name in hooks} == codes
    assert waiting() == 0


def test_d4_managing_a_webhook_crashes_whole_takes_its_locks_in_order_and_once(
    club: Club, service: PushService
) -> None:
    league = club.league_of()
    cup = club.tournament(name="Other")
    made = [added(club, about, service) for about in (league, cup)]
    steps: list[Callable[..., Any]] = [
        services.send_test, services.try_again, services.renew_secret, services.switch_off, services.switch_on, services.remove_webhook,
    ]  # fmt: skip
    for webhook in made:
        for step in steps:
            with recorded() as locks:
                act = partial(step, webhook_id=webhook.pk, by=club.organizer)
                assert crash_everywhere(act) >= 1
            assert locks.disorderly == []
        with pytest.raises(Refused):
            services.remove_webhook(webhook_id=webhook.pk, by=club.organizer)
    for number in range(services.MOST):
        added(club, league, service, f"n{number}")
    with pytest.raises(Refused) as refused:
        added(club, league, service)
    assert refused.value.code == "too_many_webhooks"
    with pytest.raises(Refused) as refused:
        added(club, league, service, "n1")
    assert refused.value.code == "webhook_twice"


def test_organizers_manage_webhooks_on_a_page(
    club: Club, service: PushService, client: Client
) -> None:
    cup = club.with_entries(2)
    page = reverse("tournament_webhooks", args=[cup.slug])
    client.force_login(club.organizer)
    form = {"url": f"{service.url}/one?", "form_token": "of one page"}
    answers = [client.post(page, form) for _click in range(2)]
    webhook = Webhook.objects.get()
    assert [webhook.secret in one.content.decode() for one in answers] == [True, True]
    club.hands.forward(601)
    late = client.post(page, form)
    assert (late.status_code, webhook.secret in late.content.decode()) == (422, False)
    assert webhook.secret not in client.get(page).content.decode()
    step = lambda name: client.post(reverse("webhook_step", args=[webhook.pk, name]), follow=True)  # noqa: E731
    assert "1 message waits" in step("test").content.decode()
    sending.send_due()
    assert "Last message: accepted (HTTP 201)" in client.get(page).content.decode()
    assert "Switched off by an organizer" in step("off").content.decode()
    assert "Switched off by an organizer" not in step("on").content.decode()
    htmx = {"HX-Request": "true"}
    old = webhook.secret
    answer = client.post(reverse("webhook_secret", args=[webhook.pk]), headers=htmx)
    webhook.refresh_from_db()
    assert old != webhook.secret
    swap = [answer[f"HX-{name}"] for name in ("Retarget", "Reselect", "Reswap")]
    assert swap == ["main", "main", "outerHTML"]
    assert webhook.secret in answer.content.decode()
    refused = client.post(page, {"url": "nonsense"})
    assert (refused.status_code, "begins with https://" in refused.content.decode()) == (422, True)
    assert "message waits" not in step("remove").content.decode()
    assert Webhook.objects.count() == 0


def test_a_page_lists_what_was_sent_and_sends_what_waits_at_once(
    club: Club, service: PushService, client: Client, django_assert_max_num_queries: Any
) -> None:
    league = club.league_of("a1", "b1", "a2", "b2")
    cup = club.with_entries(2, league=league, name="Cup of cups")
    webhook = added(club, league, service)
    start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 300)
    service.answers["/one?key=geheim"] = 302
    sending.send_due()
    page = reverse("league_webhooks", args=[league.slug])
    client.force_login(club.organizer)
    shown = client.get(page).content.decode()
    assert [
        words in shown
        for words in (
            "Last message: redirected elsewhere (HTTP 302)",
            "This address leads elsewhere",
            "Result recorded",
            "Cup of cups",
            match.get_absolute_url(),
            "Redirected elsewhere (HTTP 302)",
        )
    ] == [True] * 6
    service.answers.clear()
    again = reverse("webhook_step", args=[webhook.pk, "again"])
    assert client.post(again, follow=True).status_code == 200
    assert sending.send_due() == 1
    assert "Nothing waits for this webhook" in client.post(again, follow=True).content.decode()
    for _each in range(services.KEPT + 2):
        services.send_test(webhook_id=webhook.pk, by=club.organizer)
        sending.send_due()
    kept = list(webhook.deliveries.order_by("pk"))
    assert len(kept) == services.KEPT
    assert {(one.waits, one.attempts, one.event) for one in kept} == {(False, 1, "test")}
    with django_assert_max_num_queries(40):
        client.get(page)
    # Who may not see the tournament reads nothing about it.
    Delivery.objects.filter(pk=kept[-1].pk).update(
        tournament=club.tournament(name="Hidden"), event="result.voided"
    )
    eve = club.player("eve")
    join_league(league_id=league.pk, user=eve)
    members.set_role(league_id=league.pk, by=club.organizer, user_id=eve.pk, role="organizer")
    seen = services.deliveries_to(eve).filter(webhook=webhook)
    assert seen.count() == services.KEPT - 1


def test_every_address_of_a_host_is_tried_in_turn(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(service.url.rpartition(":")[2])
    there = [("127.0.0.2", port), ("127.0.0.1", port)]
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", at) for at in there]
    resolve = socket.getaddrinfo

    def resolved(host: str, *args: Any, **kwargs: Any) -> Any:
        return found if host == "hooks.example.org" else resolve(host, *args, **kwargs)

    monkeypatch.setattr("socket.getaddrinfo", resolved)
    url = f"http://hooks.example.org:{port}/x"
    assert endpoints.post(url, b"{}", {"Content-Length": "2"}) == 201
    assert [path for path, _headers, _body in service.sent] == ["/x"]
    del found[1]
    with pytest.raises(ConnectionRefusedError):
        endpoints.post(url, b"{}", {"Content-Length": "2"})
