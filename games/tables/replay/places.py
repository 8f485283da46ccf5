"""Places in a replay, as in addresses and comments: a hand, and the number of its actions taken so far."""

import re
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.tables.replay.summary import bid_text, card_text, hand_title
from games.tables.replay.timeline import Replay

_PLACE = re.compile(r"h([0-9]{1,4})s([0-9]{1,4})")


class Place(NamedTuple):
    """A hand's number, from 1, and the step in it: 0 after the deal, and one more than its actions for the score."""

    hand: int
    step: int

    def __str__(self) -> str:
        return f"h{self.hand}s{self.step}"


def place_in(record: dict[str, Any], text: str | None) -> Place | None:
    """Parse a place in a game's record, like "h3s17"; None for an invalid text. A step beyond the hand's last is the last.

    static/js/replay/fold.js does the same.
    """
    found = _PLACE.fullmatch(text or "")
    if found is None:
        return None
    hand, step = int(found[1]), int(found[2])
    if not 1 <= hand <= len(record["hands"]):
        return None
    return Place(hand, min(step, len(record["hands"][hand - 1]["actions"]) + 1))


def happened(replay: Replay, place: Place) -> str:
    """Say what happened at a place, in a few words."""
    actions = replay.hands[place.hand - 1].actions
    if place.step == 0:
        return _("the deal")
    if place.step > len(actions):
        return _("the score")
    seat, text = actions[place.step - 1]
    kind, _space, rest = text.partition(" ")
    params = {"name": replay.seats[seat].name}
    if kind == "play":
        return _("%(name)s plays the %(card)s") % {**params, "card": card_text(rest)["text"]}
    if kind in ("bid", "nil", "blind"):
        return _("%(name)s bids %(bid)s") % {**params, "bid": bid_text(text)}
    if kind == "throw":
        return _("%(name)s throws the hand in") % params
    if kind == "pass":
        return _("%(name)s passes cards") % params
    return (
        _("%(name)s looks at the cards") % params
        if kind == "look"
        else _("%(name)s draws") % params
    )


def place_title(replay: Replay, place: Place) -> str:
    """Return a place in words: "Hand 3: kim plays the K♥"."""
    return _("%(hand)s: %(what)s") % {
        "hand": hand_title(replay.hands[place.hand - 1]),
        "what": happened(replay, place),
    }
