"""Reporting people at a table to the organizers, and closing reports.

A report stores the messages visible when it was written, because they may be deleted later. It never contains
cards: neither the game's state nor its log is read here.
"""

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.engine.rule_sentence import rule_sentence
from games.tables.access.mutes import person_named
from games.tables.chat.messages import (
    PARTNER,
    SPECTATORS,
    TABLE,
    may_see,
    message_frame,
    side_of,
)
from games.tables.chat.silences import silence
from games.tables.game.locked_table import unknown
from games.tables.models import Seat, Table
from games.tables.models.chat import LONGEST_NOTE, LONGEST_REPORT, ChatMessage, Report
from spades_site.accounts.models import User
from spades_site.accounts.rights import require_right
from spades_site.accounts.sign_in.bans import ban
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.text import LONGEST_REASON, clean_text

KEPT = 30
"""How many of the channel's latest messages a report stores."""
MOST_REPORTS = 5
WITHIN = timedelta(hours=1)
"""The period for the limit of reports that one person may send."""


def report(
    *,
    table_id: int,
    user: User,
    name: str = "",
    message_id: int = 0,
    reason: str,
    text: str = "",
    request_id: str = "",
) -> Report:
    """Report the writer of a message, or the player with that user name, at a table.

    `message_id` 0 reports the person in general, who must sit at the table or have written there. Idempotent by
    `request_id`. Raises Refused "unknown_table", "no_such_message",
    "unknown_user", "not_here", "yourself", "no_such_reason", "text_long", "text_unseen", "too_many_reports",
    "used_id".
    """
    table = Table.objects.select_related("deals").defer("state").filter(pk=table_id).first()
    if table is None:
        raise unknown()
    known = _sent_before(table, user, request_id)
    if known is not None:
        return known
    message = _message(table, user, message_id) if message_id else None
    about, about_name = _about(table, message, name)
    if about is not None and about.pk == user.pk:
        raise Refused("yourself", _("That is you. Choose somebody else."))
    if reason not in Report.Reason.values:
        raise Refused("no_such_reason", _("Choose one of the listed reasons."))
    text = clean_text(text, what=_("Your report"), longest=LONGEST_REPORT)
    _require_room(user)
    channel = message.channel if message is not None else _channel_of(table, about)
    row = Report(
        table=table, reporter=user, about=about, about_name=about_name, message=message, reason=reason,
        text=text, context=_context(table, channel, message), request_id=request_id, at=now(),
    )  # fmt: skip
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        return _sent_before(table, user, request_id) or row
    return row


def reports(*, closed: bool) -> QuerySet[Report]:
    """Return the closed reports, latest first, or the open ones, oldest first."""
    rows = Report.objects.filter(closed_at__isnull=not closed).select_related(
        "reporter", "about", "closed_by"
    )
    return rows.defer("context").order_by("-closed_at" if closed else "at", "pk")


MAY_BAN = "accounts.change_user"
"""The right that staff need to ban somebody for a report."""


def decide_report(
    *, report_id: int, by: User, note: str, decision: str = "nothing", days: int = 0
) -> Report:
    """Close a report and, depending on the `decision`, mute the reported person for `days` (0: for good) or ban them.

    The person sees the note as the reason. Atomic. Raises Refused as `close_report`, `silence` and `ban` do, and
    "no_such_decision", "nobody" (the reported person is gone), "not_staff".
    """
    if decision not in Report.Decision.values:
        raise Refused("no_such_decision", _("Choose one of the listed decisions."))
    with transaction.atomic():
        # The reported person never changes, and must be locked before the report.
        about = Report.objects.filter(pk=report_id).values_list("about", flat=True).first()
        if decision != Report.Decision.NOTHING:
            if about is None:
                raise Refused("nobody", _("The person whom this is about is no longer here."))
            User.objects.select_for_update(no_key=True).get(pk=about)
        row = close_report(report_id=report_id, by=by, note=note, decision=decision)
        reason = Truncator(row.note).chars(LONGEST_REASON)
        if decision == Report.Decision.MUTED:
            silence(user_id=about or 0, by=by, days=days, reason=reason)
        elif decision == Report.Decision.BANNED:
            require_right(by, MAY_BAN)
            ban(user_id=about or 0, by=by, reason=reason)
    return row


