"""Decisions needed at the tournaments of a desk, each with the remedies available to the viewer."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.common.clock import now
from tournaments.events.core.state import OPEN
from tournaments.events.entries.by_name import waits_for_score
from tournaments.events.models import (
    ConductMark,
    Dispute,
    ForfeitClaim,
    Match,
    Round,
    SideEntry,
    SideScore,
    Status,
)
from tournaments.events.queries.evening import Evening
from tournaments.events.queries.evening_rows import State
from tournaments.organizer.desk.scopes import Scope

STALLED_SHOWN = 3
"""Maximum stalled tables listed separately; one more line counts the others."""


@dataclass(frozen=True)
class Remedy:
    """A button that leads to `address`: a question of the desk, or with `leaves` another page."""

    label: str
    address: str
    leaves: bool = False


@dataclass(frozen=True)
class Decision:
    """Something that needs the organizer: what, details, by when, and the remedies.

    `scope` is its tournament, None if it concerns several.
    """

    scope: Scope | None
    what: str
    detail: str
    remedies: tuple[Remedy, ...]
    due: datetime | None = None
    is_urgent: bool = True


@dataclass(frozen=True)
class Side:
    """A side of a match: its entries' names, and its score in the current result."""

    name: str
    points: int | None


def decisions_of(
    scopes: Sequence[Scope],
    evening: Evening,
    rounds: Sequence[Round],
    matches: Sequence[dict[str, Any]],
    sides: dict[int, list[Side]],
) -> list[Decision]:
    """Return the decisions needed in these tournaments, the most urgent first. `matches` are from `matches_and_sides`;
    `rounds` are unfinished ones, perhaps also of other tournaments.
    """
    by_key = {one.tournament.pk: one for one in scopes}
    found: list[Decision] = []
    for one in matches:
        scope = by_key.get(one["tournament_id"])
        if scope is not None and scope.judges(one["pk"]):
            found += _about_match(scope, one, [side.name for side in sides.get(one["pk"], [])])
    for scope in scopes:
        if scope.runs:
            found += _about_draft(scope, rounds)
    found += _about_stalled(by_key, evening)
    for scope in scopes:
        if scope.runs:
            found += _about_attendance(scope, evening.of({scope.tournament.pk}))
    for scope in scopes:
        if scope.runs:
            found += _about_life(scope, evening.of({scope.tournament.pk}))
    return sorted(found, key=lambda each: not each.is_urgent)


def matches_and_sides(
    scopes: Sequence[Scope], also: Collection[int]
) -> tuple[list[dict[str, Any]], dict[int, list[Side]]]:
    """Return the matches that wait for a decision, each with the key and author of the open case; and the sides of
    these matches and of `also`, by match. One query.
    """
    waiting: dict[int, dict[str, Any]] = {}
    sides: dict[int, dict[int, Side]] = {}
    for row in _rows(scopes, also):
        key, index, name = row["pk"], row["index"], row["name"]
        undecided = row["status"] == Match.Status.UNDECIDED
        if undecided or row["needs_score"] or any(row[each] for each in _WAITS):
            waiting.setdefault(key, row)
        of_match = sides.setdefault(key, {})
        before = of_match.get(index)
        of_match[index] = Side(f"{before.name} & {name}" if before else name, row["points"])
    found = {match: [one[index] for index in sorted(one)] for match, one in sides.items()}
    return list(waiting.values()), found


_WAITS = ("dispute", "claim", "mark")


def _rows(scopes: Sequence[Scope], also: Collection[int]) -> QuerySet[SideEntry, Any]:
    """Return the entries of these matches' sides, each with its match and the open cases."""
    disputes = Dispute.objects.filter(status=Dispute.Status.OPEN)
    claims = ForfeitClaim.objects.filter(status=ForfeitClaim.Status.OPEN)
    marks = ConductMark.objects.filter(appealed_at__isnull=False, answered_at=None)
    about: dict[str, Any] = {}
    waits, unscored = Q(status=Match.Status.UNDECIDED), waits_for_score(now())
    needs_score = Match.objects.filter(unscored, pk=OuterRef("side__match"))
    for name, rows in zip(_WAITS, (disputes, claims, marks), strict=True):
        waits |= Q(pk__in=rows.values("match"))
        own = rows.filter(match=OuterRef("side__match")).order_by("pk")
        about[name] = Subquery(own.values("pk")[:1])
        about[f"{name}_by"] = Subquery(own.values("entry__name")[:1])
    waiting = Match.objects.filter(
        waits | unscored, tournament__in=[one.tournament for one in scopes]
    )
    scores = SideScore.objects.filter(side=OuterRef("side"), result__current=True)
    match = "side__match__"
    return (
        SideEntry.objects.filter(Q(side__match__in=waiting) | Q(side__match__in=also))
        .order_by(
            *(f"{match}tournament", f"{match}round__number", f"{match}number", "side__match"),
            *("side__index", "position"),
        )
        .values(
            pk=F("side__match"), number=F(f"{match}number"), status=F(f"{match}status"),
            round__number=F(f"{match}round__number"), tournament_id=F(f"{match}tournament"),
            index=F("side__index"), name=F("entry__name"),
            closes_at=F(f"{match}round__closes_at"), needs_score=Exists(needs_score),
            points=Subquery(scores.order_by().values("points")[:1]), **about,
        )
    )  # fmt: skip


