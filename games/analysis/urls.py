"""The URLs of analyses, below those of their tables."""

from django.urls import path

from games.analysis import views

urlpatterns = [
    path("t/<slug:public_id>/analysis/", views.table_analysis, name="table_analysis"),
    path("t/<slug:public_id>/analysis/ask/", views.table_analysis_ask, name="table_analysis_ask"),
]
