"""Pages of a league: list, create, settings, house rules, log, archive. Members are in `leagues.members.views`."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from guide.shown import shown_alone, shown_pages
from leagues import books, selectors, services
from leagues.access import chosen_ruleset, league_for, with_my_role
from leagues.books import further_books, rulesets_of
from leagues.changes import version_of
from leagues.forms import AddBookForm, CreateLeagueForm, HouseRulesForm, ReasonForm, SettingsForm
from leagues.members.linked_names import LinkedNames
from leagues.models import League, LogEntry, Membership
from leagues.options import apart, option_rows
from leagues.simulation.links import tried_out
from rules import editions
from rules.book.book import Book
from rules.guide.pages import lists_of_league, stars_of_league
from web.crests.form import CrestForm
from web.crests.shown import Shown
from web.drawing.visitors_pages import visitors_whole_page
from web.submission import get_or_post, press, submit
from web.tabs import front_page

PAGE_LENGTH = 25


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """My leagues, and all public ones; site staff see every league."""
    current = Membership.objects.filter(league=OuterRef("pk"), left_at__isnull=True)
    leagues = with_my_role(League.objects.order_by("name"), request.user)
    leagues = leagues.annotate(size=selectors.counted(current, "league"))
    mine = list(leagues.filter(my_role__isnull=False)) if request.user.is_authenticated else []
    open_to_all = leagues.filter(my_role__isnull=True, archived_at__isnull=True)
    if not request.user.is_staff:
        open_to_all = open_to_all.filter(public=True)
    page = Paginator(open_to_all, PAGE_LENGTH).get_page(request.GET.get("page"))
    return render(request, "leagues/list.html", {"mine": mine, "page_obj": page})


@get_or_post
def create(request: HttpRequest) -> HttpResponse:
    """Create a league; `?edition=` chooses the edition. The button `choose` chooses another, and keeps what fits it."""
    chosen = request.POST.get("choose")
    book = book_of(chosen or request.POST.get("edition") or request.GET.get("edition") or editions.EDITIONS[0].key)
    if chosen:
        before = next((each.book for each in editions.EDITIONS if each.key == request.POST.get("edition")), None)
        form = CreateLeagueForm(book=book, user=request.user, typed=request.POST, before=before)
        return render(request, "leagues/create.html", _creation(form, book))
    form = CreateLeagueForm.of(request, book=book, user=request.user)

    def create_league() -> str:
        league = services.create_league(by=request.user, details=form.details, edition=book.key, options=form.options)
        request.league = league
        return front_page(league)

    location = submit(request, form, "create_league", create_league)
    if location:
        messages.success(request, _("League created. Invite your coaches next."))
        return redirect(location)
    return render(request, "leagues/create.html", _creation(form, book), status=form.status)


def _creation(form: CreateLeagueForm, book: Book) -> dict[str, Any]:
    return {"form": form, "book": book, "books": [edition.book for edition in editions.EDITIONS]}


def book_of(key: str) -> Book:
    """The book of an edition, by its key. Raises Http404 for an unknown key."""
    try:
        return editions.edition(key).book
    except KeyError:
        raise Http404 from None


@get_or_post
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a league's settings."""
    league = league_for(request, slug)
    form = SettingsForm.of(request, league=league)

    def change() -> str:
        version = form.cleaned_data["version"]
        return services.change_league(league=league, by=request.user, version=version, details=form.details).slug

    if submit(request, form, "change_league", change):
        messages.success(request, _("Settings saved"))
        return redirect("leagues:settings", league.slug)
    return render(request, "leagues/settings.html", {"form": form}, status=form.status)


