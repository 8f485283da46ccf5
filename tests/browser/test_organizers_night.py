"""One organizer runs a night from the desk alone, in Chromium: sixteen pairs, two of which don't come; a swapped pairing, a
stalled table, a contested result, a player replaced in the middle of a hand, a score corrected. At the end standings, ratings and
log are right.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests import program
from tests.browser.conftest import DESKTOP, Person
from tests.browser.nights import (
    ORGANIZER,
    PAIRS,
    SUBSTITUTE,
    Players,
    Seated,
    standings,
)
from tests.browser.tables import played_until, signed_in
from tests.standings.duels import Duel, Outcome

pytestmark = pytest.mark.long
CUP = "/tournaments/thursday-pairs/"
HOME = f"/organize{CUP}"
DESK = f"{HOME}desk/"
SMALL = {"width": 390, "height": 844}
BANK = 300
AWAY, GONE = PAIRS[14], PAIRS[15]
"""The pair that is late and never comes to its table, and the pair that isn't even checked in."""


class Night:
    """The running program, its players, and the organizer's browser."""

    def __init__(self, site: program.Platform, chromium: Browser) -> None:
        self.site, self.chromium = site, chromium
        self.players = Players(site)
        self.people: list[Person] = []
        self.maud = self.browser(ORGANIZER)
        self.forfeits: dict[int, tuple[str, str]] = {}
        """The absent pair of each match that was forfeited."""
        self.notes: dict[str, str] = {}

    def browser(self, name: str, **options: Any) -> Person:
        """Open a browser of somebody's."""
        context = self.chromium.new_context(
            **{"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        )
        context.set_default_timeout(20_000)
        signed_in(context, self.site, self.players.sessions[name])
        self.people.append(Person(name, context, self.site.url))
        return self.people[-1]

    @property
    def page(self) -> Page:
        """The organizer's page."""
        return self.maud.page

    def at_desk(self, part: str, text: str) -> Locator:
        """Return the row of a part of the desk (decisions, people, tables) with this text, once it is there."""
        found = self.page.locator(f"#{part} .desk-rows > li").filter(has_text=text)
        expect(found).to_have_count(1, timeout=20_000)
        return found

    def press(self, part: str, text: str, button: str) -> None:
        """Press a button of the desk that does something at once."""
        row = self.at_desk(part, text)
        with self.page.expect_response("**/desk/do/**"):
            row.get_by_role("button", name=button, exact=True).click()

    def ask(self, part: str, text: str, button: str, title: str, **answers: str) -> None:
        """Press a button of the desk that asks first, whose question is `title`; answer it and read what is said then."""
        self.at_desk(part, text).get_by_role("link", name=button, exact=True).click()
        self.answer(title, **answers)

    def answer(self, title: str, **answers: str) -> None:
        """Answer the question of the desk that is open."""
        asked = self.page.locator("#ask[open]")
        expect(asked.locator("h1")).to_have_text(title)
        for name, value in answers.items():
            field = asked.locator(f"[name={name}]")
            if field.evaluate("(field) => field.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            asked.get_by_role("button").last.click()
        assert answered.value.status < 400
        expect(asked).to_be_hidden()

    def feed(self, name: str) -> list[dict[str, Any]]:
        """Return the rows of a feed of the tournament."""
        rows: list[dict[str, Any]] = self.page.request.get(
            f"{self.site.url}{CUP}{name}.json"
        ).json()[name]
        return rows


@pytest.fixture
def night(chromium: Browser) -> Iterator[Night]:
    """The program with a league of 34 people, and its organizer."""
    with program.running(BOT_SECONDS="30", HAND_PAUSE_SECONDS="0") as site:
        one = Night(site, chromium)
        yield one
        # Leaving a page while it is refreshed ends that request.
        complaints = [
            complaint
            for person in one.people
            for complaint in person.complaints
            if not re.search("htmx:(afterRequest|sendError)", complaint)
        ]
        for person in one.people:
            person.shoot(f"night-end-{person.name}")
            person.context.close()
        assert complaints == []


def test_one_organizer_runs_a_night_by_the_desk_alone(night: Night) -> None:
    make_tournament(night)
    fill_it(night)
    check_in(night)
    swap_and_confirm(night)
    first_round(night)
    second_round(night)
    see_the_end(night)


def make_tournament(night: Night) -> None:
    """Make it from a ready plan, and open registration."""
    page = night.maud.go("/organize/")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_role("link", name="Pairs night").click()
    page.locator("#id_name").fill("Thursday pairs")
    page.locator("#id_league").select_option(label="Thursday club")
    page.locator("summary", has_text="Rounds at fixed times").click()
    page.locator("#id_confirm_draws").check()
    page.get_by_role("link", name="Next: format").click()
    page.locator("#id_stages-0-rounds").fill("2")
    page.get_by_role("link", name="Next: rules and clock").click()
    page.locator("#id_match_hands").fill("4")
    page.locator("#id_bank_seconds").fill(str(BANK))
    page.locator("summary", has_text="Absences and disputes").click()
    page.locator("#id_no_show").select_option("forfeit")
    page.locator("#id_grace_minutes").fill("20")
    page.get_by_role("button", name="Create draft").click()
    page.wait_for_url(f"**{HOME}")
    page.get_by_role("link", name="Open registration").click()
    page.get_by_role("button", name="Open registration").click()
    expect(page.locator(".page-head .badge")).to_have_text("registration open")


def fill_it(night: Night) -> None:
    """Half of the pairs enter by themselves, half by a list that is refused until its mistake is corrected."""
    night.players.enter(PAIRS[:8])
    page = night.maud.go(HOME)
    page.get_by_role("link", name="Add entries").click()
    lines = [",".join(pair) for pair in PAIRS[8:]]
    page.locator("#import-text").fill("\n".join(["first,second", *lines, lines[0]]))
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview")).to_contain_text(
        "This pair is in line 2 already. Remove one of the two."
    )
    page.locator("#import-text").fill("\n".join(["first,second", *lines]))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import 8 lines").click()
    expect(
        page.locator(
            ":is(#messages, #toast) > .note",
            has_text="8 entries are imported, and their players are notified.",
        )
    ).to_be_visible()
    names = {row["name"]: row["status"] for row in night.feed("entries")}
    assert names == {" & ".join(pair): "entered" for pair in PAIRS}


def check_in(night: Night) -> None:
    """Most check in by themselves, some at the desk; one pair isn't there when the night starts."""
    starts = page_starts_in(night)
    night.site.forward(starts - 600)
    page = night.maud.go(DESK)
    expect(page.locator(".page-head .badge")).to_have_text("check-in open", timeout=20_000)
    expect(night.at_desk("decisions", "Missing: 16 of 16 entries")).to_contain_text(
        "Over half are absent."
    )
    night.players.check_in([first for first, _second in PAIRS[:13]])
    expect(night.at_desk("decisions", "Missing: 3 of 16 entries")).to_be_visible()
    night.press("people", " & ".join(PAIRS[13]), "Check in")
    expect(page.locator("#toast")).to_contain_text("maud checked an entry in: ann14 & ben14")
    night.press("people", " & ".join(AWAY), "On the way")
    night.ask("decisions", "Missing: 2 of 16 entries", "Call all absent", "Call 4 absent people?")
    # Pressed too early, taken back, and pressed again when they have rung.
    night.press("people", " & ".join(AWAY), "Check in")
    with page.expect_response("**/desk/do/**"):
        page.locator("#toast").get_by_role("button", name="Undo").click()
    expect(page.locator("#toast")).to_be_focused()
    expect(night.at_desk("people", " & ".join(AWAY))).to_be_visible()
    night.press("people", " & ".join(AWAY), "Check in")
    night.ask("decisions", "It starts by itself", "Start now", "Start Thursday pairs now?")
    expect(page.locator("#people")).to_contain_text("1 left out at the start, not checked in.")


def page_starts_in(night: Night) -> float:
    """Return in how many seconds the tournament starts."""
    at = night.page.locator(".page-head time").first.get_attribute("datetime")
    return float(
        night.page.evaluate("(at) => (Date.parse(at) - Date.now()) / 1000", at) - night.site.shifted
    )


def swap_and_confirm(night: Night) -> None:
    """Look at the first draw, drag an entry onto another, see what follows, swap them, and confirm it from the desk."""
    page = night.page
    row = night.at_desk("decisions", "Confirm the draw of round 1")
    row.get_by_role("link", name="Look at it").click()
    before = drawn(page)
    # The bye goes by lot: the pair that won't come to its table shall have one to miss.
    alone = next(line for line in before if " – " not in line)
    matches = [line for line in before if line != alone]
    one, other = matches[0].partition(" – ")[0], matches[1].partition(" – ")[0]
    if alone == " & ".join(AWAY):
        one = alone
    drag(page, one, other)
    expect(page.locator("h1")).to_have_text(f"Swap {one} and {other}?")
    swapped = {one: other, other: one}
    after = [" – ".join(swapped.get(name, name) for name in line.split(" – ")) for line in before]
    rows = page.locator("table").first.locator("tbody tr")
    shown = [row.locator("td").all_inner_texts() for row in rows.all()]
    changed = [list(pair) for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    assert [list(map(sides, line)) for line in shown] == [
        list(map(sides, line)) for line in changed
    ]
    night.maud.check_access()
    page.locator("#swap-reason").fill("They came in one car")
    page.get_by_role("button", name="Swap", exact=True).click()
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="They have swapped places.")
    ).to_be_visible()
    night.notes["swapped"] = f"{one} – {other}"
    assert sorted(map(sides, drawn(page))) == sorted(map(sides, after))
    confirm(night, 1)


def drag(page: Page, one: str, other: str) -> None:
    """Drag an entry of the draw onto another one."""
    places = page.locator(".draw-entry")
    grip = places.filter(has_text=one).locator(".grip").bounding_box()
    target = places.filter(has_text=other).bounding_box()
    assert grip is not None
    assert target is not None
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 5, steps=6)
    page.mouse.up()


