"""A proposal's stages, match lengths and seeding, and their validation."""

from django.utils.translation import gettext as _

from spades_site.common.translation import translate
from tournaments.events.models.tournaments import Seeding
from tournaments.events.plan.stages import MOST_GROUPS, StagePlan, unplayable
from tournaments.events.plan.transitions import mistakes_in
from tournaments.events.setup.individual import MOST_ROUNDS
from tournaments.events.setup.proposal_fields import Note, Proposal, field_of
from tournaments.formats.kinds import all_met_after

GAMES = (1, 3, 5)
"""The possible numbers of games per match; winning most of them ends it."""
MINUTES = (5, 24 * 60)
LARGEST_GROUP = 32
MOST_LOOKED_AT = 512
"""Larger fields are refused elsewhere, and checking them all would take too long."""
STORED = ("best_of", "match_minutes", "seeding", "seeded_from")
"""Fields copied unchanged from a proposal."""
SPECIAL = ("semi_best_of", "final_best_of", "third_best_of")
"""The matches of a knock-out that may have a special number of games."""


def check_stages(proposal: Proposal, note: Note) -> None:
    """Report mistakes in a proposal's stages, matches and seeding to `note` (field, sentence)."""
    stages: tuple[StagePlan, ...] = proposal.stages
    mistakes = list(mistakes_in(stages))
    for place, name, sentence in mistakes:
        note(field_of(place, name), sentence)
    _check_match(proposal, note)
    if any(name == "format" for _place, name, _sentence in mistakes):
        return
    wrong = len(mistakes)
    entries = proposal.max_entries
    for place, stage in enumerate(stages):
        into = stages[place + 1] if place + 1 < len(stages) else None
        for name, sentence in (
            *_wrong_games(stage, _is_one_game(proposal)),
            *_wrong_groups(stage, entries),
            *_wrong_rounds(stage, entries),
            *_wrong_third_place(stage, entries),
            *_wrong_number_into(into, stage.onward(entries)),
        ):
            note(field_of(place, name), sentence)
            wrong += 1
        entries = stage.onward(entries)
    if not wrong:
        _check_fit(proposal, note)


def _check_match(proposal: Proposal, note: Note) -> None:
    for sentence in _wrong_number_of_games(proposal.best_of, _is_one_game(proposal)):
        note("best_of", sentence)
    minutes = proposal.match_minutes
    if minutes is not None and not MINUTES[0] <= minutes <= MINUTES[1]:
        params = {"least": MINUTES[0], "most": MINUTES[1]}
        note("match_minutes", _("Choose a number from %(least)d to %(most)d.") % params)
    if proposal.seeding not in Seeding.values:
        note("seeding", _("There is no such seeding. Choose one from the list."))
    elif (proposal.seeding == Seeding.STANDINGS) != (proposal.seeded_from is not None):
        note(
            "seeded_from",
            _("Choose the tournament whose standings give the seeds.")
            if proposal.seeded_from is None
            else _("Only a seeding by standings needs a tournament. Choose it, or leave this out."),
        )


def _is_one_game(proposal: Proposal) -> bool:
    """Return whether several tables play the same deals, so that a match is one game."""
    return bool(proposal.comparison) or proposal.is_team


def _wrong_number_of_games(games: int, one_game: bool) -> list[str]:
    if games not in GAMES:
        return [_("A match has 1, 3 or 5 games. Choose one of these.")]
    if games > 1 and one_game:
        return [_("With shared deals a match is one game. Choose 1.")]
    return []


def _wrong_games(stage: StagePlan, one_game: bool) -> list[tuple[str, str]]:
    """Check the matches with a special number of games."""
    lengths = ((name, getattr(stage, name)) for name in ("best_of", *SPECIAL))
    return [
        (name, sentence)
        for name, games in lengths
        if games is not None
        for sentence in _wrong_number_of_games(games, one_game)
    ]


def _wrong_groups(stage: StagePlan, entries: int) -> list[tuple[str, str]]:
    if not stage.facts.has_groups:
        return []
    if not 2 <= stage.groups <= MOST_GROUPS:
        params = {"least": 2, "most": MOST_GROUPS}
        return [("groups", _("Choose a number from %(least)d to %(most)d.") % params)]
    largest = -(-entries // stage.groups)
    if largest <= LARGEST_GROUP:
        return []
    params = {"largest": largest, "least": -(-entries // LARGEST_GROUP)}
    sentence = _(
        "A group would have %(largest)d entries, who all play each other. Choose at least "
        "%(least)d groups."
    )
    return [("groups", sentence % params)]


def _wrong_rounds(stage: StagePlan, entries: int) -> list[tuple[str, str]]:
    rounds = stage.rounds
    if rounds is None:
        return []
    if stage.facts.is_individual:
        if 1 <= rounds <= MOST_ROUNDS:
            return []
        params = {"least": 1, "most": MOST_ROUNDS}
        return [("rounds", _("Choose a number from %(least)d to %(most)d.") % params)]
    full = all_met_after(max(2, entries))
    if not stage.facts.pairs_each_round or 1 <= rounds <= full:
        return []
    sentence = _(
        "Choose a number from 1 to %(most)d: after %(most)d rounds %(entries)d entries"
        " have all met each other."
    )
    return [("rounds", sentence % {"most": full, "entries": entries})]


def _wrong_third_place(stage: StagePlan, entries: int) -> list[tuple[str, str]]:
    if not stage.third_place or entries >= 4:
        return []
    sentence = _("A third-place match needs 4 entries. Allow more, or leave it out.")
    return [("third_place", sentence)]


def _wrong_number_into(into: StagePlan | None, entries: int) -> list[tuple[str, str]]:
    """Check the number of qualifiers against the next stage's maximum."""
    most = None if into is None else into.facts.most
    if most is None or entries <= most:
        return []
    sentence = _("At most %(most)d can play the next stage. Let fewer advance.")
    return [("advance", sentence % {"most": most})]


def _check_fit(proposal: Proposal, note: Note) -> None:
    """Report stages that can't be played by some number of entries between minimum and maximum."""
    stages = proposal.stages
    least, most = proposal.min_entries or 0, proposal.max_entries
    if len(stages) < 2 or not 2 <= least <= most <= MOST_LOOKED_AT:
        return
    wrong = {
        entries: mistake
        for entries in range(least, most + 1)
        if (mistake := unplayable(stages, entries)) is not None
    }
    if not wrong:
        return
    entries, mistake = max(wrong.items())
    params = {"entries": entries, "why": translate(mistake.sentence), "fewest": entries + 1}
    if entries < most:
        note(
            "min_entries",
            _(
                "%(entries)d entries can’t play these stages: %(why)s They need at least %(fewest)d "
                "entries."
            )
            % params,
        )
        return
    # Report the first stage with a wrong number of qualifiers.
    several = range(2, len(stages) + 1)
    place = next(n for n in several if unplayable(stages[:n], entries) is not None) - 2
    note(
        field_of(place, "advance"),
        _("%(entries)d entries can’t play these stages: %(why)s") % params,
    )
