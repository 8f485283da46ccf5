"""A season's terms: its matches, its times, and the rules for late, absent and withdrawn sides.

They are stored with the season as JSON and don't change once it is published. Every number has a default that suits a
club, and a range for the organizer's choice.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import time
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from games.bots.levels import CLUB
from spades_site.common.translation import translate
from tournaments.events.setup import settings
from tournaments.leagues.models import Season

USUAL_SCALE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
"""Points for the first ten places of an evening."""
LONGEST_SCALE = 64
PLAYERS, PAIRS, TEAMS = "players", "pairs", "teams"
"""Whom a series ranks."""
BY_PLACES, BY_EVENINGS = "places", "evenings"
"""What breaks ties in a series first: better places, or more evenings."""
ENTERED, PLAYED, ORIGINAL = "entered", "played", "original"
"""Who gets the points of a place in which somebody was replaced: who was entered in it at the end, who played its last
match, or who had it at the start.
"""
CHOICES = {
    "ranked": (PLAYERS, PAIRS, TEAMS),
    "ties": (BY_PLACES, BY_EVENINGS),
    "substitutes": (ENTERED, PLAYED, ORIGINAL),
}

OF_MATCHES = (
    *("turn_seconds", "bank_seconds", "grace_minutes", "claim_minutes", "offer_hours"),
    *("postpone_days", "late_until_round", "bots_level"),
)
"""What each division's tournament gets; its bounds are those of tournaments."""

RANGES: dict[str, tuple[int, int]] = {
    **{name: settings.bounds(name) for name in OF_MATCHES},
    "weekday": (0, 6),
    "week_length": (7, 28),
    "swiss_rounds": (1, 30),
    "match_hands": (1, 64),
    "deals": (12, 24),
    "difference_cap": (0, 1000),
    "spread": (20, 400),
    "win": (1, 10),
    "draw": (0, 10),
    "conduct_points": (0, 100),
    "annul_percent": (0, 100),
    "best": (1, 60),
    "attendance": (0, 100),
    "host": (0, 100),
    "newcomer": (0, 100),
    "newcomer_days": (0, 366),
    "qualify": (2, 64),
    "qualify_wins": (1, 60),
    "reserves": (0, 16),
    "stand_in_matches": (0, 30),
    "stand_in_for_one": (1, 30),
    "stand_in_rating": (0, 1000),
}
"""The least and the most that an organizer can choose."""


