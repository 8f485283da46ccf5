"""The URLs of the course, the rules and the glossary."""

from django.urls import path

from games.learn import views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/<slug:slug>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/again/", views.lesson_again, name="lesson_again"),
]
