"""The questions before a match is decided, scored or moved; each shows the current state."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.common.errors import Refused
from spades_site.common.local_time import LocalMomentField
from tournaments.events.actions import decisions
from tournaments.events.actions.decisions.scores import (
    Slot,
    other_ends,
    shares_deals,
    slots_of,
)
from tournaments.events.actions.fixtures import time_offers
from tournaments.events.actions.fixtures.time_offers import shown_time
from tournaments.events.matches import moving, offers
from tournaments.events.matches.match_games import is_fresh
from tournaments.events.models import GameEnd, Match, Result, Timing
from tournaments.events.scoring.recording import outcome_entered
from tournaments.organizer.desk.by_now import now_words
from tournaments.organizer.desk.questions import Question

MOST_POINTS, MOST_HANDS = 100_000, 1000


def match_question(match: Match, what: str) -> Question | None:
    """Return the question for the action `what` on a match; None if there is no such action."""
    if what == "time":
        return time_question(match)
    return score_question(match) if what == "score" else None


def score_question(match: Match) -> Question | None:
    """Return the question with the current score of each game of a match."""
    slots = slots_of(match) if decisions.may_enter(match) else []
    if not slots:
        return None
    shares = shares_deals(match.tournament) and all(slot.at for slot in slots)
    closes = [_("Its table in play closes.")] if match.open_tables else []
    capped = match.tournament.is_team and match.tournament.scoring.get("deal_cap")
    words = [_deal_words()] if shares else [_game_words(), _whole_words() if capped else ""]
    sentences = [now_words(match), *closes, *filter(None, words)]
    return Question(
        title=_("Score of %(match)s") % {"match": match.title},
        effect=" ".join(sentences),
        button=_("Enter the score"),
        done=_("The score is entered. The standings follow it."),
        act=lambda by, values: _enter(match, slots, by, values),
        reason=_("Played in the room") if match.tournament.is_in_room else "",
        version=decisions.version_of(match),
        fields=_deal_fields(match, slots) if shares else _game_fields(match, slots),
    )


def time_question(match: Match) -> Question:
    """Return the question with the time of a match that hasn't begun."""
    latest, people = moving.latest_of(match), offers.users_of(match, match.entries)
    sentences = [
        _("Now: %(time)s.") % {"time": shown_time(begins)}
        if (begins := time_now(match))
        else _("It has no time yet."),
        _("Latest: %(time)s.") % {"time": shown_time(latest)} if latest else "",
        *(
            _("Some of its players have another match on %(time)s.")
            % {"time": shown_time(other.starts_at)}
            for other in offers.clashes(match, people, [match.starts_at] if match.starts_at else [])
            if other.starts_at
        ),
        _("Its table closes, and a new one opens then.") if is_fresh(match) else "",
        _("The next round waits for its result.")
        if match.tournament.timing != Timing.WINDOWS
        else "",
        _("Both sides are notified, with your reason."),
    ]
    return Question(
        title=_("Move the time of %(match)s?") % {"match": match.title},
        effect=" ".join(filter(None, sentences)),
        button=_("Set the time"),
        done=_("The time is set, and both sides are notified."),
        act=lambda by, values: time_offers.set_time(
            match_id=match.pk, by=by, starts_at=values["starts_at"], reason=values["reason"]
        ),
        reason="",
        fields={"starts_at": LocalMomentField(label=_("Time"), initial=time_now(match))},
    )


def time_now(match: Match) -> datetime | None:
    """Return when a match begins: at its own time, or with its round unless that is a window."""
    own_round = match.tournament.timing != Timing.WINDOWS
    return match.starts_at or (match.round.starts_at if own_round else None)


def _game_words() -> str:
    return _("A score that no hands can make is refused. Bags follow from the points.")


def _whole_words() -> str:
    return _("The cap of a deal can’t be applied to the points of all hands together.")


def _deal_words() -> str:
    return _("The sum and the comparison follow from the deals.")


