"""The pages that close a season, step by step on one form, and open the next one with its teams.

Nothing is worked out twice: the form shows a proposed ``Ending``, the value that ``end_season`` takes, in the order of
``in_order``, by which ``end_season`` counts places. The awards are read by the function that shows them afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competitions.access import season_for
from competitions.forms import NextSeasonForm, VersionForm
from competitions.models import Competition, Entrant, Fixture, Season
from competitions.names import teams_named
from competitions.rulings import going_on
from competitions.season_end import next_season, season_end
from competitions.season_end.divisions import entries_of, in_order, places_in_conferences
from competitions.season_end.new_book import Brought
from competitions.season_end.prize_fields import PrizeFields
from competitions.season_end.prizes import Due, prizes_due
from competitions.season_end.repeated_end import proposed_again
from competitions.season_end.season_end import GONE, RETIRES, STAYS, Ending
from competitions.setup.seasons import next_name, refuse_closed
from competitions.trophies.page import cabinet
from competitions.trophies.shown_awards import shown_awards
from leagues.books import rulesets_of
from leagues.changes import version_of
from matches.models import Match
from rules.team.season_end import brings_all_back
from teams.models import Team
from web.drawing.waiting import sign_of, still_shown
from web.submission import get_or_post, submit

MOST_MOVERS = 8
JUDGED = (Match.State.REPORTED, Match.State.DISPUTED, Match.State.POST_MATCH)
"""States of a match that a commissioner can end, unless it is their own."""


class Absences(NamedTuple):
    """The names of the books by which players still miss matches after a season's end, and of those that end that."""

    last_by: list[str]
    all_back_by: list[str]


def _absences(season: Season, competitions: Sequence[Competition]) -> Absences:
    """By the books of the season's competitions."""
    books = {each.book.key for each in competitions}
    found = Absences([], [])
    for ruleset in rulesets_of(season.league):
        if ruleset.book.key in books:
            back = brings_all_back(ruleset.rules())
            (found.all_back_by if back else found.last_by).append(ruleset.book.name)
    return found


def _entry_words(entry: Entrant, place: int | None) -> str:
    """A team with its competition, and its place within its conference."""
    words = {"team": entry.team.name, "competition": entry.competition.name, "conference": entry.conference}
    if place is None:
        return _("%(team)s, %(competition)s") % words
    return _("%(team)s, %(competition)s (%(conference)s, place %(place)d)") % {**words, "place": place}


