"""The browser's own verifier agrees with the published vectors, and its page works under the site's policy (F1)."""

import copy
import hashlib
import json
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests import services
from tests.fairness.vectors import FIRST, VECTORS

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "static"
# Nobody listens there: every request is answered here. On plain http browsers have no cryptography of their own.
ORIGIN = "http://spades.example"
GAME: dict[str, Any] = VECTORS["games"][0]["record"]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=services.need("chromium", "chromium"),
            args=["--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, client: Client) -> Iterator[Page]:
    """The page as the site sends it, policy and all; fails if the browser complains of anything."""
    context = chromium.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    shown = client.get("/verify/")
    assert shown.status_code == 200

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/verify/"):
            sent = client.get(path)
            route.fulfill(body=sent.content, headers=dict(sent.headers.items()))
        elif path == "/play/t/finished/record/":
            route.fulfill(body=json.dumps(GAME), content_type="application/json")
        elif path == "/play/t/running/record/":
            route.fulfill(body="<p>Not yet</p>", content_type="text/html")
        else:
            file = STATIC / path.removeprefix("/static/")
            kind = mimetypes.guess_type(file.name)[0] or "text/plain"
            route.fulfill(body=file.read_bytes(), content_type=kind)

    page.route("**/*", answer)
    page.goto(f"{ORIGIN}/verify/")
    assert "script-src 'self'" in shown.headers["Content-Security-Policy"]
    yield page
    context.close()
    # On plain http browsers say that they ignore this header.
    assert [text for text in complaints if "Cross-Origin-Opener-Policy" not in text] == []


def compute(page: Page, script: str, vectors: dict[str, Any] = VECTORS) -> Any:
    """Run a function body with the module `deal` and the vectors `vectors`; return what it gives."""
    return page.evaluate(
        f"""async (vectors) => {{
            const deal = await import("/static/js/verify/deal.js");
            {script}
        }}""",
        vectors,
    )


def test_commitments_and_contexts(page: Page) -> None:
    found = compute(
        page,
        """return [
            await Promise.all(vectors.commitments.map((v) => deal.commitment(deal.fromHex(v.master)))),
            vectors.contexts.map((v) => deal.toHex(deal.encodeContext(v.purpose, v.salts, v.hand_no))),
        ];""",
    )
    assert found == [
        [vector["commitment"] for vector in VECTORS["commitments"]],
        [vector["context"] for vector in VECTORS["contexts"]],
    ]


def test_the_browsers_sha256_is_the_one_of_the_standard(page: Page) -> None:
    data = [bytes(range(256))[: length % 256] * (1 + length // 200) for length in range(260)]
    found = page.evaluate(
        """async (data) => {
            const { fromHex, sha256, toHex } = await import("/static/js/salt.js");
            return data.map((bytes) => toHex(sha256(fromHex(bytes))));
        }""",
        [each.hex() for each in data],
    )
    assert found == [hashlib.sha256(each).hexdigest() for each in data]
    assert page.evaluate("() => isSecureContext") is False


def test_hashes_and_digests(page: Page) -> None:
    found = compute(
        page,
        """return [
            vectors.salts.map((v) => deal.saltHash(v.salt)),
            vectors.digests.map((v) => deal.listDigest(v.hashes)),
        ];""",
    )
    assert found == [
        [vector["hash"] for vector in VECTORS["salts"]],
        [vector["digest"] for vector in VECTORS["digests"]],
    ]


def test_choices(page: Page) -> None:
    found = compute(
        page,
        """const all = [];
        for (const v of vectors.choices) {
            const stream = new deal.Stream(deal.fromHex(v.master), v.purpose, v.salts, v.hand_no);
            const values = [];
            for (const count of v.counts) values.push(await stream.below(count));
            all.push(values);
        }
        return all;""",
    )
    assert found == [vector["values"] for vector in VECTORS["choices"]]


def test_shuffles(page: Page) -> None:
    found = compute(
        page,
        """const all = [];
        for (const v of vectors.shuffles) {
            const order = await deal.shuffled(v.pack.split(" "), deal.fromHex(v.master), v.salts, v.hand_no);
            all.push(order.join(" "));
        }
        return all;""",
    )
    assert found == [vector["order"] for vector in VECTORS["shuffles"]]


def test_draws_and_first_dealers(page: Page) -> None:
    found = compute(
        page,
        """const draws = [], seats = [];
        for (const v of vectors.draws) {
            draws.push(await deal.drawn(v.pack.split(" "), v.seats, deal.fromHex(v.master), v.salts));
        }
        for (const v of vectors.first_dealers) {
            seats.push(await deal.firstDealer(v.seats, deal.fromHex(v.master), v.salts));
        }
        return [draws, seats];""",
    )
    assert found == [
        [vector["drawn"] for vector in VECTORS["draws"]],
        [vector["seat"] for vector in VECTORS["first_dealers"]],
    ]


@pytest.mark.parametrize("vectors", [VECTORS, FIRST], ids=["second", "first"])
def test_games(page: Page, vectors: dict[str, Any]) -> None:
    found = compute(
        page,
        """const all = [];
        for (const v of vectors.games) {
            const findings = await deal.verifyGame(v.record);
            all.push(findings.map((each) => [each.subject, each.hand, each.ok]));
        }
        return all;""",
        vectors,
    )
    assert found == [vector["findings"] for vector in vectors["games"]]


@pytest.mark.parametrize("vectors", [VECTORS, FIRST], ids=["second", "first"])
def test_malformed_records(page: Page, vectors: dict[str, Any]) -> None:
    found = compute(
        page,
        """const all = [];
        for (const v of vectors.refused) {
            try {
                await deal.verifyGame(v.record);
                all.push("accepted");
            } catch (error) {
                all.push(error.place);
            }
        }
        return all;""",
        vectors,
    )
    assert found == [vector["place"] for vector in vectors["refused"]]


# -------------------------------------------------------------------------------------------------- the page
def check(page: Page, text: str) -> list[str]:
    """Put a text into the page, press the button; return the lines of the result."""
    page.get_by_label("Or its text").fill(text)
    page.get_by_role("button", name="Check the deals").click()
    result = page.get_by_role("region", name="Result")
    result.locator(".note:not(:has-text('Dealing'))").first.wait_for()
    return [line for line in result.inner_text().splitlines() if line.strip()]


def test_a_good_record(page: Page) -> None:
    assert check(page, json.dumps(GAME)) == [
        "Everything agrees: the secret gives exactly the cards of all 3 hands.",
        "Commitment",
        "Compare it with the commitment that the table showed when the game began:",
        GAME["x-fairness"]["commitment"],
        "agrees",
        "The players’ salts",
        "agrees",
        "First dealer (seat, from 0)",
        "agrees",
        "Hand 1",
        "agrees",
        "Hand 2",
        "agrees",
        "Hand 3",
        "agrees",
    ]


def test_a_changed_record(page: Page) -> None:
    game = copy.deepcopy(GAME)
    game["x-fairness"]["master"] = "01" + game["x-fairness"]["master"][2:]
    lines = check(page, json.dumps(game))
    assert lines[0] == "5 things differ from what the secret gives. See below."
    assert [line for line in lines if line in {"agrees", "differs"}] == [
        "differs", "agrees", *["differs"] * 4,
    ]  # fmt: skip


def test_a_file_is_checked_when_it_is_chosen(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{json.dumps(GAME)}\n{json.dumps(GAME)}\n", encoding="utf-8")
    page.get_by_label("The game’s record, as a file").set_input_files(file)
    page.get_by_role("heading", name="Game 2").wait_for()
    assert page.get_by_text("Everything agrees").count() == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" ", "Choose a record file or paste its text first."),
        ("[1]", "That record can’t be checked. record: it is not what it should be."),
        ("{}", "That record can’t be checked. x-fairness: it is missing."),
    ],
)
def test_what_cannot_be_checked(page: Page, text: str, sentence: str) -> None:
    assert check(page, text) == [sentence]


def test_a_finished_table_leads_to_its_own_deals(page: Page) -> None:
    page.goto(f"{ORIGIN}/verify/?table=finished")
    page.get_by_text("Everything agrees").wait_for()
    assert json.loads(page.get_by_label("Or its text").input_value()) == GAME


def test_a_running_table_has_no_record_yet(page: Page) -> None:
    page.goto(f"{ORIGIN}/verify/?table=running")
    page.get_by_text("The table’s record couldn’t be loaded.").wait_for()
    assert page.get_by_label("Or its text").input_value() == ""


def test_what_is_no_json(page: Page) -> None:
    (line,) = check(page, "7S 8S")
    assert line.startswith("That isn’t a game record: it can’t be read as JSON (")
