"""The desk: who is there, what is in play, what needs a decision; and that every press does what it says, or says why not."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from games.tables import services as tables
from games.tables.models import Table
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from spades_site.common.people.by_name import plain
from spades_site.notices.models import Notice
from tests.events.conftest import Club
from tests.events.teams import begun
from tests.support.squeezed import squeezed
from tournaments.events import advance
from tournaments.events.actions import entering, importing, lifecycle
from tournaments.events.actions.night import absences
from tournaments.events.actions.night.tables import pause
from tournaments.events.entries import by_name, substitutes
from tournaments.events.matches import disputes
from tournaments.events.models import Match, SubstituteOffer, Tournament, TournamentRole
from tournaments.events.queries.evening import evening_of
from tournaments.events.queries.evening_rows import State
from tournaments.organizer.desk.page import desk_of
from tournaments.organizer.desk.scopes import Scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(client: Any, club: Club) -> Any:
    """The organizer, signed in."""
    client.force_login(club.organizer)
    return club.organizer


def address(cup: Tournament, rest: str = "") -> str:
    return f"/organize/tournaments/{cup.slug}/desk/{rest}"


def checking(club: Club, number: int = 4) -> Tournament:
    cup = club.with_entries(number, check_in_minutes=10)
    club.hands.forward(51 * 60)
    advance.advance(cup.pk)
    cup.refresh_from_db()
    return cup


def test_a_room_has_its_tables_on_the_desk_until_their_scores_are_in(
    client: Any, club: Club, ann: Any
) -> None:
    cup = club.open(league=club.league_of(), where="room")
    names = "*Otto 1,*Ida 1\n*Otto 2,*Ida 2\n*Otto 3,*Ida 3\n*Otto 4,*Ida 4"
    importing.import_entries(tournament_id=cup.pk, by=ann, text=names)
    lifecycle.start_now(tournament_id=cup.pk, by=ann)
    desk = client.get(address(cup)).context["desk"]
    assert [(row.one.number, len(row.one.sides)) for row in desk.room] == [(1, 2), (2, 2)]
    assert (desk.decisions, desk.evening.tables) == ([], [])
    ask = f"/organize/tournaments/{cup.slug}/matches/{desk.room[0].one.match}/ask/score/"
    form = client.get(ask).context["form"]
    assert form.fields["reason"].widget.suggestions == ("Played in the room",)
    said = {"g1-0": "510", "g1-1": "320", "g1-hands": "8", "reason": "Played in the room"}
    client.post(ask, said | {"expected_version": "0"})
    desk = client.get(address(cup)).context["desk"]
    assert [row.one.number for row in desk.room] == [2]
    assert client.get("/organize/desk/").context["desk"].room[0].scope.name == "Cup"


def come(match: Match, *names: str) -> None:
    for seat in match.table.seats.select_related("user"):
        if not names or seat.name in names:
            tables.arrive(table_id=match.table_id, user=seat.user, salt_hash="")


def press(client: Any, cup: Tournament, value: str) -> str:
    """Press a button of the desk, as htmx does; return the toast."""
    page = client.post(address(cup, "do/"), {"do": value}, headers={"HX-Request": "true"})
    assert page.status_code == 200
    return re.sub(r"\s+", " ", page.content.decode().partition('id="toast"')[2])


def board(client: Any, cup: Tournament, query: str = "") -> list[tuple[str, str]]:
    """Return the entries that the attendance board lists, each with its state."""
    page = client.get(address(cup, query))
    part = page.content.decode().partition('id="people"')[2].partition('id="tables"')[0]
    rows = re.findall(
        r"<li>.*?<bdi>(.*?)</bdi>\s*<span class=\"badge[^>]*>(.*?)</span>", part, re.S
    )
    return [(name.replace("&amp;", "&"), state) for name, state in rows]


@pytest.mark.slow
def test_attendance_during_check_in(client: Any, club: Club, ann: Any) -> None:
    cup = checking(club)
    first, second, *_rest = (f"entry:{one.pk}" for one in cup.entries.order_by("pk"))
    assert "a1 &amp; b1" in press(client, cup, f"here {first}")
    press(client, cup, f"way {second}")
    assert board(client, cup) == [
        ("a3 & b3", "absent"), ("a4 & b4", "absent"), ("a2 & b2", "on the way"),
    ]  # fmt: skip
    assert board(client, cup, "?show=present") == [("a1 & b1", "here")]
    assert [name for name, _ in board(client, cup, "?show=all&sort=name")] == [
        f"a{n} & b{n}" for n in (1, 2, 3, 4)
    ]
    assert board(client, cup, "?q=A1") == [("a1 & b1", "here")]
    assert board(client, cup, "?q=A1&show=absent") == []
    found = part_of(client.get(address(cup, "?q=A1&show=absent")).content.decode(), "people")
    assert re.findall(r"(Absent|Present|All) (\d)", found) == [
        ("Absent", "0"), ("Present", "1"), ("All", "1"),
    ]  # fmt: skip
    assert "0 listed. 4 hidden. Show all" in found
    page = client.get(address(cup)).content.decode()
    assert "Missing: 3 of 4 entries" in page


@pytest.mark.slow
def test_tables_are_filtered_sorted_and_counted(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(
        22, format="swiss", rounds=1, max_entries=22, turn_seconds=30, grace_minutes=10
    )
    matches = club.in_play(cup)
    for match in matches[:2]:
        club.finish(match, 500, 100)
    for match in matches[2:4]:
        come(match)
    pause(at_id=matches[3].table_rows.get().pk, reason="Please wait.", by=ann)
    club.hands.forward(200)

    def listed(query: str) -> tuple[list[str], dict[str, int], str]:
        page = client.get(address(cup, query), headers={"HX-Request": "true"}).content.decode()
        shown = part_of(page, "tables")
        chips = re.findall(r"(In play|Stalled|Paused|Waiting|Finished) (\d+)", shown)
        rest = re.search(r"(\d+) hidden\. Show all", shown)
        numbers = re.findall(r'<li class="desk-table.*?num">1\.(\d+)<', page, re.S)
        return numbers, {name: int(count) for name, count in chips}, rest[1] if rest else ""

    counts = {"In play": 9, "Stalled": 1, "Paused": 1, "Waiting": 7, "Finished": 2}
    numbers, chips, rest = listed("")
    assert (set(numbers[:2]), len(numbers), chips, rest) == ({"3", "4"}, 9, counts, "")
    assert listed("?order=number") == ([str(each) for each in range(3, 12)], counts, "")
    assert listed("?state=stalled") == (["3"], counts, "8")
    assert listed("?state=waiting&order=number")[0] == [str(each) for each in range(5, 12)]
    entry = matches[9].entries[0]
    found = {"In play": 1, "Waiting": 1, "Finished": 0}
    assert listed(f"?q={entry.name.split()[0]}") == (["10"], found, "8")
    assert listed(f"?q={matches[1].entries[1].name[:3]}&over=1")[::2] == (["2"], "1")
    # A refresh keeps what was asked for, and a search the order.
    page = client.get(
        address(cup, "?order=number&state=waiting&q=a"), headers={"HX-Request": "true"}
    )
    assert (
        f'hx-get="{address(cup)}?order=number&amp;state=waiting&amp;q=a"' in page.content.decode()
    )
    kept = page.content.decode().partition('id="desk-kept"')[2].partition("</span>")[0]
    assert re.findall(r'name="(\w+)" value="(\w+)"', kept) == [("order", "number")]


@pytest.mark.slow
def test_a_press_can_be_undone_from_the_toast_and_the_log(
    client: Any, club: Club, ann: Any
) -> None:
    cup = checking(club)
    key = f"entry:{cup.entries.order_by('pk')[0].pk}"
    toast = press(client, cup, f"here {key}")
    (undo,) = re.findall(r'value="(undo \d+)"', toast)
    assert f'value="{undo}"' in client.get(address(cup)).content.decode()
    toast = press(client, cup, undo)
    assert "took back a check-in" in toast
    assert len(board(client, cup)) == 4
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()
    assert "done already" in press(client, cup, undo)
    # What was taken back, or pressed by mistake, can be done again in the same way.
    (undo,) = re.findall(r'value="(undo \d+)"', toast)
    assert "checked an entry in" in press(client, cup, undo)
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()
    other = f"entry:{cup.entries.order_by('pk')[1].pk}"
    press(client, cup, f"way {other}")
    (undo,) = re.findall(r'value="(undo \d+)"', press(client, cup, f"stay {other}"))
    assert "is on the way" in press(client, cup, undo)
    assert ("a2 & b2", "on the way") in board(client, cup)


@pytest.mark.slow
def test_the_tables_stalled_first(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(6, no_show="forfeit", grace_minutes=10, turn_seconds=30)
    first, second, third = club.in_play(cup)
    come(first)
    club.hands.forward(100)
    come(second)
    names = [seat.name for seat in third.table.seats.all()]
    come(third, *names[:3])
    evening = evening_of([cup], now())
    assert [(row.match, row.is_stalled, row.waits) for row in evening.tables] == [
        (first.pk, True, False), (second.pk, False, False), (third.pk, False, True),
    ]  # fmt: skip
    assert evening.tables[2].missing == (names[3],)
    assert evening.tables[0].score == (0, 0)
    (away,) = [one for one in evening.people if one.away]
    opened = third.table.created_at
    assert (away.missing, away.due) == ((names[3],), opened + timedelta(minutes=10))
    # One press waits longer; pressed again by another organizer it's the same.
    for _again in range(2):
        press(client, cup, f"extend {third.pk} {away.later}")
    third.refresh_from_db()
    assert third.waits_until is not None
    assert int(third.waits_until.timestamp()) == away.later
    assert "+5 min" in client.get(address(cup)).content.decode()


@pytest.mark.slow
def test_what_sends_mail_or_publishes_asks_first(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(4, no_show="bot", grace_minutes=10)
    match, other = club.in_play(cup)
    names = [seat.name for seat in match.table.seats.all()]
    come(match, names[0], names[2])
    come(other)
    page = client.get(address(cup, "call/all/")).content.decode()
    assert "Call 2 absent people?" in page
    assert Notice.objects.filter(kind="called").count() == 0
    client.post(address(cup, "call/all/"))
    assert Notice.objects.filter(kind="called").count() == 2
    again = client.post(address(cup, "call/all/"))
    assert (again.status_code, b"less than two minutes ago" in again.content) == (422, True)
    asked = client.get(address(cup, f"forfeit/{match.pk}/"))
    seen = asked.context["form"].initial["seen"]
    assert match.title in asked.context["question"].title
    # Somebody comes before it is confirmed: refused in words, nothing done.
    come(match, names[1])
    late = client.post(address(cup, f"forfeit/{match.pk}/"), {"seen": seen})
    assert (late.status_code, b"Who is missing has changed" in late.content) == (422, True)
    seen = client.get(address(cup, f"forfeit/{match.pk}/")).context["form"].initial["seen"]
    done = client.post(address(cup, f"forfeit/{match.pk}/"), {"seen": seen})
    assert (done.status_code, done["Location"]) == (302, address(cup))
    offered = AuditEntry.objects.get(verb="match.absence_forfeit")
    assert f"/undo/{offered.pk}/" in client.get(address(cup)).content.decode()
    match.refresh_from_db()
    assert match.status == Match.Status.DONE


def suggested(form: Any, client: Any, ask: str) -> Any:
    """Answer a question with the reason that it suggests, which its form doesn't hold yet."""
    assert "value=" not in str(form["reason"]).partition("<datalist")[0]
    (reason,) = form.fields["reason"].widget.suggestions
    assert f'<option value="{reason}"></option></datalist>' in str(form["reason"])
    held = {name: form.initial.get(name) or "" for name in form.fields}
    return client.post(ask, {**held, "reason": reason})


