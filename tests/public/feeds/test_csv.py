"""Tables as CSV, byte by byte, and what spreadsheets must not run."""

from decimal import Decimal

import pytest

from spades_site.common.lists.csv_text import Cell, cell_text, csv_bytes


def test_a_table() -> None:
    rows: list[list[Cell]] = [
        [1, "ann & ben", Decimal("1.5"), True, None],
        [-2, 'a, "b"', Decimal("-10"), False, "é\nü"],
    ]
    assert csv_bytes(["rank", "name", "points", "shared", "note"], rows) == (
        b"\xef\xbb\xbfrank,name,points,shared,note\r\n"
        b"1,ann & ben,1.5,true,\r\n"
        b'-2,"a, ""b""",-10,false,"\xc3\xa9\n\xc3\xbc"\r\n'
    )


def test_a_table_without_rows() -> None:
    assert csv_bytes(["rank", "name"], []) == b"\xef\xbb\xbfrank,name\r\n"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-ann & ben", "'-ann & ben"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("'=1", "''=1"),
        ("", ""),
        (" ", " "),
        (-5, "-5"),
        (Decimal("1E+2"), "100"),
        (Decimal("-0.25"), "-0.25"),
        (0, "0"),
        (False, "false"),
        (None, ""),
    ],
)
def test_a_cell(cell: Cell, text: str) -> None:
    assert cell_text(cell) == text
