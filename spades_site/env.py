"""Reading the environment for `settings`: one function per type of value.

A malformed value is noted rather than raised, so that `refuse_to_start` names all of them at once. A setting's form and
bounds are checked here, and what several settings together require in `production`.
"""

import base64
import contextlib
import math
import os
import secrets
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from email.utils import parseaddr
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from spades_site import addresses
from spades_site.addresses import Form

MOST = 1_000_000_000
"""The largest number that a setting may have."""
DAY = 86_400
KEY_BYTES = 32
NEW_PUSH_KEY = (
    "python3 -c 'import secrets; from base64 import urlsafe_b64encode as b;"
    ' print(b(secrets.token_bytes(31).rjust(32, b"\\1")).decode().rstrip("="))\''
)
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve P-256: private keys are smaller."""
_malformed: list[str] = []


def refuse_to_start(more: Iterable[str] = ()) -> None:
    """Raise SystemExit with every malformed value read so far and `more` faults, if there are any."""
    faults = [*_malformed, *more]
    _malformed.clear()
    if faults:
        lines = "\n".join(f"  - {fault}" for fault in faults)
        raise SystemExit(
            f"The platform can't start with these settings (docs/operations.md, “Settings”):\n{lines}"
        )


def text(name: str, default: str = "") -> str:
    """Return the variable `name`, stripped, or `default` where it is unset or empty; control characters are noted."""
    word = os.environ.get(name, "").strip()
    if any(unicodedata.category(letter) == "Cc" for letter in word):
        _note(f"{name} contains a line break or another control character: remove it")
        return default
    return word or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return the variable `name` as a boolean; an unknown word is noted."""
    word = text(name).lower()
    if not word:
        return default
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    _note(f"{name}={word!r} is neither yes nor no: use 1 or 0")
    return default


def number(name: str, default: int, *, least: int = 0, most: int = MOST) -> int:
    """Return the variable `name` as a whole number from `least` to `most`; anything else is noted."""
    word = text(name)
    if not word:
        return default
    found = _whole(word)
    if found is None or not least <= found <= most:
        _note(f"{name}={word!r} is not a whole number from {least} to {most}")
        return default
    return found


def choice(name: str, words: Sequence[str]) -> str:
    """Return the variable `name`, one of `words`, the first by default; another word is noted."""
    word = text(name, words[0]).lower()
    if word not in words:
        _note(f"{name}={word!r} is none of {', '.join(filter(None, words))}")
        return words[0]
    return word


def seconds(name: str, default: float) -> float:
    """Return the variable `name` as a number of seconds of at most a day, with or without a fraction; anything else is
    noted.
    """
    word = text(name)
    try:
        found = float(word) if word else default
    except ValueError:
        found = math.nan
    if not 0 <= found <= DAY:
        _note(f"{name}={word!r} is not a number of seconds from 0 to {DAY}")
        return default
    return found


def names(name: str) -> list[str]:
    """Return the comma-separated values of the variable `name`."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def numbers(name: str, known: Collection[str]) -> dict[str, int]:
    """Return the variable `name` ("tables=200,guests=0") as a mapping of names to numbers. Anything else, and names that
    aren't `known`, are noted.
    """
    found = {}
    for pair in names(name):
        word, _, value = (part.strip() for part in pair.partition("="))
        count = _whole(value)
        if count is None or count > MOST:
            _note(f"{name}: {pair!r} is not of the form name=number, with a number up to {MOST}")
        elif word not in known:
            _note(f"{name}: {word!r} is none of {', '.join(known)}")
        else:
            found[word] = count
    return found


def address(name: str, form: Form, default: str = "") -> str:
    """Return the variable `name`, an address of the form, or `default` where it is unset. Another value is noted without
    quoting it, because it may contain a password; then the result is empty.
    """
    word = text(name, default)
    if not word or addresses.fits(word, form):
        return word
    _note(f"{name} must have the form {form.example}. {form.hint}".rstrip())
    return ""


def all_addresses(name: str, form: Form) -> list[str]:
    """Return the comma-separated addresses of the variable `name`; if one hasn't the form, that is noted, and the result is
    empty.
    """
    found = names(name)
    if all(addresses.fits(word, form) for word in found):
        return found
    _note(
        f"{name}: each address must have the form {form.example}; separate them by commas. {form.hint}".rstrip()
    )
    return []


def host(name: str) -> str:
    """Return the variable `name`, a host name or network address; anything else is noted."""
    word = text(name)
    if word and not addresses.is_host(word):
        _note(f"{name}={word!r} is not a host name alone, such as mail.example.org")
        return ""
    return word


def hosts(name: str) -> list[str]:
    """Return the comma-separated host names of the variable `name`, as in Django's ALLOWED_HOSTS; others are noted."""
    found = names(name)
    for word in found:
        if not addresses.is_allowed_host(word):
            _note(f"{name}: {word!r} is not a host name alone: leave out scheme, port and path")
    return found


