"""The URLs of the organizers' pages."""

from django.urls import URLPattern, path

from tournaments.organizer.views import (
    dashboard,
    drafts,
    entries,
    guests,
    league_log,
    making,
    running,
    season_import,
    seasons,
    seeds,
)

urlpatterns: list[URLPattern] = [
    path("", dashboard.organizer, name="organizer"),
    path("leagues/<slug:slug>/log/", league_log.league_log, name="league_log"),
    path("leagues/<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path(
        "leagues/<slug:slug>/seasons/new/<str:kind>/", seasons.season_create, name="season_create"
    ),
    path("seasons/<slug:slug>/", seasons.season_desk, name="season_desk"),
    path("seasons/<slug:slug>/edit/", seasons.season_edit, name="season_edit"),
    path("seasons/<slug:slug>/open/", seasons.season_step, {"step": "open"}, name="season_open"),
    path("seasons/<slug:slug>/place/", seasons.season_step, {"step": "place"}, name="season_place"),
    path(
        "seasons/<slug:slug>/publish/",
        seasons.season_step,
        {"step": "publish"},
        name="season_publish",
    ),
    path(
        "seasons/<slug:slug>/delete/", seasons.season_step, {"step": "delete"}, name="season_delete"
    ),
    path("seasons/<slug:slug>/arrange/", seasons.season_arrange, name="season_arrange"),
    path("seasons/<slug:slug>/teams/", seasons.season_add_team, name="season_add_team"),
    path("seasons/<slug:slug>/pairs/", seasons.season_pair, name="season_pair"),
    path("seasons/<slug:slug>/import/", season_import.season_import, name="season_import"),
    path(
        "seasons/<slug:slug>/entries/<int:pk>/remove/", seasons.season_remove, name="season_remove"
    ),
    path("seasons/<slug:slug>/withdraw/", seasons.season_withdraw, name="season_withdraw"),
    path("seasons/<slug:slug>/end/", seasons.season_end, name="season_end"),
    path("seasons/<slug:slug>/count/", seasons.season_count, name="season_count"),
    path("seasons/<slug:slug>/tournaments/<int:pk>/drop/", seasons.season_drop, name="season_drop"),
    path(
        "seasons/<slug:slug>/divisions/<int:pk>/play-offs/",
        seasons.season_play_offs,
        name="season_play_offs",
    ),
    path("seasons/<slug:slug>/next/", seasons.season_next, name="season_next"),
    path("tournaments/new/", making.tournament_create, name="tournament_create"),
    path("tournaments/new/preview/", making.tournament_preview, name="tournament_preview"),
    path("tournaments/<slug:slug>/", running.organizer_tournament, name="organizer_tournament"),
    path("tournaments/<slug:slug>/edit/", making.tournament_edit, name="tournament_edit"),
    path("tournaments/<slug:slug>/delete/", making.draft_delete, name="draft_delete"),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/", running.organizer_match, name="organizer_match"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/claims/<int:claim_id>/reject/",
        running.claim_reject,
        name="claim_reject",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/conduct/<int:mark_id>/",
        running.conduct_answer,
        name="conduct_answer",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/time/",
        running.match_time,
        name="match_time",
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/", entries.organizer_entry, name="organizer_entry"
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/remove/",
        entries.entry_remove,
        name="entry_remove",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/disputes/<int:dispute_id>/reject/",
        running.dispute_reject,
        name="dispute_reject",
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/substitute/",
        entries.entry_substitute,
        name="entry_substitute",
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/penalty/",
        entries.entry_penalty,
        name="entry_penalty",
    ),
    path(
        "tournaments/<slug:slug>/penalties/<int:pk>/undo/",
        entries.penalty_undo,
        name="penalty_undo",
    ),
    path("tournaments/<slug:slug>/apart/", entries.apart_add, name="apart_add"),
    path("tournaments/<slug:slug>/apart/<int:pk>/undo/", entries.apart_undo, name="apart_undo"),
    path(
        "tournaments/<slug:slug>/substitute-offers/<int:pk>/take-back/",
        entries.substitute_take_back,
        name="substitute_take_back",
    ),
    path(
        "tournaments/<slug:slug>/rounds/<int:pk>/confirm/",
        drafts.draft_confirm,
        name="draft_confirm",
    ),
    path("tournaments/<slug:slug>/rounds/<int:pk>/swap/", drafts.draft_swap, name="draft_swap"),
    path(
        "tournaments/<slug:slug>/rounds/<int:pk>/redraw/",
        drafts.draft_redraw,
        name="draft_redraw",
    ),
    path("tournaments/<slug:slug>/seeds/", seeds.tournament_seeds, name="tournament_seeds"),
    path("tournaments/<slug:slug>/guests/", guests.guest_ask, name="guest_ask"),
    path(
        "tournaments/<slug:slug>/guests/<int:pk>/remove/",
        guests.guest_take_back,
        name="guest_take_back",
    ),
    path("tournaments/<slug:slug>/<str:step>/", running.organizer_step, name="organizer_step"),
]