class EndForm(VersionForm):
    """Injuries, competitions that never started, and where each team goes."""

    clear_injuries = forms.BooleanField(
        label=gettext_lazy("Clear “misses next match” for all players"),
        required=False,
        help_text=gettext_lazy("Otherwise they miss the first match of the next season."),
    )
    discard_drafts = forms.BooleanField(
        label=gettext_lazy("Discard competitions that were never started"), required=False
    )

    def __init__(
        self,
        *args: Any,
        season: Season,
        divisions: Mapping[Competition, Sequence[Entrant]],
        proposed: Ending,
        drafts: bool,
        dues: Sequence[Due] = (),
        absences: Absences,
        within: Mapping[int, int],
        **kwargs: Any,
    ) -> None:
        super().__init__(
            *args, initial={"version": season.version, "clear_injuries": proposed.clear_injuries}, **kwargs
        )
        self.targets = {str(each.pk): each for each in divisions}
        self.entries = [entry for several in divisions.values() for entry in several]
        for entry in self.entries:
            into = proposed.moves.get(entry.pk)
            left = getattr(entry, "withdrawal", None) is not None
            retired = entry.team.state != Team.State.ACTIVE
            usual = RETIRES if retired else GONE if entry.pk in proposed.gone else STAYS
            self.fields[f"entry_{entry.pk}"] = forms.ChoiceField(
                label=_entry_words(entry, within.get(entry.pk)),
                choices=[
                    *([(GONE, _("was withdrawn, does not return"))] if left else []),
                    (STAYS, _("stays")),
                    *((key, _("moves to %(name)s") % {"name": each.name}) for key, each in self.targets.items()
                      if each != entry.competition),
                    (RETIRES, _("retires")),
                ],
                initial=str(into.pk) if into and not retired else usual,
            )  # fmt: skip
            if retired:
                self.fields[f"entry_{entry.pk}"].choices = [(RETIRES, _("retires"))]
        if not drafts:
            del self.fields["discard_drafts"]
        if not absences.last_by:
            del self.fields["clear_injuries"]
        elif absences.all_back_by:
            books = {"books": _(" and ").join(absences.last_by)}
            text = _("Otherwise those who play by %(books)s miss the first match of the next season.")
            self.fields["clear_injuries"].help_text = text % books
        self.prizes = PrizeFields(dues)
        self.fields.update(self.prizes.fields())

    def clean(self) -> dict[str, Any]:
        """No team has two places, and there is no second place without a first one."""
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        for field, problem in self.prizes.problems(typed):
            self.add_error(field, problem)
        return typed

    @property
    def ending(self) -> Ending:
        """The values for the service."""
        typed = self.cleaned_data
        chosen = {entry.pk: typed[f"entry_{entry.pk}"] for entry in self.entries}
        return Ending(
            clear_injuries=typed.get("clear_injuries", False),
            discard_drafts=typed.get("discard_drafts", False),
            moves={
                pk: None if value == RETIRES else self.targets[value]
                for pk, value in chosen.items()
                if value not in (STAYS, GONE)
            },
            gone=[pk for pk, value in chosen.items() if value == GONE],
            prizes=self.prizes.chosen(typed),
        )