def _ask(scope: Scope, label: str, what: str, key: int | str) -> Remedy:
    return Remedy(label, reverse("desk_ask", args=[scope.tournament.slug, what, key]))


def _at_table(scope: Scope, label: str, what: str, key: int | str) -> Remedy:
    return Remedy(label, reverse("table_ask", args=[scope.tournament.slug, what, key]))


def _page(scope: Scope, match: int, label: str) -> Remedy:
    address = reverse("organizer_match", args=[scope.tournament.slug, match])
    return Remedy(label, address, leaves=True)


def _about_draft(scope: Scope, rounds: Sequence[Any]) -> Iterator[Decision]:
    mine = (one for one in rounds if one.tournament_id == scope.tournament.pk)
    drafted = next((one for one in mine if one.status == Round.Status.DRAFTED), None)
    if drafted is None or scope.tournament.status == Status.PAUSED:
        return
    page = reverse("organizer_tournament", args=[scope.tournament.slug]) + "#draft"
    confirm = _ask(scope, _("Confirm the draw"), "confirm", drafted.pk)
    look = Remedy(_("Look at it"), page, leaves=True)
    if drafted.outdated:
        detail = _("A result has changed since it was made. Look at it before you confirm it.")
    else:
        detail = _("Players see it, and the round begins, once it is confirmed.")
    yield Decision(
        scope,
        _("Confirm the draw of round %(number)d") % {"number": drafted.number},
        detail,
        (look, confirm) if drafted.outdated else (confirm, look),
        due=drafted.starts_at,
    )


def _about_match(scope: Scope, one: dict[str, Any], names: list[str]) -> Iterator[Decision]:
    key, more = one["pk"], _page(scope, one["pk"], _("Decide otherwise"))
    place = _("Round %(round)d, table %(table)d: %(match)s") % {
        "round": one["round__number"],
        "table": one["number"],
        "match": " – ".join(names),
    }
    if one["dispute"]:
        yield Decision(
            scope,
            _("%(name)s contest the result") % {"name": one["dispute_by"]},
            place,
            (_ask(scope, _("Let it stand"), "stand", one["dispute"]), more),
        )
    if one["claim"]:
        yield Decision(
            scope,
            _("%(name)s claim the forfeit") % {"name": one["claim_by"]},
            place,
            (_ask(scope, _("Reject the claim"), "reject", one["claim"]), more),
        )
    if one["mark"]:
        yield Decision(
            scope,
            _("%(name)s appeal") % {"name": one["mark_by"]},
            place,
            (
                _ask(scope, _("Undo it"), "excuse", one["mark"]),
                _ask(scope, _("It stands"), "uphold", one["mark"]),
            ),
        )
    if one["status"] == Match.Status.UNDECIDED:
        sides = range(len(names)) if len(names) == 2 else range(0)
        awards = [
            _ask(scope, _("%(name)s win") % {"name": names[side]}, f"award-{side}", key)
            for side in sides
        ]
        yield Decision(
            scope,
            _("A table was abandoned"),
            place,
            (_ask(scope, _("Replay"), "replay", key), *awards, more),
        )
    if one["needs_score"]:
        enter = reverse("match_ask", args=[scope.tournament.slug, key, "score"])
        yield Decision(
            scope,
            _("Score needed"),
            _("%(place)s. Somebody has no account, so no table opened.") % {"place": place},
            (Remedy(_("Enter the score"), enter),),
            due=one["closes_at"],
            is_urgent=False,
        )


