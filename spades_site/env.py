"""Reading the environment for `settings`: one function per type of value."""

import contextlib
import os
import secrets
from pathlib import Path


def text(name: str, default: str = "") -> str:
    """Return the variable `name`, stripped, or `default` where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return the variable `name` as a boolean; raises SystemExit for an unknown word."""
    word = text(name).lower()
    if not word:
        return default
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    raise SystemExit(f"{name}={word!r} is neither yes nor no: use 1 or 0")


def number(name: str, default: int) -> int:
    """Return the variable `name` as an integer; raises SystemExit if it isn't one."""
    word = text(name)
    try:
        return int(word) if word else default
    except ValueError:
        raise SystemExit(f"{name}={word!r} is not a whole number") from None


def names(name: str) -> list[str]:
    """Return the comma-separated values of the variable `name`."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def numbers(name: str) -> dict[str, int]:
    """Return the variable `name` ("tables=200,guests=0") as a mapping of names to numbers; raises SystemExit if
    malformed.
    """
    found = {}
    for pair in names(name):
        word, _, value = pair.partition("=")
        if not value.strip().isdecimal():
            raise SystemExit(f"{name}: {pair!r} is not of the form name=number")
        found[word.strip()] = int(value)
    return found


def secret_key(data_dir: Path) -> str:
    """Return SECRET_KEY, or the one stored in `data_dir`, which is created at the first start.

    A self-hosted site must keep its sessions over a restart without requiring anybody to configure a secret.
    """
    given = text("SECRET_KEY")
    if given:
        return given
    file = data_dir / "secret_key"
    if not file.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f".secret_key.{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        # link() fails if another process was first; its key is then used.
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    return file.read_text().strip()
