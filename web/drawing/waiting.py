"""Pages that wait: a page that somebody has open asks now and then whether it still shows how things stand.

The page says in its address what it shows (`?shown=`): a sign that its view works out from little, after the page's own
policy was asked. `templates/components/_waiting.html` asks again, and takes the parts that have changed.
"""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest

SHOWN = "shown"


def sign_of(*parts: object) -> str:
    """A short sign of these values, the same for equal ones."""
    return sha256(repr(parts).encode()).hexdigest()[:16]


def still_shown(request: HttpRequest, sign: str) -> bool:
    """Whether the page that asks already shows what this sign stands for: it needs no answer then (204).

    Takes what was asked out of the request's address, so that no link of the page repeats it.
    """
    if SHOWN not in request.GET:
        return False
    plain = request.GET.copy()
    asked = plain.pop(SHOWN)
    request.GET, request.META["QUERY_STRING"] = plain, plain.urlencode()
    return bool(sign) and asked == [sign] and "HX-Request" in request.headers


def address_to_ask(request: HttpRequest, sign: str) -> str:
    """The address of the page itself, with the sign of what it shows."""
    asked = request.GET.copy()
    asked[SHOWN] = sign
    return f"{request.path}?{asked.urlencode()}"
