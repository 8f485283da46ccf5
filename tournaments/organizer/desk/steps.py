"""The questions before steps of a tournament's life cycle: each names the tournament, the consequences, and how many
people are affected.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.forms import ReasonField
from tournaments.events.actions import lifecycle
from tournaments.events.core.state import STEP_LABELS
from tournaments.events.draw.start import field_of
from tournaments.events.models import Match, Status, Tournament
from tournaments.events.notices.recipients import everybody_in
from tournaments.events.queries.evening import evening_of
from tournaments.organizer.desk.questions import Question

TITLES = {
    "announce": gettext_lazy("Announce %(name)s?"),
    "open_registration": gettext_lazy("Open the registration of %(name)s?"),
    "start": gettext_lazy("Start %(name)s now?"),
    "pause": gettext_lazy("Pause %(name)s?"),
    "resume": gettext_lazy("Resume %(name)s?"),
    "end": gettext_lazy("End %(name)s now?"),
    "cancel": gettext_lazy("Cancel %(name)s?"),
}
DONE = {
    "announce": gettext_lazy("The tournament is announced."),
    "open_registration": gettext_lazy("Registration is open."),
    "start": gettext_lazy("The tournament has started."),
    "pause": gettext_lazy("The tournament is paused."),
    "resume": gettext_lazy("The tournament continues."),
    "end": gettext_lazy("The tournament is over."),
    "cancel": gettext_lazy("The tournament is cancelled."),
}
REASONED = ("pause", "end", "cancel")
"""The steps that take a reason, shown to the players."""
FINAL = ("end", "cancel")


def step_question(tournament: Tournament, what: str) -> Question | None:
    """Return the question before the step with this name in the address; None if there is no such step."""
    step = what.replace("-", "_")
    if step not in TITLES or "_" in what:
        return None
    absent, warning = _absent(tournament) if step == "start" else ([], "")

    def act(by: User, values: dict[str, Any]) -> object:
        params = {"reason": values["reason"]} if step in REASONED else {}
        return lifecycle.STEPS[step](tournament_id=tournament.pk, by=by, **params)

    reason = ReasonField(required=False, help_text=_("Shown to the players."))
    return Question(
        title=TITLES[step] % {"name": tournament.name},
        effect=EFFECTS[step](tournament),
        button=str(STEP_LABELS[step]),
        done=str(DONE[step]),
        act=act,
        kind="danger" if step in FINAL else "primary",
        names=absent,
        warning=warning,
        fields={"reason": reason} if step in REASONED else {},
    )


def _absent(tournament: Tournament) -> tuple[list[str], str]:
    """Return who hasn't checked in, and a warning if that is more than half."""
    if tournament.status != Status.CHECK_IN:
        return [], ""
    evening = evening_of([tournament], now())
    absent = [one.name for one in evening.people if one.away]
    if 2 * len(absent) <= evening.awaited:
        return absent, ""
    return absent, _("Over half are absent: %(here)d of %(all)d entries would play.") % {
        "here": evening.awaited - len(absent),
        "all": evening.awaited,
    }


# -------------------------------------------------------------------------------------------------- effects
def _announced(tournament: Tournament) -> str:
    return _("Everybody who may see it sees it; registration opens later.") + _invited(tournament)


def _opened(tournament: Tournament) -> str:
    return _("Everybody who may see it can enter from now on.") + _invited(tournament)


def _invited(tournament: Tournament) -> str:
    guests = tournament.player_invitations.exclude(user__in=everybody_in(tournament)).count()
    text = ngettext(
        "%(count)d person invited by name gets a notice and a mail.",
        "%(count)d people invited by name get a notice and a mail.",
        guests,
    )
    return " " + text % {"count": guests} if guests else ""


def _started(tournament: Tournament) -> str:
    size = field_of(tournament).size
    if tournament.status == Status.CHECK_IN:
        draw = ngettext(
            "The draw is made with %(count)d entry that is checked in; the others don’t play.",
            "The draw is made with the %(count)d entries that are checked in; the others don’t play.",
            size,
        )
    else:
        draw = ngettext(
            "The draw is made with %(count)d entry.",
            "The draw is made with all %(count)d entries.",
            size,
        )
    after = (
        _("It waits for your confirmation.")
        if tournament.confirm_draws
        else _("It is published, and its players are told.")
    )
    return f"{draw % {'count': size}} {after}"


def _paused(tournament: Tournament) -> str:
    return _tables(
        tournament,
        ngettext(
            "%(count)d table in play continues; no new round begins.",
            "%(count)d tables in play continue; no new round begins.",
            _in_play(tournament),
        ),
        _("No new round begins."),
    )


def _ended(tournament: Tournament) -> str:
    decides = (
        _("Nobody wins before the final is over.")
        if tournament.is_knock_out
        else _("The current standings decide.")
    )
    return f"{_closed(tournament)} {decides}".strip()


def _cancelled(tournament: Tournament) -> str:
    people = everybody_in(tournament).count()  # type: ignore[attr-defined]
    notified = ngettext(
        "%(count)d person who has entered gets a notice and a mail.",
        "%(count)d people who have entered get a notice and a mail.",
        people,
    )
    sentences = [
        _closed(tournament),
        notified % {"count": people} if people else "",
        _("Nobody wins. This can’t be undone."),
    ]
    return " ".join(filter(None, sentences))


def _closed(tournament: Tournament) -> str:
    return _tables(
        tournament,
        ngettext(
            "%(count)d table in play is closed.",
            "%(count)d tables in play are closed.",
            _in_play(tournament),
        ),
        "",
    )


def _tables(tournament: Tournament, text: str, otherwise: str) -> str:
    count = _in_play(tournament)
    return text % {"count": count} if count else otherwise


def _in_play(tournament: Tournament) -> int:
    return tournament.matches.filter(status=Match.Status.PLAYING).count()


EFFECTS: dict[str, Callable[[Tournament], str]] = {
    "announce": _announced,
    "open_registration": _opened,
    "start": _started,
    "pause": _paused,
    "resume": lambda _tournament: _("A round whose time has passed begins at once."),
    "end": _ended,
    "cancel": _cancelled,
}
