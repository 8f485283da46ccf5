"""What a phone at a table of a room, or the desk, sees of a match's pad; and every table's score for lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine.scoring_terms import scoring_terms
from games.engine.sentences import format_score
from games.tables.texts.rules import rules_said
from spades_site.accounts.models import Viewer
from spades_site.common.people.by_name import plain
from tournaments.events.actions.room.pads import games_so_far, is_open
from tournaments.events.core.permissions import may_judge
from tournaments.events.models import Match, Pad, PadHand, PadPhone, Round, played_by, with_scores
from tournaments.events.scoring import pads


@dataclass(frozen=True)
class LiveScore:
    """A table's score on its pad: each side's points after a number of hands."""

    points: tuple[int, ...]
    hands: int
    over: bool
    """The game in play has ended; its score waits for confirmation."""


@dataclass(frozen=True)
class Seen:
    """A pad as somebody sees it: by their `phone`, or as the desk."""

    match: Match
    pad: Pad
    phone: PadPhone | None
    is_desk: bool


def live_scores(round_: Round) -> Mapping[int, LiveScore]:
    """Return the scores on the pads of a round's matches without a result, by the match's key. One query, without the engine."""
    found = Pad.objects.filter(match__round=round_, match__status=Match.Status.DRAWN)
    return {
        match: LiveScore(tuple(score["points"]), score["hands"], score["over"])
        for match, score in found.values_list("match_id", "score")
        if score
    }


def find_pad(match_id: int, key: str, viewer: Viewer) -> Seen | None:
    """Return a match's pad if this phone has opened it, or the viewer decides about the match; None otherwise, and if there is none."""
    found = Pad.objects.select_related("table", "match__round__stage", "match__tournament")
    pad = found.filter(match=match_id).first()
    if pad is None:
        return None
    phone = pad.phones.filter(key=key).select_related("side").first() if key else None
    if phone is None and not may_judge(viewer, pad.match.tournament, pad.match):
        return None
    return Seen(pad.match, pad, phone, is_desk=phone is None)


def mark_of(seen: Seen, at: datetime) -> str:
    """Return what changes whenever `state_of` does, apart from the time left."""
    match, over = seen.match, seen.match.round.last_hand_at
    parts = (seen.pad.version, match.status, match.round.status, over, over and over <= at)
    return "-".join(map(str, parts)).replace(" ", "")


def state_of(seen: Seen, at: datetime) -> dict[str, Any]:
    """Return the pad as the page shows it, as JSON."""
    match, pad = seen.match, seen.pad
    tournament = match.tournament
    match = Match.objects.select_related("round__stage").prefetch_related(
        *played_by(players=True)
    ).get(pk=match.pk)  # fmt: skip
    match.tournament = tournament
    games = games_so_far(tournament, match, pad)
    kept, over = games[-1], match.round.last_hand_at
    last = pad.last_hand
    if last is None and over is not None and over <= at and not kept.is_over:
        last = len(kept.rows) + 1
    rules = pads.rules_of(tournament, match, last)
    phones = list(pad.phones.select_related("side"))
    own = seen.phone
    return {
        "mark": mark_of(seen, at),
        "match": match.pk,
        "table": pad.table.number,
        "round": match.round.number,
        "tournament": tournament.name,
        "sides": [plain(name) for name in match.side_names],
        "names": [plain(name) for name in pads.names_of(match)],
        "title": rules_said(rules.to_record(), ()),
        "terms": scoring_terms(rules),
        "renege": pads.renege_of(tournament, rules),
        "confirm": "hand" if tournament.confirm_hands else "end",
        "game": kept.number,
        "games": [list(one.game.totals) for one in games[:-1]],
        "dealer": kept.dealer,
        "hands": [_hand(row, seen) for row in kept.rows],
        "earlier": sum(
            row.confirmed_at is None and not _is_mine(row, seen)
            for one in games[:-1]
            for row in one.rows
        ),
        "seen": max((row.version for one in games for row in one.rows), default=0),
        "last_hand": last,
        "seconds": None if over is None else int((over - at).total_seconds()),
        "raised": pad.raised_at is not None,
        "open": is_open(tournament, match),
        "result": _result(match),
        "desk": seen.is_desk,
        "side": None if own is None or own.side is None else own.side.index,
        "accepted": own is not None and own.accepted_at is not None,
        "taken": sorted({one.side.index for one in phones if one.side and one.accepted_at}),
        "asking": [
            {"phone": one.pk, "side": one.side.index}
            for one in phones
            if one.side and one.accepted_at is None and one != own and _may_answer(seen, one)
        ],
    }


def _hand(row: PadHand, seen: Seen) -> dict[str, Any]:
    phone = row.phone
    side = None if phone is None or phone.side is None else phone.side.index
    return {
        **row.hand,
        "version": row.version,
        "side": side,
        "mine": _is_mine(row, seen),
        "confirmed": row.confirmed_at is not None,
    }


def _is_mine(row: PadHand, seen: Seen) -> bool:
    own, phone = seen.phone, row.phone
    if own is None or phone is None:
        return False
    return phone == own or phone.side_id == own.side_id


def _may_answer(seen: Seen, asked: PadPhone) -> bool:
    own = seen.phone
    if own is None:
        return seen.is_desk
    return own.accepted_at is not None and own.side_id == asked.side_id


def _result(match: Match) -> str:
    """Return how the match ended, in words; "" if it has no result."""
    result = match.results.filter(current=True).prefetch_related(*with_scores()).first()
    if result is None:
        return ""
    if result.kind != result.Kind.PLAYED:
        return str(result.get_kind_display())
    return format_score(result.points)
