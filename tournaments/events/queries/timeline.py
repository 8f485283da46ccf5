"""The timeline of a fixture: its events in order, in a constant number of queries."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.models import Seat
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.models import AuditEntry
from spades_site.common.people import bot_names
from spades_site.common.translation import translate
from tournaments.events.models import Dispute, Match, MatchTable, Result, TimeOffer
from tournaments.events.queries.selectors import MatchView, ended_words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Happening:
    """An event at `at`: a sentence, times that belong to it, and a person's note."""

    at: datetime
    what: str
    times: Sequence[datetime] = field(default=())
    note: str = ""


LOGGED: Mapping[str, "StrOrPromise"] = {
    "match.line_up_named": gettext_lazy("%(name)s named their line-up."),
    "match.stand_in_cancelled": gettext_lazy("%(into)s no longer stands in for %(out)s."),
    "match.time_set": gettext_lazy("The organizer set the time:"),
    "match.forfeit_claimed": gettext_lazy("%(name)s claimed the forfeit."),
    "match.claim_rejected": gettext_lazy("The organizer rejected the claim."),
    "match.replayed": gettext_lazy("The organizer had the match replayed."),
    "match.replayed_from": gettext_lazy("The organizer had a game replayed from a hand."),
    "match.replay_undone": gettext_lazy("The organizer took the replay back."),
    "match.decision_undone": gettext_lazy("The organizer undid a decision."),
    "match.one_more_hand": gettext_lazy("It ended in a tie, so one more hand was added."),
}
"""Entries of the audit log that the timeline shows, by their verb; `name` is the entry that their data names."""

ANSWERS: Mapping[str, "StrOrPromise"] = {
    TimeOffer.Status.ACCEPTED: gettext_lazy("%(other)s accepted:"),
    TimeOffer.Status.REPLACED: gettext_lazy("%(other)s accepted:"),
    TimeOffer.Status.DECLINED: gettext_lazy("%(other)s declined."),
    TimeOffer.Status.COUNTERED: gettext_lazy("%(other)s answered with other times."),
    TimeOffer.Status.WITHDRAWN: gettext_lazy("%(name)s withdrew the offer."),
    TimeOffer.Status.LAPSED: gettext_lazy("The offer lapsed without an answer."),
}


def timeline_of(view: MatchView, *, mine: bool, disputes: Iterable[Dispute]) -> list[Happening]:
    """Return a match's events so far, the oldest first.

    Offered times and conduct are visible only to the two sides (`mine`) and to organizers (`view.may_decide`).
    `disputes` are those that the viewer may see.
    """
    match, at = view.line.match, now()
    found = [
        *_round(match),
        *_logged(match),
        *_tables(match),
        *_substitutes(match, knows=view.knows),
    ]
    if mine or view.may_decide:
        found += [*_offers(match), *_conduct(match)]
    found += [happening for one in disputes for happening in _dispute(one)]
    found += [_result(view, one) for one in view.versions]
    return sorted((one for one in found if one.at <= at), key=lambda one: one.at)


def _round(match: Match) -> Iterator[Happening]:
    round_ = match.round
    # The first round of a tournament is drawn a moment after its time.
    yield Happening(min(round_.drawn_at, round_.starts_at or round_.drawn_at), _("Drawn."))
    if round_.closes_at is not None and round_.starts_at is not None:
        yield Happening(round_.starts_at, _("The window opened."))


def _logged(match: Match) -> Iterator[Happening]:
    names = _names(match)
    rows = AuditEntry.objects.filter(subject=audit.subject_of(match), verb__in=LOGGED)
    for row in rows.order_by("pk"):
        params = {
            "name": names(row.data.get("entry")),
            "into": bot_names.marked(row.data.get("into", "")),
            "out": bot_names.marked(row.data.get("out", "")),
        }
        starts_at = row.data.get("starts_at")
        times = [datetime.fromisoformat(starts_at)] if starts_at else []
        yield Happening(row.at, str(LOGGED[row.verb]) % params, times, row.reason)


