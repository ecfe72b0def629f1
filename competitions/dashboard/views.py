"""Pages for everyone who can see a league: its front page, seasons, competitions, tables, fixtures, best players."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competitions.access import competition_for, runs_it, season_for
from competitions.dashboard import front_page
from competitions.dashboard.todo import finishable, set_ups
from competitions.forms import as_seen
from competitions.models import Competition, Season
from competitions.names import TeamName, teams_named
from competitions.rulings import going_on
from competitions.rulings.withdrawals import subject_of
from competitions.season_end.steps import season_steps
from competitions.setup.lot_drawing import LOT
from competitions.standings import competition_page as pages
from competitions.standings.ladders import listed_order
from competitions.standings.leaders import LENGTH
from competitions.standings.rounds import round_counts, round_name
from competitions.standings.view import standings_view
from competitions.trophies.award_rows import ShownAwards, shown_awards, versions_before, with_versions
from competitions.trophies.deaths import AT_ONCE
from competitions.trophies.page import honours_in
from leagues.access import league_for
from leagues.agreements.own_matches import shown_agreements
from leagues.changes import version_of
from web.kept import Kept


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """A league's front page."""
    found = league_for(request, slug)
    return render(request, "competitions/dashboard/league.html", front_page.front_page(request, found))


@require_safe
def season(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """A season with the tables of all its competitions."""
    found = season_for(request, slug, season)
    runs = runs_it(request)
    competitions = going_on.competitions_of(found, going_on=runs)
    teams = teams_named(found.league.teams.filter(entries__competition__season=found).distinct(), request.user)
    cards = front_page.cards_of(competitions, teams, front_page.LONG)
    tables = {card.competition.pk: card.standings for card in cards}
    seasons = list(with_versions(found.league.seasons.select_related("end").order_by("-number")))
    closed = found.state == Season.State.CLOSED
    sections = front_page.sections_of_cards(found, cards)
    awards = shown_awards(found, competitions, teams, tables, versions_before(found, seasons))
    end = next((getattr(each, "end", None) for each in seasons if closed and each == found), None)
    played = [each for each in competitions if runs and found.state == Season.State.OPEN and finishable(each)]
    context = {
        "season": found,
        "played": as_seen(played),
        "seasons": seasons,
        "cards": cards,
        "sections": sections,
        "runs_it": runs,
        "tasks": list(set_ups(competitions)) if runs and found.state == Season.State.OPEN else [],
        "steps": season_steps(found, competitions) if runs else [],
        "past_rules": front_page.past_rules_of(found),
        "awards": awards,
        "champions": champions_of(sections, awards),
        "deaths": awards.deaths if awards else [],
        "at_once": f":{AT_ONCE}",
        "at_rest": f"{AT_ONCE}:",
        "honours": honours_in(found),
        "end": end,
        "marks": list(found.marks.select_related("team", "source", "into")) if end else [],
    }
    return render(request, "competitions/dashboard/season.html", context)


def champions_of(sections: list[dict[str, Any]], awards: ShownAwards | None) -> list[tuple[Competition, TeamName]]:
    """The winners of a closed season: of the competitions of its last stage, or of all if it has no stages."""
    won = awards.champions if awards else {}
    stage = max((section["stage"] for section in sections), default=0)
    last = [card.competition for section in sections if section["stage"] == stage for card in section["cards"]]
    return [(each, won[each.pk]) for each in last if each.pk in won]


@require_safe
def competition(request: HttpRequest, competition: str) -> HttpResponse:
    """A competition at a glance: what its format shows, or its table."""
    found = competition_for(request, competition)
    teams = pages.entrants_of(found, request)
    own = found.format.overview(found, teams, runs_it(request)) if found.format.overview else {}
    table = {} if own else pages.table_at_a_glance(found, teams)
    context = {**pages.overview(request, found, teams), **table, **own, "order": listed_order(found, teams)}
    return render(request, "competitions/standings/competition.html", context)


@require_safe
def table(request: HttpRequest, competition: str) -> HttpResponse:
    """The whole table, with the reason for every place; and any two teams compared."""
    found = competition_for(request, competition)
    (standings, then), teams = pages.table_after(request, found), pages.entrants_of(found, request)
    counts, up_to = round_counts(found), then.number if then else None
    runs = runs_it(request) and not found.recorded
    context = {
        "competition": found,
        "view": standings_view(found, standings, teams, counts, up_to=up_to, why=True),
        "then": then,
        "then_name": (then.name or round_name(then.number)) if then else "",
        "looks": pages.rounds_to_look_at(found),
        "runs_it": runs,
        "lots_wait": runs and any(value.amount is None for line in standings.lines if (value := line.value(LOT))),
        "teams": list(teams.values()),
        "comparison": pages.comparison(request, standings, teams),
    }
    return render(request, "competitions/standings/table.html", context)


@require_safe
def fixtures(request: HttpRequest, competition: str) -> HttpResponse:
    """Fixtures and results, by round or by team."""
    found = competition_for(request, competition)
    context = pages.fixture_lists(request, found) | {"agreements": withdrawals_asked_for(request, found)}
    return render(request, "competitions/standings/fixtures.html", context)


def withdrawals_asked_for(request: HttpRequest, competition: Competition) -> list[dict[str, Any]]:
    """The withdrawals of its teams that wait for somebody's agreement, for members."""
    if "member" not in request.league_roles:
        return []
    teams = competition.entrants.values_list("team__public_id", flat=True)
    subjects = [subject_of(competition, team) for team in teams]
    return shown_agreements(subjects, competition.season.league, request.user)


@require_safe
def players(request: HttpRequest, competition: str) -> HttpResponse:
    """The best players, list by list."""
    found = competition_for(request, competition)
    parts = Kept(
        ("competitions/standings/_players.html",),
        version=version_of(found.season.league),
        args=(found.public_id, reader_of(request)),
        gather=lambda: {"lists": pages.leader_lists(found, pages.entrants_of(found, request), LENGTH)},
    )
    return render(request, "competitions/standings/players.html", {"competition": found, "parts": parts})


def reader_of(request: HttpRequest) -> int | None:
    """For whom a part is kept that marks the reader's own teams: a member, or everybody else together."""
    return request.user.pk if "member" in request.league_roles else None


@require_safe
def paper(request: HttpRequest, competition: str) -> HttpResponse:
    """The table and the latest rounds, laid out for printing from the browser."""
    found = competition_for(request, competition)
    context = pages.for_paper(request, found)
    context["order"] = listed_order(found, context["teams"])
    return render(request, "competitions/standings/paper.html", context)
