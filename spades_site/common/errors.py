"""The exception with which domain functions refuse a request."""

from spades_site.common.refusals import Code


class Refused(Exception):
    """A request that can't be met; nothing was changed.

    `code` is for programs and tests (refusals.py lists them all); `sentence` tells the person what was wrong and what to do.
    """

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return str(self.sentence)


def refuse(refusal: Refused | None) -> None:
    """Raise the refusal, if there is one."""
    if refusal is not None:
        raise refusal
