"""Addresses of feeds, for templates: `{% load feeds %}`."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext_lazy

from spades_site.accounts.models import User, Viewer
from tournaments.events.models import Tournament
from tournaments.leagues.models import League
from tournaments.public.feeds import trf
from tournaments.public.feeds.keys import address_of

register = template.Library()

TITLES = {
    "entries": gettext_lazy("Entries"),
    "pairings": gettext_lazy("Pairings"),
    "results": gettext_lazy("Results"),
    "standings": gettext_lazy("Standings"),
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
def calendar_of_tournament(tournament: Tournament, user: Viewer) -> str:
    """Return the full address of a tournament's calendar; in a private league with the member's key."""
    path = reverse("tournament_calendar", args=[tournament.slug])
    return address_of(path, _reader(tournament.league, user))


@register.simple_tag
def tables_of(tournament: Tournament) -> list[dict[str, str]]:
    """Return `title`, and the addresses `csv` and `json`, of each table of a tournament."""
    return [
        {"title": str(title)}
        | {
            kind: reverse(f"tournament_{what}_{kind}", args=[tournament.slug])
            for kind in ("csv", "json")
        }
        for what, title in TITLES.items()
    ]


@register.simple_tag
def trf_of(view: Any) -> str:
    """Return the address of a tournament's report file, or "" if its format doesn't fit one."""
    return reverse("tournament_trf", args=[view.tournament.slug]) if trf.fits(view) else ""


def _reader(league: League | None, user: Viewer) -> User | None:
    """Return the user if a key is needed: only for what isn't public, and only for people who can sign in."""
    secret = league is not None and not league.is_public
    return user if secret and user.is_authenticated and not user.is_guest else None
