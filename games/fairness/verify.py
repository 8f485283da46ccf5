"""Verify that a game's deals follow from its commitment, master and salts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.fairness.claim import Claim, FirstDealer, Hand, read_claim
from games.fairness.deals import dealer_of, dealt_names, drawn_names, first_dealer, shuffled_names
from games.fairness.stream import commitment, salt_hash

_RANKS = "23456789TJQKA"
_SUITS = "CDHS"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    `subject` is commitment, salts, draw, first_dealer or hand; `expected` is what the secret gives and `found` what
    the record says, both as texts, both empty where they agree. `remark` is a note about a check that passed.
    """

    subject: str
    hand_no: int | None
    ok: bool
    expected: str = ""
    found: str = ""
    remark: str = ""

    def __str__(self) -> str:
        name = self.subject.replace("_", " ")
        if self.hand_no is not None:
            name = f"{name} {self.hand_no}"
        if self.ok:
            return f"{name}: agrees" + (f"; {self.remark}" if self.remark else "")
        if self.subject == "salts":
            return (
                f"{name}: DIFFERS: the frozen list has {self.expected}, the record has {self.found}"
            )
        return f"{name}: DIFFERS: the secret gives {self.expected}, the record has {self.found}"


def verify_game(record: object) -> tuple[Finding, ...]:
    """Check every deal of a finished game's record (parsed JSON) and return one finding for each check.

    Raises FairnessError with the place where the record is malformed or lacks something needed for the check.
    """
    return verify_claim(read_claim(record))


def verify_claim(claim: Claim) -> tuple[Finding, ...]:
    """Check a claim: the commitment, the salts, the draw for high card, the first dealer (unless assigned), every
    hand.
    """
    findings = [_finding("commitment", commitment(claim.master), claim.commitment)]
    if claim.hashes is not None:
        findings.append(verify_salts(claim.hashes, claim.salts))
    source: dict[str, Any] = {
        "master": claim.master,
        "salts": claim.salts,
        "algorithm": claim.algorithm,
    }
    if claim.first_dealer_by is FirstDealer.DRAW:
        drawn = drawn_names(claim.pack, claim.seats, **source)
        findings.append(_finding("draw", " ".join(drawn), " ".join(claim.draw or ())))
        dealer = max(range(claim.seats), key=lambda seat: _height(drawn[seat]))
        findings.append(_finding("first_dealer", f"seat {dealer}", f"seat {claim.first_dealer}"))
    elif claim.first_dealer_by is FirstDealer.RANDOM:
        dealer = first_dealer(claim.seats, **source)
        findings.append(_finding("first_dealer", f"seat {dealer}", f"seat {claim.first_dealer}"))
    thrown_in = 0
    for hand_no, hand in enumerate(claim.hands, 1):
        dealer = dealer_of(
            hand_no, first=claim.first_dealer, players=claim.seats, thrown_in=thrown_in
        )
        findings.append(
            verify_deal(hand, source=source, pack=claim.pack, hand_no=hand_no, dealer=dealer)
        )
        thrown_in += hand.thrown_in
    return tuple(findings)


def verify_salts(hashes: Sequence[str], salts: Sequence[str]) -> Finding:
    """Check that every salt matches its commitment; the remark names those left out, or says that nobody gave any."""
    for place, (due, salt) in enumerate(zip(hashes, salts, strict=True)):
        given = salt_hash(salt) if salt else due
        if given != due:
            found = f"a salt with the hash {given} at place {place}"
            return Finding("salts", None, ok=False, expected=due or "no hash", found=found)
    left_out = [
        str(place)
        for place, (due, salt) in enumerate(zip(hashes, salts, strict=True))
        if due and not salt
    ]
    remark = f"left out, for it was not revealed in time: place {', '.join(left_out)}"
    if not any(salts):
        nobody = "no player's salt is in the deals: the server alone fixed them"
        remark = f"{remark}; {nobody}" if left_out else nobody
    elif not left_out:
        remark = ""
    return Finding("salts", None, ok=True, remark=remark)


def verify_deal(
    hand: Hand,
    *,
    source: Mapping[str, Any],
    pack: Sequence[str],
    hand_no: int,
    dealer: int,
) -> Finding:
    """Check one hand: each seat's cards (in any order), or the stock (in its order)."""
    order = shuffled_names(pack, hand_no=hand_no, **source)
    if hand.stock:
        return _finding("hand", " ".join(order), " ".join(hand.stock), hand_no)
    expected = dealt_names(order, players=len(hand.deal), dealer=dealer)
    for seat, (due, seen) in enumerate(zip(expected, hand.deal, strict=True)):
        if sorted(due) != sorted(seen):
            where = f"to seat {seat} "
            return _finding("hand", where + _sorted(due), where + _sorted(seen), hand_no)
    return Finding("hand", hand_no, ok=True)


def _finding(subject: str, expected: str, found: str, hand_no: int | None = None) -> Finding:
    if expected == found:
        return Finding(subject, hand_no, ok=True)
    return Finding(subject, hand_no, ok=False, expected=expected, found=found or "nothing")


def _sorted(cards: Sequence[str]) -> str:
    return " ".join(sorted(cards))


def _height(card: str) -> tuple[int, int]:
    """Return a card's rank in the draw for the first deal: by rank, then by suit (no jokers there)."""
    return _RANKS.index(card[0]), _SUITS.index(card[1])