def drawn(page: Page) -> list[str]:
    """Return the pairings of the draw that is shown."""
    return [" ".join(line.split()) for line in page.locator("#draft .rows .grow").all_inner_texts()]


def sides(line: str) -> list[str]:
    """Return the sides of a pairing in one order."""
    return sorted(line.split(" – "))


def confirm(night: Night, number: int) -> list[Seated]:
    """Confirm a draw from the desk; returns the tables that open."""
    night.maud.go(DESK)
    night.ask(
        "decisions",
        f"Confirm the draw of round {number}",
        "Confirm the draw",
        f"Confirm the draw of round {number}?",
    )
    expect(night.page.locator("#tables .desk-table")).to_have_count(7)
    return night.players.seated(number)


def first_round(night: Night) -> None:
    """A pair doesn't come and forfeits; a table stalls, is paused, gets time and ends; a result is contested."""
    players, page = night.players, night.page
    tables = players.seated(1)
    lonely = next(at for at in tables if AWAY[0] in at.names)
    night.forfeits[lonely.match] = AWAY
    players.come(lonely, without=AWAY)
    stalled, contested, *rest = [at for at in tables if at is not lonely]
    for at in [*rest, contested]:
        players.play(at)
    night.press("people", " & ".join(AWAY), "+5 min")
    night.ask(
        "people", " & ".join(AWAY), "Forfeit", about(lonely, "Have the absent forfeit in {}?")
    )
    for mate in (players.mates[name] for name in lonely.names if name not in AWAY):
        mate.leave()
    four = players.come(stalled)
    four[0].until(lambda view: view["game"] is not None)
    night.site.forward(30 + 60 + 5)
    for mate in four:
        mate.look()
    row = night.page.locator("#tables .desk-table.urgent")
    expect(row).to_have_count(1, timeout=20_000)
    expect(page.locator("#tables")).to_contain_text("Stalled 1")
    number = night.notes["stalled"] = f"1.{stalled.number}"
    night.ask("tables", number, "Pause", f"Pause table {number}?", reason="I ring them.")
    night.ask(
        "tables", number, "Add time", f"Add time at table {number}?",
        minutes="5", reason="Their line was down.",
    )  # fmt: skip
    night.ask("tables", number, "Resume", f"Resume table {number}?")
    players.play(stalled, four)
    contest(night, contested)