def sender(name: str, default: str) -> str:
    """Return the variable `name`, a mail address with or without a name before it; anything else is noted."""
    word = text(name)
    if word and not _is_mail_address(parseaddr(word)[1]):
        _note(
            f"{name}={word!r} is not a mail address: use the form Spades <spades@spades.example.org>,"
            " with a name that contains special characters in double quotes"
        )
        return default
    return word or default


def contact(name: str) -> str:
    """Return the variable `name`, a mail address or the address of a page with https; anything else is noted."""
    word = text(name)
    is_page = addresses.fits(word, addresses.PAGE)
    if word and not is_page and not _is_mail_address(word.removeprefix("mailto:")):
        _note(f"{name}={word!r} is neither a mail address nor the address of a page with https://")
        return ""
    return word


def _is_mail_address(word: str) -> bool:
    try:
        validate_email(word)
    except ValidationError:
        return False
    return True


def _whole(word: str) -> int | None:
    # Python refuses to read thousands of digits.
    return int(word) if word.isdecimal() and len(word) < 20 else None


def _note(fault: str) -> None:
    # Some variables are read twice.
    if fault not in _malformed:
        _malformed.append(fault)


def secret_key(data_dir: Path) -> str:
    """Return SECRET_KEY, or the one stored in `data_dir`, which is created at the first start.

    A self-hosted site must keep its sessions over a restart without requiring anybody to configure a secret.
    """
    return text("SECRET_KEY") or _kept(
        "SECRET_KEY", data_dir / "secret_key", lambda: secrets.token_urlsafe(64)
    )


def push_key(data_dir: Path) -> str:
    """Return PUSH_KEY, or the one stored in `data_dir`, which is created at the first start: the site's private key for
    web push (P-256), 32 bytes in base64url. Anything else is noted.
    """
    key = text("PUSH_KEY") or _kept("PUSH_KEY", data_dir / "push_key", _new_push_key)
    try:
        given = base64.urlsafe_b64decode(key + "==")
    except ValueError:
        given = b""
    if len(given) != KEY_BYTES or not 0 < int.from_bytes(given) < P256_ORDER:
        _note(
            f"PUSH_KEY is not a private key of P-256 (32 bytes in base64url). Make one: {NEW_PUSH_KEY}"
        )
    return key


def _new_push_key() -> str:
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


def _kept(name: str, file: Path, make: Callable[[], str]) -> str:
    """Return the secret stored in `file`; the first call creates it, readable by its owner alone.

    Where it can't be kept, that is noted: the variable `name` must have it then.
    """
    try:
        if not file.exists():
            _create(file, make())
        return file.read_text().strip()
    except OSError as error:
        _note(f"{name} isn't set, and none can be kept in {file.parent} ({error.strerror})")
        return make()


def _create(file: Path, content: str) -> None:
    """Make the file in one step, readable by its owner alone, unless another process was first."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    draft.write_text(content)
    # link() fails if another process was first; its key is then used.
    with contextlib.suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
