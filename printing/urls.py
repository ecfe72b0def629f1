from django.urls import URLPattern, URLResolver

app_name = "printing"

urlpatterns: list[URLPattern | URLResolver] = []
