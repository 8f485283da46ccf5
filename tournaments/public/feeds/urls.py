"""Addresses of the feeds."""

from django.urls import URLPattern, path

from tournaments.public.feeds import views
from tournaments.public.feeds.tables import FEEDS

urlpatterns: list[URLPattern] = [
    path("calendar.ics", views.personal_calendar, name="personal_calendar"),
    path("account/calendar/new/", views.new_addresses, name="new_calendar_addresses"),
    path("leagues/<slug:slug>/calendar.ics", views.league_calendar, name="league_calendar"),
    path(
        "tournaments/<slug:slug>/calendar.ics",
        views.tournament_calendar,
        name="tournament_calendar",
    ),
    path("tournaments/<slug:slug>/report.trf", views.tournament_trf, name="tournament_trf"),
]
for what in FEEDS:
    urlpatterns += [
        path(
            f"tournaments/<slug:slug>/{what}.{kind}",
            view,
            {"what": what},
            name=f"tournament_{what}_{kind}",
        )
        for kind, view in (("csv", views.tournament_csv), ("json", views.tournament_json))
    ]
