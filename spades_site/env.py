"""Reading the environment for `settings`: one function per type of value.

A malformed value is noted rather than raised, so that `refuse_to_start` names all of them at once.
"""

import base64
import contextlib
import math
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

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
    """Return the variable `name`, stripped, or `default` where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return the variable `name` as a boolean; an unknown word is noted."""
    word = text(name).lower()
    if not word:
        return default
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    _malformed.append(f"{name}={word!r} is neither yes nor no: use 1 or 0")
    return default


def number(name: str, default: int) -> int:
    """Return the variable `name` as a whole number that isn't negative; anything else is noted."""
    word = text(name)
    if word and not word.isdecimal():
        _malformed.append(f"{name}={word!r} is not a whole number")
        return default
    return int(word) if word else default


def choice(name: str, words: Sequence[str]) -> str:
    """Return the variable `name`, one of `words`, the first by default; another word is noted."""
    word = text(name, words[0]).lower()
    if word not in words:
        _malformed.append(f"{name}={word!r} is none of {', '.join(words)}")
        return words[0]
    return word


def seconds(name: str, default: float) -> float:
    """Return the variable `name` as a number of seconds, with or without a fraction; anything else is noted."""
    word = text(name)
    try:
        found = float(word) if word else default
    except ValueError:
        found = math.nan
    if not 0 <= found < math.inf:
        _malformed.append(f"{name}={word!r} is not a number of seconds")
        return default
    return found


def names(name: str) -> list[str]:
    """Return the comma-separated values of the variable `name`."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def numbers(name: str) -> dict[str, int]:
    """Return the variable `name` ("tables=200,guests=0") as a mapping of names to numbers; anything else is
    noted.
    """
    found = {}
    for pair in names(name):
        word, _, value = pair.partition("=")
        if not value.strip().isdecimal():
            _malformed.append(f"{name}: {pair!r} is not of the form name=number")
            continue
        found[word.strip()] = int(value)
    return found


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
        number = int.from_bytes(base64.urlsafe_b64decode(key + "=="))
    except ValueError:
        number = 0
    if not 0 < number < P256_ORDER:
        _malformed.append("PUSH_KEY is not a private key of P-256: 32 bytes in base64url")
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
        _malformed.append(
            f"{name} isn't set, and none can be kept in {file.parent} ({error.strerror})"
        )
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
