"""The admin's pages for accounts and for the log."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from spades_site.accounts.avatar import remove_picture
from spades_site.accounts.closing import close_account, end_sessions
from spades_site.accounts.models import User
from spades_site.accounts.renaming import rename
from spades_site.accounts.requests import person_of
from spades_site.accounts.sign_in import bans
from spades_site.common import audit
from spades_site.common.admin import CappedPaginator, ReadOnlyAdmin
from spades_site.common.errors import Refused
from spades_site.common.models import AuditEntry

FOUND = 302
MEASURES = {"username", "is_active", "reset_second_factor", "remove_picture"}
"""Fields of an account that are changed by domain functions, which need a reason."""
RIGHTS = ("is_staff", "is_superuser", "user_permissions")
"""Fields that only superusers change."""


class AccountForm(UserChangeForm):
    """An account, with the reason for a change; without its password's hash."""

    password = None  # type: ignore[assignment]

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_(
            "For the log. Required to rename or to remove a picture (the person reads it), to ban, to lift a ban and to reset the second factor."
        ),
    )
    reset_second_factor = forms.BooleanField(
        label=_("Reset second factor"),
        required=False,
        help_text=_("Deletes app, keys and recovery codes, and ends all sessions."),
    )

    remove_picture = forms.BooleanField(
        label=_("Remove the uploaded picture"),
        required=False,
        help_text=_("Deletes it everywhere. The person reads the reason."),
    )

    def clean(self) -> dict[str, Any]:
        """Require a reason where the log needs one."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if MEASURES & set(self.changed_data) and not found.get("reason"):
            self.add_error("reason", _("Give a reason; it goes into the log."))
        return found


class AccountAdmin(UserAdmin):
    """Changes accounts by the domain functions; closes accounts, never deletes them, so that games keep their players."""

    form = AccountForm
    actions = ("close_accounts",)
    ordering = ("-pk",)
    list_display = (
        "username",
        "email",
        "date_joined",
        "last_seen",
        "is_active",
        "is_guest",
        "is_staff",
    )
    list_filter = ("is_active", "is_guest", "is_staff")
    search_fields = ("folded_name", "email", "former_names__folded_name")
    list_per_page = 50
    paginator = CappedPaginator
    show_full_result_count = False
    fieldsets = (
        (
            None,
            {
                "fields": (
                    "username",
                    "is_active",
                    "reset_second_factor",
                    "remove_picture",
                    "reason",
                )
            },
        ),
        (
            _("Person"),
            {"fields": ("first_name", "last_name", "email", "time_zone", "language", "country")},
        ),
        (_("Dates"), {"fields": ("date_joined", "last_login", "last_seen")}),
        (_("Rights"), {"fields": RIGHTS}),
    )
    readonly_fields = ("date_joined", "last_login", "last_seen")

    @admin.action(description=_("Close the selected accounts"), permissions=["change"])
    def close_accounts(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Close accounts at their owners' request, as the owners could themselves."""
        by = person_of(request)
        for user in queryset:
            self._try(request, user, partial(close_account, user_id=user.pk, by=by))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save an account; a new name, a ban and a reset use their functions. Every change is logged."""
        changed, begin = set(form.changed_data), form.initial
        name, active, reason = obj.username, obj.is_active, form.cleaned_data.get("reason", "")
        obj.username, obj.is_active = begin["username"], begin.get("is_active", active)
        super().save_model(request, obj, form, change)
        said: dict[str, Any] = {"user_id": obj.pk, "by": person_of(request)}
        if "username" in changed and self._try(
            request, obj, lambda: rename(**said, name=name, reason=reason)
        ):
            obj.username = name
        if "is_active" in changed:
            decide = bans.lift_ban if active else bans.ban
            if self._try(request, obj, lambda: decide(**said, reason=reason)):
                obj.is_active = active
        if "reset_second_factor" in changed and self._try(
            request, obj, lambda: bans.reset_second_factor(**said, reason=reason)
        ):
            _mail(request, obj, "second factor")
        if "remove_picture" in changed:
            self._try(request, obj, lambda: remove_picture(**said, reason=reason))
        fields = sorted(changed - MEASURES - {"reason"})
        if fields:
            # Log only the fields' names, because the log stays when the account is closed.
            audit.record(
                actor=said["by"], verb="user.edited", subject=obj, reason=reason, fields=fields
            )

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fields that this staff member only reads."""
        own = super().get_readonly_fields(request, obj)
        return own if person_of(request).is_superuser else (*own, *RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return whether the account can be changed: those of staff only by superusers."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or not obj.is_staff or person_of(request).is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: people sign up, and `createsuperuser` makes the first account."""
        return False

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Set somebody's password, as a superuser, if no mail can reach them. Logged; ends their sessions."""
        by = person_of(request)
        if not by.is_superuser:
            raise PermissionDenied
        with transaction.atomic():
            answer = super().user_change_password(request, id, form_url)
            if request.method == "POST" and answer.status_code == FOUND:
                user = User.objects.get(pk=id)
                if user != by:
                    end_sessions(user)
                    _mail(request, user, "password")
                audit.record(actor=by, verb="user.password_set", subject=user)
        return answer

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: accounts are never deleted."""
        return False

    def _try(self, request: HttpRequest, user: User, act: Callable[[], object]) -> bool:
        """Call `act`, and show a refusal as a message; return whether it succeeded."""
        try:
            act()
        except Refused as refusal:
            messages.error(request, f"{user}: {refusal}")
            return False
        return True


def _mail(request: HttpRequest, user: User, what: str) -> None:
    """Mail somebody, at their confirmed address, that staff have changed how they sign in."""
    address = EmailAddress.objects.get_primary_email(user) or user.email

    def send() -> None:
        language = translation.override(user.language or settings.LANGUAGE_CODE)
        with language, context.request_context(request):
            get_adapter(request).send_mail(
                "accounts/email/changed_by_staff", address, {"what": what}
            )

    if address:
        # The change stays even if no mail can be sent.
        transaction.on_commit(send, robust=True)


class LogAdmin(ReadOnlyAdmin):
    """The whole log, read-only."""

    list_display = ("at", "actor", "what", "verb", "subject", "reason")
    list_select_related = ("actor",)
    search_fields = ("subject", "verb", "actor__folded_name")
    ordering: ClassVar[Any] = ("-at", "-pk")

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Put all rows of a page into words at once."""
        made = super().get_changelist_instance(request)
        lines = audit.in_words(made.result_list)
        for line in lines:
            line.entry.words = line.what
        made.result_list = [line.entry for line in lines]
        return made

    @admin.display(description=_("What was done"))
    def what(self, entry: Any) -> str:
        """Describe what was done."""
        return str(entry.words)


admin.site.register(User, AccountAdmin)
admin.site.register(AuditEntry, LogAdmin)
