"""The real addresses, and pages only for these tests."""

from pathlib import Path

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import RequestContext, Template
from django.urls import path

from dugout.urls import urlpatterns as real
from tests.look import samples
from tests.web.charts import samples as drawings

PAGE = Path(__file__).with_name("everything.html")
CHARTS = PAGE.with_name("charts.html")


def everything(request: HttpRequest) -> HttpResponse:
    """Every component on one page."""
    messages.success(request, "Saved.")
    messages.warning(request, "The worker is not running; printing waits until it is.")
    messages.error(request, "The report was not saved.")
    messages.info(request, "A new round has begun.")
    return HttpResponse(Template(PAGE.read_text()).render(RequestContext(request, samples.everything())))


def charts(request: HttpRequest) -> HttpResponse:
    """A drawing of each kind on one page."""
    context = {"drawings": drawings.drawings(), "grid": drawings.grid()}
    return HttpResponse(Template(CHARTS.read_text()).render(RequestContext(request, context)))


def page(request: HttpRequest, name: str) -> HttpResponse:
    """One of our templates without a view, for error pages."""
    return render(request, f"{name}.html")


urlpatterns = [
    path("look/everything/", everything, name="look_everything"),
    path("look/charts/", charts, name="look_charts"),
    path("look/page/<name>/", page, name="look_page"),
    *real,
]
