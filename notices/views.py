"""The inbox, the choice of mails, and the link in each mail that ends them."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from notices import inbox as inbox_of
from notices.extensions import kinds, topics
from notices.mailing import EVERY_DAY, read_token, token_for
from notices.preferences import PreferencesForm, choose, unsubscribe
from web.drawing.waiting import still_shown

LARGEST = 2**63 - 1


class ReadForm(forms.Form):
    """What to mark as read: one notice, or all up to the latest on the page."""

    notice = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    until = forms.IntegerField(required=False, min_value=0, max_value=LARGEST)


@login_required
@never_cache
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """What waits for the user, then the news."""
    sign = inbox_of.inbox_sign(request.user)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    waiting = list(inbox_of.waiting(request.user)[: inbox_of.MOST_WAITING])
    page = Paginator(inbox_of.news(request.user), inbox_of.PER_PAGE).get_page(request.GET.get("page"))
    news = list(page.object_list)
    lines = {line.id: line for line in inbox_of.lines_of(request.user, [*waiting, *news])}
    context = {
        "waiting": [lines[each.pk] for each in waiting if each.pk in lines],
        "news": [lines[each.pk] for each in news if each.pk in lines],
        "page_obj": page,
        "sign": sign,
        "until": max((each.pk for each in (*waiting, *news)), default=0),
    }
    return render(request, "notices/inbox.html", context)


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Mark one notice as read, or all that the page showed."""
    form = ReadForm(request.POST)
    if not form.is_valid():
        raise Http404
    notice, until = form.cleaned_data["notice"], form.cleaned_data["until"]
    if notice is not None:
        inbox_of.mark_read(request.user, notice=notice)
    elif until is not None:
        count = inbox_of.mark_read(request.user, until=until)
        words = ngettext("%(count)s notice marked as read.", "%(count)s notices marked as read.", count)
        messages.success(request, words % {"count": count})
    return redirect("notices:inbox")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """When the user gets mail about what."""
    form = PreferencesForm(request.POST if request.method == "POST" else None, user=request.user)
    if form.is_bound and form.is_valid():
        choose(request.user, form.choices())
        messages.success(request, _("Saved."))
        return redirect("notices:preferences")
    return render(request, "notices/preferences.html", {"form": form}, status=422 if form.is_bound else 200)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """End mail about a kind or a topic, for anyone who has the link of a mail: no sign-in, as RFC 8058 wants it.

    Opening the link only asks, since mail servers open links too; the POST of a mail program or of the page's button
    ends it. The page offers the same for the kind's whole topic. The link can do nothing else, so the POST needs no
    token against forged requests.
    """
    found = read_token(token)
    if found is None:
        raise Http404
    reader, key = found
    kind = kinds.get(key)
    ended = kind or topics.get(key)
    if ended is None and key != EVERY_DAY:
        raise Http404
    if request.method == "POST":
        unsubscribe(reader, key)
    context = {
        "what": ended.name if ended is not None else "",
        "topic": kind.topic.name if kind is not None else "",
        "token_of_topic": token_for(reader, kind.topic.key) if kind is not None else "",
        "done": request.method == "POST",
    }
    return render(request, "notices/unsubscribe.html", context)