@dataclass(frozen=True)
class Terms:
    """A season's terms.

    Leagues of pairs and teams: one round every `week_length` days, its matches on `weekday` (0 is Monday) at `at`
    unless the sides agree otherwise. Everybody meets everybody, twice if `double`; with `swiss_rounds` that many rounds
    of a Swiss instead. A match of pairs is of `match_hands` hands; None: a game to the rules' target. A team match
    is of `deals` deals, of which each counts for `difference_cap` points at most (0: without a limit); `spread` is the
    standard deviation of a deal's difference, by which the margin becomes victory points; with `walkover_average` a
    walkover is worth 12, or the winners' mean, or the mean of those who played the absent side, whichever is best. In a pairs league a win is worth
    `win` points in the table and a draw `draw`. The results of a side that withdraws are annulled if it has played
    less than `annul_percent` of its matches; otherwise the rest are forfeits. `claim_minutes`, `offer_hours`,
    `postpone_days`, `conduct_points` and `bots_level` are those of the divisions' tournaments. An organizer can
    add late entries until the window of round `late_until_round` opens (0: none). A member on the list of stand-ins may play for others in `stand_in_matches` matches (0: nobody may) and for one pair or team in
    `stand_in_for_one`, and may be rated at most `stand_in_rating` above the player whom they replace (None: without
    a limit).

    A series: `scale` has the points of the places from the first, everybody who played gets `attendance` more, and the
    `best` evenings count (None: all). Where players are ranked, the host of an evening gets `host`, and the partner of a newcomer
    `newcomer`: of somebody who joined the league, or first played with it, at most `newcomer_days` before. `substitutes` says who gets the
    points of a place in which somebody was replaced. The first `qualify` of the table qualify for a final, and everybody with
    `qualify_wins` evenings won (None: nobody in that way); the next `reserves` are its waiting list.
    """

    rules: Mapping[str, Any] = field(default_factory=lambda: {"preset": "cardgames_io"})
    weekday: int = 3
    at: str = "19:30"
    week_length: int = 7
    double: bool = False
    swiss_rounds: int | None = None
    match_hands: int | None = None
    deals: int = 16
    difference_cap: int = 200
    spread: int = 85
    walkover_average: bool = True
    win: int = 2
    draw: int = 1
    turn_seconds: int = 30
    bank_seconds: int = 120
    grace_minutes: int = 15
    claim_minutes: int = 21
    offer_hours: int = 48
    postpone_days: int = 14
    conduct_points: int | None = None
    no_show: str = "bot"
    bots_level: int = CLUB
    annul_percent: int = 50
    late_until_round: int = 3
    stand_in_matches: int = 3
    stand_in_for_one: int = 2
    stand_in_rating: int | None = 100
    scale: tuple[int, ...] = USUAL_SCALE
    ranked: str = PLAYERS
    best: int | None = None
    attendance: int = 0
    ties: str = BY_PLACES
    host: int = 0
    newcomer: int = 0
    newcomer_days: int = 30
    substitutes: str = ENTERED
    qualify: int | None = None
    qualify_wins: int | None = None
    reserves: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the terms as JSON."""
        return {**asdict(self), "rules": dict(self.rules), "scale": list(self.scale)}

    @property
    def has_final(self) -> bool:
        """Return whether people qualify for a final."""
        return bool(self.qualify or self.qualify_wins)

    @property
    def clock(self) -> time:
        """Return the time of day at which matches are played."""
        return time.fromisoformat(self.at)

    @property
    def rule_set(self) -> engine.RuleSet:
        """Return the rules of its games. Raises `engine.InconsistentRules`."""
        return engine.RuleSet.from_dict(dict(self.rules))


def terms_of(season: Season) -> Terms:
    """Return a season's stored terms."""
    known = {each.name for each in fields(Terms)}
    stored = {name: value for name, value in season.terms.items() if name in known}
    if "scale" in stored:
        stored["scale"] = tuple(stored["scale"])
    return Terms(**stored)


def check_terms(terms: Terms, note: Callable[[str, str], None]) -> None:
    """Report mistakes to `note` (field, sentence)."""
    for name, (least, most) in RANGES.items():
        value = getattr(terms, name)
        if value is not None and not least <= value <= most:
            note(
                name,
                _("Choose a number from %(least)d to %(most)d.") % {"least": least, "most": most},
            )
    for name, known in CHOICES.items():
        if getattr(terms, name) not in known:
            note(name, _("Choose one of: %(all)s.") % {"all": ", ".join(known)})
    if terms.week_length % 7:
        # Otherwise the matches' weekday would shift from round to round.
        note("week_length", _("Choose whole weeks: 7, 14, 21 or 28 days."))
    try:
        time.fromisoformat(terms.at)
    except ValueError:
        note("at", _("Enter a time of day, for example 19:30."))
    if terms.draw > terms.win:
        note("draw", _("A draw can’t be worth more than a win. Choose fewer points."))
    _check_scale(terms.scale, note)
    if terms.ranked != PLAYERS:
        for name in ("host", "newcomer"):
            if getattr(terms, name):
                note(name, _("Only players get this bonus. Rank players, or enter 0."))
    if terms.ranked == TEAMS and terms.has_final:
        name = "qualify" if terms.qualify else "qualify_wins"
        note(
            name,
            _("Teams can’t qualify: an organizer enters them in a tournament. Leave this empty."),
        )
    try:
        rules = terms.rule_set
    except engine.InconsistentRules as mistake:
        note("rules", translate(mistake.sentence))
    else:
        if rules.sides != "partners":
            note("rules", _("A league of pairs or teams needs rules for partnerships."))
        settings.check_winner(rules, note)


def _check_scale(scale: tuple[int, ...], note: Callable[[str, str], None]) -> None:
    if not 1 <= len(scale) <= LONGEST_SCALE:
        note(
            "scale",
            _("Enter the points of at least one place, and of at most %(most)d.")
            % {"most": LONGEST_SCALE},
        )
    elif any(not 0 <= each <= 1000 for each in scale):
        note("scale", _("Choose points from 0 to 1000 for each place."))
    elif list(scale) != sorted(scale, reverse=True):
        note(
            "scale",
            _("A better place can’t be worth less. Enter the points from the first place down."),
        )
