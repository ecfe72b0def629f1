from django.urls import URLPattern, URLResolver, path

from accounts import views

app_name = "accounts"

urlpatterns: list[URLPattern | URLResolver] = [
    path("preferences/", views.preferences, name="preferences"),
    path("theme/", views.theme, name="theme"),
    path("preferences/delete/", views.delete, name="delete"),
]