def _about_stalled(scopes: dict[int, Scope], evening: Evening) -> Iterator[Decision]:
    """Yield the longest stalled tables, each with its remedies, and one line that counts the others."""
    stalled = [row for row in evening.tables if row.is_stalled]
    stalled = [row for row in stalled if scopes[row.cup].judges(row.match)]
    for row in stalled[:STALLED_SHOWN]:
        scope = scopes[row.cup]
        others = [] if row.late_side is None or len(row.sides) != 2 else [1 - row.late_side]
        yield Decision(
            scope,
            _("%(table)s stands still") % {"table": row.name},
            _("%(name)s is late: the turn’s own time ended at %(at)s.")
            % {"name": row.at_turn or _("Somebody"), "at": f"{localtime(row.deadline):%H:%M}"},
            (
                _at_table(scope, _("Call"), "message", row.key),
                _at_table(scope, _("Add time"), "time", row.key),
                _at_table(scope, _("Pause"), "pause", row.key),
                _at_table(scope, _("Replace"), "replace", row.seat),
                *(_ask(scope, _("Forfeit"), f"award-{side}", row.match) for side in others),
                _page(scope, row.match, _("Decide")),
            ),
        )
    more = len(stalled) - STALLED_SHOWN
    if more > 0:
        yield Decision(
            None,
            ngettext("%(count)d more table stands still", "%(count)d more tables stand still", more)
            % {"count": more},
            _("They are first among the tables in play."),
            (Remedy(_("Show"), "?tab=tables#tables", leaves=True),),
        )


def _about_attendance(scope: Scope, evening: Evening) -> Iterator[Decision]:
    tournament = scope.tournament
    away = [one for one in evening.people if one.away and one.due is not None]
    if not away:
        return
    due = min(one.due for one in away if one.due is not None)
    # Under way an entry is missing at its table, which has rules of its own.
    half = (
        tournament.status == Status.CHECK_IN
        and 2 * sum(one.state == State.ABSENT for one in away) > evening.awaited
    )
    if half:
        detail = _("Over half are absent. Does everybody know the time?")
    else:
        detail = _("They are told at once when you call them.")
    call = _ask(scope, _("Call all absent"), "call", "all")
    move = Remedy(
        _("Move the start"), reverse("tournament_edit", args=[tournament.slug]), leaves=True
    )
    yield Decision(
        scope,
        ngettext(
            "Missing: %(count)d of %(all)d entry",
            "Missing: %(count)d of %(all)d entries",
            evening.awaited,
        )
        % {"count": len(away), "all": evening.awaited},
        detail,
        (call, move) if tournament.status == Status.CHECK_IN else (call,),
        due=due,
        is_urgent=half,
    )


def _about_life(scope: Scope, evening: Evening) -> Iterator[Decision]:
    tournament = scope.tournament
    page = reverse("organizer_tournament", args=[tournament.slug])
    if tournament.status == Status.PAUSED and any(row.paused_at for row in evening.tables):
        yield Decision(
            scope,
            _("The tables are stopped"),
            _("Nobody can act and no new round begins until you let them go on."),
            (_ask(scope, _("Go on"), "go-on", "now"),),
        )
    elif tournament.status == Status.PAUSED:
        yield Decision(
            scope,
            _("The tournament is paused"),
            _("Tables in play continue; no new round begins until you resume it."),
            (_ask(scope, _("Resume"), "resume", "now"),),
        )
    elif tournament.status in OPEN and len(evening.people) < tournament.min_entries:
        yield Decision(
            scope,
            _("Only %(here)d of at least %(least)d entries: it will not start")
            % {"here": len(evening.people), "least": tournament.min_entries},
            _("Invite people, or move the start."),
            (Remedy(_("The tournament’s page"), page, leaves=True),),
            due=tournament.starts_at,
        )
    elif tournament.status in (Status.DRAFT, Status.ANNOUNCED):
        yield Decision(
            scope,
            _("Registration is not open yet"),
            _("Nobody can enter before."),
            (Remedy(_("The tournament’s page"), page, leaves=True),),
            due=tournament.starts_at,
            is_urgent=False,
        )
    elif tournament.status == Status.CHECK_IN:
        yield Decision(
            scope,
            _("It starts by itself"),
            _("With those who are checked in by then."),
            (_ask(scope, _("Start now"), "start", "now"),),
            due=tournament.starts_at,
            is_urgent=False,
        )
