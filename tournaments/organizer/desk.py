"""The desk from which one person runs an evening: what needs a decision, who is there, and which tables are in play."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.common.clock import now
from spades_site.common.pages import page_of
from tournaments.events.core.state import OPEN
from tournaments.events.models import (
    ConductMark,
    Dispute,
    ForfeitClaim,
    Match,
    NoShow,
    Round,
    SideEntry,
    Status,
    Tournament,
)
from tournaments.events.queries.evening import (
    LONGER,
    Attendee,
    Evening,
    State,
    TableRow,
    evening_of,
)
from tournaments.events.queries.selectors import history_of
from tournaments.organizer.history import BY_PLAYERS, LogLine, in_words
from tournaments.organizer.undoing import situation_of, undo_of

PEOPLE_A_PAGE, TABLES_A_PAGE, DECISIONS_SHOWN, STALLED_SHOWN, LINES_SHOWN = 16, 16, 6, 3, 5
"""Rows shown at once. Everything else is counted, and on further pages."""
TABS = ("decisions", "people", "tables")
SHOWN: Mapping[str, tuple[State, ...]] = {
    "absent": (State.ABSENT, State.ON_THE_WAY),
    "present": (State.PRESENT,),
    "all": tuple(State),
}
"""The filters of the attendance board."""


@dataclass(frozen=True)
class Remedy:
    """A button: it leads to `address`, where the desk asks first unless it `leaves` for another page."""

    label: str
    address: str
    leaves: bool = False


@dataclass(frozen=True)
class Decision:
    """Something that needs the organizer: what, more about it, by when, and what can be done about it."""

    what: str
    detail: str
    remedies: tuple[Remedy, ...]
    due: datetime | None = None
    is_urgent: bool = True


@dataclass(frozen=True)
class Line:
    """A line of the log; `undo` is the value that a button sends to undo it, or ""."""

    log: LogLine
    name: str
    undo: str


@dataclass(frozen=True)
class Desk:
    """What the desk shows. `found` is how many people the search and filter leave."""

    tournament: Tournament
    evening: Evening
    rounds: list[Any]
    decisions: list[Decision]
    people: Page[Attendee]
    tables: Page[TableRow]
    log: list[Line]
    counts: Mapping[str, int]
    show: str
    sort: str
    query: str
    tab: str

    @property
    def decisions_shown(self) -> list[Decision]:
        """Return the most urgent decisions."""
        return self.decisions[:DECISIONS_SHOWN]

    @property
    def decisions_left(self) -> int:
        """Return how many decisions aren't shown."""
        return len(self.decisions) - len(self.decisions_shown)

    @property
    def has_begun(self) -> bool:
        """Return whether check-in is open or over."""
        return self.tournament.status not in (
            Status.DRAFT, Status.ANNOUNCED, Status.REGISTRATION,
        )  # fmt: skip

    @property
    def base(self) -> str:
        """Return where the desk's questions are: relative to the desk, because every row names several."""
        return "./"

    @property
    def free(self) -> int:
        """Return how many entries aren't awaited now, though the tournament has begun."""
        return len(self.evening.in_state(State.FREE)) if self.has_begun else 0

    @property
    def rule(self) -> str:
        """Return what happens to the absent when their time is over."""
        if self.tournament.status == Status.CHECK_IN:
            return _("Entries that aren’t checked in at the start don’t play.")
        return {
            NoShow.BOT: _("When the time is over, a bot plays for absent players."),
            NoShow.SUBSTITUTE: _("When the time is over, a substitute plays, else a bot."),
            NoShow.FORFEIT: _("When the time is over, absent players forfeit."),
        }[NoShow(self.tournament.no_show)]

    @property
    def longer_minutes(self) -> int:
        """Return by how many minutes one press extends a table's grace."""
        return int(LONGER.total_seconds() // 60)


def desk_of(tournament: Tournament, query: Mapping[str, str], request: HttpRequest) -> Desk:
    """Return the desk of a tournament with the filters of `query`, in a constant number of queries."""
    evening = evening_of(tournament, now())
    rounds = list(_rounds(tournament))
    show = query.get("show", "")
    if show not in SHOWN:
        show = "absent" if any(one.away for one in evening.people) else "all"
    words = query.get("q", "").strip()[:60]
    people = [
        one
        for one in evening.in_state(*(SHOWN["all"] if words else SHOWN[show]))
        if words.casefold() in one.name.casefold()
    ]
    sort = "name" if query.get("sort") == "name" else "urgency"
    if sort == "name":
        people.sort(key=lambda one: one.name.casefold())
    tab = query.get("tab", "")
    return Desk(
        tournament=tournament,
        evening=evening,
        rounds=[one for one in rounds if one.status == Round.Status.PLAYING],
        decisions=[
            *_urgent(tournament, rounds),
            *_about_stalled(tournament, evening),
            *_about_attendance(tournament, evening),
            *_about_life(tournament, evening),
        ],
        people=page_of(request, people, PEOPLE_A_PAGE, "people"),
        tables=page_of(request, evening.tables, TABLES_A_PAGE, "tables"),
        log=_log(tournament, evening),
        counts={name: len(evening.in_state(*states)) for name, states in SHOWN.items()},
        show=show,
        sort=sort,
        query=words,
        tab=tab if tab in TABS else TABS[0],
    )


def _rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds that aren't over, with `all` and `done` matches at tables counted."""
    played = Q(matches__sides__index=1)
    return (
        tournament.rounds.exclude(status=Round.Status.DONE)
        .annotate(
            all=Count("matches", played),
            done=Count("matches", played & Q(matches__status=Match.Status.DONE)),
        )
        .order_by("stage__index", "number")
    )


# ------------------------------------------------------------------------------------------------ decisions
def _ask(tournament: Tournament, label: str, what: str, key: int | str) -> Remedy:
    return Remedy(label, reverse("desk_ask", args=[tournament.slug, what, key]))


def _page(tournament: Tournament, match: int, label: str) -> Remedy:
    return Remedy(label, reverse("organizer_match", args=[tournament.slug, match]), leaves=True)


def _urgent(tournament: Tournament, rounds: list[Round]) -> Iterator[Decision]:
    """Matches that wait for a decision, and draws that wait for their confirmation."""
    found = list(_matches_to_decide(tournament))
    names = _side_names([one["pk"] for one in found])
    for one in found:
        yield from _about_match(tournament, one, names.get(one["pk"], []))
    drafted = next((one for one in rounds if one.status == Round.Status.DRAFTED), None)
    if drafted is not None and tournament.status != Status.PAUSED:
        yield Decision(
            _("Confirm the draw of round %(number)d") % {"number": drafted.number},
            _("Players see it, and the round begins, once it is confirmed."),
            (
                _ask(tournament, _("Confirm the draw"), "confirm", drafted.pk),
                Remedy(
                    _("Look at it"),
                    reverse("organizer_tournament", args=[tournament.slug]) + "#draft",
                    leaves=True,
                ),
            ),
            due=drafted.starts_at,
        )


def _matches_to_decide(tournament: Tournament) -> QuerySet[Match, dict[str, Any]]:
    disputes = Dispute.objects.filter(status=Dispute.Status.OPEN)
    claims = ForfeitClaim.objects.filter(status=ForfeitClaim.Status.OPEN)
    marks = ConductMark.objects.filter(appealed_at__isnull=False, answered_at=None)
    about: dict[str, Any] = {}
    waits = Q(status=Match.Status.UNDECIDED)
    for name, rows in (("dispute", disputes), ("claim", claims), ("mark", marks)):
        waits |= Q(pk__in=rows.values("match"))
        own = rows.filter(match=OuterRef("pk")).order_by("pk")
        about[name] = Subquery(own.values("pk")[:1])
        about[f"{name}_by"] = Subquery(own.values("entry__name")[:1])
    return (
        tournament.matches.filter(waits)
        .annotate(**about)
        .order_by("round__number", "number", "pk")
        .values("pk", "number", "status", "round__number", *about)
    )


def _side_names(matches: list[int]) -> dict[int, list[str]]:
    """The sides' names of these matches, by match and side."""
    if not matches:
        return {}
    rows = SideEntry.objects.filter(side__match__in=matches).order_by(
        "side__match", "side__index", "position"
    )
    found: dict[int, dict[int, list[str]]] = {}
    for match, side, name in rows.values_list("side__match", "side__index", "entry__name"):
        found.setdefault(match, {}).setdefault(side, []).append(name)
    return {
        match: [" & ".join(sides[side]) for side in sorted(sides)] for match, sides in found.items()
    }


def _about_match(
    tournament: Tournament, one: dict[str, Any], names: list[str]
) -> Iterator[Decision]:
    key, more = one["pk"], _page(tournament, one["pk"], _("Decide otherwise"))
    place = _("Round %(round)d, table %(table)d: %(match)s") % {
        "round": one["round__number"],
        "table": one["number"],
        "match": " – ".join(names),
    }
    if one["dispute"]:
        yield Decision(
            _("%(name)s contest the result") % {"name": one["dispute_by"]},
            place,
            (_ask(tournament, _("Let it stand"), "stand", one["dispute"]), more),
        )
    if one["claim"]:
        yield Decision(
            _("%(name)s claim the forfeit") % {"name": one["claim_by"]},
            place,
            (_ask(tournament, _("Reject the claim"), "reject", one["claim"]), more),
        )
    if one["mark"]:
        yield Decision(
            _("%(name)s appeal") % {"name": one["mark_by"]},
            place,
            (
                _ask(tournament, _("Undo it"), "excuse", one["mark"]),
                _ask(tournament, _("It stands"), "uphold", one["mark"]),
            ),
        )
    if one["status"] == Match.Status.UNDECIDED:
        sides = range(len(names)) if len(names) == 2 else range(0)
        awards = [
            _ask(tournament, _("%(name)s win") % {"name": names[side]}, f"award-{side}", key)
            for side in sides
        ]
        yield Decision(
            _("A table was abandoned"),
            place,
            (_ask(tournament, _("Replay"), "replay", key), *awards, more),
        )


def _about_stalled(tournament: Tournament, evening: Evening) -> Iterator[Decision]:
    """The tables that stand still for longest, each with its remedies; the others are counted in one more line."""
    stalled = [row for row in evening.tables if row.is_stalled]
    for row in stalled[:STALLED_SHOWN]:
        others = [] if row.late_side is None or len(row.sides) != 2 else [1 - row.late_side]
        yield Decision(
            _("Table %(number)s stands still") % {"number": row.number},
            _("%(name)s is late: the turn’s own time ended at %(at)s.")
            % {"name": row.at_turn or _("Somebody"), "at": f"{localtime(row.deadline):%H:%M}"},
            (
                _at_table(tournament, _("Call"), "message", row.key),
                _at_table(tournament, _("Add time"), "time", row.key),
                _at_table(tournament, _("Pause"), "pause", row.key),
                _at_table(tournament, _("Replace"), "replace", row.seat),
                *(_ask(tournament, _("Forfeit"), f"award-{side}", row.match) for side in others),
                _page(tournament, row.match, _("Decide")),
            ),
        )
    more = len(stalled) - STALLED_SHOWN
    if more > 0:
        yield Decision(
            ngettext("%(count)d more table stands still", "%(count)d more tables stand still", more)
            % {"count": more},
            _("They are first among the tables in play."),
            (Remedy(_("Show"), "?tab=tables#tables", leaves=True),),
        )


def _at_table(tournament: Tournament, label: str, what: str, key: int | str) -> Remedy:
    return Remedy(label, reverse("table_ask", args=[tournament.slug, what, key]))


def _about_attendance(tournament: Tournament, evening: Evening) -> Iterator[Decision]:
    away = [one for one in evening.people if one.away and one.due is not None]
    if not away:
        return
    due = min(one.due for one in away if one.due is not None)
    if evening.half_absent:
        detail = _(
            "Over half are absent. Was check-in announced, and does everybody know the time?"
        )
    else:
        detail = _("They get a notice and a mail when you call them.")
    call = _ask(tournament, _("Call all absent"), "call", "all")
    move = Remedy(
        _("Move the start"), reverse("tournament_edit", args=[tournament.slug]), leaves=True
    )
    yield Decision(
        ngettext(
            "%(count)d of %(all)d entry is missing",
            "%(count)d of %(all)d entries are missing",
            evening.awaited,
        )
        % {"count": len(away), "all": evening.awaited},
        detail,
        (call, move) if tournament.status == Status.CHECK_IN else (call,),
        due=due,
        is_urgent=evening.half_absent,
    )


def _about_life(tournament: Tournament, evening: Evening) -> Iterator[Decision]:
    page = reverse("organizer_tournament", args=[tournament.slug])
    if tournament.status == Status.PAUSED:
        yield Decision(
            _("The tournament is paused"),
            _("Tables in play continue; no new round begins until you resume it."),
            (_ask(tournament, _("Resume"), "resume", "now"),),
        )
    elif tournament.status in OPEN and len(evening.people) < tournament.min_entries:
        yield Decision(
            _("Only %(here)d of at least %(least)d entries: it will not start")
            % {"here": len(evening.people), "least": tournament.min_entries},
            _("Invite people, or move the start."),
            (Remedy(_("The tournament’s page"), page, leaves=True),),
            due=tournament.starts_at,
        )
    elif tournament.status in (Status.DRAFT, Status.ANNOUNCED):
        yield Decision(
            _("Registration is not open yet"),
            _("Nobody can enter before."),
            (Remedy(_("The tournament’s page"), page, leaves=True),),
            due=tournament.starts_at,
            is_urgent=False,
        )
    elif tournament.status == Status.CHECK_IN:
        yield Decision(
            _("It starts by itself"),
            _("With those who are checked in by then."),
            (_ask(tournament, _("Start now"), "start", "now"),),
            due=tournament.starts_at,
            is_urgent=False,
        )


# ---------------------------------------------------------------------------------------------------- log
def _log(tournament: Tournament, evening: Evening) -> list[Line]:
    lines = in_words(history_of(tournament).exclude(verb__in=BY_PLAYERS)[:LINES_SHOWN])
    situation = situation_of(tournament, evening, [line.entry for line in lines])
    return [
        Line(line, str(line.entry.data.get("name", "")), undo_of(line.entry, situation))
        for line in lines
    ]
