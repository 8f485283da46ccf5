"""Conflicts in a plan of stages: unsupported options, impossible orders, impossible carries."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.events.plan.choices import Carry, format_choices
from tournaments.events.plan.stages import MOST_STAGES, StagePlan
from tournaments.formats.registry import FORMATS, format_of

Mistake = tuple[int, str, str]
"""The stage's place in the plan from 0, the field of StagePlan, and the sentence."""


def mistakes_in(stages: Sequence[StagePlan]) -> Iterator[Mistake]:
    """Yield a plan's mistakes that don't depend on the number of entries, with remedies."""
    if len(stages) > MOST_STAGES:
        sentence = _("A tournament has at most %(most)d stages. Remove some.")
        yield MOST_STAGES, "format", sentence % {"most": MOST_STAGES}
    for place, stage in enumerate(stages):
        if stage.format not in FORMATS:
            titles = ", ".join(title for _code, title in format_choices())
            sentence = _("There is no such format. Choose one of: %(all)s.")
            yield place, "format", sentence % {"all": titles}
            return
    for place, stage in enumerate(stages):
        yield from ((place, *each) for each in _misfits(stage))
        before = stages[place - 1] if place else None
        last = place == len(stages) - 1
        wrong = [*_wrong_from(before, stage)] or [*_wrong_onward(stage, last)]
        yield from ((place, *each) for each in wrong)


def _misfits(stage: StagePlan) -> Iterator[tuple[str, str]]:
    """Yield options that the stage's format doesn't support, except `carry`, which depends on the previous stage."""
    games = _("Only a knock-out has such a match. Choose it, or leave this out.")
    sentences = {
        "groups": _("Only groups have a number. Choose them, or leave this empty."),
        "double": _(
            "Only in a round robin does everybody play everybody. Choose it, or leave this out."
        ),
        "rounds": _(
            "Only a Swiss, a rotation and solo tables let you choose the rounds. Choose one of them,"
            " or leave this empty."
        ),
        "minutes": _("Only an arena has a set time. Choose one, or leave this empty."),
        "streak": _(
            "Only in an arena where sides stay together do wins running bring more. Choose one, or leave this empty."
        ),
        "third_place": _("Only a knock-out has a third-place match. Choose it, or leave this out."),
        "best_of": _("Several games need sides that stay together. Choose 1 game, or more rounds."),
        "best_next": _("Only groups have several next places. Leave this empty."),
        **dict.fromkeys(("semi_best_of", "final_best_of", "third_best_of"), games),
    }
    for name in stage.options:
        if name in sentences and name not in stage.facts.options:
            yield name, sentences[name]
    if stage.third_best_of and not stage.third_place and "third_best_of" in stage.facts.options:
        yield (
            "third_best_of",
            _("There is no third-place match. Turn it on, or leave this out."),
        )


def _wrong_from(before: StagePlan | None, stage: StagePlan) -> Iterator[tuple[str, str]]:
    if before is None:
        if stage.carry:
            yield "carry", _("Nothing precedes the first stage. Leave this out.")
        return
    mistake = why_not_after(before.format, stage.format)
    if mistake:
        yield "format", mistake
        return
    mistake = why_not_carried(before.format, stage.format, stage.carry)
    if mistake:
        yield "carry", mistake


def _wrong_onward(stage: StagePlan, last: bool) -> Iterator[tuple[str, str]]:
    if last:
        if stage.facts.has_groups:
            yield (
                "format",
                _(
                    "Groups need a stage after them for their best. Add a stage, or choose a round"
                    " robin."
                ),
            )
        for name in ("advance", "best_next"):
            if getattr(stage, name):
                yield name, _("No stage follows. Add one, or leave this out.")
    elif stage.advance < 1:
        yield "advance", _("At least one must advance. Choose 1 or more.")
    elif stage.best_next < 0:
        yield "best_next", _("Choose 0 or more.")


def why_not_after(before: str, format_: str) -> str:
    """Return why one format can't follow the other, with a remedy; "" if it can."""
    first, then = format_of(before), format_of(format_)
    alone, goes_alone = first.is_individual, then.is_individual
    if alone and goes_alone and first.partners_change != then.partners_change:
        return _(
            "A rotation and an individual arena need rules for two partnerships, solo tables need rules"
            " by which everybody plays alone. Choose the same format again."
        )
    if alone and not goes_alone:
        return _(
            "In the previous stage everybody plays alone, and this format needs sides that stay "
            "together. Choose the same format again, or remove this stage."
        )
    if goes_alone and not alone:
        return _(
            "In the previous stage sides stay together, and in this format everybody plays alone. "
            "Choose another format."
        )
    return ""


def why_not_carried(before: str, format_: str, carry: str) -> str:
    """Return why entries can't carry this over from one format to the other, with a remedy; "" if they can."""
    if carry not in Carry.values:
        titles = ", ".join(str(label) for label in Carry.labels)
        return _("Choose one of: %(all)s.") % {"all": titles}
    if not carry:
        return ""
    if format_of(format_).is_knock_out:
        return _(
            "In a knock-out only the winner of each match counts. Carry nothing over, or choose "
            "another format."
        )
    if format_of(before).is_knock_out:
        return _(
            "A knock-out gives places, not points that could be carried over. Choose nothing "
            "here, or another format for the previous stage."
        )
    if format_of(before).is_continuous and carry == Carry.BETWEEN:
        return _(
            "In an arena two entries meet often or never, so results between qualifiers are uneven. "
            "Choose nothing, or all points."
        )
    if format_of(before).is_individual and carry == Carry.BETWEEN:
        return _(
            "Opponents change at the tables, so hardly any results are between qualifiers alone. "
            "Choose nothing, or all points."
        )
    return ""


def may_carry(before: str, format_: str) -> list[str]:
    """Return what entries can carry over from one format to the other."""
    return [each for each in Carry.values if not why_not_carried(before, format_, each)]
