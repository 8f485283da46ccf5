"""Creating ladders, changing their settings, and freezing them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _

from games import engine
from games.bots.levels import LEVELS
from games.tables.timing.clocks import BANK_SECONDS, TURN_SECONDS
from spades_site.accounts.models import User
from spades_site.common import audit
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import fold_name, is_taken
from spades_site.common.text import clean_name, clean_reason
from spades_site.common.translation import translate
from tournaments.events.setup.proposal import NotValid
from tournaments.events.setup.settings import check_winner
from tournaments.ladders import idle, playing
from tournaments.ladders.core import live_of, lock_to_organize
from tournaments.ladders.models import Challenge, Ladder
from tournaments.leagues.locks import lock_league
from tournaments.leagues.models import League
from tournaments.leagues.permissions import require_account, require_organizer
from tournaments.leagues.slugs import free_slug

LONGEST_NAME = 40
MOST_LADDERS = 12
RANGES: dict[str, tuple[int, int]] = {
    "top": (0, 100),
    "answer_days": (1, 30),
    "play_days": (1, 60),
    "failures": (0, 10),
    "drop": (1, 50),
    "defend_days": (0, 30),
    "per_day": (0, 20),
    "newcomer_rung": (0, 500),
    "idle_warn": (0, 365),
    "idle_drop": (0, 365),
    "idle_off": (0, 365),
    "turn_seconds": TURN_SECONDS,
    "bank_seconds": BANK_SECONDS,
    "grace_minutes": (1, 60),
    "bots_level": (LEVELS[0], LEVELS[-1]),
}
"""The least and the most that an organizer can choose."""
SETTINGS = (*RANGES, "reach", "climb", "repeats", "forfeits", "rules")


def _default(name: str) -> Any:
    return Ladder._meta.get_field(name).default  # type: ignore[union-attr]


@dataclass(frozen=True)
class LadderProposal:
    """A ladder's settings and their defaults, as its columns explain them."""

    name: str
    kind: str = _default("kind")
    rules: Mapping[str, Any] = field(default_factory=lambda: {"preset": "cardgames_io"})
    reach: str = _default("reach")
    top: int = _default("top")
    climb: str = _default("climb")
    repeats: bool = _default("repeats")
    answer_days: int = _default("answer_days")
    play_days: int = _default("play_days")
    forfeits: bool = _default("forfeits")
    failures: int = _default("failures")
    drop: int = _default("drop")
    defend_days: int = _default("defend_days")
    per_day: int = _default("per_day")
    newcomer_rung: int = _default("newcomer_rung")
    idle_warn: int = _default("idle_warn")
    idle_drop: int = _default("idle_drop")
    idle_off: int = _default("idle_off")
    turn_seconds: int = _default("turn_seconds")
    bank_seconds: int = _default("bank_seconds")
    grace_minutes: int = _default("grace_minutes")
    bots_level: int = _default("bots_level")


def create_ladder(*, league_id: int, by: User, proposal: LadderProposal) -> Ladder:
    """Create an empty ladder, which the league's members can join at once.

    Raises Refused: "guest", "not_organizer", "ladder_name_taken", "too_many", or NotValid with errors by field.
    """
    _check(proposal)
    with transaction.atomic():
        require_account(by)
        league = lock_league(league_id)
        require_organizer(league, by)
        if league.ladders.count() >= MOST_LADDERS:
            raise Refused(
                "too_many",
                _("A league can have at most %(most)d ladders.") % {"most": MOST_LADDERS},
            )
        name = _free_name(league, proposal.name)
        slug = free_slug(Ladder, f"{league.name} {name}", hidden=not league.is_public)
        ladder = Ladder(league=league, slug=slug, kind=proposal.kind, created_at=now())
        _apply(ladder, proposal, name)
        ladder.save(force_insert=True)
        audit.record(actor=by, verb="ladder.created", subject=ladder, name=name, league=league.pk)
    return ladder


def edit_ladder(*, ladder_id: int, by: User, proposal: LadderProposal) -> Ladder:
    """Change a ladder's name and settings; its kind and address stay. Steps and clocks so far keep the old settings.

    Raises Refused: "unknown_ladder", "not_organizer", "ladder_name_taken", or NotValid with errors by field.
    """
    _check(proposal)
    with transaction.atomic():
        ladder, at = lock_to_organize(ladder_id, by), now()
        playing.settle(ladder, at)
        name = proposal.name
        if fold_name(name) != fold_name(ladder.name):
            name = _free_name(ladder.league, name)
        before = model_to_dict(ladder, ("name", *SETTINGS))
        _apply(ladder, proposal, _clean(name))
        ladder.save()
        if any(before[each] != getattr(ladder, each) for each in idle.SETTINGS):
            idle.reschedule(ladder, at)
        made = audit.changes(before, model_to_dict(ladder, ("name", *SETTINGS)))
        audit.record(actor=by, verb="ladder.edited", subject=ladder, **made)
    return ladder


