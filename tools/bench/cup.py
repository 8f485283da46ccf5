"""The page of a tournament of 500 pairs, six rounds over and the seventh half: its first view and its refreshes."""

import django

MOST_MS, MOST_KB, MOST_PERCENT = 80, 120, 5
FOLLOWERS, EVERY = 100, 15
ENTRIES, ROUNDS_OVER = 500, 6
MINUTES = 25
"""Within which the 250 tables of a round end."""


def main() -> None:
    """Print what each kind of viewer costs, and what a hundred who follow a round do."""
    django.setup()
    # Its imports need Django's apps.
    from tools.bench.cup_rows import measure

    found = measure(ENTRIES, ROUNDS_OVER)
    print(f"cup: {ENTRIES} entries in round {ROUNDS_OVER + 1}")
    print(f"  built for everybody   {found.built * 1e3:5.0f} ms")
    for name, (seconds, size) in found.pages.items():
        met = seconds * 1e3 <= MOST_MS and size <= MOST_KB * 1000
        print(
            f"  {name:<20}  {seconds * 1e3:5.1f} ms, {size / 1e3:5.1f} KB"
            f" (target {MOST_MS} ms, {MOST_KB} KB: {'met' if met else 'MISSED'})"
        )
    # A page asks every 15 seconds; the answer is new once the shared view is, which is built at most so often.
    builds = 1 / max(found.share * found.built, MINUTES * 60 / (ENTRIES / 2))
    asked = FOLLOWERS / EVERY
    fresh = min(asked, FOLLOWERS * builds)
    percent = 100 * (
        builds * found.built
        + fresh * found.pages["visitor, refresh"][0]
        + (asked - fresh) * found.nothing_new
    )
    met = percent < MOST_PERCENT
    print(
        f"  {FOLLOWERS} who follow it    {percent:5.1f} % of a core (nothing new: {found.nothing_new * 1e3:.1f} ms;"
        f" target {MOST_PERCENT} %: {'met' if met else 'MISSED'})"
    )
