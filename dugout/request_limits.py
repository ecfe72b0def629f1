"""Refuses a request that is larger than any form, or whose text is not UTF-8."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_header_parameters

UTF_8 = {"utf-8", "utf8"}
UNKNOWN = {"charset": "unknown"}


class TextInUTF8:
    """A request whose text is read as UTF-8; its headers do not matter.

    Django reads queries and forms in the encoding that the sender names, before anything can refuse it. Some of
    Python's encodings make halves of surrogate pairs, which no database stores; some make no text, or fail.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (LookupError, ValueError):  # the header names an encoding for itself
            self.content_type, self.content_params = "", UNKNOWN

    def _load_post_and_files(self) -> None:
        try:
            super()._load_post_and_files()
        except (LookupError, UnicodeError):  # an encoding named in the header of a form's part
            self._mark_post_parse_error()
            raise BadRequest("a part of the form is in an unknown encoding") from None


class WebRequest(TextInUTF8, WSGIRequest):
    """A request to `dugout.wsgi`."""


class AsyncWebRequest(TextInUTF8, ASGIRequest):
    """A request to `dugout.asgi`."""


class RequestLimitsMiddleware:
    """Refuses requests that no form of the site could send. Files count as data."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdigit()):
            raise BadRequest("the length of the request is not a number")
        # First by the number of digits: Python reads no number of more than 4,300.
        if len(length) > 12 or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("more than DATA_UPLOAD_MAX_MEMORY_SIZE")
        if request.content_params.get("charset", "utf-8").strip("\"'").lower() not in UTF_8:
            raise BadRequest("the text of the request is not UTF-8")
        return self.get_response(request)
