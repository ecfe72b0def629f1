"""What a correction's preview says of what followed: the bracket, and the stages that the table feeds."""

from __future__ import annotations

from typing import Any

import pytest

from competitions import brackets, decisions
from competitions.bracket_preview import bracket_after
from competitions.models import Competition, Fixture
from competitions.shape import Shape
from matches.lines import Ending
from matches.models import Match
from tests.competitions.stage import bare_teams, competition_in, decide, matches_of
from tests.leagues.cast import Cast

AWAY_WON = {
    "home": Ending(score=0, casualties=0, result="loss"),
    "away": Ending(score=1, casualties=0, result="win"),
}
LEVEL = {side: Ending(score=0, casualties=0, result="draw") for side in ("home", "away")}


def semi_finals_played(cast: Cast, **shape: Any) -> Competition:
    """Anvils have beaten Dragons in tie 1, Badgers Comets in tie 2."""
    teams = bare_teams(cast.league, 4)
    cup = competition_in(cast.league, teams, started=True, shape=Shape(scheduling="knock_out", **shape))
    for fixture in matches_of(cup):
        decide(fixture, 1, 0)
    return cup


def tie(cup: Competition, number: int) -> Fixture:
    return Fixture.objects.select_related("match", "round").get(tie__competition=cup, tie__number=number)


def said(cup: Competition, ended: Any, number: int = 1) -> list[str]:
    return [line.text for preview in bracket_after(tie(cup, number).match, ended) for line in preview.lines]


def test_nothing_is_said_where_the_same_team_goes_on(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    more = {"home": Ending(score=3, casualties=2, result="win"), "away": Ending(score=1, casualties=0, result="loss")}
    assert said(cup, more) == []


def test_a_scheduled_match_follows_and_the_preview_says_so(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    assert said(cup, AWAY_WON) == [
        "Tie 1: Dragons would have gone on instead of Anvils.",
        "Final: Dragons would play it instead of Anvils; nobody has opened it, so it follows.",
    ]
    assert tie(cup, 3).home.name == "Anvils"  # nothing is written


def test_an_opened_match_stands_until_it_is_called_off_and_the_preview_says_so(cast: Cast) -> None:
    cup = semi_finals_played(cast, third_place=True)
    final = tie(cup, 3)
    Match.objects.filter(pk=final.match_id).update(state=Match.State.PRE_MATCH)
    (preview,) = bracket_after(tie(cup, 1).match, AWAY_WON)
    assert [line.text for line in preview.lines] == [
        "Tie 1: Dragons would have gone on instead of Anvils.",
        "Final: By the result of tie 1, Dragons would play here instead of Anvils. It has been opened, and stands "
        "until a commissioner calls it off; then the bracket follows.",
    ]
    assert preview.lines[1].url == f"/matches/{final.match.public_id}/"
    assert preview.url == f"/competitions/{cup.public_id}/bracket/"


def test_a_played_match_stands_and_the_preview_says_so(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    decide(tie(cup, 3), 2, 0)
    assert "It was played and stands as it is" in said(cup, AWAY_WON)[1]
    annulled = said(cup, None)
    assert annulled[0] == "Tie 1: Anvils would no longer have won it; it would be open again."
    assert "Tie 1 is open again, and Anvils plays here by what it said before." in annulled[1]
    assert said(cup, AWAY_WON, number=3) == [
        "Final: Badgers would have won it instead of Anvils. What was handed over for it stays as it is."
    ]


def test_a_match_decided_without_play_stands_until_that_is_taken_back(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    final = tie(cup, 3)
    given = {"by": cast.commissioner, "reason": "did not come"}
    decisions.award_walkover(fixture=final, expected=final.version, to="home", **given)
    (preview,) = bracket_after(tie(cup, 1).match, AWAY_WON)
    assert "It was decided without play" in preview.lines[1].text
    assert preview.lines[1].url == f"/fixtures/{final.pk}/"


def test_a_tie_that_becomes_level_takes_back_the_match_that_followed(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    assert said(cup, LEVEL) == [
        "Tie 1: Anvils would no longer have won it; it would be open again.",
        "Final: Anvils would no longer play it; its match is taken back.",
    ]


@pytest.mark.parametrize("ended", [AWAY_WON, LEVEL, None])
def test_what_the_preview_says_is_what_happens(cast: Cast, ended: Any) -> None:
    cup = semi_finals_played(cast)
    told = bracket_after(tie(cup, 1).match, ended)
    first = tie(cup, 1)
    if ended is None:
        Match.objects.filter(pk=first.match_id).update(state=Match.State.SCHEDULED)
        brackets.fill_bracket(cup)
    else:
        decide(first, *(ended[side].score for side in ("home", "away")))
    final = cup.ties.select_related("home", "away").get(number=3)
    follows = "Dragons" in told[0].lines[1].text
    assert (final.home.name if final.home else None) == ("Dragons" if follows else None)
