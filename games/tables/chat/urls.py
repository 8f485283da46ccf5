"""The addresses of the pages about muted and blocked people."""

from django.urls import path

from games.tables.chat import views

urlpatterns = [
    path("", views.people, name="people"),
    path("set/", views.set_quiet, name="set_quiet"),
]
