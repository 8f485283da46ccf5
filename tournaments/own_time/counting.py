"""The results of an own-time event, counted once when its window has closed.

On each deal, a finished play gets a matchpoint for every other one with a lower score, and half a point for every tie, in
percent of the possible; alone, it gets 50 %. An entrant's matchpoints are the mean over all deals of the event. A deal
that an entrant didn't finish, or never began, brings no matchpoints, and to the total the lowest score of anybody there, but never
more than 0: so nobody gains by leaving a deal.
"""

from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction

from games.engine import comparing
from tournaments.own_time.models import EventEntry, EventPlay, OwnTimeEvent

NOTHING = Decimal(0)


def count(event: OwnTimeEvent) -> None:
    """Store the matchpoints of all finished plays, and each entrant's total, matchpoints and place; the event is locked."""
    plays = list(EventPlay.objects.filter(entry__event=event, score__isnull=False))
    fields: defaultdict[int, Counter[Decimal]] = defaultdict(Counter)
    for play in plays:
        fields[play.deal_id][_score(play)] += 1
    shares = {deal: comparing.shares(scores) for deal, scores in fields.items()}
    lowest = {deal: min(*scores, NOTHING) for deal, scores in fields.items()}
    missed = sum(lowest.values(), NOTHING)
    entries = list(event.entries.all())
    earned: Counter[int] = Counter()
    totals: dict[int, Decimal] = {entry.pk: missed for entry in entries}
    percent: dict[int, Fraction] = {entry.pk: Fraction(0) for entry in entries}
    for play in plays:
        share = shares[play.deal_id][_score(play)]
        play.matchpoints = rounded(share)
        earned[play.entry_id] += 1
        totals[play.entry_id] += _score(play) - lowest[play.deal_id]
        percent[play.entry_id] += share / event.count
    EventPlay.objects.bulk_update(plays, ["matchpoints"], batch_size=500)
    for entry in entries:
        entry.played = earned[entry.pk]
        entry.total, entry.matchpoints = totals[entry.pk], rounded(percent[entry.pk])
    _place(event, entries, percent)
    EventEntry.objects.bulk_update(
        entries, ["played", "total", "matchpoints", "place"], batch_size=500
    )


def _place(event: OwnTimeEvent, entries: list[EventEntry], percent: dict[int, Fraction]) -> None:
    """Give places to those who finished a deal; ties share theirs."""

    def worth(entry: EventEntry) -> tuple[Fraction, Fraction]:
        values = percent[entry.pk], Fraction(entry.total or 0)
        return values if event.scoring == OwnTimeEvent.Scoring.MATCHPOINTS else values[::-1]

    ranked = sorted((one for one in entries if one.played), key=worth, reverse=True)
    for index, entry in enumerate(ranked):
        level = index > 0 and worth(ranked[index - 1]) == worth(entry)
        entry.place = ranked[index - 1].place if level else index + 1


def _score(play: EventPlay) -> Decimal:
    assert play.score is not None
    return play.score


def rounded(value: Fraction) -> Decimal:
    """Round to two decimals, halves to even."""
    return Decimal(round(value * 100)) / 100
