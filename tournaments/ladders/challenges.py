"""Challenging, answering, and agreeing when to play."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, Subquery
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from tournaments.formats.ladder import highest_to_challenge
from tournaments.ladders import idle, notify, playing
from tournaments.ladders.core import (
    end,
    live_of,
    lock_challenge,
    lock_ladder,
    require_entry,
    require_running,
    side_of,
)
from tournaments.ladders.models import Challenge, Ladder, LadderEntry, LadderPlayer
from tournaments.leagues.permissions import require_account

READY_FOR = timedelta(minutes=15)
"""How long a side that wants to play now waits for the other."""


@dataclass(frozen=True)
class Chances:
    """Whom an entry may challenge, with what must be known of the ladder."""

    ladder: Ladder
    mine: LadderEntry
    made: Collection[int]
    """The entries with an open challenge that they made."""
    received: Collection[int]
    """The entries with an open challenge that they received."""
    last: tuple[int, datetime] | None
    """The opponent of the entry's last challenge that was played, and when."""
    today: Mapping[int, int]
    """The matches within a day by opponent."""
    is_newcomer: bool
    """Whether its challenge may be an opening one, for a rung to enter on."""

    @property
    def highest(self) -> int:
        """Return the highest rung that the entry may challenge."""
        ladder, rung = self.ladder, self.mine.rung or 1
        highest = highest_to_challenge(rung, top=ladder.top, reach=ladder.reach)
        return min(highest, ladder.newcomer_rung) if self.is_newcomer else highest

    def defends(self, other: LadderEntry) -> bool:
        """Return whether a challenge of `other` is one by the next below against one of the top rungs."""
        if other.rung is None or self.mine.rung != other.rung + 1:
            return False
        return self.ladder.defend_days > 0 and other.rung <= self.ladder.top

    def opens(self, other: LadderEntry) -> bool:
        """Return whether a newcomer's challenge of `other` is an opening one; one above the ladder's rung for that is as everybody's."""
        return self.is_newcomer and (other.rung or 0) >= self.ladder.newcomer_rung

    def why_not(self, other: LadderEntry) -> Refused | None:
        """Return why the entry can't challenge `other` now, or None.

        The codes are "ladder_frozen", "left_ladder", "yourself", "out_of_reach", "has_challenge", "is_challenged",
        "same_opponent", "too_many_today".
        """
        ladder, mine = self.ladder, self.mine
        if ladder.frozen_at is not None:
            return Refused("ladder_frozen", _("The ladder is frozen."))
        if other.rung is None or mine.rung is None:
            return Refused(
                "left_ladder", _("“%(name)s” isn’t on the ladder any more.") % {"name": other.name}
            )
        if other.pk == mine.pk:
            return Refused("yourself", _("That is your own rung."))
        if other.rung > mine.rung:
            return Refused("out_of_reach", _("Only those above you can be challenged."))
        if other.rung < self.highest:
            return Refused(
                "out_of_reach",
                _("Out of reach: from your rung up to rung %(rung)d.") % {"rung": self.highest},
            )
        if mine.pk in self.made:
            return Refused("has_challenge", _("You have an open challenge already."))
        if other.pk in self.received:
            return Refused("is_challenged", _("Somebody else’s challenge is open."))
        if not ladder.repeats and self._repeats(other):
            return Refused("same_opponent", _("Not the same opponent twice running."))
        if ladder.per_day and self.today.get(other.pk, 0) >= ladder.per_day:
            return Refused(
                "too_many_today",
                _("Enough matches against each other for a day. Wait until tomorrow."),
            )
        return None

    def _repeats(self, other: LadderEntry) -> bool:
        """Return whether the last challenge was against the same opponent, except that a top rung is defended again and again."""
        if self.last is None or self.last[0] != other.pk:
            return False
        return not self.defends(other) or self.last[1] > now() - self.ladder.defend_days * idle.DAY


def chances(ladder: Ladder, mine: LadderEntry, live: Sequence[Challenge]) -> Chances:
    """Return whom an entry may challenge; `live` are the ladder's open challenges. One query, two for newcomers."""
    past = ladder.challenges.filter(status__in=Challenge.DECIDED).order_by("-ended_at", "-pk")
    last = Subquery(past.filter(challenger=mine).values("pk")[:1])
    since = now() - idle.DAY
    found = past.filter(Q(challenger=mine) | Q(challenged=mine))
    found = found.filter(Q(ended_at__gt=since) | Q(pk=last))
    rows = list(found.values_list("challenger_id", "challenged_id", "ended_at"))
    lately = [row for row in rows if row[2] and row[2] > since]
    return Chances(
        ladder=ladder,
        mine=mine,
        made={one.challenger_id for one in live},
        received={one.challenged_id for one in live},
        last=next(((row[1], row[2]) for row in rows if row[0] == mine.pk and row[2]), None),
        today=Counter(row[1] if row[0] == mine.pk else row[0] for row in lately),
        is_newcomer=_is_newcomer(ladder, mine),
    )


