"""The style guide: its picture is compared with the one that was accepted.

The picture is not of pixels, which differ with every version of Chromium and FreeType, but of what the styles make of
the page: each element's box, within its sample, and its colours, border, type and shadow as computed. Boxes may differ
by `SLACK` pixels, because letters are rounded differently; everything else must be the same. The typefaces come with
the site, so that texts are equally wide everywhere.
"""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests import program
from tests.browser.conftest import DESKTOP, SHOTS, Person
from tests.browser.tables import signed_in

ACCEPTED = Path(__file__).parent / "style"
ACCEPT = "SPADES_ACCEPT_STYLE"
SLACK = 2
PHONE: ViewportSize = {"width": 390, "height": 844}
STAFF = """
from django.contrib.auth import get_user_model
from django.test import Client
from tests.support.factors import with_second_factor
user = with_second_factor(get_user_model().objects.create_superuser("sue", "sue@example.org"))
client = Client()
client.force_login(user)
print("session", client.cookies["sessionid"].value)
"""
# A line for each visible element of each sample: its depth and name, its box, and its look where it isn't its parent's.
DRAW = r"""async () => {
  await document.fonts.ready;
  const round = (number) => Math.round(number);
  const short = (text) => text.replace(/rgba?\(([^)]*)\)/g, (all, parts) => "(" + parts.replace(/ /g, "") + ")");
  const typeOf = ({ color, fontFamily, fontSize, fontWeight }) => [color, fontFamily.split(",")[0], fontSize, fontWeight];
  const lookOf = (element, first) => {
    const style = getComputedStyle(element);
    const outer = first ? [] : typeOf(getComputedStyle(element.parentElement));
    const given = typeOf(style).filter((part, n) => part !== outer[n]);
    if (style.backgroundColor !== "rgba(0, 0, 0, 0)") given.push("on " + style.backgroundColor);
    if (style.borderTopWidth !== "0px") given.push(`border ${style.borderTopWidth} ${style.borderTopStyle} ${style.borderTopColor}`);
    if (style.borderTopLeftRadius !== "0px") given.push("round " + style.borderTopLeftRadius);
    if (style.boxShadow !== "none") given.push("shadow " + style.boxShadow);
    if (style.opacity !== "1") given.push("opacity " + style.opacity);
    if (element instanceof SVGElement) {
      if (style.fill !== "none") given.push("fill " + style.fill);
      if (style.stroke !== "none") given.push(`stroke ${style.stroke} ${style.strokeWidth}`);
    }
    return short(given.join(" "));
  };
  const nameOf = (element) => element.tagName.toLowerCase() + [...element.classList].map((name) => "." + name).join("");
  const lines = [];
  for (const sample of document.querySelectorAll("[data-specimen]")) {
    const from = sample.getBoundingClientRect();
    const walk = (element, depth) => {
      const box = element.getBoundingClientRect();
      // Letters of the system are as wide as they are.
      if (!box.width || !box.height || element.matches("code, kbd")) return;
      const place = [box.x - from.x, box.y - from.y, box.width, box.height].map(round).join(" ");
      const name = `${sample.dataset.specimen}: ${">".repeat(depth)}${nameOf(element)}`;
      lines.push(`${name} | ${place} | ${lookOf(element, !depth)}`);
      for (const child of element.children) walk(child, depth + 1);
    };
    walk(sample, 0);
  }
  return lines;
}"""


@pytest.fixture(scope="module")
def staff(platform: program.Platform) -> str:
    """The session of one of the staff."""
    told = platform.manage("shell", "--no-imports", stdin=STAFF)
    return next(line.split()[1] for line in told.splitlines() if line.startswith("session "))


@pytest.fixture
def sue(chromium: Browser, platform: program.Platform, staff: str) -> Iterator[Person]:
    """One of the staff."""
    context = chromium.new_context(
        viewport=DESKTOP, color_scheme="light", locale="en-GB", reduced_motion="reduce"
    )
    signed_in(context, platform, staff)
    person = Person("sue", context, platform.url)
    yield person
    context.close()
    assert person.complaints == []


def differences(accepted: list[str], drawn: list[str]) -> list[str]:
    """Return what differs by more than the slack: lines that are gone, that are new, and pairs that changed."""
    before, now = by_element(accepted), by_element(drawn)
    return [
        "\n".join(
            filter(None, (key in before and f"- {before[key]}", key in now and f"+ {now[key]}"))
        )
        for key in {**before, **now}
        if key not in before or key not in now or not _alike(before[key], now[key])
    ]


def by_element(lines: list[str]) -> dict[tuple[str, int], str]:
    """Return lines by the name of their element, and which of those with this name it is."""
    found: dict[tuple[str, int], str] = {}
    count: Counter[str] = Counter()
    for line in lines:
        name = line.split(" | ")[0]
        found[name, count[name]] = line
        count[name] += 1
    return found


def _alike(one: str, other: str) -> bool:
    (_, box, look), (_, other_box, other_look) = (line.split(" | ") for line in (one, other))
    near = all(
        abs(int(a) - int(b)) <= SLACK for a, b in zip(box.split(), other_box.split(), strict=True)
    )
    return near and look == other_look


def test_the_style_guide_looks_as_accepted(sue: Person) -> None:
    page = sue.go("/style/")
    page.wait_for_selector("#style-table[data-drawn]")
    found = []
    for width, colours in product((DESKTOP, PHONE), ("light", "dark")):
        page.set_viewport_size(width)
        page.emulate_media(color_scheme=colours)
        page.evaluate(
            "() => new Promise(requestAnimationFrame)"
        )  # Cards are drawn anew for phones.
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found += compared(page, f"{colours}-{width['width']}")
        if (width, colours) in ((DESKTOP, "light"), (PHONE, "dark")):
            sue.check_access()
            sue.check_access(rule="landmark-unique")
    assert not found, (
        f"{len(found)} parts look different; see {SHOTS}. If they should, accept them by "
        f"{ACCEPT}=1 pytest {Path(__file__).name}, and commit {ACCEPTED}.\n" + "\n".join(found[:20])
    )


def compared(page: Page, name: str) -> list[str]:
    """Return how the page differs from what was accepted under this name, and leave its picture if it does."""
    drawn = page.evaluate(DRAW)
    file = ACCEPTED / f"{name}.txt"
    if os.environ.get(ACCEPT):
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(drawn) + "\n")
    found = differences(file.read_text().splitlines(), drawn)
    if found:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"style-{name}.png", full_page=True, caret="initial")
    return [f"{name}: {each}" for each in found]


def test_what_counts_as_a_difference() -> None:
    accepted = [
        "a: div | 0 0 9 9 | (1,2,3)",
        "a: div p | 0 0 9 9 | (1,2,3)",
        "a: div p | 0 9 9 9 | (1,2,3)",
    ]
    near = [
        "a: div | 0 0 9 9 | (1,2,3)",
        "a: div p | 0 1 11 9 | (1,2,3)",
        "a: div p | 0 9 9 9 | (1,2,3)",
    ]
    other = ["a: div | 0 0 9 9 | (1,2,4)", "a: div p | 0 3 9 9 | (1,2,3)"]
    assert differences(accepted, near) == []
    assert differences(accepted, other) == [
        "- a: div | 0 0 9 9 | (1,2,3)\n+ a: div | 0 0 9 9 | (1,2,4)",
        "- a: div p | 0 0 9 9 | (1,2,3)\n+ a: div p | 0 3 9 9 | (1,2,3)",
        "- a: div p | 0 9 9 9 | (1,2,3)",
    ]
