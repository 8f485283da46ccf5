"""Pads of a room: phones take sides, enter and confirm hands; nothing is overwritten unseen, and nothing counts twice."""

from collections.abc import Callable
from typing import Any

import pytest

from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tests.events.conftest import Club
from tournaments.events.actions import decisions, importing, lifecycle
from tournaments.events.actions.decisions.scores import Given
from tournaments.events.actions.room import desk, pads, phones
from tournaments.events.models import Match, Pad, PadHand, RoomTable, Tournament

pytestmark = pytest.mark.django_db


def hand(*bids: int, tricks: tuple[int, ...], renege: int | None = None) -> dict[str, Any]:
    said = [{"value": bid, "blind": False, "silent": False} for bid in bids]
    return {"bids": said, "tricks": list(tricks), "renege": renege}


PLAIN = hand(4, 3, 2, 3, tricks=(6, 7, 0, 0))
PLAIN_TOO = hand(4, 3, 3, 3, tricks=(8, 5, 0, 0))


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


@pytest.fixture
def cup(club: Club) -> Tournament:
    """A room with two tables, each with a match of two hands."""
    made = club.open(league=club.league_of("zed"), where="room", match_hands=2)
    names = "\n".join(f"*Otto {n},*Ida {n}" for n in range(1, 5))
    importing.import_entries(tournament_id=made.pk, by=club.organizer, text=names)
    return lifecycle.start_now(tournament_id=made.pk, by=club.organizer)


@pytest.fixture
def match(cup: Tournament) -> Match:
    """The match at table 1, whose sides have the phones "a" and "b"."""
    found = cup.matches.get(number=1, round__number=1)
    token = RoomTable.objects.get(tournament=cup, number=1).token
    phones.open_by_card(token=token, key="a", side=0)
    phones.open_by_card(token=token, key="b", side=1)
    return found


def enter(match: Match, key: str, number: int, entered: Any, entry: str = "", **more: Any) -> Pad:
    return pads.enter_hand(
        match_id=match.pk, key=key, number=number, hand=entered, entry=entry or f"{key}{number}", **more
    )  # fmt: skip


def confirm(match: Match, key: str) -> Pad:
    seen = PadHand.objects.filter(pad__match=match).order_by("-version").first()
    assert seen is not None
    return pads.confirm_hands(match_id=match.pk, key=key, seen=seen.version)


def test_q1_a_match_is_kept_by_two_phones(match: Match) -> None:
    enter(match, "a", 1, PLAIN)
    # Sent twice, it counts once.
    pad = enter(match, "a", 1, PLAIN)
    assert (pad.score, PadHand.objects.count()) == (
        {"points": [60, 61], "hands": 1, "over": False, "waits": True}, 1,
    )  # fmt: skip
    # Nobody confirms their own entry.
    confirm(match, "a")
    assert PadHand.objects.get().confirmed_at is None
    enter(match, "b", 2, hand(4, 3, 3, 3, tricks=(8, 5, 0, 0)))
    confirm(match, "b")
    match.refresh_from_db()
    assert match.status == Match.Status.DRAWN
    confirm(match, "a")
    match.refresh_from_db()
    result = match.results.get()
    assert (match.status, result.points, result.hands, result.by, result.ended) == (
        Match.Status.DONE, (131, 1), 2, None, "hands",
    )  # fmt: skip
    # A phone that comes back reads that it is over.
    assert refused(lambda: enter(match, "b", 3, PLAIN)) == "pad_over"
    assert enter(match, "a", 1, PLAIN).pk == match.pad.pk


