"""The page that draws a season's play-offs: who would play by each criterion, and the commissioner's choice.

It chooses by ``choose``, as the draw does, so preview and draw cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import by_name
from competitions.access import season_for
from competitions.formats.first_round import Pairs
from competitions.formats.qualification.qualification import have_conferences
from competitions.forms import one_line
from competitions.models import Competition, Season, Trophy
from competitions.names import TeamName, teams_named
from competitions.pairing.semi_finalists import WAYS, Candidate, choose
from competitions.rulings.going_on import with_going_on
from competitions.season_end.play_offs import Plan, candidates_of, draw_play_offs, ways_of
from competitions.trophies.trophies import to_play_for
from leagues.citations import cited
from rules.book.book import Book
from rules.words.words import say_worth
from teams.models import Team
from web.errors import Refusal
from web.preview import rolled_back
from web.submission import CommandForm, get_or_post, submit

HUNDRED = 100
"""Gold pieces to which the page rounds value × ratio. Teams are compared by the exact figure."""


class PlayOffForm(CommandForm):
    """Which teams play, what separates level teams, and the trophy."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=100, initial=gettext_lazy("Play-offs"))
    way = forms.ChoiceField(label=gettext_lazy("Who plays in it"), widget=forms.RadioSelect)
    sources = forms.MultipleChoiceField(
        label=gettext_lazy("From these competitions"), widget=forms.CheckboxSelectMultiple
    )
    ticked = forms.MultipleChoiceField(
        label=gettext_lazy("Selected teams"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy("For play-offs: all teams that enter. Otherwise: which of the level teams play."),
    )
    by_conference = forms.BooleanField(
        label=gettext_lazy("Places within each conference"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "By league points, every conference sends the same number of teams, like a table of its own. If the "
            "conferences cannot do that, whole tables count. Pairs by places go by it too."
        ),
    )
    by_lot = forms.BooleanField(label=gettext_lazy("Draw lots between level teams"), required=False)
    trophy = forms.ChoiceField(label=gettext_lazy("Played for"), required=False)
    third_place = forms.BooleanField(label=gettext_lazy("Play a match for third place"), required=False)
    crosswise = forms.BooleanField(
        label=gettext_lazy("Pair by places, across divisions: A1–B2 and B1–A2"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise the pairs are drawn by lot. Teams of one division or conference meet as late as possible."
        ),
    )

    def __init__(
        self,
        *args: Any,
        book: Book,
        sources: Iterable[Competition],
        teams: Iterable[Team],
        trophies: Sequence[Trophy],
        parted: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sources = {each.public_id: each for each in sources}
        self.teams = {team.public_id: team for team in teams}
        self.trophies = {trophy.address: trophy for trophy in trophies}
        self.fields["way"].choices = list(ways_of(book).items())
        self.fields["sources"].choices = [(key, each.name) for key, each in self.sources.items()]
        self.fields["sources"].initial = list(self.sources)
        if not parted:  # no competition has conferences
            del self.fields["by_conference"]
        if (league := book.league_play) is not None:
            self.fields["third_place"].initial = league.third_place
            self.fields["crosswise"].initial = league.across_divisions
        self.fields["ticked"].choices = [(key, team.name) for key, team in self.teams.items()]
        self.fields["trophy"].choices = [
            ("", gettext_lazy("no trophy")),
            *((key, each.name) for key, each in self.trophies.items()),
        ]

    def clean_name(self) -> str:
        """The name on one line."""
        return one_line(self.cleaned_data["name"], 2)

    @property
    def within_conferences(self) -> bool:
        """Whether places within conferences count, as the form has it now."""
        return "by_conference" in self.fields and bool(self["by_conference"].value())

    @property
    def plan(self) -> Plan:
        """The values for the service."""
        typed = self.cleaned_data
        return Plan(
            name=typed["name"],
            way=typed["way"],
            sources=[self.sources[key] for key in typed["sources"]],
            ticked=[self.teams[key] for key in typed["ticked"]],
            by_lot=typed["by_lot"],
            trophy=self.trophies.get(typed["trophy"]),
            third_place=typed["third_place"],
            crosswise=typed["crosswise"],
            by_conference=typed.get("by_conference", False),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCandidate:
    """A team with its figures. ``marks`` says for each criterion whether it would play, is level, or is out.

    ``table`` names its competition if there are several, and its conference with its place there.
    """

    team: TeamName
    table: str
    value: str
    won: int
    played: int
    ratio: str
    product: str
    points: int
    marks: list[str]


@get_or_post
def draw(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Draw the play-offs of a season."""
    found = season_for(request, slug, season)
    tables = found.competitions.of_formats(lambda each: not each.eliminates)
    leagues = list(with_going_on(tables).order_by("pk"))
    active = found.league.teams.active().filter(entries__competition__in=leagues).distinct()
    form = PlayOffForm.of(
        request,
        book=found.book,
        sources=leagues,
        teams=sorted(active.defer("draft"), key=by_name),
        trophies=to_play_for(found.league, found.book),
        parted=have_conferences(leagues),
    )

    def carry_out() -> str:
        return draw_play_offs(season=found, by=request.user, plan=form.plan).public_id

    pairs = None
    if form.is_bound and request.POST.get("do") == "preview":
        pairs = _pairs_of(form, found, request)
        public_id = None
    else:
        public_id = submit(request, form, "draw_play_offs", carry_out)
    if public_id:
        messages.success(request, _("Pairs drawn. The matches can be played."))
        return redirect("competitions:bracket", public_id)
    context = {
        "form": form,
        "season": found,
        "going_on": [each for each in leagues if each.going_on],
        "candidates": _shown(found, leagues, request, by_conference=form.within_conferences),
        "worth": found.book.worth,
        "terms": terms_in_words(found.book),
        "pairs": pairs,
        "by_lot": pairs == [],
    }
    return render(request, "competitions/season_end/play_offs.html", context, status=form.status)


def _pairs_of(form: PlayOffForm, season: Season, request: HttpRequest) -> Pairs | None:
    """The pairs that the draw would make: it is made, and rolled back. Empty if lots decide about them.

    None, with the reason in the form, if it cannot be made.
    """
    if not form.is_valid():
        form.status = 422
        return None
    if form.plan.by_lot or not form.plan.crosswise:
        return []
    try:
        with rolled_back():
            made = draw_play_offs(season=season, by=request.user, plan=form.plan)
            ties = list(made.ties.filter(round=1).order_by("number").values_list("home", "away"))
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    teams = teams_named(season.league.teams.filter(pk__in=[team for tie in ties for team in tie]), request.user)
    return [(teams[home], teams.get(away)) for home, away in ties]


def terms_in_words(book: Book) -> list[str]:
    """How semi-finals and the final differ from other matches, by the book."""
    stage, found = book.stages["semi_final"], list[str]()
    if (league := book.league_play) is not None and (summary := book.summaries.get(league.play_off_rule)):
        found.append(f"{summary.removesuffix('.')}{cited(league.play_off_rule, league.page)}.")
    doubled, bought = cited(**book.source("doubled_gate")), cited(**book.source("play_off_inducements"))
    if stage.gate_factor == 2 and _gains(book):
        words = _("%(gains)s are doubled%(source)s.")
        found.append(words % {"gains": _gains(book), "source": doubled})
    elif stage.gate_factor > 2 and _gains(book):
        words = _("%(gains)s are multiplied by %(times)d%(source)s.")
        found.append(words % {"gains": _gains(book), "times": stage.gate_factor, "source": doubled})
    elif stage.gate_factor <= 1 and (summary := book.summaries.get(book.statements.get("doubled_gate", ""))):
        found.append(f"{summary.removesuffix('.')}{doubled}.")
    if book.inducements and not stage.inducement_gold and book.stages["league"].inducement_gold:
        found.append(_("There is no inducement gold%(source)s.") % {"source": bought})
    return found


def _gains(book: Book) -> str:
    """What is more in semi-finals, as far as a book has it."""
    if book.gate is not None and "treasury" in book.purses:
        return _("Gate and winnings")
    return _("Spectators") if book.gate is not None else _("Winnings") if "treasury" in book.purses else ""


def _shown(
    season: Season, competitions: Sequence[Competition], request: HttpRequest, *, by_conference: bool
) -> list[ShownCandidate]:
    candidates = candidates_of(competitions)
    teams = teams_named(season.league.teams.filter(pk__in=[each.team for each in candidates]), request.user)
    chosen = [choose(candidates, way, by_conference=by_conference) for way in WAYS]
    order = sorted(candidates, key=lambda each: (-each.points, each.rank or len(candidates), each.team))
    tables = {each.pk: each.name for each in competitions} if len(competitions) > 1 else {}
    return [_line(each, teams[each.team], _where(each, tables), chosen, season.book) for each in order]


def _where(candidate: Candidate, tables: Mapping[int, str]) -> str:
    """The competition of a team, if several are named, and its conference with its place there."""
    within = ""
    if candidate.conference:
        words = {"name": candidate.conference, "place": candidate.conference_rank or "–"}
        within = _("%(name)s, place %(place)s") % words
    return ": ".join(filter(None, (tables.get(candidate.table, ""), within)))


def _line(candidate: Candidate, team: TeamName, table: str, chosen: Sequence[Any], book: Book) -> ShownCandidate:
    rounded = HUNDRED if book.worth is not None and book.worth.unit == "gp" else 1
    marks = [
        _("in") if candidate.team in one.certain else _("level") if candidate.team in one.level else "–"
        for one in chosen
    ]
    return ShownCandidate(
        team=team,
        table=table,
        value=say_worth(book, candidate.team_value),
        won=candidate.won,
        played=candidate.played,
        ratio=f"{float(candidate.win_ratio):.0%}",
        product=say_worth(book, round(candidate.team_value * candidate.win_ratio / rounded) * rounded),
        points=candidate.points,
        marks=marks,
    )
