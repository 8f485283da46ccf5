"""Keeping a match's score on its pad: entering, correcting and confirming hands, and calling the organizer.

Either side's phone enters, and the other side confirms; the desk does both. When the match is decided and every hand confirmed,
its result is recorded.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.engine.errors import BadAction
from games.engine.pad import PadHand as Hand
from games.engine.pad import why_impossible_hand
from games.engine.sentences import format_score, message
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.translation import translate
from tournaments.events.actions.decisions.checks import check_bracket
from tournaments.events.advance import run_due_steps
from tournaments.events.core.locks import lock_match
from tournaments.events.core.permissions import require_judge
from tournaments.events.core.state import UNDER_WAY, save
from tournaments.events.matches import match_games
from tournaments.events.models import Match, Pad, PadHand, PadPhone, Round, Tournament
from tournaments.events.scoring import pads
from tournaments.events.scoring.pads import Kept
from tournaments.events.scoring.recording import outcome_entered, record_result

MOST_HANDS = 99
LONGEST_AWAY = 6 * 3600
"""For how many seconds at most a hand is believed to have waited on a phone."""


@dataclass(frozen=True)
class Who:
    """Who acts at a pad: an accepted phone, or the desk."""

    phone: PadPhone | None
    by: User | None

    def entered(self, row: PadHand) -> bool:
        """Return whether an entry is this phone's, or its side's."""
        if self.phone is None or row.phone is None:
            return False
        return row.phone_id == self.phone.pk or row.phone.side_id == self.phone.side_id


def enter_hand(
    *,
    match_id: int,
    entry: str,
    number: int,
    hand: Mapping[str, Any] | None,
    game: int = 1,
    replaces: int | None = None,
    dealer: int | None = None,
    ago: int = 0,
    key: str = "",
    by: User | None = None,
) -> Pad:
    """Enter a hand, or correct one whose entry has the version `replaces`. `hand` None takes the last one back.

    `entry` is the sender's name for it: sent twice, it counts once. The same score from the other side confirms it. `dealer` is
    who deals first, with the first hand. `ago` is for how many seconds the entry has waited for the network: a hand that was over
    before the time was up isn't the last. `key` is the phone's, `by` somebody at the desk.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "not_yours", "pad_over", "pad_conflict", "pad_changed", "impossible_hand".
    """
    with transaction.atomic():
        tournament, match, pad, who = _locked(match_id, key, by)
        if (
            not 1 <= number <= MOST_HANDS
            or not 1 <= game <= MOST_HANDS
            or not 1 <= len(entry) <= 36
            or not (entry.isascii() and entry.isprintable())
        ):
            raise _impossible(_("This isn’t a hand."))
        if _is_there(pad, entry, game, number, hand, replaces):
            return pad
        _require_open(tournament, match)
        games = games_so_far(tournament, match, pad)
        kept = next((one for one in games if one.number == game), None)
        # A game is settled once the next one has begun.
        if kept is None or any(one.rows for one in games[game:]):
            raise _changed()
        given = None if hand is None else _given(kept.rules, hand)
        said = None if given is None else given.to_json()
        if dealer is not None and not games[0].rows and dealer in range(kept.rules.players):
            pad.dealer = dealer
            (kept,) = games_so_far(tournament, match, pad)
        row = next((one for one in kept.rows if one.number == number), None)
        if replaces is None and row is not None:
            if said != row.hand:
                raise _conflict(kept, row)
            _confirm(pad, [row], who)
        else:
            at = now()
            _check(tournament, kept, row, number, given, replaces)
            _write(pad, row, who, entry=entry, game=game, number=number, hand=said, at=at)
            over, ended = match.round.last_hand_at, at - timedelta(seconds=_waited(ago))
            if row is None and over is not None and over <= ended and pad.last_hand is None:
                pad.last_hand = number
        _carry_on(tournament, match, pad)
    return pad


def confirm_hands(*, match_id: int, seen: int, key: str = "", by: User | None = None) -> Pad:
    """Confirm the hands that the other side entered, as far as version `seen`. Idempotent.

    Nobody confirms their own entry; the desk confirms all. Raises Refused: "unknown_match", "not_arbiter", "own_match", "not_yours",
    "pad_over", "pad_changed".
    """
    with transaction.atomic():
        tournament, match, pad, who = _locked(match_id, key, by)
        waiting = [row for row in pads.rows_of(pad) if row.confirmed_at is None]
        mine = [row for row in waiting if not who.entered(row)]
        if not mine:
            return pad
        _require_open(tournament, match)
        if max(row.version for row in mine) > seen:
            raise _changed()
        _confirm(pad, mine, who)
        _carry_on(tournament, match, pad)
    return pad


def raise_hand(*, match_id: int, up: bool, key: str = "", by: User | None = None) -> Pad:
    """Call the organizer to a table, or take that back. Idempotent. Raises Refused as `confirm_hands`."""
    with transaction.atomic():
        tournament, match, pad, _who = _locked(match_id, key, by)
        if (pad.raised_at is not None) != up:
            _require_open(tournament, match)
            pad.raised_at = now() if up else None
            save_pad(pad)
            save(tournament)
    return pad


def save_pad(pad: Pad) -> None:
    """Save a pad that changed, with its next version."""
    pad.version += 1
    pad.save()


def is_open(tournament: Tournament, match: Match) -> bool:
    """Return whether a match is on in the room, without a result."""
    return (
        match.status == Match.Status.DRAWN
        and match.round.status == Round.Status.PLAYING
        and tournament.status in UNDER_WAY
    )


def _require_open(tournament: Tournament, match: Match) -> None:
    if is_open(tournament, match):
        return
    result = match.results.filter(current=True).first()
    score = "" if result is None else format_score(result.points)
    raise Refused(
        "pad_over",
        _("This match is over: %(score)s. What you entered is not counted; ask the organizer.")
        % {"score": score}
        if score
        else _("This match isn’t on any more. What you entered is not counted; ask the organizer."),
    )


def _locked(match_id: int, key: str, by: User | None) -> tuple[Tournament, Match, Pad, Who]:
    """Lock the match's tournament. Returns both, the pad, and who acts. Raises Refused."""
    tournament, match = lock_match(match_id)
    pad = Pad.objects.filter(match=match).first()
    if pad is None:
        raise Refused("unknown_match", _("There is no such match. Reload the page."))
    if by is not None:
        require_judge(by, tournament, match.entries, match)
        return tournament, match, pad, Who(None, by)
    phone = pad.phones.filter(key=key, accepted_at__isnull=False).select_related("side").first()
    if phone is None:
        raise Refused(
            "not_yours",
            _("This phone doesn’t keep this table’s score yet. Choose your side, or ask the desk."),
        )
    return tournament, match, pad, Who(phone, None)


