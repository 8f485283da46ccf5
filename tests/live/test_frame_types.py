"""The types of docs/protocol/*.d.ts are those of the schemas beside them."""

import pytest

from tools.frame_types import SIDES, declarations, path_of


@pytest.mark.parametrize("side", SIDES)
def test_the_types_of_the_frames_are_current(side: str) -> None:
    assert path_of(side).read_text() == declarations(side), "run python -m tools.frame_types"
