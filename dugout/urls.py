"""All addresses of the site. Each room chooses its own prefix."""

from django.conf import settings
from django.urls import include, path

from dugout import views
from web import read_only_admin

handler400 = "dugout.views.not_understood"
handler500 = "dugout.outages.unavailable_or_broken"

urlpatterns = [
    path("", views.home, name="home"),
    path("health/", views.health, name="health"),
    path("robots.txt", views.robots, name="robots"),
    path("accounts/", include("allauth.urls")),
    path("", include("accounts.urls")),
    path("", include("jobs.urls")),
    path("", include("printing.urls")),
    path("", include("notices.urls")),
    path("", include("guide.urls")),
    path("", include("leagues.urls")),
    path("", include("teams.urls")),
    path("", include("matches.urls")),
    path("", include("competitions.urls")),
    path("", include("stats.urls")),
    path("", include("news.urls")),
    path("", include("search.urls")),
    path("", include("api.urls")),
]
if settings.ADMIN:
    urlpatterns.append(path("admin/", read_only_admin.site.urls))
