"""Reading the environment."""

from pathlib import Path

import pytest

from spades_site import env


def test_the_secret_key_is_made_once_and_readable_by_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    first = env.secret_key(tmp_path / "data")

    assert len(first) >= 64
    assert env.secret_key(tmp_path / "data") == first
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret_key"]


def test_a_given_secret_key_wins_and_is_not_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", " given ")

    assert env.secret_key(tmp_path) == "given"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("word", "value"), [("1", True), ("Yes", True), ("off", False), ("0", False)]
)
def test_a_flag_is_read_in_words(word: str, value: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_FLAG", word)

    assert env.flag("SOME_FLAG", default=not value) is value


@pytest.mark.parametrize(("read", "sentence"), [
    (env.flag, "SOME_VALUE='perhaps' is neither yes nor no: use 1 or 0"),
    (lambda name: env.number(name, 3), "SOME_VALUE='perhaps' is not a whole number from 0 to 1000000000"),
    (lambda name: env.seconds(name, 3), "SOME_VALUE='perhaps' is not a number of seconds from 0 to 86400"),
    (lambda name: env.numbers(name, ()), "SOME_VALUE: 'perhaps' is not of the form name=number, with a number up to 1000000000"),
])  # fmt: skip
def test_nonsense_is_refused_by_name_at_the_end(
    read, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("SOME_VALUE", "perhaps")

    read("SOME_VALUE")
    with pytest.raises(SystemExit) as refusal:
        env.refuse_to_start(["Another is missing"])
    assert str(refusal.value).splitlines()[1:] == [f"  - {sentence}", "  - Another is missing"]
    env.refuse_to_start()