def games_so_far(tournament: Tournament, match: Match, pad: Pad) -> list[Kept]:
    """Return the games on a pad; after one that is over, also the next if the match needs it."""
    games = pads.games_of(tournament, match, pad)
    if games[-1].is_over and _needed(tournament, match, pad, games) is not None:
        games.append(pads.next_game(tournament, match, pad, len(games) + 1))
    return games


def _is_there(
    pad: Pad,
    entry: str,
    game: int,
    number: int,
    hand: Mapping[str, Any] | None,
    replaces: int | None,
) -> bool:
    """Return whether an entry was stored before, or says of a hand what stands already and is confirmed."""
    if pad.hands.filter(entry=entry).exists():
        return True
    if hand is None or replaces is not None:
        return False
    stands = pad.hands.filter(game=game, number=number, current=True, confirmed_at__isnull=False)
    return any(row.hand == hand for row in stands)


def _waited(ago: int) -> int:
    return min(max(ago, 0), LONGEST_AWAY)


def _needed(tournament: Tournament, match: Match, pad: Pad, games: Sequence[Kept]) -> str | None:
    """Return what a match needs after these games, all over; once the time is up no further game, unless one side must advance and
    both have won as many.
    """
    played = [
        match_games.Game(str(match_games.Kind.GAME), False, outcome_entered(one.entered()))
        for one in games
    ]
    needed = match_games.needed_after(tournament, match, played)
    if needed is None or pad.last_hand is None:
        return needed
    won = Counter(one.outcome.winner for one in played if one.outcome.winner is not None)
    most, next_most, *_less = sorted([*won.values(), 0, 0], reverse=True)
    return needed if match.slot and most == next_most else None


