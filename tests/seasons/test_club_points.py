"""A club's points: multipliers, bonuses, substitutes, months and the final, against tables worked out by hand.

Two evenings: on 1 February at 0:30 in Berlin (31 January in UTC) a1 & b1 beat a2 & b2; on 6 March, which counts twice,
a2 & new beat a1 & b1, and dan replaces b1 after the only match.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from spades_site.common import outbox
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.notices.models import Notice
from tests.seasons.conftest import SeasonClub
from tournaments.events import advance
from tournaments.events.actions import entering, lifecycle
from tournaments.events.actions.decisions import decide_match
from tournaments.events.actions.planning import templates
from tournaments.events.entries import substitutes
from tournaments.events.models import Template, Tournament
from tournaments.events.setup.proposal import NotValid
from tournaments.leagues.models import Membership, Season
from tournaments.public.series_lines import sum_of
from tournaments.seasons.lifecycle import final, planning
from tournaments.seasons.lifecycle.planning import SeasonProposal
from tournaments.seasons.tables import counting
from tournaments.seasons.tables.evenings import finished
from tournaments.seasons.tables.qualifying import qualifying
from tournaments.seasons.tables.series import periods_of, series_table
from tournaments.seasons.terms import Terms

pytestmark = pytest.mark.django_db

TERMS: dict[str, Any] = {
    "scale": (35, 25), "attendance": 2, "host": 5, "newcomer": 3, "newcomer_days": 10,
    "qualify": 4, "reserves": 1,
}  # fmt: skip


def edit(club: SeasonClub, season: Season, **terms: Any) -> None:
    proposal = SeasonProposal(
        season.name, season.starts_on, season.ends_on, season.kind, season.zone,
        terms=Terms(**TERMS | terms),
    )  # fmt: skip
    planning.edit_season(season_id=season.pk, by=club.organizer, proposal=proposal)
    season.refresh_from_db()


def evening(
    club: SeasonClub, season: Season, *pairs: tuple[str, str], replace: str = ""
) -> Tournament:
    """Play an evening of two pairs, of which the first wins. `replace`: dan gets this player's place after the match
    has begun.
    """
    cup = club.open(league=club.league, season=season, match_hands=2, format="round_robin")
    for pair in pairs:
        for name in pair:
            club.joined(name)
        club.enter_pair(cup, *pair)
    lifecycle.start_now(tournament_id=cup.pk, by=club.organizer)
    (match,) = club.in_play(cup)
    if replace:
        entry = cup.entries.get(players__user__username=replace)
        substitutes.substitute(
            entry_id=entry.pk, out_id=club.player(replace).pk, username=club.joined("dan").username,
            by=club.organizer, reason="Ill",
        )  # fmt: skip
    first = match.entries[0].players.filter(user__username=pairs[0][0]).exists()
    club.finish(match, *((300, 200) if first else (200, 300)))
    advance.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.status == "finished"
    return cup


def played(club: SeasonClub) -> tuple[Season, Tournament]:
    """Return the series of two evenings, and its second one."""
    proposal = SeasonProposal(
        "Evenings", date(2027, 1, 1), date(2027, 12, 31), "series", "Europe/Berlin",
        terms=Terms(**TERMS),
    )  # fmt: skip
    season = planning.create_season(league_id=club.league.pk, by=club.organizer, proposal=proposal)
    club.go_to(datetime(2027, 1, 31, 23, 30, tzinfo=UTC))
    evening(club, season, ("a1", "b1"), ("a2", "b2"))
    club.go_to(datetime(2027, 3, 6, 19, tzinfo=UTC))
    cup = evening(club, season, ("a2", "new"), ("a1", "b1"), replace="b1")
    club.joined("zoe")
    counting.set_evening(
        season_id=season.pk, by=club.organizer, tournament_id=cup.pk, times=2, host="zoe"
    )
    return season, cup


def table(season: Season, period: str = "") -> list[tuple[int, str, int]]:
    return [(row.place, row.name, row.points) for row in series_table(season, period)]


def template(club: SeasonClub, **fields: Any) -> Template:
    values = {
        "name": "Final", "league": club.league, "starts_at": now() + timedelta(days=7),
        "rules": {"preset": "cardgames_io"}, "match_hands": 2,
    } | fields  # fmt: skip
    return templates.save_template(by=club.organizer, zone="UTC", **values)


def opened(club: SeasonClub, made: Tournament) -> Tournament:
    """Open a final's registration, and deliver what follows."""
    assert (made.status, made.entries.count(), made.singles.count()) == ("draft", 0, 0)
    lifecycle.open_registration(tournament_id=made.pk, by=club.organizer)
    for _twice in range(2):
        outbox.deliver_due()
        final.on_opened({"tournament": made.pk})
    made.refresh_from_db()
    return made


