"""The admin's page for accounts."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest

from spades_site.accounts.closing import close_account
from spades_site.accounts.models import User
from spades_site.accounts.renaming import rename
from spades_site.accounts.requests import person_of
from spades_site.common.errors import Refused


class AccountAdmin(UserAdmin):
    """Renames people by the usual function; accounts are closed, never deleted, so that games keep their players."""

    actions = ("close_accounts",)

    @admin.action(description="Close the selected accounts", permissions=["change"])
    def close_accounts(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Close accounts at their owners' request, as the owners could themselves."""
        for user in queryset:
            try:
                close_account(user_id=user.pk, by=person_of(request))
            except Refused as refusal:
                messages.error(request, f"{user}: {refusal}")

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save an account; a new name goes through `rename`."""
        name = obj.username
        if change and "username" in form.changed_data:
            obj.username = form.initial["username"]
        super().save_model(request, obj, form, change)
        if change and "username" in form.changed_data:
            obj.username = rename(user_id=obj.pk, name=name, by=person_of(request)).username

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: accounts are never deleted."""
        return False


admin.site.register(User, AccountAdmin)
