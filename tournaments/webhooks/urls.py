"""The URLs of organizers' pages about webhooks."""

from django.urls import path

from tournaments.webhooks import views

urlpatterns = [
    path("leagues/<slug:slug>/webhooks/", views.league_webhooks, name="league_webhooks"),
    path(
        "tournaments/<slug:slug>/webhooks/", views.tournament_webhooks, name="tournament_webhooks"
    ),
    path("webhooks/<int:pk>/secret/", views.webhook_secret, name="webhook_secret"),
    path("webhooks/<int:pk>/<str:step>/", views.webhook_step, name="webhook_step"),
]
