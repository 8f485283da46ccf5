"""Addresses of feeds, for templates: `{% load feeds %}`."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from spades_site.accounts.models import User, Viewer
from tournaments.events.models import Tournament
from tournaments.events.queries.shared_views import SharedView
from tournaments.leagues.models import League, Season
from tournaments.public.feeds import trf
from tournaments.public.feeds.keys import address_of
from tournaments.seasons.models import SeasonEntry

register = template.Library()


@dataclass(frozen=True)
class Calendar:
    """A calendar or feed to subscribe to: what it shows, and its full address."""

    title: str
    address: str


TITLES = {
    "tournament": {
        "entries": gettext_lazy("Entries"),
        "pairings": gettext_lazy("Pairings"),
        "results": gettext_lazy("Results"),
        "standings": gettext_lazy("Standings"),
    },
    "season": {
        "entries": gettext_lazy("Entries"),
        "fixtures": gettext_lazy("Fixtures"),
        "line_ups": gettext_lazy("Line-ups"),
        "tables": gettext_lazy("Tables"),
    },
}


@register.simple_tag
def calendar_of(user: User) -> str:
    """Return the full address of a person's calendar, with their key."""
    return address_of(reverse("personal_calendar"), user)


@register.simple_tag
def calendar_of_league(league: League, user: Viewer) -> str:
    """Return the full address of a league's calendar; a private league's with the member's key."""
    return address_of(reverse("league_calendar", args=[league.slug]), _reader(league, user))


@register.simple_tag
def news_of_league(league: League, user: Viewer) -> list[Calendar]:
    """Return a league's feeds for feed readers, a private league's with the member's key."""
    reader = _reader(league, user)
    titles = {"news": _("News of %(league)s"), "results": _("Results of %(league)s")}
    return [
        Calendar(
            title % {"league": league.name},
            address_of(reverse(f"league_{what}_atom", args=[league.slug]), reader),
        )
        for what, title in titles.items()
    ]


@register.simple_tag
def calendar_of_tournament(tournament: Tournament, user: Viewer) -> str:
    """Return the full address of a tournament's calendar; in a private league with the member's key."""
    path = reverse("tournament_calendar", args=[tournament.slug])
    return address_of(path, _reader(tournament.league, user))


@register.simple_tag
def calendars_of_season(season: Season, user: Viewer, mine: SeasonEntry | None) -> list[Calendar]:
    """Return the calendars of a season: that of the viewer's entry, if they have one, of all fixtures, and of each
    division. One query.
    """
    reader = _reader(season.league, user)
    found = []
    if mine is not None and mine.entry_id is not None:
        found.append((mine.name, reverse("entry_calendar", args=[season.slug, mine.pk])))
    found.append((season.name, reverse("season_calendar", args=[season.slug])))
    divisions = list(season.divisions.all())
    if len(divisions) > 1:
        found += [
            (one.name, reverse("division_calendar", args=[season.slug, one.level]))
            for one in divisions
        ]
    return [Calendar(title, address_of(path, reader)) for title, path in found]


@register.simple_tag
def index_of_league(league: League) -> str:
    """Return the address of the index of a league's feeds."""
    return reverse("league_index", args=[league.slug])


@register.simple_tag
def tables_of(one: Tournament | Season) -> list[dict[str, str]]:
    """Return `title`, and the addresses `csv` and `json`, of each table of a tournament or season."""
    of = "season" if isinstance(one, Season) else "tournament"
    # Nobody enters a series, and it has no fixtures of its own.
    shown = {"tables"} if isinstance(one, Season) and not one.has_divisions else {*TITLES[of]}
    return [
        {"title": str(title)}
        | {kind: reverse(f"{of}_{what}_{kind}", args=[one.slug]) for kind in ("csv", "json")}
        for what, title in TITLES[of].items()
        if what in shown
    ]


@register.simple_tag
def trf_of(view: Any, shared: SharedView | None = None) -> str:
    """Return the address of a tournament's report file, or "" if its format doesn't fit one; kept with a `shared` view."""
    kept = {} if shared is None else shared.parts
    address = kept.get("trf")
    if address is None:
        address = reverse("tournament_trf", args=[view.tournament.slug]) if trf.fits(view) else ""
        kept["trf"] = address
    return address


def _reader(league: League | None, user: Viewer) -> User | None:
    """Return the user if a key is needed: only for what isn't public, and only for people who can sign in."""
    secret = league is not None and not league.is_public
    return user if secret and user.is_authenticated and not user.is_guest else None