def _check(
    tournament: Tournament,
    kept: Kept,
    row: PadHand | None,
    number: int,
    given: Hand | None,
    replaces: int | None,
) -> None:
    """Refuse a hand that isn't the next one, corrects another entry than the current one, or is impossible."""
    if replaces is not None and (row is None or row.version != replaces):
        raise _changed()
    if replaces is None and (number != len(kept.rows) + 1 or kept.is_over):
        raise _changed()
    if given is None:
        if row is None or number != len(kept.rows):
            raise _changed()
        return
    if kept.rules.throws_in and not any(given.tricks):
        raise _impossible(_("This isn’t a hand."))
    totals = kept.before(number, pads.renege_of(tournament, kept.rules)).totals
    why = why_impossible_hand(kept.rules, number, kept.dealer_of(number), totals, given)
    if why is not None:
        raise _impossible(translate(why))


def _given(rules: RuleSet, hand: Mapping[str, Any]) -> Hand:
    try:
        return Hand.from_json(hand, rules)
    except BadAction as mistake:
        raise _impossible(translate(mistake.sentence)) from mistake


def _write(
    pad: Pad,
    row: PadHand | None,
    who: Who,
    *,
    entry: str,
    game: int,
    number: int,
    hand: Mapping[str, Any] | None,
    at: datetime,
) -> None:
    pad.hands.filter(game=game, number=number, current=True).update(current=False)
    PadHand.objects.create(
        pad=pad,
        entry=entry,
        game=game,
        number=number,
        hand=hand,
        version=pad.version + 1,
        phone=who.phone,
        by=who.by,
        at=at,
        # What the desk enters needs nobody's consent.
        confirmed_by=who.by,
        confirmed_at=at if who.by is not None else None,
    )


def _confirm(pad: Pad, rows: Sequence[PadHand], who: Who) -> None:
    keys = [row.pk for row in rows if row.confirmed_at is None and not who.entered(row)]
    PadHand.objects.filter(pk__in=keys).update(
        confirmed_at=now(), confirmed_phone=who.phone, confirmed_by=who.by
    )


def _carry_on(tournament: Tournament, match: Match, pad: Pad) -> None:
    """Save a changed pad, and record the match's result if it is decided and every hand confirmed."""
    games = games_so_far(tournament, match, pad)
    waits = any(row.confirmed_at is None for one in games for row in one.rows)
    over = games[-1].is_over
    if over:
        pad.raised_at = pad.raised_at if waits else None
    pad.score = pads.summary(games[-1], waits=waits)
    save_pad(pad)
    if not over or waits:
        save(tournament)
        return
    at = now()
    entered = tuple(one.entered() for one in games)
    outcome = match_games.outcome_of(tournament, match, entered)
    if match.slot:
        check_bracket(tournament, match, outcome)
    result = record_result(match, outcome, at=at, reason=message("Played in the room."))
    audit.record(
        actor=None, verb="match.kept_on_pad", subject=match, version=result.version,
        after={"result": f"{result.kind}, {format_score(result.points)}", "who": result.winner_name or None},
    )  # fmt: skip
    if not run_due_steps(tournament, at):
        save(tournament)


def _changed() -> Refused:
    return Refused(
        "pad_changed",
        _("The score has changed meanwhile. Look at it again, then enter or confirm."),
    )


def _impossible(why: str) -> Refused:
    return Refused("impossible_hand", why)


def _conflict(kept: Kept, row: PadHand) -> Refused:
    """Return the refusal of a hand of which the other side has entered another score."""
    side = kept.game.hands[row.number - 1].sides
    return Refused(
        "pad_conflict",
        _(
            "Hand %(n)d was entered differently meanwhile (%(points)s). Compare both: confirm that one, or correct it."
        )
        % {"n": row.number, "points": format_score(tuple(one.points for one in side))},
    )
