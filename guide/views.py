"""Pages of the guide: all books, one book, a page of it, and searching it. Everybody can read them.

They depend on the editions alone, so each page is drawn once for a version of the code (`web.kept`).
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from guide.addresses import address
from guide.extensions import simulation_of
from guide.shown import compared_chapters, shown_sections
from rules import editions
from rules.guide import search as searching
from rules.guide.document import Guide, Page, Target
from rules.guide.pages import guide_to
from web.drawing.choices import Choice, Choices
from web.fingerprint import code
from web.kept import Kept

MOST_TYPED = 100
"""The most characters of a query that are looked at."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All books that a league can play by."""
    return render(request, "guide/index.html", {"books": [edition.book for edition in editions.EDITIONS]})


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two books side by side: `?a=` and `?b=` are their keys, by default the first two."""
    keys = [edition.key for edition in editions.EDITIONS]
    first = guide_of(request.GET.get("a", keys[0]))
    others = [key for key in keys if key != first.key] or keys
    second = guide_of(request.GET.get("b", others[0]))
    parts = Kept(
        ("guide/_comparison.html",),
        version=f"{version_of(first)}-{version_of(second)}",
        args=("comparison",),
        gather=lambda: {"first": first, "second": second, "chapters": compared_chapters(first, second)},
    )
    books = [(edition.key, edition.book.name) for edition in editions.EDITIONS]
    two = [Choice("a", _("First book"), books, first.key), Choice("b", _("Second book"), books, second.key)]
    choices = Choices(two, css="form-select", ids=True) if len(books) > 1 else None
    context = {"first": first, "second": second, "choices": choices, "parts": parts}
    simulated = simulation_of(first.key, second.key)
    return render(request, "guide/compare.html", {**context, "simulated": simulated})


@require_safe
def book(request: HttpRequest, edition: str) -> HttpResponse:
    """The contents of the guide to one book."""
    guide = guide_of(edition)
    chapters = [{"page": page, "below": guide.below(page)} for page in guide.chapters]
    context = {"guide": guide, "chapters": chapters, "simulated": simulation_of(guide.key)}
    return render(request, "guide/book.html", context)


@require_safe
def page(request: HttpRequest, edition: str, page: str) -> HttpResponse:
    """One page of a guide."""
    guide = guide_of(edition)
    found = guide.pages.get(page)
    if found is None:
        raise Http404
    parts = Kept(
        ("guide/_page.html",),
        version=version_of(guide),
        args=(found.key,),
        gather=lambda: {
            "guide": guide,
            "page": found,
            "sections": shown_sections(guide, found),
            **around(guide, found),
        },
    )
    context = {"guide": guide, "page": found, "parent": guide.pages.get(found.parent), "parts": parts}
    return render(request, "guide/page.html", context)


@require_safe
def search(request: HttpRequest, edition: str) -> HttpResponse:
    """What the guide finds for the words of `?q=`."""
    guide = guide_of(edition)
    query = " ".join(request.GET.get("q", "")[:MOST_TYPED].split())
    found = searching.search(guide, query)
    instead = "" if found else searching.meant(guide, query)
    hits = [_shown(guide, hit) for hit in (found or searching.search(guide, instead))]
    context = {"guide": guide, "query": query, "hits": hits, "full": len(hits) == searching.MOST}
    return render(request, "guide/search.html", {**context, "instead": instead if hits else ""})


def _shown(guide: Guide, hit: searching.Found) -> dict[str, str]:
    """A row that was found, as the page shows it."""
    under = hit.page.title if hit.page.title == hit.section.title else f"{hit.page.title}: {hit.section.title}"
    return {
        "title": hit.row.title or hit.section.title,
        "excerpt": hit.excerpt,
        "url": address(guide.key, Target(hit.page.key, hit.row.anchor)),
        "place": under,
    }


def guide_of(edition: str) -> Guide:
    """The guide to an edition, by its key. Raises Http404."""
    try:
        return guide_to(editions.edition(edition).book)
    except KeyError:
        raise Http404 from None


def version_of(guide: Guide) -> str:
    """What a page of this guide depends on: the code, and the tables."""
    return f"{code()}-{guide.key}-{editions.edition(guide.key).book.revision}"


def around(guide: Guide, page: Page) -> dict[str, Page | None]:
    """The pages before and after a page among those with the same one above."""
    beside = [each for each in guide.pages.values() if each.parent == page.parent]
    at = beside.index(page)
    return {
        "before": beside[at - 1] if at else None,
        "after": beside[at + 1] if at + 1 < len(beside) else None,
    }