def test_every_rule_adds_up_to_the_table(club: SeasonClub, client: Any) -> None:
    season, cup = played(club)
    host = club.organizer.username
    assert table(season) == [
        (1, "a2", 102),  # 25 + 2, and 2 × 35 + 2 + 3 for partnering new
        (2, "a1", 89),  # 35 + 2, and 2 × 25 + 2
        (3, "new", 72),  # 2 × 35 + 2
        (4, "dan", 50),  # 2 × 25; never at a table
        (5, "b1", 37),  # 35 + 2
        (6, "b2", 27),  # 25 + 2
        (7, host, 5),
        (7, "zoe", 5),
    ]
    first = series_table(season)[0]
    assert [sum_of(one) for one in first.evenings] == [
        "place 2: 25, taking part: 2",
        "place 1: 35 × 2 = 70, taking part: 2, newcomer as partner: 3",
    ]
    assert (first.wins, first.attended) == (1, 2)
    # Months are those of the season's zone.
    assert periods_of(season, finished(season)) == ["2027-02", "2027-03"]
    assert table(season, "2027-02") == [
        *((1, name, 37) for name in ("a1", "b1")), *((3, name, 27) for name in ("a2", "b2")),
        (5, host, 5),
    ]  # fmt: skip
    assert table(season, "2027-01") == []
    assert table(season, "2027") == table(season)
    page = client.get(f"{season.get_absolute_url()}?period=2027-02")
    assert [row.name for row, _lines in page.context["page"]] == ["a1", "b1", "a2", "b2", host]
    assert page.context["periods"] == [("2027-02", "February 2027"), ("2027-03", "March 2027")]
    feed = client.get(reverse("season_tables_json", args=[season.slug])).json()["tables"]
    assert feed[0]["evenings"][1] == {
        "tournament": cup.slug, "day": "2027-03-06", "points": 75, "place": 1, "times": 2, "by_place": 70,
        "attendance": 2, "host": 0, "newcomer": 3, "counts": True, "event": None,
    }  # fmt: skip
    # A tournament that staff have hidden keeps its points, without its name.
    Tournament.objects.filter(pk=cup.pk).update(hidden_at=now())
    page = client.get(season.get_absolute_url())
    (_row, lines) = page.context["page"][0]
    assert [(line.name, line.evening.points) for line in lines] == [
        (Tournament.objects.get(pk=first.evenings[0].tournament).name, 27),
        ("A hidden tournament", 75),
    ]  # fmt: skip
    feed = client.get(reverse("season_tables_json", args=[season.slug])).json()["tables"]
    assert [one["tournament"] is None for one in feed[0]["evenings"]] == [False, True]
    Tournament.objects.filter(pk=cup.pk).update(hidden_at=None)
    # The points of a replaced player, by the other rules. dan never played, so new is a1's only newcomer no more.
    for rule in ("original", "played"):
        edit(club, season, substitutes=rule)
        assert [(name, points) for _place, name, points in table(season)][:4] == [
            ("a2", 102), ("a1", 89), ("b1", 89), ("new", 72),
        ]  # fmt: skip
    # A corrected result changes the table.
    edit(club, season, host=0, newcomer=0, ranked="pairs")
    assert table(season)[:2] == [(1, "a2 & new", 72), (2, "a1 & dan", 52)]
    match = cup.matches.get()
    loser = next(n for n, entry in enumerate(match.entries) if entry.name == "a1 & dan")
    decide_match(match_id=match.pk, by=club.organizer, winner=loser, reason="A wrong score")
    assert table(season)[:2] == [(1, "a1 & dan", 72), (2, "a2 & new", 52)]


