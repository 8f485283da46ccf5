"""The questions before actions at a match's table (pausing, resuming, adding time, replacing a player), and before
messages to players.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tables.hooks import Control
from games.tables.models import Seat, Table
from spades_site.accounts.models import User, Viewer
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.forms import KeyField, TextField, UsernameField, key_of
from spades_site.common.people.bot_names import marked
from spades_site.common.text import LONGEST_REASON
from tournaments.events.actions import decisions
from tournaments.events.actions.night import messages, tables
from tournaments.events.core.permissions import may_judge
from tournaments.events.entries import replacing, substitute_offers
from tournaments.events.models import (
    Entry,
    MatchTable,
    Round,
    SubstituteOffer,
    Substitution,
    Tournament,
)
from tournaments.organizer.desk.questions import Question

MOST_MINUTES = 60
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TURN, EVERYBODY = "turn", "all"


def match_table(tournament: Tournament, key: str) -> MatchTable | None:
    """Return a table of the tournament by its key, optionally followed by a seat ("12-3"), or None."""
    found = MatchTable.objects.filter(
        pk=key_of(key.partition("-")[0]),
        match__tournament=tournament,
        table__isnull=False,
    )
    return found.select_related("match__round__stage", "match__tournament", "table").first()


def controls_at(table_id: int, viewer: Viewer) -> list[Control]:
    """Return the viewer's actions as an arbiter at a match's table, each with the page that asks first; none if they
    play there.
    """
    if not viewer.is_authenticated or viewer.is_guest:
        return []
    found = MatchTable.objects.filter(table=table_id, counts=True)
    at = found.select_related("table", "match__tournament", "match__round").first()
    if at is None or at.table is None or not may_judge(viewer, at.match.tournament, at.match):
        return []
    if at.table.seats.filter(user=viewer).exists():
        return []
    slug, playing = at.match.tournament.slug, at.table.status == Table.Status.PLAYING
    acts = [("message", _("Write")), ("replace", _("Replace"))]
    if at.table.paused_at is not None:
        acts.insert(0, ("resume", _("Resume")))
    elif playing:
        acts.insert(0, ("pause", _("Pause")))
    if playing:
        acts.insert(1, ("time", _("Add time")))
    controls = [
        Control(label, reverse("table_ask", args=[slug, what, at.pk]) + "?from=table")
        for what, label in acts
    ]
    controls.append(Control(_("Decide"), reverse("organizer_match", args=[slug, at.match_id])))
    controls.append(Control(_("Desk"), reverse("tournament_desk", args=[slug])))
    return controls


def message_question(tournament: Tournament, to: messages.To, text: str = "") -> Question:
    """Return the question for a message to the players of a match, of a round, or (None) of the whole tournament;
    `text` is the proposed message.
    """
    if to is None:
        title = _("Write to everybody in %(name)s?") % {"name": tournament.name}
    elif isinstance(to, Round):
        title = _("Write to the players of round %(number)d?") % {"number": to.number}
    else:
        title = _("Write to the players of %(match)s?") % {"match": to.title}
    count = len(list(messages.recipients(tournament, to)))
    return Question(
        title=title,
        effect=ngettext(
            "%(count)d person gets a notice, and a mail if they want that. At an open table it is shown there too.",
            "%(count)d people get a notice, and a mail if they want that. At open tables it is shown there too.",
            count,
        )
        % {"count": count},
        button=_("Send"),
        done=_("The message is sent."),
        act=lambda by, values: messages.send_message(
            tournament_id=tournament.pk, to=to, text=values["text"], by=by
        ),
        fields={"text": TextField(label=_("Message"), max_length=LONGEST_REASON, initial=text)},
    )


def table_question(at: MatchTable, what: str, seat: int | None = None) -> Question | None:
    """Return the question for the action `what` at a table, or on the player in `seat`; None if there is no such
    action.
    """
    if what == "pause":
        return _pause(at)
    if what == "resume":
        return _resume(at)
    if what == "message":
        table = at.table
        late = table is not None and table.deadline is not None and table.deadline < now()
        call = _("It’s your turn: please play, or write to us if you can’t.") if late else ""
        return message_question(at.match.tournament, at.match, call)
    if what == "replace":
        return _replace(at, seat)
    if what == "again":
        return _again(at)
    return _time(at) if what == "time" else None


def _name(at: MatchTable) -> str:
    return f"{at.match.round.number}.{at.match.number}"


def _pause(at: MatchTable) -> Question:
    return Question(
        title=_("Pause table %(number)s?") % {"number": _name(at)},
        effect=_("Nobody can act, and no clock runs, until you resume it. The players read why."),
        button=_("Pause"),
        done=_("The table is paused."),
        act=lambda by, values: tables.pause(at_id=at.pk, reason=values["reason"], by=by),
        reason=_("Please wait a moment."),
    )


def _resume(at: MatchTable) -> Question:
    return Question(
        title=_("Resume table %(number)s?") % {"number": _name(at)},
        effect=_("Turn and time banks continue where they stopped."),
        button=_("Resume"),
        done=_("The game goes on."),
        act=lambda by, _values: tables.resume(at_id=at.pk, by=by),
    )


def _again(at: MatchTable) -> Question:
    hands = decisions.replayable_hands(at)
    return Question(
        title=_("Play %(match)s again from a hand?") % {"match": at.match.title},
        effect=_(
            "The hands before it stay, with their score. A new table opens with fresh cards for the others; what was"
            " played in them doesn’t count, and stays in the log. You can undo it until a card is played there."
        ),
        button=_("Play again from this hand"),
        done=_("A new table is open."),
        act=lambda by, values: decisions.replay_from_hand(
            at_id=at.pk,
            hand=key_of(values["hand"]),
            by=by,
            reason=values["reason"],
            expected_version=values["expected_version"] or 0,
        ),
        reason=_("A card was exposed."),
        version=decisions.version_of(at.match),
        fields={
            "hand": forms.ChoiceField(
                label=_("From hand"),
                choices=[(str(number), str(number)) for number in reversed(hands)],
            )
        },
    )


def _time(at: MatchTable) -> Question:
    table = at.table
    assert table is not None
    seats = list(table.seats.all())
    offered = [
        (str(seat.index), _("time bank of %(name)s") % {"name": seat.name}) for seat in seats
    ]
    whole = [(EVERYBODY, _("every player’s time bank"))]
    turn = [] if table.deadline is None else [(TURN, _("the current turn"))]
    return Question(
        title=_("Add time at table %(number)s?") % {"number": _name(at)},
        effect=_("The clocks show it at once. A time bank has at most an hour."),
        button=_("Add time"),
        done=_("The time is added."),
        act=lambda by, values: _add(at, values, by),
        is_read=False,
        reason=_("Time lost through no fault of the player."),
        seen=_seen(table, seats),
        fields={
            "to": forms.ChoiceField(label=_("Add to"), choices=[*turn, *whole, *offered]),
            "minutes": forms.IntegerField(
                label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=1
            ),
        },
    )


def _replace(at: MatchTable, seat: int | None) -> Question:
    rows = list(at.line_up.seated().select_related("user").order_by("seat"))
    table = at.table
    assert table is not None
    seats = table.seats.all()
    away = [one.index for one in seats if one.stand_in or not one.online or not one.arrived_at]
    chosen = seat if seat is not None else away[0] if away else None
    picked = next((row.user_id for row in rows if row.seat == chosen), None)
    waiting = ", ".join(one.into.username for one in replacing.offered_at(at))
    effect = _(
        "The substitute gets the seat with its cards, bids, score and clock, in this match only. The player who had the "
        "seat no longer sees the cards. If the game has begun, it is rated as lost for that player, and not rated for the "
        "substitute. Anybody outside the reserve and the team is asked first."
    )
    if waiting:
        effect += " " + _("Asked already: %(names)s.") % {"names": waiting}
    return Question(
        title=_("Replace a player at table %(number)s?") % {"number": _name(at)},
        effect=effect,
        button=_("Replace"),
        done=lambda made: (
            _("%(into)s plays on for %(out)s.") % _names(made)
            if isinstance(made, Substitution)
            else _("%(into)s is asked, and plays on for %(out)s after accepting.") % _names(made)
        ),
        act=lambda by, values: replacing.replace(
            at_id=at.pk,
            out_id=values["out"],
            username=values["username"],
            reason=values["reason"],
            by=by,
        ),
        reason=_("They can’t play on."),
        fields={
            "out": _out([row.user for row in rows], picked),
            "username": UsernameField(
                label=_("Substitute (user name)"), initial=replacing.first_in_reserve(at)
            ),
        },
    )


def substitute_question(tournament: Tournament, key: int) -> Question | None:
    """Return the question for naming a substitute in an entry, from its next table on; None if there is no such entry."""
    entry = tournament.entries.filter(pk=key, status__in=Entry.TAKING_PART).first()
    if entry is None:
        return None
    places = entry.players.filter(active=True).select_related("user")
    return Question(
        title=_("Substitute for a player of %(name)s?") % {"name": entry.name},
        effect=_(
            "They play in the entry from its next table on. They are asked first, unless they entered alone and wait for a "
            "place. It can be withdrawn until they answer."
        ),
        button=_("Ask to substitute"),
        done=lambda made: (
            _("%(name)s plays from the next table on.") % {"name": made.into}
            if isinstance(made, Substitution)
            else _("%(name)s has been asked, and plays from the next table on after accepting.")
            % {"name": made.into}
        ),
        act=lambda by, values: substitute_offers.offer(
            entry_id=key,
            out_id=values["out"],
            username=values["username"],
            reason=values["reason"],
            by=by,
        ),
        reason=_("They can’t come."),
        fields={
            "out": _out([place.user for place in places]),
            "username": UsernameField(label=_("Substitute (user name)")),
        },
    )


def _names(made: Substitution | SubstituteOffer) -> dict[str, str]:
    return {"into": made.into.username, "out": made.out.username}


def _out(people: Sequence[User], chosen: int | None = None) -> KeyField:
    """Return the field for choosing the replaced player, with `chosen` (a key) preselected."""
    field = KeyField(label=_("Player to replace"), initial=chosen)
    field.offer(lambda: [(user.pk, marked(user.username)) for user in people])
    return field


def _seen(table: Table, seats: list[Seat]) -> list[int]:
    """Return the clock shown to the arbiter: the end of the turn's time, in microseconds since 1970, and each bank's
    seconds.
    """
    ends = 0 if table.deadline is None else (table.deadline - EPOCH) // timedelta(microseconds=1)
    return [ends, *(int(seat.bank_left) for seat in seats)]


def _add(at: MatchTable, values: dict[str, Any], by: User) -> None:
    to, seconds, reason = values["to"], 60 * values["minutes"], values["reason"]
    ends, *banks = values["seen"] or [0]
    if to == TURN:
        seen = EPOCH + timedelta(microseconds=ends)
        tables.extend_turn(at_id=at.pk, seen=seen, seconds=seconds, reason=reason, by=by)
        return
    if len(banks) != (at.table.seats.count() if at.table else 0):
        raise Refused("stale", _("The table has changed since then. Look again, then decide."))
    chosen = range(len(banks)) if to == EVERYBODY else [int(to)]
    full = {index: banks[index] + seconds for index in chosen}
    tables.add_bank(at_id=at.pk, to=full, reason=reason, by=by)
