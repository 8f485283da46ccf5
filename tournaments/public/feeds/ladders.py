"""A ladder as JSON: its settings, entries and the whole log, from which anybody can recompute the rungs."""

from typing import Any

from tournaments.ladders.models import Ladder
from tournaments.public.feeds.tables import iso


def document(ladder: Ladder) -> dict[str, Any]:
    """Return the document of a ladder (docs/ladders.md)."""
    entries = ladder.entries.filter(steps__kind="join").distinct()
    return {
        "document": "ladder",
        "version": 1,
        "ladder": {
            "name": ladder.name,
            "kind": ladder.kind,
            "league": ladder.league.slug,
            "reach": ladder.reach,
            "top": ladder.top,
            "climb": ladder.climb,
            "repeats": ladder.repeats,
            "answer_days": ladder.answer_days,
            "play_days": ladder.play_days,
            "forfeits": ladder.forfeits,
            "failures": ladder.failures,
            "drop": ladder.drop,
            "defend_days": ladder.defend_days,
            "per_day": ladder.per_day,
            "newcomer_rung": ladder.newcomer_rung,
            "idle_warn": ladder.idle_warn,
            "idle_drop": ladder.idle_drop,
            "idle_off": ladder.idle_off,
        },
        "entries": [
            {
                "entry": one.pk,
                "name": one.name,
                "rung": one.rung,
                "best": one.best,
                "wins": one.wins,
                "losses": one.losses,
                "failures": one.failures,
            }
            for one in entries.order_by("rung", "pk")
        ],
        "log": [
            {
                "number": step.number,
                "at": iso(step.at),
                "kind": step.kind,
                "entry": step.entry_id,
                "other": step.other_id,
                "climb": step.climb,
                "forfeit": step.forfeit,
                "limit": step.limit,
                "drop": step.drop,
                "idle": step.idle,
                "to": step.to,
                "before": step.before,
                "after": step.after,
                "undone": step.undone_at is not None,
            }
            for step in ladder.steps.order_by("number")
        ],
    }
