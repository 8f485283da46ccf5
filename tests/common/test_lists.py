"""Lists that people paste or upload, as spreadsheets write them, and our own files."""

import codecs

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from spades_site.common.errors import Refused
from spades_site.common.lists.csv_text import csv_bytes
from spades_site.common.lists.imports import (
    MOST_LINES,
    Line,
    as_preview,
    columns_in,
    corrected,
    read,
    rows_of,
    text_of,
    yes_or_no,
)

COLUMNS = ("first", "second", "division")
OWN = {"player_1": "first", "level": "division"}


def cells(text: str) -> list[tuple[int, tuple[str, ...]]]:
    return [(line.number, line.cells) for line in read(text, COLUMNS, OWN)]


@pytest.mark.parametrize(
    "text",
    [
        "ann;ben\ncid;dora",
        "ann,ben\r\ncid,dora\r\n",
        "ann\tben\rcid\tdora\r",
        "ann;ben\u2028cid;dora",
        "ann;ben\vcid;dora",
        '"ann";"ben"\n"cid";"dora"',
        "\ufeffann , ben\ncid,dora",
    ],
)
def test_every_separator_and_line_break_is_read(text: str) -> None:
    assert cells(text) == [(1, ("ann", "ben", "")), (2, ("cid", "dora", ""))]


def test_excels_first_line_names_the_separator() -> None:
    assert cells("sep=;\r\nann, the first;ben") == [(2, ("ann, the first", "ben", ""))]
    assert cells("SEP=\t\nann\tben") == [(2, ("ann", "ben", ""))]


@pytest.mark.parametrize(
    "heading",
    [
        "first,second",
        "First",
        "first,second,division",
        "erste,zweite,Staffel",
        "Spieler",
        "player",
        "player 1;player 2",
        "Spieler 1,Spieler 2",
        "User",
        "Benutzer\tBenutzer",
    ],
)
def test_a_heading_is_left_out_in_any_language_and_alone(heading: str) -> None:
    separator = "," if "," in heading else ";" if ";" in heading else "\t"
    assert cells(f"{heading}\nann{separator}ben") == [(2, ("ann", "ben", ""))]


@pytest.mark.parametrize(
    ("said", "cells_"),
    [
        (True, ["yes", "Yes", "ja", "JA", "x", "1", "TRUE", "WAHR"]),
        (False, ["", "no", "nein", "Nein", "0", "false", "FALSCH"]),
        (None, ["maybe", "2"]),
    ],
)
def test_yes_and_no_are_read_in_any_language(said: bool | None, cells_: list[str]) -> None:
    assert [yes_or_no(cell) for cell in cells_] == [said] * len(cells_)


def test_a_spreadsheet_by_another_name_is_refused_with_what_helps() -> None:
    with pytest.raises(Refused) as refusal:
        text_of(b"PK\x03\x04\x14\x00\x06\x00\x08\x00")
    assert (refusal.value.code, str(refusal.value)) == (
        "encoding", "This is a spreadsheet, not a CSV file. Open it, and save or export it as “CSV UTF-8”.",
    )  # fmt: skip


def test_the_columns_of_a_heading_are_known_in_any_language() -> None:
    known = ("user", "email", "team", "captain")
    assert columns_in(["E-Mail", "Team", "Kapitän"], known) == ["email", "team", "captain"]
    assert columns_in(["user", "Shoe size"], known) == ["user", "shoe size"]


def test_our_own_file_is_read_by_its_heading_and_other_columns_are_left_out() -> None:
    assert cells("level,entry,player_1,status\n2,17,ann,entered\n,18,ben") == [
        (2, ("ann", "", "2")), (3, ("ben", "", "")),
    ]  # fmt: skip
    # Without all of the columns it is a line like any other.
    assert cells("level,entry\nann,ben") == [(1, ("level", "entry", "")), (2, ("ann", "ben", ""))]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("break_", ["\n", "\r\n", "\r"])
