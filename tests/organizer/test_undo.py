"""The desk takes back what can be undone, from the toast and from the log; and a table that stands still is a decision."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages

from games import engine
from games.ratings.models import RatedResult
from games.tables import services as tables
from games.tables.models import Table
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from tests.events import shared
from tests.events.conftest import Club
from tests.organizer.test_desk import address, board, checking, come, press
from tests.support.squeezed import squeezed
from tournaments.events.actions import decisions, entering, lifecycle, partners
from tournaments.events.actions.night import tables as arbiter
from tournaments.events.draw import seeding
from tournaments.events.entries import waiting
from tournaments.events.models import Match, MatchTable, SubstituteOffer, Tournament
from tournaments.events.queries.evening import evening_of
from tournaments.organizer.desk.page import desk_of
from tournaments.organizer.desk.scopes import Scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(client: Any, club: Club) -> Any:
    """The organizer, signed in."""
    client.force_login(club.organizer)
    return club.organizer


def answer(client: Any, match: Match, what: str, **values: str) -> str:
    """Answer a question about a match's table; return the undo that the next page offers in its toast, and the desk too."""
    cup = match.tournament
    key = match.table_rows.last().pk
    page = f"/organize/tournaments/{cup.slug}/tables/{what}/{key}/"
    asked = client.get(page).content.decode()
    seen = re.findall(r'name="seen" value="([^"]*)"', asked)
    said = {"seen": seen[0] if seen else "", "reason": "x", **values}
    return offered(client, cup, client.post(page, said, follow=True))


def offered(client: Any, cup: Tournament, page: Any) -> str:
    """Return the undo that a page offers in its toast, and the desk too."""
    (key,) = re.findall(r'/undo/(\d+)/"', page.content.decode().partition('id="toast"')[2])[:1]
    assert f'value="undo {key}"' in client.get(address(cup)).content.decode()
    return f"undo {key}"


def newest() -> AuditEntry:
    return AuditEntry.objects.order_by("-pk")[0]


