"""Checks each request against the policy, shows refusals as pages, and sets the reader's time zone.

It also closes the site to the pages of others.
"""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.referrers import page_before
from accounts.zones import zone
from web import policy
from web.errors import Message, Refusal
from web.extensions import citations
from web.policy import PolicyError

Answer = Callable[[HttpRequest], HttpResponse]

UNANSWERED = (404, 405, 500, 503)
ONLY_SENT = Message(
    id="web.only_sent",
    text=gettext_lazy("A form is sent to this address. There is no page to read here."),
    remedy=gettext_lazy("Go to the page with the form and press its button."),
    status=405,
)
"""For somebody who opens an address that only takes a form, from a bookmark or by hand."""

ONLY_READ = Message(
    id="web.only_read",
    text=gettext_lazy("This page is only for reading. No form can be sent to it."),
    remedy=gettext_lazy("Load the page with the form again, and press its button there."),
    status=405,
)
"""For somebody whose form, of a page that is open since long ago or made elsewhere, was sent to such a page."""
ONLY = {"GET": ONLY_SENT, "POST": ONLY_READ}


class OwnOriginMiddleware:
    """Keeps other sites from loading anything of this one into their pages, and this one from loading theirs.

    So nothing of it shares a process of the browser with a hostile page. Static files are answered before
    (`web.drawing.static_headers`).
    """

    HEADERS = {"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in self.HEADERS.items():
            response.headers.setdefault(name, value)
        return response


class PolicyMiddleware:
    """Stops a request for a route without a rule, and the answer of a league's view that did not ask the policy.

    Both are bugs and raise PolicyError: a test fails, and in production the reader gets an error page.
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
            raise PolicyError(f"the view of {request.resolver_match.view_name!r} did not ask web.policy")
        if not response.has_header("Cache-Control"):  # no cache guesses how long a league stays public
            own = {"private": True} if request.user.is_authenticated else {}
            patch_cache_control(response, no_cache=True, **own)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Decide what can be decided without the league. Raises PermissionDenied for a user, PolicyError."""
        rule = policy.rule_of(request.resolver_match.view_name)
        if rule.scope == "league":
            request.view_must_ask = True
            return None
        request.policy_asked = True
        roles = policy.site_roles(request.user)
        if rule.scope == "own" or rule.roles & roles:
            return None
        if "user" not in roles:
            return sign_in(request)
        raise PermissionDenied(_("Only site staff can open these pages.") if rule.roles == {"staff"} else "")

    def process_exception(self, request: HttpRequest, why: Exception) -> HttpResponse | None:
        """Send a visitor to sign in, if that would let them in; report any other error as it is."""
        if not isinstance(why, Refusal):  # its message may name a private league, an error page does not
            request.view_must_ask = False
        return sign_in(request) if isinstance(why, policy.SignInNeeded) else None


class RefusalMiddleware:
    """Shows a Refusal that no form showed as a page of its own, which says what to do.

    It links back to the page the request came from. If that is not known, it links to the `page_now` of the view.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, why: Exception) -> HttpResponse | None:
        """Only for a person's mistake; any other error is a bug and passes."""
        return refusal_page(request, why) if isinstance(why, Refusal) else None


class FormAddressMiddleware:
    """Shows a page, instead of nothing, to who opens an address to which only forms are sent, or sends one to a page.

    It stands close to the view, so that the page gets its style sheets and headers like any other.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and request.method in ONLY and not response.content:
            response.content = refusal_page(request, Refusal(ONLY[request.method])).content
        return response


def refusal_page(request: HttpRequest, why: Refusal) -> HttpResponse:
    """A page that says what was refused and what to do; it links to the page before, if that is known."""
    back = page_before(request) or getattr(request, "page_now", "")
    purpose = why.message.purpose
    source = SafeString().join(citations.call(request, purpose)) if purpose else SafeString()
    context = {"refusal": why, "back": back, "source": source}
    return render(request, "web/refused.html", context, status=why.status)


class ZoneMiddleware:
    """Shows times in UTC to visitors and in a user's own zone; access helpers change to the league's zone."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            if request.user.is_authenticated:
                timezone.activate(zone(request.user.time_zone))
            return self.get_response(request)


def sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page, which leads back to this page, or to the page whose form was sent."""
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    return redirect_to_login(page_before(request) or resolve_url("home"))