def _is_newcomer(ladder: Ladder, mine: LadderEntry) -> bool:
    """Return whether none of the entry's players has played a match of the ladder, in whatever entry."""
    if not ladder.newcomer_rung or mine.wins or mine.losses:
        return False
    people = LadderPlayer.objects.filter(entry=mine).values("user")
    theirs = ladder.entries.filter(players__user__in=people)
    return not theirs.filter(Q(wins__gt=0) | Q(losses__gt=0)).exists()


def challenge(*, ladder_id: int, by: User, entry_id: int) -> Challenge:
    """Challenge an entry above one's own.

    Raises Refused: "unknown_ladder", "unknown_entry", "guest", "not_member", "not_on_ladder", and as `Chances.why_not`.
    """
    with transaction.atomic():
        require_account(by)
        ladder, at = lock_ladder(ladder_id), now()
        playing.settle(ladder, at)
        require_running(ladder)
        mine = require_entry(ladder, by)
        other = ladder.entries.filter(pk=entry_id).first()
        if other is None:
            raise Refused("unknown_entry", _("There is no such entry. Reload the page."))
        free = chances(ladder, mine, list(live_of(ladder)))
        refusal = free.why_not(other)
        if refusal is not None:
            raise refusal
        defends = free.defends(other)
        days = min(ladder.answer_days, ladder.defend_days) if defends else ladder.answer_days
        made = Challenge.objects.create(
            ladder=ladder,
            challenger=mine,
            challenged=other,
            made_at=at,
            due_at=at + timedelta(days=days),
            is_defence=defends,
            is_opening=free.opens(other),
        )
        notify.challenged(made)
        _note(made, by, "challenged", other)
    return made


def answer(*, challenge_id: int, by: User, accept: bool) -> Challenge:
    """Accept or decline a challenge; declining is a failure. Repeating an answer changes nothing.

    Raises Refused: "unknown_challenge", "not_your_match", "not_member", "ladder_frozen", "challenge_over".
    """
    with transaction.atomic():
        found, mine, at = _lock(challenge_id, by)
        if mine != found.challenged:
            raise Refused("not_your_match", _("The challenged side answers."))
        if found.status in (Challenge.Status.ACCEPTED, Challenge.Status.PLAYING) and accept:
            return found
        _require(found, Challenge.Status.OPEN)
        if accept:
            found.status = Challenge.Status.ACCEPTED
            found.play_by = found.due_at = _play_by(found, at)
            found.save()
            notify.of_challenge(found, [found.challenger], "accepted", mine.name)
            _note(found, by, "challenge_accepted", found.challenger)
        else:
            _note(found, by, "challenge_declined", found.challenger)
            end(found, Challenge.Status.DECLINED, at)
            playing.failed(found, [mine], at)
            notify.of_challenge(found, [found.challenger], "declined", mine.name)
    return found


def _play_by(found: Challenge, at: datetime) -> datetime:
    """Return until when a challenge that is accepted now must be played.

    A defence has its days from the challenge on, and more if the ladder was frozen, which moves `due_at`.
    """
    ladder = found.ladder
    if not found.is_defence or not ladder.defend_days or found.due_at is None:
        return at + ladder.play_days * idle.DAY
    more = ladder.defend_days - min(ladder.answer_days, ladder.defend_days)
    promised = found.made_at + ladder.defend_days * idle.DAY
    return max(promised, found.due_at + more * idle.DAY, at + idle.DAY)


def withdraw(*, challenge_id: int, by: User) -> Challenge:
    """Take back a challenge that isn't answered yet. Idempotent.

    Raises Refused: "unknown_challenge", "not_your_match", "not_member", "challenge_over".
    """
    with transaction.atomic():
        found, mine, at = _lock(challenge_id, by)
        if mine != found.challenger:
            raise Refused("not_your_match", _("Only the challenger can take it back."))
        if found.status != Challenge.Status.WITHDRAWN:
            _require(found, Challenge.Status.OPEN)
            end(found, Challenge.Status.WITHDRAWN, at)
            _note(found, by, "challenge_withdrawn", found.challenged)
            notify.of_challenge(found, [found.challenged], "withdrawn", mine.name)
    return found


