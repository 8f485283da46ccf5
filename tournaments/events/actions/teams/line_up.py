"""Naming the line-up of a team's match."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.core.locks import lock_match, unknown_match
from tournaments.events.core.state import save
from tournaments.events.entries import nominations
from tournaments.events.models import Entry, EntryPlayer, Match, Nomination, Round, Tournament


def name_line_up(
    *, match_id: int, by: User, pairs: Sequence[Sequence[int]], entry_id: int | None = None
) -> None:
    """Name a team's line-up of a match: its pair at table 1 and its pair at table 2, as keys of users.

    `nominations.may_name` says who may do so, until the deadline. Without `entry_id` it is the team that they lead, or
    for an organizer that of the first player named. Idempotent.

    Raises Refused: "unknown_match", "not_captain", "line_up_closed", "wrong_number", "twice_in_line_up",
    "not_in_roster", "suspended".
    """
    with transaction.atomic():
        tournament, match = _locked(match_id)
        keys = [key for pair in pairs for key in pair]
        entry = _entry_for(match, by, entry_id, keys)
        if nominations.is_closed(match, now()):
            raise Refused(
                "line_up_closed",
                _("Line-ups of this match could be named until %(n)d minutes before it. It’s too late now.")
                % {"n": tournament.line_up_minutes},
            )  # fmt: skip
        _check_pairs(match, entry, pairs, keys)
        places = [
            (number, position, key)
            for number, pair in enumerate(pairs, start=1)
            for position, key in enumerate(pair)
        ]
        held = Nomination.objects.filter(match=match, entry=entry)
        if list(held.values_list("table_number", "position", "user_id")) == places:
            return
        held.delete()
        at = now()
        Nomination.objects.bulk_create(
            Nomination(
                match=match, entry=entry, table_number=number, position=position, user_id=key,
                by=by, at=at,
            )
            for number, position, key in places
        )  # fmt: skip
        save(tournament)
        audit.record(
            actor=by, verb="match.line_up_named", subject=match, entry=entry.pk, players=keys
        )


def _locked(match_id: int) -> tuple[Tournament, Match]:
    tournament, match = lock_match(match_id)
    if match.round.status == Round.Status.DRAFTED:
        raise unknown_match()
    return tournament, match


def _entry_for(match: Match, by: User, entry_id: int | None, keys: Sequence[int]) -> Entry:
    theirs = [entry for entry in match.entries if nominations.may_name(match, entry, by)]
    if entry_id is not None:
        theirs = [entry for entry in theirs if entry.pk == entry_id]
    if not theirs:
        raise Refused(
            "not_captain",
            _("Only the captain or vice-captain of a team can name its line-up. Ask one of them."),
        )
    if entry_id is not None:
        return theirs[0]
    led = next((entry for entry in theirs if entry.is_led_by(by)), None)
    if led is not None:
        return led
    first = EntryPlayer.objects.filter(user__in=keys[:1], entry__in=theirs).first()
    if first is None:
        raise _not_in_roster(keys[:1])
    return next(entry for entry in theirs if entry.pk == first.entry_id)


def _check_pairs(
    match: Match, entry: Entry, pairs: Sequence[Sequence[int]], keys: Sequence[int]
) -> None:
    if [len(pair) for pair in pairs] != [2, 2]:
        raise Refused(
            "wrong_number",
            _("A line-up has two players at table 1 and two at table 2. Name four players."),
        )
    roster = {user.pk: user.username for user in nominations.active_of(entry, match)}
    strange = [key for key in keys if key not in roster]
    if strange:
        raise _not_in_roster(strange)
    able = {user.pk for user in nominations.able_of(entry, match)}
    suspended = next((key for key in keys if key not in able), None)
    if suspended is not None:
        raise Refused(
            "suspended",
            _(
                "%(name)s is banned from the league or has no account any more. Choose another player."
            )
            % {"name": roster[suspended]},
        )
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise Refused(
            "twice_in_line_up",
            _("%(name)s is named twice. Name four different players.") % {"name": roster[twice]},
        )


def _not_in_roster(keys: Sequence[int]) -> Refused:
    user = get_user_model().objects.filter(pk__in=keys).first()
    if user is None:
        return Refused("not_in_roster", _("Choose the players from the team’s roster."))
    return Refused(
        "not_in_roster",
        _("%(name)s isn’t in the team’s roster, or has left it. Choose one of its players.")
        % {"name": user.username},
    )
