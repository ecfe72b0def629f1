"""The page of a team's crest, and the picture that may stand in its place."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from teams.access import team_for
from teams.crests.dressing import dress
from teams.crests.page import preview_of
from teams.models import Team, TeamPicture
from teams.selectors import team_url
from web.crests.form import CrestForm
from web.submission import get_or_post, submit

CHANGED = "HX-Trigger-Name"
"""The header of htmx that names the field which was changed."""


@get_or_post
def crest(request: HttpRequest, team: str) -> HttpResponse:
    """Choose a team's crest and shirt. A post with ``preview`` shows the choice and saves nothing."""
    found = team_for(request, team)
    form = CrestForm.of(request, stored=found.crest, version=found.version)
    if "preview" in request.POST:
        if request.FILES and not request.htmx:  # what a script gets says no messages: the next page would
            messages.info(
                request, _("A picture is shown only once it is saved. Choose it again, then press “Save crest”.")
            )
        return crest_page(request, found, form)

    def change() -> str:
        dress(
            team=found,
            expected=form.cleaned_data["version"],
            crest=form.crest,
            picture=form.cleaned_data["picture"],
            bare=form.bared,
        )
        return str(found.public_id)

    if submit(request, form, "dress_team", change):
        messages.success(request, _("Crest saved."))
        return redirect(team_url(found))
    return crest_page(request, found, form)


def crest_page(request: HttpRequest, team: Team, form: CrestForm) -> HttpResponse:
    """The whole page; for a script, the preview and the rows that look different now."""
    context: dict[str, Any] = {
        "team": team,
        "form": form,
        "rows": list(form.rows()),
        "preview": preview_of(team, form.typed),
        "team_url": team_url(team),
        "picture": team.crest_picture,
    }
    if request.htmx and "preview" in request.POST:
        context["rows"] = form.redrawn_rows(request.headers.get(CHANGED, ""))
        return render(request, "teams/crests/_changed.html", context)
    return render(request, "teams/crests/crest.html", context, status=form.status)


@require_safe
def picture(request: HttpRequest, team: str) -> HttpResponse:
    """The picture that a team shows as its crest; with ``small``, the one for lists."""
    found = team_for(request, team)
    row = TeamPicture.objects.filter(team=found).first()
    if row is None:
        raise Http404
    headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
    image = row.small if "small" in request.GET else row.image
    return HttpResponse(bytes(image), content_type="image/png", headers=headers)