def test_the_final_is_made_once_with_those_who_qualified(club: SeasonClub, client: Any) -> None:
    season, _cup = played(club)
    kept, start = template(club), now() + timedelta(days=7)
    desk = reverse("season_desk", args=[season.slug])
    address = reverse("season_final", args=[season.slug])
    client.force_login(club.organizer)
    assert [row.name for row in client.get(desk).context["qualifying"].qualified] == [
        "a2", "a1", "new", "dan",
    ]  # fmt: skip
    posted = {"template_id": kept.pk, "starts_at": "2027-03-20T20:00"}
    for _press in range(2):
        answer = client.post(address, posted)
        assert (answer.status_code, season.final.tournament.name) == (302, "Evenings, final")
    made = season.final.tournament
    opened(club, made)
    assert (made.status, made.invited_only, made.max_entries, made.season) == (
        "registration", True, 2, None,
    )  # fmt: skip
    singles = made.singles.order_by("pk")
    assert list(singles.values_list("user__username", "status")) == [
        *((name, "waiting") for name in ("a2", "a1", "new", "dan")), ("b1", "queued"),
    ]  # fmt: skip
    told = Notice.objects.filter(kind="season", path=made.get_absolute_url()).order_by(
        "user__username"
    )
    assert list(told.values_list("user__username", "params__season_news")) == [
        ("a1", "qualified"), ("a2", "qualified"), ("b1", "reserve"), ("dan", "qualified"),
        ("new", "qualified"),
    ]  # fmt: skip
    for page in (desk, season.get_absolute_url()):
        assert made.get_absolute_url() in client.get(page).content.decode()
    # Who declines is followed by the reserve.
    entering.withdraw(tournament_id=made.pk, user=club.player("dan"))
    assert singles.get(user__username="b1").status == "waiting"
    # After a cancelled final another one can be made.
    lifecycle.cancel_tournament(tournament_id=made.pk, by=club.organizer, reason="Storm")
    again = final.make_final(
        season_id=season.pk, by=club.organizer, template_id=kept.pk, starts_at=start
    )
    season.final.refresh_from_db()
    assert season.final.tournament == again != made


def test_single_players_enter_a_final_of_two_players_one_by_one(club: SeasonClub) -> None:
    season, _cup = played(club)
    edit(club, season, qualify=3, reserves=1)
    two = template(club, name="Heads-up", rules={"preset": "rubl_two_player"})

    def make(template_id: int) -> Tournament:
        made = final.make_final(
            season_id=season.pk, by=club.organizer, template_id=template_id,
            starts_at=now() + timedelta(days=7),
        )  # fmt: skip
        return opened(club, made)

    def told(cup: Tournament) -> list[tuple[str, str]]:
        sent = Notice.objects.filter(kind="season", path=cup.get_absolute_url())
        return list(
            sent.order_by("user__username").values_list("user__username", "params__season_news")
        )

    made = make(two.pk)
    assert (made.max_entries, made.entry_kind) == (3, "player")
    assert list(made.entries.order_by("pk").values_list("name", "status")) == [
        *((name, "entered") for name in ("a2", "a1", "new")), ("dan", "waiting"),
    ]  # fmt: skip
    # Of an odd number in a final of pairs, the first reserve is the last one's partner, or else the last one waits.
    lifecycle.cancel_tournament(tournament_id=made.pk, by=club.organizer, reason="Storm")
    edit(club, season, qualify=5, reserves=1)
    again = make(template(club).pk)
    assert told(again) == [
        (name, "qualified") for name in ("a1", "a2", "b1", "b2", "dan", "new")
    ]  # fmt: skip
    lifecycle.cancel_tournament(tournament_id=again.pk, by=club.organizer, reason="Storm")
    edit(club, season, qualify=5, reserves=0)
    last = make(template(club).pk)
    assert told(last) == [
        ("a1", "qualified"), ("a2", "qualified"), ("b1", "reserve"), ("dan", "qualified"),
        ("new", "qualified"),
    ]  # fmt: skip
    # If more qualify when it opens than when the draft was made, they have places too.
    lifecycle.cancel_tournament(tournament_id=last.pk, by=club.organizer, reason="Storm")
    edit(club, season, qualify=2, reserves=0)
    draft = final.make_final(
        season_id=season.pk, by=club.organizer, template_id=two.pk,
        starts_at=now() + timedelta(days=7),
    )  # fmt: skip
    assert draft.max_entries == 2
    Tournament.objects.filter(pk=draft.pk).update(waiting_list=False)
    edit(club, season, qualify=3, reserves=1)
    opened(club, draft)
    assert (draft.max_entries, told(draft)) == (
        3, [("a1", "qualified"), ("a2", "qualified"), ("dan", "reserve"), ("new", "qualified")],
    )  # fmt: skip
    # Pairs can't play by the rules of two players.
    lifecycle.cancel_tournament(tournament_id=draft.pk, by=club.organizer, reason="Storm")
    edit(club, season, ranked="pairs", host=0, newcomer=0)
    with pytest.raises(Refused) as refusal:
        make(two.pk)
    assert refusal.value.code == "other_kind"


