"""Entering or correcting scores of a match's games by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine import RuleSet
from games.engine.possible_scores import OtherEnd, carried_bags, hand_points, why_impossible
from games.engine.scoring import game_result
from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.text import clean_reason
from spades_site.common.translation import translate
from tournaments.events.actions.decisions.checks import check, check_version, locked
from tournaments.events.actions.decisions.settling import settle
from tournaments.events.entries.by_name import opens_no_table
from tournaments.events.matches import match_games
from tournaments.events.models import GameEnd, Match, MatchTable, Result, Tournament
from tournaments.events.scoring.recording import Entered, recorded
from tournaments.events.setup.individual import rules_of_size
from tournaments.standings.placing import places_by

TEAM_TABLES = (1, match_games.CROSSED)
"""The numbers of a team match's tables."""


@dataclass(frozen=True)
class Given:
    """A game's score as entered: each side's points after a number of hands, or in one of its shared deals."""

    points: tuple[int, ...]
    hands: int = 0
    deal: int | None = None
    """The number of the deal, from 1, where tables share them."""
    winner: int | None = None
    """The side that won, by index, where the rules know ends that points don't show; None: the higher points."""
    ended: str = ""
    """How the game ended, one of `RuleSet.other_ends`; empty: by points or hands."""


@dataclass(frozen=True)
class Slot:
    """A game for which a score can be entered: its number, its table if it has one, and the score that counts now."""

    number: int
    at: MatchTable | None
    now: Entered | None
    name: str


def enter_score(
    *,
    match_id: int,
    by: User,
    games: Mapping[int, Given],
    reason: str,
    expected_version: int | None = None,
) -> Result:
    """Set the score of a match's games by their tables' numbers (`slots_of`), with a reason; earlier versions are kept.

    Omitted games keep their score. A table in play is abandoned. A game stays rated only if the entered score has the
    same winner as the table's. `expected_version` as in `decide_match`.

    Raises Refused: "unknown_match", "not_arbiter", "own_match", "reason_missing", "draw_waits", "bye", "not_under_way",
    "stale", "winner_missing", "winner_by_points", "end_missing", "no_such_game", "no_such_deal", "score_missing",
    "impossible_score", "match_not_over", "void_in_bracket", "next_round_drawn", "match_needed".
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        tournament, match, own = locked(match_id, by, reason)
        match_games.note_tables(match)
        match.forget_tables()
        entered = _entered(tournament, match, games)
        after = match_games.games_of(match, entered)
        if not after:
            raise Refused("score_missing", _("Enter the points of each side."))
        if match_games.needed_after(tournament, match, after) is not None:
            raise Refused(
                "match_not_over",
                _(
                    "With this score the match isn’t over: it needs another game, or one more hand. Enter the score"
                    " with which it ended, or have it replayed."
                ),
            )
        outcome = match_games.outcome_of(tournament, match, entered)
        check_version(match, expected_version, outcome)
        what = {"verb": "match.score_entered", "entered": [one.to_dict() for one in entered], **own}
        return settle(tournament, match, outcome, by, reason, what)


def may_enter(match: Match) -> bool:
    """Return whether `enter_score` would accept a score now; the match is loaded with its round."""
    try:
        check(match.tournament, match)
    except Refused:
        return False
    return bool(slots_of(match))


def slots_of(match: Match) -> list[Slot]:
    """Return the games of a match for which a score can be entered, in their order.

    With shared deals these are the finished tables; otherwise also games that weren't played on the platform. A team match without
    tables has both of them.
    """
    tournament = match.tournament
    current = match.results.filter(current=True).first()
    entered_scores = {one.table: one for one in recorded(current).entered} if current else {}
    tables = {at.number: at for at in match.counting}
    shares = shares_deals(tournament)
    numbers = [
        number for number, at in tables.items() if not shares or (at.over and _now(at).by_hand)
    ]
    if not shares:
        games = sum(at.kind == MatchTable.Kind.GAME for at in tables.values())
        free = match_games.games_at_most(tournament, match) - games
        last = match.tables[-1].number if match.tables else 0
        numbers += range(last + 1, last + 1 + max(free, 0))
    elif tournament.is_team and not match.tables and opens_no_table(match):
        numbers += TEAM_TABLES
    return [
        Slot(
            number,
            at := tables.get(number),
            entered_scores.get(number) or (_now(at) if at and at.over else None),
            _name(match, at, place),
        )
        for place, number in enumerate(numbers, start=1)
    ]


def shares_deals(tournament: Tournament) -> bool:
    """Return whether scores are entered deal by deal, because tables share deals."""
    return tournament.is_team or tournament.shares_deals


def _name(match: Match, at: MatchTable | None, place: int) -> str:
    extra = at is not None and at.kind == MatchTable.Kind.DECIDER
    if not match.tournament.is_team:
        return _("One more hand") if extra else _("Game %(n)d") % {"n": place}
    name = _("Table %(n)s") % {"n": place if at is None else 2 if at.crossed else 1}
    return _("%(table)s, one more hand") % {"table": name} if extra else name


def _now(at: MatchTable) -> Entered:
    """Return the score of a finished table."""
    outcome = match_games.outcome_at_table(at)
    points = tuple(side.points for side in outcome.sides)
    places = tuple(side.place or 0 for side in outcome.sides)
    return Entered(
        table=at.number,
        points=points,
        bags=tuple(side.bags for side in outcome.sides),
        hands=outcome.hands,
        by_hand=outcome.by_hand,
        places=() if places == places_by(points) else places,
        ended=outcome.ended,
    )


def other_ends(match: Match, slot: Slot) -> tuple[str, ...]:
    """Return the ends of a game with which a side that has fewer points than another may win."""
    return _rules(match.tournament, match, slot).other_ends


def _entered(
    tournament: Tournament, match: Match, games: Mapping[int, Given]
) -> tuple[Entered, ...]:
    """Return all entered scores that would count: in place of the tables' scores, or for games without a table."""
    slots = {slot.number: slot for slot in slots_of(match)}
    if not set(games) <= set(slots):
        raise Refused("no_such_game", _("The match has no such game. Look again, then enter it."))
    found = []
    for number, slot in slots.items():
        score = slot.now
        if number in games:
            score = _checked(tournament, match, slot, games[number])
        if score is not None and not (slot.at and slot.at.over and score == _now(slot.at)):
            found.append(score)
    if tournament.is_team and not match.tables:
        _require_both_tables(found)
    return tuple(found)


