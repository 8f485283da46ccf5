"""How allauth signs people up here."""

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.app_settings import EmailVerificationMethod
from allauth.account.models import EmailAddress
from allauth.core.internal.ratelimit import get_ip
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language

from spades_site.accounts import names
from spades_site.accounts.entrance import guest_behind
from spades_site.accounts.languages import supported
from spades_site.accounts.middleware import zone_of_browser
from spades_site.accounts.models import User
from spades_site.common import limits
from spades_site.common.address import address_of
from spades_site.common.clock import now
from spades_site.common.errors import Refused

SIGNED_IN_AT = "signed_in_at"
"""The session's key for when its person signed in: seconds since 1970."""
ANYBODYS_MAILS = frozenset(
    f"account/email/{name}"
    for name in (
        "password_reset_key",
        "unknown_account",
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
    )
)
"""Templates of mails that a visitor who types an address has sent there."""


class AccountAdapter(DefaultAccountAdapter):
    """A new account begins in the time zone that the browser told, and in the language of the page.

    A guest's account is the guest, who is one no longer.
    """

    def new_user(self, request: HttpRequest) -> User:
        """Return the unsaved user of a sign-up."""
        user: User = guest_behind(request) or super().new_user(request)
        user.is_guest = False
        user.time_zone = zone_of_browser(request)
        user.language = supported(get_language())
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the visitor's address; allauth's own reading answers a short X-Forwarded-For with a server error."""
        return address_of(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name if it may be one and is free; raises ValidationError."""
        try:
            name = names.clean_username(username)
            if not shallow:
                names.require_free(name, guest_behind(self.request))
        except Refused as refusal:
            raise ValidationError(str(refusal)) from refusal
        return name

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, unless a visitor could flood the mailbox with it: beyond the day's limit nothing is sent or said."""
        address = email.lower()
        limited = template_prefix in ANYBODYS_MAILS
        if limited and not limits.allow("account_mails", template_prefix, address):
            return
        super().send_mail(template_prefix, email, context)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Send the link that confirms an address; to one that another account has confirmed, that there is an account."""
        address = emailconfirmation.email_address
        if EmailAddress.objects.is_verified(address.email):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Return the user with these credentials, or None, after hashing the password once whoever it may be.

        allauth gives a mail address as a user name too, so that a wrong password for a known address would be hashed
        twice, and the time would tell which addresses are known. No user name holds an @ (names.py). Where addresses must be
        confirmed only those that are open an account: else one that somebody else has would be told from a free one.
        """
        must_be_confirmed = app_settings.EMAIL_VERIFICATION == EmailVerificationMethod.MANDATORY
        if must_be_confirmed and not EmailAddress.objects.is_verified(credentials.get("email", "")):
            credentials.pop("email", None)
        if "@" in credentials.get("username", ""):
            del credentials["username"]
        return super().authenticate(request, **credentials)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign somebody in, and note when."""
        super().login(request, user)
        request.session[SIGNED_IN_AT] = now().timestamp()

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether somebody must confirm that it is them; a sign-in counts like a confirmation, and as long."""
        signed_in_at = self.request.session.get(SIGNED_IN_AT, 0)
        if now().timestamp() - signed_in_at < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        return required

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key under which failed sign-ins are counted: account and address together.

        By account alone, as allauth does it, anybody could lock out anybody. This method is allauth's own matter:
        tests/accounts/test_sign_in.py says when it is called no longer.
        """
        account = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{account}:{get_ip(request)}"
