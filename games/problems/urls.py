"""The URLs of the problems."""

from django.urls import path

from games.problems import views

urlpatterns = [
    path("problems/", views.problems, name="problems"),
    path("problems/<int:key>/", views.problem, name="problem"),
]