@transaction.atomic
def close_report(*, report_id: int, by: User, note: str, decision: str = "nothing") -> Report:
    """Close a report with a note on what was done, which goes into the audit log.

    Raises Refused "no_such_report", "already_closed", "text_empty", "text_long", "text_unseen".
    """
    row = Report.objects.select_for_update().filter(pk=report_id).first()
    if row is None:
        raise Refused("no_such_report", _("There is no such report."))
    if row.closed_at is not None:
        raise Refused("already_closed", _("Somebody has already closed this report."))
    note = clean_text(note, what=_("The note"), longest=LONGEST_NOTE)
    if not note:
        raise Refused("text_empty", _("Write what was done, or why nothing was."))
    row.closed_at, row.closed_by, row.note, row.decision = now(), by, note, decision
    row.save(update_fields=["closed_at", "closed_by", "note", "decision"])
    audit.record(
        actor=by, verb="report.close", subject=row, reason=note, about=row.about_name,
        before="open", after=decision,
    )  # fmt: skip
    return row


# Internals


def _sent_before(table: Table, user: User, request_id: str) -> Report | None:
    if not request_id:
        return None
    known = Report.objects.filter(reporter=user, request_id=request_id).first()
    if known is not None and known.table_id != table.pk:
        raise Refused("used_id", _("That report was sent from another table."))
    return known


def _message(table: Table, user: User, message_id: int) -> ChatMessage:
    found = ChatMessage.objects.filter(table=table, pk=message_id).select_related("user").first()
    if found is None or not may_see(message=found, table=table, user=user):
        raise Refused("no_such_message", _("There is no such message at this table."))
    return found


def _about(table: Table, message: ChatMessage | None, name: str) -> tuple[User | None, str]:
    if message is not None:
        return message.user, message.name
    person = person_named(name)
    here = Seat.objects.filter(table=table, user=person).exists()
    if not here and not ChatMessage.objects.filter(table=table, user=person).exists():
        raise Refused(
            "not_here", _("%(name)s isn’t at this table.") % {"name": person.get_username()}
        )
    return person, person.get_username()


def _channel_of(table: Table, person: User | None) -> str:
    seated = Seat.objects.filter(table=table, user=person).exists()
    return TABLE if seated else SPECTATORS


def _require_room(user: User) -> None:
    since = now() - WITHIN
    if Report.objects.filter(reporter=user, at__gt=since).count() >= MOST_REPORTS:
        raise Refused(
            "too_many_reports",
            _(
                "You have sent %(count)d reports within an hour. Wait until the organizers have "
                "looked at them."
            )
            % {"count": MOST_REPORTS},
        )


def _context(table: Table, channel: str, message: ChatMessage | None) -> dict[str, Any]:
    """Return what was visible: the messages up to now, and the reported one if that is older."""
    said = ChatMessage.objects.filter(table=table, channel=channel).select_related("user")
    if channel == PARTNER and message is not None:
        said = said.filter(seat__in=side_of(message.seat))
    last = said.order_by("-pk")[: KEPT + 1]
    rows = list(last)
    is_cut = len(rows) > KEPT
    del rows[KEPT:]
    if message is not None and message not in rows:
        rows.append(message)
    return {
        "channel": channel,
        "message": None if message is None else message.pk,
        "messages": [message_frame(row) for row in reversed(rows)],
        "cut": is_cut,
        "table": {
            "id": table.public_id,
            "title": table.title or str(rule_sentence(RuleSet.from_dict(table.rules))),
            "kind": table.kind,
            "rated": table.rated,
            "status": table.status,
            "version": table.version,
        },
        "seats": [
            {"seat": seat.index, "name": seat.name, "bot": seat.bot, "stand_in": seat.stand_in}
            for seat in table.seats.all()
        ],
    }
