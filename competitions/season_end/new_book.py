"""A league goes on by another of its books: its teams become drafts there, for their coaches to look at and submit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.models import League
from matches.pages.team_file import file_of
from rules.book.book import Book
from teams.building import drafting
from teams.building.checks import only_for_its_pack
from teams.building.other_book import for_book
from teams.models import Team, TeamState
from teams.names import NAME_LENGTH
from web.crests.crest import crest_in
from web.errors import Message, Refusal

MORE = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""What is put behind the name of a team that goes on: the old team keeps its own."""

STAYS_BEHIND = Message(
    id="competitions.stays_behind",
    text=_("{team} was built by the pack of a tournament beside the league, which belongs to its book."),
    remedy=_("Its coach builds a team for a tournament by the other book."),
)


@dataclass(frozen=True, slots=True)
class Brought:
    """The drafts of teams that were brought over, with the teams that they were; and the names of those that were not,
    each with the reason. ``drafted_before`` are the drafts of teams that were drafted again by their old book at
    the end of this season."""

    drafts: tuple[Team, ...] = ()
    sources: tuple[Team, ...] = ()
    left_behind: tuple[tuple[str, str], ...] = ()
    drafted_before: tuple[Team, ...] = ()


def bring_over(league: League, teams: Iterable[Team], book: Book) -> Brought:
    """Makes a draft by another book of the league for each of these teams; what does not fit is kept with the draft.

    A team that cannot have one, as when its coach has a team there already, stays behind. Must run in a transaction.
    """
    drafts, sources, left = [], [], []
    states = {state.team_id: state for state in TeamState.objects.filter(team__in=[team.pk for team in teams])}
    for team in teams:
        try:
            with transaction.atomic():
                _refuse_of_tournament(league, team)
                drafts.append(_draft_of(league, team, states[team.pk], book))
                sources.append(team)
        except Refusal as refusal:
            left.append((team.name, str(refusal)))
    return Brought(tuple(drafts), tuple(sources), tuple(left))


def _refuse_of_tournament(league: League, team: Team) -> None:
    if only_for_its_pack(team, league.ruleset_for(team.edition).rules()):
        raise Refusal(STAYS_BEHIND, team=team.name)


def _draft_of(league: League, team: Team, state: TeamState, book: Book) -> Team:
    written = replace(file_of(team, state), edition=team.book.key)
    carried, origin = for_book(written, book)
    crest = {name: value for name, value in crest_in(team.crest).as_json().items() if name != "emblem"}
    return drafting.draft_team(
        league=league,
        coach=team.coach,
        coach_name=team.coach_name,
        name=_free_name(league, team.name),
        team_list=carried.arrival.team_list,
        crest=crest,
        team_file=replace(carried, name=_free_name(league, team.name), loans=(), edition=""),
        edition=book.key,
        origin=replace(origin, source=team, value=state.value) if origin is not None else None,
    )


def _free_name(league: League, name: str) -> str:
    """The name with the first number that no team of the league has."""
    taken = {one.casefold() for one in league.teams.values_list("name", flat=True)}
    names = [f"{name[: NAME_LENGTH - len(more) - 1]} {more}" for more in MORE]
    return next((one for one in names if one.casefold() not in taken), names[-1])
