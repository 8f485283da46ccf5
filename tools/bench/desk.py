"""The organizer's desk on a big evening, with 500 entries and 125 tables in play: time, queries and bytes of its
refresh.
"""

import django

MOST_MS, MOST_QUERIES, MOST_KB = 100, 12, 30


def main() -> None:
    """Print processor time, the least of some runs, queries and bytes, and whether the targets are met."""
    django.setup()
    # Its imports need Django's apps.
    from tools.bench.desk_rows import ENTRIES, TABLES, measure

    print(
        f"desk: {ENTRIES} entries, {TABLES} tables in play, a tenth of them waiting; then two more tournaments of a tenth, then nine of a"
        " twentieth"
    )
    for name, cost in measure().items():
        met = cost.ms <= MOST_MS and cost.queries < MOST_QUERIES and cost.kb < MOST_KB
        print(
            f"  {name:<20}  {cost.ms:5.0f} ms, {cost.queries} queries, {cost.kb:4.1f} KB (target {MOST_MS} ms,"
            f" fewer than {MOST_QUERIES}, under {MOST_KB} KB: {'met' if met else 'MISSED'})"
        )
