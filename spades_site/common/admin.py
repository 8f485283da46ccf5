"""Read-only pages of the admin."""

from functools import cached_property
from typing import Any, ClassVar

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest

from spades_site.common.field_words import name_fields

MOST = 5000
"""The maximum number of rows in a list; search and filters find the others."""


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts at most MOST rows, so that a list of millions opens as fast as a short one."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most MOST."""
        rows: Any = self.object_list[:MOST]
        return int(rows.count())


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows every field except the secret ones in `kept`. Takes a constant number of queries."""

    kept: ClassVar[frozenset[str]] = frozenset()
    ordering: ClassVar[Any] = ("-pk",)
    list_per_page = 50
    show_full_result_count = False
    paginator = CappedPaginator
    view_on_site = False

    def __init__(self, model: type[Model], admin_site: admin.AdminSite) -> None:
        name_fields(model)
        super().__init__(model, admin_site)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Return the fields that are shown."""
        fields = self.model._meta.concrete_fields
        return [field.name for field in fields if field.name not in self.kept]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: rows are made by the domain's functions."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: rows are changed by the domain's functions."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: nothing is deleted."""
        return False
