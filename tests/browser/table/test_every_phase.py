"""A table in each phase: a reload changes nothing, the page fits a phone, and axe finds nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import PRESETS
from tests.browser.conftest import DESKTOP, PHONE, Person
from tests.browser.sight import look
from tests.browser.tables import Mate, open_table, path_of
from tests.browser.tour import Tour
from tests.program import Platform

LYING = {"width": 740, "height": 360}
SAME = ("v", "hand", "legal", "mine", "trick", "scores", "tallies", "turns", "backs", "choice")
"""What a reload brings back."""
# What lies outside the screen or under something else; a panel may be scrolled to show its buttons.
LAYOUT = """async () => {
  // A turned phone is drawn anew in the frame after.
  for (let k = 0; k < 2; k += 1) await new Promise(requestAnimationFrame);
  const table = document.getElementById("table");
  const width = document.documentElement.scrollWidth;
  const hits = (element, x, y) => element.contains(document.elementFromPoint(x, y));
  const cards = [...table.querySelectorAll(".own-card")];
  const hidden = cards.filter((card) => {
    const box = card.getBoundingClientRect();
    const inside = box.left >= -1 && box.right <= innerWidth + 1;
    // Cards stand at an angle: somewhere in the corner with rank and suit the card must be hit.
    const corner = [8, 14, 20, 28].flatMap((x) => [10, 16, 24, 32].map((y) => [box.left + x, box.top + y]));
    return !inside || !corner.some(([x, y]) => hits(card, x, y));
  });
  const buttons = [...table.querySelectorAll("[data-choice] .button, .table-bar .button")].filter((button) => button.checkVisibility());
  const unreachable = buttons.filter((button) => {
    button.scrollIntoView({ block: "nearest" });
    const box = button.getBoundingClientRect();
    return !hits(button, box.left + box.width / 2, box.top + box.height / 2);
  });
  // What one has bid and won is never cut off by a clock of hours.
  const cut = [...table.querySelectorAll(".own-plate .tally")].filter((tally) => tally.scrollWidth > tally.clientWidth);
  return { width, cut: cut.map((tally) => tally.textContent), cards: hidden.map((card) => card.dataset.card), buttons: unreachable.map((button) => button.dataset.do ?? button.textContent) };
}"""
TOURS = {
    "classic_blind_nil": {
        "rules": {"blind_nil_deficit": 0, "blind_nil_pass": 2},
        "moments": ["waiting", "blind", "pass", "play", "last", "trick", "score", "bid", "over"],
    },
    "rubl_two_player": {
        "rules": {},
        "moments": ["waiting", "draw", "bid", "play", "last", "trick", "score", "over"],
    },
}


@pytest.mark.parametrize(
    "key", ["classic_blind_nil", pytest.param("rubl_two_player", marks=pytest.mark.long)]
)
def test_each_phase_survives_a_reload_and_fits(
    ann: Callable[..., Person], platform: Platform, mates: list[Mate], key: str
) -> None:
    window = ann()
    rules: dict[str, Any] = TOURS[key]["rules"]  # type: ignore[assignment]
    table = open_table(window.context, platform, key, max_hands=2, **rules)
    page = window.go(path_of(table))
    tour = Tour(platform, table, mates[: PRESETS[key].players])
    moments = []
    for moment in tour.moments():
        moments.append(moment)
        before = settled(window, tour.version)
        page.reload()
        after = settled(window, tour.version)
        # The server tells of a player who went and came back by new versions; nothing else may have changed.
        assert after["v"] >= before["v"]
        assert {k: after[k] for k in SAME[1:]} == {k: before[k] for k in SAME[1:]}, moment
        for size in (PHONE, LYING):
            page.set_viewport_size(size)
            fits(window, moment, size)
        page.set_viewport_size(DESKTOP)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            window.check_access()
    # Whether the first hand or the second brings a moment depends on the cards.
    assert sorted(moments) == sorted(TOURS[key]["moments"])


def settled(window: Person, version: int) -> dict[str, Any]:
    """Return what the page shows once the last trick and the sheet of the last hand have gone."""
    look(window.page, version)
    window.page.locator(".trick.done").wait_for(state="detached")
    return look(window.page)


def fits(window: Person, moment: str, size: dict[str, int]) -> None:
    """Check that nothing that one needs lies outside the screen or under something else."""
    shown = window.page.evaluate(LAYOUT)
    assert shown == {"width": size["width"], "cut": [], "cards": [], "buttons": []}, (moment, size)
