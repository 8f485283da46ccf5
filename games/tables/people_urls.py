"""The addresses of the pages about muted and blocked people."""

from django.urls import path

from games.tables import people_views

urlpatterns = [
    path("", people_views.people, name="people"),
    path("set/", people_views.set_quiet, name="set_quiet"),
]