def _offers(match: Match) -> Iterator[Happening]:
    names = _names(match)
    keys = [entry.pk for entry in match.entries]
    for offer in match.time_offers.all():
        other = next(key for key in keys if key != offer.entry_id)
        params = {"name": names(offer.entry_id), "other": names(other)}
        made = _("%(name)s asked to postpone:") if offer.postpones else _("%(name)s offered:")
        yield Happening(offer.at, made % params, offer.moments)
        if offer.answered_at is None:
            continue
        if offer.status == TimeOffer.Status.REPLACED and offer.starts_at is None:
            continue  # The side's next offer has its own event.
        times = [] if offer.starts_at is None else [offer.starts_at]
        yield Happening(offer.answered_at, str(ANSWERS[offer.status]) % params, times)


def _conduct(match: Match) -> Iterator[Happening]:
    names = _names(match)
    for mark in match.conduct_marks.select_related("penalty"):
        params = {"name": names(mark.entry_id), "what": mark.get_kind_display()}
        if mark.penalty is None:
            yield Happening(mark.at, _("Warning for %(name)s: %(what)s.") % params)
        else:
            params["points"] = str(mark.penalty.amount)
            yield Happening(
                mark.at, _("%(name)s, −%(points)s in the standings: %(what)s.") % params
            )
        if mark.appealed_at is not None:
            yield Happening(mark.appealed_at, _("%(name)s appealed.") % params, note=mark.appeal)
        if mark.answered_at is not None:
            undone, stands = _("The organizer undid it."), _("The organizer let it stand.")
            yield Happening(
                mark.answered_at, undone if mark.undone_at else stands, note=mark.answer
            )


def _tables(match: Match) -> Iterator[Happening]:
    tables = [at for at in match.tables if at.table is not None]
    for at in tables:
        table = at.table
        assert table is not None
        what = _("One more hand: its table opened.") if _is_decider(at) else _("The table opened.")
        yield Happening(table.created_at, what)
        if table.started_at is not None:
            yield Happening(table.started_at, _("Play began."))
    arrived = Seat.objects.filter(
        table__in=[at.table_id for at in tables], user__isnull=False, arrived_at__isnull=False
    )
    for seat in arrived.select_related("user") if tables else ():
        assert seat.user is not None
        assert seat.arrived_at is not None
        params = {"name": bot_names.marked(seat.user.username)}
        yield Happening(seat.arrived_at, _("%(name)s came to the table.") % params)


def _is_decider(at: MatchTable) -> bool:
    return at.kind == MatchTable.Kind.DECIDER


def _substitutes(match: Match, *, knows: bool) -> Iterator[Happening]:
    for one in match.substitutions.select_related("into", "out"):
        into, out = (bot_names.marked(user.username) for user in (one.into, one.out))
        params = {"into": into, "out": out, "hand": one.hand}
        what = _("%(into)s substitutes for %(out)s.")
        if one.hand is not None and knows:
            what = _("%(into)s takes over from %(out)s in hand %(hand)d.")
        yield Happening(one.at, what % params, note=translate(one.reason))


def _dispute(one: Dispute) -> Iterator[Happening]:
    params = {"name": bot_names.marked(one.entry.name)}
    yield Happening(one.at, _("%(name)s contested the result.") % params, note=one.text)
    if one.answered_at is not None:
        what = _("The organizer answered: %(answer)s.") % {"answer": one.get_status_display()}
        yield Happening(one.answered_at, what, note=one.answer)


def _result(view: MatchView, result: Result) -> Happening:
    what = ended_words(replace(view.line, result=result))
    if result.by_id is not None:
        what = _("The organizer decided: %(what)s") % {"what": what}
    return Happening(result.at, what, note=translate(result.reason))


def _names(match: Match) -> Callable[[Any], str]:
    """Return a function from an entry's key to its name in the match, bot accounts marked; "" for others."""
    names = {entry.pk: bot_names.marked(match.name_of(entry)) for entry in match.entries}
    return lambda key: names.get(key, "")
