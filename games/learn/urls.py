"""The URLs of the course, the rules and the glossary."""

from django.urls import path

from games.learn import rule_views, views

urlpatterns = [
    path("learn/", views.learn, name="learn"),
    path("learn/glossary/", rule_views.glossary, name="glossary"),
    path("learn/<slug:slug>/", views.lesson, name="lesson"),
    path("learn/<slug:slug>/again/", views.lesson_again, name="lesson_again"),
    path("rules/", rule_views.rules, name="rules"),
    path("rules/<slug:preset>/", rule_views.preset_rules, name="preset_rules"),
]
