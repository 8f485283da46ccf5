"""Signals in words: what was seen, where, and what else may explain it. The figures come from `Signal.evidence`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.replay.summary import card_text
from tournaments.events.models import Match, MatchTable, named
from tournaments.fair_play.drawing import TIMED, Drawing, drawn_times
from tournaments.fair_play.models import Signal
from tournaments.own_time.models import EventPlay


@dataclass(frozen=True)
class Line:
    """A piece of evidence: what is said of it, and where it can be looked at ("" where it is gone)."""

    place: str
    text: str
    url: str


class Place(NamedTuple):
    """A match's table: what it is called, its address, and its tournament."""

    name: str
    url: str
    cup: str


@dataclass(frozen=True)
class Told:
    """A signal in words."""

    signal: Signal
    names: list[str]
    sentence: str
    lines: list[Line]
    reasons: list[str]
    drawing: Drawing | None = None


REASONS: Mapping[str, tuple[Any, ...]] = {
    "device": (
        gettext_lazy("People in one household, or at a club, may take turns at one computer."),
        gettext_lazy("Somebody may have signed in for a guest, or handed over a seat."),
    ),
    "network": (
        gettext_lazy("A shared household, an office, a school or a club’s Wi-Fi explains this too."),
        gettext_lazy("Mobile networks give many customers the same address."),
    ),
    "partner": (
        gettext_lazy("Experienced partners learn from each other’s cards more than the computed deals know."),
        gettext_lazy("A few such cards happen to everybody: only the number in many hands is unusual."),
    ),
    "timing": (
        gettext_lazy("Some people play everything at the same steady pace, or look for every card on a small screen."),
        gettext_lazy("People plan the next trick while they play a card that they must play."),
    ),
    "rehearse": (
        gettext_lazy("People in one household, or at a club, may take turns at one computer."),
        gettext_lazy("They may have played without telling each other anything: look at who played each deal later, and how."),
    ),
    "absence": (
        gettext_lazy("Work, family and illness don’t look at the draw."),
        gettext_lazy("A stronger opponent may have had the worse time of day."),
        gettext_lazy("A partner may have asked for the stand-in, because they found somebody stronger."),
    ),
}  # fmt: skip
"""What else may explain a signal, by its kind."""
CAUSES: Mapping[str, Any] = {
    "absent": gettext_lazy("didn’t come, left, or a bot played most cards"),
    "stand_in": gettext_lazy("somebody stood in"),
    "withdrew": gettext_lazy("withdrew from the tournament"),
}
"""How a match was missed."""


def in_words(signals: Iterable[Signal]) -> list[Told]:
    """Return signals, loaded as `visible_to` does, in words. The number of queries is constant."""
    rows = list(signals)
    places = _places({one["table"] for row in rows for one in row.evidence.get("tables", [])})
    matches = _missed({key for row in rows for key, _cause in row.evidence.get("matches", [])})
    return [_told(row, places, matches) for row in rows]


def _told(row: Signal, places: Mapping[int, Place], matches: Mapping[int, Line]) -> Told:
    names = {one.user_id: one.user.get_username() for one in row.people.all()}
    lines: list[Line] = []
    for one in row.evidence.get("tables", []):
        where = places.get(one["table"], Place(_("a table that is gone"), "", ""))
        lines += LINES[row.kind](one, names, where)
    for key, cause in row.evidence.get("matches", []):
        if key in matches:
            line = matches[key]
            lines.append(replace(line, text=f"{CAUSES[cause]} · {line.text}"))
    return Told(
        signal=row,
        names=list(names.values()),
        sentence=SENTENCES[row.kind](row.evidence, _joined(list(names.values()))),
        lines=lines,
        reasons=[str(reason) for reason in REASONS[row.kind]],
        drawing=drawn_times(row.evidence) if row.kind == Signal.Kind.TIMING else None,
    )


def _places(tables: Iterable[int]) -> dict[int, Place]:
    """Return what tables of matches and own-time events are called, and the address of each one's replay or, before its end, page."""
    rows = MatchTable.objects.filter(table__in=set(tables)).select_related(
        "table__deals", "match__round", "match__tournament"
    )
    found = {}
    for row in rows:
        if row.table is None or row.table_id is None:
            continue
        words = {"round": row.match.round.number, "table": row.match.number}
        name = "table_replay" if row.table.is_public else "table"
        title = _("Round %(round)d, table %(table)d") % words
        found[row.table_id] = Place(
            title, reverse(name, args=[row.table.public_id]), row.match.tournament.name
        )
    plays = EventPlay.objects.filter(table__in=set(tables) - found.keys())
    for play in plays.select_related("table__deals", "deal__event"):
        deal = play.deal
        title = _("%(event)s, deal %(number)d") % {"event": deal.event.name, "number": deal.number}
        name = "table_replay" if play.table.is_public else "table"
        address = reverse(name, args=[play.table.public_id])
        found[play.table_id] = Place(title, address, deal.event.name)
    return found


