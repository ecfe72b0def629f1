"""The addresses of this room."""

from django.urls import URLPattern, path

from search import views

app_name = "search"

urlpatterns: list[URLPattern] = [
    path("search/", views.search, name="search"),
    path("leagues/<slug:slug>/search/", views.in_league, name="in_league"),
]