@get_or_post
def close(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Open matches, awards, trophies, promotions, and the end."""
    found = season_for(request, slug, season)
    if found.state == Season.State.CLOSED and request.method != "POST":
        return redirect("competitions:season", slug, season)
    sign = sign_of(version_of(found.league))
    if still_shown(request, sign) and request.method != "POST":
        return HttpResponse(status=204)
    competitions = going_on.competitions_of(found)
    drafts = [each for each in competitions if each.state == Competition.State.DRAFT]
    divisions = in_order(entries_of(found, competitions))
    movers = _movers(request)
    again = proposed_again(found, divisions) if "movers" not in request.GET else None
    proposed = again.ending if again else season_end.by_table(divisions, movers)
    dues = prizes_due(found, competitions)
    within = places_in_conferences(divisions)
    more = {"drafts": bool(drafts), "dues": dues, "absences": _absences(found, competitions), "within": within}
    form = EndForm.of(request, season=found, divisions=divisions, proposed=proposed, **more)

    def carry_out() -> int:
        refuse_closed(Season.objects.get(pk=found.pk))
        expected = form.cleaned_data["version"]
        return season_end.end_season(season=found, by=request.user, expected=expected, ending=form.ending).number

    if submit(request, form, "end_season", carry_out):
        messages.success(request, _("Season closed."))
        return redirect("competitions:season", slug, season)
    left = season_end.open_matches(found)
    _as_at_the_end(competitions, left)
    teams = teams_named(found.league.teams.filter(entries__competition__season=found).distinct(), request.user)
    context = {
        "season": found,
        "sign": sign if left and not form.is_bound else "",
        "form": form,
        "open_matches": [_shown(each, request.user) for each in left],
        "bulk": _with_several(left),
        "any_matches": bool(left) or Fixture.objects.filter(round__competition__season=found).exists(),
        "drafts": drafts,
        "awards": shown_awards(found, competitions, teams),
        "trophies": cabinet(found.league),
        "dues": dues,
        "again": again,
        "movers": movers,
        "most_movers": MOST_MOVERS,
        "several": len(divisions) > 1,
        "parted": bool(within),
    }
    return render(request, "competitions/season_end/end_season.html", context, status=form.status)


@get_or_post
def carry_on(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """The next season, with the same competitions and teams."""
    found = season_for(request, slug, season)
    form = NextSeasonForm.of(request, rulesets=rulesets_of(found.league), initial={"name": next_name(found.league)})

    def carry_out() -> int:
        told = {"name": form.cleaned_data["name"], "book": form.book, "redraft": form.redraft}
        made, brought = next_season.carry_on_by(season=found, by=request.user, **told)
        for words in brought_words(brought, redraft=form.redraft):
            messages.info(request, words)
        return made.number

    number = submit(request, form, "carry_season_on", carry_out)
    if number:
        messages.success(request, _("Season opened. Check the competitions, then draw and start them."))
        return redirect("competitions:season", slug, number)
    return render(request, "competitions/season_end/carry_on.html", {"form": form, "season": found}, status=form.status)


def brought_words(brought: Brought, *, redraft: bool) -> Iterator[str]:
    """What happened to teams that go on by another book."""
    if brought.drafts:
        yield ngettext(
            "%(count)d team is a draft by the new book. Its page lists what changed.",
            "%(count)d teams are drafts by the new book. Their pages list what changed.",
            len(brought.drafts),
        ) % {"count": len(brought.drafts)}
    before = ", ".join(sorted(draft.name for draft in brought.drafted_before))
    if redraft and len(brought.drafts) > len(brought.drafted_before):
        others = _("Each of them is drafted again once it is approved: its coach is asked then.")
        some = _("Each of the others is drafted again once it is approved: its coach is asked then.")
        yield some if before else others
    if before:
        words = _("Already drafted again at the end of this season, by the old book, so not a second time: %(teams)s.")
        yield words % {"teams": before}
    for name, why in brought.left_behind:
        yield _("%(team)s was not brought over. %(why)s") % {"team": name, "why": why}


def _as_at_the_end(competitions: Sequence[Competition], left: Sequence[season_end.Open]) -> None:
    """Treat competitions without open matches as finished: closing the season finishes them. Then awards are shown."""
    waiting = {each.fixture.round.competition_id for each in left}
    for competition in competitions:
        if competition.state == Competition.State.RUNNING and competition.pk not in waiting:
            competition.state = Competition.State.FINISHED


def _with_several(left: Sequence[season_end.Open]) -> list[Competition]:
    """The competitions whose unplayed matches can be changed together; not those with a bracket."""
    found = {each.fixture.round.competition for each in left if each.state == Match.State.SCHEDULED}
    open_to_all = [each for each in found if not each.format.eliminates]
    return sorted(open_to_all, key=lambda competition: competition.pk)


def _movers(request: HttpRequest) -> int:
    """The number of teams promoted and relegated between two divisions; 0 for anything that is not such a number."""
    asked = request.GET.get("movers", "")
    return min(int(asked), MOST_MOVERS) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0


def _shown(left: season_end.Open, reader: Any) -> dict[str, Any]:
    """An open match and what to do about it. A match of a bracket cannot be deleted, and nobody settles their own."""
    waiting = _("Have it played, decide it without play, or delete it.")
    if left.fixture.round.competition.format.eliminates:
        waiting = _("Have it played, or decide it without play.")
    remedies = {
        Match.State.SCHEDULED: waiting,
        Match.State.PRE_MATCH: _("Have it played, or call it off."),
        Match.State.PLAYING: _("Have it reported, or call it off."),
        Match.State.REPORTED: _("Waiting for the other coach; you can settle it."),
        Match.State.DISPUTED: _("Settle the dispute."),
        Match.State.POST_MATCH: _("Finish the post-match; you can answer for a coach."),
    }
    state = Match.State(left.state)
    remedy = remedies[state]
    if state in JUDGED and reader.pk in (left.fixture.home.coach_id, left.fixture.away.coach_id):
        remedy = _("You coach in it: its page says what it is waiting for.")
    return {
        "words": left.words,
        "competition": left.fixture.round.competition.name,
        "round": left.fixture.in_round,
        "fixture": left.fixture,
        "remedy": remedy,
    }
