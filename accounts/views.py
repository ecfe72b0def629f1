"""Pages about oneself. Signing up, in and out are allauth's."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import PreferencesForm
from accounts.models import User


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Name, time zone, paper; and the way to mail address and password."""
    user = User.objects.get(pk=request.user.pk)  # a copy: a refused name must not show up in the page's header
    form = PreferencesForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_bound and saved(form):
        messages.success(request, _("Saved."))
        return redirect("accounts:preferences")
    return render(request, "accounts/preferences.html", {"form": form}, status=422 if form.is_bound else 200)


def saved(form: PreferencesForm) -> bool:
    """Save a valid form. Names are looked through and written by one at a time: no two get the same at once."""
    with transaction.atomic():
        User.objects.select_for_update().order_by("pk").first()
        valid = form.is_valid()
        if valid:
            form.instance.save(update_fields=form.Meta.fields)
    return valid
