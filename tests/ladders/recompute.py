"""An independent program that counts a ladder anew from its JSON (docs/ladders.md); it shares no code with the site."""

from collections import defaultdict
from typing import Any


def recomputed(document: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Return rung, best rung, wins, losses and failures by entry, from the log alone."""
    ladder: list[int] = []
    wins: dict[int, int] = defaultdict(int)
    losses: dict[int, int] = defaultdict(int)
    failures: dict[int, int] = defaultdict(int)
    best: dict[int, int] = {}
    seen: set[int] = set()
    for line in document["log"]:
        if line["undone"]:
            continue
        who, kind = line["entry"], line["kind"]
        seen.add(who)
        if kind == "join":
            ladder.append(who)
        elif kind == "leave":
            del ladder[ladder.index(who)]
        elif kind == "move" and who in ladder:
            del ladder[ladder.index(who)]
            ladder.insert(line["to"] - 1, who)
        elif kind == "idle" and who in ladder:
            place = ladder.index(who)
            del ladder[place]
            ladder.insert(place + line["drop"], who)
        elif kind == "failure":
            failures[who] += 1
            if line["limit"] and failures[who] >= line["limit"]:
                failures[who] = 0
                if who in ladder:
                    place = ladder.index(who)
                    del ladder[place]
                    ladder.insert(place + line["drop"], who)
        elif kind == "tie":
            failures[who] = failures[line["other"]] = 0
        elif kind == "result":
            loser = line["other"]
            wins[who] += 1
            losses[loser] += 1
            failures[who] = 0
            if not line["forfeit"]:
                failures[loser] = 0
            if who in ladder and loser in ladder and ladder.index(loser) < ladder.index(who):
                above, below = ladder.index(loser), ladder.index(who)
                if line["climb"] == "swap":
                    ladder[above], ladder[below] = who, loser
                elif line["climb"] == "enter":
                    del ladder[below]
                    ladder.insert(above, who)
                else:
                    up = (below - above) // 2 + (below - above) % 2
                    # One rung at a time, past each neighbour.
                    for place in range(below, below - up, -1):
                        ladder[place - 1], ladder[place] = ladder[place], ladder[place - 1]
        for place, entry in enumerate(ladder, start=1):
            best[entry] = min(best.get(entry, place), place)
    return {
        entry: {
            "rung": ladder.index(entry) + 1 if entry in ladder else None,
            "best": best.get(entry, 0),
            "wins": wins[entry],
            "losses": losses[entry],
            "failures": failures[entry],
        }
        for entry in seen
    }
