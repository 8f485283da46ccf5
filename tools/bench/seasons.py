"""A season of four divisions of twelve pairs over 22 rounds: how long its fixtures take to draw, and its page."""

import django

PARTS = ("table", "fixtures", "grid", "statistics")
DRAW_SECONDS, PAGE_SECONDS, PAGE_QUERIES = 1.0, 0.150, 15


def main() -> None:
    """Print processor times, the least of some runs, and queries, and whether the targets are met."""
    django.setup()
    # Its imports need Django's apps.
    from tools.bench.season_rows import DIVISIONS, ROUNDS, SIZE, measure

    found = measure(PARTS)
    verdict = _verdict(found.drawn <= DRAW_SECONDS)
    print(f"seasons: {DIVISIONS} divisions of {SIZE} pairs, {ROUNDS} rounds, all played")
    print(f"  all fixtures drawn    {found.drawn:7.3f} s (target {DRAW_SECONDS:.0f} s: {verdict})")
    print(f"  published and stored  {found.published:7.3f} s")
    for part in PARTS:
        page = found.pages[part]
        verdict = _verdict(page.seconds <= PAGE_SECONDS and page.queries < PAGE_QUERIES)
        print(
            f"  page, {part:<14}  {page.seconds * 1e3:7.0f} ms, {page.queries} queries"
            f" (target {PAGE_SECONDS * 1e3:.0f} ms, fewer than {PAGE_QUERIES}: {verdict})"
        )


def _verdict(met: bool) -> str:
    return "met" if met else "MISSED"
