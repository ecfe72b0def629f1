"""Pages about oneself. Signing up, in and out are allauth's."""

from django.contrib import messages
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
    if form.is_bound and form.is_valid():
        user.save(update_fields=form.Meta.fields)
        messages.success(request, _("Saved."))
        return redirect("accounts:preferences")
    return render(request, "accounts/preferences.html", {"form": form}, status=422 if form.is_bound else 200)
