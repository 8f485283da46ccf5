"""A limit on the bodies of requests. daphne stores each one whole, on the disk, before any of our code sees the request."""

from typing import Any

from daphne import http_protocol

MOST_BYTES = 4 * 1024 * 1024
"""The largest upload, a picture of 2 MB, with its form."""
_TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class SmallRequest(http_protocol.WebRequest):
    """A request that is answered with 413, and its connection closed, as soon as its body is too long."""

    received = 0
    refused = False

    def gotLength(self, length: int | None) -> None:
        """Note the announced length of the body; None if it comes in chunks."""
        super().gotLength(length)
        if length is not None and length > MOST_BYTES:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        """Store a part of the body, unless it is too much."""
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
    """Have daphne use `SmallRequest` for every connection from now on."""
    http_protocol.WebRequest = SmallRequest
