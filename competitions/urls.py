from django.urls import URLPattern, URLResolver

app_name = "competitions"

urlpatterns: list[URLPattern | URLResolver] = []
