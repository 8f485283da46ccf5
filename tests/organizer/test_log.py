"""The log of a league: everything in sentences, for organizers alone, in a constant number of queries."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from spades_site.accounts.renaming import rename
from spades_site.common import outbox
from tests.events.conftest import Club, club
from tests.program import ROOT
from tournaments.events.actions import lifecycle
from tournaments.events.actions.decisions import decide_match
from tournaments.events.draw.seeding import set_seeds
from tournaments.events.models import Tournament
from tournaments.events.setup.creating import delete_draft
from tournaments.leagues import announcing, bans, joining, members, services, teams
from tournaments.leagues.models import League
from tournaments.organizer.history import WORDS as OF_TOURNAMENTS
from tournaments.organizer.log import WORDS, Change, in_words, log_of
from tournaments.seasons.lifecycle import planning
from tournaments.seasons.lifecycle.planning import DivisionPlan, SeasonProposal
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db
__all__ = ["club"]


@pytest.fixture
def league(club: Club) -> League:
    """A league in which something of each kind was done."""
    ann, ben = club.organizer, club.player("ben")
    made = services.create_league(by=ann, name="Riverside")
    joining.join_league(league_id=made.pk, user=ben)
    members.set_role(league_id=made.pk, by=ann, user_id=ben.pk, role="arbiter")
    team = teams.create_team(league_id=made.pk, by=ben, name="Aces")
    teams.set_vice(team_id=team.pk, by=ann, user_id=None)
    announcing.announce(league_id=made.pk, by=ann, title="50% off", text="x")
    cup = club.open(league=made, name="Cup")
    lifecycle.cancel_tournament(tournament_id=cup.pk, by=ann, reason="Rain")
    bans.ban(league_id=made.pk, by=ann, username="ben", reason="Rude")
    other = services.create_league(by=ben, name="Elsewhere")
    joining.join_league(league_id=other.pk, user=ann)
    return made


def said(league: League, *choice: str) -> list[str]:
    return [
        f"{line.entry.actor} {line.what}" + (f" · {line.about}" if line.about else "")
        for line in in_words(log_of(league, *choice))
    ]


def test_everything_is_said_in_sentences_the_newest_first(league: League, club: Club) -> None:
    ann = club.organizer.username
    assert said(league) == [
        f"{ann} banned ben",
        f"{ann} cancelled it · Cup",
        f"{ann} opened the registration · Cup",
        f"{ann} created the draft · Cup",
        f"{ann} announced “50% off”",
        "ben created the team “Aces”",
        f"{ann} gave ben the role “arbiter”",
        "ben joined",
        f"{ann} created the league",
    ]
    assert said(league, "teams") == ["ben created the team “Aces”"]
    assert said(league, "tournaments", "BEN") == []
    assert said(league, "", "ben") == [
        f"{ann} banned ben", "ben created the team “Aces”", f"{ann} gave ben the role “arbiter”",
        "ben joined",
    ]  # fmt: skip
    assert said(league, "", "nobody") == []


@pytest.mark.slow
def test_the_page_is_for_organizers_and_asks_the_same_for_many_as_for_few(
    league: League, club: Club, client: Any, django_assert_max_num_queries: Any
) -> None:
    address = f"/organize/leagues/{league.slug}/log/"
    client.force_login(club.player("ben"))
    assert client.get(address).status_code == 404
    client.force_login(club.organizer)
    client.get("/")
    counts = []
    for _ in range(2):
        with django_assert_max_num_queries(30) as queries:
            page = client.get(address)
        counts.append(len(queries))
        for number in range(8):
            joining.join_league(league_id=league.pk, user=club.player(f"p{number}"))
            club.open(league=league, name=f"Cup {number}")
    assert counts[0] == counts[1]
    assert "Rude" in page.content.decode()
    assert client.get(f"{address}?kind=teams&page=9").status_code == 200
    assert [len(client.get(f"{address}?page={n}").context["page"]) for n in (1, 2)] == [25, 24]


def test_every_action_of_leagues_teams_and_seasons_has_words() -> None:
    actions = ROOT / "tournaments/events/actions"
    files = [
        *(
            path
            for app in ("leagues", "seasons")
            for path in (ROOT / "tournaments" / app).rglob("*.py")
        ),
        *(actions / "planning" / name for name in ("schedules.py", "templates.py")),
        ROOT / "tournaments/events/setup/creating.py",
        ROOT / "tournaments/events/entries/linking.py",
    ]
    code = "".join(path.read_text() for path in sorted(files))
    verbs = set(re.findall(r'"((?:league|season)\.\w+)"', code))
    verbs |= {f"team.{what}" for call in re.findall(r"\brecord\(team, [^)]*\)", code)
              for what in re.findall(r'"(\w+)"', call)}  # fmt: skip
    webhooks = (ROOT / "tournaments/webhooks/services.py").read_text()
    of_webhooks = set(re.findall(r'_note\(webhook, by, "(\w+)"\)', webhooks))
    verbs |= {f"league.webhook_{what}" for what in of_webhooks}
    assert {verb for verb in WORDS if verb.startswith(("league.", "season.", "team."))} == verbs
    assert {f"tournament.webhook_{what}" for what in of_webhooks} <= set(OF_TOURNAMENTS)


@pytest.mark.slow
def test_a_tournaments_log_is_filtered_shows_before_and_after_and_is_exported_for_organizers(
    club: Club, client: Any
) -> None:
    cup = club.started(2, seeding="hand", name="Cup")
    match = club.in_play(cup)[0]
    club.finish(match, 500, 100)
    decide_match(match_id=match.pk, by=club.organizer, winner=1, reason="=They left.")
    address = f"/organize/tournaments/{cup.slug}/log/"
    client.force_login(club.player("a1"))
    assert {client.get(f"{address}{query}").status_code for query in ("", "?csv=1")} == {404}
    client.force_login(club.organizer)
    page = client.get(f"{address}?kind=matches")
    (line,) = page.context["page"]
    first, second = match.side_names
    assert (line.what, line.changes) == (
        "decided a match",
        [Change("Result", "played, 500 : 100", "forfeit, 0 : 0"), Change("Winner", first, second)],
    )
    assert "They left." in page.content.decode()
    assert (line.name, line.place) == ("", f"1.1 {first} – {second}")
    (mine,) = client.get(f"{address}?who=a1").context["page"]
    assert (mine.what, mine.name) == ("entered the tournament", "a1 & b1")
    (opened,) = (line for line in in_words(log_of(cup)) if "registration" in line.what)
    assert (opened.name, opened.changes) == ("", [Change("Status", "draft", "registration open")])
    everything = client.get(f"{address}?csv=1")
    assert everything["Content-Disposition"] == 'attachment; filename="cup-log.csv"'
    rows = list(csv.DictReader(io.StringIO(everything.content.decode("utf-8-sig"))))
    assert len(rows) == log_of(cup).count()
    assert [row["action"] for row in (rows[0], rows[-1])] == ["match.decided", "tournament.created"]
    assert "tournament.started" in {row["action"] for row in rows if not row["actor"]}
    decided = next(row for row in rows if row["action"] == "match.decided")
    assert (decided["actor"], decided["reason"]) == (club.organizer.username, "'=They left.")
    assert (decided["match"], rows[-1]["match"]) == (f"1.1 {first} – {second}", "")
    assert json.loads(decided["before"]) == {"result": "played, 500 : 100", "who": first}
    kept = client.get(f"{address}?csv=1&kind=matches").content.decode("utf-8-sig")
    assert len(kept.splitlines()) == 2
    assert client.get(address).content.decode().count("→") >= 2
    seeds = {entry.pk: at for at, entry in enumerate(cup.entries.order_by("pk"), start=1)}
    Tournament.objects.filter(pk=cup.pk).update(status="registration", finished_at=None)
    set_seeds(tournament_id=cup.pk, by=club.organizer, seeds=seeds)
    rename(user_id=club.player("a1").pk, name="amelia", by=club.organizer)
    outbox.deliver_due()
    assert in_words(log_of(cup))[0].changes == [
        Change("Seeds", "amelia & b1: –, a2 & b2: –", "amelia & b1: 1, a2 & b2: 2")
    ]
    assert not re.search(r"\ba1\b", client.get(f"{address}?csv=1").content.decode())


def test_changes_of_leagues_and_seasons_are_before_and_after_and_outlive_what_was_deleted(
    club: Club,
) -> None:
    ann, ben = club.organizer, club.player("ben")
    made = services.create_league(by=ann, name="Riverside")
    joining.join_league(league_id=made.pk, user=ben)
    members.set_role(league_id=made.pk, by=ann, user_id=ben.pk, role="organizer")
    services.edit_league(
        league_id=made.pk, by=ann, name="Riverside", description="By the river",
        is_public=True, is_open=False,
    )  # fmt: skip
    plan = SeasonProposal(
        name="Spring", starts_on=date(2027, 1, 7), ends_on=date(2027, 3, 31),
        divisions=(DivisionPlan("First", 8),), terms=Terms(match_hands=8),
    )  # fmt: skip
    season = planning.create_season(league_id=made.pk, by=ann, proposal=plan)
    later = replace(plan, ends_on=date(2027, 4, 30), divisions=(DivisionPlan("First", 6),))
    planning.edit_season(season_id=season.pk, by=ann, proposal=later)
    planning.open_sign_up(season_id=season.pk, by=ann)
    planning.delete_season(season_id=season.pk, by=ann)
    draft = club.tournament(league=made, name="Cup")
    delete_draft(tournament_id=draft.pk, by=ann)
    lines = {line.entry.verb: line for line in in_words(log_of(made))}
    assert {verb: line.changes for verb, line in lines.items() if line.changes} == {
        "league.role_changed": [Change("Role", "member", "organizer")],
        "league.edited": [
            Change("Description", "–", "By the river"), Change("Open", "yes", "no"),
        ],
        "season.edited": [
            Change("Divisions", "First (8)", "First (6)"),
            Change("Last day", "31 Mar 2027", "30 Apr 2027"),
        ],
        "season.sign_up_opened": [Change("Status", "draft", "open for sign-up")],
    }  # fmt: skip
    for verb in ("season.created", "tournament.created", "tournament.deleted"):
        assert verb in lines
    gone = lines["league.draft_deleted"]
    assert (gone.what, gone.entry.data["before"]["name"]) == ("deleted the draft of “Cup”", "Cup")
    assert lines["season.deleted"].entry.data["before"]["divisions"] == ["First (6)"]
