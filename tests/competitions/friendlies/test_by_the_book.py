"""Friendlies by the books that make something else of them than of other matches."""

from __future__ import annotations

import pytest

from competitions.friendlies import friendlies
from competitions.models import Season
from competitions.season_end.team_ends import records_of
from competitions.setup import seasons
from leagues import services
from matches.models import Match, PlayerLine
from rules.sheet.match import Injury, Terms
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.competitions.competition_builders import bare_team, competition_in
from tests.leagues.cast import Cast, add_member, signed_in
from tests.matches.forms import visit
from tests.matches.match_builders import answer_all, confirm_match, opened_match, players_of
from tests.teams.team_builders import team_from_list
from web.errors import Refusal


def league_of(cast: Cast, edition: str) -> None:
    details = services.Details(name="Modern Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition=edition)
    for coach in (cast.coach, cast.other_coach):
        add_member(cast.league, coach)


def two_bare(cast: Cast) -> tuple[Team, Team]:
    return bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)


def played(one: Team, other: Team) -> None:
    """Both have had a friendly in the season."""
    match = friendlies.arrange_friendly(league=one.league, by=one.coach, home=one, away=other)
    season = one.league.seasons.get()
    match.sides.update(result="draw", score=0)
    Match.objects.filter(pk=match.pk).update(state=Match.State.CLOSED, opened_at=season.opened_at)


def test_nothing_follows_a_friendly_and_who_would_be_dead_is_badly_hurt(cast: Cast) -> None:
    league_of(cast, "bb2025")
    home, away = (
        team_from_list(cast.league, coach, name, "Dwarf", ["Dwarf Lineman"] * 11, rerolls=1, fan_factor=1)
        for coach, name in ((cast.coach, "Anvils"), (cast.other_coach, "Badgers"))
    )
    match = opened_match(home, away, Terms(friendly=True))
    page = visit(signed_in(cast.coach), f"/matches/{match.public_id}/pre-match/")
    assert "A friendly brings no points" in page.text
    answer_all(match, by=cast.coach, at_once=True)
    match = Match.objects.get(pk=match.pk)
    before = {team: TeamState.objects.get(team=team).seq for team in (home, away)}
    assert "every casualty is only badly hurt" in visit(signed_in(cast.coach), f"/matches/{match.public_id}/").text
    killed, killer = players_of(match, "away")[4], players_of(match, "home")[0]
    hurt = Injury(player=killed, casualty=16, by=killer)
    match = confirm_match(match, home=1, away=0, away_injuries=[hurt], home_lines={killer: {"casualties": 1}})
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    line = PlayerLine.objects.get(player=killed)
    assert (line.died, line.injuries) == (False, ["badly_hurt"])
    assert {line.spp for line in PlayerLine.objects.filter(side__match=match)} == {0}
    for team, seq in before.items():
        state = TeamState.objects.get(team=team)
        assert len(ledger.sheet_in(state).players) == 11 and state.seq <= seq + 1


def test_coaches_arrange_them_across_divisions_and_once_where_the_book_says_so(cast: Cast) -> None:
    league_of(cast, "bb2020")
    one, other = two_bare(cast)
    seasons.open_season(league=cast.league, by=cast.commissioner, name="First")
    given = {"offering": one, "asked": other, "by": cast.coach, "at_home": True}
    offer = friendlies.offer_friendly(**given)
    friendlies.withdraw_friendly(offer=offer, by=cast.coach, expected=offer.version)
    played(one, other)
    with pytest.raises(Refusal, match="have only one"):
        friendlies.offer_friendly(**given)
    competition_in(cast.league, [one, other], started=True, name="North")
    with pytest.raises(Refusal, match="both play in North"):
        friendlies.offer_friendly(**given)
    assert friendlies.arrange_friendly(league=cast.league, by=cast.commissioner, home=one, away=other).friendly


def test_a_season_counts_friendlies_apart(cast: Cast) -> None:
    league_of(cast, "bb2020")
    one, other = two_bare(cast)
    seasons.open_season(league=cast.league, by=cast.commissioner, name="First")
    played(one, other)
    assert records_of(Season.objects.get(league=cast.league)) == {each.pk: {"friendlies": 1} for each in (one, other)}


def test_other_books_make_no_difference(cast: Cast) -> None:
    one, other = two_bare(cast)
    seasons.open_season(league=cast.league, by=cast.commissioner, name="First")
    played(one, other)
    competition_in(cast.league, [one, other], started=True)
    assert friendlies.offer_friendly(offering=one, asked=other, by=cast.coach, at_home=True)
