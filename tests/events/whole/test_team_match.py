"""Team matches: two tables at once with the same deals and the sides crossed, from the line-ups to the standings."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from games import engine
from games.engine.scoring import Bid, score_hand
from games.tables.models import SharedDeals, Table
from games.tables.server import autoplay
from games.tables.server.autoplay import play_out
from games.tables.services import arrive
from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import FormsOfPage
from tests.events.teams import ahead, begun, match_of, open_tables, players, team_cup
from tests.support.audited import entries_about
from tests.support.squeezed import squeezed
from tournaments.events import advance
from tournaments.events.actions import decisions, entering, teams
from tournaments.events.actions.decisions import decide_match, replay_match
from tournaments.events.entries import inviting, nominations, substitutes
from tournaments.events.models import Match, MatchTable, Nomination, Tournament
from tournaments.events.queries.next_steps import next_for
from tournaments.events.queries.selectors import match_view, tournament_view
from tournaments.events.scoring import recording
from tournaments.events.scoring.ranking import standings_of
from tournaments.events.scoring.team_scores import difference_of, margin_of
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.team_matches import team_rules
from tournaments.formats.victory_points import victory_points
from tournaments.leagues import teams as league_teams
from tournaments.organizer.forms.offered import team_form
from tournaments.public.feeds.trf import fits

pytestmark = pytest.mark.django_db


def seated(match: Match) -> list[list[str]]:
    """Return the names at each table that counts, by seat."""
    return [
        list(at.table.seats.order_by("index").values_list("name", flat=True))
        for at in match.counting
        if at.table
    ]


def dealt(table: Table) -> list[str]:
    return list(
        table.actions.filter(kind="deal").order_by("version").values_list("text", flat=True)
    )


def come(match: Match, *, but: str = "") -> None:
    """Let everybody come to their tables, except one."""
    for at in match.counting:
        for seat in at.table.seats.select_related("user").exclude(name=but):
            arrive(table_id=at.table.pk, user=seat.user, salt_hash="")


def play(match: Match) -> None:
    """Play both tables to the end by bots' choices for those who came."""
    for at in match.counting:
        play_out(at.table.pk)
        outbox.deliver_due()


