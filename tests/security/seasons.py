"""The seasons of the world of the route matrix: one in each state that its buttons ask for."""

from datetime import timedelta
from typing import Any

from spades_site.common.clock import now
from tests.seasons.made import pairs_proposal, series
from tournaments.events.models import Tournament
from tournaments.leagues.models import League, Season, Team, TeamMember
from tournaments.seasons import placing, planning, publishing, signing_up
from tournaments.seasons.models import SeasonEntry
from tournaments.seasons.planning import DivisionPlan


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
    over = publishing.publish(season_id=ready("Over").pk, by=organizer)
    over.divisions.update(play_offs=2)
    division = over.divisions.get()
    Tournament.objects.filter(pk=division.tournament_id).update(
        status="finished", finished_at=now()
    )
    finished = ready("Finished")
    finished.status, finished.published_at, finished.finished_at = "finished", now(), now()
    finished.save()
    return {
        "season": open_.slug,
        "season_entry": entry.pk,
        "season_asked": asked.pk,
        "series_season": spring.slug,
        "draft_season": draft.slug,
        "teams_season": teams.slug,
        "squad": squad.pk,
        "ready_season": ready("Ready").slug,
        "running_season": running.slug,
        "level": 1,
        "running_entry": running.entries.order_by("pk")[0].pk,
        "over_season": over.slug,
        "division": division.pk,
        "next_week": (today + timedelta(days=7)).isoformat(),
        "finished_season": finished.slug,
        "series": "series",
    }
