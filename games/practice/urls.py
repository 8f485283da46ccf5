"""The URLs of practice and of the deal of the day."""

from django.urls import path

from games.practice import views

urlpatterns = [
    path("practice/", views.practice, name="practice"),
    path("practice/new/", views.practice_new, name="practice_new"),
    path("practice/do/", views.practice_do, name="practice_do"),
    path("practice/daily/", views.daily, name="daily"),
    path("practice/daily/table/", views.daily_table, name="daily_table"),
    path("practice/daily/do/", views.daily_do, name="daily_do"),
]
