"""The stream of random bytes behind every deal, determined by master, salts and hand number.

docs/fairness.md specifies the whole construction, by the section numbers quoted here; change neither without the
other, and never without a new `ALGORITHM`. Games of the first algorithm can still be verified.
"""

import hashlib
import hmac
import re
from collections.abc import MutableSequence, Sequence
from enum import StrEnum
from typing import Final

ALGORITHM: Final = "spades-deal/2"
FIRST_ALGORITHM: Final = "spades-deal/1"
"""The algorithm of older records: salts are texts without commitments."""
MASTER_BYTES: Final = 32
SALT_BYTES: Final = 32
MAX_SALT_BYTES: Final = 256
"""The longest salt of the first algorithm, in UTF-8."""
MAX_SALTS: Final = 65_535
MAX_HAND: Final = 2**32 - 1
_BYTE_VALUES: Final = 256
_HEX: Final = re.compile(r"[0-9A-Fa-f]{64}")


class Purpose(StrEnum):
    """The purpose of a stream; streams with different purposes are independent."""

    DEAL = "deal"
    DRAW = "draw"
    FIRST_DEALER = "first-dealer"


class FairnessError(ValueError):
    """Something that can't be computed or checked; `place` says where it is, `str()` is a sentence for a person."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.place = place
        self.sentence = sentence


def new_master(entropy: bytes) -> bytes:
    """Return a game's master secret made from 32 bytes of entropy, e.g. `secrets.token_bytes(32)`.

    Raises FairnessError for anything but 32 bytes.
    """
    return _checked_master(bytes(entropy))


def commitment(master: bytes) -> str:
    """Return the commitment to a master secret: SHA-256 of its 32 bytes, 64 lower-case hex digits (section 2)."""
    return hashlib.sha256(_checked_master(master)).hexdigest()


def salt_hash(salt: str) -> str:
    """Return a salt's hash, to which a browser commits: SHA-256 of its 32 bytes, 64 lower-case hex digits (section 3).

    Raises FairnessError unless the salt is 64 hex digits.
    """
    return hashlib.sha256(salt_bytes(salt) or _no_salt()).hexdigest()


def list_digest(hashes: Sequence[str]) -> str:
    """Return the digest of a frozen list of hashes: SHA-256 of the hashes joined by single spaces (section 3)."""
    return hashlib.sha256(" ".join(hashes).encode("ascii")).hexdigest()


def salt_bytes(salt: str, place: str = "salt", algorithm: str = ALGORITHM) -> bytes:
    """Return the bytes of a salt as a record shows it: of 64 hex digits, or none for "". Raises FairnessError.

    The first algorithm took any short text unchanged, in UTF-8.
    """
    if algorithm == FIRST_ALGORITHM:
        return check_text_salt(salt, place).encode()
    if salt and not _HEX.fullmatch(salt):
        raise FairnessError(place, f"must be {2 * SALT_BYTES} hexadecimal digits, or empty.")
    return bytes.fromhex(salt)


def check_text_salt(text: str, place: str = "salt") -> str:
    """Check a salt of the first algorithm and return it unchanged: nothing is normalised or trimmed.

    Raises FairnessError if it is longer than 256 bytes of UTF-8, contains U+0000, or is not valid Unicode.
    """
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise FairnessError(place, "holds half a surrogate pair, which is no character.") from None
    if size > MAX_SALT_BYTES:
        raise FairnessError(
            place, f"is {size} bytes long in UTF-8; at most {MAX_SALT_BYTES} are allowed."
        )
    if "\0" in text:
        raise FairnessError(place, "holds the character U+0000, which can't be stored.")
    return text


def encode_context(
    purpose: Purpose, salts: Sequence[str], hand_no: int, algorithm: str = ALGORITHM
) -> bytes:
    """Return the message that, with the master as key, determines a stream (section 4). Encodings are unique.

    `salts` holds one salt per seat, seat 0 first (of all tables of a round where they share deals), "" for a seat
    without one; `hand_no` counts from 1 and is 0 where no hand is meant. Raises FairnessError for a salt or a
    number that is not allowed.
    """
    if not 0 <= hand_no <= MAX_HAND:
        raise FairnessError("hand", f"{hand_no} is no number of a hand.")
    if len(salts) > MAX_SALTS:
        raise FairnessError("salts", f"{len(salts)} are too many; at most {MAX_SALTS}.")
    parts = [f"{algorithm} {purpose}\0".encode("ascii"), _u32(hand_no), _u32(len(salts))]
    for place, salt in enumerate(salts):
        data = salt_bytes(salt, f"salt {place}", algorithm)
        parts += [_u32(len(data)), data]
    return b"".join(parts)


class Stream:
    """The bytes of one context: HMAC-SHA256(master, context + counter), counter 0, 1, 2 … as four bytes (section 5)."""

    def __init__(
        self,
        master: bytes,
        purpose: Purpose,
        salts: Sequence[str],
        hand_no: int = 0,
        algorithm: str = ALGORITHM,
    ) -> None:
        self._master = _checked_master(master)
        self._context = encode_context(purpose, salts, hand_no, algorithm)
        self._counter = 0
        self._block = b""
        self._used = 0

    def byte(self) -> int:
        """Return the next byte, 0 … 255."""
        if self._used == len(self._block):
            message = self._context + _u32(self._counter)
            self._block = hmac.digest(self._master, message, "sha256")
            self._counter += 1
            self._used = 0
        value = self._block[self._used]
        self._used += 1
        return value

    def below(self, count: int) -> int:
        """Return a number 0 … count - 1, each equally likely; `count` is 1 … 256 (section 6).

        Bytes at or above the largest multiple of `count` are discarded, because they would favour small numbers.
        """
        if not 1 <= count <= _BYTE_VALUES:
            raise FairnessError("", f"can't choose among {count}: 1 to {_BYTE_VALUES} can be.")
        limit = _BYTE_VALUES - _BYTE_VALUES % count
        while (value := self.byte()) >= limit:
            pass
        return value % count

    def shuffle[T](self, items: MutableSequence[T]) -> None:
        """Shuffle the items in place, with every order equally likely: Fisher-Yates, from the end."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def _checked_master(master: bytes) -> bytes:
    if len(master) != MASTER_BYTES:
        raise FairnessError("master", f"has {len(master)} bytes; it must have {MASTER_BYTES}.")
    return master


def _no_salt() -> bytes:
    raise FairnessError("salt", "is empty; nothing can be committed to.")


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
