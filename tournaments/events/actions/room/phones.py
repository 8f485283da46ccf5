"""Phones at the tables of a room: opening the pad of a table's match by its card or by digits, and taking a side."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.events.actions.room.pads import is_open, save_pad
from tournaments.events.core.locks import lock_match
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import UNDER_WAY, save
from tournaments.events.models import Match, MatchSide, Pad, PadPhone, RoomTable, Round, Tournament

MOST_WRONG = 10
"""After so many wrong digits a table can't be opened by typing until the round has new ones."""
MOST_PHONES = 24
"""At one pad, however they came."""


def match_at(table: RoomTable) -> Match | None:
    """Return the match that is at a table now; None between matches."""
    found = Match.objects.filter(
        pad__table=table,
        status=Match.Status.DRAWN,
        round__status=Round.Status.PLAYING,
        tournament__status__in=UNDER_WAY,
    )
    return found.select_related("tournament", "round").order_by("-pad__pk").first()


def open_by_card(*, token: str, key: str, side: int | None = None) -> Pad:
    """Let a phone (its cookie's hash is `key`) open the pad of the match that is at the card's table, for a side if it says one.
    Idempotent.

    Raises Refused: "unknown_table", "no_table", "too_many", "seat_taken".
    """
    with transaction.atomic():
        table = RoomTable.objects.filter(token=token).first()
        if table is None:
            raise Refused("unknown_table", _("There is no such table any more. Reload the page."))
        match = match_at(table)
        if match is None:
            raise _nothing_on()
        return _join(match.pk, key, side)


def open_by_digits(*, slug: str, number: int, digits: str, key: str, network: str) -> Pad:
    """Let a phone open the pad of the match that is at a table, by the digits of its round. Wrong ones count for the table and for
    the phone's `network`.

    Raises Refused: "wrong_digits", "digits_closed", "limit", and as `open_by_card`.
    """
    with transaction.atomic():
        limits.require_left("room_digits", network)
        found = Tournament.objects.filter(slug=slug)
        table = RoomTable.objects.filter(tournament__in=found, number=number).first()
        match = None if table is None else match_at(table)
        if table is not None and table.wrong_tries >= MOST_WRONG:
            raise Refused(
                "digits_closed",
                _(
                    "Too many wrong digits at this table. Scan its card, or ask the desk for new digits."
                ),
            )
        if match is not None and match.round.digits and match.round.digits == digits:
            return _join(match.pk, key, None)
        if table is not None:
            _count_wrong(table)
        limits.allow("room_digits", network)
    raise Refused(
        "wrong_digits",
        _("Table and digits don’t fit together. The desk and the screen show this round’s digits."),
    )


def take_side(*, match_id: int, side: int, key: str) -> Pad:
    """Let a phone that has opened a pad keep the score of a side, by index: the side's first one at once. Idempotent.

    Raises Refused: "unknown_match", "not_yours", "pad_over", "seat_taken".
    """
    with transaction.atomic():
        if not PadPhone.objects.filter(pad__match=match_id, key=key).exists():
            raise Refused("not_yours", _("This phone hasn’t opened this table. Scan its card."))
        return _join(match_id, key, side)


def accept_phone(
    *, match_id: int, phone_id: int, ok: bool, key: str = "", by: User | None = None
) -> Pad:
    """Let another phone keep a side's score, or refuse it: as the side's own phone, or at the desk, which can also take a phone
    out. Idempotent.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "not_yours", "pad_over".
    """
    with transaction.atomic():
        tournament, match, pad = _locked(match_id)
        asked = pad.phones.filter(pk=phone_id, side__isnull=False).first()
        if by is not None:
            require_judge(by, tournament, match.entries, match)
        else:
            own = pad.phones.filter(key=key, accepted_at__isnull=False).first()
            if own is None or asked is None or own.side_id != asked.side_id or own.pk == asked.pk:
                raise Refused("not_yours", _("Only this side’s phone, or the desk, decides that."))
        if asked is None or (ok and asked.accepted_at is not None):
            return pad
        if not ok and asked.accepted_at is not None and by is None:
            raise Refused("not_yours", _("Only this side’s phone, or the desk, decides that."))
        if ok:
            asked.accepted_at = now()
        else:
            asked.side, asked.accepted_at = None, None
        asked.save()
        save_pad(pad)
        save(tournament)
    return pad


def _join(match_id: int, key: str, side: int | None) -> Pad:
    tournament, match, pad = _locked(match_id)
    if not is_open(tournament, match):
        raise _nothing_on()
    phone = pad.phones.filter(key=key).first()
    if phone is None:
        if pad.phones.count() >= MOST_PHONES:
            raise Refused("too_many", _("Too many phones have opened this table. Ask the desk."))
        phone = PadPhone(pad=pad, key=key, at=now())
    chosen = _side(match, side)
    if phone.pk and chosen in (None, phone.side):
        return pad
    if phone.accepted_at is not None:
        raise Refused(
            "seat_taken",
            _("This phone keeps the score of the other side. Ask the desk if that is wrong."),
        )
    if chosen is not None:
        phone.side = chosen
        alone = not pad.phones.filter(side=chosen, accepted_at__isnull=False).exists()
        phone.accepted_at = now() if alone else None
    phone.save()
    save_pad(pad)
    save(tournament)
    return pad


def _side(match: Match, index: int | None) -> MatchSide | None:
    if index is None:
        return None
    found = next((side for side in match.sides if side.index == index), None)
    if found is None:
        raise Refused("no_such_seat", _("There is no such side. Reload the page."))
    return found


def _locked(match_id: int) -> tuple[Tournament, Match, Pad]:
    tournament, match = lock_match(match_id)
    pad = Pad.objects.filter(match=match).first()
    if pad is None:
        raise _nothing_on()
    return tournament, match, pad


def _count_wrong(table: RoomTable) -> None:
    RoomTable.objects.filter(pk=table.pk).update(wrong_tries=F("wrong_tries") + 1)


def _nothing_on() -> Refused:
    return Refused(
        "no_table",
        _("No match is on at this table now. Scan the card again when the round begins."),
    )
