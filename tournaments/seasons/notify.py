"""Notices about seasons (`spades_site.notices`). Called in the transaction that makes the change."""

from collections.abc import Iterable
from datetime import datetime

from spades_site.accounts.models import User
from spades_site.notices.services import mark_handled, send_notice
from tournaments.events.models import Tournament
from tournaments.leagues.models import Season
from tournaments.seasons.models import SeasonEntry, SeasonPlayer


def sign_up_open(season: Season) -> None:
    """Notify the league's members that they can sign up."""
    places = season.league.memberships.select_related("user").order_by("user_id")
    _news(season, [place.user for place in places], "open")


def proposed(season: Season, *, by: User) -> None:
    """Ask everybody whose place was proposed from the previous season to accept it; for teams the captains."""
    entries = season.entries.filter(status=SeasonEntry.Status.INVITED)
    for entry in entries.select_related("team__captain", "team__vice"):
        entry.season = season
        if entry.team is not None:
            people = [one for one in (entry.team.captain, entry.team.vice) if one is not None]
        else:
            people = [
                place.user
                for place in entry.players.filter(accepted_at=None).select_related("user")
            ]
        asked(entry, [one for one in people if one != by], by=by)


def asked(entry: SeasonEntry, people: Iterable[User], *, by: User) -> None:
    """Ask people to accept their places in a pair."""
    season = entry.season
    send_notice(
        people,
        "season_asked",
        f"season-entry:{entry.pk}",
        season.get_absolute_url(),
        {
            "who": by.username,
            "season": season.name,
            "league": season.league.name,
            "entry": entry.name,
        },
    )


def answered(entry: SeasonEntry, user: User, news: str) -> None:
    """Notify the other players of somebody's answer: `news` is "accepted" or "declined"."""
    mark_handled({user.pk}, "season_asked", entry.season.get_absolute_url())
    others = [one for one in _players(entry) if one != user]
    key = f"season-entry:{entry.pk}:{user.pk}"
    _news(entry.season, others, news, key=key, who=user.username, entry=entry.name)


def team_entered(entry: SeasonEntry, *, by: User) -> None:
    """Notify a team's other players that it was entered."""
    others = [one for one in _players(entry) if one != by]
    key = f"season-entry:{entry.pk}"
    _news(entry.season, others, "entered", key=key, who=by.username, entry=entry.name)


def withdrawn(entry: SeasonEntry, people: Iterable[User]) -> None:
    """Notify these people that their entry is out of the season."""
    _news(entry.season, people, "withdrawn", key=f"season-entry:{entry.pk}", entry=entry.name)


def published(season: Season) -> None:
    """Notify the players of every division that the fixtures are published."""
    for division in season.divisions.all():
        places = SeasonPlayer.objects.filter(entry__division=division, active=True)
        people = [place.user for place in places.select_related("user").order_by("user_id")]
        _news(season, people, "published", division=division.name)


def postponed(season: Season, next_at: datetime, *, reason: str) -> None:
    """Notify all players that matches that haven't begun are postponed, the next ones until `next_at`."""
    places = SeasonPlayer.objects.filter(season=season, active=True)
    people = [place.user for place in places.select_related("user").order_by("user_id")]
    when = next_at.isoformat()
    _news(season, people, "postponed", key=when, next_at=when, reason=reason)


def added_late(entry: SeasonEntry, people: Iterable[User], number: int) -> None:
    """Notify the players of a late entry of their division and their first round."""
    assert entry.division is not None
    _news(
        entry.season, people, "added_late", key=f"season-entry:{entry.pk}",
        division=entry.division.name, round=str(number),
    )  # fmt: skip


def over(season: Season, *, early: bool = False) -> None:
    """Notify everybody who played that the season is over."""
    places = SeasonPlayer.objects.filter(season=season, active=True)
    people = [place.user for place in places.select_related("user").order_by("user_id")]
    if early:
        _news(season, people, "ended", reason=season.ended_early)
    else:
        _news(season, people, "finished")


def goes_on(season: Season) -> None:
    """Notify everybody who plays that the season's early end was undone."""
    places = SeasonPlayer.objects.filter(season=season, active=True)
    people = [place.user for place in places.select_related("user").order_by("user_id")]
    _news(season, people, "goes_on")


def final(season: Season, tournament: Tournament, people: Iterable[User], news: str) -> None:
    """Notify people that they are entered in the season's final: `news` is "qualified" or "reserve"."""
    _news(
        season, people, news, key=f"tournament:{tournament.pk}", url=tournament.get_absolute_url(),
        tournament=tournament.name, start_at=tournament.starts_at.isoformat(),
    )  # fmt: skip


def _news(
    season: Season,
    people: Iterable[User],
    news: str,
    *,
    key: str = "",
    url: str = "",
    **params: str,
) -> None:
    send_notice(
        people,
        "season",
        f"season:{season.pk}:{key}:{news}",
        url or season.get_absolute_url(),
        {"league": season.league.name, "season": season.name, "season_news": news, **params},
    )


def _players(entry: SeasonEntry) -> list[User]:
    return [place.user for place in entry.players.select_related("user").order_by("user_id")]
