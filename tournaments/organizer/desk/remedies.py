"""The desk's questions before actions that send mail, publish, or can't be undone. Each names its object and the
consequences.
"""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.common.forms import (
    key_of,
)
from tournaments.events.actions import decisions
from tournaments.events.actions.fixtures import claims, conduct
from tournaments.events.actions.night import absences, attendance, stopping
from tournaments.events.actions.night.stopping import tables_in_play
from tournaments.events.core import line_ups
from tournaments.events.matches import disputes, no_shows
from tournaments.events.models import (
    ConductMark,
    Dispute,
    ForfeitClaim,
    Match,
    NoShow,
    Tournament,
)
from tournaments.organizer.desk.by_now import now_words
from tournaments.organizer.desk.draw_remedies import confirm_question, take_back_question
from tournaments.organizer.desk.questions import Question
from tournaments.organizer.desk.steps import step_question


def question_of(tournament: Tournament, what: str, key: str) -> Question | None:
    """Return the question for the action `what` on the object `key`; None if either doesn't exist."""
    if what == "call":
        return _call(tournament, key)
    if what == "stop" and key == "now":
        return _stop(tournament)
    if what == "go-on" and key == "now":
        return _go_on(tournament)
    if what in STEPS and key == "now":
        return step_question(tournament, what)
    if what == "confirm":
        return confirm_question(tournament, key_of(key))
    if what == "take-back":
        return take_back_question(tournament, key_of(key))
    if what == "stand":
        return _stand(tournament, key_of(key))
    if what == "reject":
        return _reject(tournament, key_of(key))
    if what in ("excuse", "uphold"):
        return _mark(tournament, key_of(key), undo=what == "excuse")
    match = (
        tournament.matches.filter(pk=key_of(key), sides__index=1)
        .select_related("round__stage", "tournament")
        .first()
    )
    if match is None:
        return None
    found = _about(tournament, match, what)
    return found and replace(found, about=match)


def _about(tournament: Tournament, match: Match, what: str) -> Question | None:
    if what in SETTLED:
        return _settle(tournament, match, NoShow(what))
    if what == "replay":
        return _replay(match)
    winner = {"award-0": 0, "award-1": 1}.get(what)
    return None if winner is None or len(match.sides) != 2 else _award(match, winner)


SETTLED = frozenset(map(str, NoShow))
STEPS = ("start", "resume")
MATCH = ("match__round", "match__tournament")


def judged_match(tournament: Tournament, what: str, key: str) -> Match | None:
    """Return the match that a question decides; None if it doesn't exist, or if the question isn't about a match's
    result, and so not for arbiters.
    """
    number, about = key_of(key), tournament.matches.all()
    if what == "stand":
        about = about.filter(disputes=number)
    elif what == "reject":
        about = about.filter(claims=number)
    elif what in ("excuse", "uphold"):
        about = about.filter(conduct_marks=number)
    elif what in ("replay", "award-0", "award-1"):
        about = about.filter(pk=number)
    else:
        return None
    return about.first()


# ------------------------------------------------------------------------------------------------ attendance
def _call(tournament: Tournament, key: str) -> Question | None:
    absent = attendance.absent_people(tournament)
    wanted = absent if key == "all" else {key: absent[key]} if key in absent else {}
    names = [user.username for users in wanted.values() for user in users]
    if key != "all" and not names:
        kind, _colon, number = key.partition(":")
        rows: Any = {"entry": tournament.entries, "single": tournament.singles}.get(kind)
        if rows is None or not rows.filter(pk=key_of(number)).exists():
            return None
    count = len(names)
    return Question(
        title=ngettext("Call %(count)d absent person?", "Call %(count)d absent people?", count)
        % {"count": count},
        effect=_("They are told at once, as their settings say. It can’t be taken back."),
        button=_("Call"),
        done=_("They are called."),
        act=lambda by, _values: attendance.call_absent(
            tournament_id=tournament.pk, by=by, place="" if key == "all" else key
        ),
        names=names,
    )


def _stop(tournament: Tournament) -> Question:
    count = tables_in_play(tournament).filter(table__paused_at=None).count()
    return Question(
        title=_("Stop all tables of %(name)s?") % {"name": tournament.name},
        effect=ngettext(
            "%(count)d table stops: nobody can act and no clock runs, until you let them go on. No new round begins.",
            "%(count)d tables stop: nobody can act and no clock runs, until you let them go on. No new round begins.",
            count,
        )
        % {"count": count},
        button=_("Stop all tables"),
        done=lambda made: (
            ngettext("%(count)d table is stopped.", "%(count)d tables are stopped.", made)
            % {"count": made}
        ),
        act=lambda by, values: stopping.stop_tables(
            tournament_id=tournament.pk, by=by, reason=values["reason"]
        ),
        reason=_("Short break."),
    )


def _go_on(tournament: Tournament) -> Question:
    count = tables_in_play(tournament).exclude(table__paused_at=None).count()
    return Question(
        title=_("Let all tables of %(name)s go on?") % {"name": tournament.name},
        effect=ngettext(
            "%(count)d table goes on where it stopped, with the time that was left. A round whose time has passed begins.",
            "%(count)d tables go on where they stopped, with the time that was left. A round whose time has passed begins.",
            count,
        )
        % {"count": count},
        button=_("Go on"),
        done=lambda made: (
            ngettext("%(count)d table goes on.", "%(count)d tables go on.", made) % {"count": made}
        ),
        act=lambda by, _values: stopping.let_go_on(tournament_id=tournament.pk, by=by),
    )


