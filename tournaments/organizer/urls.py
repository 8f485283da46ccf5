"""The URLs of the organizers' pages."""

from django.urls import URLPattern, path

from tournaments.organizer.views import (
    dashboard,
    desk,
    drafts,
    entries,
    fair_play,
    importing,
    ladders,
    log,
    making,
    matches,
    own_time,
    paper,
    people,
    room,
    running,
    schedules,
    screen,
    season_making,
    seasons,
    seeds,
    steps,
    undoing,
    waiting,
)
from tournaments.organizer.views.own_time_settings import (
    own_time_call_off,
    own_time_extend,
    own_time_series,
    own_time_settings,
)

urlpatterns: list[URLPattern] = [
    path("", dashboard.organizer, name="organizer"),
    path("fair-play/", fair_play.fair_play, name="fair_play"),
    path("fair-play/<int:pk>/", fair_play.fair_play_signal, name="fair_play_signal"),
    path("first-night/", dashboard.first_night, name="first_night"),
    path("desk/", desk.night_desk, name="night_desk"),
    path("desk/do/", desk.night_act, name="night_act"),
    path("leagues/<slug:slug>/log/", log.league_log, name="league_log"),
    path("leagues/<slug:slug>/schedules/", schedules.league_schedules, name="league_schedules"),
    path("leagues/<slug:slug>/schedules/new/", schedules.schedule_create, name="schedule_create"),
    path(
        "leagues/<slug:slug>/schedules/<int:pk>/change/",
        schedules.schedule_change,
        name="schedule_change",
    ),
    path(
        "leagues/<slug:slug>/schedules/<int:pk>/skip/",
        schedules.schedule_skip,
        name="schedule_skip",
    ),
    path(
        "leagues/<slug:slug>/schedules/<int:pk>/restore/",
        schedules.schedule_restore,
        name="schedule_restore",
    ),
    path(
        "leagues/<slug:slug>/schedules/<int:pk>/<str:step>/",
        schedules.schedule_step,
        name="schedule_step",
    ),
    path(
        "leagues/<slug:slug>/templates/<int:pk>/delete/",
        schedules.template_delete,
        name="template_delete",
    ),
    path("leagues/<slug:slug>/ladders/new/", ladders.ladder_create, name="ladder_create"),
    path("ladders/<slug:slug>/", ladders.ladder_desk, name="ladder_desk"),
    path("ladders/<slug:slug>/edit/", ladders.ladder_edit, name="ladder_edit"),
    path("ladders/<slug:slug>/freeze/", ladders.ladder_freeze, name="ladder_freeze"),
    path("ladders/<slug:slug>/resume/", ladders.ladder_resume, name="ladder_resume"),
    path("ladders/<slug:slug>/move/", ladders.ladder_move, name="ladder_move"),
    path(
        "ladders/<slug:slug>/entries/<int:pk>/remove/", ladders.ladder_remove, name="ladder_remove"
    ),
    path("ladders/<slug:slug>/log/<int:pk>/undo/", ladders.ladder_undo, name="ladder_undo"),
    path("ladders/<slug:slug>/log/<int:pk>/redo/", ladders.ladder_redo, name="ladder_redo"),
    path("leagues/<slug:slug>/own-time/new/", own_time.own_time_create, name="own_time_create"),
    path("own-time/<slug:slug>/edit/", own_time.own_time_edit, name="own_time_edit"),
    path(
        "own-time/<slug:slug>/settings/",
        own_time_settings,
        name="own_time_settings",
    ),
    path("own-time/<slug:slug>/series/", own_time_series, name="own_time_series"),
    path("own-time/<slug:slug>/extend/", own_time_extend, name="own_time_extend"),
    path(
        "own-time/<slug:slug>/call-off/",
        own_time_call_off,
        name="own_time_call_off",
    ),
    path("own-time/<slug:slug>/delete/", own_time.own_time_delete, name="own_time_delete"),
    path("leagues/<slug:slug>/seasons/new/", season_making.season_new, name="season_new"),
    path(
        "leagues/<slug:slug>/seasons/new/<str:kind>/",
        season_making.season_create,
        name="season_create",
    ),
    path("seasons/<slug:slug>/", seasons.season_desk, name="season_desk"),
    path("seasons/<slug:slug>/edit/", season_making.season_edit, name="season_edit"),
    path("seasons/<slug:slug>/open/", seasons.season_open, name="season_open"),
    path("seasons/<slug:slug>/place/", seasons.season_place, name="season_place"),
    path(
        "seasons/<slug:slug>/publish/",
        seasons.season_publish,
        name="season_publish",
    ),
    path("seasons/<slug:slug>/delete/", seasons.season_delete, name="season_delete"),
    path("seasons/<slug:slug>/arrange/", seasons.season_arrange, name="season_arrange"),
    path("seasons/<slug:slug>/teams/", seasons.season_add_team, name="season_add_team"),
    path("seasons/<slug:slug>/pairs/", seasons.season_pair, name="season_pair"),
    path("seasons/<slug:slug>/import/", importing.season_import, name="season_import"),
    path(
        "seasons/<slug:slug>/entries/<int:pk>/remove/", seasons.season_remove, name="season_remove"
    ),
    path("seasons/<slug:slug>/withdraw/", seasons.season_withdraw, name="season_withdraw"),
    path("seasons/<slug:slug>/postpone/", seasons.season_postpone, name="season_postpone"),
    path("seasons/<slug:slug>/late/", seasons.season_late, name="season_late"),
    path("seasons/<slug:slug>/end/", seasons.season_end, name="season_end"),
    path("seasons/<slug:slug>/undo-end/", seasons.season_undo_end, name="season_undo_end"),
    path("seasons/<slug:slug>/count/", seasons.season_count, name="season_count"),
    path("seasons/<slug:slug>/tournaments/<int:pk>/drop/", seasons.season_drop, name="season_drop"),
    path("seasons/<slug:slug>/evening/", seasons.season_evening, name="season_evening"),
    path("seasons/<slug:slug>/final/", seasons.season_final, name="season_final"),
    path(
        "seasons/<slug:slug>/divisions/<int:pk>/play-offs/",
        seasons.season_play_offs,
        name="season_play_offs",
    ),
    path("seasons/<slug:slug>/next/", seasons.season_next, name="season_next"),
    path("tournaments/plans/", making.tournament_plans, name="tournament_plans"),
    path("tournaments/unfinished/drop/", making.unfinished_drop, name="unfinished_drop"),
    path("tournaments/new/", making.tournament_create, name="tournament_create"),
    path("tournaments/new/preview/", making.tournament_preview, name="tournament_preview"),
    path("tournaments/<slug:slug>/", running.organizer_tournament, name="organizer_tournament"),
    path("tournaments/<slug:slug>/edit/", making.tournament_edit, name="tournament_edit"),
    path("tournaments/<slug:slug>/room/", room.tournament_room, name="tournament_room"),
    path("tournaments/<slug:slug>/room/cards/", room.room_cards, name="room_cards"),
    path("tournaments/<slug:slug>/room/make/", room.room_make_cards, name="room_make_cards"),
    path("tournaments/<slug:slug>/room/paid/", room.room_paid, name="room_paid"),
    path("tournaments/<slug:slug>/room/door/", room.room_door, name="room_door"),
    path(
        "tournaments/<slug:slug>/room/rounds/<int:pk>/digits/", room.room_renew, name="room_renew"
    ),
    path("tournaments/<slug:slug>/room/rounds/<int:pk>/time/", room.room_clock, name="room_clock"),
    path(
        "tournaments/<slug:slug>/room/rounds/<int:pk>/longer/", room.room_longer, name="room_longer"
    ),
    path("tournaments/<slug:slug>/delete/", making.draft_delete, name="draft_delete"),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/sheets/",
        paper.paper_sheets,
        name="paper_sheets",
    ),
    path(
        "tournaments/<slug:slug>/rounds/<int:number>/paper/",
        paper.paper_entry,
        name="paper_entry",
    ),
    path("tournaments/<slug:slug>/paper/<int:pk>/", paper.paper_score, name="paper_score"),
    path("tournaments/<slug:slug>/screen/", screen.wall_screen, name="wall_screen"),
    path("tournaments/<slug:slug>/screen/link/", screen.screen_link, name="screen_link"),
    path("tournaments/<slug:slug>/matches/", matches.tournament_matches, name="tournament_matches"),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/", running.organizer_match, name="organizer_match"
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/claims/<int:key>/reject/",
        running.claim_reject,
        name="claim_reject",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/conduct/<int:key>/",
        running.conduct_answer,
        name="conduct_answer",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/undo/",
        running.decision_undo,
        name="decision_undo",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/time/",
        running.match_time,
        name="match_time",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/ask/<str:what>/", desk.match_ask, name="match_ask"
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/", entries.organizer_entry, name="organizer_entry"
    ),
    path("tournaments/<slug:slug>/alone/<int:pk>/", waiting.single_remove, name="single_remove"),
    path("tournaments/<slug:slug>/waiting/up/", waiting.waiting_up, name="waiting_up"),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/pause/", waiting.entry_pause, name="entry_pause"
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/ready/", waiting.entry_ready, name="entry_ready"
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/restore/",
        waiting.entry_restore,
        name="entry_restore",
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/remove/",
        entries.entry_remove,
        name="entry_remove",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/disputes/<int:key>/reject/",
        running.dispute_reject,
        name="dispute_reject",
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/substitute/",
        entries.entry_substitute,
        name="entry_substitute",
    ),
    path("tournaments/<slug:slug>/entries/<int:pk>/link/", entries.entry_link, name="entry_link"),
    path(
        "tournaments/<slug:slug>/entries/<int:pk>/link/<int:key>/back/",
        entries.entry_link_back,
        name="entry_link_back",
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
        steps.draft_confirm,
        name="draft_confirm",
    ),
    path("tournaments/<slug:slug>/rounds/<int:pk>/swap/", drafts.draft_swap, name="draft_swap"),
    path("tournaments/<slug:slug>/rounds/<int:pk>/draws/", drafts.draft_draws, name="draft_draws"),
    path(
        "tournaments/<slug:slug>/rounds/<int:pk>/draws/<int:number>/",
        drafts.draft_choose,
        name="draft_choose",
    ),
    path(
        "tournaments/<slug:slug>/rounds/<int:pk>/redraw/",
        drafts.draft_redraw,
        name="draft_redraw",
    ),
    path("tournaments/<slug:slug>/people/", people.tournament_people, name="tournament_people"),
    path("tournaments/<slug:slug>/people/invite/", people.role_invite, name="role_invite"),
    path("tournaments/<slug:slug>/people/leave/", people.role_leave, name="role_leave"),
    path("tournaments/<slug:slug>/people/<int:pk>/role/", people.role_set, name="role_set"),
    path(
        "tournaments/<slug:slug>/people/<int:pk>/remove/",
        people.role_remove,
        name="role_remove",
    ),
    path(
        "tournaments/<slug:slug>/people/<int:user_id>/hand-over/",
        people.tournament_hand_over,
        name="tournament_hand_over",
    ),
    path(
        "tournaments/<slug:slug>/people/mails/<int:pk>/revoke/",
        people.role_revoke,
        name="role_revoke",
    ),
    path("tournaments/<slug:slug>/log/", log.tournament_log, name="tournament_log"),
    path("tournaments/<slug:slug>/undo/<int:pk>/", undoing.organizer_undo, name="organizer_undo"),
    path("tournaments/<slug:slug>/desk/", desk.tournament_desk, name="tournament_desk"),
    path("tournaments/<slug:slug>/desk/do/", desk.desk_act, name="desk_act"),
    path("tournaments/<slug:slug>/desk/<str:what>/<str:key>/", desk.desk_ask, name="desk_ask"),
    path("tournaments/<slug:slug>/tables/<str:what>/<str:key>/", desk.table_ask, name="table_ask"),
    path("tournaments/<slug:slug>/seeds/", seeds.tournament_seeds, name="tournament_seeds"),
    path("tournaments/<slug:slug>/import/", importing.entry_import, name="entry_import"),
    path("tournaments/<slug:slug>/teams/", entries.team_enter, name="tournament_team_enter"),
    path("tournaments/<slug:slug>/pairs/", entries.pair_make, name="pair_make"),
    path("tournaments/<slug:slug>/entries/<int:pk>/split/", entries.pair_split, name="pair_split"),
    path("tournaments/<slug:slug>/guests/", entries.guest_ask, name="guest_ask"),
    path(
        "tournaments/<slug:slug>/guests/<int:pk>/remove/",
        entries.guest_take_back,
        name="guest_take_back",
    ),
    path("tournaments/<slug:slug>/<str:step>/", steps.organizer_step, name="organizer_step"),
]
