"""The lines of a score sheet in the page's language.

A line is identified by its English text with # for each number, so that hands scored long ago are translated like
today's. The numbers are filled in as %(a)s and %(b)s. static/js/table/words.js does the same, so these texts are in the
catalogue of scripts too (tools/catalog.py).
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LINES: Final[Mapping[str, "StrOrPromise | tuple[StrOrPromise, StrOrPromise]"]] = {
    "contract #": _("contract %(a)s"),
    "blind contract #": _("blind contract %(a)s"),
    "contract # set, # won": _("contract %(a)s set, %(b)s won"),
    "blind contract # set, # won": _("blind contract %(a)s set, %(b)s won"),
    "contract # made with a revoke": _("contract %(a)s made with a revoke"),
    "blind contract # made with a revoke": _("blind contract %(a)s made with a revoke"),
    "nil kept": _("nil kept"),
    "nil broken": _("nil broken"),
    "blind nil kept": _("blind nil kept"),
    "blind nil broken": _("blind nil broken"),
    "# trick": _("%(a)s trick"),
    "# tricks": _("%(a)s tricks"),
    "both nils kept": _("both nils kept"),
    "thrown in": _("thrown in"),
    "Boston": _("Boston"),
    "tenth bag": _("tenth bag"),
    "tenth bag, # times": _("tenth bag, %(a)s times"),
    "bag #": _("bag %(a)s"),
    "bag #, # times": _("bag %(a)s, %(b)s times"),
}
_NUMBER = re.compile(r"\d+")


def line_text(code: str, text: str) -> str:
    """Return one of the engine's lines in the active language; return an unknown one unchanged."""
    numbers = _NUMBER.findall(text)
    if code == "bags" and numbers:
        return ngettext("%(n)s bag", "%(n)s bags", int(numbers[0])) % {"n": numbers[0]}
    if code == "overtricks" and numbers:
        words = ngettext("%(n)s overtrick", "%(n)s overtricks", int(numbers[0]))
        return words % {"n": numbers[0]}
    known = LINES.get(_NUMBER.sub("#", text))
    return text if known is None else str(known) % dict(zip("ab", numbers, strict=False))
