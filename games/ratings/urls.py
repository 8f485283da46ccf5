"""Addresses of the ratings' pages, and of the page that checks how a game was dealt."""

from django.urls import path

from games.ratings import views

urlpatterns = [
    path("leaderboard/", views.leaderboard, name="leaderboard"),
    path("people/<str:username>/", views.profile, name="profile"),
    path("people/<str:username>/record/", views.encounters, name="encounters"),
    path("verify/", views.verify, name="verify"),
]
