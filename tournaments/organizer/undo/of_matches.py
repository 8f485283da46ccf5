"""Undoing decisions about matches: forfeits, awards, scores, replays."""

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from games.tables.models import Action, Table
from spades_site.accounts.models import User
from spades_site.common.models import AuditEntry
from tournaments.events.actions import decisions
from tournaments.events.core.state import UNDER_WAY
from tournaments.events.models import Match, MatchTable, Result, Round, Status, Tournament
from tournaments.organizer.undo.lines import Lines, Undo, match_of, number

DECIDED = ("match.decided", "match.score_entered")


def _forfeits(lines: Lines) -> frozenset[int]:
    """Return the lines whose forfeit still counts."""
    matches = Match.objects.filter(
        pk__in={match_of(one) for one in lines.entries},
        tournament__in=[one for one in lines.under_way if not one.shares_deals],
        status=Match.Status.DONE,
        round__status=Round.Status.PLAYING,
        results__current=True,
        results__kind=Result.Kind.FORFEIT,
    )
    found = set(matches.values_list("pk", flat=True))
    return frozenset(one.pk for one in lines.entries if match_of(one) in found)


def _decisions(lines: Lines) -> frozenset[int]:
    found = _awards(lines) | _corrections(lines)
    return frozenset(
        one.pk for one in lines.entries if (match_of(one), number(one, "version")) in found
    )


def _awards(lines: Lines) -> set[tuple[int, int]]:
    """Return the decisions that still count and stopped a game that can be resumed: matches and versions."""
    deals = Q(tables__table__deals=None) | Q(tables__table__deals__opened_at=None)
    found = Match.objects.filter(
        deals,
        tournament__in=lines.under_way,
        pk__in={match_of(one) for one in lines.entries},
        status=Match.Status.DONE,
        round__status=Round.Status.PLAYING,
        results__current=True,
        results__by__isnull=False,
        tables__counts=True,
        tables__table__status=Table.Status.ABANDONED,
        tables__table__state__isnull=False,
        tables__table__finished_at__gte=F("results__at"),
    )
    return set(found.values_list("pk", "results__version"))


def _corrections(lines: Lines) -> set[tuple[int, int]]:
    """Return the decisions that still count and replaced a result to which the match can return."""
    before = Result.objects.filter(match=OuterRef("match"), version=OuterRef("version") - 1)
    replayed = MatchTable.objects.filter(
        match=OuterRef("match"), counts=True, table__created_at__gt=OuterRef("before")
    )
    next_round = Round.objects.filter(
        stage=OuterRef("match__round__stage"), number__gt=OuterRef("match__round__number")
    )
    found = Result.objects.annotate(before=Subquery(before.values("at")[:1])).filter(
        Q(match__slot="") | ~Exists(next_round),
        ~Exists(replayed),
        match__in={match_of(one) for one in lines.entries},
        match__tournament__in=[
            one for one in lines.tournaments if one.status in UNDER_WAY | {str(Status.FINISHED)}
        ],
        current=True,
        by__isnull=False,
        before__isnull=False,
    )
    return set(found.values_list("match_id", "version"))


def _replays(lines: Lines) -> frozenset[int]:
    """Return the lines at whose new table no card has been played."""
    cards = Action.objects.filter(
        table=OuterRef("table"), kind=Action.Kind.PLAY, text__startswith="play "
    )
    found = MatchTable.objects.filter(
        ~Exists(cards),
        pk__in={number(one, "at") for one in lines.entries},
        match__tournament__in=lines.under_way,
        match__round__status=Round.Status.PLAYING,
        counts=True,
        table__status__in=(Table.Status.OPEN, Table.Status.PLAYING),
    )
    return lines.with_number("at", set(found.values_list("pk", flat=True)))


def _play_after_all(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    reason = _("Undone.")
    decisions.replay_match(match_id=match_of(entry), by=by, reason=reason)


def _take_decision_back(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    decisions.undo_decision(
        match_id=match_of(entry),
        by=by,
        reason=_("Undone."),
        expected_version=number(entry, "version"),
    )


def _take_replay_back(entry: AuditEntry, _tournament: Tournament, by: User) -> None:
    decisions.undo_replay(at_id=number(entry, "at"), by=by, reason=_("Undone."))


UNDOS: dict[str, Undo] = {
    "match.absence_forfeit": Undo(_forfeits, _play_after_all, judges=True),
    **dict.fromkeys(DECIDED, Undo(_decisions, _take_decision_back, judges=True)),
    "match.replayed_from": Undo(_replays, _take_replay_back, judges=True),
}