def play_now(*, challenge_id: int, by: User) -> Challenge:
    """Say that one's side can play now; if the other has just said so, the table opens. Idempotent.

    Raises Refused: "unknown_challenge", "not_your_match", "not_member", "ladder_frozen", "challenge_over".
    """
    with transaction.atomic():
        found, mine, at = _lock(challenge_id, by)
        if found.status == Challenge.Status.PLAYING:
            return found
        _require(found, Challenge.Status.ACCEPTED)
        waits = found.ready_at is not None and found.ready_at + READY_FOR > at
        theirs = notify.opponent(found, mine)
        if waits and found.ready == theirs:
            _note(found, by, "ready", theirs)
            playing.open_match(found, at)
        elif not waits:
            _note(found, by, "ready", theirs)
            found.ready, found.ready_at = mine, at
            found.save(update_fields=["ready", "ready_at"])
            notify.ready(found, mine)
    return found


def offer_time(*, challenge_id: int, by: User, play_at: datetime) -> Challenge:
    """Offer a time for the match, in place of an earlier offer; an agreed time stands until the other side accepts.

    Raises Refused: "unknown_challenge", "not_your_match", "not_member", "ladder_frozen", "challenge_over", "time_past", "outside_window".
    """
    with transaction.atomic():
        found, mine, at = _lock(challenge_id, by)
        _require(found, Challenge.Status.ACCEPTED)
        assert found.play_by is not None
        if play_at <= at:
            raise Refused("time_past", _("This time is over. Choose a later one."))
        if play_at > found.play_by:
            raise Refused(
                "outside_window", _("The match must be played before that. Choose an earlier time.")
            )
        found.offered_at, found.offered_by = play_at, mine
        found.save(update_fields=["offered_at", "offered_by"])
        notify.offered(found, mine, play_at)
        _note(found, by, "time_offered", notify.opponent(found, mine))
    return found


def accept_time(*, challenge_id: int, by: User) -> Challenge:
    """Accept the other side's time: the table opens then. Idempotent.

    Raises Refused: "unknown_challenge", "not_your_match", "not_member", "ladder_frozen", "challenge_over", "no_such_time", "time_past".
    """
    with transaction.atomic():
        found, mine, at = _lock(challenge_id, by)
        _require(found, Challenge.Status.ACCEPTED)
        if found.offered_at is None and found.play_at is not None:
            return found
        if found.offered_at is None or found.offered_by == mine:
            raise Refused("no_such_time", _("The other side offers no time. Offer one yourself."))
        if found.offered_at <= at:
            raise Refused("time_past", _("This time is over. Choose a later one."))
        found.play_at = found.due_at = found.offered_at
        found.offered_at = found.offered_by = None
        found.save()
        both = [found.challenger, found.challenged]
        when = found.play_at.isoformat()
        people, key = notify.players(*both), f"challenge:{found.pk}:{when}"
        notify.tell(found.ladder, people, "agreed", key, who=str(found), play_at=when)
        _note(found, by, "time_agreed", notify.opponent(found, mine))
    return found


def _lock(challenge_id: int, by: User) -> tuple[Challenge, LadderEntry, datetime]:
    """Return a challenge with whatever was due done, the user's side, and the moment."""
    require_account(by)
    found, at = lock_challenge(challenge_id), now()
    mine = side_of(found, by)
    if playing.settle(found.ladder, at):
        ladder = found.ladder
        found = Challenge.objects.select_related("challenger", "challenged", "table", "ready").get(
            pk=found.pk
        )
        found.ladder = ladder
    require_running(found.ladder)
    return found, mine, at


def _note(found: Challenge, by: User, what: str, other: LadderEntry) -> None:
    """Put into the league's log what a person did about a challenge."""
    audit.record(
        actor=by, verb=f"ladder.{what}", subject=found.ladder, name=other.name, challenge=found.pk
    )


def _require(found: Challenge, status: Challenge.Status) -> None:
    """Raise Refused "challenge_over" unless the challenge has this status."""
    if found.status != status:
        raise Refused(
            "challenge_over",
            _("This challenge is already %(status)s. Reload the page.")
            % {"status": found.get_status_display()},
        )
