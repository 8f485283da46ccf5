"""Lists that the site exports as CSV, as an organizer gets them and imports them again."""

import csv
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from spades_site.accounts.models import User


def spreadsheet_of(exported: bytes) -> bytes:
    """Return a CSV file as Excel saves it after opening it, as “Unicode text”: UTF-16, tabs, CRLF."""
    rows = csv.reader(exported.decode("utf-8-sig").splitlines(keepends=True))
    lines = [
        "\t".join(
            f'"{cell.replace(chr(34), chr(34) * 2)}"' if '"' in cell else cell for cell in row
        )
        for row in rows
    ]
    return "".join(f"{line}\r\n" for line in lines).encode("utf-16")


AS_SAVED = pytest.mark.parametrize("saved", [bytes, spreadsheet_of], ids=["as it is", "by Excel"])


def preview(by: User, page: str, exported: bytes) -> Any:
    client = Client()
    client.force_login(by)
    shown = client.post(page, {"file": SimpleUploadedFile("list.csv", exported)})
    assert shown.status_code == 200
    return shown.context["lines"]


def exported(by: User, address: str) -> bytes:
    client = Client()
    client.force_login(by)
    answer = client.get(address)
    assert answer.status_code == 200
    return bytes(answer.content)
