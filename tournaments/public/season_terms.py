"""A season's terms as text."""

from datetime import timedelta

from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.tables.texts.rules import rules_said
from spades_site.common.templatetags.times import duration
from tournaments.events.setup.team_matches import SETTLED
from tournaments.leagues.models import Season
from tournaments.seasons.terms import (
    BY_EVENINGS,
    ENTERED,
    ORIGINAL,
    PAIRS,
    PLAYED,
    PLAYERS,
    TEAMS,
    Terms,
    terms_of,
)

COUNTS = {
    PLAYERS: gettext_lazy("Every finished tournament of the season, for each of its players"),
    PAIRS: gettext_lazy("Every finished tournament of pairs: the same two people are one pair"),
    TEAMS: gettext_lazy("Every finished tournament of teams: a team is known by its name"),
}
"""What a series takes into account, by whom it ranks."""
SUBSTITUTES = {
    ENTERED: "",
    PLAYED: gettext_lazy(
        "Points go to the player of the last match, even a substitute for that match alone."
    ),
    ORIGINAL: gettext_lazy("Points go to the replaced player."),
}
"""Who gets the points of a replaced player, where it isn't who has the place at the end."""


def season_facts(season: Season) -> list[tuple[str, str]]:
    """Return pairs of a label and a text, the most important first."""
    terms = terms_of(season)
    if not season.has_divisions:
        return _series_facts(terms)
    return [
        (_("Rounds"), _rounds(terms)),
        (_("Matches"), _when(season, terms)),
        (_("Rules"), _rules(season, terms)),
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
                "Who withdraws before playing %(percent)d%% of their matches has all results "
                "annulled; after that the rest are forfeits."
            )
            % {"percent": terms.annul_percent},
        ),
        (_("Late entries"), _late_entries(terms)),
        (_("Stand-ins"), stand_in_terms(terms)),
    ]


def _rounds(terms: Terms) -> str:
    if terms.swiss_rounds is not None:
        return ngettext("%(n)d round of a Swiss", "%(n)d rounds of a Swiss", terms.swiss_rounds) % {
            "n": terms.swiss_rounds
        }
    return _("Everybody twice") if terms.double else _("Everybody once")


def _when(season: Season, terms: Terms) -> str:
    params = {
        "day": str(WEEKDAYS[terms.weekday]),
        "time": time_format(terms.clock, "H:i"),
        "zone": season.zone,
        "every": duration(timedelta(days=terms.week_length).total_seconds()),
    }
    if terms.week_length == 7:
        return _("%(day)s at %(time)s (%(zone)s), unless the sides agree on another time") % params
    return (
        _("Every %(every)s, %(day)s at %(time)s (%(zone)s), unless the sides agree otherwise")
        % params
    )


def _match(season: Season, terms: Terms) -> str:
    if season.kind == Season.Kind.TEAMS:
        return _("%(n)d deals at two tables, the same cards at both") % {"n": terms.deals}
    if terms.match_hands is None:
        return _("One game to the rules’ target")
    return ngettext("%(n)d hand", "%(n)d hands", terms.match_hands) % {"n": terms.match_hands}


def _rules(season: Season, terms: Terms) -> str:
    """Return the rules in a sentence; for a team league without those that team matches determine."""
    if season.kind != Season.Kind.TEAMS:
        return rules_said(terms.rule_set)
    return rules_said(terms.rule_set, SETTLED)


def _points(season: Season, terms: Terms) -> str:
    if season.kind == Season.Kind.TEAMS:
        points = _("Victory points from 0 to 20 by the difference over all deals")
        if not terms.walkover_average:
            return points
        walkover = _(
            "a walkover 12, or the winners’ average, or that of those who played the absent side: whichever is best"
        )
        return f"{points}; {walkover}"
    return _("%(win)d for a win, %(draw)d for a draw") % {"win": terms.win, "draw": terms.draw}


def _late_entries(terms: Terms) -> str:
    if not terms.late_until_round:
        return _("Nobody can enter after the season has begun.")
    if terms.swiss_rounds is not None:
        return _(
            "Until round %(n)d begins, an organizer can add entries to a division. Rounds missed don’t count."
        ) % {"n": terms.late_until_round}
    return _(
        "Until round %(n)d begins, an organizer can add entries to a division with a bye. Rounds missed don’t count."
    ) % {"n": terms.late_until_round}


def stand_in_terms(terms: Terms) -> str:
    """Return a sentence about who may stand in, and how often."""
    if not terms.stand_in_matches:
        return _("Nobody can stand in for an entered player.")
    numbers = _("Members on the list, in up to %(n)d matches, %(one)d for the same side") % {
        "n": terms.stand_in_matches,
        "one": min(terms.stand_in_for_one, terms.stand_in_matches),
    }
    if terms.stand_in_rating is None:
        return numbers
    bound = _("rated at most %(rating)d above the player they replace")
    return f"{numbers}; {bound % {'rating': terms.stand_in_rating}}"


def _series_facts(terms: Terms) -> list[tuple[str, str]]:
    facts = [
        (_("What counts"), str(COUNTS[terms.ranked])),
        (_("Points by place"), " – ".join(map(str, terms.scale))),
    ]
    if terms.attendance:
        facts.append(
            (_("For taking part"), _("%(n)d more, whatever the place") % {"n": terms.attendance})
        )
    if terms.host:
        facts.append((_("For the host"), _("%(n)d more") % {"n": terms.host}))
    if terms.newcomer:
        facts.append((_("For partnering a newcomer"), _newcomer(terms)))
    if SUBSTITUTES[terms.substitutes]:
        facts.append((_("Substitutes"), str(SUBSTITUTES[terms.substitutes])))
    if terms.has_final:
        facts.append((_("The final"), _final(terms)))
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
            _("More evenings, then more first places, more second places and so on.")
            if terms.ties == BY_EVENINGS
            else _("More first places, then more second places and so on, then more evenings."),
        ),
    ]


def _newcomer(terms: Terms) -> str:
    return ngettext(
        "%(n)d more; somebody is a newcomer until %(days)d day after they joined the league or first played with it",
        "%(n)d more; somebody is a newcomer until %(days)d days after they joined the league or first played with it",
        terms.newcomer_days,
    ) % {"n": terms.newcomer, "days": terms.newcomer_days}


def _final(terms: Terms) -> str:
    """Return who qualifies for the final, in sentences."""
    parts = []
    if terms.qualify:
        parts.append(_("The first %(n)d of the table qualify.") % {"n": terms.qualify})
    if terms.qualify_wins:
        words = ngettext(
            "Everybody with %(n)d evening won qualifies.",
            "Everybody with %(n)d evenings won qualifies.",
            terms.qualify_wins,
        )
        parts.append(words % {"n": terms.qualify_wins})
    if terms.reserves:
        words = ngettext(
            "The next one is in reserve.", "The next %(n)d are in reserve.", terms.reserves
        )
        parts.append(words % {"n": terms.reserves})
    return " ".join(parts)