def about(at: Seated, text: str) -> Any:
    """Return a question about a match, whichever side it names first."""
    pairs = [" & ".join(at.names[0::2]), " & ".join(at.names[1::2])]
    return re.compile(
        "|".join(re.escape(text.format(" – ".join(one))) for one in (pairs, pairs[::-1]))
    )


def contest(night: Night, at: Seated) -> None:
    """A player on a phone contests a result; the organizer lets it stand."""
    night.notes["contested by"] = at.names[0]
    player = night.browser(at.names[0], viewport=SMALL)
    page = player.go(f"{CUP}matches/{at.match}/")
    page.locator("summary", has_text="Contest the result").click()
    page.locator("main form[action*='contest'] textarea").fill("We made our nil.")
    page.locator("main form[action*='contest'] button").click()
    expect(page.locator("#disputes")).to_contain_text("We made our nil.")
    player.check_access()
    night.ask(
        "decisions", "contest the result", "Let it stand",
        re.compile("Let the result stand"), reason="The last trick took it.",
    )  # fmt: skip
    page.reload()
    expect(page.locator("#disputes")).to_contain_text("The last trick took it.")


def second_round(night: Night) -> None:
    """The pair that didn't come is taken out of the waiting draw; the others play."""
    night.site.forward(120)
    page = night.maud.go(DESK)
    night.at_desk("decisions", "Confirm the draw of round 2")
    page.get_by_role("link", name="Entries, draw and settings").click()
    page.get_by_role("link", name=f"Change {' & '.join(AWAY)}").click()
    page.locator("form[action$='/remove/'] [name=reason]").fill("They didn't come")
    page.locator("form[action$='/remove/'] button").click()
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="the entry was removed")
    ).to_be_visible()
    page.get_by_role("button", name="Redraw with the current entries").click()
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="The round has been redrawn.")
    ).to_be_visible()
    open_table, corrected, *rest = confirm(night, 2)
    replace_a_player(night, open_table)
    for at in [*rest, corrected]:
        night.players.play(at)
    correct_a_score(night, corrected)


