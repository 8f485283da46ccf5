"""Second factors: how their secrets are kept, and who can't do without one."""

import base64
from collections.abc import Callable
from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from spades_site.accounts.models import User
from spades_site.accounts.tokens.scopes import ORGANIZE, scope_for

FORBIDDEN = 403
SALT = "spades.second_factor"
ACCOUNT_PAGES = "/account/"
ORGANIZERS_PAGES = "/organize/"
LEAGUE_ADMINISTRATION = frozenset(
    [
        "league_create",
        "league_edit",
        "league_look",
        "announcement_remove",
        "league_import",
        "league_invite",
        "member_invite",
        "mail_invite",
        "link_create",
        "link_revoke",
        "members_remind",
        "members_named",
        "member_link",
        "member_mail",
        "member_link_back",
        "team_move",
        "team_named",
        "member_let_in",
        "member_turn_down",
        "member_take_back",
        "member_remove",
        "member_role",
        "league_bans",
        "ban_lift",
        "rule_set_new",
        "rule_set_edit",
        "rule_set_import",
        "rule_set_keep",
        "rule_set_remove",
        "league_hand_over",
    ]
)
"""Names of the addresses outside the organizers' pages where leagues are run."""
ANNOUNCEMENTS = "league_announcements"
"""What members read there, organizers write."""
ENTRANCE = frozenset(("mfa_authenticate", "mfa_login_webauthn"))
MEMBERS_ONLY = ("mfa_", "usersessions_", "account_email", "account_change_password", "account_set")
"""How the names of the addresses begin where people manage how they sign in."""


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypts secrets before they are stored, and draws QR codes that stand in the page itself."""

    def encrypt(self, text: str) -> str:
        """Return `text` encrypted with a key derived from SECRET_KEY."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return what `encrypt` was given. Raises InvalidToken if neither SECRET_KEY nor a fallback encrypted it."""
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: User, type: Any) -> str:
        """Return the name that a new key has until its owner gives it another."""
        known = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return _("Key %(number)d") % {"number": known + 1}

    def build_totp_svg(self, url: str) -> str:
        """Return an <svg> element without the XML declaration, which HTML doesn't allow."""
        svg = super().build_totp_svg(url)
        return svg[svg.index("<svg") :]


def end_older_sessions(
    request: HttpRequest, user: User, authenticator: Authenticator, **_about: Any
) -> None:
    """Sign the owner of a first second factor (allauth's signal) out everywhere else: there the password sufficed."""
    codes = Authenticator.Type.RECOVERY_CODES
    others = Authenticator.objects.filter(user=user).exclude(pk=authenticator.pk)
    if authenticator.type == codes or others.exclude(type=codes).exists():
        return
    here = request.session.session_key
    for one in UserSession.objects.filter(user=user).exclude(session_key=here):
        one.end()


def use_codes_once() -> None:
    """Remember used codes of authenticator apps for as long as they are accepted.

    allauth remembers them for one period, and accepts them for MFA_TOTP_TOLERANCE periods before and after. This replaces
    a private method of allauth; tests/accounts/test_second_factor.py fails if it is no longer called.
    """

    def mark(self: TOTP, code: str) -> bool:
        periods = 1 + 2 * app_settings.TOTP_TOLERANCE
        return cache.add(self._get_used_cache_key(code), "y", periods * app_settings.TOTP_PERIOD)

    TOTP._mark_code_used = mark


def _cipher() -> MultiFernet:
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    keys = (salted_hmac(SALT, "", secret=one, algorithm="sha256").digest() for one in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])


class SecondFactorMiddleware:
    """Sends people who need a second factor and have none to the page where they set one up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        """Return a redirect where a second factor is required and missing, or where a guest would set one up; to a
        program, a refusal.
        """
        if _guest_is_out_of_place(request):
            return redirect("account_signup")
        if not _requires_one(request) or is_mfa_enabled(request.user):
            return None
        if hasattr(request, "token"):
            sentence = _("This needs a second factor. Set one up in the settings, then try again.")
            said = {"code": "second_factor_missing", "message": sentence}
            return JsonResponse(said, status=FORBIDDEN)
        messages.warning(
            request,
            _("This site requires you to have a second factor. Set up one of these, then go on."),
        )
        return redirect("mfa_index")


def _requires_one(request: HttpRequest) -> bool:
    user = request.user
    if not user.is_authenticated or request.path.startswith(ACCOUNT_PAGES):
        return False
    if user.is_staff:
        return True
    if not settings.ORGANIZERS_NEED_SECOND_FACTOR or user.is_guest:
        return False
    match = request.resolver_match
    if match is not None and hasattr(request, "token"):
        return scope_for(match.func, request.method) == ORGANIZE
    name = "" if match is None else match.url_name
    announces = name == ANNOUNCEMENTS and request.method == "POST"
    administers = announces or name in LEAGUE_ADMINISTRATION
    return administers or request.path.startswith(ORGANIZERS_PAGES)


def _guest_is_out_of_place(request: HttpRequest) -> bool:
    """Return whether a guest, who has nothing to sign in with, asks for a page about signing in."""
    user = request.user
    match = request.resolver_match
    if match is None or match.url_name is None or match.url_name in ENTRANCE:
        return False
    return user.is_authenticated and user.is_guest and match.url_name.startswith(MEMBERS_ONLY)
