"""Rounds whose tables all play the same deals, and the standings by comparison over the tables.

`tournaments.formats.shared_deals` defines the comparison. A round counts only once it is over, because other tables may
still play its deals before. A side that couldn't play a deal because its opponents were absent gets 60 % for it, an
absent side 40 % (`Fault`). A match that nobody came to isn't compared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from django.utils.translation import gettext as _

from games.tables.models import SharedDeals
from games.tables.services import make_shared_deals, open_shared_deals
from tournaments.events.core.result_events import announce_opened
from tournaments.events.models import Match, Result, Round, Tournament
from tournaments.events.models.settings import Timing
from tournaments.events.plan.choices import Comparison
from tournaments.events.setup.proposal_fields import Note, Proposal, field_of
from tournaments.formats import shared_deals
from tournaments.formats.kinds import Format
from tournaments.formats.shared_deals import CAP, DealScore, Fault, Play, Unplayed
from tournaments.standings import Policy


# ------------------------------------------------------------------------------------------------- the deals
def deals_of(round_id: int) -> SharedDeals:
    """Return the deals of all tables of a round, committed at the first call; the tournament is locked."""
    round_ = Round.objects.select_related("deals").get(pk=round_id)
    if round_.deals is None:
        round_.deals = make_shared_deals()
        round_.save(update_fields=["deals"])
    return round_.deals


def open_deals(tournament: Tournament) -> None:
    """Publish the deals of finished rounds and of finished team matches."""
    closed = tournament.rounds.filter(
        status=Round.Status.DONE, deals__isnull=False, deals__opened_at=None
    )
    keys = set(closed.values_list("deals_id", flat=True))
    if tournament.is_team:
        over = SharedDeals.objects.filter(
            opened_at=None,
            tables__match_table__match__tournament=tournament,
            tables__match_table__match__status=Match.Status.DONE,
        )
        keys |= set(over.values_list("pk", flat=True))
    for deals_id in sorted(keys):
        if open_shared_deals(deals_id):
            announce_opened(deals_id)


# ----------------------------------------------------------------------------------------------- the proposal
def check_shared(proposal: Proposal, note: Note) -> None:
    """Report conflicts with shared deals to `note` (field, sentence), with remedies."""
    if proposal.comparison not in Comparison.values:
        note("comparison", _("There is no such comparison. Choose one from the list."))
        return
    if not proposal.comparison:
        return
    if proposal.match_hands is None:
        note(
            "match_hands",
            _(
                "Tables that share deals must play the same number of them. Enter the number of hands."
            ),
        )
    if proposal.match_minutes is not None:
        note(
            "match_minutes",
            _("With a time limit some tables would play fewer of the shared deals. Leave it out."),
        )
    if proposal.timing == Timing.WINDOWS:
        note(
            "timing",
            _(
                "Shared deals must be played at the same time, or people could tell each other. "
                "Choose another."
            ),
        )
    least = fewest(proposal.facts)
    if proposal.max_entries < least:
        note(
            "max_entries",
            _("A single table has nothing to compare with. Allow %(least)d or more.")
            % {"least": least},
        )
    _check_later(proposal, note)


def _check_later(proposal: Proposal, note: Note) -> None:
    """Check later stages. In a knock-out the match itself decides, so a final may be the only table."""
    entries = proposal.max_entries
    for place, (before, stage) in enumerate(pairwise(proposal.stages)):
        entries, least = before.onward(entries), fewest(stage.facts)
        if not stage.is_knock_out and entries < least:
            note(
                field_of(place, "advance"),
                _(
                    "In the next stage a single table would have nothing to compare with. Let"
                    " %(least)d or more advance, or choose a knock-out."
                )
                % {"least": least},
            )


def fewest(format_: Format) -> int:
    """Return the minimum of entries to fill the two tables that a comparison needs."""
    return 2 * format_.least


def apply_shared_deals(tournament: Tournament, format_: Format) -> None:
    """Raise the minimum entries of a tournament with shared deals so that they fill two tables."""
    if tournament.comparison:
        tournament.min_entries = max(tournament.min_entries, fewest(format_))


def policy_for(policy: Policy, comparison: str, hands: int, format_: Format) -> Policy:
    """Return a policy whose points fit the comparison; its tie-breaks stay.

    In matchpoints a match is worth 0 to 100, by difference up to CAP a hand either way. A bye counts like deals that
    a side couldn't play through no fault of its own; as nothing if everybody has equally many; as the average in a
    rotation.
    """
    if comparison == Comparison.MATCHPOINTS:
        best, level, worst = Fraction(100), Fraction(50), Fraction(0)
    else:
        best, level, worst = Fraction(CAP * hands), Fraction(0), Fraction(-CAP * hands)

    def share(fault: Fault) -> Decimal:
        return _decimal(worst + (best - worst) * fault.value)

    bye = share(Fault.OTHERS) if format_.pairs_each_round else Decimal(0)
    if format_.is_individual:
        bye = _decimal(level)
    return replace(
        policy,
        win=_decimal(best),
        draw=_decimal(level),
        loss=_decimal(worst),
        bye=bye,
        half_bye=_decimal(level / 2 if worst == 0 else level),
        zero_bye=Decimal(0) if worst == 0 else share(Fault.OWN),
        forfeit_win=share(Fault.OTHERS),
        forfeit_loss=share(Fault.OWN),
    )


# ---------------------------------------------------------------------------------------------- the comparison
@dataclass(frozen=True)
class Compared:
    """A match's comparison: each side's points, and each side's value deal by deal."""

    points: tuple[Decimal, ...]
    by_deal: tuple[tuple[Decimal, ...], ...] = ()


