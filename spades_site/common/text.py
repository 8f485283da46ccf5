"""Normalize names and texts that people type, and refuse those that would mislead people or break a page."""

import re
import unicodedata

from django.utils.translation import gettext as _

from spades_site.common.errors import Refused

# Cc control, Cf invisible (zero-width, bidi), Co private, Cs surrogate, Cn unassigned, Zl and Zp separators.
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me"})
MARKS_IN_A_ROW = 3
LONGEST_NAME, LONGEST_TEXT = 60, 2000
LONGEST_REASON = 300
"""The maximum length of a reason in the audit log."""
# Characters that show nothing although their categories say letter, symbol or mark: Hangul fillers, the blank
# Braille pattern, the combining grapheme joiner, and two Khmer vowels that nobody writes.
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
# Joins emoji, and shapes words of Persian and Indian languages: invisible, but legitimate between two characters.
_JOINER_BETWEEN = re.compile(r"(?<=[^\s\u200c\u200d])[\u200c\u200d](?=[^\s\u200c\u200d])")


def clean_name(text: str, *, what: str, longest: int = LONGEST_NAME, shortest: int = 2) -> str:
    """Check a one-line name and return it normalized: NFC, blanks collapsed and trimmed.

    `what` names the thing in the sentences ("The league's name"). Raises Refused: "name_short", "name_long",
    "name_unseen" (control, bidi and other invisible characters), "name_unclear" (no letter or digit, or stacked
    accents).
    """
    if hides_something(text.strip()):
        raise Refused(
            "name_unseen",
            _("%(what)s contains an invisible or control character. Type it again without pasting.")
            % {"what": what},
        )
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) < shortest:
        raise Refused(
            "name_short",
            _("%(what)s needs at least %(number)d characters.")
            % {"what": what, "number": shortest},
        )
    if len(name) > longest:
        raise Refused(
            "name_long",
            _("%(what)s may have at most %(number)d characters; shorten it.")
            % {"what": what, "number": longest},
        )
    if not any(char.isalnum() for char in name) or _towers(name):
        raise Refused(
            "name_unclear",
            _("%(what)s can’t be read by others. Use letters or digits, with ordinary accents.")
            % {"what": what},
        )
    return name


def hides_something(name: str) -> bool:
    """Return whether a name has invisible characters, so that it may look like another, or empty."""
    return any(unicodedata.category(char) in _UNSEEN or char in _FILLERS for char in name)


def clean_text(text: str, *, what: str, longest: int = LONGEST_TEXT) -> str:
    r"""Check a text of several lines and return it normalized: NFC, line ends "\n", trimmed. It may be empty.

    A single joiner between two characters is allowed: emoji and some languages need it. Raises Refused:
    "text_long", "text_unseen".
    """
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").strip()
    seen = _JOINER_BETWEEN.sub("", lines)
    if any(unicodedata.category(char) in _UNSEEN for char in seen if char not in "\n\t"):
        raise Refused(
            "text_unseen",
            _("%(what)s contains an invisible or control character. Type it again without pasting.")
            % {"what": what},
        )
    if len(lines) > longest:
        raise Refused(
            "text_long",
            _("%(what)s may have at most %(number)d characters; shorten it.")
            % {"what": what, "number": longest},
        )
    return lines


def clean_reason(reason: str, missing: str = "") -> str:
    """Check a reason for the audit log as `clean_text` does; without one, the sentence `missing` refuses it.

    Raises Refused: "reason_missing", "text_long", "text_unseen".
    """
    reason = clean_text(reason, what=_("The reason"), longest=LONGEST_REASON)
    if missing and not reason:
        raise Refused("reason_missing", missing)
    return reason


def clean_message(text: str, *, what: str, longest: int) -> str:
    """Return a one-line message, normalized as by `clean_text`, with runs of blanks collapsed.

    Raises Refused: "text_empty" (nothing visible in it), "text_unclear" (stacked accents), and as `clean_text`
    does.
    """
    message = " ".join(clean_text(text, what=what, longest=longest).split())
    if not any(_shows(char) for char in message):
        raise Refused("text_empty", _("There is nothing to send. Write something first."))
    if _towers(message):
        raise Refused(
            "text_unclear",
            _("%(what)s can’t be read by others: too many accents on one letter. Write it plainly.")
            % {"what": what},
        )
    return message


def _shows(char: str) -> bool:
    """Return whether a character is visible by itself: not a blank, mark, selector, joiner or filler."""
    category = unicodedata.category(char)
    unseen = char.isspace() or category in _MARKS or category in _UNSEEN
    return not unseen and char not in _FILLERS


def _towers(name: str) -> bool:
    run = 0
    for char in name:
        run = run + 1 if unicodedata.category(char) in _MARKS else 0
        if run > MARKS_IN_A_ROW:
            return True
    return False
