"""The addresses of this room."""

from django.urls import URLPattern

app_name = "search"

urlpatterns: list[URLPattern] = []
