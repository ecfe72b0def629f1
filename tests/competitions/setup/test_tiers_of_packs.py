"""What is sold by tier in a match goes by the pack of its competition."""

from __future__ import annotations

from typing import Any

import pytest

from competitions.dashboard.front_page import past_rules_of
from competitions.friendlies.friendlies import arrange_friendly
from competitions.models import Season
from leagues import services
from leagues.models import Ruleset
from matches.models import Match
from matches.sequence import annulling, opening
from teams.models import Team
from tests.competitions.competition_builders import competition_in, matches_of
from tests.leagues.cast import Cast, add_member
from tests.teams.team_builders import team_from_list

PACK = """name = "Brewers"
tier_of = { Human = 3 }

[[tiers]]
gold = 1_150_000
"""


@pytest.fixture
def teams(cast: Cast) -> list[Team]:
    """Two Human teams of a league of Blood Bowl 2020."""
    details = services.Details(name="Older Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2020")
    made = []
    for coach, name in ((cast.coach, "Lions"), (cast.other_coach, "Bears")):
        add_member(cast.league, coach)
        made.append(team_from_list(cast.league, coach, name, "Human", ["Human Lineman"] * 11, fan_factor=1))
    return made


def opened(cast: Cast, match: Match | None) -> Match:
    """The match once it was opened, and called off again."""
    assert match is not None
    match = opening.open_match(match=match, by=cast.coach)
    annulling.call_off(match=match, by=cast.commissioner, reason="a test")
    return match


def sells_brew(match: Match) -> bool:
    assert match.ruleset is not None
    book = match.ruleset.rules().book
    return book.inducements["heady_brew"].sold_by_list(book.lists["Human"])


def test_a_match_goes_by_the_tiers_of_the_pack_that_it_is_played_by(cast: Cast, teams: list[Team]) -> None:
    cup = competition_in(cast.league, teams, started=True, name="Brewers", pack=PACK, league_teams=True)
    first = opened(cast, matches_of(cup)[0].match)
    assert sells_brew(first) and first.ruleset != cast.league.ruleset
    written = Ruleset.objects.count()
    assert opened(cast, matches_of(cup)[0].match).ruleset == first.ruleset
    assert Ruleset.objects.count() == written
    friendly = arrange_friendly(league=cast.league, by=cast.commissioner, home=teams[0], away=teams[1])
    played = opened(cast, friendly)
    assert not sells_brew(played) and played.ruleset == cast.league.ruleset


def test_the_seasons_page_names_the_older_rules_of_such_a_match(cast: Cast, teams: list[Team]) -> None:
    cup = competition_in(cast.league, teams, started=True, name="Brewers", pack=PACK, league_teams=True)
    match = opened(cast, matches_of(cup)[0].match)
    Match.objects.filter(pk=match.pk).update(ruleset=match.ruleset, state=Match.State.CLOSED)
    assert past_rules_of(cup.season) == []
    expected = cast.league.ruleset_id
    services.change_house_rules(
        league=cast.league, by=cast.commissioner, expected=expected, options={"walkover_gold": 15_000}
    )
    season = Season.objects.select_related("league__ruleset").get(pk=cup.season_id)
    assert [[each["before"] for each in past.changes] for past in past_rules_of(season)] == [["10,000"]]


@pytest.mark.parametrize("pack", [PACK.replace("Human = 3", "Human = 2"), PACK.replace("Human", "Frogs")])
def test_it_has_the_rules_of_its_league_if_the_tiers_are_the_same_or_the_pack_fits_no_more(
    cast: Cast, teams: list[Team], pack: str
) -> None:
    setup: dict[str, Any] = {"name": "Brewers", "pack": PACK, "league_teams": True}
    cup = competition_in(cast.league, teams, started=True, **setup)
    type(cup).objects.filter(pk=cup.pk).update(pack=pack)
    assert opened(cast, matches_of(cup)[0].match).ruleset == cast.league.ruleset
