"""Lists in pages by cursor."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Field
from ninja.errors import ValidationError
from ninja.pagination import CursorPagination

from spades_site.common.errors import Refused

PAGE, LONGEST_PAGE = 50, 200
"""Rows of a page, if a program doesn't say how many it wants, and at most."""
NO_CURSOR = ValidationError([{"loc": ["query", "cursor"], "msg": "no such cursor"}])
PLACE = re.compile(r"\d{1,9}\.[0-9a-f]{16}")
"""What a cursor says of a list that is computed whole: how many rows come before, and a digest of all."""


class Pages(CursorPagination):
    """Pages by cursor: `next` and `previous` are addresses, so a program never makes a cursor itself."""

    class Input(CursorPagination.Input):
        """What a program may ask of a list."""

        page_size: int | None = Field(None, ge=1, le=LONGEST_PAGE)

    def __init__(
        self, *, ordering: tuple[str, ...], shape: Callable[[Any], Any] | None = None
    ) -> None:
        """Order by the first of the fields, equal ones by the next; `shape` makes of a row what is answered."""
        super().__init__(ordering=ordering, page_size=PAGE, max_page_size=LONGEST_PAGE)
        self.shape = shape

    def paginate_queryset(
        self, queryset: Any, pagination: Any, request: HttpRequest, **params: Any
    ) -> Any:
        """Return a page. Raises ValidationError for a cursor that isn't one of ours."""
        try:
            page = super().paginate_queryset(queryset, pagination, request, **params)
        except (ValidationError, ValueError, OverflowError, TypeError) as wrong:
            raise NO_CURSOR from wrong
        if self.shape is not None:
            page[self.items_attribute] = [self.shape(row) for row in page[self.items_attribute]]
        return page


class RowPages(Pages):
    """Pages of rows that are computed together. All of them are of one moment: a cursor has a digest of all rows, and
    none of another moment.
    """

    def __init__(self) -> None:
        super().__init__(ordering=("pk",))

    def paginate_queryset(
        self, queryset: Any, pagination: Any, request: HttpRequest, **params: Any
    ) -> Any:
        """Return a page. Raises Refused "list_changed", and ValidationError for a cursor that isn't one of ours."""
        rows, size = list(queryset), self._get_page_size(pagination.page_size)
        digest = hashlib.sha256(repr(rows).encode()).hexdigest()[:16]
        try:
            place = self.Cursor.from_encoded_param(pagination.cursor).p or f"0.{digest}"
        except (ValidationError, ValueError) as wrong:
            raise NO_CURSOR from wrong
        if PLACE.fullmatch(place) is None:
            raise NO_CURSOR
        begin, _dot, known = place.partition(".")
        if known != digest:
            raise Refused(
                "list_changed",
                _("This list has changed since its first page. Read it again from the beginning."),
            )

        def address(at: int) -> str | None:
            cursor = self.Cursor(p=f"{at}.{digest}")
            return self._add_cursor_to_URL(request.build_absolute_uri(), cursor)

        first = int(begin)
        return {
            "next": address(first + size) if first + size < len(rows) else None,
            "previous": address(max(0, first - size)) if first else None,
            self.items_attribute: rows[first : first + size],
        }
