"""docs/protocol says what the code says."""

from pathlib import Path

import pytest

from tools.frame_types import files


@pytest.mark.parametrize(
    ("path", "text"), files().items(), ids=lambda each: getattr(each, "name", "")
)
def test_the_published_frames_are_current(path: Path, text: str) -> None:
    assert path.read_text() == text, "run python -m tools.frame_types"
