"""The web servers' frame and message limits: the same however they are started."""

from spades_site import serve
from tests import program


def test_the_documented_command_has_the_limits_of_the_single_process() -> None:
    limits = (
        "--websocket-max-frame-size",
        str(serve.MAX_FRAME_BYTES),
        "--websocket-max-message-size",
        str(serve.MAX_MESSAGE_BYTES),
    )
    assert limits == program.LIMITS
    assert f" {' '.join(limits)} " in (program.ROOT / "docs" / "operations.md").read_text()