@pytest.mark.slow
def test_what_an_arbiter_did_at_a_table_is_taken_back(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(2, turn_seconds=30, bank_seconds=60)
    (match,) = club.in_play(cup)
    come(match)
    table = Table.objects.get(pk=match.table_id)
    ends = table.deadline
    said = {
        "pause": ({}, "resumed a table"),
        "time": ({"to": "turn", "minutes": "2"}, "took added time of a turn back"),
        "bank": ({"to": "0", "minutes": "3"}, "took added time of time banks back"),
    }
    for what, (values, words) in said.items():
        undo = answer(client, match, what.replace("bank", "time"), **values)
        assert words in press(client, cup, undo)
        assert "refused" not in press(client, cup, undo)
        assert f'value="{undo}"' not in client.get(address(cup)).content.decode()
    table.refresh_from_db()
    assert (table.paused_at, table.seats.get(index=0).bank_left) == (None, 60)
    assert table.deadline - ends < timedelta(seconds=30)
    # A bank that was drawn on stays as it is.
    undo = answer(client, match, "time", to="0", minutes="3")
    table.seats.filter(index=0).update(bank_left=100)
    Table.objects.update(version=99)
    assert "has used that time already" in press(client, cup, undo)


@pytest.mark.slow
def test_a_replacement_and_a_request_are_taken_back(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    come(match)
    seat = match.table.seats.get(index=2)
    club.player("zoe")
    undo = answer(client, match, "replace", out=str(seat.user_id), username="zoe")
    assert "cancelled a request to substitute" in press(client, cup, undo)
    assert SubstituteOffer.objects.get().status == "withdrawn"
    undo = answer(client, match, "replace", out=str(seat.user_id), username="ann")
    assert "gave a replaced player the seat back" in press(client, cup, undo)
    assert match.table.seats.get(index=2).user == seat.user


@pytest.mark.slow
def test_seeds_and_a_removed_entry_are_taken_back(client: Any, club: Club, ann: Any) -> None:
    cup = club.open(seeding="hand")
    first, second = (club.enter_pair(cup, f"a{number}", f"b{number}") for number in (1, 2))
    for seeds in ({first.pk: 1, second.pk: 2}, {first.pk: 2, second.pk: 1}):
        seeding.set_seeds(tournament_id=cup.pk, by=ann, seeds=seeds)
    undo, older = (
        f"undo {one.pk}"
        for one in AuditEntry.objects.filter(verb="tournament.seeded").order_by("-pk")
    )
    shown = client.get(address(cup)).content.decode()
    assert (f'value="{undo}"' in shown, f'value="{older}"' in shown) == (True, False)
    assert "set the seeds" in press(client, cup, undo)
    first.refresh_from_db()
    assert first.hand_seed == 1
    assert "The seeds have changed since." in press(client, cup, undo)
    entering.remove_entry(entry_id=first.pk, by=ann, reason="A mistake")
    undo = f"undo {newest().pk}"
    assert f'value="{undo}"' in client.get(address(cup)).content.decode()
    assert "put an entry back: a1 &amp; b1" in press(client, cup, undo)
    first.refresh_from_db()
    assert first.status == "entered"
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()


def test_a_made_pair_is_taken_back(client: Any, club: Club, ann: Any) -> None:
    cup = club.open()
    alone = [
        entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
        for name in ("amy", "bob")
    ]
    first, second = (f"single:{one.pk}" for one in alone)
    partners.make_pair(tournament_id=cup.pk, by=ann, first=first, second=second)
    undo = f"undo {newest().pk}"
    assert f'value="{undo}"' in client.get(address(cup)).content.decode()
    assert "split a pair" in press(client, cup, undo)
    assert cup.singles.filter(status="waiting").count() == 2
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()


def by_page(client: Any, cup: Tournament, path: str, **values: str) -> tuple[str, str]:
    """Do something on the tournament's page; return the address in the toast that follows, and the toast's words."""
    page = client.post(f"/organize/tournaments/{cup.slug}/{path}", values, follow=True)
    toast = page.content.decode().partition('id="toast"')[2].partition("</main>")[0]
    (words,) = re.findall(r"<span>(.*?)</span>", toast, re.S)[:1]
    return re.findall(r'action="(/organize/[^"]+/undo/\d+/)"', toast)[0], words


def undone(client: Any, undo: str, back: str = "") -> str:
    """Press Undo in a toast; return the words of the page that follows."""
    return squeezed(client.post(undo, {"back": back}, follow=True))


def waiting_names(cup: Tournament) -> list[str]:
    return [one.name for one in waiting.queue(cup)]


@pytest.mark.slow
def test_places_on_the_waiting_list_are_given_back(client: Any, club: Club, ann: Any) -> None:
    cup = club.open(max_entries=2, waiting_list=True)
    for number in (1, 2, 3):
        club.enter_pair(cup, f"a{number}", f"b{number}")
    alone = {
        name: entering.enter(tournament_id=cup.pk, user=club.player(name), alone=True)
        for name in ("amy", "bob", "cid")
    }
    first, second, third = (f"single:{one.pk}" for one in alone.values())
    came = ["a3 & b3", "amy", "bob", "cid"]
    assert waiting_names(cup) == came
    move, _words = by_page(client, cup, "waiting/up/", place=third, above=first)
    assert waiting_names(cup) == ["a3 & b3", "cid", "amy", "bob"]
    # The pair gets the first place of the two; undone, both get their own.
    pair, words = by_page(client, cup, "pairs/", first=first, second=third)
    assert (words, waiting_names(cup)) == (
        "amy &amp; cid are a pair.",
        ["a3 & b3", "amy & cid", "bob"],
    )
    assert "split a pair" in undone(client, pair)
    assert waiting_names(cup) == ["a3 & b3", "cid", "amy", "bob"]
    again, _words = by_page(client, cup, "waiting/up/", place=second, above=first)
    assert "has been ordered anew since" in undone(client, move)
    undone(client, again)
    assert "ann moved an entry back in the waiting list: cid" in undone(client, move)
    assert waiting_names(cup) == came
    # Somebody who entered alone is put back where they came.
    removed, _words = by_page(client, cup, f"alone/{alone['amy'].pk}/", reason="Twice")
    assert waiting_names(cup) == ["a3 & b3", "bob", "cid"]
    assert "put an entry back: amy" in undone(client, removed)
    assert waiting_names(cup) == came
    # Whoever enters in another way meanwhile can't be put back.
    removed, _words = by_page(client, cup, f"alone/{alone['amy'].pk}/", reason="Twice")
    entering.enter(tournament_id=cup.pk, user=club.player("amy"), alone=True)
    assert "amy has entered in another way since." in undone(client, removed)


@pytest.mark.slow
def test_a_split_pair_and_a_substitute_are_taken_back(client: Any, club: Club, ann: Any) -> None:
    cup = club.open(seeding="hand", max_entries=2, waiting_list=True)
    entry, other = (club.enter_pair(cup, f"a{number}", f"b{number}") for number in (1, 2))
    seeding.set_seeds(tournament_id=cup.pk, by=ann, seeds={entry.pk: 2, other.pk: 1})
    split, _words = by_page(client, cup, f"entries/{entry.pk}/split/")
    log = f"/organize/tournaments/{cup.slug}/log/?kind=entries"
    assert f'action="{split}"' in client.get(log).content.decode()
    # Undone on the page of the log, one returns to it.
    assert client.post(split, {"back": log}).url == log
    assert client.post(split, {"back": "//elsewhere.example"}).url.endswith(f"/{cup.slug}/")
    assert "ann made a pair of two people: a1 &amp; b1" in squeezed(client.get(log))
    # Of two lines about the same thing only the newer one can be undone.
    again, _words = by_page(client, cup, f"entries/{entry.pk}/split/")
    page = client.get(log).content.decode()
    assert (page.count(f'action="{again}"'), page.count(f'action="{split}"')) == (1, 0)
    assert "ann made a pair" in undone(client, again, log)
    entry.refresh_from_db()
    assert (entry.status, entry.hand_seed, cup.singles.filter(status="teamed").count()) == (
        "entered", 2, 2,
    )  # fmt: skip
    zoe = entering.enter(tournament_id=cup.pk, user=club.player("zoe"), alone=True)
    values = {"out": str(club.player("b1").pk), "username": "zoe", "reason": "Ill"}
    put, words = by_page(client, cup, f"entries/{entry.pk}/substitute/", **values)
    assert (words, waiting_names(cup)) == ("zoe plays from the next table on.", [])
    assert "gave a replaced player the place of zoe back: b1" in undone(client, put)
    entry.refresh_from_db()
    assert (entry.name, waiting_names(cup)) == ("a1 & b1", ["zoe"])
    # Once the substitute sits at a table, it holds.
    put, _words = by_page(client, cup, f"entries/{entry.pk}/substitute/", **values)
    lifecycle.start_now(tournament_id=cup.pk, by=ann)
    assert "zoe already sits at a table." in undone(client, put)
    zoe.refresh_from_db()
    assert zoe.status == "teamed"


@pytest.mark.slow
def test_a_forfeit_is_taken_back(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(4, no_show="forfeit", grace_minutes=10)
    match, _other = club.in_play(cup)
    come(match, match.table.seats.get(index=0).name)
    page = address(cup, f"forfeit/{match.pk}/")
    (seen,) = re.findall(r'name="seen" value="([^"]+)"', client.get(page).content.decode())
    undo = offered(client, cup, client.post(page, {"seen": seen}, follow=True))
    assert "had a match replayed" in press(client, cup, undo)
    match.refresh_from_db()
    assert (match.status, Table.objects.filter(status="open").count()) == ("playing", 2)
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()


def desk_undo(client: Any, cup: Tournament, page: str, **values: str) -> str:
    """Answer a question that the desk asks in its dialog; return the undo that its toast then offers."""
    asked = client.get(page).content.decode()
    version = re.findall(r'name="expected_version" value="([^"]*)"', asked)
    said = {"expected_version": version[0] if version else "", "reason": "x", **values}
    at_desk = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address(cup)}"}
    shown = client.post(page, said, headers=at_desk)
    assert shown["HX-Refresh"] == "true"
    assert next(iter(get_messages(shown.wsgi_request))).message.startswith("Round 1, table ")
    return offered(client, cup, client.get(address(cup)))


@pytest.mark.slow
def test_an_award_on_a_table_in_play_is_taken_back_and_the_game_goes_on(
    client: Any, club: Club, ann: Any
) -> None:
    cup = club.started(4, turn_seconds=30, match_minutes=60)
    match, _other = club.in_play(cup)
    come(match)
    before = Table.objects.get(pk=match.table_id)
    undo = desk_undo(client, cup, address(cup, f"award-0/{match.pk}/"))
    match.refresh_from_db()
    assert (match.status, Table.objects.get(pk=before.pk).status) == ("done", "abandoned")
    page = f"/organize/tournaments/{cup.slug}/matches/{match.pk}/"
    assert "The game goes on at its table, where it stopped." in squeezed(client.get(page))
    club.hands.forward(100)
    assert "undid a decision about a match" in press(client, cup, undo)
    assert "That was done already." in press(client, cup, undo)
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()
    match, table = Match.objects.get(pk=match.pk), Table.objects.get(pk=before.pk)
    assert (match.status, table.status, table.state) == ("playing", "playing", before.state)
    assert (table.finished_at, table.result, table.paused_at) == (None, None, None)
    assert timedelta(seconds=25) < table.deadline - now() <= timedelta(seconds=30)
    assert table.last_hand_after - before.last_hand_after >= timedelta(seconds=100)
    assert [one.current for one in match.results.all()] == [False]
    # It is played to its end there, and its result is the next version.
    shared.play(match)
    assert [(one.version, one.kind, one.current) for one in match.results.order_by("version")] == [
        (1, "forfeit", False), (2, "played", True),
    ]  # fmt: skip
    assert "no game that could go on" in press(client, cup, undo)


@pytest.mark.slow
def test_a_corrected_score_is_taken_back_after_the_end_too(
    client: Any, club: Club, ann: Any
) -> None:
    cup = club.started(2, format="swiss", rounds=1)
    (match,) = club.in_play(cup)
    club.finish(match, 500, 100)
    page = f"/organize/tournaments/{cup.slug}/matches/{match.pk}/ask/score/"
    first = {"g1-0": "100", "g1-1": "500", "g1-hands": "8"}
    undo = desk_undo(client, cup, page, **first)
    told = squeezed(press(client, cup, undo))
    assert f"undid a decision about a match: 1.1 {match.title.replace('&', '&amp;')}" in told
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()
    history = squeezed(client.get(f"/organize/tournaments/{cup.slug}/"))
    assert f"entered the score of a match · <bdi>1.1 {match.title.replace('&', '&amp;')}" in history
    counts = [one.current for one in match.results.order_by("version")]
    now_ = match.results.get(current=True).scores.order_by("side__index")
    assert (counts, [one.points for one in now_]) == ([False, False, True], [500, 100])
    # What another decision has replaced meanwhile, or a later version, isn't offered.
    undo = desk_undo(client, cup, page, **first)
    decisions.decide_match(match_id=match.pk, by=ann, winner=1, reason="They left.")
    desk = client.get(address(cup)).content.decode()
    assert (f'value="{undo}"' in desk, f'value="undo {newest().pk}"' in desk) == (False, True)
    assert "decided a match: <bdi>1.1</bdi>" in desk


@pytest.mark.slow
def test_a_replay_from_a_hand_is_taken_back_while_no_card_is_played(
    client: Any, club: Club, ann: Any
) -> None:
    rules = engine.preset("cardgames_io", max_hands=4, target=None)
    cup = club.started(4, rules=rules)
    running, over = club.in_play(cup)
    come(running)
    shared.play(over)
    for match in (running, over):
        before, kept = Table.objects.get(pk=match.table_id), decisions.version_of(match)
        (old,) = match.counting
        again = f"/organize/tournaments/{cup.slug}/tables/again/{old.pk}/"
        assert "A card was exposed." in client.get(again).content.decode()
        undo = desk_undo(client, cup, again, hand="1")
        new = MatchTable.objects.get(continues=old)
        called = f"Round 1, match {match.number}, replayed"
        assert called in client.get(address(cup, "?tab=tables")).content.decode()
        assert "took back that a table plays again from a hand" in press(client, cup, undo)
        assert "That was done already." in press(client, cup, undo)
        assert f'value="{undo}"' not in client.get(address(cup)).content.decode()
        match, table = Match.objects.get(pk=match.pk), Table.objects.get(pk=before.pk)
        assert ([at.pk for at in match.counting], match.status) == (
            [old.pk], "playing" if match == running else "done",
        )  # fmt: skip
        assert (table.status, table.state) == (before.status, before.state)
        assert Table.objects.get(pk=new.table_id).status == "abandoned"
        assert decisions.version_of(match) == (kept and kept + 1)
    assert [one.is_void for one in RatedResult.objects.all()] == [False]
    # Once a card is played at the new table, the replay holds.
    undo = desk_undo(client, cup, again, hand="2")
    match = Match.objects.get(pk=over.pk)
    come(match)
    act(match, "bid", "play")
    assert f'value="{undo}"' not in client.get(address(cup)).content.decode()
    assert "A card has been played at the new table" in press(client, cup, undo)
    assert Match.objects.get(pk=over.pk).status == "playing"


def act(match: Match, *phases: str) -> None:
    """Let everybody at a match's table act once in these phases."""
    for phase in phases:
        for _seat in range(4 if phase == "bid" else 1):
            table = Table.objects.get(pk=match.table_id)
            state = engine.restore({**table.state, "rules": table.rules})
            assert state.phase == phase
            seat = table.seats.get(index=state.to_act[0])
            tables.submit_action(
                table_id=table.pk, user=seat.user, action=engine.legal_actions(state, seat.index)[0],
                action_id=f"{table.version}", expected_version=table.version,
            )  # fmt: skip


@pytest.mark.slow
def test_a_table_that_stands_still_is_a_decision(
    client: Any, club: Club, ann: Any, rf: Any
) -> None:
    cup = club.started(10, turn_seconds=30, bank_seconds=900)
    for match in club.in_play(cup):
        come(match)
    club.hands.forward(100)
    desk = desk_of([Scope(cup)], {}, rf.get("/"), club.organizer)
    stalled = [one for one in desk.decisions if "still" in one.what]
    assert [one.what for one in stalled] == [
        "Table 1.1 stands still", "Table 1.2 stands still", "Table 1.3 stands still",
        "2 more tables stand still",
    ]  # fmt: skip
    first = stalled[0]
    assert [one.label for one in first.remedies] == [
        "Call", "Add time", "Pause", "Replace", "Forfeit", "Decide",
    ]  # fmt: skip
    (row, *_rest) = evening_of([cup], now()).tables
    assert first.detail.startswith(f"{row.at_turn} is late")
    call = squeezed(client.get(first.remedies[0].address))
    assert "It’s your turn: please play" in call
    replace = client.get(first.remedies[3].address).content.decode()
    (chosen,) = re.findall(r'<option value="\d+" selected>([^<]+)', replace)
    assert chosen == row.at_turn
    forfeit = squeezed(client.get(first.remedies[4].address))
    assert f"do {row.sides[1 - row.late_side].replace('&', '&amp;')} win?" in forfeit


@pytest.mark.slow
def test_a_question_that_comes_too_late_says_so(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(4, no_show="forfeit", grace_minutes=10)
    match, other = club.in_play(cup)
    come(match)
    tables_of = f"/organize/tournaments/{cup.slug}/tables"
    (at,) = match.counting

    def late(page: str) -> str:
        shown = squeezed(client.get(page))
        found = re.findall(r"This comes too late, so nothing is done\. ([^<]*)", shown)
        question = shown.partition('id="question"')[2].partition("</section>")[0]
        assert ("<form" in question) == (not found)
        return found[0] if found else ""

    assert late(f"{tables_of}/pause/{at.pk}/") == ""
    arbiter.pause(at_id=at.pk, reason="A question", by=ann)
    assert late(f"{tables_of}/pause/{at.pk}/").startswith(
        "This table is paused already: “A question”"
    )
    arbiter.resume(at_id=at.pk, by=ann)
    assert late(f"{tables_of}/resume/{at.pk}/") == "This table isn’t paused."
    assert late(address(cup, f"forfeit/{match.pk}/")) == (
        "Nobody is missing at this match any more."
    )
    assert late(address(cup, "call/all/")) == ""
    decisions.replay_from_hand(at_id=at.pk, hand=1, by=ann, reason="x")
    for what in ("pause", "time", "replace", "again"):
        assert late(f"{tables_of}/{what}/{at.pk}/") == (
            "This table no longer counts: the match goes on at another one."
        )
    # A decision that somebody else has made isn't overwritten unseen.
    decisions.decide_match(match_id=other.pk, by=ann, winner=1, reason="x")
    shown = squeezed(client.get(address(cup, f"award-0/{other.pk}/")))
    assert f"Now: {other.side_names[1].replace('&', '&amp;')} win by forfeit." in shown
    # The round is over for it.
    decisions.decide_match(match_id=match.pk, by=ann, winner=1, reason="x")
    assert late(address(cup, f"replay/{other.pk}/")).startswith("Only a match of the current round")
    assert late(address(cup, "start/now/")).startswith("Only a tournament whose registration")


@pytest.mark.slow
def test_players_say_that_they_are_on_the_way(client: Any, club: Club, ann: Any) -> None:
    cup = checking(club)
    entry = cup.entries.order_by("pk")[0]
    client.force_login(club.player("a1"))
    page = cup.get_absolute_url()
    assert "I’m on the way" in client.get(page).content.decode()
    for _again in range(2):
        client.post(f"{page}on-the-way/")
    assert "You said that you are on the way:" in squeezed(client.get(page))
    entry.refresh_from_db()
    assert entry.checked_in_at is None
    verbs = AuditEntry.objects.filter(verb="tournament.said_on_the_way")
    assert [one.actor for one in verbs] == [club.player("a1")]
    client.force_login(ann)
    assert ("a1 & b1", "on the way") in board(client, cup)
    desk = squeezed(client.get(address(cup)))
    assert "said that they are on the way" in desk
    client.force_login(club.player("zoe"))
    refused = client.post(f"{page}on-the-way/", follow=True)
    assert "You aren’t entered" in refused.content.decode()


def test_a_substitute_is_named_from_the_desk(client: Any, club: Club, ann: Any) -> None:
    cup = checking(club)
    entry = cup.entries.order_by("pk")[0]
    club.player("zoe")
    page = address(cup, f"put/{entry.pk}/")
    assert f"./put/{entry.pk}/" in client.get(address(cup)).content.decode()
    assert "They play in the entry from its next table on." in squeezed(client.get(page))
    values = {"out": str(club.player("b1").pk), "username": "zoe", "reason": "Ill"}
    assert client.post(page, values).status_code == 302
    offer = SubstituteOffer.objects.get()
    assert (offer.out, offer.into, offer.match) == (club.player("b1"), club.player("zoe"), None)


@pytest.mark.slow
def test_an_arbiter_has_the_controls_at_the_table_itself(client: Any, club: Club, ann: Any) -> None:
    cup = club.started(2)
    (match,) = club.in_play(cup)
    come(match)
    table = match.table.get_absolute_url()

    def controls() -> list[str]:
        bar = client.get(table).content.decode().partition('class="arbiter-bar"')[2]
        return re.findall(r'href="([^"]+)">([^<]+)</a>', bar.partition("</nav>")[0])

    found = {label: url for url, label in controls()}
    assert [*found] == ["Pause", "Add time", "Write", "Replace", "Decide", "Desk"]
    asked = client.get(found["Pause"]).content.decode()
    (form,) = re.findall(r'action="([^"]+tables/pause[^"]+)"', asked)
    assert client.post(form, {"reason": "A question"}).url == table
    assert controls()[0][1] == "Resume"
    # Not for its players, nor for anybody else.
    for name in ("a1", "zoe"):
        client.force_login(club.player(name))
        assert controls() == []
    client.logout()
    assert controls() == []