def compare(tournament: Tournament, results: Iterable[Result]) -> dict[int, Compared]:
    """Return the comparison of each match in finished rounds; matches come with their rounds and seats."""
    rounds: dict[int, list[Result]] = {}
    for result in results:
        over = result.match.round.status == Round.Status.DONE
        counts = result.kind != Result.Kind.VOID and not result.is_unattended
        if over and counts and not result.match.is_bye:
            rounds.setdefault(result.match.round_id, []).append(result)
    hands = int(tournament.rules["max_hands"] or 1)
    found: dict[int, Compared] = {}
    for own in rounds.values():
        found |= _of_round(tournament, own, hands)
    return found


def _of_round(tournament: Tournament, results: Sequence[Result], hands: int) -> dict[int, Compared]:
    sides = {result.match_id: [side.keys for side in result.match.sides] for result in results}
    plays, gaps = [], []
    for result in results:
        own = sides[result.match_id]
        if result.kind == Result.Kind.PLAYED:
            plays += [
                Play(_key(number, len(own)), tuple(own), tuple(points))
                for number, points in enumerate(result.by_hand)
            ]
        else:
            gaps += [
                Unplayed(_key(number, len(own)), direction, side, _fault(result, direction))
                for number in range(hands)
                for direction, side in enumerate(own)
            ]
    scored = _scored(tournament, plays, gaps)
    values: dict[tuple[int, int], Fraction] = {
        (score.deal, score.entry): score.value for score in scored
    }
    return {
        result.match_id: _compared(tournament, result, sides[result.match_id], values, hands)
        for result in results
    }


def _key(number: int, sides: int) -> int:
    """Return the key of a shared deal. Tables of another size use another pack, so their deals differ."""
    return number * 10 + sides


def _scored(
    tournament: Tournament, plays: Sequence[Play], gaps: Sequence[Unplayed]
) -> list[DealScore]:
    if tournament.comparison == Comparison.MATCHPOINTS:
        return shared_deals.matchpoints(plays, gaps)
    return shared_deals.differences(plays, gaps)


def _fault(result: Result, direction: int) -> Fault:
    return Fault.OTHERS if result.winner == direction else Fault.OWN


def _compared(
    tournament: Tournament,
    result: Result,
    sides: Sequence[tuple[int, ...]],
    values: dict[tuple[int, int], Fraction],
    hands: int,
) -> Compared:
    number = len(result.by_hand) if result.kind == Result.Kind.PLAYED else hands
    shares = tournament.comparison == Comparison.MATCHPOINTS
    scale = 100 if shares else 1
    by_deal = [
        [values[_key(deal, len(sides)), side[0]] * scale for side in sides]
        for deal in range(number)
    ]
    totals = [sum((row[index] for row in by_deal), Fraction(0)) for index in range(len(sides))]
    if shares and number:
        totals = [total / number for total in totals]
    return Compared(
        tuple(_decimal(total) for total in totals),
        tuple(tuple(_decimal(value) for value in row) for row in by_deal),
    )


def _decimal(value: Fraction) -> Decimal:
    """Round to two decimals, halves to even."""
    return Decimal(round(value * 100)) / 100