def _missed(keys: Iterable[int]) -> dict[int, Line]:
    """Return lines that name matches and lead to their pages."""
    rows = Match.objects.filter(pk__in=set(keys)).select_related("tournament", "round")
    return {
        row.pk: Line(row.title, row.tournament.name, row.get_absolute_url())
        for row in rows.prefetch_related(*named())
    }


def _joined(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names) or _("a closed account")
    return _("%(some)s and %(last)s") % {"some": ", ".join(names[:-1]), "last": names[-1]}


def _same_device(evidence: dict[str, Any], names: str) -> str:
    return _("%(names)s played at one table from the same browser.") % {"names": names}


def _same_network(evidence: dict[str, Any], names: str) -> str:
    return _("%(names)s played at one table from the same network.") % {"names": names}


def _rehearsed(evidence: dict[str, Any], names: str) -> str:
    words = {"names": names, "event": evidence["event"], "deals": evidence["deals"]}
    if evidence["from"] == "device":
        said = _("%(names)s played the same deals of “%(event)s” (%(deals)s) from one browser.")
    else:
        said = _("%(names)s played the same deals of “%(event)s” (%(deals)s) from one network.")
    return said % words


def _partners(evidence: dict[str, Any], names: str) -> str:
    words = {
        "names": names,
        "choices": evidence["choices"],
        "won": evidence["won"],
        "expected": number_format(evidence["expected"], 1),
        "one_in": number_format(evidence["one_in"], force_grouping=True),
    }
    return (
        _(
            "%(names)s played %(choices)s cards that cost points by what each could know. With the partner’s hand in view, "
            "%(won)s of them gained points; without knowing it, about %(expected)s would. Chance alone does this to one pair in %(one_in)s."
        )
        % words
    )


def _timed(evidence: dict[str, Any], names: str) -> str:
    words = {
        "names": names,
        "first": number_format(evidence["first"], force_grouping=True),
        "second": number_format(evidence["second"], force_grouping=True),
        "share": evidence["share"],
        "own": evidence["own"],
        "one_in": number_format(evidence["one_in"], force_grouping=True),
    }
    return str(TIMED[evidence["sort"]]) % words


def _absent(evidence: dict[str, Any], names: str) -> str:
    words = {
        "names": names,
        "missed": evidence["stronger"][0],
        "stronger": evidence["stronger"][1],
        "others_missed": evidence["others"][0],
        "others": evidence["others"][1],
        "one_in": number_format(evidence["one_in"], force_grouping=True),
    }
    return (
        _(
            "%(names)s missed %(missed)s of %(stronger)s matches against higher-rated opponents, and %(others_missed)s of %(others)s others. "
            "Chance alone does this to one person in %(one_in)s."
        )
        % words
    )


def _connected(one: dict[str, Any], names: Mapping[int, str], where: Place) -> list[Line]:
    parts = []
    for key, (begin, end) in sorted(one["people"].items(), key=lambda each: int(each[0])):
        words = {
            "name": names.get(int(key), _("a closed account")),
            "begin": _moment(begin, "DAY_THEN_TIME"),
            "end": _moment(end, "H:i"),
        }
        parts.append(_("%(name)s: %(begin)s to %(end)s") % words)
    return [Line(where.name, " · ".join(parts), where.url)]


def _cards(one: dict[str, Any], names: Mapping[int, str], where: Place) -> list[Line]:
    lines = []
    for hand, step, user, card in one["plays"]:
        place = _("%(place)s, hand %(hand)s") % {"place": where.name, "hand": hand}
        words = {"name": names.get(user, _("a closed account")), "card": card_text(card)["text"]}
        url = f"{where.url}#h{hand}s{step + 1}" if where.url else ""
        text = f"{_('%(name)s played the %(card)s.') % words} · {where.cup}"
        lines.append(Line(place, text, url))
    return lines


def _at_table(one: dict[str, Any], names: Mapping[int, str], where: Place) -> list[Line]:
    return [Line(where.name, where.cup, where.url)]


def _moment(text: str, how: str) -> str:
    return date_format(localtime(datetime.fromisoformat(text)), how)


SENTENCES: dict[str, Callable[[dict[str, Any], str], str]] = {
    "device": _same_device,
    "network": _same_network,
    "partner": _partners,
    "timing": _timed,
    "rehearse": _rehearsed,
    "absence": _absent,
}
LINES: dict[str, Callable[[dict[str, Any], Mapping[int, str], Place], list[Line]]] = {
    "device": _connected,
    "network": _connected,
    "partner": _cards,
    "timing": _at_table,
    "rehearse": _connected,
}
