"""A season's terms in words."""

from datetime import timedelta

from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tables.rule_texts import preset_title
from spades_site.common.templatetags.times import duration
from tournaments.leagues.models import Season
from tournaments.seasons.terms import Terms, terms_of


def season_facts(season: Season) -> list[tuple[str, str]]:
    """Return pairs of a label and a text, the most important first."""
    terms = terms_of(season)
    if not season.has_divisions:
        return _series_facts(terms)
    return [
        (_("Rounds"), _rounds(terms)),
        (_("Matches"), _when(season, terms)),
        (_("Rules"), preset_title(str(terms.rules.get("preset", "")))),
        (_("Match"), _match(season, terms)),
        (_("Points"), _points(season, terms)),
        (
            _("Pace"),
            _("%(turn)s a turn, and %(bank)s in reserve")
            % {"turn": duration(terms.turn_seconds), "bank": duration(terms.bank_seconds)},
        ),
        (
            _("Withdrawal"),
            _(
                "Who withdraws before playing %(percent)d %% of their matches has all results "
                "annulled; after that the rest are forfeits."
            )
            % {"percent": terms.annul_percent},
        ),
    ]


def _rounds(terms: Terms) -> str:
    if terms.swiss_rounds is not None:
        return ngettext("%(n)d round of a Swiss", "%(n)d rounds of a Swiss", terms.swiss_rounds) % {
            "n": terms.swiss_rounds
        }
    return _("Everybody twice") if terms.double else _("Everybody once")


def _when(season: Season, terms: Terms) -> str:
    words = {
        "day": str(WEEKDAYS[terms.weekday]),
        "time": time_format(terms.clock, "H:i"),
        "zone": season.zone,
        "every": duration(timedelta(days=terms.week_length).total_seconds()),
    }
    if terms.week_length == 7:
        return _("%(day)s at %(time)s (%(zone)s), unless the sides agree on another time") % words
    return (
        _("Every %(every)s, %(day)s at %(time)s (%(zone)s), unless the sides agree otherwise")
        % words
    )


def _match(season: Season, terms: Terms) -> str:
    if season.kind == Season.Kind.TEAMS:
        return _("%(n)d deals at two tables, the same cards at both") % {"n": terms.deals}
    if terms.match_hands is None:
        return _("One game to the rules’ target")
    return ngettext("%(n)d hand", "%(n)d hands", terms.match_hands) % {"n": terms.match_hands}


def _points(season: Season, terms: Terms) -> str:
    if season.kind == Season.Kind.TEAMS:
        return _("Victory points from 0 to 20 by the difference over all deals")
    return _("%(win)d for a win, %(draw)d for a draw") % {"win": terms.win, "draw": terms.draw}


def _series_facts(terms: Terms) -> list[tuple[str, str]]:
    facts = [
        (_("What counts"), _("Every finished tournament of the season")),
        (_("Points by place"), " – ".join(map(str, terms.scale))),
    ]
    if terms.attendance:
        facts.append(
            (_("For taking part"), _("%(n)d more, whatever the place") % {"n": terms.attendance})
        )
    best = (
        _("All evenings count.")
        if terms.best is None
        else ngettext("The best evening counts.", "The best %(n)d evenings count.", terms.best)
        % {"n": terms.best}
    )
    return [
        *facts,
        (_("Evenings"), best),
        (
            _("Ties"),
            _("More first places, then more second places and so on, then more evenings."),
        ),
    ]
