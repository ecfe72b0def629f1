"""What a match's page tells of the rosters after it."""

from __future__ import annotations

from matches.aftermath import aftermath
from matches.match_sheet import match_sheet
from matches.models import Match
from matches.sequences import Table
from matches.services import Given, answer
from rules.match import Injury
from tests.matches import scene
from tests.matches.conftest import Ground


def closed(ground: Ground) -> Match:
    """The home side's first player, its MVP, has learned something, its second has died."""
    ground.typed_dice()
    match = scene.ready(ground.home, ground.away)
    first, second, *_ = scene.players_of(match, "home")
    match = scene.confirmed_as(match, home=2, home_injuries=[Injury(player=second, casualty=66, cause="crowd")])
    for side, player in (("home", first), ("away", scene.players_of(match, "away")[0])):
        given = [Given(side=side, key="mvp.1", value=str(player))]
        answer(match=Match.objects.get(pk=match.pk), given=given, by=ground.cast.coach)
    scene.answered(match, by=ground.cast.coach)
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def test_it_tells_who_learned_what_who_is_gone_and_the_figures(ground: Ground) -> None:
    match = closed(ground)
    lines = aftermath(Table(match), corrected=False)
    learned, died = lines["home"]
    assert learned.startswith("Orc 1: ") and "learned" in learned and died == "Orc 2 died"
    assert aftermath(Table(match), corrected=True) == lines
    text = ground.page(ground.coach, match).text
    for line in lines["home"]:
        assert line in text
    assert "After the match" in text and "Team value" in text and "Fan factor" in text
    printed = dict(match_sheet(Table(match)).sides[0].words)["After the match"]
    assert printed.startswith(f"{learned}; Orc 2 died; Spiralling expenses 0; Fan factor ")
    assert "Team value" in printed


def test_before_the_match_is_closed_there_is_nothing_to_tell(ground: Ground) -> None:
    match = scene.ready(ground.home, ground.away)
    assert aftermath(Table(match), corrected=False) == {}
    assert "After the match" not in ground.page(ground.coach, match).text
