"""Every address of the site, an app a line."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.public.urls")),
    path("", include("games.ratings.urls")),
    path("play/", include("games.tables.urls")),
    path("organize/", include("tournaments.organizer.urls")),
    path("account/notices/", include("spades_site.notices.urls")),
    path("account/people/", include("games.tables.people_urls")),
    path("account/", include("spades_site.accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
]