def _require_both_tables(found: Sequence[Entered]) -> None:
    """Raise Refused "score_missing" unless the points of a team match without tables are those of both, after as many hands."""
    if len(found) < len(TEAM_TABLES) or len({one.hands for one in found}) > 1:
        raise Refused(
            "score_missing",
            _("Enter the points of both tables, after the same number of hands."),
        )


def _checked(tournament: Tournament, match: Match, slot: Slot, given: Given) -> Entered:
    """Return the score of a game. Raises Refused "impossible_score" if no sequence of hands can produce it."""
    rules = _rules(tournament, match, slot)
    if len(given.points) != len(match.sides):
        raise Refused("score_missing", _("Enter the points of each side."))
    if given.deal is not None or (slot.at is not None and shares_deals(tournament)):
        return _with_deal(rules, match, slot, given)
    played = _now(slot.at) if slot.at and slot.at.over else None
    may_stop = bool(tournament.terms_in(match.round.stage_id).match_minutes)
    end, ended = _end(rules, given, may_stop=may_stop)
    places = _places(given.points, end)
    same = played and (played.points, played.hands) == (given.points, given.hands)
    if (
        played is not None
        and same
        and (end is None or (played.places, played.ended) == (places, ended))
    ):
        return played
    _refuse(match, slot, rules, given.points, given.hands, may_stop=may_stop, end=end)
    score = _score(rules, slot, given.points, given.hands)
    if tournament.is_team:
        # Kept as the points of one deal of all hands (`team_scores.is_whole`).
        return replace(score, by_hand=(given.points,))
    return replace(score, places=places, ended=ended)


