"""The policy at the door, refusals as pages, and the reader's time zone."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.zones import zone
from leagues import policy
from web.errors import Refusal
from web.policy import PolicyError

Answer = Callable[[HttpRequest], HttpResponse]

UNANSWERED = (404, 405)


class PolicyMiddleware:
    """Lets nobody past a route that the policy table does not know, or past a league's view that did not ask it.

    Both are bugs and raise PolicyError: a test fails, and in production nothing but an error page gets out.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.league = None
        request.page_now = ""
        request.league_roles = frozenset()
        request.policy_asked = False
        request.let_in = False
        request.view_must_ask = False
        response = self.get_response(request)
        if request.view_must_ask and not request.policy_asked and response.status_code not in UNANSWERED:
            raise PolicyError(f"the view of {request.resolver_match.view_name!r} did not ask leagues.policy")
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Decide here what can be decided without knowing the league."""
        rule = policy.rule_of(request.resolver_match.view_name)
        if rule.scope == "league":
            request.view_must_ask = True
            return None
        request.policy_asked = True
        roles = policy.roles_of(request.user)
        if rule.scope == "own" or rule.roles & roles:
            return None
        if "user" not in roles:
            return sign_in(request)
        raise PermissionDenied

    def process_exception(self, request: HttpRequest, why: Exception) -> HttpResponse | None:
        """A visitor who could come in signed in is sent to sign in; any other error is reported as what it is."""
        if not isinstance(why, Refusal):  # whose words may tell something, an error's page does not
            request.view_must_ask = False
        return sign_in(request) if isinstance(why, policy.SignInNeeded) else None


class RefusalMiddleware:
    """A Refusal that no form showed becomes a page of its own, which says what to do.

    It leads back to the page that the request came from; where that is not known, to the `page_now` that a view noted.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, why: Exception) -> HttpResponse | None:
        """Only what a person did wrong; all else is a bug and passes."""
        if not isinstance(why, Refusal):
            return None
        back = page_before(request) or getattr(request, "page_now", "")
        return render(request, "leagues/refused.html", {"refusal": why, "back": back}, status=why.status)


class ZoneMiddleware:
    """Times are in UTC for visitors, in his own zone for a user, in the league's from `find_league` on."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            if request.user.is_authenticated:
                timezone.activate(zone(request.user.time_zone))
            return self.get_response(request)


def sign_in(request: HttpRequest) -> HttpResponse:
    """To the sign-in page, and back afterwards: to this page, or to the one whose form was sent."""
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    return redirect_to_login(page_before(request) or resolve_url("home"))


def page_before(request: HttpRequest) -> str:
    """The page of ours that the request came from, as a path; empty where that is not known."""
    referrer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referrer, allowed_hosts={request.get_host()}):
        return ""
    parts = urlsplit(referrer)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    # As a link, a path that begins with two slashes would be another site.
    return path if url_has_allowed_host_and_scheme(path, allowed_hosts=None) else ""
