"""Which scores a game can end with: a check of scores that people write down.

No score of a real game is refused. Each side's total is checked exactly: every sum of hands that its rules allow, with
the bag penalties. So are the tricks of the last hand, which the sides share, and that the game wasn't over before.
Of earlier hands only the sum of the sides' points is compared, and blind bids count as open from the second hand on.
A game of so many hands, or with such numbers, that this would take more than a moment (`exact_hands`) is only held
against the best and the worst that its hands can bring.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.possible_sums import (
    Outcomes,
    Sums,
    all_outcomes,
    bagged,
    best_together,
    carriable,
    least_and_most,
    outcomes_of,
    special_outcomes,
    sums_after,
)
from games.engine.rules import RuleSet
from games.engine.scoring import game_result
from games.engine.sentences import Sentence, counted, message


@dataclass(frozen=True, slots=True)
class Impossible:
    """Why no game ends so: `side` is the side whose points are impossible, None if it isn't about one side."""

    sentence: Sentence
    side: int | None = None


class OtherEnd(NamedTuple):
    """An end that totals don't show: how the game ended (one of `RuleSet.other_ends`), and the side that won it."""

    how: str
    winner: int


def why_impossible(
    rules: RuleSet,
    totals: Sequence[int],
    hands: int,
    *,
    may_stop: bool = False,
    end: OtherEnd | None = None,
) -> Impossible | None:
    """Return why no game of `hands` hands under these rules ends with `totals`, by side; None if one may.

    `may_stop`: a time limit can end the game after any hand, as if that were the last of `max_hands`. `end`: how it ended where the
    totals didn't decide.
    """
    return (
        _wrong_length(rules, totals, hands, may_stop or end is not None)
        or (end and _wrong_end(rules, totals, hands, end))
        or _unreachable(rules, totals, hands)
        or _apart(rules, totals, hands, end)
    )


def carried_bags(rules: RuleSet, total: int, hands: int) -> tuple[int, ...]:
    """Return the bags that a side may carry with this total after `hands` hands; (0,) where nothing is known."""
    sums = sums_after(rules, hands)
    return (sums.bags_of(total) if sums else ()) or (0,)


def hand_points(rules: RuleSet) -> frozenset[int]:
    """Return what a side can score in one hand, whatever bags it carries into it."""
    return frozenset(
        points - penalty
        for (points, bags) in all_outcomes(rules)
        for penalty in {bagged(rules, carried, bags)[1] for carried in carriable(rules)}
    )


def _wrong_length(
    rules: RuleSet, totals: Sequence[int], hands: int, may_stop: bool
) -> Impossible | None:
    most = rules.max_hands
    if hands < 1:
        return Impossible(message("Enter how many hands were played, at least one."))
    if most is not None and hands > most and rules.level_at_end == "draw":
        return Impossible(
            counted(
                "A game under these rules has at most %(n)s hand.",
                "A game under these rules has at most %(n)s hands.",
                most,
            )
        )
    if may_stop or game_result(rules, totals, hands) is not None:
        return None
    if _ends_at(rules, totals) or (most is not None and hands >= most):
        return Impossible(
            message("The leaders are level, so the game goes on with another hand."),
        )
    if rules.target is None:
        return Impossible(message("The game isn’t over: it has %(most)s hands.", most=most))
    return Impossible(
        message("The game isn’t over: nobody has reached %(target)s points.", target=rules.target)
    )


def _wrong_end(
    rules: RuleSet, totals: Sequence[int], hands: int, end: OtherEnd
) -> Impossible | None:
    """Why a game can't have ended so: too early or too late, or by the sets of a side that has too many points."""
    if end.how == "board" and hands > 1:
        return Impossible(
            message(
                "Only the first hand can be lost by the board. Enter 1 hand, or another way to end."
            )
        )
    if end.how != "sets":
        return None
    sets = rules.sets_to_lose
    scored = hands - (rules.first_hand == "bids_itself")
    if scored < sets:
        return Impossible(
            counted(
                "In %(n)s hand nobody can have been set %(sets)s times.",
                "In %(n)s hands nobody can have been set %(sets)s times.",
                hands,
                sets=sets,
            )
        )
    _least, most = least_and_most(rules)
    points_of_sets = [points for points, _bags in special_outcomes(rules, "sets")]
    if not points_of_sets:
        return None
    bound = sets * max(points_of_sets) + (hands - sets) * most
    loser = min((side for side in range(len(totals)) if side != end.winner), key=totals.__getitem__)
    if totals[loser] <= bound:
        return None
    return Impossible(
        counted(
            "A side that was set often enough to lose has at most %(most)s points after %(n)s hand.",
            "A side that was set often enough to lose has at most %(most)s points after %(n)s hands.",
            hands,
            most=f"{bound}".replace("-", "−"),
        ),
        loser,
    )


def _unreachable(rules: RuleSet, totals: Sequence[int], hands: int) -> Impossible | None:
    """Totals that no side can have after so many hands, each or together."""
    sums = sums_after(rules, hands)
    for side, total in enumerate(totals):
        near = _nearest(sums, total) if sums else _bounded(rules, total, hands)
        if near:
            params = {"points": total, "near": ", ".join(map(str, near)).replace("-", "−")}
            return Impossible(
                counted(
                    "No hand under these rules ends with %(points)s points. The nearest: %(near)s.",
                    "No %(n)s hands under these rules end with %(points)s points. The nearest: %(near)s.",
                    hands,
                    **params,
                ),
                side,
            )
    most = hands * best_together(rules)
    if sum(totals) > most:
        return Impossible(
            counted(
                "In %(n)s hand the sides can’t score more than %(most)s points together.",
                "In %(n)s hands the sides can’t score more than %(most)s points together.",
                hands,
                most=most,
            )
        )
    return None


