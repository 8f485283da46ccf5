"""What a pad's hands amount to: the games of its match by the engine, and the entered scores that they make."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from games.engine import RuleSet
from games.engine.pad import PadGame, PadHand, RenegeRule, score_pad
from tournaments.events.models import Match, Pad, Tournament
from tournaments.events.models import PadHand as Row
from tournaments.events.scoring.recording import Entered
from tournaments.events.setup.individual import rules_of_size
from tournaments.standings.placing import places_by


@dataclass(frozen=True)
class Kept:
    """A game on a pad: its number in the match, its rules, its current entries, and their score."""

    number: int
    rules: RuleSet
    dealer: int
    rows: Sequence[Row]
    game: PadGame

    @property
    def is_over(self) -> bool:
        """Return whether it has ended."""
        return self.game.result is not None

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals a hand."""
        return (self.dealer + number - 1) % self.rules.players

    def before(self, number: int, renege: RenegeRule) -> PadGame:
        """Return the game before a hand."""
        return score_pad(self.rules, _hands(self.rules, self.rows[: number - 1]), renege)

    def entered(self) -> Entered:
        """Return its score as results store entered ones; it must be over."""
        game = self.game
        assert game.result is not None
        places = game.result.places
        return Entered(
            table=self.number,
            points=game.totals,
            bags=game.bags,
            hands=len(game.hands) - len(game.late),
            places=() if places == places_by(game.totals) else places,
            ended=game.result.ended,
        )


def renege_of(tournament: Tournament, rules: RuleSet) -> RenegeRule:
    """Return what a renege costs: three tricks have nowhere to go among more than two sides."""
    rule = tournament.renege
    if rule == "tricks" and len(rules.side_seats) > 2:
        rule = "set"
    return cast("RenegeRule", rule)


def names_of(match: Match) -> list[str]:
    """Return the players' names by seat: side 0 at 0 and 2, side 1 at 1 and 3; at solo tables each side at its index."""
    sides = [
        [place.user.username for entry in side.entries for place in entry.players.all() if place.active]
        for side in match.sides
    ]  # fmt: skip
    return [name for row in zip(*sides, strict=False) for name in row]


def rules_of(tournament: Tournament, match: Match, last_hand: int | None = None) -> RuleSet:
    """Return the rules of a match's game; after `last_hand` it ends unless its sides are level."""
    sides = len(match.sides)
    whole = tournament.terms_in(match.round.stage_id).rule_set
    rules = rules_of_size(whole, sides if sides > 2 else whole.players)
    if match.slot:
        rules = replace(rules, level_at_end="one_more")
    if last_hand is not None:
        most = min(last_hand, rules.max_hands or last_hand)
        rules = replace(rules, max_hands=most, level_at_end="one_more")
    return rules


def rows_of(pad: Pad) -> list[Row]:
    """Return a pad's current entries, by game and hand."""
    found = pad.hands.filter(current=True, hand__isnull=False).select_related("phone__side")
    return list(found.order_by("game", "number"))


def games_of(tournament: Tournament, match: Match, pad: Pad) -> list[Kept]:
    """Return the games on a pad, at least one; the time limit ends the last one."""
    rows = rows_of(pad)
    last = max((row.game for row in rows), default=1)
    games = []
    for number in range(1, last + 1):
        own = [row for row in rows if row.game == number]
        limit = pad.last_hand if number == last else None
        kept = _kept(tournament, match, pad, number, own, limit)
        if number < last and not kept.is_over:
            # The time limit ended it, before the next one began.
            kept = _kept(tournament, match, pad, number, own, len(own))
        games.append(kept)
    return games


def next_game(tournament: Tournament, match: Match, pad: Pad, number: int) -> Kept:
    """Return a game before its first hand."""
    return _kept(tournament, match, pad, number, [], None)


def summary(kept: Kept, *, waits: bool) -> dict[str, Any]:
    """Return what lists show of the game in play (`Pad.score`)."""
    game = kept.game
    return {
        "points": list(game.totals),
        "hands": len(game.hands) - len(game.late),
        "over": kept.is_over,
        "waits": waits,
    }


def _kept(
    tournament: Tournament,
    match: Match,
    pad: Pad,
    number: int,
    rows: Sequence[Row],
    last_hand: int | None,
) -> Kept:
    rules = rules_of(tournament, match, last_hand)
    renege = renege_of(tournament, rules)
    game = score_pad(rules, _hands(rules, rows), renege)
    return Kept(number, rules, (pad.dealer + number - 1) % rules.players, rows, game)


def _hands(rules: RuleSet, rows: Sequence[Row]) -> list[PadHand]:
    return [PadHand.from_json(row.hand, rules) for row in rows]