def replace_a_player(night: Night, at: Seated) -> None:
    """Somebody must go in the middle of a hand: who takes over is asked, and plays on with the cards."""
    players, gone = night.players, at.names[2]
    number = f"2.{at.number}"
    night.notes["replaced"] = f"{number}, {gone} → {SUBSTITUTE}"
    four = players.come(at)
    for mate in four:
        mate.until(lambda view: view["game"] is not None)
    played_until(
        four, lambda view: view["game"]["phase"] == "play" and len(view["game"]["hand"]) < 11
    )
    hand = four[2].look()["game"]["hand"]
    night.ask(
        "tables", number, "Replace", f"Replace a player at table {number}?",
        out=gone, username=SUBSTITUTE, reason="The baby woke up.",
    )  # fmt: skip
    expect(
        night.page.locator(
            ":is(#messages, #toast) > .note",
            has_text=f"{SUBSTITUTE} is asked, and plays on for {gone} after accepting.",
        )
    ).to_be_visible()
    sue = night.browser(SUBSTITUTE, viewport=SMALL)
    page = sue.go(f"{CUP}matches/{at.match}/")
    sue.check_access()
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(":is(#messages, #toast) > .note-success").first).to_be_visible()
    four[2].leave()
    four[2] = players.mates[SUBSTITUTE].come(at.address)
    assert four[2].view["game"]["hand"] == hand
    players.play(at, four, left=gone)


def correct_a_score(night: Night, at: Seated) -> None:
    """The score was noted the wrong way round: the organizer corrects it, and undoes nothing."""
    expect(night.page.locator(".page-head .badge")).to_have_text("finished", timeout=20_000)
    page = night.maud.go(f"{HOME}matches/{at.match}/")
    page.get_by_role("link", name="Enter or correct the score").click()
    fields = page.locator("#question input[inputmode=text], .panel input[inputmode=text]")
    one, other = fields.nth(0).input_value(), fields.nth(1).input_value()
    fields.nth(0).fill(other)
    fields.nth(1).fill(one)
    page.locator("[name=reason]").fill("Noted the wrong way round")
    page.get_by_role("button", name="Enter the score").click()
    expect(
        page.locator(":is(#messages, #toast) > .note", has_text="The score is entered.")
    ).to_be_visible()
    night.players.turn_round(at)


def see_the_end(night: Night) -> None:
    """Standings, ratings and the log are right, each as a whole."""
    page = night.maud.go(DESK)
    expect(page.locator(".page-head .badge")).to_have_text("finished", timeout=20_000)
    seed, ratings = night.players.seed_and_ratings()
    see_standings(night, seed)
    assert ratings == night.players.earned()
    see_log(night)


