"""The seasons of the world of the route matrix: one in each state that its buttons ask for."""

from datetime import date, timedelta
from typing import Any

from spades_site.common.clock import now
from tests.seasons.made import pairs_proposal, series, won_series
from tournaments.events.models import EntryPlayer, Match, SubstituteOffer, Substitution, Tournament
from tournaments.leagues.models import League, Season, Team, TeamMember
from tournaments.seasons.entries import placing, signing_up, stand_ins
from tournaments.seasons.lifecycle import ending, planning, postponing, publishing
from tournaments.seasons.lifecycle.planning import DivisionPlan
from tournaments.seasons.models import SeasonEntry


def _later(season: Season) -> date:
    """Return the first match day after postponing a season by a week."""
    shown = postponing.postponement(season, 1)
    assert shown
    return shown.to


def seasons_of(people: dict[str, Any], league: League, organizer: Any) -> dict[str, Any]:
    """Return what addresses name of a league's seasons."""
    today = now().date()
    spring = series(league, organizer, "Spring", today, today + timedelta(days=30))

    def made(name: str, kind: str = str(Season.Kind.PAIRS)) -> Season:
        proposal = pairs_proposal(
            name=name,
            kind=kind,
            starts_on=today + timedelta(days=2),
            ends_on=today + timedelta(days=60),
            divisions=(DivisionPlan("First", 8),),
        )
        return planning.create_season(league_id=league.pk, by=organizer, proposal=proposal)

    def pair(season: Season, one: str, other: str) -> SeasonEntry:
        entry = signing_up.add_pair(season_id=season.pk, by=organizer, first=one, second=other)
        for name in (one, other):
            signing_up.answer(entry_id=entry.pk, user=people[name], accept=True)
        return entry

    def ready(name: str) -> Season:
        season = made(name)
        pair(season, "m1", "m2")
        pair(season, "m3", "m4")
        placing.place_by_rating(season_id=season.pk, by=organizer)
        return season

    draft, open_, teams = made("Draft"), made("Open"), made("Teams", str(Season.Kind.TEAMS))
    for season in (open_, teams):
        planning.open_sign_up(season_id=season.pk, by=organizer)
    entry = pair(open_, "m1", "m2")
    asked = signing_up.sign_up_pair(season_id=open_.pk, user=people["captain"], partner="player")
    squad = Team.objects.create(league=league, name="Squad", captain=people["m1"], created_at=now())
    TeamMember.objects.bulk_create(
        TeamMember(team=squad, league=league, user=people[name], joined_at=now())
        for name in ("m1", "m2", "m3", "m4")
    )
    running = publishing.publish(season_id=ready("Running").pk, by=organizer)
    running_cup, (match, *_rest) = _with_stand_ins(running, people, organizer)
    asked_to_stand_in, agreed = (
        match.substitute_offers.get(status="open"),
        match.substitutions.get(),
    )
    won = won_series(
        league, organizer, [[people[f"m{n}"] for n in each] for each in ((1, 2), (3, 4))]
    )
    over = publishing.publish(season_id=ready("Over").pk, by=organizer)
    over.divisions.update(play_offs=2)
    division = over.divisions.get()
    Tournament.objects.filter(pk=division.tournament_id).update(
        status="finished", finished_at=now()
    )
    finished = ready("Finished")
    finished.status, finished.published_at, finished.finished_at = "finished", now(), now()
    finished.save()
    ended = publishing.publish(season_id=ready("Ended").pk, by=organizer)
    ending.end_season(season_id=ended.pk, by=organizer, reason="x")
    return {
        "season": open_.slug,
        "ended_season": ended.slug,
        "season_entry": entry.pk,
        "season_asked": asked.pk,
        "series_season": spring.slug,
        "series_key": spring.pk,
        "won_series": won.slug,
        "draft_season": draft.slug,
        "teams_season": teams.slug,
        "squad": squad.pk,
        "ready_season": ready("Ready").slug,
        "running_season": running.slug,
        "running_cup": running_cup.slug,
        "running_match": match.pk,
        "replaced": people["m1"].pk,
        "listed": people["player"].pk,
        "stand_in_offer": asked_to_stand_in.pk,
        "agreed": agreed.pk,
        "level": 1,
        "later_week": _later(running).isoformat(),
        "running_entry": running.entries.order_by("pk")[0].pk,
        "over_season": over.slug,
        "division": division.pk,
        "next_week": (today + timedelta(days=7)).isoformat(),
        "next_week_at": (today + timedelta(days=7)).isoformat() + "T20:00",
        "finished_season": finished.slug,
        "series": "series",
    }


def _with_stand_ins(
    season: Season, people: dict[str, Any], organizer: Any
) -> tuple[Tournament, list[Match]]:
    """Put the player, pal, m5 and m6 on a season's list; m5 is asked for m2, and m6 stands in for m3."""
    cup = season.divisions.get().tournament
    assert cup is not None
    (match,) = matches = list(cup.matches.all())
    for name in ("player", "pal", "m5", "m6"):
        stand_ins.put_on_list(season_id=season.pk, by=people[name])
    # Both sides of the world have a match at this time, so the same person can't be asked for both.
    rows = {"match": match, "by": organizer, "at": now()}
    one, other = (EntryPlayer.objects.get(tournament=cup, user=people[key]) for key in ("m2", "m3"))
    SubstituteOffer.objects.create(entry=one.entry, out=one.user, into=people["m5"], **rows)
    Substitution.objects.create(
        entry=other.entry, out=other.user, into=people["m6"], position=other.position, **rows
    )
    return cup, matches
