"""The URLs of the site, one line per app."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from spades_site.common import help
from spades_site.common.server.security_txt import security_txt
from spades_site.staff.views.style import style

# The admin's own form would bypass the limit on failed sign-ins and second factors.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("api/", include("spades_site.api.urls")),
    path("", include("tournaments.public.urls")),
    path("", include("games.ratings.urls")),
    path("", include("games.learn.urls")),
    path("", include("games.practice.urls")),
    path("", include("games.problems.urls")),
    path("", include("games.statistics.urls")),
    path("help/", help.index, name="help"),
    path("help/<slug:key>/", help.page, name="help_page"),
    path("play/", include("games.analysis.urls")),
    path("play/", include("games.tables.urls")),
    # Before the organizers' pages, whose last address takes any word.
    path("organize/", include("tournaments.webhooks.urls")),
    path("organize/", include("tournaments.organizer.urls")),
    path("staff/", include("spades_site.staff.urls")),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("style/", style, name="style"),
    path("account/notices/", include("spades_site.notices.urls")),
    path("account/people/", include("games.tables.chat.urls")),
    path("account/", include("spades_site.accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
    # The admin's own page would neither ask for a second factor nor send a mail.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
]
