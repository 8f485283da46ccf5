"""The addresses of the staff's pages."""

from django.urls import path

from spades_site.staff.views import measures, running

urlpatterns = [
    path("", running.overview, name="staff"),
    path("health/", running.health_page, name="staff_health"),
    path("limits/", running.limits_page, name="staff_limits"),
    path("switches/", running.switches_page, name="staff_switches"),
    path("switches/<slug:name>/", running.switch, name="staff_switch"),
    path("muted/", measures.muted, name="staff_muted"),
    path("muted/<int:pk>/", measures.unmute, name="staff_unmute"),
    path("ratings/<int:pk>/", measures.rating, name="staff_rating"),
    path("leagues/<int:pk>/", measures.league, name="staff_league"),
    path("leagues/<int:pk>/hide/", measures.league_hide, name="staff_league_hide"),
    path("leagues/<int:pk>/owner/", measures.league_give, name="staff_league_give"),
    path("tournaments/<int:pk>/", measures.tournament, name="staff_tournament"),
    path("tournaments/<int:pk>/hide/", measures.tournament_hide, name="staff_tournament_hide"),
    path("tournaments/<int:pk>/owner/", measures.tournament_give, name="staff_tournament_give"),
]