@pytest.mark.slow
def test_every_decision_has_its_remedy_in_two_presses(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(6)
    first, second, third = club.in_play(cup)
    club.finish(first, 500, 100)
    loser = first.entries[1].players.order_by("position")[0].user
    disputes.contest(match_id=first.pk, user=loser, text="No.")
    club.abandon(second)
    club.abandon(third)
    found = desk_of_(club, cup)
    assert [one.what.split()[-1] for one in found.decisions[:3]] == [
        "result",
        "abandoned",
        "abandoned",
    ]
    labels = {remedy.label for one in found.decisions for remedy in one.remedies}
    assert {"Let it stand", "Replay"} <= labels
    for one in (found.decisions[0], found.decisions[1]):
        ask = one.remedies[0].address
        assert suggested(client.get(ask).context["form"], client, ask).status_code == 302
    second.refresh_from_db()
    assert (second.status, disputes.Dispute.objects.get().status) == ("playing", "rejected")
    # Pressed again, it is refused in words.
    assert client.post(ask, {"reason": "Again", "expected_version": "0"}).status_code == 422


@pytest.mark.slow
def test_a_match_with_somebody_without_an_account_needs_its_score(
    client: Any, club: Club, ann: Any
) -> None:
    cup = club.open(league=club.league_of("a1", "a2", "b2", "zed"))
    importing.import_entries(tournament_id=cup.pk, by=ann, text="*Otto Meier,a1\na2,b2")
    assert "Score needed" not in {one.what for one in desk_of_(club, cup).decisions}
    lifecycle.start_now(tournament_id=cup.pk, by=ann)
    (match,) = cup.matches.all()
    (found,) = desk_of_(club, cup).decisions
    names = " – ".join(entry.name for entry in match.entries)
    assert (found.what, found.detail, found.is_urgent) == (
        "Score needed",
        f"Round 1, table 1: {names}. Somebody has no account, so no table opened.",
        False,
    )
    (remedy,) = found.remedies
    assert (remedy.label, remedy.leaves) == ("Enter the score", False)
    dashboard = client.get("/organize/").content.decode()
    assert f"Round 1: enter the score of {plain(names)}".replace("&", "&amp;") in dashboard
    # Whoever takes the place, this match still has no table.
    entry = cup.entries.get(players__user__username="a1")
    (person,) = by_name.in_entry(entry)
    substitutes.substitute(
        entry_id=entry.pk, out_id=person.pk, username="zed", by=ann, reason="Ill"
    )
    assert [one.what for one in desk_of_(club, cup).decisions] == ["Score needed"]
    asked = client.get(remedy.address).context["form"]
    held = {name: asked.initial.get(name) or "" for name in asked.fields}
    sent = {**held, "g1-0": "500", "g1-1": "300", "g1-hands": "6", "reason": "Counted"}
    assert client.post(remedy.address, sent).status_code == 302
    assert desk_of_(club, cup).decisions == []


@pytest.mark.slow
def test_a_score_is_needed_once_its_time_has_come(club: Club, ann: Any) -> None:
    cup = club.open(league=club.league_of("a1", "a2", "b2"))
    importing.import_entries(tournament_id=cup.pk, by=ann, text="*Otto Meier,a1\na2,b2")
    lifecycle.start_now(tournament_id=cup.pk, by=ann)
    cup.matches.update(starts_at=now() + timedelta(minutes=5))
    assert desk_of_(club, cup).decisions == []
    club.hands.forward(5 * 60)
    assert [one.what for one in desk_of_(club, cup).decisions] == ["Score needed"]


def desk_of_(club: Club, cup: Tournament) -> Any:
    """Return the desk as a request without filters gets it."""
    cup.refresh_from_db()
    request = RequestFactory().get("/")
    return desk_of([Scope(cup)], {}, request, club.organizer)


@pytest.mark.slow
def test_the_draw_is_confirmed_from_the_desk(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(4, format="swiss", confirm_draws=True)
    ask = desk_of_(club, cup).decisions[0].remedies[0].address
    form = client.get(ask).context["form"]
    assert (
        client.post(ask, {"expected_version": form.initial["expected_version"]}).status_code == 302
    )
    assert cup.rounds.get().status == "playing"


@pytest.mark.slow
def test_a_refresh_is_nothing_where_nothing_is_new(client: Any, club: Club, ann: Any) -> None:
    cup = checking(club)
    part = client.get(address(cup), headers={"HX-Request": "true"}).content.decode()
    (mark,) = re.findall(r'"seen": "(\w+)"', part)
    # The heading's status is refreshed with the desk.
    status = part.partition('<span id="desk-status" hx-swap-oob="true">')[2]
    assert re.findall(r">([^<]*)</span>", status) == ["check-in open"]
    assert client.get(address(cup)).content.decode().count('id="desk-status"') == 1
    poll = {"path": address(cup, f"?seen={mark}"), "headers": {"HX-Request": "true"}}
    assert client.get(**poll).status_code == 204
    press(client, cup, f"here entry:{cup.entries.order_by('pk')[0].pk}")
    assert client.get(**poll).status_code == 200


@pytest.mark.slow
def test_nonsense_is_not_found(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(2)
    match = club.in_play(cup)[0]
    for value in ("", "x", "undo 0", "undo", "extend 0 1", "extend x"):
        assert client.post(address(cup, "do/"), {"do": value}).status_code == 404
    for rest in (
        "x/1/",
        f"award-2/{match.pk}/",
        "forfeit/0/",
        "stand/0/",
        "call/entry:0/",
        "start/x/",
    ):
        assert client.get(address(cup, rest)).status_code == 404
    said = press(client, cup, "here entry:0")
    assert "check-in is over" in said
    assert "an hour at most" in press(client, cup, f"extend {match.pk} {10**17}")


def part_of(page: str, part: str) -> str:
    """Return the text of a column of the desk."""
    own = page.partition(f'id="{part}-title"')[2].partition("</section>")[0]
    own = own.replace("&nbsp;", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", own)).replace("&amp;", "&")


def test_starting_with_over_half_absent_is_warned_of(client: Any, club: Club, ann: Any) -> None:
    cup = checking(club)
    asked = part_of_question(client.get(address(cup, "start/now/")).content.decode())
    assert "Over half are absent: 0 of 4 entries would play." in asked
    assert "Absent: a1 & b1 , a2 & b2 , a3 & b3 , a4 & b4" in asked
    for one in cup.entries.order_by("pk")[:2]:
        press(client, cup, f"here entry:{one.pk}")
    asked = part_of_question(client.get(address(cup, "start/now/")).content.decode())
    assert ("Over half" in asked, "Absent: a3 & b3 , a4 & b4" in asked) == (False, True)


def part_of_question(page: str) -> str:
    own = page.partition('id="question"')[2].partition("</section>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", own)).replace("&amp;", "&")


@pytest.mark.slow
def test_one_desk_for_the_tournaments_of_an_evening(client: Any, club: Club, ann: Any) -> None:
    pairs = club.started(4, name="Pairs", no_show="forfeit", grace_minutes=10)
    _first, second = club.in_play(pairs)
    come(second)
    night = "/organize/desk/"
    alone = client.get(night).content.decode()
    assert ("Pairs" in part_of(alone, "tables"), "desk-cups" in alone) == (True, False)
    assert "All tournaments tonight" not in client.get(address(pairs)).content.decode()
    starts_at = now() + timedelta(minutes=30, seconds=30)
    swiss = club.open(name="Swiss", starts_at=starts_at, check_in_minutes=30)
    for number in (1, 2):
        club.enter_pair(swiss, f"s{number}", f"t{number}")
    club.hands.forward(60)
    advance.advance(swiss.pk)
    later = club.tournament(name="Later", starts_at=now() + timedelta(days=9))
    assert "All tournaments tonight" in client.get(address(pairs)).content.decode()
    page = client.get(night).content.decode()
    assert later.name not in page
    assert "Swiss · Over half are absent" in part_of(page, "decisions")
    assert "Pairs · They are told at once" in part_of(page, "decisions")
    people = part_of(page, "people")
    assert ("s1 & t1 absent" in people, "Swiss" in people, "Pairs · Table 1.1" in people) == (
        True,
    ) * 3
    assert "Pairs" in part_of(page, "tables")
    # Each tournament says how many decisions it needs, also where the filter leaves another.
    filtered = client.get(f"{night}?of={pairs.slug}").content.decode()
    assert "Swiss" not in part_of(filtered, "people")
    chips = re.sub(r"<[^>]*>", " ", filtered.partition("desk-cups")[2].partition("</nav>")[0])
    assert re.findall(r"(\w+)&nbsp;\s*(\d)", re.sub(r"\s*&nbsp;\s*", "&nbsp;", chips)) == [
        ("Pairs", "1"), ("Swiss", "2"),
    ]  # fmt: skip
    # A press is answered with the same desk, and so is a question.
    place = f"entry:{swiss.entries.order_by('pk')[0].pk}"
    htmx = {"HX-Request": "true"}
    page = client.post(f"{night}do/?show=present", {"do": f"here {place}"}, headers=htmx)
    done = page.content.decode()
    assert "s1 & t1 here Swiss" in part_of(done, "people")
    assert "s1 &amp; t1" in done.partition('id="toast"')[2]
    (undo,) = set(re.findall(r'value="(undo \d+)"', done.partition('id="toast"')[2]))
    client.post(f"{night}do/", {"do": undo}, headers=htmx)
    assert swiss.entries.filter(checked_in_at=None).count() == 2
    asked = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{night}?of={swiss.slug}"}
    called = client.post(address(swiss, "call/all/"), headers=asked)
    assert called["HX-Refresh"] == "true"
    for nonsense in ("here entry:0", "x", "", "undo 0", "extend 0 1"):
        assert client.post(f"{night}do/", {"do": nonsense}).status_code == 404
    with CaptureQueriesContext(connection) as queries:
        client.get(night, headers=htmx)
    assert len(queries) < 12


@pytest.mark.slow
def test_an_arbiters_desk_has_what_arbiters_decide(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(6, no_show="forfeit", grace_minutes=10, turn_seconds=30)
    first, second, third = club.in_play(cup)
    club.abandon(first)
    come(second)
    come(third)
    club.hands.forward(100)
    arbiter = club.player("nora")
    own = third.entries[0].players.order_by("position")[0].user
    for user in (arbiter, own):
        TournamentRole.objects.create(
            tournament=cup, user=user, role="arbiter", at=now(), accepted_at=now()
        )
    client.force_login(arbiter)
    page = client.get(address(cup)).content.decode()
    decisions, tables_ = part_of(page, "decisions"), part_of(page, "tables")
    assert ("A table was abandoned" in decisions, "stands still" in decisions) == (True, True)
    assert ("missing" in decisions, "Write to everybody" in decisions) == (False, False)
    assert tables_.count("Add time") == 2
    assert 'name="do"' not in page
    for asked in ("call/all/", "message/all/", f"forfeit/{second.pk}/", "start/now/"):
        assert client.get(address(cup, asked)).status_code == 404
    replay = address(cup, f"replay/{first.pk}/")
    assert suggested(client.get(replay).context["form"], client, replay).status_code == 302
    assert "had a match replayed" in part_of(client.get(address(cup)).content.decode(), "decisions")
    pressed = client.post(address(cup, "do/"), {"do": "way entry:1"}, follow=True).content.decode()
    assert "Only an organizer of the tournament can do that" in pressed
    bar = client.get(second.table.get_absolute_url()).content.decode()
    assert f'href="{address(cup)}">Desk</a>' in bar.partition('class="arbiter-bar"')[2]
    # About a match of their own side arbiters are offered nothing, and asked nothing.
    client.force_login(own)
    place = f"/organize/tournaments/{cup.slug}"
    Match.objects.filter(pk=third.pk).update(status=Match.Status.UNDECIDED)
    for asked in (
        f"matches/{third.pk}/ask/score/", f"tables/pause/{third.table_rows.get().pk}/",
        f"desk/replay/{third.pk}/", f"desk/award-1/{third.pk}/", "desk/award-1/0/",
    ):  # fmt: skip
        assert client.get(f"{place}/{asked}").status_code == 404
    Match.objects.filter(pk=third.pk).update(status=Match.Status.PLAYING)
    page = client.get(address(cup)).content.decode()
    assert part_of(page, "tables").count("Add time") == 1
    assert f"{third.round.number}.{third.number} stands still" not in part_of(page, "decisions")


@pytest.mark.slow
def test_a_finished_match_is_corrected_in_two_presses(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(4, format="swiss", rounds=1)
    match, other = club.in_play(cup)
    club.finish(match, 500, 100)
    tables_ = part_of(client.get(address(cup)).content.decode(), "tables")
    assert "Finished 1" in tables_
    page = client.get(address(cup, "?over=1")).content.decode()
    names = " – ".join(entry.name for entry in match.entries)
    assert f"{names} 500 – 100" in part_of(page, "tables")
    assert re.findall(r'href="([^"]*/ask/score/)"', page) == [f"./../matches/{match.pk}/ask/score/"]
    # After the last match the tournament is over, and stays on the evening's desk for a while.
    club.finish(other, 500, 100)
    cup.refresh_from_db()
    night = client.get("/organize/desk/?over=1").content.decode()
    assert (cup.status, night.count(">Correct</a>")) == ("finished", 2)
    score = f"/organize/tournaments/{cup.slug}/matches/{match.pk}/ask/score/"
    assert client.get(score).context["question"].title.startswith("Score of")
    with CaptureQueriesContext(connection) as queries:
        client.get(address(cup, "?over=1"), headers={"HX-Request": "true"})
    assert len(queries) < 12


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, 24])
def test_the_desk_takes_under_twelve_queries(
    client: Any, club: Club, ann: Any, number: int
) -> None:
    cup = club.started(number, max_entries=number, no_show="forfeit", grace_minutes=10)
    first, *rest = club.in_play(cup)
    club.abandon(first)
    for match in rest[::2]:
        come(match)
    client.get(address(cup))
    with CaptureQueriesContext(connection) as queries:
        client.get(address(cup), headers={"HX-Request": "true"})
    assert len(queries) == 10


def test_those_in_reserve_are_counted_while_they_can_be_called(club: Club) -> None:
    cup = club.open(no_show="substitute", grace_minutes=10)
    for number in (1, 2):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    assert evening_of([cup], now()).reserve == 0
    cup = lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    come(match, *(seat.name for seat in match.table.seats.all()[:3]))
    assert evening_of([cup], now()).reserve == 1
    gone = match.table.seats.get(index=3).user_id
    absences.settle_absence(match_id=match.pk, how="substitute", seen=[gone], by=club.organizer)
    assert evening_of([cup], now()).reserve == 0


def test_at_a_team_match_both_tables_hide_the_score(club: Club) -> None:
    cup = begun(club)
    for match in club.in_play(cup):
        for at in match.open_tables:
            for seat in at.table.seats.select_related("user"):
                tables.arrive(table_id=at.table_id, user=seat.user, salt_hash="")
    evening = evening_of([cup], now())
    hidden = {(row.is_hidden, row.score, row.at_turn, row.doing) for row in evening.tables}
    assert hidden == {(True, None, "", "")}
    assert {one.state for one in evening.people} == {State.PRESENT}


def test_pairs_at_a_table_are_named_as_they_are(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(2, turn_seconds=30)
    (match,) = club.in_play(cup)
    come(match)
    shown = client.get(address(cup)).content.decode()
    assert "&amp;amp;" not in shown
    assert all(
        f"<bdi>{escape(side)}</bdi>" in shown for side in evening_of([cup], now()).tables[0].sides
    )


def test_h1_no_card_of_a_table_is_on_the_desk(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(2, turn_seconds=30)
    (match,) = club.in_play(cup)
    come(match)

    def mark() -> str:
        part = client.get(address(cup), headers={"HX-Request": "true"}).content.decode()
        return re.findall(r'"seen": "(\w+)"', part)[0]

    before, table = mark(), Table.objects.get(pk=match.table_id)
    public = ("totals", "hand_no", "turn", "phase")
    hidden = table.state.keys() - set(public)
    assert "hands" in hidden
    table.state = dict.fromkeys(hidden) | {name: table.state[name] for name in public}
    table.save(update_fields=["state"])
    assert mark() == before
    table.state["totals"] = [70, 12]
    table.save(update_fields=["state"])
    assert mark() != before


@pytest.mark.slow
def test_a_table_is_paused_resumed_and_given_time_in_two_presses(
    client: Any, club: Club, ann: Any
) -> None:
    cup = club.started(2, turn_seconds=30)
    (match,) = club.in_play(cup)
    come(match)
    key = match.table_rows.get().pk
    table = match.table
    page = f"/organize/tournaments/{cup.slug}/tables/%s/{key}/"

    def offered(where: str) -> list[str]:
        shown = client.get(where).content.decode()
        return re.findall(rf"/tables/(\w+)/{key}/", shown)

    match_page = f"/organize/tournaments/{cup.slug}/matches/{match.pk}/"
    assert offered(address(cup)) == ["pause", "time", "replace", "message"]
    assert offered(match_page) == ["pause", "time", "replace", "message", "again"]
    client.post(page % "pause", {"reason": "A question"})
    table.refresh_from_db()
    assert table.pause_reason == "A question"
    assert offered(address(cup)) == ["resume", "time", "replace", "message"]
    assert offered(match_page) == ["resume", "time", "replace", "message", "again"]
    asked = client.get(page % "time").content.decode()
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', asked)
    ends = table.deadline
    for _again in range(2):
        values = {"seen": seen, "reason": "Lost", "minutes": "2"}
        assert client.post(page % "time", {**values, "to": "turn"}).status_code == 302
        client.post(page % "time", {**values, "to": "all"})
        client.post(page % "time", {**values, "to": "3", "minutes": "5"})
    client.post(page % "resume")
    table.refresh_from_db()
    assert table.paused_at is None
    assert table.deadline - ends > timedelta(minutes=2)
    assert [seat.bank_left for seat in table.seats.all()] == [120, 120, 120, 300]
    wrong = client.post(page % "time", {"reason": "x", "to": "turn", "minutes": "61", "seen": seen})
    assert wrong.status_code == 422
    for nothing in ("nonsense", "time"):
        assert client.get(page.replace(str(key), "0") % nothing).status_code == 404


@pytest.mark.slow
def test_a_player_is_replaced_in_two_presses(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    names = [seat.name for seat in match.table.seats.order_by("index")]
    come(match, *names[:3])
    page = f"/organize/tournaments/{cup.slug}/tables/replace/{match.table_rows.get().pk}/"
    assert (
        page.split("organize")[1][len("/tournaments/cup/") :]
        in client.get(address(cup)).content.decode()
    )
    club.player("zoe")
    shown = client.get(page).content.decode()
    # The one who is missing is chosen already.
    (chosen,) = re.findall(r'<option value="(\d+)" selected>([^<]+)', shown)
    assert chosen[1] == names[3]
    values = {"out": chosen[0], "username": names[0], "reason": "Ill"}
    wrong = client.post(page, values)
    assert wrong.status_code == 422
    assert "already sits at a table of this match" in squeezed(wrong)
    done = client.post(page, {**values, "username": "zoe"}, follow=True)
    sentence = f"zoe is asked, and plays on for {names[3]} after accepting."
    assert sentence in squeezed(done)
    client.force_login(club.player("zoe"))
    home = squeezed(client.get("/"))
    assert f"you are asked to play for {names[3]}" in home
    offer = SubstituteOffer.objects.get()
    asked = squeezed(client.get(match.get_absolute_url()))
    assert f"ann asks you to take over from {names[3]} at the table of round 1 now." in asked
    answer = client.post(f"/tournaments/cup/substitute-offers/{offer.pk}/accept/")
    assert answer.url == match.table.get_absolute_url()
    assert match.table.seats.get(index=3).name == "zoe"


@pytest.mark.slow
def test_players_are_written_to_from_the_desk(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(4)
    match, _other = club.in_play(cup)
    desk = client.get(address(cup)).content.decode()
    for what, people in (
        ("desk/message/all", 8),
        (f"desk/message/{match.round_id}", 8),
        (f"tables/message/{match.table_rows.get().pk}", 4),
    ):
        assert f"{what.removeprefix('desk/')}/" in desk
        page = f"/organize/tournaments/{cup.slug}/{what}/"
        assert f"{people} people get a notice" in client.get(page).content.decode()
        before = Notice.objects.filter(kind="message").count()
        assert client.post(page, {"text": ""}).status_code == 422
        client.post(page, {"text": what})
        assert Notice.objects.filter(kind="message").count() == before + people
    assert client.get(address(cup, "message/0/")).status_code == 404
    # Without JavaScript a question leads back to where it was asked: to the desk with its filters, or the match's page.
    asked = f"/organize/tournaments/cup/tables/message/{match.table_rows.get().pk}/"
    seen = client.get(f"/organize/tournaments/cup/matches/{match.pk}/").content.decode()
    assert (f'href="{asked}?from=match"' in seen, ">Replace</a>" in seen) == (True, True)
    desks = f"{address(cup)}?tab=tables&q=a1"
    for came, there in (
        ("", desks), ("?from=match", f"/organize/tournaments/cup/matches/{match.pk}/"),
    ):  # fmt: skip
        referer = {"Referer": f"http://testserver{there}"}
        form = client.get(asked + came, headers=referer).context["form"]
        assert (form.back, client.post(form.action, {"text": "Hello"}).url) == (there, there)


def test_sixteen_are_checked_in_by_ticks(client: Any, club: Club, ann: Any) -> None:
    cup = checking(club, 16)
    page = client.get(address(cup)).content.decode()
    ticks = re.findall(r'name="tick"\s+value="(entry:\d+)"', page)
    assert len(ticks) == 16
    assert "Tick those who are here first." in press(client, cup, "ticked")
    answer = client.post(
        address(cup, "do/"), {"do": "ticked", "tick": ticks}, headers={"HX-Request": "true"}
    )
    assert "16 checked in." in answer.content.decode()
    assert cup.entries.exclude(checked_in_at=None).count() == 16
    assert 'name="tick"' not in client.get(address(cup)).content.decode()
    unknown = client.post(address(cup, "do/"), {"do": "ticked", "tick": ["entry:999999"]})
    assert unknown.status_code == 404


def test_all_tables_are_stopped_and_go_on_from_the_desk(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(4, format="swiss", rounds=2)
    assert "Stop all tables" not in client.get(address(cup)).content.decode()
    for match in club.in_play(cup):
        come(match)
    assert "Stop all tables" in client.get(address(cup)).content.decode()
    client.post(address(cup, "stop/now/"), {"reason": "A fire"})
    page = client.get(address(cup)).content.decode()
    assert "The tables are stopped" in page
    assert "Stop all tables" not in page
    client.post(address(cup, "go-on/now/"))
    page = client.get(address(cup)).content.decode()
    assert "The tables are stopped" not in page
    assert "Stop all tables" in page


def test_over_half_are_absent_only_before_the_start(client: Any, club: Club, ann: Any) -> None:
    cup = checking(club)
    assert "Over half are absent." in client.get(address(cup)).content.decode()
    begun_cup = club.started(4, name="Other cup")
    page = client.get(address(begun_cup)).content.decode()
    assert "Missing: 4 of 4 entries" in page
    assert "Over half are absent." not in page
