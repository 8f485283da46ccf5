"""What bots that search cost in the bots' process: the whole job of a turn, from reading the game to the stored card.

A person, a relaxed bot and two bots of the level Club play hands in a database of their own. The share of a core is that of 400
such tables with an action every three seconds each; what the web process does isn't in it (`moves`, `table`).
"""

import os
import time

import django

TABLES, SECONDS_AN_ACTION = 400, 3
GAMES, HANDS = 4, 2
MOST_SHARE = 0.15


def main() -> None:
    """Print processor time a job, and the share of a core."""
    os.environ.setdefault("BOTS_QUEUE", "1")
    django.setup()
    # Its imports need Django's apps.
    from games import bots
    from tools.bench.thinking_games import play

    searched = 0.0
    choose = bots.choose

    def timed(*given: object) -> str:
        nonlocal searched
        before = time.process_time()
        try:
            return choose(*given)  # type: ignore[arg-type]
        finally:
            if given[-1] != 1:
                searched += time.process_time() - before

    bots.choose = timed  # type: ignore[assignment]
    try:
        play(1, 1)
        searched = 0.0
        jobs, actions, seconds = play(GAMES, HANDS)
    finally:
        bots.choose = choose  # type: ignore[assignment]
    share = seconds / actions * TABLES / SECONDS_AN_ACTION
    print(
        f"thinking: {jobs} bids and cards of two bots of the level Club, {actions} actions\n"
        f"  a job {seconds / jobs * 1e3:.2f} ms of processor time, {searched / jobs * 1e3:.2f} ms of it the choice\n"
        f"  {TABLES} tables with an action every {SECONDS_AN_ACTION} s: {share:.1%} of a core"
        f" (at most {MOST_SHARE:.0%}: {'met' if share <= MOST_SHARE else 'MISSED'})"
    )
