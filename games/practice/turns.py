"""The turns of bots that search: a job of the bots' queue chooses the cards, and the page's next request fetches them.

A turn is cached under a hash of its position. The dice follow from what a seat sees, in the deal of the day also from its secret, so the
bots play the same cards against everybody who reaches a position of that deal, and one search serves them all.
"""

from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from hashlib import sha256
from typing import Final

import orjson
from django.db import transaction
from django.db.models import Q

from games import engine
from games.bots.levels import RELAXED
from games.engine import State
from games.practice.game import Game, done, others, with_bots
from games.practice.models import BotsTurn
from games.practice.secret import master_of
from games.tables.game import thinking
from games.tables.levels import playable
from spades_site.common.clock import now
from spades_site.common.server import background

JOB: Final = "games.practice.tasks.choose_for_bots"
WARM_UP: Final = "games.practice.tasks.warm_up"
PATIENCE: Final = timedelta(seconds=2)
"""The time after which the bots of a practice game play without searching."""
MEMORY: Final = timedelta(minutes=5)
"""How long a late queue counts as unavailable."""
AGAIN: Final = timedelta(seconds=5)
"""The time after which an unanswered job is resent, because jobs may get lost."""
KEPT: Final = timedelta(days=2)


def warm_up(level: int) -> None:
    """Have the bots' process load the search, which takes seconds, before it is needed."""
    if level > RELAXED:
        background.send(WARM_UP, level, urgent=True)


def go_on(game: Game, *, day: date | None = None) -> Game:
    """Return the game after the bots' cards up to the player's turn; unchanged while they are thinking.

    If the queue doesn't answer in time, the bots play without searching, and don't wait for it again until it answers.
    In the deal of a `day` they always wait, and the job is resent.
    """
    state = game.states()[-1]
    if not others(state):
        return game
    insist = day is not None
    turn = _asked(state, game.level, day) if insist or _is_searched(game.level) else None
    if turn is not None and turn.actions is not None:
        actions = (*game.actions, *turn.actions)
        return replace(game, version=game.version + 1, actions=actions, fell_back=False)
    if insist or (turn is not None and now() < turn.asked_at + PATIENCE and not _is_away()):
        return game
    at_once = with_bots(replace(game, level=RELAXED), state)
    return replace(at_once, version=game.version + 1, level=game.level, fell_back=True)


def think(key: int) -> None:
    """Choose and store the bots' actions from a position on. Idempotent, and safe to call late or concurrently."""
    turn = BotsTurn.objects.filter(pk=key, actions__isnull=True).first()
    if turn is None:
        return
    state, actions = engine.restore(turn.position), []
    master = None if turn.day is None else master_of(turn.day)
    while seats := others(state):
        action = thinking.action_of(state, seats[0], turn.level, master=master)
        actions.append(f"{seats[0]} {action}")
        state = done(state, actions[-1])
    BotsTurn.objects.filter(pk=key, actions__isnull=True).update(actions=actions)


def forget_old() -> None:
    """Delete turns older than `KEPT`. Idempotent, and safe to call late or concurrently."""
    BotsTurn.objects.filter(asked_at__lt=now() - KEPT).delete()


def _is_searched(level: int) -> bool:
    return playable(level) == level and background.takes_jobs()


def _is_away() -> bool:
    """Return whether the queue failed to answer the latest request that is old enough, from whichever player."""
    moment = now()
    recent = BotsTurn.objects.filter(asked_at__gt=moment - MEMORY)
    decided = recent.filter(Q(actions__isnull=False) | Q(asked_at__lte=moment - PATIENCE))
    newest = decided.only("actions").order_by("-asked_at", "-pk").first()
    return newest is not None and newest.actions is None


def _asked(state: State, level: int, day: date | None) -> BotsTurn:
    """Return the turn that begins with a position; send its job if the turn is new, or again if it is overdue."""
    position, moment = engine.snapshot(state), now()
    known = [position, level, day and day.isoformat()]
    digest = sha256(orjson.dumps(known, option=orjson.OPT_SORT_KEYS)).hexdigest()
    begin = {"position": position, "level": level, "day": day, "asked_at": moment}
    turn, new = BotsTurn.objects.get_or_create(digest=digest, defaults=begin)
    late = turn.actions is None and moment >= turn.asked_at + AGAIN
    if new or late:
        BotsTurn.objects.filter(pk=turn.pk).update(asked_at=moment)
        transaction.on_commit(partial(background.send, JOB, turn.pk, urgent=True))
    return turn
