"""The URLs of the public pages, and of their buttons."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.public.views import (
    disputes,
    home,
    inviting,
    joining,
    leagues,
    matches,
    times,
    tournaments,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.public.feeds.urls")),
    path("", home.home, name="home"),
    path("live/", home.home_table, name="home_table"),
    path("next/", home.home_next, name="home_next"),
    path("leagues/", leagues.league_list, name="league_list"),
    path("leagues/new/", leagues.league_create, name="league_create"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/edit/", leagues.league_edit, name="league_edit"),
    path("leagues/<slug:slug>/join/", leagues.league_join, name="league_join"),
    path("leagues/<slug:slug>/ask/", joining.league_ask, name="league_ask"),
    path("leagues/<slug:slug>/invitation/", joining.league_invitation, name="league_invitation"),
    path("leagues/<slug:slug>/invitation/decline/", joining.league_decline, name="league_decline"),
    path("leagues/<slug:slug>/leave/", leagues.league_leave, name="league_leave"),
    path("leagues/<slug:slug>/seasons/", leagues.season_create, name="season_create"),
    path("leagues/<slug:slug>/invite/", inviting.league_invite, name="league_invite"),
    path("leagues/<slug:slug>/invite/name/", inviting.member_invite, name="member_invite"),
    path("leagues/<slug:slug>/invite/mail/", inviting.mail_invite, name="mail_invite"),
    path("leagues/<slug:slug>/invite/link/", inviting.link_create, name="link_create"),
    path(
        "leagues/<slug:slug>/invite/links/<int:pk>/revoke/",
        inviting.link_revoke,
        name="link_revoke",
    ),
    path("join/<str:key>/", inviting.league_link, name="league_link"),
    path(
        "leagues/<slug:slug>/members/<int:user_id>/remove/",
        joining.member_remove,
        name="member_remove",
    ),
    path(
        "leagues/<slug:slug>/members/<int:user_id>/let-in/",
        leagues.member_change,
        {"change": "let_in"},
        name="member_let_in",
    ),
    path(
        "leagues/<slug:slug>/members/<int:user_id>/turn-down/",
        joining.member_turn_down,
        name="member_turn_down",
    ),
    path(
        "leagues/<slug:slug>/members/<int:user_id>/take-back/",
        leagues.member_change,
        {"change": "take_back"},
        name="member_take_back",
    ),
    path("leagues/<slug:slug>/bans/", joining.league_bans, name="league_bans"),
    path("leagues/<slug:slug>/bans/<int:user_id>/lift/", joining.ban_lift, name="ban_lift"),
    path(
        "leagues/<slug:slug>/members/<int:user_id>/role/", joining.member_role, name="member_role"
    ),
    path(
        "leagues/<slug:slug>/members/<int:user_id>/hand-over/",
        joining.league_hand_over,
        name="league_hand_over",
    ),
    path("leagues/<slug:slug>/teams/", leagues.team_create, name="team_create"),
    path("leagues/<slug:slug>/teams/<int:team_id>/join/", leagues.team_join, name="team_join"),
    path("leagues/<slug:slug>/teams/<int:team_id>/leave/", leagues.team_leave, name="team_leave"),
    path("tournaments/", tournaments.tournament_list, name="tournament_list"),
    path("tournaments/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:slug>/now/", tournaments.tournament_now, name="tournament_now"),
    path("tournaments/<slug:slug>/enter/", tournaments.tournament_enter, name="tournament_enter"),
    path(
        "tournaments/<slug:slug>/withdraw/",
        tournaments.tournament_withdraw,
        name="tournament_withdraw",
    ),
    path(
        "tournaments/<slug:slug>/check-in/",
        tournaments.tournament_check_in,
        name="tournament_check_in",
    ),
    path(
        "tournaments/<slug:slug>/invitations/<int:pk>/accept/",
        tournaments.invitation_answer,
        {"answer": "accept"},
        name="invitation_accept",
    ),
    path(
        "tournaments/<slug:slug>/invitations/<int:pk>/decline/",
        tournaments.invitation_answer,
        {"answer": "decline"},
        name="invitation_decline",
    ),
    path(
        "tournaments/<slug:slug>/substitute-offers/<int:pk>/accept/",
        tournaments.substitute_answer,
        {"answer": "accept"},
        name="substitute_accept",
    ),
    path(
        "tournaments/<slug:slug>/substitute-offers/<int:pk>/decline/",
        tournaments.substitute_answer,
        {"answer": "decline"},
        name="substitute_decline",
    ),
    path("tournaments/<slug:slug>/matches/<int:pk>/", matches.match, name="match"),
    path("tournaments/<slug:slug>/matches/<int:pk>/time/", times.time_offer, name="time_offer"),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/time/<int:offer_id>/accept/",
        times.time_accept,
        name="time_accept",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/time/<int:offer_id>/decline/",
        times.time_answer,
        {"answer": "decline"},
        name="time_decline",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/time/<int:offer_id>/withdraw/",
        times.time_answer,
        {"answer": "withdraw"},
        name="time_withdraw",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/contest/",
        disputes.dispute_open,
        name="dispute_open",
    ),
    path(
        "tournaments/<slug:slug>/matches/<int:pk>/contest/<int:dispute_id>/back/",
        disputes.dispute_take_back,
        name="dispute_take_back",
    ),
    path("tournaments/<slug:slug>/matches/<int:pk>/now/", matches.match_now, name="match_now"),
]