def _end(rules: RuleSet, given: Given, *, may_stop: bool) -> tuple[OtherEnd | None, str]:
    """Return the end that the points of a game don't show, None if they show it; and its name.

    Raises Refused "winner_by_points" where the rules know no such end, and "winner_missing" or "end_missing" where what
    is missing or contradicts the points.
    """
    points, ended = given.points, given.ended
    if given.winner is not None and not 0 <= given.winner < len(points):
        raise Refused("winner_missing", _("Say which side won."))
    by_points = game_result(rules, points, given.hands)
    leads = given.winner is None or _places(points, OtherEnd("", given.winner)) == ()
    if (ended and ended not in rules.other_ends) or not (leads or rules.other_ends):
        raise Refused(
            "winner_by_points", _("Under these rules the side with the most points wins.")
        )
    if not ended and (by_points or may_stop or not rules.other_ends) and leads:
        return None, by_points.ended if by_points else str(GameEnd.HANDS)
    if given.winner is None:
        raise Refused(
            "winner_missing",
            _("Say which side won.")
            if ended
            else _("By these points alone the game isn’t over. Say how it ended, and who won."),
        )
    if not ended and len(rules.other_ends) > 1:
        raise Refused(
            "end_missing",
            _("Say how the game ended: by these points alone this side hasn’t won it."),
        )
    ended = ended or rules.other_ends[0]
    return OtherEnd(ended, given.winner), ended


def _places(points: Sequence[int], end: OtherEnd | None) -> tuple[int, ...]:
    """Return the sides' places after an end that the points don't show; () where the points say the same."""
    if end is None:
        return ()
    order = [(side != end.winner, -own) for side, own in enumerate(points)]
    places = tuple(1 + sum(other < own for other in order) for own in order)
    return () if places == places_by(points) else places


def _with_deal(rules: RuleSet, match: Match, slot: Slot, given: Given) -> Entered:
    """Return a game's score in which one of its shared deals has other points."""
    deals = list(slot.now.by_hand) if slot.now else []
    if given.deal is None or not 1 <= given.deal <= len(deals):
        raise Refused(
            "no_such_deal", _("Choose one of the %(n)d deals that were played.") % {"n": len(deals)}
        )
    alone = rules.to_the_last_hand(max_hands=1)
    if rules.bag_limit is None:
        _refuse(match, slot, alone, given.points, 1)
    possible = hand_points(rules)
    for side, points in enumerate(given.points):
        if points not in possible:
            others = [points if each == side else 0 for each in range(len(given.points))]
            _refuse(match, slot, alone, others, 1)
    deals[given.deal - 1] = given.points
    totals = tuple(map(sum, zip(*deals, strict=True)))
    score = _score(rules, slot, totals, len(deals))
    return replace(score, by_hand=tuple(deals), ended=slot.now.ended if slot.now else "")


def _score(rules: RuleSet, slot: Slot, points: tuple[int, ...], hands: int) -> Entered:
    """Return the score with the bags that follow from the points; if several numbers are possible, the current one."""
    bags = []
    for side, total in enumerate(points):
        possible = carried_bags(rules, total, hands)
        had = slot.now.bags[side] if slot.now else None
        bags.append(had if had in possible else possible[0])
    return Entered(slot.number, points, tuple(bags), hands)


def _rules(tournament: Tournament, match: Match, slot: Slot) -> RuleSet:
    rules = tournament.terms_in(match.round.stage_id).rule_set
    rules = rules_of_size(rules, len(match.sides) if len(match.sides) > 2 else rules.players)
    decider = slot.at is not None and slot.at.kind == MatchTable.Kind.DECIDER
    return rules.of_a_decider() if decider else rules


def _refuse(
    match: Match,
    slot: Slot,
    rules: RuleSet,
    points: Sequence[int],
    hands: int,
    *,
    may_stop: bool = False,
    end: OtherEnd | None = None,
) -> None:
    """Raise Refused "impossible_score" if no game can end with these points."""
    wrong = why_impossible(rules, points, hands, may_stop=may_stop, end=end)
    if wrong is None:
        return
    sentence = translate(wrong.sentence)
    if wrong.side is not None:
        name = match.side_names[wrong.side]
        sentence = _("%(name)s: %(mistake)s") % {"name": name, "mistake": sentence}
    if match_games.games_at_most(match.tournament, match) > 1 or match.tournament.is_team:
        sentence = _("%(name)s: %(mistake)s") % {"name": slot.name, "mistake": sentence}
    raise Refused("impossible_score", sentence)
