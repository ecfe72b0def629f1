"""Each drawing is in a page once, however often it is used."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from web.crests.crest import Crest
from web.crests.middleware import DrawnOnceMiddleware, with_symbols
from web.crests.svg import used

ONE, OTHER = Crest(), Crest(shape="round", emblem="orc")


def test_a_page_gets_each_drawing_once_at_the_start_of_its_body() -> None:
    page = f'<html><body class="x"><p>{used(ONE, 20)}{used(ONE, 48)}{used(OTHER, 20)}</p></body></html>'.encode()
    got = with_symbols(page).decode()
    assert got.startswith('<html><body class="x"><svg class="drawn-once"')
    assert (got.count("<symbol"), got.count("<clipPath")) == (2, 2)
    assert with_symbols(page) == with_symbols(page)


def test_a_part_of_a_page_brings_its_drawings_behind_it() -> None:
    assert with_symbols(f"<p>{used(OTHER, 20)}</p>".encode()).startswith(b"<p><svg class")


def test_a_page_without_crests_stays_as_it_is() -> None:
    page = b'<html><body><use href="#crest-no-such"/></body></html>'
    assert with_symbols(page) is page


def test_only_pages_are_changed() -> None:
    for answer in (
        HttpResponse(used(ONE, 20), content_type="application/json"),
        StreamingHttpResponse([used(ONE, 20).encode()]),
    ):
        assert DrawnOnceMiddleware(lambda _request, answer=answer: answer)(HttpRequest()) is answer
        assert b"<symbol" not in answer.getvalue()


def test_what_htmx_takes_of_a_page_has_the_drawings_in_it() -> None:
    page = f'<body><header></header><main id="main"><p>{used(ONE, 20)}</p></main></body>'

    def answer(request: HttpRequest) -> HttpResponse:
        return HttpResponse(page)

    asked = HttpRequest()
    asked.META["HTTP_HX_REQUEST"] = "true"
    assert b'<main id="main"><svg class="drawn-once"' in DrawnOnceMiddleware(answer)(asked).content
