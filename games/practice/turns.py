"""Cards of bots that search: a job of the bots' queue chooses them, and the page's next request picks them up.

A position is named by what is in it. The dice follow from what a seat sees, so everybody who gets to a position of the
deal of the day meets the same cards, and one search serves them all.
"""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Final

import orjson
from django.db import transaction
from django.db.models import Q

from games import engine
from games.bots import search
from games.bots.levels import RELAXED
from games.engine import State
from games.practice.game import Game, done, others, with_bots
from games.practice.models import BotsTurn
from games.tables.game import thinking
from games.tables.levels import playable
from spades_site.common.clock import now
from spades_site.common.server import background

JOB: Final = "games.practice.tasks.choose_for_bots"
WARM_UP: Final = "games.practice.tasks.warm_up"
PATIENCE: Final = timedelta(seconds=2)
"""After this long the bots of a practice game play without searching."""
MEMORY: Final = timedelta(minutes=5)
"""How long it is remembered that the queue didn't answer in time."""
AGAIN: Final = timedelta(seconds=5)
"""After this long an answer that is waited for is asked for again: jobs may get lost."""
KEPT: Final = timedelta(days=2)


def warm_up(level: int) -> None:
    """Have the bots' process load the search before it is needed, which takes seconds."""
    if level > RELAXED:
        background.send(WARM_UP, level, urgent=True)


def go_on(game: Game, *, insist: bool = False) -> Game:
    """Return the game after the bots' cards up to the player's turn; as it is while they think, or if it is that turn.

    Where no answer comes in time the bots play without searching, and from then on at once, until the queue answers
    again; unless `insist`: then the job is sent again.
    """
    state = game.states()[-1]
    if not others(state):
        return game
    turn = _asked(state, game.level) if insist or _is_searched(game.level) else None
    if turn is not None and turn.actions is not None:
        actions = (*game.actions, *turn.actions)
        return replace(game, version=game.version + 1, actions=actions, fell_back=False)
    if insist or (turn is not None and now() < turn.asked_at + PATIENCE and not _is_away()):
        return game
    at_once = with_bots(replace(game, level=RELAXED), state)
    return replace(at_once, version=game.version + 1, level=game.level, fell_back=True)


def think(key: int) -> None:
    """Choose what the bots do from a position on, and store it. Idempotent, and safe to call late or concurrently."""
    turn = BotsTurn.objects.filter(pk=key, actions__isnull=True).first()
    if turn is None or not search.available():
        return
    state, actions = engine.restore(turn.position), []
    while seats := others(state):
        actions.append(f"{seats[0]} {thinking.card_of(state, seats[0], turn.level)}")
        state = done(state, actions[-1])
    BotsTurn.objects.filter(pk=key, actions__isnull=True).update(actions=actions)


def forget_old() -> None:
    """Delete what bots chose some days ago. Idempotent, and safe to call late or concurrently."""
    BotsTurn.objects.filter(asked_at__lt=now() - KEPT).delete()


def _is_searched(level: int) -> bool:
    return playable(level) == level and background.takes_jobs()


def _is_away() -> bool:
    """Return whether the queue left unanswered what it was asked last and had time for, whoever asked."""
    moment = now()
    recent = BotsTurn.objects.filter(asked_at__gt=moment - MEMORY)
    decided = recent.filter(Q(actions__isnull=False) | Q(asked_at__lte=moment - PATIENCE))
    newest = decided.only("actions").order_by("-asked_at", "-pk").first()
    return newest is not None and newest.actions is None


def _asked(state: State, level: int) -> BotsTurn:
    """Return the turn that begins with a position; the job for it is sent if it is new, and again after a while."""
    position, moment = engine.snapshot(state), now()
    digest = sha256(orjson.dumps([position, level], option=orjson.OPT_SORT_KEYS)).hexdigest()
    turn, new = BotsTurn.objects.get_or_create(
        digest=digest, defaults={"position": position, "level": level, "asked_at": moment}
    )
    late = turn.actions is None and moment >= turn.asked_at + AGAIN
    if new or late:
        BotsTurn.objects.filter(pk=turn.pk).update(asked_at=moment)
        transaction.on_commit(partial(background.send, JOB, turn.pk, urgent=True))
    return turn
