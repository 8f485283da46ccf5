"""F1: an operator who changes the server, alone and with accomplices at the table, against docs/fairness.md, section 12.

The operator wants many spades at seat 1. Ann, at seat 0, is honest: her salt is random, and her browser reveals it only
once it has seen the frozen list.
"""

import hashlib
import itertools
from collections.abc import Sequence

from games.fairness import commitment, list_digest, salt_hash, shuffled_names
from games.fairness.verify import verify_salts
from tests.fairness.vectors import PACK

TRIES = 8_000
WANTED = 9
SEAT = 1
EMPTY = ("", "", "", "")


def secret(name: str) -> bytes:
    """Return 32 bytes that look random and are the same in every run."""
    return hashlib.sha256(name.encode()).digest()


def spades(master: bytes, salts: Sequence[str]) -> int:
    """Return how many spades seat 1 gets in hand 1, where seat 3 deals."""
    order = shuffled_names(PACK, master=master, salts=salts, hand_no=1)
    return sum(card[1] == "S" for card in order[SEAT::4])


class Browser:
    """Ann's: section 1, steps 2 to 5, and what it compares at the end."""

    def __init__(self, name: str) -> None:
        self.salt = secret(name).hex()
        self.commitment = ""
        self.digest = ""

    @property
    def hash(self) -> str:
        """What it sends before the start."""
        return salt_hash(self.salt)

    def reveal(self, commitment: str, hashes: Sequence[str]) -> str:
        """Return the salt, or "" where the list isn't one that holds the own hash."""
        if self.commitment not in ("", commitment) or self.hash not in hashes or self.digest:
            return ""
        self.commitment, self.digest = commitment, list_digest(hashes)
        return self.salt

    def is_content(self, commitment: str, hashes: Sequence[str], salts: Sequence[str]) -> bool:
        """Return whether the record is the game of which this browser saw the start, with its own salt."""
        seen = (self.commitment, self.digest) == (commitment, list_digest(hashes))
        return seen and verify_salts(hashes, salts).ok and self.salt in salts


def test_f1_the_first_algorithm_could_be_searched() -> None:
    """What this is about: with Ann's salt known in advance, an accomplice's salt gives nine spades."""
    master, ann = secret("master"), secret("ann").hex()
    found = max(spades(master, (ann, secret(f"try {n}").hex(), "", "")) for n in range(TRIES))
    assert found >= WANTED


def test_f1_tries_before_the_reveal_gain_nothing() -> None:
    """The operator searches for master and accomplice's salt with guesses of Ann's; her own is another, so the deal is any."""
    got = []
    for game in range(12):
        guess = secret(f"guess {game}").hex()
        master = secret(f"master {game}")
        tries = (secret(f"try {game} {n}").hex() for n in range(TRIES // 12))
        best = max(tries, key=lambda salt: spades(master, (guess, salt, "", "")))
        got.append(spades(master, (Browser(f"ann {game}").salt, best, "", "")))
    # A quarter of thirteen spades on average, as anybody gets.
    assert (2.0 < sum(got) / len(got) < 4.5, max(got) < WANTED) == (True, True)


def test_f1_nothing_can_be_changed_after_the_reveal() -> None:
    """With Ann's salt in hand the operator finds a master, and a salt, that suit; neither fits what her browser saw."""
    master, accomplice = secret("master"), secret("accomplice").hex()
    ann = Browser("ann")
    hashes = (ann.hash, salt_hash(accomplice), "", "")
    salt = ann.reveal(commitment(master), hashes)
    assert ann.is_content(commitment(master), hashes, (salt, accomplice, "", ""))

    tried = next(
        other
        for other in (secret(f"try {n}").hex() for n in itertools.count())
        if spades(master, (salt, other, "", "")) >= 8
    )
    # The accomplice's other salt under the frozen hash, or under its own; another master; another list.
    changed = (salt, tried, "", "")
    assert not ann.is_content(commitment(master), hashes, changed)
    assert not ann.is_content(commitment(master), (ann.hash, salt_hash(tried), "", ""), changed)
    another = secret("another master")
    assert not ann.is_content(commitment(another), hashes, (salt, accomplice, "", ""))
    assert not ann.is_content(commitment(master), hashes, ("", accomplice, "", ""))


def test_f1_another_list_for_every_player_is_found() -> None:
    """The operator shows Ann and Bob different hashes of the accomplice, to choose the salt after both reveals."""
    master = secret("master")
    ann, bob = Browser("ann"), Browser("bob")
    for_ann = (ann.hash, salt_hash(secret("one").hex()), bob.hash, "")
    for_bob = (ann.hash, salt_hash(secret("two").hex()), bob.hash, "")
    salts = {
        name: (ann.reveal(commitment(master), for_ann) or ann.salt, secret(name).hex(),
               bob.reveal(commitment(master), for_bob) or bob.salt, "")
        for name in ("one", "two")
    }  # fmt: skip
    content = [
        (ann.is_content(commitment(master), hashes, given),
         bob.is_content(commitment(master), hashes, given))
        for hashes, given in ((for_ann, salts["one"]), (for_bob, salts["two"]))
    ]  # fmt: skip
    assert content == [(True, False), (False, True)]


def test_f1_a_browser_reveals_once_and_only_to_a_list_with_its_hash() -> None:
    ann = Browser("ann")
    assert ann.reveal(commitment(secret("master")), EMPTY) == ""
    assert ann.reveal(commitment(secret("master")), (ann.hash, "", "", "")) == ann.salt
    assert ann.reveal(commitment(secret("master")), (ann.hash, "0" * 64, "", "")) == ""


def test_f1_accomplices_who_hold_back_choose_among_two_to_the_number_of_their_seats() -> None:
    """One accomplice chooses between two deals, three among eight; each salt held back shows in the record as left out."""
    master, ann = secret("master"), Browser("ann")
    for number in (1, 2, 3):
        own = [secret(f"accomplice {seat}").hex() for seat in range(number)]
        hashes = (ann.hash, *map(salt_hash, own), *EMPTY[number + 1 :])
        games = {}
        for kept in itertools.product((True, False), repeat=number):
            held = [salt if keep else "" for salt, keep in zip(own, kept, strict=True)]
            salts = (ann.salt, *held, *EMPTY[number + 1 :])
            finding = verify_salts(hashes, salts)
            places = ", ".join(str(seat) for seat, keep in enumerate(kept, 1) if not keep)
            told = f"left out, for it was not revealed in time: place {places}" if places else ""
            assert (finding.ok, finding.remark) == (True, told)
            games[shuffled_names(PACK, master=master, salts=salts, hand_no=1)] = salts
        assert len(games) == 2**number


def test_f1_holding_back_gains_less_than_one_spade() -> None:
    """The better of two deals, over 2,000 games: what an accomplice of the operator gets from it, and no more."""
    plain, chosen = 0, 0
    for game in range(2_000):
        master, ann, own = (secret(f"{who} {game}") for who in ("master", "ann", "own"))
        both = [spades(master, (ann.hex(), salt, "", "")) for salt in (own.hex(), "")]
        plain += both[0]
        chosen += max(both)
    assert (3.1 < plain / 2_000 < 3.4, 3.8 < chosen / 2_000 < 4.2) == (True, True)
