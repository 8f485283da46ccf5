"""games.fairness matches the published vectors (F1)."""

import hashlib
import hmac
from typing import Any

import pytest

from games.fairness import (
    ALGORITHM,
    FIRST_ALGORITHM,
    FairnessError,
    Purpose,
    Stream,
    commitment,
    drawn_names,
    encode_context,
    first_dealer,
    list_digest,
    salt_hash,
    shuffled_names,
)
from games.fairness.verify import verify_game
from tests.fairness.vectors import FIRST, VECTORS, every


def test_the_vectors_are_for_these_algorithms() -> None:
    assert (VECTORS["format"], VECTORS["algorithm"]) == ("spades-fairness-vectors/1", ALGORITHM)
    assert (FIRST["format"], FIRST["algorithm"]) == ("spades-fairness-vectors/1", FIRST_ALGORITHM)


@pytest.mark.parametrize("vector", every("salts"))
def test_hashes_of_salts(vector: dict[str, Any]) -> None:
    assert salt_hash(vector["salt"]) == vector["hash"]


@pytest.mark.parametrize("vector", every("digests"))
def test_digests_of_lists_of_hashes(vector: dict[str, Any]) -> None:
    assert list_digest(vector["hashes"]) == vector["digest"]


def test_an_empty_salt_has_no_hash() -> None:
    with pytest.raises(FairnessError, match="is empty"):
        salt_hash("")


@pytest.mark.parametrize("vector", every("commitments"))
def test_commitments(vector: dict[str, Any]) -> None:
    assert commitment(bytes.fromhex(vector["master"])) == vector["commitment"]


@pytest.mark.parametrize("vector", every("contexts"))
def test_contexts(vector: dict[str, Any]) -> None:
    context = encode_context(
        Purpose(vector["purpose"]), vector["salts"], vector["hand_no"], vector["algorithm"]
    )
    assert context.hex() == vector["context"]


def test_no_two_contexts_are_encoded_alike() -> None:
    encoded = [vector["context"] for each in (VECTORS, FIRST) for vector in each["contexts"]]
    assert len(set(encoded)) == len(encoded)


@pytest.mark.parametrize("vector", every("blocks"))
def test_blocks_are_hmacs_of_context_and_counter(vector: dict[str, Any]) -> None:
    message = bytes.fromhex(vector["context"]) + vector["counter"].to_bytes(4, "big")
    block = hmac.new(bytes.fromhex(vector["master"]), message, hashlib.sha256).hexdigest()
    assert block == vector["block"]


def test_the_stream_is_made_of_the_blocks() -> None:
    first, second = VECTORS["blocks"][:2]
    vector = VECTORS["contexts"][0]
    stream = Stream(bytes.fromhex(first["master"]), Purpose.DEAL, vector["salts"], 1)
    taken = bytes(stream.byte() for _ in range(64))
    assert taken.hex() == first["block"] + second["block"]


@pytest.mark.parametrize("vector", every("choices"))
def test_choices_throw_unfair_bytes_away(vector: dict[str, Any]) -> None:
    stream = CountingStream(vector)
    values = [stream.below(count) for count in vector["counts"]]
    assert (values, stream.taken) == (vector["values"], vector["bytes_used"])


@pytest.mark.parametrize("vector", every("shuffles"))
def test_shuffles(vector: dict[str, Any]) -> None:
    order = shuffled_names(
        vector["pack"].split(),
        master=bytes.fromhex(vector["master"]),
        salts=vector["salts"],
        hand_no=vector["hand_no"],
        algorithm=vector["algorithm"],
    )
    assert " ".join(order) == vector["order"]


@pytest.mark.parametrize("vector", every("shuffles"))
def test_shuffles_use_as_many_bytes_as_published(vector: dict[str, Any]) -> None:
    stream = CountingStream(vector | {"purpose": "deal"})
    stream.shuffle(sorted(vector["pack"].split()))
    assert stream.taken == vector["bytes_used"]


@pytest.mark.parametrize("vector", every("draws"))
def test_draws_for_the_first_deal(vector: dict[str, Any]) -> None:
    drawn = drawn_names(
        vector["pack"].split(),
        vector["seats"],
        master=bytes.fromhex(vector["master"]),
        salts=vector["salts"],
        algorithm=vector["algorithm"],
    )
    assert list(drawn) == vector["drawn"]


@pytest.mark.parametrize("vector", every("first_dealers"))
def test_first_dealers(vector: dict[str, Any]) -> None:
    seat = first_dealer(
        vector["seats"],
        master=bytes.fromhex(vector["master"]),
        salts=vector["salts"],
        algorithm=vector["algorithm"],
    )
    assert seat == vector["seat"]


@pytest.mark.parametrize("vector", every("games"))
def test_games(vector: dict[str, Any]) -> None:
    found = [
        [finding.subject, finding.hand_no, finding.ok] for finding in verify_game(vector["record"])
    ]
    assert found == vector["findings"]


@pytest.mark.parametrize("vector", every("refused"))
def test_malformed_records_are_refused_at_the_place_of_the_fault(vector: dict[str, Any]) -> None:
    with pytest.raises(FairnessError) as refusal:
        verify_game(vector["record"])
    assert refusal.value.place == vector["place"]


class CountingStream(Stream):
    """A stream that counts the bytes taken from it."""

    def __init__(self, vector: dict[str, Any]) -> None:
        super().__init__(
            bytes.fromhex(vector["master"]),
            Purpose(vector["purpose"]),
            vector["salts"],
            vector["hand_no"],
            vector["algorithm"],
        )
        self.taken = 0

    def byte(self) -> int:
        self.taken += 1
        return super().byte()
