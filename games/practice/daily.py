"""The deal of the day: every member plays the same hand against the same bots, once; the ranking follows the next day.

It is dealt, its bots choose, and its results are compared as those of a deal of an own-time event (`games/tables/game/dealing.py`,
`bots.py`, `games/engine/comparing.py`). Only the table differs: the page asks move by move, without a socket.

Guests don't play: they could try the hand first, and then play it as a member.
"""

from datetime import UTC, date, timedelta
from decimal import Decimal
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import Avg, Count, F, QuerySet, Window
from django.db.models.functions import Rank
from django.utils.translation import gettext as _

from games import engine
from games.bots.levels import CLUB
from games.engine import State
from games.engine.comparing import shares
from games.engine.state import OVER
from games.practice import game as games
from games.practice import turns
from games.practice.game import YOU, Game
from games.practice.models import DailyPlay
from games.practice.secret import master_of
from games.tables.game.bots import choice_with, dice_under
from games.tables.game.dealing import dealt_alone
from games.tables.levels import playable
from spades_site.accounts.models import User
from spades_site.common.clock import now
from spades_site.common.errors import Refused, refuse

RULES: Final = engine.preset("cardgames_io", max_hands=1)
WAIT: Final = "wait"
"""The action that a page sends while its player waits for the bots."""


def today() -> date:
    """Return the day whose deal is played now. Days change at midnight UTC."""
    return now().astimezone(UTC).date()


def deal_of(day: date) -> Game:
    """Return the start of a day's hand, the same for everybody."""
    start, level = dealt_alone(RULES, master_of(day)), level_on(day)
    return games.with_bots(Game(1, start, level=level), start, partial(_choice, day))


def level_on(day: date) -> int:
    """Return the bots' level: that of the day's first play; until then Club, or the strongest that this site can play."""
    levels = DailyPlay.objects.filter(day=day).order_by("pk").values_list("game__level", flat=True)
    began = levels.first()
    return playable(CLUB) if began is None else began


def why_not_play(user: User) -> Refused | None:
    """Return the refusal "members_only" for a guest, or None."""
    if not user.is_guest:
        return None
    return Refused(
        "members_only",
        _(
            "The deal of the day is for members, so that nobody can try it first. Create an account."
        ),
    )


def play_of(user: User, day: date) -> DailyPlay | None:
    """Return a person's play of a day's deal, or None."""
    return DailyPlay.objects.filter(user=user, day=day).first()


def game_of(user: User, day: date) -> Game:
    """Return a person's hand of a day's deal; a new one if they haven't begun."""
    play = play_of(user, day)
    return deal_of(day) if play is None else Game.stored(play.game)


def act(user: User, day: date, version: int, action: str) -> tuple[Game, Game]:
    """Carry out the person's action, or WAIT, in their hand of today's deal; return the hand before and after.

    The bots always play at the day's level, so the hand waits until the queue has chosen their cards. Raises Refused
    "members_only", "day_over" for another day's deal and "outdated" if the hand isn't at `version`, and an EngineError.
    """
    refuse(why_not_play(user))
    with transaction.atomic():
        # Lock the user's row, because two concurrent first actions would both find no play.
        User.objects.select_for_update().get(pk=user.pk)
        if day != today():
            raise Refused("day_over", _("That day is over. Play today’s deal."))
        play = play_of(user, day) or DailyPlay(user=user, day=day, game=deal_of(day).to_dict())
        before = Game.stored(play.game)
        if before.version != version:
            raise Refused("outdated", _("The game went on in another tab. Here it is."))
        choose = partial(_choice, day)
        acted = before if action == WAIT else games.act(before, action, choose)
        after = turns.go_on(acted, day=day)
        if after is before:
            return before, after
        state = after.states()[-1]
        play.game, play.bid = after.to_dict(), _bid_of(after)
        if state.phase == OVER:
            play.own, play.theirs = state.totals
            play.ended_at = now()
        play.save()
    return before, after


def _finished(day: date) -> QuerySet[DailyPlay]:
    """Return the hands of a day that members finished, without bot accounts."""
    by_members = DailyPlay.objects.filter(user__is_guest=False, user__is_bot=False)
    return by_members.filter(day=day, ended_at__isnull=False)


def ranking(day: date) -> QuerySet[DailyPlay, Any]:
    """Return the hands that members finished on a day, best margin first, each with its `place` and `margin`."""
    finished = _finished(day)
    margin = F("own") - F("theirs")
    return (
        finished.annotate(margin=margin, place=Window(Rank(), order_by=margin.desc()))
        .select_related("user")
        .order_by("place", "user__username")
    )


def figures(day: date) -> dict[str, Any]:
    """Return how many members finished a day's deal, and their mean margin (None if nobody did)."""
    return _finished(day).aggregate(count=Count("pk"), mean=Avg(F("own") - F("theirs")))


def matchpoints(day: date) -> dict[int, Decimal]:
    """Return the percentage of the possible matchpoints that each margin of a day gets."""
    rows = _finished(day).values_list(F("own") - F("theirs")).annotate(n=Count("pk")).order_by()
    return {
        margin: Decimal(share.numerator) / share.denominator
        for margin, share in shares(dict(rows)).items()
    }


def day_before(day: date) -> date:
    """Return the day before."""
    return day - timedelta(days=1)


def _bid_of(game: Game) -> str:
    own = (
        action for action in game.actions if action.startswith(f"{YOU} ") and " play " not in action
    )
    return next((action.split(" ", 1)[1].removeprefix("bid ") for action in own), "")


def _choice(day: date, state: State, seat: int) -> str:
    """Return what a bot does without searching: secret, and alike for everybody who played alike."""
    dice = dice_under(master_of(day), engine.view_for(state, seat))
    return choice_with(state, seat, dice)