def test_pairs_qualify_as_pairs_and_nobody_twice(club: SeasonClub) -> None:
    season, _cup = played(club)
    edit(club, season, ranked="pairs", host=0, newcomer=0, qualify=None, qualify_wins=1)
    # a1 won with b1 and was second with dan.
    assert [row.name for row in qualifying(season).qualified] == ["a2 & new", "a1 & b1"]
    edit(club, season, ranked="pairs", host=0, newcomer=0, qualify=3, reserves=0)
    assert [row.name for row in qualifying(season).qualified] == ["a2 & new", "a1 & dan"]
    made = final.make_final(
        season_id=season.pk, by=club.organizer, template_id=template(club).pk,
        starts_at=now() + timedelta(days=7),
    )  # fmt: skip
    opened(club, made)
    assert [one.name for one in made.entries.order_by("pk")] == ["a2 & new", "a1 & dan"]


def test_a_final_that_nobody_could_play_is_refused_in_words(club: SeasonClub) -> None:
    season, _cup = played(club)
    kept = template(club)

    def refused(**fields: Any) -> tuple[str, str]:
        values = {
            "season_id": season.pk, "by": club.organizer, "template_id": kept.pk,
            "starts_at": now() + timedelta(days=7),
        } | fields  # fmt: skip
        with pytest.raises(Refused) as refusal:
            final.make_final(**values)
        return refusal.value.code, str(refusal.value)

    assert refused(by=club.player("a1"))[0] == "not_organizer"
    assert refused(template_id=0)[0] == "unknown_template"
    with pytest.raises(NotValid) as past:
        final.make_final(
            season_id=season.pk, by=club.organizer, template_id=kept.pk, starts_at=now()
        )
    assert list(past.value.errors) == ["starts_at"]
    team = template(club, name="Teams", is_team=True, match_hands=12)
    assert refused(template_id=team.pk)[0] == "other_kind"
    edit(club, season, qualify=2)
    assert refused() == (
        "too_few",
        "2 qualified, and the template needs 4. Let more qualify, or choose another template.",
    )
    edit(club, season, qualify=None, qualify_wins=9)
    assert refused() == (
        "no_qualifiers",
        "Nobody has qualified yet, so the final would have no players. Make it once evenings have been played.",
    )
    edit(club, season, qualify=None)
    assert refused()[0] == "no_final"
    # People who have left make room for the next.
    edit(club, season, qualify=2, reserves=0)
    Membership.objects.filter(user=club.player("a1")).delete()
    assert [row.name for row in qualifying(season).qualified] == ["a2", "new"]
    with pytest.raises(NotValid) as wrong:
        edit(club, season, ranked="teams", newcomer=0)
    assert sorted(wrong.value.errors) == ["host", "qualify"]
    with pytest.raises(NotValid) as range_:
        counting.set_evening(
            season_id=season.pk, by=club.organizer, tournament_id=0, times=0, host=""
        )
    assert list(range_.value.errors) == ["times"]


def test_a_series_takes_as_many_queries_for_many_evenings_as_for_few(
    club: SeasonClub, client: Any
) -> None:
    season, _cup = played(club)
    edit(club, season, substitutes="played")
    client.force_login(club.organizer)
    pages = (
        season.get_absolute_url(), f"{season.get_absolute_url()}?period=2027-03",
        reverse("season_desk", args=[season.slug]), reverse("season_tables_json", args=[season.slug]),
    )  # fmt: skip

    def counts() -> list[int]:
        found = []
        for page in pages:
            client.get(page)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page).status_code == 200
            found.append(sum(each["sql"].startswith("SELECT") for each in queries))
        return found

    few = counts()
    for number in range(3, 6):
        cup = evening(club, season, (f"a{number}", f"b{number}"), ("a1", "b1"))
        counting.set_evening(
            season_id=season.pk, by=club.organizer, tournament_id=cup.pk, times=3, host="zoe"
        )
    many = counts()
    assert many == few
