"""Places for late entries in formats with fixed pairings: brackets, round robins, groups.

While the first stage is wholly unconfirmed, it is redrawn. Afterwards, during the first round, a late entry, seeded
last, replaces a bye; the rest of the draw doesn't change. Works on a tournament that the caller has locked.
"""

from django.utils.translation import gettext as _

from tournaments.events.draw.pairing import redraw_first
from tournaments.events.draw.round_rows import Drawn, sides_of, write_matches
from tournaments.events.draw.two_sided_rounds import games_of, round_robins
from tournaments.events.matches.open_round import open_match
from tournaments.events.models import Entry, Match, MatchSide, Round, SideEntry, Stage, Tournament
from tournaments.events.notices import notify
from tournaments.events.plan.stages import unplayable
from tournaments.events.scoring.brackets import current_results, progress_from
from tournaments.events.scoring.recording import set_aside
from tournaments.events.scoring.stage_fields import field_of_stage, groups_of
from tournaments.events.setup.match_times import plan_times


def ask_instead() -> str:
    """Return the suggestion for people who are too late."""
    return _("Ask the organizer to put you in as a substitute, or enter the next tournament.")


def why_full(stage: Stage) -> str:
    """Return why the first stage has no place for a late entry, and a remedy; "" if it has one."""
    ask = ask_instead()
    rounds = list(stage.rounds.order_by("number"))
    field = field_of_stage(stage)
    if unplayable(stage.tournament.plans, len(field) + 1) is not None:
        return _("With one more entry the stages could not be played.") + " " + ask
    if all(round_.status == Round.Status.DRAFTED for round_ in rounds):
        return ""
    waiting = (Round.Status.DRAFTED, Round.Status.CONFIRMED)
    if rounds[0].status == Round.Status.DONE or any(
        round_.status not in waiting for round_ in rounds[1:]
    ):
        return (
            _(
                "In this format late entries can only replace a bye during the first round, and it "
                "is over."
            )
            + " "
            + ask
        )
    if stage.facts.is_knock_out:
        full = len(field) & (len(field) - 1) == 0
        sentence = _("The bracket is full: there is no bye that a late entry could replace.")
    else:
        full = len(_group_to_join(stage, field)) % 2 == 0
        sentence = _("Everybody has an opponent in every round, so a late entry would have none.")
    return sentence + " " + ask if full else ""


def put_in(tournament: Tournament, entry: Entry) -> None:
    """Give a saved entry with the last seed its matches."""
    stage = tournament.stages.get(index=1)
    stage.tournament = tournament
    if not stage.rounds.exclude(status=Round.Status.DRAFTED).exists():
        redraw_first(stage)
        notify.draft_waits(tournament)
    elif stage.facts.is_knock_out:
        _into_bracket(stage)
    else:
        _in_place_of_bye(stage, entry)


def _group_to_join(stage: Stage, field: list[Entry]) -> list[Entry]:
    """Return the group that the next entry would join."""
    parts = groups_of(stage, field)
    row, place = divmod(len(field), len(parts))
    return parts[place if row % 2 == 0 else len(parts) - 1 - place]


def _into_bracket(stage: Stage) -> None:
    field = field_of_stage(stage)
    newest = len(field) - 1
    now = progress_from(stage, field, current_results(stage))
    first = stage.rounds.order_by("number")[0]
    state = next(one for one in now.next_matches if newest in (one.a, one.b))
    pairing = state.pairing
    assert pairing is not None
    slot = state.slot.key
    games = games_of(stage, len(field)).get(slot)
    number = first.matches.count() + 1
    (match,) = write_matches(first, [Drawn(number, sides_of(pairing, field), slot, games)])
    _begin(stage.tournament, match)


def _in_place_of_bye(stage: Stage, entry: Entry) -> None:
    field = field_of_stage(stage)
    newest = len(field) - 1
    rounds = list(stage.rounds.order_by("number"))
    drawn = round_robins(stage, field)
    for round_, plan in zip(rounds, drawn, strict=True):
        if round_.number < entry.joined_round:
            continue
        pairing = next((one for one in plan if newest in (one.a, one.b)), None)
        if pairing is None or pairing.b is None:
            continue
        other = field[pairing.a if pairing.b == newest else pairing.b]
        if other.status == Entry.Status.WITHDRAWN:
            continue
        match = round_.matches.get(sides__places__entry=other)
        set_aside(match)
        _meet(match, other, entry, first=field[pairing.a])
        match.status = Match.Status.DRAWN
        match.save(update_fields=["status"])
        plan_times(round_)
        if round_.status == Round.Status.PLAYING:
            _begin(stage.tournament, match)


def _meet(match: Match, there: Entry, newcomer: Entry, *, first: Entry) -> None:
    """Pair a late entry with the entry that had the bye; `first` is side 0."""
    (side,) = match.sides
    side.index = 0 if first == there else 1
    side.save(update_fields=["index"])
    other = MatchSide.objects.create(match=match, index=1 - side.index)
    SideEntry.objects.create(side=other, round_id=match.round_id, entry=newcomer)
    match.forget_sides()


def _begin(tournament: Tournament, match: Match) -> None:
    """Start a match like the others of its round: at an open table, or within the window."""
    round_ = match.round
    if round_.starts_at is not None and round_.status != Round.Status.DRAFTED:
        notify.drawn(round_)
    if round_.status == Round.Status.PLAYING and round_.closes_at is None:
        open_match(tournament, match, round_.starts_at or tournament.starts_at)