def _apart(
    rules: RuleSet, totals: Sequence[int], hands: int, end: OtherEnd | None
) -> Impossible | None:
    """Totals to which no last hand leads, from a score with which the game wasn't over."""
    # Not the other way round: before the first hand the sums are known, but computed with that hand's.
    if sums_after(rules, hands) is None or (before := sums_after(rules, hands - 1)) is None:
        return None
    # Of several sides that lost, one alone need have come to its end in this hand.
    losers: list[int | None] = [None]
    if end is not None:
        losers = [side for side in range(len(totals)) if side != end.winner]
    found = [_apart_if(rules, before, totals, hands, end, loser) for loser in losers]
    return None if None in found else found[0]


def _apart_if(
    rules: RuleSet,
    before: Sums,
    totals: Sequence[int],
    hands: int,
    end: OtherEnd | None,
    loser: int | None,
) -> Impossible | None:
    """The same, if it was this side that lost by the `end`."""
    sides = []
    for side, total in enumerate(totals):
        outcomes = outcomes_of(rules, first=hands == 1)
        if end is not None:
            outcomes = _that_end(rules, outcomes, end, lost=side == loser, won=side == end.winner)
        sides.append(_before_last(rules, before, total, outcomes))
    going_on = [_tricks_from(side, lambda total: not _ends_at(rules, [total])) for side in sides]
    if _shared(rules, going_on) or _level_before(rules, sides):
        return None
    if end is not None:
        return Impossible(message("With these points no last hand ends the game so."))
    for side, mask in enumerate(going_on):
        if not mask:
            params = {"points": totals[side]}
            return Impossible(
                message(
                    "The game would have been over before a last hand that ends with %(points)s points.",
                    **params,
                ),
                side,
            )
    return Impossible(
        message("Each side’s points are possible, but not both in the same hands.")
        if len(sides) == 2
        else message("Each side’s points are possible, but not all in the same hands.")
    )


def _ends_at(rules: RuleSet, totals: Sequence[int]) -> bool:
    """Whether a side's total ends the game, unless the leaders are level."""
    reached = rules.target is not None and max(totals) >= rules.target
    return reached or (rules.loss_limit is not None and min(totals) <= -rules.loss_limit)


def _level_before(rules: RuleSet, sides: Sequence[Mapping[int, int]]) -> bool:
    """Whether the last hand can have followed one after which the leaders were level."""
    level = {total for side in sides for total in side}
    for lead in sorted(level):
        if sum(lead in side for side in sides) < 2:
            continue
        # Tricks by how many sides have the lead: none, one, or more.
        found = [1, 0, 0]
        for side in sides:
            below = _tricks_from(side, _behind(rules, lead))
            at = side.get(lead, 0)
            found = [
                _added(found[0], below),
                _added(found[1], below) | _added(found[0], at),
                _added(found[2], below) | _added(found[2] | found[1], at),
            ]
        if found[2] >> rules.tricks & 1:
            return True
    return False


def _behind(rules: RuleSet, lead: int) -> Callable[[int], bool]:
    return lambda total: rules.sign * total < rules.sign * lead


def _shared(rules: RuleSet, sides: Sequence[int]) -> bool:
    """Whether the sides can have shared the tricks of a hand; each is a set of numbers of tricks."""
    found = 1
    for side in sides:
        found = _added(found, side)
    return bool(found >> rules.tricks & 1)


def _added(sums: int, more: int) -> int:
    """Return the sums of one number of each set, as a set."""
    found = 0
    while more:
        lowest = more & -more
        found |= sums * lowest
        more ^= lowest
    return found


def _tricks_from(side: Mapping[int, int], may: Callable[[int], bool]) -> int:
    found = 0
    for total, tricks in side.items():
        if may(total):
            found |= tricks
    return found


def _that_end(
    rules: RuleSet, outcomes: Outcomes, end: OtherEnd, *, lost: bool, won: bool
) -> Outcomes:
    """Return a side's outcomes of the hand that ended the game so."""
    if end.how == "sets":
        return special_outcomes(rules, "sets") if lost else outcomes
    if end.how == "slam" and won:
        outcomes = special_outcomes(rules, "slam")
    if end.how == "board":
        tricks = (1 << rules.min_side_bid) - 1 if lost else -1
    else:
        tricks = 1 << rules.tricks if won else 1
    return {outcome: of & tricks for outcome, of in outcomes.items() if of & tricks}


def _before_last(rules: RuleSet, before: Sums, total: int, outcomes: Outcomes) -> dict[int, int]:
    """Return the totals before a last hand that leads to `total`, each with the set of tricks that it took."""
    found: dict[int, int] = {}
    for (points, bags), tricks in outcomes.items():
        for carried in carriable(rules):
            _after, penalty = bagged(rules, carried, bags)
            earlier = total - points + penalty
            if before.has(carried, earlier):
                found[earlier] = found.get(earlier, 0) | tricks
    return found


def _nearest(sums: Sums, total: int) -> list[int]:
    """Return the possible totals next below and above an impossible one; nothing if it is possible."""
    return [] if sums.bags_of(total) else sums.beside(total)


def _bounded(rules: RuleSet, total: int, hands: int) -> list[int]:
    """Return the nearest total that so many hands may bring, if this one is above the best or below the worst."""
    least, most = least_and_most(rules)
    if total > hands * most:
        return [hands * most]
    return [hands * least] if total < hands * least else []
