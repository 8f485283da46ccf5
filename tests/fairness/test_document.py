"""docs/fairness.md is enough: a checker written from it alone, and the document's own examples (F1)."""

import hashlib
import hmac
import re
from pathlib import Path
from typing import Any

import pytest

from tests.fairness.vectors import VECTORS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


# ----------------------------------------------------------- what a stranger would write, section by section
def strangers_choices(master: bytes, purpose: str, salts: list[str], hand: int) -> Any:
    def u32(number: int) -> bytes:
        return number.to_bytes(4, "big")

    context = b"spades-deal/2 " + purpose.encode() + b"\0" + u32(hand) + u32(len(salts))
    for salt in salts:
        context += u32(len(bytes.fromhex(salt))) + bytes.fromhex(salt)

    def stream() -> Any:
        k = 0
        while True:
            yield from hmac.new(master, context + u32(k), hashlib.sha256).digest()
            k += 1

    taken = stream()

    def choose(n: int) -> int:
        for b in taken:
            if b < 256 - 256 % n:
                return b % n
        raise AssertionError("a stream has no end")

    return choose


def strangers_shuffle(pack: list[str], choose: Any) -> list[str]:
    pack = sorted(pack)
    for i in range(len(pack) - 1, 0, -1):
        j = choose(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def strangers_check(record: dict[str, Any]) -> list[list[Any]]:
    told = record["x-fairness"]
    master, salts, n = bytes.fromhex(told["master"]), told["salts"], told["seats"]
    pack = told["pack"].split()
    first = record["first_dealer"]
    found: list[list[Any]] = [
        ["commitment", None, hashlib.sha256(master).hexdigest() == told["commitment"]]
    ]
    pairs = zip(told["salts"], told["salt_hashes"], strict=True)
    fits = [not s or hashlib.sha256(bytes.fromhex(s)).hexdigest() == h for s, h in pairs]
    found.append(["salts", None, all(fits)])
    if told["first_dealer"] == "draw":
        plain = [card for card in pack if card not in ("BJ", "LJ")]
        drawn = strangers_shuffle(plain, strangers_choices(master, "draw", salts, 0))[:n]
        best = max(
            range(n), key=lambda s: ("23456789TJQKA".index(drawn[s][0]), "CDHS".index(drawn[s][1]))
        )
        found += [
            ["draw", None, drawn == record["draw_for_deal"]],
            ["first_dealer", None, best == first],
        ]
    if told["first_dealer"] == "random":
        choose = strangers_choices(master, "first-dealer", salts, 0)
        found.append(["first_dealer", None, choose(n) == first])
    for h, hand in enumerate(record["hands"], 1):
        order = strangers_shuffle(pack, strangers_choices(master, "deal", salts, h))
        if "stock" in hand:
            found.append(["hand", h, order == hand["stock"].split()])
            continue
        before = record["hands"][: h - 1]
        thrown = sum(
            bool(each.get("actions")) and " play " not in " ".join(each["actions"])
            for each in before
        )
        dealer = (first + h - 1 - thrown) % n
        hands: list[list[str]] = [[] for _ in range(n)]
        for p, card in enumerate(order):
            hands[(dealer + 1 + p) % n].append(card)
        same = [
            sorted(mine) == sorted(text.split())
            for mine, text in zip(hands, hand["deal"], strict=True)
        ]
        found.append(["hand", h, all(same)])
    return found


@pytest.mark.parametrize("vector", VECTORS["games"], ids=lambda vector: vector["name"])
def test_an_independent_checker_agrees(vector: dict[str, Any]) -> None:
    assert strangers_check(vector["record"]) == vector["findings"]


# --------------------------------------------------------------------------------------- the document's examples
def digits(section: int) -> str:
    """The hexadecimal digits of a section, nothing between them."""
    text = DOCUMENT.split(f"\n## {section}. ")[1].split("\n## ")[0]
    return re.sub(r"\s+", "", text)


def words(section: int) -> str:
    text = DOCUMENT.split(f"\n## {section}. ")[1].split("\n## ")[0]
    return " ".join(text.split())


def test_the_examples_of_commitment_context_and_stream_are_right() -> None:
    vector = VECTORS["commitments"][1]
    assert f"| `{vector['master']}` | `{vector['commitment']}` |" in DOCUMENT
    assert VECTORS["contexts"][0]["context"] in digits(4)
    assert f"block(0)={VECTORS['blocks'][0]['block']}" in digits(5)
    assert f"block(1)={VECTORS['blocks'][1]['block']}" in digits(5)


def test_the_examples_of_salts_are_right() -> None:
    hashes = {vector["salt"]: vector["hash"] for vector in VECTORS["salts"]}
    for seat, salt in enumerate(VECTORS["contexts"][0]["salts"][:2]):
        assert f"| {seat} | `{salt}` | `{hashes[salt]}` |" in DOCUMENT
    assert f"two spaces: `{VECTORS['digests'][0]['digest']}`." in DOCUMENT


def test_the_examples_of_choices_and_cards_are_right() -> None:
    choice = VECTORS["choices"][0]
    counts, values = (", ".join(map(str, choice[key][:10])) for key in ("counts", "values"))
    assert f"choosing with n = {counts} gives {values}." in words(6)
    first, flipped = VECTORS["shuffles"][0], VECTORS["shuffles"][2]
    assert first["order"] in words(7)
    assert f"({first['bytes_used']} bytes of the stream are used)" in words(7)
    assert f"it begins `{flipped['order'][:23]}`" in words(7)
    assert f"four seats: `{' '.join(VECTORS['draws'][0]['drawn'])}`, so seat 2" in words(8)
    assert f"four seats: seat {VECTORS['first_dealers'][0]['seat']}." in words(9)


def test_the_example_of_a_record_is_right() -> None:
    record = VECTORS["games"][0]["record"]
    for text in record["hands"][0]["deal"]:
        assert f'"{text}"' in DOCUMENT
    assert f'"commitment": "{record["x-fairness"]["commitment"]}"' in DOCUMENT
    for name in ("salts", "salt_hashes"):
        assert ",".join(f'"{text}"' for text in record["x-fairness"][name]) in digits(11)


def test_every_place_the_document_names_is_there() -> None:
    root = Path(__file__).parents[2]
    named = ["tests/fairness/test_operator.py", *re.findall(r"`(tests/\w+/\w+\.py)`", DOCUMENT)]
    assert [name for name in named if not (root / name).is_file()] == []