@get_or_post
def crest(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a league's crest. A post with ``preview`` shows the choice and saves nothing."""
    league = league_for(request, slug)
    form = CrestForm.of(request, stored=league.crest, version=league.version, parts=services.ARMS, with_picture=False)

    def change() -> str:
        version = form.cleaned_data["version"]
        return services.change_crest(league=league, by=request.user, version=version, crest=form.crest).slug

    if "preview" not in request.POST and submit(request, form, "change_crest", change):
        messages.success(request, _("Crest saved."))
        return redirect("leagues:settings", league.slug)
    context = {"form": form, "rows": list(form.rows()), "shown": Shown(form.typed)}
    if request.htmx and "preview" in request.POST:
        context["rows"] = form.redrawn_rows(request.headers.get("HX-Trigger-Name", ""))
        return render(request, "leagues/_crest_changed.html", context)
    return render(request, "leagues/crest.html", context, status=form.status)


@require_safe
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The house rules in force for one of the league's books and their history.

    `?book=` chooses the book, by default the first; `?set=` earlier house rules.
    """
    league = league_for(request, slug)
    gather = partial(_house_rules_shown, request, league)
    return visitors_whole_page(request, "leagues/house_rules.html", gather, version_of(league))


def _house_rules_shown(request: HttpRequest, league: League) -> dict[str, Any]:
    """What a reader sees of them. Raises Http404 for a book or earlier rules that there are not."""
    then = _asked_for(request, league)
    rulesets = rulesets_of(league)
    now = chosen_ruleset(request, rulesets, then.ruleset.edition if then else None)
    latest = list(selectors.settings_of(league, now.edition)[: selectors.HISTORY_LENGTH + 1])
    ruleset = then.ruleset if then else latest[0].ruleset if latest else now
    history = selectors.history_of(latest)
    rules = ruleset.known_rules()
    played = rules.book
    stars = None if then else stars_of_league(played)
    return {
        "groups": option_rows(ruleset, now=latest[0].ruleset if then else None),
        "book": ruleset.book,
        "stars": shown_alone(ruleset.book, stars) if stars else None,
        "own_lists": [] if then else shown_pages(played, lists_of_league(played)),
        "writes_lists": bool(apart(ruleset.book)),
        "pack": rules.pack_text,
        "books": [each.book for each in rulesets],
        "further": further_books(rulesets) if "commissioner" in request.league_roles else [],
        "try_out": tried_out(ruleset),
        "then": then,
        "in_force": latest[0] if latest else None,
        "known_from_records": not latest,
        "history": history[: selectors.HISTORY_LENGTH],
        "names": LinkedNames(league, (entry.by for entry in latest)),
        "more": len(history) > selectors.HISTORY_LENGTH,
    }


def _asked_for(request: HttpRequest, league: League) -> LogEntry | None:
    """The log entry that `?set=` names, if any. Raises Http404 if the league has no such entry."""
    asked = request.GET.get("set", "")
    then = selectors.setting_of(league, asked)
    if asked and then is None:
        raise Http404
    return then


@get_or_post
def change_house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the house rules for one of the league's books (`?book=`), for matches opened from now on."""
    league = league_for(request, slug)
    ruleset = chosen_ruleset(request, rulesets_of(league))
    form = HouseRulesForm.of(request, ruleset=ruleset)
    first = ruleset.edition == league.ruleset.edition
    query = "" if first else f"?{urlencode({'book': ruleset.edition})}"

    def change() -> int:
        cleaned = form.cleaned_data
        made = services.change_house_rules(
            league=league,
            by=request.user,
            expected=cleaned["version"],
            options=form.options,
            reason=cleaned["reason"],
            edition="" if first else ruleset.edition,
        )
        return int(made.pk)

    if submit(request, form, "change_house_rules", change):
        messages.success(request, _("House rules saved. They apply to matches opened from now on."))
        return redirect(reverse("leagues:house_rules", args=[league.slug]) + query)
    context = {"form": form, "book": ruleset.book, "query": query, "try_out": tried_out(ruleset)}
    return render(request, "leagues/change_house_rules.html", context, status=form.status)


@get_or_post
def add_book(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the league play by another book too."""
    league = league_for(request, slug)
    further = further_books(rulesets_of(league))
    form = AddBookForm.of(request, books=further)

    def add() -> str:
        return books.add_book(league=league, by=request.user, edition=form.cleaned_data["edition"]).edition

    edition = submit(request, form, "add_book", add)
    if edition:
        said = _("The league now plays by %(book)s too. Teams and competitions can choose it.")
        messages.success(request, said % {"book": book_of(edition).name})
        return redirect(f"{reverse('leagues:house_rules', args=[league.slug])}?{urlencode({'book': edition})}")
    context = {"form": form, "books": further}
    return render(request, "leagues/add_book.html", context, status=form.status)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The league's log: what was done, by whom and why."""
    league = league_for(request, slug)
    entries = league.log.select_related("by", "about", "ruleset").order_by("-id")
    page = Paginator(entries, PAGE_LENGTH).get_page(request.GET.get("page"))
    names = LinkedNames(league, (person for entry in page for person in (entry.by, entry.about)))
    return render(request, "leagues/log.html", {"page_obj": page, "names": names})


@get_or_post
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the league for changes, with a reason."""
    league = league_for(request, slug)
    form = ReasonForm.of(request)

    def close() -> str:
        services.archive_league(league=league, by=request.user, reason=form.cleaned_data["reason"])
        return league.slug

    if submit(request, form, "archive_league", close):
        messages.success(request, _("League archived. Everything in it can still be read."))
        return redirect("leagues:settings", league.slug)
    return render(request, "leagues/archive.html", {"form": form}, status=form.status)


@require_POST
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Open an archived league again."""
    league = league_for(request, slug)
    press(request, "restore_league", lambda: services.restore_league(league=league, by=request.user))
    messages.success(request, _("League restored"))
    return redirect("leagues:settings", league.slug)
