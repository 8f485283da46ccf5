"""How allauth signs people in here."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language

from spades_site.accounts import names
from spades_site.accounts.languages import supported
from spades_site.accounts.models import User
from spades_site.accounts.sign_in import asked
from spades_site.accounts.sign_in.login import guest_behind
from spades_site.accounts.sign_in.security_log import note
from spades_site.accounts.zones import zone_of_browser
from spades_site.common import limits, switches
from spades_site.common.clock import now
from spades_site.common.errors import Refused
from spades_site.common.folding import called
from spades_site.common.server import precedence
from spades_site.common.server.address import address_of, network_of

SIGNED_IN_AT = "signed_in_at"
"""The session's key for the time of sign-in, in seconds since 1970."""
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
"""Templates of mails that a visitor can trigger by typing an address."""
MAIL_SENT = "account/messages/email_confirmation_sent.txt"
_SITE = {
    "name": settings.SITE_NAME,
    "domain": urlsplit(settings.SITE_URL).hostname,
    "url": settings.SITE_URL,
}
"""The site as mails name it; allauth would take both names from the address of the request."""


class AccountAdapter(DefaultAccountAdapter):
    """A new account starts with the browser's time zone and the page's language.

    A guest who signs up keeps their user row and is no longer a guest.
    """

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether anybody can create an account now."""
        return switches.is_on("sign_up")

    def new_user(self, request: HttpRequest) -> User:
        """Return the unsaved user of a sign-up."""
        user: User = guest_behind(request) or super().new_user(request)
        user.is_guest = False
        user.time_zone = zone_of_browser(request)
        user.language = supported(get_language())
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the visitor's address, of an IPv6 network the first; allauth's own reading fails at a short X-Forwarded-For."""
        return network_of(address_of(request)).partition("/")[0]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name if it is allowed and free; raises ValidationError."""
        try:
            name = names.clean_username(username)
            if not shallow:
                names.require_free(name, guest_behind(self.request))
        except Refused as refusal:
            raise ValidationError(str(refusal)) from refusal
        return name

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the link that sets a new password, at the site's own address."""
        return _at_home(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the link that confirms an address, at the site's own address."""
        return _at_home(super().get_email_confirmation_url(request, emailconfirmation))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, unless its daily limit is exceeded, so that visitors can't flood a mailbox; then do
        nothing, silently.
        """
        address = email.lower()
        limited = template_prefix in ANYBODYS_MAILS
        if limited and not limits.allow("account_mails", template_prefix, address):
            return
        with precedence.aside():
            super().send_mail(template_prefix, email, {**context, "current_site": _SITE})

    def add_message(self, request: HttpRequest, level: int, *args: Any, **kwargs: Any) -> None:
        """Show a message of allauth, except about a mail that a site without a mail server doesn't send."""
        template = args[0] if args else kwargs.get("message_template")
        if template == MAIL_SENT and not settings.NOTICE_MAILS:
            return
        super().add_message(request, level, *args, **kwargs)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Send the link that confirms an address; if another account has confirmed it, mail that there is an
        account.
        """
        address = emailconfirmation.email_address
        if EmailAddress.objects.is_verified(address.email):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Return the user with these credentials, or None, after hashing the password exactly once in every case.

        allauth also tries a mail address as a user name, so that a wrong password for a known address would be
        hashed twice, and the time would reveal which addresses are known. No user name contains an @ (names.py).
        Only confirmed addresses identify an account: otherwise people could find out which addresses are in use.

        A user name is looked up by its key. allauth then gets the stored name, or one that nobody has: its own
        look-up ignores case as the database does.
        """
        if not EmailAddress.objects.is_verified(credentials.get("email", "")):
            credentials.pop("email", None)
        if "@" in credentials.get("username", ""):
            del credentials["username"]
        elif name := credentials.get("username"):
            user = called(User.objects.all(), name)
            credentials["username"] = f"@{name}" if user is None else user.username
        return super().authenticate(request, **credentials)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a try too many, and log it: nobody checks its password, so no failure is told otherwise."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            note("sign-in refused", request, about="too many tries")
            raise

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign somebody in, and record the time. What they asked for survives, also when a guest becomes a member."""
        before = request.session.get(asked.KEY)
        super().login(request, user)
        if before is not None:
            request.session[asked.KEY] = before
        request.session[SIGNED_IN_AT] = now().timestamp()

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether somebody must confirm their identity; a sign-in counts as a confirmation, for as long."""
        signed_in_at = self.request.session.get(SIGNED_IN_AT, 0)
        if now().timestamp() - signed_in_at < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        required: bool = super().is_reauthentication_required(app=app, **kwargs)
        return required

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key under which failed sign-ins are counted: account and address together.

        Counting by account alone, as allauth does, would let anybody lock out anybody; its Host header, whose port
        is free, would give new tries with each port; and so would each way to type a name that the database takes
        for the same one, such as "boſs". This overrides a private method of allauth; tests/accounts/test_sign_in.py
        fails if it is no longer called.
        """
        account = names.skeleton(credentials.get("email", credentials.get("username", "")))
        return f"{account}:{get_ip(request)}"


def _at_home(url: str) -> str:
    """Return the page's address at SITE_URL. allauth takes it from the Host header, whose port anybody may write, and
    the link in a mail that somebody else asked for must not lead to another program on this host.
    """
    return settings.SITE_URL + urlsplit(url).path