def see_standings(night: Night, seed: str) -> None:
    """Compare the standings with those that the scores at the tables give by the tests' own reading of the rules."""
    entries = {row["entry"]: row["name"] for row in night.feed("entries")}
    playing = {key: name for key, name in entries.items() if name != " & ".join(GONE)}
    duels = []
    for row in night.feed("pairings"):
        a, b, match = row["entry_a"], row["entry_b"], row["match"]
        if b is None:
            duels.append(Duel(row["round"], a, None, Outcome.BYE))
        elif match in night.forfeits:
            absent = " & ".join(night.forfeits[match]) == entries[a]
            outcome = Outcome.A_FORFEITS if absent else Outcome.B_FORFEITS
            duels.append(Duel(row["round"], a, b, outcome))
        else:
            scores = night.players.scores[match]
            (one, bags), (other, bags_of) = (
                scores[frozenset(entries[key].split(" & "))] for key in (a, b)
            )
            outcome = (
                Outcome.A_WON if one > other else Outcome.B_WON if other > one else Outcome.DRAWN
            )
            duels.append(Duel(row["round"], a, b, outcome, (one, other), (bags, bags_of)))
    assert len(duels) == 8 + 7
    wanted = standings(playing, duels, 2, seed)
    assert [row["entry"] for row in night.feed("standings")] == wanted
    page = night.maud.go(f"{CUP}report/")
    expect(page.locator("h1")).to_contain_text("Thursday pairs")
    shown = page.locator("table.standings th > bdi").all_inner_texts()
    assert shown == [entries[key] for key in wanted]


def see_log(night: Night) -> None:
    """Compare the whole log: who did what, with whom, and why."""
    text = night.page.request.get(f"{night.site.url}{HOME}log/?csv=1").body().decode("utf-8-sig")
    lines = [
        (row["actor"], row["action"], named(row["details"]), row["reason"])
        for row in csv.DictReader(io.StringIO(text))
    ]
    cup, away, last = "Thursday pairs", " & ".join(AWAY), " & ".join(PAIRS[13])
    entered = [
        (name, action, f"{first} & {second}", "")
        for first, second in PAIRS[:8]
        for name, action in (
            (first, "tournament.entered"),
            (second, "tournament.partner_accepted"),
        )
    ]
    checked_in = [
        (first, "tournament.entry_checked_in", f"{first} & {second}", "")
        for first, second in PAIRS[:13]
    ]
    assert lines[::-1] == [
        (ORGANIZER, "tournament.created", cup, ""),
        (ORGANIZER, "tournament.open_registration", "", ""),
        *entered,
        (ORGANIZER, "tournament.entries_imported", "", ""),
        *checked_in,
        (ORGANIZER, "tournament.checked_in", last, ""),
        (ORGANIZER, "tournament.on_the_way", away, ""),
        (ORGANIZER, "tournament.called", "", ""),
        (ORGANIZER, "tournament.checked_in", away, ""),
        (ORGANIZER, "tournament.check_in_undone", away, ""),
        (ORGANIZER, "tournament.checked_in", away, ""),
        ("", "tournament.started", "", ""),
        (ORGANIZER, "tournament.start", "", ""),
        (ORGANIZER, "round.swapped", night.notes["swapped"], "They came in one car"),
        (ORGANIZER, "round.confirmed", "round 1", ""),
        (ORGANIZER, "match.grace_extended", "", ""),
        (ORGANIZER, "match.absence_forfeit", ", ".join(AWAY), ""),
        (ORGANIZER, "match.table_paused", night.notes["stalled"], "I ring them."),
        (ORGANIZER, "match.turn_extended", night.notes["stalled"], "Their line was down."),
        (ORGANIZER, "match.table_resumed", night.notes["stalled"], ""),
        (night.notes["contested by"], "match.contested", "", "We made our nil."),
        (ORGANIZER, "match.dispute_rejected", "", "The last trick took it."),
        (ORGANIZER, "tournament.entry_removed", away, "They didn't come"),
        (ORGANIZER, "round.redrawn", "round 2", ""),
        (ORGANIZER, "round.confirmed", "round 2", ""),
        (ORGANIZER, "match.take_over_asked", night.notes["replaced"], "The baby woke up."),
        (ORGANIZER, "match.player_replaced", night.notes["replaced"], "The baby woke up."),
        ("", "tournament.finished", "", ""),
        (ORGANIZER, "match.score_entered", "", "Noted the wrong way round"),
    ]


def named(details: str) -> str:
    """Return the entry, table or round that a line of the log names."""
    data = json.loads(details or "{}")
    if "first" in data:
        return f"{data['first']} – {data['second']}"
    return str(data.get("name", f"round {data['round']}" if "round" in data else ""))