def test_two_sides_that_enter_differently_are_told(match: Match) -> None:
    enter(match, "a", 1, PLAIN)
    other = hand(4, 3, 2, 3, tricks=(7, 6, 0, 0))
    with pytest.raises(Refused) as refusal:
        enter(match, "b", 1, other)
    assert (refusal.value.code, str(refusal.value)) == (
        "pad_conflict",
        "Hand 1 was entered differently meanwhile (60 : 61). Compare both: confirm that one, or correct it.",
    )
    (first,) = PadHand.objects.all()
    enter(match, "b", 1, other, "b1 again", replaces=first.version)
    assert [row.current for row in PadHand.objects.order_by("pk")] == [False, True]
    # Their own correction of what isn't there any more is refused too.
    assert (
        refused(lambda: enter(match, "a", 1, PLAIN, "late", replaces=first.version))
        == "pad_changed"
    )
    # The same score from the other side confirms it.
    enter(match, "a", 1, other, "agreed")
    assert PadHand.objects.get(current=True).confirmed_at is not None
    # The last hand can be taken back.
    version = PadHand.objects.get(current=True).version
    pad = enter(match, "a", 1, None, "back", replaces=version)
    assert pad.score["hands"] == 0
    assert refused(lambda: enter(match, "b", 2, PLAIN)) == "pad_changed"


def test_impossible_hands_and_strangers_are_refused(match: Match) -> None:
    wrong = hand(4, 3, 2, 3, tricks=(6, 6, 0, 0))
    assert refused(lambda: enter(match, "a", 1, wrong)) == "impossible_hand"
    assert refused(lambda: enter(match, "a", 1, {"bids": []})) == "impossible_hand"
    assert refused(lambda: enter(match, "c", 1, PLAIN)) == "not_yours"
    assert refused(lambda: pads.raise_hand(match_id=match.pk, up=True, key="c")) == "not_yours"
    assert refused(lambda: phones.take_side(match_id=match.pk, side=0, key="c")) == "not_yours"


def test_another_phone_needs_the_first_ones_consent(club: Club, match: Match) -> None:
    token = match.pad.table.token
    pad = phones.open_by_card(token=token, key="c", side=0)
    asked = pad.phones.get(key="c")
    assert (asked.accepted_at, refused(lambda: enter(match, "c", 1, PLAIN))) == (None, "not_yours")
    ask: dict[str, Any] = {"match_id": match.pk, "phone_id": asked.pk, "ok": True}
    assert refused(lambda: phones.accept_phone(key="b", **ask)) == "not_yours"
    phones.accept_phone(key="a", **ask)
    enter(match, "c", 1, PLAIN)
    # Both are of one side.
    confirm(match, "a")
    assert PadHand.objects.get().confirmed_at is None
    assert refused(lambda: phones.open_by_card(token=token, key="c", side=1)) == "seat_taken"
    phones.accept_phone(by=club.organizer, **ask | {"ok": False})
    assert refused(lambda: enter(match, "c", 2, PLAIN)) == "not_yours"


def test_digits_open_a_table_until_ten_were_wrong(
    club: Club, cup: Tournament, match: Match, settings: Any
) -> None:
    settings.LIMITS = {"room_digits": 12}
    match.round.refresh_from_db()
    digits = match.round.digits
    wrong = f"{(int(digits) + 1) % 10**6:06}"
    ask: dict[str, Any] = {"slug": cup.slug, "number": 2, "network": "net"}
    assert len(digits) == 6
    other = phones.open_by_digits(key="d", digits=digits, **ask)
    assert other.match.number == 2
    for _each in range(10):
        assert (
            refused(lambda: phones.open_by_digits(key="e", digits=wrong, **ask)) == "wrong_digits"
        )
    assert refused(lambda: phones.open_by_digits(key="e", digits=digits, **ask)) == "digits_closed"
    # Cards, and phones that are in, go on.
    phones.take_side(match_id=other.match_id, side=0, key="d")
    phones.open_by_digits(key="f", digits=digits, **ask | {"number": 1})
    new = desk.renew_digits(round_id=match.round_id, by=club.organizer, seen=digits)
    assert phones.open_by_digits(key="e", digits=new.digits, **ask).pk == other.pk
    assert refused(
        lambda: phones.open_by_digits(key="e", digits=digits, **ask | {"slug": "nowhere"})
    ) == "wrong_digits"  # fmt: skip
    # A network that has used up its tries opens nothing more, whatever it types.
    assert refused(lambda: phones.open_by_digits(key="g", digits=wrong, **ask)) == "wrong_digits"
    assert refused(lambda: phones.open_by_digits(key="g", digits=new.digits, **ask)) == "limit"
    phones.open_by_digits(key="g", digits=new.digits, **ask | {"network": "other"})