def words_of(page: Any) -> str:
    """Return a page's text without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", squeezed(page)).split())


def refusal(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*args, **kwargs)
    return refused.value.code


# ---------------------------------------------------------------------------------------------- a whole match
@pytest.mark.slow
def test_a_team_match_at_two_real_tables(club: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cup, match = ahead(club)
    red = players(club, "Red")
    captain = club.player("red1")
    teams.name_line_up(match_id=match.pk, by=captain, pairs=[red[3:5], red[0:2]])
    match = open_tables(club, cup)
    home, away = (entry.name for entry in match.entries)
    lined_up = {"Red": ("red4 red5", "red1 red2"), "Blue": ("blue1 blue2", "blue3 blue4")}
    (a1, a2), (b1, b2) = lined_up[home], lined_up[away]
    # The home team's first pair sits at 0 and 2, at the other table its second pair at 1 and 3.
    one, two = seated(match)
    assert [f"{t[0]} {t[2]}" for t in (one, two)] == [a1, b2]
    assert [f"{t[1]} {t[3]}" for t in (one, two)] == [b1, a2]
    assert {(at.crossed, at.table.first_dealer, at.table.deals_id) for at in match.counting} == {
        (False, 0, match.tables[0].table.deals_id),
        (True, 0, match.tables[0].table.deals_id),
    }
    rows = {
        at.number: sorted(at.line_up.values_list("user__username", flat=True))
        for at in match.tables
    }
    assert rows == {1: sorted(one), 2: sorted(two)}
    assert [todo.url for todo in next_for(club.player("blue3"))][:1] == [
        next(at.table.get_absolute_url() for at in match.tables if "blue3" in seated(match)[at.number - 1])
    ]  # fmt: skip

    come(match)
    first, second = (at.table for at in match.counting)
    play_out(first.pk)
    outbox.deliver_due()
    match = match_of(cup)
    # One table is over: nobody may see its deals, and the match waits for the other.
    deals = SharedDeals.objects.get()
    assert (match.status, match.results.count(), deals.opened_at) == ("playing", 0, None)
    for viewer in (None, captain, club.player(two[0]), club.organizer):
        client = Client()
        if viewer is not None:
            client.force_login(viewer)
        address = f"{first.get_absolute_url()}record/"
        # Instead of the record the page of the table opens.
        assert client.get(address).status_code == 302, viewer
    # Nor its score, by which the others could choose their risks, nor that it is over.
    first.refresh_from_db()
    score = "{} : {}".format(*first.result["totals"]).replace("-", "−")
    for viewer in (None, club.player(two[0]), club.organizer):
        client = Client()
        if viewer is not None:
            client.force_login(viewer)
        page = words_of(client.get(match.get_absolute_url()))
        assert (score in page, "finished" in page, "in play" in page) == (False, False, True)
        assert page.count("in play") == 3
    assert [
        line.seated for line in tournament_view(cup, club.player(one[0])).rounds[0].matches
    ] == [False]
    assert [
        line.seated for line in tournament_view(cup, club.player(two[0])).rounds[0].matches
    ] == [True]
    # Alike, the tables would be level: the bots choose by their cards alone. Here all choose otherwise.
    with monkeypatch.context() as otherwise:
        otherwise.setattr(
            autoplay, "choice_for", lambda state, seat, **_: max(engine.legal_actions(state, seat))
        )
        play_out(second.pk)
    outbox.deliver_due()
    match = match_of(cup)
    deals.refresh_from_db()
    assert deals.opened_at is not None
    assert dealt(first) == dealt(second)
    assert len(set(dealt(first))) == 12

    result = match.results.get()
    totals = [Table.objects.get(pk=table.pk).result["totals"] for table in (first, second)]
    assert result.points == (totals[0][0] + totals[1][1], totals[0][1] + totals[1][0])
    assert (result.kind, result.hands, len(result.by_hand)) == ("played", 12, 12)
    assert sum(row[0] for row in result.by_hand) == totals[0][0]
    assert sum(row[2] for row in result.by_hand) == totals[1][1]
    margin = result.points[0] - result.points[1]
    assert margin != 0
    assert result.winner == int(margin < 0)
    won = victory_points(margin, 12, 85)
    cup.refresh_from_db()
    points = {row.key: row.points for row in standings_of(cup)}
    assert [points[entry.pk] for entry in match.entries] == list(won)
    assert (cup.status, cup.scoring["spread"]) == ("finished", 85)
    view = match_view(match.pk, captain)
    assert view is not None
    assert [len(side) for side in view.players] == [4, 4]
    page = words_of(Client().get(match.get_absolute_url()))
    assert page.count("neither gets the better deals") == 1
    assert (f"Victory points: {won[0]} : {won[1]}" in page, score in page) == (True, True)
    rows = [
        f"{number} {' '.join(map(str, deal))} {difference_of(deal)}".replace("-", "−")
        for number, deal in enumerate(result.by_hand, start=1)
    ]
    assert [row for row in rows if row not in page] == []
    assert "Game 1" not in page


def test_the_deals_of_a_team_match_by_hand() -> None:
    cup = Tournament(scoring={"spread": 85})
    # Side 0 and side 1 at table 1, then side 0 and side 1 at table 2.
    deals = [(63, 40, -50, 71), (40, 40, 62, 53), (190, -100, 60, -40), (50, 32, 41, 59)]
    assert [difference_of(deal) for deal in deals] == [-98, 9, 390, 0]
    assert margin_of(cup, deals, 4) == 301
    cup.scoring["deal_cap"] = 200
    assert margin_of(cup, deals, 4) == 111


def test_each_deal_is_scored_by_itself() -> None:
    rules = team_rules(engine.preset("classic_blind_nil", max_hands=16))
    assert (rules.blind_nil, rules.bag_limit, rules.overtrick_points) == (None, None, -9)
    bids = [Bid(3), Bid(0), Bid(2), Bid(4)]
    scored = score_hand(
        rules, hand_no=9, bids=bids, tricks=[4, 1, 3, 5], totals=(480, -90), bags=(0, 0)
    )
    ours, theirs = scored.sides
    # 5 made with 2 too many; 4 made with 1 too many, and a nil of 100 broken by one trick, which is a bag too.
    assert (ours.points, theirs.points) == (50 - 18, 40 - 18 - 100)
    assert (ours.bags_after, theirs.bags_after) == (0, 0)


# ------------------------------------------------------------------------------------------- line-ups
def test_line_ups_are_named_by_the_captain_until_the_deadline(club: Any) -> None:
    cup, match = ahead(club)
    red, blue = players(club, "Red"), players(club, "Blue")
    captain, coach, ann = club.player("red1"), club.player("redcoach"), club.organizer
    pairs = [red[0:2], red[2:4]]

    def said(by: Any, *pairs: Any) -> str:
        return refusal(teams.name_line_up, match_id=match.pk, by=by, pairs=pairs)

    assert said(club.player("red2"), *pairs) == "not_captain"
    assert said(captain, red[0:2], [red[2], blue[0]]) == "not_in_roster"
    assert said(captain, red[0:2], [red[2], coach.pk]) == "not_in_roster"
    assert said(captain, red[0:2], red[1:3]) == "twice_in_line_up"
    assert said(captain, red[0:2], red[2:3]) == "wrong_number"
    assert said(captain, red[0:4]) == "wrong_number"
    assert said(ann, [coach.pk, red[0]], red[2:4]) == "not_in_roster"
    place = cup.entries.get(name="Red").players.get(user=red[3])
    place.active = False
    place.save()
    assert said(captain, *pairs) == "not_in_roster"
    place.active = True
    place.save()
    assert Nomination.objects.count() == 0

    teams.name_line_up(match_id=match.pk, by=coach, pairs=pairs)
    teams.name_line_up(match_id=match.pk, by=captain, pairs=pairs)
    assert [entry.verb for entry in entries_about(match)] == ["match.line_up_named"]
    teams.name_line_up(match_id=match.pk, by=ann, pairs=[blue[1:3], blue[3:5]])
    entries = {entry.name: entry for entry in match.entries}
    shown = {
        (name, viewer.username): nominations.may_see(match, entry, viewer)
        for name, entry in entries.items()
        for viewer in (captain, coach, club.player("blue5"), ann, club.player("zoe"))
    }
    assert {key for key, seen in shown.items() if seen} == {
        ("Red", "red1"), ("Red", "redcoach"), ("Red", "ann"), ("Blue", "blue5"), ("Blue", "ann"),
    }  # fmt: skip
    # A form names the team in its address: an organizer who picks the other team's players there changes neither.
    red_entry = entries["Red"].pk
    named = list(Nomination.objects.order_by("pk").values())
    swapped = {"match_id": match.pk, "by": ann, "pairs": [blue[1:3], blue[3:5]]}
    assert refusal(teams.name_line_up, entry_id=red_entry, **swapped) == "not_in_roster"
    assert refusal(teams.name_line_up, entry_id=0, **swapped) == "not_captain"
    theirs = swapped | {"by": captain, "entry_id": entries["Blue"].pk}
    assert refusal(teams.name_line_up, **theirs) == "not_captain"
    assert list(Nomination.objects.order_by("pk").values()) == named
    club.hands.forward((2 * 24 * 60 - 5) * 60 + 1)
    assert said(captain, *pairs[::-1]) == "line_up_closed"
    assert all(nominations.may_see(match, each, club.player("zoe")) for each in match.entries)


@pytest.mark.slow
def test_the_captain_names_the_line_up_on_the_match_s_page(club: Any) -> None:
    cup, match = ahead(club)
    red = cup.entries.get(name="Red")
    people = players(club, "Red")
    captain, opponent = Client(), Client()
    captain.force_login(club.player("redcoach"))
    opponent.force_login(club.player("blue1"))
    todo, *_rest = next_for(club.player("redcoach"))
    assert (todo.code, todo.sentence, todo.url) == (
        "line_up", "Cup: name your line-up against Blue.", match.get_absolute_url(),
    )  # fmt: skip
    assert todo.at == nominations.deadline_of(match)
    page, address = match.get_absolute_url(), f"{match.get_absolute_url()}line-up/{red.pk}/"
    named = dict(zip(("first", "second", "third", "fourth"), people[1:5], strict=True))
    answer = captain.post(address, named | {"second": people[1]})
    assert (answer.status_code, Nomination.objects.count()) == (422, 0)
    assert "red2 is named twice. Name four different players." in words_of(answer)
    assert opponent.post(address, named).status_code == 404
    assert captain.post(address, named).status_code == 302
    assert list(Nomination.objects.values_list("user", "by__username")) == [
        (key, "redcoach") for key in people[1:5]
    ]
    assert [todo.code for todo in next_for(club.player("redcoach"))] == []
    assert "Line-up of Red" in words_of(captain.get(page))
    shown = words_of(opponent.get(page))
    assert "Line-up of Red" not in shown
    assert shown.count("Not shown yet") == 2
    club.hands.forward((2 * 24 * 60 - 5) * 60 + 1)
    assert "Not shown yet" not in words_of(opponent.get(page))


def test_without_a_line_up_the_last_one_plays_again(club: Any) -> None:
    cup, match = ahead(club)
    red = players(club, "Red")
    entry = cup.entries.get(name="Red")

    def pairs(of: Match) -> list[int]:
        found = nominations.pairs_of(of, entry)
        assert found is not None
        return [user.pk for pair in found for user in pair]

    assert pairs(match) == red[:4]
    teams.name_line_up(match_id=match.pk, by=club.player("red1"), pairs=[red[3:5], red[1:3]])
    open_tables(club, cup)
    other = Match.objects.create(round=match.round, tournament=cup, number=2)
    assert pairs(other) == [red[3], red[4], red[1], red[2]]
    # Somebody who left is replaced by the first of the roster who doesn't play yet.
    entry.players.filter(user=red[4]).update(active=False)
    assert pairs(other) == [red[3], red[1], red[2], red[0]]
    entry.players.filter(user=red[3]).update(active=False)
    assert nominations.pairs_of(other, entry) is None


def test_a_player_who_is_replaced_hands_over_the_place(club: Any) -> None:
    cup, match = ahead(club)
    red = players(club, "Red")
    teams.name_line_up(match_id=match.pk, by=club.player("red1"), pairs=[red[1:3], red[3:5]])
    entry = cup.entries.get(name="Red")
    zoe = club.player("zoe")
    substitutes.substitute(
        entry_id=entry.pk, out_id=red[1], username="zoe", by=club.organizer, reason="Ill"
    )
    entry.refresh_from_db()
    assert entry.name == "Red"
    found = nominations.pairs_of(match, entry)
    assert found is not None
    assert [user.pk for pair in found for user in pair] == [zoe.pk, *red[2:5]]


# ------------------------------------------------------------------------------------------- absences
@pytest.mark.slow
def test_an_absent_player_is_replaced_at_that_table_alone(club: Any) -> None:
    cup = begun(club, no_show="substitute")
    match = match_of(cup)
    came, late = match.counting
    come(match, but="blue4")
    club.hands.forward(61)
    advance.advance(cup.pk)
    match = match_of(cup)
    # The table that waited for nobody keeps its seats; the other one opened anew with the fifth of the team.
    missing = late if any("blue4" in name for name in seated_at(late)) else came
    kept = came if missing is late else late
    assert [at.pk for at in match.tables if not at.counts] == [missing.pk]
    anew = match.tables[-1]
    assert (anew.crossed, anew.table.deals_id) == (missing.crossed, kept.table.deals_id)
    assert [name.replace("blue5", "blue4") for name in seated_at(anew)] == seated_at(missing)
    assert sorted(one.pk for one in match.counting) == sorted([kept.pk, anew.pk])
    come(match)
    play(match)
    result = match_of(cup).results.get()
    assert (result.kind, result.hands, result.winner_name in ("Red", "Blue", "")) == (
        "played", 12, True,
    )  # fmt: skip
    assert Table.objects.get(match_table=anew).deals.opened_at is not None


def seated_at(at: Any) -> list[str]:
    return list(at.table.seats.order_by("index").values_list("name", flat=True))


def test_an_absent_side_forfeits_and_both_tables_close(club: Any) -> None:
    cup = begun(club, no_show="forfeit")
    match = match_of(cup)
    come(match, but="blue4")
    club.hands.forward(61)
    advance.advance(cup.pk)
    match = match_of(cup)
    result = match.results.get()
    assert (result.kind, result.reason, result.winner_name) == (
        "forfeit", "blue4 did not come.", "Red",
    )  # fmt: skip
    assert {at.table.status for at in match.tables} == {"abandoned"}
    points = {row.name: row.points for row in standings_of(cup)}
    assert points == {"Red": 12, "Blue": 0}
    assert Client().get(match.get_absolute_url()).status_code == 200
    assert not fits(tournament_view(cup, club.organizer))


def test_a_team_of_three_forfeits(club: Any) -> None:
    cup, _match = ahead(club)
    blue = cup.entries.get(name="Blue").players
    blue.filter(position__in=(1, 3)).update(active=False)
    result = open_tables(club, cup).results.get()
    assert (result.winner_name, result.reason) == ("Red", "Blue: fewer than four players.")


@pytest.mark.slow
def test_a_team_match_is_decided_and_replayed_as_a_whole(club: Any) -> None:
    cup = begun(club, 4)
    match, _other = club.in_play(cup)
    said = {"match_id": match.pk, "by": club.organizer, "reason": "They played elsewhere."}
    first, second = match.counting
    assert refusal(replay_match, **said) == "fresh_already"
    come(match)
    play_out(first.table.pk)
    outbox.deliver_due()
    assert refusal(decide_match, verdict="played", **said) == "not_played"
    replay_match(**said)
    match = Match.objects.get(pk=match.pk)
    assert [at.number for at in match.counting] == [3, 4]
    assert Table.objects.get(pk=second.table.pk).status == "abandoned"
    anew = {at.table.deals_id for at in match.counting}
    assert len(anew) == 1
    assert anew.isdisjoint({first.table.deals_id})
    decide_match(winner=1, **said)
    assert match.results.get(current=True).winner == 1
    assert {Table.objects.get(pk=at.table_id).status for at in match.counting} == {"abandoned"}


@pytest.mark.slow
def test_a_level_knock_out_goes_on_with_one_more_deal_at_both_tables(
    club: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands: dict[int, tuple[tuple[int, int], ...]] = {}
    monkeypatch.setattr(recording, "_by_hand", lambda table: hands[table.pk])

    def end(at: MatchTable, *scores: tuple[int, int]) -> None:
        """End a table, to which all had come, with these points of seats 0 and 1, hand by hand."""
        hands[at.table_id] = scores
        first, second = (sum(points) for points in zip(*scores, strict=True))
        winners = [0, 2] if first > second else [1, 3] if second > first else [0, 1, 2, 3]
        said = {"winners": winners, "totals": [first, second], "hands": len(scores)}
        Table.objects.filter(pk=at.table_id).update(
            status="finished", finished_at=now(), wake_at=None, result=said
        )
        outbox.emit("table.finished", {"table": at.table_id})
        outbox.deliver_due()

    cup = begun(club, format="knock_out")
    match = match_of(cup)
    come(match)
    one, two = match.counting
    end(one, *[(63, 40)] * 12)
    end(two, *[(63, 40)] * 12)
    match = match_of(cup)
    kinds = [(at.kind, at.crossed) for at in match.counting]
    assert kinds == [("game", False), ("game", True), ("decider", False), ("decider", True)]
    extra = match.counting[2:]
    assert {at.table.deals_id for at in extra} == {extra[0].table.deals_id}
    assert extra[0].table.deals_id != one.table.deals_id
    assert {at.table.rules["max_hands"] for at in extra} == {1}
    come(match)
    end(extra[0], (90, 40))
    # Side 1 sits first at the crossed table.
    end(extra[1], (60, 40))
    result = match_of(cup).results.get()
    both = 12 * (63 + 40)
    assert (result.hands, result.winner, result.points) == (13, 0, (both + 130, both + 100))
    assert result.by_hand[-2:] == [[63, 40, 40, 63], [90, 40, 40, 60]]
    cup.refresh_from_db()
    assert cup.winner == match.entries[0]

    # A score is corrected deal by deal, at one of the two tables; the margin follows.
    def correct(*points: int, deal: int = 1) -> Any:
        games = {extra[1].number: decisions.Given(points, deal=deal)}
        ask: dict[str, Any] = {"match_id": match.pk, "by": club.organizer, "reason": "Misread"}
        made = decisions.enter_score(games=games, **ask)
        made.refresh_from_db()
        return made

    corrected = correct(40, 71)
    assert corrected.by_hand == [*result.by_hand[:-1], [90, 40, 40, 71]]
    assert (corrected.hands, corrected.points) == (13, (both + 130, both + 111))
    (given,) = corrected.entered
    assert (given["table"], given["points"], given["by_hand"]) == (4, [40, 71], [[40, 71]])
    for points, deal, code in (
        ((40, 65), 1, "impossible_score"), ((40, 71), 2, "no_such_deal"), ((40, 90), 1, "match_not_over"),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            correct(*points, deal=deal)
        assert refused.value.code == code
    assert correct(40, 60).entered == []


# --------------------------------------------------------------------------------------------- setting up
def test_what_does_not_go_with_teams_is_refused(club: Any) -> None:
    with pytest.raises(NotValid) as refused:
        club.tournament(
            is_team=True, format="rotation", match_hands=30, comparison="difference",
            match_minutes=60, late_until_round=1, best_of=3,
            line_up_minutes=99_999,
        )  # fmt: skip
    assert set(refused.value.errors) >= {
        "match_hands", "stages-0-format", "comparison", "match_minutes",
        "late_until_round", "best_of", "line_up_minutes",
    }  # fmt: skip
    with pytest.raises(NotValid) as refused:
        club.tournament(is_team=True, rules=engine.preset("rubl_two_player"))
    assert refused.value.errors == {
        "rules": ["Team matches are for partnerships. Choose rules for partners."]
    }
    cup = club.tournament(is_team=True, waiting_list=True)
    assert not cup.waiting_list
    assert (cup.rules["max_hands"], cup.rules["overtrick_points"], cup.side_size) == (16, -9, 4)
    worth = {name: Decimal(cup.scoring[name]) for name in ("win", "draw", "loss", "forfeit_win")}
    assert worth == {"win": 20, "draw": 10, "loss": 0, "forfeit_win": 12}


def test_team_members_must_be_eligible(club: Any) -> None:
    cup = team_cup(club, 1)
    red, blue = players(club, "Red"), players(club, "Blue", 9)
    fields = {"tournament_id": cup.pk, "by": club.organizer, "name": "Blue", "captain": blue[0]}

    def said(people: list[int], **changes: Any) -> str:
        return refusal(teams.enter_team, players=people, **fields | changes)

    assert said(blue[:5], by=club.player("blue1")) == "not_organizer"
    assert said(blue[:3]) == "team_size"
    assert said(blue) == "team_size"
    assert said([*blue[:4], blue[0]]) == "twice_in_team"
    assert said([*blue[:4], red[2]]) == "user_entered"
    assert said(blue[:5], name="red") == "name_taken"
    assert said([*blue[:4], 0]) == "unknown_user"
    assert said(blue[:5], tournament_id=club.open().pk) == "no_teams"
    assert cup.entries.count() == 1
    one = teams.enter_team(players=blue[:5], **fields)
    assert teams.enter_team(players=blue[:5], **fields) == one
    teams.change_team(
        entry_id=one.pk, by=club.organizer, name="Blues", players=[blue[5], *blue[1:4]],
        captain=blue[8],
    )  # fmt: skip
    one.refresh_from_db()
    assert (one.name, one.captain_id, one.vice_captain_id) == ("Blues", blue[8], None)
    assert [user.pk for user in nominations.active_of(one)] == [blue[5], *blue[1:4]]
    assert set(one.players.filter(active=False).values_list("user", flat=True)) == {
        blue[0], blue[4],
    }  # fmt: skip
    # Teams are entered by the organizer, and withdrawn by their captains.
    alone = {"tournament_id": cup.pk, "user": club.player("zoe"), "alone": True}
    assert refusal(entering.enter, **alone) == "teams_only"
    asked = {"tournament_id": cup.pk, "by": club.organizer, "username": "zoe"}
    assert refusal(inviting.ask, **asked) == "teams_only"
    out = {"tournament_id": cup.pk}
    assert refusal(entering.withdraw, user=club.player("blue2"), **out) == "not_captain"
    entering.withdraw(user=club.player("blue9"), **out)
    assert cup.entries.get(name="Blues").status == "withdrawn"


def test_n1_a_team_that_takes_part_in_another_spelling_is_not_offered_again(club: Any) -> None:
    names = [f"{letter}{number}" for letter in "pq" for number in range(1, 5)]
    league = club.league_of(*names)
    cup = club.open(is_team=True, match_hands=12, format="round_robin", league=league)
    captain = club.player("p1")
    league_teams.create_team(league_id=league.pk, by=captain, name="Éclair")
    assert [team.name for team in teams.teams_to_enter(cup, captain)] == ["Éclair"]
    people = [club.player(f"q{number}").pk for number in range(1, 5)]
    teams.enter_team(
        tournament_id=cup.pk, by=club.organizer, name="éclair", players=people, captain=people[0],
        vice_captain=None,
    )  # fmt: skip
    assert teams.teams_to_enter(cup, captain) == []
    assert team_form(cup, FormsOfPage(None)) is None
