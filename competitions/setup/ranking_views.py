"""The page on which a commissioner sets how a table ranks, and sees the new table before saving.

The preview is a dry run: ``ranked_by`` ranks the same results, as it does for every table, so nothing is worked out
twice. It follows each change of a field, so it must not take the write lock.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from competitions.access import competition_for
from competitions.models import Competition
from competitions.names import TeamName
from competitions.ranking.tables import Scheme
from competitions.setup.ranking_forms import RankingForm, presets_of
from competitions.setup.ranking_settings import change_ranking
from competitions.standings.competition_page import entrants_of
from competitions.standings.results import scheme_of
from competitions.standings.standings import standings_by, standings_of
from web.submission import get_or_post, submit

SAVE = "save"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A line of the new table beside the current one; ``moved`` is the number of places up."""

    place: str
    team: TeamName
    points: int
    place_now: str
    points_now: int
    moved: int

    @property
    def changed(self) -> bool:
        """Whether anything would change."""
        return (self.place, self.points) != (self.place_now, self.points_now)


@get_or_post
def change(request: HttpRequest, competition: str) -> HttpResponse:
    """Set how a table ranks: fill in, preview, save."""
    found = competition_for(request, competition)
    form = RankingForm.of(request, competition=found)
    if form.is_bound and request.POST.get("do", SAVE) != SAVE:
        form.arrange(request.POST["do"])
        return _page(request, found, form, look=True)

    def carry_out() -> str:
        changed = change_ranking(
            competition=found, by=request.user, expected=form.cleaned_data["version"], ranking=form.ranking
        )
        return changed.public_id

    if submit(request, form, "change_ranking", carry_out):
        messages.success(request, _("Ranking saved."))
        return redirect("competitions:table", competition)
    return _page(request, found, form)


def _page(request: HttpRequest, found: Competition, form: RankingForm, look: bool = False) -> HttpResponse:
    """The form, and the table by its values, or by the current settings if nothing was chosen yet."""
    if look and not form.is_valid():
        form.status = 422
    scheme = scheme_of(found) if not form.is_bound else form.ranking.scheme if form.is_valid() else None
    context = {
        "competition": found,
        "form": form,
        "presets": presets_of(found.book),
        "looked": form.is_bound,
        "preview": preview(request, found, scheme) if scheme else None,
    }
    return render(request, "competitions/setup/change_ranking.html", context, status=form.status)


def preview(request: HttpRequest, competition: Competition, scheme: Scheme) -> list[Preview]:
    """A competition's table by another scheme beside the current one; empty before the first result."""
    now, then, teams = (
        standings_of(competition),
        standings_by(competition, scheme),
        entrants_of(competition, request.user),
    )
    if not then.rounds:
        return []
    places = {line.team: (place, line) for place, line in enumerate(now.lines)}
    return [
        Preview(
            place=_place(line.rank),
            team=teams[int(line.team)],
            points=line.points,
            place_now=_place(places[line.team][1].rank),
            points_now=places[line.team][1].points,
            moved=places[line.team][0] - place,
        )
        for place, line in enumerate(then.lines)
    ]


def _place(rank: int | None) -> str:
    return "–" if rank is None else str(rank)
