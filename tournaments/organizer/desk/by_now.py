"""The present state for questions of the desk: a match's current result, and why an action comes too late."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.tables.game.arbiter import why_paused
from games.tables.models import Table
from spades_site.common.errors import Refused
from spades_site.common.forms import key_of
from spades_site.common.people.bot_names import marked
from spades_site.common.translation import translate
from tournaments.events.actions import decisions
from tournaments.events.actions.draws import drafts, released
from tournaments.events.actions.night import attendance
from tournaments.events.core import line_ups
from tournaments.events.core.state import STEP_LABELS, require
from tournaments.events.matches import no_shows
from tournaments.events.models import (
    ConductMark,
    Dispute,
    ForfeitClaim,
    Match,
    MatchTable,
    NoShow,
    Result,
    Tournament,
    with_scores,
)


def now_words(match: Match) -> str:
    """Return the current result as a sentence; without the score while other tables still play the match's deals."""
    found = match.results.filter(current=True).prefetch_related(*with_scores()).first()
    if found is None:
        return _("There is no result yet.")
    found.match = match
    if found.kind == Result.Kind.PLAYED:
        deals = match.round.deals
        if deals is not None and not deals.is_open:
            return _(
                "Other tables still play these deals, so nobody sees this result yet. You can correct it when the round "
                "is over."
            )
        score = " : ".join(map(str, found.games or found.points)).replace("-", "−")
        if found.other_end:
            values = {"score": score, "name": marked(found.winner_name), "how": found.other_end}
            return _("Now: %(score)s, %(name)s won %(how)s.") % values
        return _("Now: %(score)s.") % {"score": score}
    if found.winner_name:
        return _("Now: %(name)s win by forfeit.") % {"name": marked(found.winner_name)}
    return _("Now: %(kind)s.") % {"kind": translate(found.get_kind_display())}


def why_too_late(tournament: Tournament, what: str, key: str) -> str:
    """Return why the action `what` on the object `key` would be refused or change nothing by now; "" if it is possible."""
    number = key_of(key)
    if what == "call":
        absent = attendance.absent_people(tournament)
        return "" if (absent if key == "all" else key in absent) else _("Nobody is absent there.")
    if what in STEP_LABELS:
        return _refusal_of(tournament, what)
    if what in ("confirm", "take-back"):
        return _about_draw(tournament, what, number)
    if what in ("stand", "reject", "excuse", "uphold"):
        return _about_answer(what, number)
    found = tournament.matches.filter(pk=number).select_related("round__stage", "tournament")
    match = found.first()
    return "" if match is None else _about_match(match, what)


def _refusal_of(tournament: Tournament, step: str) -> str:
    try:
        require(tournament, step)
    except Refused as refusal:
        return str(refusal)
    return ""


def _about_draw(tournament: Tournament, what: str, number: int) -> str:
    round_ = tournament.rounds.select_related("stage").filter(pk=number).first()
    if round_ is None:
        return ""
    if what == "confirm":
        return "" if round_.status == drafts.DRAFTED else str(drafts.not_drafted())
    refusal = released.why_not(tournament, round_)
    return "" if refusal is None else str(refusal)


def _about_answer(what: str, number: int) -> str:
    waits: QuerySet[Any]
    if what == "stand":
        waits = Dispute.objects.filter(pk=number, status=Dispute.Status.OPEN)
    elif what == "reject":
        waits = ForfeitClaim.objects.filter(pk=number, status__in=ForfeitClaim.LIVE)
    else:
        waits = ConductMark.objects.filter(pk=number, answered_at=None)
    return "" if waits.exists() else _("This is answered already. Look at the match.")


def _about_match(match: Match, what: str) -> str:
    if what in set(map(str, NoShow)):
        missing = line_ups.missing_from(no_shows.waiting_tables(match))
        return "" if missing else _("Nobody is missing at this match any more.")
    refusal = None
    if what == "replay":
        refusal = decisions.why_not_replay(match)
    elif what in ("award-0", "award-1"):
        winner = int(what.partition("-")[2])
        refusal = decisions.why_not_decide(match, decisions.Verdict.FORFEIT, winner)
    return "" if refusal is None else str(refusal)


def why_too_late_at(at: MatchTable, what: str) -> str:
    """Return why the action `what` at a match's table would be refused or change nothing by now; "" if it is possible."""
    table = at.table
    if table is None or not at.counts:
        return _("This table no longer counts: the match goes on at another one.")
    if what == "again":
        refusal = decisions.why_not_replay_from(at)
        return "" if refusal is None else str(refusal)
    if what == "message":
        return ""
    if table.is_over:
        return _("The game at this table is over.")
    if what == "resume" and table.paused_at is None:
        return _("This table isn’t paused.")
    paused = why_paused(table) if what == "pause" else None
    if paused is not None:
        return str(paused)
    if what in ("pause", "time") and table.status == Table.Status.OPEN:
        return _("This table hasn’t begun. You can let it wait longer for its players.")
    return ""
