"""The URLs of practice."""

from django.urls import path

from games.practice import views

urlpatterns = [
    path("practice/", views.practice, name="practice"),
    path("practice/new/", views.practice_new, name="practice_new"),
    path("practice/do/", views.practice_do, name="practice_do"),
]
