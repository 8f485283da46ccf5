"""The list of refusals is what the source raises, and docs/api.md shows it."""

import pytest

from spades_site.common.refusals import BY_STATUS, status_of
from tools.refusals import DOCUMENT, raised, renewed, sources


@pytest.mark.slow
def test_every_code_that_is_raised_is_listed_once_and_the_other_way_round() -> None:
    listed = [code for codes in BY_STATUS.values() for code in codes]
    assert len(listed) == len(set(listed))
    assert set(raised()) <= set(listed) <= set(sources())


def test_a_code_has_the_status_of_its_group() -> None:
    assert [status_of(code) for code in ("unknown_token", "not_yours", "unknown_user")] == [
        401,
        403,
        404,
    ]
    assert [status_of(code) for code in ("stale", "must_follow", "limit")] == [409, 409, 429]


@pytest.mark.slow
def test_the_document_has_every_code() -> None:
    document = DOCUMENT.read_text()
    assert document == renewed(document), "run python -m tools.refusals"
    assert "| `stale` |" in document
