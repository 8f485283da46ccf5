"""The questions before a draw is confirmed or taken back."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.common.clock import now
from tournaments.events.actions.draws import drafts, released
from tournaments.events.draw.renewing import Renewal, renewal_of
from tournaments.events.models import Round, Tournament
from tournaments.events.queries.evening import evening_of
from tournaments.organizer.desk.questions import Question
from tournaments.organizer.forms.confirming import ConfirmingField


def confirm_question(
    tournament: Tournament, key: int, version: int | None = None
) -> Question | None:
    """Return the question before confirming the draw of the round `key`; None if there is no such round. `version` is
    the one shown, by default the current one.
    """
    round_ = tournament.rounds.select_related("stage").filter(pk=key).first()
    if round_ is None:
        return None
    count = round_.matches.count()
    round_.tournament = round_.stage.tournament = tournament
    renewal = renewal_of(round_)
    return Question(
        title=_("Confirm the draw of round %(number)d?") % {"number": round_.number},
        effect=ngettext(
            "%(count)d match is published, and its players are told.",
            "%(count)d matches are published, and their players are told.",
            count,
        )
        % {"count": count},
        button=_("Confirm the draw"),
        done=_("The draw is confirmed."),
        act=lambda by, values: drafts.confirm(
            round_id=key,
            by=by,
            expected_version=values["expected_version"],
            seen=values["seen"],
        ),
        version=version or _first_match(round_),
        seen=renewal.keys if renewal else (),
        warning=" ".join(
            filter(
                None, (_outdated(renewal) if renewal and renewal.differs else "", _late(tournament))
            )
        ),
    )


def _late(tournament: Tournament) -> str:
    """Return the warning about entries in the first draw that are on the way, or hadn't come in time."""
    held = [one.name for one in evening_of([tournament], now()).people if one.held]
    return (
        _("Not here yet: %(names)s. On the attendance board you can leave them out.")
        % {"names": ", ".join(held)}
        if held
        else ""
    )


def _outdated(renewal: Renewal) -> str:
    """Return the warning about a draw that was made from other results than those of now."""
    names = "; ".join(
        _("round %(n)d, table %(table)d: %(match)s")
        % {"n": match.round.number, "table": match.number, "match": match.title}
        for match in renewal.matches
    )
    what = (
        _("Results have changed since this draw (%(names)s).") % {"names": names}
        if names
        else _("Penalty points have changed since this draw.")
    )
    count = len(renewal.rows)
    differs = ngettext(
        "With the new results %(count)d line of it would be another. The tournament’s page shows which, and can draw it again.",
        "With the new results %(count)d lines of it would be others. The tournament’s page shows which, and can draw it again.",
        count,
    )
    return f"{what} {differs % {'count': count}}"


def take_back_question(tournament: Tournament, key: int) -> Question | None:
    """Return the question before withdrawing the released draw of the round `key`; None if there is no such round."""
    round_ = tournament.rounds.filter(pk=key).first()
    if round_ is None:
        return None
    count = round_.matches.filter(sides__index=1).count()
    effect = ngettext(
        "%(count)d match is taken back, and its players are told by notice and mail. An open table closes.",
        "%(count)d matches are taken back, and their players are told by notice and mail. Open tables close.",
        count,
    )
    return Question(
        title=_("Take back the draw of round %(number)d?") % {"number": round_.number},
        effect=effect % {"count": count} + " " + _("You can then change the draw and confirm it."),
        button=_("Take back the draw"),
        kind="danger",
        done=_("The draw is taken back. It waits for you."),
        act=lambda by, values: released.take_back(
            round_id=key,
            by=by,
            reason=values["reason"],
            expected_version=values["expected_version"],
        ),
        reason="",
        version=_first_match(round_),
        fields={
            "name": ConfirmingField(
                name=tournament.name, label=_("Name of the tournament, to confirm")
            )
        },
    )


def _first_match(round_: Round) -> int | None:
    return round_.matches.order_by("number").values_list("pk", flat=True).first()
