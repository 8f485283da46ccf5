"""The URL of a person's statistics."""

from django.urls import path

from games.statistics import views

urlpatterns = [path("people/<str:username>/statistics/", views.statistics, name="statistics")]
