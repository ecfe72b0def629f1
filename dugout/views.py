"""The home page, the health page, robots.txt, and the page for broken requests."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from competitions.dashboard.dashboard import dashboard_of, home_sign, leagues_to_look_at
from dugout.outages import SOON
from leagues.selectors import memberships_of
from news.listing import stories_at_home
from rules import editions
from web.drawing.waiting import still_shown

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a broken (400) or too large (413) request. It reads nothing of the request."""
    if not isinstance(exception, TOO_MUCH):
        return HttpResponse(render_to_string("400.html"), status=400)
    limits = {"most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE, "fields": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS}
    return HttpResponse(render_to_string("413.html", limits), status=413)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page; for signed-in people, their dashboard."""
    if request.user.is_authenticated:
        memberships = memberships_of(request.user)
        sign = home_sign(request.user, memberships)
        if still_shown(request, sign):
            return HttpResponse(status=204)
        context = dashboard_of(request.user, memberships) | {"news": stories_at_home(request.user), "sign": sign}
        return render(request, "home.html", context)
    context = {"public_leagues": leagues_to_look_at(), "editions": [each.book.name for each in editions.EDITIONS]}
    return render(request, "home.html", context)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read: public leagues, no account pages."""
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 while the database answers, 503 otherwise; for load balancers and `manage.py up`."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return JsonResponse({"database": "down"}, status=503, headers={"Retry-After": str(SOON)})
    return JsonResponse({"database": "up"})
