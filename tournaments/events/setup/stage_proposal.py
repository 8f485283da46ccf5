"""What an organizer asks for of formats, stages, matches' lengths and seeding, and everything that can be wrong with it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from spades_site.common.telling import told
from tournaments.events.models.stages import Seeding
from tournaments.events.plan.choices import INDIVIDUAL, KNOCK_OUTS, Format
from tournaments.events.plan.second_stage import why_not_after, why_not_carried
from tournaments.events.plan.stages import MOST_GROUPS, StagePlan, options_of_plans, unplayable
from tournaments.events.setup.individual import MOST_ROUNDS
from tournaments.events.setup.lengths import all_met_after

GAMES = (1, 3, 5)
"""How many games a match can have; it is over when one side has won most of them."""
MINUTES = (5, 24 * 60)
LARGEST_GROUP = 32
MOST_LOOKED_AT = 512
"""Larger fields are refused elsewhere, and looking through them all would take long."""
USUAL_QUALIFIERS, USUAL_FINALISTS = 2, 4
"""Who goes on where nothing is said: so many of each group, or of the whole field."""
STORED = ("best_of", "match_minutes", "seeding", "seeded_from")
"""Fields that a tournament holds just as they were proposed."""

SPECIAL = ("semi_best_of", "final_best_of", "third_best_of")
"""Fields for the matches of a knock-out that may have a number of games of their own."""

Note = Callable[[str, str], None]


@dataclass(frozen=True, kw_only=True)
class StageFields:
    """What a proposal says of these.

    `groups` round robins are played side by side in the format of that name. `then` is the format of a second stage ("":
    none), to which of each group, or of the whole field, the first `qualifiers` go on, and the `best_next` best of those
    on the place after; None: two of each group, four of the whole. `then_rounds` are the second stage's where it is a
    Swiss, a rotation or solo tables, and `carry` says what they bring along (one of Carry's). A match is the best of `best_of` games, in the second stage of
    `then_best_of`, in the semi-finals, the final and the match for the third place of the last knock-out of
    `semi_best_of`, `final_best_of` and `third_best_of`; None: like the others. After `match_minutes` its hand in play is the last. `seeding` is
    one of Seeding's; by standings, those of `seeded_from`.
    """

    groups: int | None = None
    then: str = ""
    qualifiers: int | None = None
    best_next: int = 0
    then_rounds: int | None = None
    carry: str = ""
    best_of: int = 1
    then_best_of: int | None = None
    semi_best_of: int | None = None
    final_best_of: int | None = None
    third_best_of: int | None = None
    match_minutes: int | None = None
    seeding: str = str(Seeding.RATING)
    seeded_from: Any = None


def plans_for(proposal: Any) -> tuple[StagePlan, ...]:
    """Return the stages that a proposal asks for."""
    grouped = proposal.format == Format.GROUPS
    usual = USUAL_QUALIFIERS if grouped else USUAL_FINALISTS
    first = StagePlan(
        str(proposal.format),
        double=proposal.double,
        rounds=proposal.rounds,
        third_place=proposal.third_place,
        groups=(proposal.groups or 2) if grouped else 1,
        advance=(proposal.qualifiers or usual) if proposal.then else 0,
        best_next=proposal.best_next if proposal.then else 0,
    )
    special = {name: getattr(proposal, name) for name in SPECIAL}
    if not proposal.then:
        return (replace(first, **special) if first.is_knock_out else first,)
    second = StagePlan(
        str(proposal.then),
        double=proposal.double and not grouped and proposal.format != Format.ROUND_ROBIN,
        rounds=proposal.then_rounds,
        third_place=proposal.third_place,
        carry=str(proposal.carry),
        best_of=proposal.then_best_of,
    )
    if second.is_knock_out:
        second = replace(second, **special)
    elif first.is_knock_out:
        first = replace(first, **special)
    return (first, second)


def options_of(proposal: Any) -> dict[str, Any]:
    """Return the options that a tournament stores with its format; those of other formats are no part of it."""
    return options_of_plans(plans_for(proposal))


def stored_stages(tournament: Any) -> dict[str, Any]:
    """Return what a tournament was proposed with, to be edited."""
    plans = tournament.plans
    first, last = plans[0], plans[-1]
    several = len(plans) > 1
    return {
        "double": any(plan.double for plan in plans),
        "rounds": first.rounds,
        "third_place": any(plan.third_place for plan in plans),
        "groups": first.groups if first.format == Format.GROUPS else None,
        "then": last.format if several else "",
        "qualifiers": first.advance if several else None,
        "best_next": first.best_next,
        "then_rounds": last.rounds if several else None,
        "carry": last.carry,
        "then_best_of": last.best_of,
        **{
            name: next(filter(None, (getattr(plan, name) for plan in plans)), None)
            for name in SPECIAL
        },
        **{name: getattr(tournament, name) for name in STORED},
    }


def check_stages(proposal: Any, note: Note) -> None:
    """Tell `note` (field, sentence) what is wrong with a proposal's formats and stages."""
    if proposal.format not in Format.values:
        titles = ", ".join(str(label) for label in Format.labels)
        note("format", _("There is no such format. Choose one of: %(all)s.") % {"all": titles})
        return
    _check_length(proposal, note)
    before = _check_groups(proposal, note) + _check_second(proposal, note)
    formats = {str(proposal.format), str(proposal.then)}
    _check_options(proposal, formats, note)
    _check_rounds(proposal, note)
    if before == 0:
        _check_fit(proposal, note)


def _check_length(proposal: Any, note: Note) -> None:
    if proposal.best_of not in GAMES:
        note("best_of", _("A match has 1, 3 or 5 games. Choose one of these."))
    elif proposal.best_of > 1 and proposal.comparison:
        note("best_of", _("Where tables share deals, a match is one game. Choose 1."))
    _check_special(proposal, note)
    minutes = proposal.match_minutes
    if minutes is not None and not MINUTES[0] <= minutes <= MINUTES[1]:
        words = {"least": MINUTES[0], "most": MINUTES[1]}
        note("match_minutes", _("Choose a number from %(least)d to %(most)d.") % words)
    if proposal.seeding not in Seeding.values:
        note("seeding", _("There is no such seeding. Choose one from the list."))
    elif (proposal.seeding == Seeding.STANDINGS) != (proposal.seeded_from is not None):
        note(
            "seeded_from",
            _("Choose the tournament whose standings give the seeds.")
            if proposal.seeded_from is None
            else _("Only a seeding by standings needs a tournament. Choose it, or leave this out."),
        )


def _check_special(proposal: Any, note: Note) -> None:
    """Look at the matches that have a number of games of their own."""
    knock_out = bool(KNOCK_OUTS & {str(proposal.format), str(proposal.then)})
    for name in ("then_best_of", *SPECIAL):
        games = getattr(proposal, name)
        if games is None:
            continue
        if games not in GAMES:
            note(name, _("A match has 1, 3 or 5 games. Choose one of these."))
        elif games > 1 and proposal.comparison:
            note(name, _("Where tables share deals, a match is one game. Choose 1."))
        elif name in SPECIAL and not knock_out:
            note(name, _("Only a knock-out has such a match. Choose it, or leave this out."))
        elif name == "third_best_of" and not proposal.third_place:
            note(name, _("There is no third-place match. Turn it on, or leave this out."))


def _check_groups(proposal: Any, note: Note) -> int:
    """Returns the number of mistakes."""
    if proposal.format != Format.GROUPS:
        if proposal.groups is None:
            return 0
        note("groups", _("Only groups have a number. Choose them, or leave this empty."))
        return 1
    if proposal.groups is None or not 2 <= proposal.groups <= MOST_GROUPS:
        words = {"least": 2, "most": MOST_GROUPS}
        note("groups", _("Choose a number from %(least)d to %(most)d.") % words)
        return 1
    largest = -(-proposal.max_entries // proposal.groups)
    if largest > LARGEST_GROUP:
        note(
            "groups",
            _(
                "A group would have %(largest)d entries, who all play each other. Choose at least "
                "%(least)d groups."
            )
            % {"largest": largest, "least": -(-proposal.max_entries // LARGEST_GROUP)},
        )
        return 1
    if not proposal.then:
        note("then", _("Groups need a second stage for their best. Choose its format."))
        return 1
    return 0


def _check_second(proposal: Any, note: Note) -> int:
    """Returns the number of mistakes."""
    if not proposal.then:
        unused = [
            name
            for name, usual in (
                ("qualifiers", None),
                ("best_next", 0),
                ("then_rounds", None),
                ("carry", ""),
                ("then_best_of", None),
            )
            if getattr(proposal, name) != usual
        ]
        for name in unused:
            note(name, _("There is no second stage. Choose its format, or leave this out."))
        return len(unused)
    mistake = why_not_after(str(proposal.format), str(proposal.then))
    if mistake:
        note("then", mistake)
        return 1
    if proposal.qualifiers is not None and proposal.qualifiers < 1:
        note("qualifiers", _("At least one must advance. Choose 1 or more."))
        return 1
    if proposal.best_next < 0:
        note("best_next", _("Choose 0 or more."))
        return 1
    mistake = why_not_carried(str(proposal.format), str(proposal.then), str(proposal.carry))
    if mistake:
        note("carry", mistake)
        return 1
    return 0


def _check_options(proposal: Any, formats: set[str], note: Note) -> None:
    if proposal.double and not formats & {str(Format.ROUND_ROBIN), str(Format.GROUPS)}:
        note(
            "double",
            _("Only in a round robin does everybody play everybody. Choose it, or leave this out."),
        )
    if proposal.third_place and str(Format.KNOCK_OUT) not in formats:
        note(
            "third_place",
            _("Only a knock-out has a third-place match. Choose it, or leave this out."),
        )
    elif proposal.third_place and _entries_of_knock_out(proposal) < 4:
        note(
            "third_place",
            _("A third-place match needs 4 entries. Allow more, or leave it out."),
        )


def _entries_of_knock_out(proposal: Any) -> int:
    """The most that a knock-out can come to have."""
    plans = plans_for(proposal)
    if plans[0].format == Format.KNOCK_OUT:
        return int(proposal.max_entries)
    return plans[0].advance * plans[0].groups + plans[0].best_next


def _check_rounds(proposal: Any, note: Note) -> None:
    for name, format_, entries in (
        ("rounds", proposal.format, proposal.max_entries),
        ("then_rounds", proposal.then, _entries_of_knock_out(proposal)),
    ):
        rounds = getattr(proposal, name)
        if rounds is None or (name == "then_rounds" and not proposal.then):
            continue
        if format_ in INDIVIDUAL:
            # Those of the first stage are checked with the rest of the format.
            if name == "then_rounds" and not 1 <= rounds <= MOST_ROUNDS:
                words = {"least": 1, "most": MOST_ROUNDS}
                note(name, _("Choose a number from %(least)d to %(most)d.") % words)
            continue
        if format_ != Format.SWISS:
            note(
                name, _("Only a Swiss lets you choose the rounds. Choose it, or leave this empty.")
            )
            continue
        full = all_met_after(max(2, entries))
        if not 1 <= rounds <= full:
            note(
                name,
                _(
                    "Choose a number from 1 to %(most)d: after %(most)d rounds %(entries)d entries"
                    " have all met each other."
                )
                % {"most": full, "entries": entries},
            )


def _check_fit(proposal: Any, note: Note) -> None:
    """Refuse stages that some number of entries between the fewest and the most can't play."""
    plans = plans_for(proposal)
    least, most = proposal.min_entries, proposal.max_entries
    if not proposal.then or not 2 <= least <= most <= MOST_LOOKED_AT:
        return
    wrong = {
        entries: mistake
        for entries in range(least, most + 1)
        if (mistake := unplayable(plans, entries)) is not None
    }
    if not wrong:
        return
    entries, mistake = max(wrong.items())
    words = {"entries": entries, "why": told(mistake.sentence), "fewest": entries + 1}
    if entries < most:
        note(
            "min_entries",
            _(
                "%(entries)d entries can't play these stages: %(why)s They need at least %(fewest)d "
                "entries."
            )
            % words,
        )
    else:
        note("qualifiers", _("%(entries)d entries can't play these stages: %(why)s") % words)