def _number(label: str, least: int, most: int, initial: int | None, *, needed: bool) -> Any:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        required=needed,
        localize=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text", "size": 7}),
    )


def _game_fields(match: Match, slots: list[Slot]) -> dict[str, forms.Field]:
    """Return the fields for each game's points by side and number of hands; only the first game is required."""
    fields: dict[str, forms.Field] = {}
    fixed = match.tournament.terms_in(match.round.stage_id).rules["max_hands"]
    for place, slot in enumerate(slots):
        many = f"{slot.name}: " if len(slots) > 1 else ""
        for side, name in enumerate(match.side_names):
            fields[f"g{slot.number}-{side}"] = _number(
                f"{many}{name}",
                -MOST_POINTS,
                MOST_POINTS,
                slot.now.points[side] if slot.now else None,
                needed=not place or match.tournament.is_team,
            )
        hands = slot.now.hands if slot.now else fixed
        fields[f"g{slot.number}-hands"] = _number(
            f"{many}{_('Hands played')}", 0, MOST_HANDS, hands, needed=not place
        )
        fields |= _end_fields(match, slot, many)
    return fields


def _end_fields(match: Match, slot: Slot, many: str) -> dict[str, forms.Field]:
    """Return the fields for how a game ended and who won it; none where the points always say so."""
    ends = other_ends(match, slot)
    if not ends:
        return {}
    now = slot.now if slot.now and slot.now.ended in ends else None
    by_points = ("", _("by points or hands"))
    most = ("", _("The side with the most points"))
    sides = [(str(side), name) for side, name in enumerate(match.side_names)]
    return {
        f"g{slot.number}-ended": forms.ChoiceField(
            label=f"{many}{_('How it ended')}",
            choices=[by_points, *((end, GameEnd(end).label) for end in ends)],
            required=False,
            initial=now.ended if now else "",
        ),
        f"g{slot.number}-winner": forms.ChoiceField(
            label=f"{many}{_('Winner')}",
            choices=[most, *sides],
            required=False,
            initial=outcome_entered(now).winner if now else "",
            help_text=_("If not by points, the side with fewer points may have won."),
        ),
    }


def _deal_fields(match: Match, slots: list[Slot]) -> dict[str, forms.Field]:
    """Return the fields for the table (if there are several), the number of the deal, and each side's points in it."""
    fields: dict[str, forms.Field] = {}
    if len(slots) > 1:
        fields["table"] = forms.ChoiceField(
            label=_("Table"), choices=[(str(slot.number), slot.name) for slot in slots]
        )
    deals = max(len(slot.now.by_hand) for slot in slots if slot.now)
    label = _("Deal (1 to %(n)d)") % {"n": deals}
    fields["deal"] = _number(label, 1, deals, None, needed=True)
    for side, name in enumerate(match.side_names):
        fields[f"points-{side}"] = _number(name, -MOST_POINTS, MOST_POINTS, None, needed=True)
    return fields


def _enter(match: Match, slots: list[Slot], by: User, values: dict[str, Any]) -> Result:
    sides = range(len(match.sides))
    games: dict[int, decisions.Given] = {}
    if "deal" in values:
        number = int(values.get("table", slots[0].number))
        points = tuple(values[f"points-{side}"] for side in sides)
        games[number] = decisions.Given(points, deal=values["deal"])
    else:
        for slot in slots:
            entered = [values[f"g{slot.number}-{side}"] for side in sides]
            hands = values[f"g{slot.number}-hands"]
            if None not in entered:
                winner = values.get(f"g{slot.number}-winner")
                games[slot.number] = decisions.Given(
                    tuple(entered),
                    hands or 0,
                    winner=int(winner) if winner else None,
                    ended=values.get(f"g{slot.number}-ended", ""),
                )
            elif any(one is not None for one in entered):
                raise Refused("score_missing", _("Enter the points of each side."))
    return decisions.enter_score(
        match_id=match.pk,
        by=by,
        games=games,
        reason=values["reason"],
        expected_version=values["expected_version"] or 0,
    )