def test_the_desk_enters_and_decides_over_pads(club: Club, match: Match) -> None:
    pads.enter_hand(match_id=match.pk, by=club.organizer, number=1, hand=PLAIN, entry="desk")
    assert PadHand.objects.get().confirmed_by == club.organizer
    pad = pads.raise_hand(match_id=match.pk, up=True, key="a")
    assert pad.raised_at is not None
    decisions.enter_score(
        match_id=match.pk, by=club.organizer, games={1: Given((140, 61), 2)}, reason="Paper"
    )
    assert refused(lambda: enter(match, "a", 2, PLAIN)) == "pad_over"
    assert match.results.get(current=True).points == (140, 61)


def test_what_is_sent_again_after_it_has_ended_the_match_is_no_refusal(match: Match) -> None:
    for number in (1, 2):
        enter(match, "a", number, PLAIN)
        enter(match, "b", number, PLAIN)
    assert match.results.get().points == (120, 122)
    assert enter(match, "b", 2, PLAIN).pk == match.pad.pk
    assert refused(lambda: enter(match, "b", 2, PLAIN_TOO, "other")) == "pad_over"


def test_time_up_in_a_knock_out_of_three_games(club: Club) -> None:
    made = club.open(
        league=club.league_of("zed"), where="room", match_hands=2, format="knock_out", best_of=3
    )
    names = "*Otto 1,*Ida 1\n*Otto 2,*Ida 2"
    importing.import_entries(tournament_id=made.pk, by=club.organizer, text=names)
    match = lifecycle.start_now(tournament_id=made.pk, by=club.organizer).matches.get()
    token = RoomTable.objects.get(tournament=made).token
    for side, key in enumerate("ab"):
        phones.open_by_card(token=token, key=key, side=side)
    enter(match, "a", 1, PLAIN_TOO)
    enter(match, "a", 2, PLAIN)
    desk.set_last_hand(round_id=match.round_id, by=club.organizer, at=now(), seen=None)
    # It is the last hand of a game that the others win, and they are level: one more game.
    assert enter(match, "a", 1, PLAIN, "second", game=2).last_hand == 1
    pad = enter(match, "a", 1, PLAIN_TOO, "third", game=3)
    assert pad.score["over"]
    late = PadHand.objects.get(entry="second").version
    assert (
        refused(lambda: enter(match, "b", 1, None, "late", game=2, replaces=late)) == "pad_changed"
    )
    confirm(match, "b")
    result = match.results.get()
    assert (result.winner, result.hands) == (0, 4)


def test_time_up_ends_the_hand_in_play_and_level_plays_one_more(
    club: Club, cup: Tournament, match: Match
) -> None:
    cup.rules["max_hands"] = 8
    cup.save(update_fields=["rules"])
    desk.set_last_hand(round_id=match.round_id, by=club.organizer, at=now(), seen=None)
    # It was over before, and has waited for the network.
    first = hand(4, 3, 3, 3, tricks=(7, 6, 0, 0))
    assert enter(match, "a", 1, first, dealer=3, ago=60).last_hand is None
    pad = enter(match, "a", 2, hand(3, 3, 3, 4, tricks=(6, 7, 0, 0)))
    assert (pad.last_hand, pad.dealer, pad.score["points"], pad.score["over"]) == (
        2, 3, [130, 130], False,
    )  # fmt: skip
    pad = enter(match, "a", 3, PLAIN)
    assert pad.score == {"points": [190, 191], "hands": 3, "over": True, "waits": True}
