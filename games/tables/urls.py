"""The URLs of the lobby and the tables."""

from django.urls import path

from games.tables import next_stop, views
from games.tables.chat import views as people_views
from games.tables.lobby import calls, rated_views, watching
from games.tables.replay import comment_views, sharing
from games.tables.replay import views as replay_views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("now/", views.play_now, name="play_now"),
    path("rated/", rated_views.rated_now, name="rated_now"),
    path("rated/begin/", rated_views.rated_begin, name="rated_begin"),
    path("rated/stop/", rated_views.rated_stop, name="rated_stop"),
    path("calls/", calls.calls, name="calls"),
    path("watch/", watching.watch, name="watch"),
    path("open/", views.table_open, name="table_open"),
    path("reports/", people_views.report_list, name="report_list"),
    path("reports/<int:pk>/", people_views.report_detail, name="report_detail"),
    path("t/<slug:public_id>/", views.table, name="table"),
    path("t/<slug:public_id>/join/", views.join, name="table_join"),
    path("t/<slug:public_id>/seat/", views.seat, name="table_seat"),
    path("t/<slug:public_id>/accept/", views.accept, name="table_accept"),
    path("t/<slug:public_id>/decline/", views.decline, name="table_decline"),
    path("t/<slug:public_id>/next/", next_stop.table_next, name="table_next"),
    path("t/<slug:public_id>/picture.png", sharing.table_picture, name="table_picture"),
    path("t/<slug:public_id>/record/", views.table_record, name="table_record"),
    path("t/<slug:public_id>/replay/", replay_views.table_replay, name="table_replay"),
    path(
        "t/<slug:public_id>/replay/data/",
        replay_views.table_replay_data,
        name="table_replay_data",
    ),
    path(
        "t/<slug:public_id>/replay/picture.png",
        replay_views.table_replay_picture,
        name="table_replay_picture",
    ),
    path("t/<slug:public_id>/replay/comment/", comment_views.table_comment, name="table_comment"),
    path(
        "t/<slug:public_id>/replay/comment/<int:pk>/remove/",
        comment_views.table_comment_remove,
        name="table_comment_remove",
    ),
    path(
        "t/<slug:public_id>/replay/comment/<int:pk>/report/",
        comment_views.table_comment_report,
        name="table_comment_report",
    ),
]
