"""Pages about the person's own account. allauth has those to sign up, in and out."""

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import account_deletion, themes
from accounts.extensions import preference_pages
from accounts.forms import DeleteForm, PreferencesForm
from accounts.models import FORMER, Theme, User
from accounts.referrers import page_before


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Name, time zone and paper, with links to mail address and password."""
    user = User.objects.get(pk=request.user.pk)  # a copy, so that the page's header never shows a refused name
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_bound and saved(form):
        messages.success(request, _("Saved."))
        return redirect("accounts:preferences")
    context = {"form": form, "more": preference_pages}
    return render(request, "accounts/preferences.html", context, status=422 if form.is_bound else 200)


def saved(form: PreferencesForm) -> bool:
    """Save a form if it is valid. One person at a time, so that two never get the same name."""
    with transaction.atomic():
        User.objects.select_for_update().order_by("pk").first()
        valid = form.is_valid()
        if valid:
            typed = {name: form.cleaned_data[name] for name in form.Meta.fields}
            User.objects.filter(pk=form.instance.pk, deleted_at__isnull=True).update(**typed)
    return valid


@require_http_methods(["GET", "HEAD", "POST"])
def theme(request: HttpRequest) -> HttpResponse:
    """Choose light or dark colours, or those of the system; leads back to the page from which they came."""
    if request.method != "POST":
        return render(request, "accounts/theme.html", {"back": page_before(request)})
    chosen, back = request.POST.get("theme", ""), request.POST.get("next", "")
    if not back.startswith("/") or not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "accounts:theme"
    response = redirect(back)
    themes.choose(request, response, chosen if chosen in Theme.values else "")
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password")
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the person's account after they enter their password again, or show what stops it."""
    user = request.user
    form = DeleteForm(request.POST if request.method == "POST" else None, user=user)
    obstacles, status = account_deletion.obstacles_for(user), 200
    if request.method == "POST":
        limited = consume_or_429(request, action="reauthenticate", user=user)
        if limited is not None:
            return limited
        status = 409 if obstacles else 422
        if not obstacles and form.is_valid():
            try:
                account_deletion.delete_account(user)
            except account_deletion.DeletionRefused as why:
                obstacles, status = why.obstacles, 409
            else:
                logout(request)
                messages.success(request, _("Account deleted."))
                return redirect("home")
    context = {
        "form": form,
        "obstacles": obstacles,
        "consequences": account_deletion.consequences_for(user),
        "former": FORMER,
        "has_password": user.has_usable_password(),
    }
    return render(request, "accounts/delete.html", context, status=status)
