"""A season of two divisions of eight pairs, from the draft to the next season, by the clock."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from spades_site.common.errors import Refused
from tests.seasons.conftest import SeasonClub
from tournaments.events.models import Round, Tournament
from tournaments.events.scoring.ranking import standings_of
from tournaments.leagues.models import Season
from tournaments.organizer.forms.season_desk import WithdrawForm
from tournaments.seasons.entries import withdrawing
from tournaments.seasons.lifecycle import ending, play_offs
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.lifecycle.publishing import draw_of
from tournaments.seasons.models import FinalPlace, SeasonEntry
from tournaments.seasons.tables.champions import champions_of
from tournaments.seasons.tables.divisions import season_tables
from tournaments.seasons.terms import Terms


def names(season: Season) -> dict[str, list[str]]:
    tables = season_tables(season)
    return {table.division.name: [row.entry.name for row in table.rows] for table in tables}


def check_against_tournaments(season: Season) -> None:
    """The season's tables, made of values, have the rows that each tournament's own standings have."""
    for table in season_tables(season):
        assert table.division.tournament is not None
        own = {row.key: row for row in standings_of(table.division.tournament)}
        assert {each.row.key: each.row for each in table.rows} == own


def play_round(club: SeasonClub, tournament: Tournament) -> None:
    """The better seed wins each match in play."""
    for match in club.in_play(tournament):
        better = match.entries[0].seed_no < match.entries[1].seed_no
        club.finish(match, *((300, 200) if better else (200, 300)))


@pytest.mark.slow
@pytest.mark.django_db
def test_two_divisions_over_a_season_and_into_the_next(club: SeasonClub) -> None:
    season = club.published()
    drawn = {each.division.name: each for each in draw_of(season)}
    first, second = (division.tournament for division in season.divisions.all())
    assert [tournament.name for tournament in (first, second)] == [
        "Spring 2027 · First", "Spring 2027 · Second",
    ]  # fmt: skip
    # The clocks go forward on 28 March: half past seven stays half past seven.
    assert [each.at for each in drawn["First"].rounds] == [
        *(datetime(2027, 2, 18, 18, 30, tzinfo=UTC) + timedelta(weeks=n) for n in range(6)),
        datetime(2027, 4, 1, 17, 30, tzinfo=UTC),
    ]
    # What the preview shows is what was drawn.
    for division, tournament in zip(drawn.values(), (first, second), strict=True):
        for number, planned in enumerate(division.rounds, start=1):
            stored = tournament.rounds.get(number=number).matches.order_by("number")
            assert [(m.entries[0].name, m.entries[1].name) for m in stored] == [
                (one.home.name, one.away.name if one.away else "") for one in planned.fixtures
            ]
    for planned in drawn["First"].rounds:
        club.go_to(planned.at + timedelta(minutes=1))
        for tournament in (first, second):
            play_round(club, tournament)
    club.go_to(datetime(2027, 4, 6, tzinfo=UTC))
    season.refresh_from_db()
    assert names(season) == {
        "First": [f"a{n} & b{n}" for n in range(1, 9)],
        "Second": [f"a{n} & b{n}" for n in range(9, 17)],
    }
    top = season_tables(season)[0]
    assert [(row.row.points, row.zone) for row in top.rows] == [
        (14, ""), (12, ""), (10, ""), (8, ""), (6, ""), (4, ""), (2, "down"), (0, "down"),
    ]  # fmt: skip
    assert ending.finish_due() == 1
    season.refresh_from_db()
    assert season.status == Season.Status.FINISHED

    following = ending.roll_over(
        season_id=season.pk, by=club.organizer, name="Autumn 2027",
        starts_on=date(2027, 9, 6), ends_on=date(2027, 12, 20),
    )  # fmt: skip
    placed = following.entries.order_by("division__level", "seed_no")
    assert [(one.division.level, one.name, one.came_from) for one in placed] == [
        *((1, f"a{n} & b{n}", "stays") for n in range(1, 7)),
        (1, "a9 & b9", "promoted"), (1, "a10 & b10", "promoted"),
        (2, "a7 & b7", "relegated"), (2, "a8 & b8", "relegated"),
        *((2, f"a{n} & b{n}", "stays") for n in range(11, 17)),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db
def test_a_withdrawal_annuls_results_before_half_of_the_matches(club: SeasonClub) -> None:
    season = club.published()
    tournament = season.divisions.get(level=1).tournament
    planned = draw_of(season)[0].rounds
    for each in planned[:3]:
        club.go_to(each.at + timedelta(minutes=1))
        play_round(club, tournament)
    gone = season.entries.get(name="a1 & b1")
    options = WithdrawForm(season=season).fields["entry"].choices
    assert [label for _key, label in options][1:4:2] == [
        "a1 & b1 (3 of 7 played: all results annulled)",
        "a3 & b3 (3 of 7 played: all results annulled)",
    ]
    withdrawing.withdraw_entry(entry_id=gone.pk, by=club.organizer, reason="Moved away")
    gone.refresh_from_db()
    assert gone.status == SeasonEntry.Status.WITHDRAWN
    rows = season_tables(season)[0].rows
    assert (rows[-1].entry.name, rows[-1].row.points) == ("a1 & b1", 0)
    assert {row.row.played for row in rows[:-1]} == {2, 3}
    club.go_to(planned[3].at + timedelta(minutes=1))
    assert len(club.in_play(tournament)) == 3
    assert tournament.rounds.get(number=4).status == Round.Status.PLAYING
    check_against_tournaments(season)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_withdrawal_after_half_forfeits_the_rest(club: SeasonClub) -> None:
    season = club.published()
    tournament = season.divisions.get(level=1).tournament
    planned = draw_of(season)[0].rounds
    for each in planned[:4]:
        club.go_to(each.at + timedelta(minutes=1))
        play_round(club, tournament)
    gone = season.entries.get(name="a1 & b1")
    assert withdrawing.withdrawals(season)[gone.entry_id] == withdrawing.Withdrawal(4, 7, False)
    (label,) = [
        label
        for _key, label in WithdrawForm(season=season).fields["entry"].choices
        if label.startswith("a1 &")
    ]
    assert label == "a1 & b1 (4 of 7 played: the rest are forfeits)"
    withdrawing.withdraw_entry(entry_id=gone.pk, by=club.organizer, reason="Moved away")
    for each in planned[4:]:
        club.go_to(each.at + timedelta(minutes=1))
        play_round(club, tournament)
    rows = season_tables(season)[0].rows
    assert (rows[-1].entry.name, rows[-1].row.points, rows[-1].row.forfeits_lost) == (
        "a1 & b1", 8, 3,
    )  # fmt: skip
    assert sum(row.row.forfeits_won for row in rows) == 3
    check_against_tournaments(season)


@pytest.mark.django_db
def test_a_season_isn_t_published_before_everybody_is_in_their_place(club: SeasonClub) -> None:
    from tournaments.seasons.entries import placing, signing_up
    from tournaments.seasons.lifecycle import planning, publishing

    season = club.draft()
    planning.open_sign_up(season_id=season.pk, by=club.organizer)
    for number in range(1, 5):
        club.sign_up(season, number)
    with pytest.raises(Refused) as refusal:
        publishing.publish(season_id=season.pk, by=club.organizer)
    assert refusal.value.code == "not_placed"
    placing.place_by_rating(season_id=season.pk, by=club.organizer)
    with pytest.raises(Refused) as refusal:
        publishing.publish(season_id=season.pk, by=club.organizer)
    assert (refusal.value.code, str(refusal.value)) == (
        "division_small",
        "Second has fewer than two entries. Fill it, or plan fewer divisions.",
    )
    one, other = club.joined("x"), club.joined("y")
    asked = signing_up.sign_up_pair(season_id=season.pk, user=one, partner=other.username)
    with pytest.raises(Refused) as refusal:
        signing_up.sign_up_pair(season_id=season.pk, user=one, partner="a1")
    assert refusal.value.code == "in_season"
    placing.arrange(
        season_id=season.pk,
        by=club.organizer,
        arrangement={
            1: [*season.entries.exclude(pk=asked.pk).values_list("pk", flat=True)],
            2: [asked.pk],
        },
    )
    with pytest.raises(Refused) as refusal:
        publishing.publish(season_id=season.pk, by=club.organizer)
    assert str(refusal.value) == (
        "Not everybody has accepted: x & y. Wait, or take them out of their divisions."
    )
    signing_up.answer(entry_id=asked.pk, user=other, accept=False)
    asked.refresh_from_db()
    assert (asked.status, asked.division) == (SeasonEntry.Status.DECLINED, None)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_best_of_the_table_play_off_for_the_title(club: SeasonClub, client: Any) -> None:
    season = club.published(
        pairs=4,
        divisions=(DivisionPlan("First", 4, play_offs=4),),
        terms=Terms(
            match_hands=2, postpone_days=10, offer_hours=24, conduct_points=1, bots_level=3
        ),
    )
    tournament = season.divisions.get().tournament
    terms = (tournament.postpone_days, tournament.offer_hours, tournament.claim_minutes)
    assert (*terms, tournament.conduct_points, tournament.bots_level) == (10, 24, 21, 1, 3)
    for each in draw_of(season)[0].rounds:
        club.go_to(each.at + timedelta(minutes=1))
        play_round(club, tournament)
    club.go_to(datetime(2027, 3, 9, tzinfo=UTC))
    # The season isn't over before its play-offs.
    assert ending.finish_due() == 0
    division = play_offs.play_offs_due(season)[0]
    bracket = play_offs.start_play_offs(
        division_id=division.pk, by=club.organizer, starts_on=date(2027, 3, 15)
    )
    # A bracket is drawn from its results, so its matches can't be postponed by consent.
    assert (bracket.name, bracket.postpone_days) == ("Spring 2027 · First, play-offs", 0)
    semi = bracket.rounds.get(number=1)
    assert [
        (match.entries[0].name, match.entries[1].name) for match in semi.matches.order_by("number")
    ] == [("a1 & b1", "a4 & b4"), ("a2 & b2", "a3 & b3")]
    for day in (18, 25):
        club.go_to(datetime(2027, 3, day, 18, 31, tzinfo=UTC))
        play_round(club, bracket)
    club.go_to(datetime(2027, 4, 1, tzinfo=UTC))
    assert ending.finish_due() == 1
    (champion,) = champions_of(club.league)
    assert (champion.season, champion.names) == (season, ("a1 & b1",))
    assert [
        (one.user.username, one.entry.name, one.place, one.field_size, one.champion)
        for one in FinalPlace.objects.select_related("user", "entry").order_by("pk")[:4]
    ] == [
        ("a1", "a1 & b1", 1, 4, True), ("b1", "a1 & b1", 1, 4, True),
        ("a2", "a2 & b2", 2, 4, False), ("b2", "a2 & b2", 2, 4, False),
    ]  # fmt: skip
    page = client.get("/leagues/club/?show=history").content.decode()
    assert ("a1 &amp; b1" in page, "Spring 2027" in page) == (True, True)
