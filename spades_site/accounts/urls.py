from django.urls import path

from spades_site.accounts import views

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("language/", views.choose_language, name="choose_language"),
    path("guest/", views.become_guest, name="become_guest"),
]
