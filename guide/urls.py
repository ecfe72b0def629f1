"""The addresses of this room. `search` cannot be a page of a guide, and `compare` no edition."""

from django.urls import URLPattern, path

from guide import views

app_name = "guide"

urlpatterns: list[URLPattern] = [
    path("rules/", views.index, name="index"),
    path("rules/compare/", views.compare, name="compare"),
    path("rules/<str:edition>/", views.book, name="book"),
    path("rules/<str:edition>/search/", views.search, name="search"),
    path("rules/<str:edition>/<path:page>/", views.page, name="page"),
]
