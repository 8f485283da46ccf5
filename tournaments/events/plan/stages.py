"""The plan of each stage: its format and options, and its qualifiers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from spades_site.common.translation import translate
from tournaments.formats import groups_stages
from tournaments.formats.elimination.bracket import Lengths
from tournaments.formats.kinds import Format
from tournaments.formats.registry import format_of
from tournaments.formats.shape import FormatError
from tournaments.standings import Policy
from tournaments.standings.policy import settings_of

MOST_STAGES = 6
MOST_GROUPS = 16
USUAL_MINUTES = 120
"""How long an arena lasts by default."""
USUAL_OF_GROUP, USUAL_OF_FIELD = 2, 4
"""The default number of qualifiers: per group, or of the whole field."""


@dataclass(frozen=True)
class StagePlan:
    """The plan of one stage.

    `double`: all pairs of a round robin meet twice. `rounds`: of a Swiss, a rotation or solo tables; None: the
    default for the field. `minutes`: how long an arena lasts; None: the default. `streak`: the
    points that each win in an arena brings besides after two wins running; 0: none. `groups`: the number of parallel round robins. The first `advance` of each group (or of the
    whole field) qualify for the next stage, and so do the `best_next` best of the following place; the last stage has
    neither. `carry`: what entries carry over from the previous stage, one of Carry's.

    A match is the best of `best_of` games (None: as the tournament says), in a knock-out a semi-final (in a double
    elimination the last match of each bracket) of `semi_best_of`, a final of `final_best_of`, the match for the third
    place of `third_best_of`; None: like the others.

    The rest says how the stage's matches differ from the tournament's (`match_terms`); None: not at all. `rules` is a
    preset and what differs from it; a match is of `match_hands` hands or a game to `match_target`
    points. `match_minutes` 0: without a time limit.
    """

    format: str
    double: bool = False
    rounds: int | None = None
    minutes: int | None = None
    streak: int = 0
    third_place: bool = False
    groups: int = 1
    advance: int = 0
    best_next: int = 0
    carry: str = ""
    best_of: int | None = None
    semi_best_of: int | None = None
    final_best_of: int | None = None
    third_best_of: int | None = None
    rules: Mapping[str, Any] | None = field(default=None, hash=False)
    match_hands: int | None = None
    match_target: int | None = None
    turn_seconds: int | None = None
    bank_seconds: int | None = None
    match_minutes: int | None = None

    @property
    def facts(self) -> Format:
        """Return what is to know about the stage's format."""
        return format_of(self.format)

    @property
    def lasts_minutes(self) -> int:
        """Return how long an arena lasts; 0 in other formats, which last until their matches are over."""
        return (self.minutes or USUAL_MINUTES) if self.facts.is_continuous else 0

    @property
    def is_knock_out(self) -> bool:
        """Return whether the stage has a bracket."""
        return self.facts.is_knock_out

    @property
    def options(self) -> dict[str, Any]:
        """Return the options to store: those that differ from the defaults."""
        return {
            each.name: value
            for each in fields(self)
            if each.name != "format" and (value := getattr(self, each.name)) != each.default
        }

    def groups_of(self, entries: int) -> int:
        """Return how many groups a field of this size fills: fewer than planned if the field is too small."""
        return min(self.groups, max(1, entries // 2))

    def onward(self, entries: int) -> int:
        """Return how many of a field of this size qualify for the next stage."""
        return min(entries, self.advance * self.groups + self.best_next)

    def lengths(self, usual: int) -> Lengths:
        """Return the number of games of a knock-out's matches; `usual` is the tournament's default."""
        return Lengths(
            self.best_of or usual, self.semi_best_of, self.final_best_of, self.third_best_of
        )

    @property
    def special_games(self) -> list[tuple[str, int]]:
        """Return the matches with a special number of games, by name."""
        named = (
            (_("semi-finals"), self.semi_best_of),
            (_("final"), self.final_best_of),
            (_("third-place match"), self.third_best_of),
        )
        return [(name, games) for name, games in named if games]

    @property
    def title(self) -> str:
        """Return the stage's name, e.g. "Swiss" or "4 groups"."""
        if self.facts.has_groups:
            return ngettext("%(n)d group", "%(n)d groups", self.groups) % {"n": self.groups}
        return translate(self.facts.title)


def usual_advance(format_: str) -> int:
    """Return the default number of qualifiers from a stage of this format."""
    return USUAL_OF_GROUP if format_of(format_).has_groups else USUAL_OF_FIELD


def title_of(plans: Iterable[StagePlan]) -> str:
    """Return the stages' common title, e.g. "4 groups, then Knock-out"."""
    first, *later = [plan.title for plan in plans]
    return "".join([first, *(_(", then %(stage)s") % {"stage": title} for title in later)])


def games_title(best_of: int, plans: Sequence[StagePlan]) -> str:
    """Return the number of games per match, e.g. "best of 3, final: best of 5"; "" if every match has one game."""
    parts = [_("best of %(n)d") % {"n": best_of}] if best_of > 1 else []
    for plan in plans:
        named = [(plan.title, plan.best_of)] if plan.best_of else []
        parts += [
            _("%(matches)s: best of %(n)d") % {"matches": name, "n": games}
            if games > 1
            else _("%(matches)s: one game") % {"matches": name}
            for name, games in [*named, *plan.special_games]
        ]
    return ", ".join(parts)


def pairs_by_results(formats: Iterable[str]) -> bool:
    """Return whether one of these formats pairs each round after the one before."""
    return any(format_of(code).pairs_each_round for code in formats)


def usual_policy(formats: Sequence[str], given: Mapping[str, Any] | None = None) -> Policy:
    """Return the scoring policy of a tournament with these formats: what is `given`, else the default, which may follow
    from it.

    Raises StandingsError.
    """
    settings = settings_of(given or {})
    if format_of(formats[0]).is_individual:
        return Policy.individual(**settings)
    if pairs_by_results(formats):
        return Policy.swiss(**settings)
    if any(format_of(code).is_continuous for code in formats):
        return Policy.arena(**settings)
    return Policy.round_robin(**settings)


def unplayable(plans: Sequence[StagePlan], entries: int) -> FormatError | None:
    """Return why this number of entries can't play the stages, or None. A single stage always works."""
    return _unplayable(tuple(plans), entries)


def fewest_playable(plans: Sequence[StagePlan], most: int) -> int:
    """Return the smallest field such that every number from it up to `most` can play the stages; 2 if `most`
    can't.
    """
    least = most + 1
    while least > 2 and unplayable(plans, least - 1) is None:
        least -= 1
    return least if least <= most else 2


@lru_cache(maxsize=4096)
def _unplayable(plans: tuple[StagePlan, ...], entries: int) -> FormatError | None:
    # Cached, because forms check every number of entries repeatedly, and large brackets take a while.
    if len(plans) < 2:
        return None
    stages = [
        groups_stages.Stage(plan.facts, plan.groups, plan.advance, plan.best_next) for plan in plans
    ]
    try:
        groups_stages.check(entries, stages)
    except FormatError as mistake:
        return mistake
    return None
