"""The home page and the health page."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from competitions.desk import desk_of
from leagues.selectors import public_leagues


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front door; a desk for whoever is signed in."""
    context = desk_of(request.user) if request.user.is_authenticated else {"public_leagues": public_leagues()}
    return render(request, "home.html", context)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 while the database answers, 503 otherwise; for load balancers and `manage.py up`."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return JsonResponse({"database": "down"}, status=503)
    return JsonResponse({"database": "up"})
