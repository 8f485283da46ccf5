"""Team matches: each deal at both tables, the margin, and the outcome."""

from collections.abc import Sequence

from tournaments.events.models import Result, Tournament
from tournaments.events.scoring.recording import Outcome, SideOutcome
from tournaments.formats.victory_points import total_margin
from tournaments.standings.placing import places_by

SIDES = 2


def outcome_of(
    tournament: Tournament, first: Sequence[Outcome], second: Sequence[Outcome]
) -> Outcome:
    """Return the outcome of a team match with these games at table 1 and at table 2: the margin over all deals decides.

    `by_hand` has each deal that both tables played: both sides' points at table 1, then at table 2. Where an organizer entered
    each table's points as a whole, it has these alone, and fewer rows than there are hands.
    """
    deals = tuple(
        (*here, *there)
        for one, other in zip(first, second, strict=False)
        for here, there in zip(one.by_hand, other.by_hand, strict=False)
    )
    hands = max(len(deals), *(one.hands for one in first if is_whole(one.by_hand, one.hands)), 0)
    margin = margin_of(tournament, deals, hands)
    return Outcome(
        kind=str(Result.Kind.PLAYED),
        sides=tuple(
            SideOutcome(
                place,
                points=sum(deal[side] + deal[SIDES + side] for deal in deals),
                bags=sum(one.sides[side].bags for one in (*first, *second)),
            )
            for side, place in enumerate(places_by((margin, -margin)))
        ),
        hands=hands,
        by_hand=deals,
    )


def is_whole(by_hand: Sequence[Sequence[int]], hands: int) -> bool:
    """Return whether points are those of all hands together, and not deal by deal."""
    return len(by_hand) == 1 < hands


def margin_of(tournament: Tournament, by_hand: Sequence[Sequence[int]], hands: int) -> int:
    """Return how far side 0 is ahead after `hands` hands, with each deal of `by_hand` (as in `Result`) within the policy's cap.

    The cap can't be applied to points of all hands together.
    """
    cap = None if is_whole(by_hand, hands) else tournament.scoring.get("deal_cap")
    return total_margin(map(difference_of, by_hand), cap)


def difference_of(deal: Sequence[int]) -> int:
    """Return by how much side 0 did better than side 1 in a deal, over both tables."""
    ours, theirs, ours_crossed, theirs_crossed = deal
    return ours - theirs + ours_crossed - theirs_crossed