def _settle(tournament: Tournament, match: Match, how: NoShow) -> Question:
    missing = line_ups.missing_from(no_shows.waiting_tables(match))
    names = [row.user.username for row in missing]
    gone = {row.side_id for row in missing}
    present = [
        name
        for side, name in zip(match.sides, match.side_names, strict=True)
        if side.pk not in gone
    ]
    title, effect, button = {
        NoShow.FORFEIT: (
            _("Have the absent forfeit in %(match)s?"),
            _settled_words(tournament, present),
            _("Forfeit"),
        ),
        NoShow.SUBSTITUTE: (
            _("Call in a substitute in %(match)s?"),
            _("The first in reserve plays at a new table, and is told at once."),
            _("Call in a substitute"),
        ),
        NoShow.BOT: (
            _("Begin without the absent in %(match)s?"),
            _("The table begins now. Bots play for them until they come."),
            _("Begin with bots"),
        ),
    }[how]
    return Question(
        title=title % {"match": match.title},
        effect=effect,
        button=button,
        kind="danger" if how == NoShow.FORFEIT else "primary",
        done=_("Done, and noted in the log."),
        act=lambda by, values: absences.settle_absence(
            match_id=match.pk, how=str(how), seen=values["seen"], by=by
        ),
        seen=[row.user_id for row in missing],
        names=names,
    )


def _settled_words(tournament: Tournament, present: list[str]) -> str:
    if tournament.is_individual:
        return _("They forfeit this round. Bots play in their place, so that the others can.")
    if len(present) == 1:
        return _("The table closes, and %(name)s win. All sides are told; you can replay it.") % {
            "name": present[0]
        }
    return _("The table closes, and both sides forfeit. All are told; you can replay it.")


# ------------------------------------------------------------------------------------------------ decisions
def _replay(match: Match) -> Question:
    return Question(
        title=_("Replay %(match)s?") % {"match": match.title},
        effect=_so_far(
            match, _("A new table opens at once; what was played so far doesn’t count.")
        ),
        button=_("Replay"),
        done=_("A new table is open."),
        act=lambda by, values: decisions.replay_match(
            match_id=match.pk,
            by=by,
            reason=values["reason"],
            expected_version=values["expected_version"],
        ),
        reason=_("The table was abandoned."),
        version=decisions.version_of(match),
    )


def _so_far(match: Match, effect: str) -> str:
    """Return the effect, preceded by the match's current result if there is one."""
    return f"{now_words(match)} {effect}" if decisions.version_of(match) else effect


def _award(match: Match, winner: int) -> Question:
    name = match.side_names[winner]
    return Question(
        title=_("%(match)s: do %(name)s win?") % {"match": match.title, "name": name},
        effect=_so_far(
            match,
            _(
                "The result is published, and both sides are told. An open table closes. You can undo it: a game in play then goes on."
            ),
        ),
        button=_("%(name)s win") % {"name": name},
        done=_("The match is decided."),
        act=lambda by, values: decisions.decide_match(
            match_id=match.pk,
            by=by,
            winner=winner,
            reason=values["reason"],
            expected_version=values["expected_version"],
        ),
        reason=_("The other side left the table."),
        version=decisions.version_of(match),
    )


def _stand(tournament: Tournament, key: int) -> Question | None:
    found = Dispute.objects.filter(match__tournament=tournament, pk=key)
    dispute = found.select_related("entry", *MATCH).first()
    if dispute is None:
        return None
    return Question(
        title=_("Let the result stand that %(name)s contest?") % {"name": dispute.entry},
        effect=_("They wrote: “%(text)s” Both sides read your answer.") % {"text": dispute.text},
        button=_("The result stands"),
        done=_("The result stands."),
        act=lambda by, values: disputes.reject(dispute_id=key, by=by, answer=values["reason"]),
        reason=_("I checked the score, and it is right."),
        about=dispute.match,
    )


def _reject(tournament: Tournament, key: int) -> Question | None:
    found = ForfeitClaim.objects.filter(match__tournament=tournament, pk=key)
    claim = found.select_related("entry", *MATCH).first()
    if claim is None:
        return None
    return Question(
        title=_("Reject the forfeit that %(name)s claim?") % {"name": claim.entry},
        effect=_("The match goes on, and both sides read your answer."),
        button=_("Reject the claim"),
        done=_("The claim is rejected."),
        act=lambda by, values: claims.reject_claim(claim_id=key, by=by, answer=values["reason"]),
        reason=_("Both sides can still play."),
        about=claim.match,
    )


def _mark(tournament: Tournament, key: int, *, undo: bool) -> Question | None:
    found = ConductMark.objects.filter(match__tournament=tournament, pk=key)
    mark = found.select_related("entry", *MATCH).first()
    if mark is None:
        return None
    if undo:
        title, button = _("Undo the mark against %(name)s?"), _("Undo it")
    else:
        title, button = _("Let the mark against %(name)s stand?"), _("It stands")
    return Question(
        title=title % {"name": mark.entry},
        effect=_("They wrote: “%(text)s” They read your answer.") % {"text": mark.appeal},
        button=button,
        done=_("Answered. The side is notified."),
        act=lambda by, values: conduct.answer(mark_id=key, by=by, undo=undo, text=values["reason"]),
        reason=_("I accept the explanation.") if undo else _("The rule applies here."),
        about=mark.match,
    )