def freeze(*, ladder_id: int, by: User, reason: str) -> Ladder:
    """Stop a ladder's clocks: nobody joins, challenges or answers until it goes on. Idempotent.

    Raises Refused: "unknown_ladder", "not_organizer", and what `clean_reason` refuses.
    """
    reason = clean_reason(reason, _("Give a reason. The members read it."))
    with transaction.atomic():
        ladder, at = lock_to_organize(ladder_id, by), now()
        if ladder.frozen_at is None:
            playing.settle(ladder, at)
            ladder.frozen_at, ladder.frozen_reason = at, reason
            ladder.save(update_fields=["frozen_at", "frozen_reason"])
            audit.record(actor=by, verb="ladder.frozen", subject=ladder, reason=reason)
    return ladder


def resume(*, ladder_id: int, by: User) -> Ladder:
    """Let a frozen ladder go on; open challenges get the time back. Idempotent.

    Raises Refused: "unknown_ladder", "not_organizer".
    """
    with transaction.atomic():
        ladder = lock_to_organize(ladder_id, by)
        if ladder.frozen_at is not None:
            lost = now() - ladder.frozen_at
            for challenge in live_of(ladder).exclude(status=Challenge.Status.PLAYING):
                _move_clocks(challenge, lost)
            idle.shift(ladder, lost)
            ladder.frozen_at, ladder.frozen_reason = None, ""
            ladder.save(update_fields=["frozen_at", "frozen_reason"])
            audit.record(actor=by, verb="ladder.resumed", subject=ladder)
    return ladder


def _move_clocks(challenge: Challenge, lost: timedelta) -> None:
    """Give a challenge the time back that its ladder was frozen; a time agreed on in between no longer counts."""
    if challenge.status == Challenge.Status.OPEN:
        assert challenge.due_at is not None
        challenge.due_at += lost
    else:
        assert challenge.play_by is not None
        challenge.play_by += lost
        if challenge.play_at is not None and challenge.play_at <= now():
            challenge.play_at = None
        challenge.due_at = challenge.play_at or challenge.play_by
    challenge.save(update_fields=["due_at", "play_by", "play_at"])


def proposal_of(ladder: Ladder) -> LadderProposal:
    """Return a ladder's settings."""
    return LadderProposal(
        **{each.name: getattr(ladder, each.name) for each in fields(LadderProposal)}
    )


def _apply(ladder: Ladder, proposal: LadderProposal, name: str) -> None:
    ladder.name = name
    for each in SETTINGS:
        setattr(ladder, each, getattr(proposal, each))
    ladder.rules = dict(proposal.rules)


def _clean(name: str) -> str:
    return clean_name(name, what=_("The ladder’s name"), longest=LONGEST_NAME)


def _free_name(league: League, name: str) -> str:
    name = _clean(name)
    if is_taken(league.ladders.all(), name):
        raise Refused(
            "ladder_name_taken", _("The league has a ladder with that name. Choose another.")
        )
    return name


def _check(proposal: LadderProposal) -> None:
    """Raise NotValid unless the settings are possible."""
    errors: dict[str, list[str]] = {}

    def note(name: str, sentence: str) -> None:
        errors.setdefault(name, []).append(sentence)

    try:
        _clean(proposal.name)
    except Refused as refusal:
        note("name", str(refusal))
    for name, (least, most) in RANGES.items():
        if not least <= getattr(proposal, name) <= most:
            note(
                name,
                _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most},
            )
    days = [(each, getattr(proposal, each)) for each in idle.SETTINGS if getattr(proposal, each)]
    for (_before, fewer), (name, more) in pairwise(days):
        if more <= fewer:
            note(name, _("Choose more than %(days)d days, or 0.") % {"days": fewer})
    for name, known in (("reach", Ladder.Reach), ("climb", Ladder.Climb), ("kind", Ladder.Kind)):
        if getattr(proposal, name) not in known.values:
            note(name, _("Choose one of: %(all)s.") % {"all": ", ".join(map(str, known.labels))})
    _check_rules(proposal, note)
    if errors:
        raise NotValid(errors)


def _check_rules(proposal: LadderProposal, note: Callable[[str, str], None]) -> None:
    try:
        rules = engine.RuleSet.from_dict(dict(proposal.rules))
    except engine.InconsistentRules as mistake:
        note("rules", translate(mistake.sentence))
        return
    if proposal.kind == Ladder.Kind.PAIRS and rules.sides != "partners":
        note("rules", _("A ladder of pairs needs rules for partnerships."))
    if proposal.kind == Ladder.Kind.PLAYERS and rules.players != 2:
        note("rules", _("A ladder of single players needs rules for two players."))
    if rules.revoke != "prevented":
        note("rules", _("In a match players must follow suit. Choose other rules."))
    check_winner(rules, note)
