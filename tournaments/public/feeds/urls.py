"""Addresses of the feeds."""

from django.urls import URLPattern, path

from tournaments.public.feeds import views
from tournaments.public.feeds.leagues import COLUMNS as OF_LEAGUE
from tournaments.public.feeds.seasons import FEEDS as OF_SEASON
from tournaments.public.feeds.tables import FEEDS

urlpatterns: list[URLPattern] = [
    path("calendar.ics", views.personal_calendar, name="personal_calendar"),
    path("account/calendar/new/", views.new_addresses, name="new_calendar_addresses"),
    path("leagues/<slug:slug>/calendar.ics", views.league_calendar, name="league_calendar"),
    path("leagues/<slug:slug>/news.atom", views.league_news, name="league_news_atom"),
    path("leagues/<slug:slug>/results.atom", views.league_results, name="league_results_atom"),
    path("ladders/<slug:slug>/ladder.json", views.ladder_json, name="ladder_json"),
    path("own-time/<slug:slug>/event.json", views.own_time_json, name="own_time_json"),
    path("leagues/<slug:slug>/index.json", views.league_index, name="league_index"),
    path("seasons/<slug:slug>/calendar.ics", views.season_calendar, name="season_calendar"),
    path(
        "seasons/<slug:slug>/divisions/<int:level>/calendar.ics",
        views.division_calendar,
        name="division_calendar",
    ),
    path(
        "seasons/<slug:slug>/entries/<int:pk>/calendar.ics",
        views.entry_calendar,
        name="entry_calendar",
    ),
    path(
        "tournaments/<slug:slug>/calendar.ics",
        views.tournament_calendar,
        name="tournament_calendar",
    ),
    path(
        "tournaments/<slug:slug>/archive.json", views.tournament_archive, name="tournament_archive"
    ),
    path("tournaments/<slug:slug>/report.trf", views.tournament_trf, name="tournament_trf"),
]
for of, feeds, sheet, document in (
    ("tournament", FEEDS, views.tournament_csv, views.tournament_json),
    ("league", OF_LEAGUE, views.league_csv, views.league_json),
    ("season", OF_SEASON, views.season_csv, views.season_json),
):
    urlpatterns += [
        path(f"{of}s/<slug:slug>/{what}.{kind}", view, {"what": what}, name=f"{of}_{what}_{kind}")
        for what in feeds
        for kind, view in (("csv", sheet), ("json", document))
    ]
