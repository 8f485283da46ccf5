"""A limit on the size of request bodies, because daphne stores each one on disk before it calls the application."""

from typing import Any

from daphne import http_protocol

MOST_BYTES = 4 * 1024 * 1024
"""Enough for the largest upload, a picture of 2 MB."""
_FOR_PROGRAMS = (
    b'{"code": "too_large", "message": "The request is too large. Send less at a time."}'
)
_HEAD = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
_TOO_LARGE = _HEAD % len(_FOR_PROGRAMS) + _FOR_PROGRAMS


class SmallRequest(http_protocol.WebRequest):
    """Answers 413 and closes the connection as soon as the request's body is too long."""

    received = 0
    refused = False

    def __init__(self, *given: Any, **named: Any) -> None:
        # Django reads forms. Twisted would read them before it, and answer a bare 400 where it can't.
        super().__init__(*given, **named, parsePOSTFormSubmission=False)

    def gotLength(self, length: int | None) -> None:
        """Handle the announced length of the body; None if it comes in chunks."""
        super().gotLength(length)
        if length is not None and length > MOST_BYTES:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        """Store a part of the body, unless the body is too long."""
        self.received += len(data)
        if self.received > MOST_BYTES:
            self._refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Serve the request, unless it was refused."""
        return None if self.refused else super().process()

    def _refuse(self) -> None:
        if not self.refused:
            self.refused = True
            self.channel.transport.write(_TOO_LARGE)
            self.channel.loseConnection()


def refuse_large_requests() -> None:
    """Make daphne use `SmallRequest` for every connection from now on."""
    http_protocol.WebRequest = SmallRequest
