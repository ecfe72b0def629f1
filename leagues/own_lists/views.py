"""Pages on which commissioners write team lists of the league's own: all of them as text, and each as a form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.access import chosen_ruleset, league_for
from leagues.books import rulesets_of
from leagues.forms import helper
from leagues.models import League, Ruleset
from leagues.own_lists.form import ListForm
from leagues.own_lists.stored import option_of, save_lists, text_called, text_like, texts_in
from rules.book.entered.faults import say_fault
from rules.book.entered.list_text import name_in
from rules.book.entered.lists import MOST_LISTS, MOST_TYPED, read_lists
from web.drawing.choices import Choice, Choices
from web.submission import VersionedForm, get_or_post, submit

MOST_TEXT = 4 * MOST_TYPED


class TextForm(VersionedForm):
    """All lists as TOML, typed or as a file."""

    lists = forms.CharField(
        label=gettext_lazy("Team lists"),
        required=False,
        max_length=MOST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 24, "spellcheck": "false", "class": "form-control"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        help_text=gettext_lazy("Its lists are added to those above."),
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,text/plain"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Members read it in the league's log."),
    )

    def __init__(self, *args: Any, ruleset: Ruleset, **kwargs: Any) -> None:
        self.ruleset = ruleset
        initial = {"version": ruleset.pk, "lists": "\n\n".join(texts_in(ruleset))}
        super().__init__(*args, initial=initial, **kwargs)
        self.helper = helper("lists", "file", "reason")

    def clean_file(self) -> str:
        """The text of the file."""
        file = self.cleaned_data["file"]
        if not file:
            return ""
        if file.size > MOST_TYPED:
            raise forms.ValidationError(_("This file is too long."), code="max_length")
        try:
            return str(file.read(MOST_TYPED + 1).decode("utf-8"))
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This is no text file."), code="unreadable") from None

    def clean(self) -> dict[str, Any]:
        """Lets the rules read the lists; each problem is named with its line."""
        cleaned = super().clean() or self.cleaned_data
        found: dict[str, list[str]] = {}
        for field in ("lists", "file"):
            typed = str(cleaned.get(field) or "")
            found[field] = [typed] if typed.strip() else []
        self.texts = [*found["lists"], *found["file"]]
        option = option_of(self.ruleset.book)
        for field, before in (("lists", []), ("file", found["lists"])):
            if found[field] and not self.errors:
                for problem in read_lists(self.ruleset.book, option, (*before, *found[field])).problems:
                    self.add_error(field, say_fault(problem.told, _))
        return cleaned


def ruleset_of(request: HttpRequest, league: League) -> tuple[Ruleset, str]:
    """The rules for the book that is asked for, and the query that asks for it. Raises Http404."""
    ruleset = chosen_ruleset(request, rulesets_of(league))
    try:
        option_of(ruleset.book)
    except KeyError:
        raise Http404 from None
    first = ruleset.edition == league.ruleset.edition
    return ruleset, "" if first else f"?{urlencode({'book': ruleset.edition})}"


def done(league: League, query: str) -> HttpResponse:
    """Back to the house rules, which show the lists."""
    return redirect(f"{reverse('leagues:house_rules', args=[league.slug])}{query}#own-lists")


@get_or_post
def as_text(request: HttpRequest, slug: str) -> HttpResponse:
    """All lists of the league's own as TOML; `?book=` chooses the book."""
    league = league_for(request, slug)
    ruleset, query = ruleset_of(request, league)
    form = TextForm.of(request, ruleset=ruleset)

    def save() -> str:
        typed = form.cleaned_data
        told = {"expected": typed["version"], "reason": typed["reason"], "texts": form.texts}
        save_lists(league=league, by=request.user, ruleset=ruleset, **told)
        return league.slug

    if submit(request, form, "change_own_lists", save):
        messages.success(request, _("Team lists saved."))
        return done(league, query)
    context = {
        "form": form,
        "book": ruleset.book,
        "query": query,
        "names": [name_in(text) for text in texts_in(ruleset)],
        "most": MOST_LISTS,
        "example": text_like(ruleset.book, next(iter(ruleset.book.lists))),
    }
    return render(request, "leagues/own_lists/as_text.html", context, status=form.status)


@get_or_post
def as_form(request: HttpRequest, slug: str) -> HttpResponse:
    """A list as a form: that called `?name=`, or a new one, which may begin as a list of the book (`?like=`)."""
    league = league_for(request, slug)
    ruleset, query = ruleset_of(request, league)
    name, like = request.GET.get("name", ""), request.GET.get("like", "")
    text = text_called(ruleset, name) if name else text_like(ruleset.book, like)
    if name and not text:
        raise Http404
    form = ListForm.of(request, ruleset=ruleset, name=name, text=text)

    def save() -> str:
        typed = form.cleaned_data
        told = {"expected": typed["version"], "reason": typed["reason"], "texts": form.texts}
        save_lists(league=league, by=request.user, ruleset=ruleset, **told)
        return form.name

    if not form.adds and (saved := submit(request, form, "change_own_list", save)):
        messages.success(request, _("%(name)s saved. New teams can have this list.") % {"name": saved})
        return done(league, query)
    if form.adds:
        form.errors.clear()
    context = {"form": form, "book": ruleset.book, "query": query, "name": name}
    lists = [(each, each) for each in ruleset.book.lists]
    first = Choice("like", _("Begin with a list of the book"), lists, like)
    context["choices"] = None if name else Choices([first], css="form-select", ids=True)
    return render(request, "leagues/own_lists/as_form.html", context, status=form.status)