def test_files_in_the_encodings_of_spreadsheets_are_read(encoding: str, break_: str) -> None:
    data = f"first\tsecond{break_}Özil\tŁukasz{break_}".encode(encoding)
    assert cells(text_of(data)) == [(2, ("Özil", "Łukasz", ""))]


@pytest.mark.parametrize(
    "data",
    [
        "Jürgen".encode("cp1252"), "Jürgen".encode("mac-roman"), "Jürgen".encode("utf-16-le"), b"zo\0e",
        "Jürgen".encode("utf-16")[:-1], codecs.BOM_UTF16_BE + b"\xd8\x00", "Jürgen".encode("utf-32"),
    ],
)  # fmt: skip
def test_other_encodings_are_refused_and_never_guessed(data: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        text_of(data)
    assert (refusal.value.code, str(refusal.value)) == (
        "encoding", "This file isn’t in UTF-8. Save it as “CSV UTF-8”.",
    )  # fmt: skip


def test_a_line_break_within_quotation_marks_keeps_the_numbers_of_lines() -> None:
    assert rows_of('"a\nb",c\nd,e') == [(1, ["a\nb", "c"]), (3, ["d", "e"])]


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        (
            "ann;ben,cid\ndora;eve,fay", "import_separators",
            "The cells could be separated by commas, semicolons or tabs. Use only one of them, or name it in a first line, "
            "such as “sep=;”.",
        ),
        (
            'ann,ben\n"cid,dora\neve,fay', "import_unreadable",
            "Line 2 can’t be read: a quotation mark isn’t closed, or stands within a cell. Write it twice, or leave it out.",
        ),
        ("first,second", "import_empty", "There is no line in it. Enter one pair or person a line."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_what_helps(
    text: str, code: str, sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        read(text, COLUMNS, OWN)
    assert (refusal.value.code, str(refusal.value)) == (code, sentence)


@given(st.text(st.sampled_from("ab ,;\t\"'=\n\r\u2028\0ſé"), max_size=60))
def test_no_text_raises_anything_but_a_refusal(text: str) -> None:
    try:
        lines = read(text, COLUMNS, OWN)
    except Refused:
        return
    assert 1 <= len(lines) <= MOST_LINES


@given(st.lists(st.text(st.sampled_from("ab ;,\"'=+-@é"), max_size=8), min_size=2, max_size=3))
def test_our_own_files_are_read_as_they_were_written(row: list[str]) -> None:
    written = csv_bytes(["x1", "x2"], [row]).decode()
    assert rows_of(written)[1:] == [(2, [cell.strip() for cell in row])]


def test_cells_that_any_spreadsheet_would_split_or_run_are_quoted() -> None:
    row = ["a;b", "a\tb", "=1+1", 'say "hi"', "plain text", -5]
    assert csv_bytes(["x"], [row]).decode() == (
        '\ufeffx\r\n"a;b","a\tb","\'=1+1","say ""hi""",plain text,-5\r\n'
    )


def test_wrong_lines_come_first_and_are_corrected_where_they_are() -> None:
    text = 'sep=;\r\nuser;team\r\n"ann\r\nb";x\r\n\r\nben;y\r\ncleo;z\r\n'
    lines = [Line(3, ("ann b", "x"), "wrong"), Line(6, ("ben", "y"))]
    shown = as_preview(lines, text)
    assert [(line.number, written) for line, written in shown["wrong"]] == [(3, '"ann b";x')]
    assert shown["right"] == lines[1:]

    data = QueryDict(mutable=True)
    data.update({"text": text, "line-3": "anna\nb;x", "line-7": "", "line-99": "zoe", "line-x": ""})
    assert corrected(data)["text"] == "sep=;\nuser;team\nanna b;x\n\n\nben;y\n\n"
    assert data["text"] == text
    unread = QueryDict(mutable=True)
    unread.update({"text": 'ann;"b', "line-1": "ann;b"})
    assert corrected(unread)["text"] == 'ann;"b'
    untouched = QueryDict("text=ann")
    assert corrected(untouched) is untouched
