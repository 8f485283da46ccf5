from django.urls import path

from spades_site.notices import views

urlpatterns = [
    path("", views.notices, name="notices"),
    path("bell/", views.bell, name="notices_bell"),
    path("read/", views.all_read, name="notices_read"),
    path("settings/", views.wishes, name="notices_settings"),
    path("devices/", views.device_add, name="device_add"),
    path("devices/<int:device_id>/remove/", views.device_remove, name="device_remove"),
    path("<int:notice_id>/", views.follow, name="notice"),
    path("off/<str:token>/", views.off, name="notices_off"),
]
