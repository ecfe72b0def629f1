"""What the preview of a correction says about the bracket and about the stages that the table feeds."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from competitions.formats import draws
from competitions.formats.qualification import refresh
from competitions.models import Competition, Fixture
from competitions.rulings import decisions
from competitions.setup import seeding, services
from competitions.setup.shape import Shape
from competitions.standings import standings
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import (
    annul_match,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
    preview_result,
)
from tests.competitions.formats.qualification_builders import bring_in, cup, division, feed
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal

AWAY_WON, LEVEL, ANNULLED = (0, 1), (0, 0), None


def semi_finals_played(cast: Cast, **options: Any) -> Competition:
    """Anvils have beaten Dragons in tie 1, Badgers Comets in tie 2."""
    teams = bare_teams(cast.league, 4)
    cup = competition_in(cast.league, teams, started=True, shape=Shape(scheduling="knock_out", options=options))
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
    return cup


def tie(cup: Competition, number: int) -> Fixture:
    return Fixture.objects.select_related("match", "round").get(tie__competition=cup, tie__number=number)


def said(cup: Competition, score: tuple[int, int] | None, number: int = 1) -> list[str]:
    return [line.text for stage in preview_result(tie(cup, number), score).stages for line in stage.lines]


def test_the_preview_says_nothing_if_the_same_team_advances(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    assert said(cup, (3, 1)) == []


def test_a_scheduled_match_changes_and_the_preview_says_so(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    assert said(cup, AWAY_WON) == [
        "Tie 1: Dragons would have advanced instead of Anvils.",
        "Final: Dragons would play it instead of Anvils; the match is not open yet, so it follows.",
    ]
    assert tie(cup, 3).home.name == "Anvils"  # nothing is written


def test_an_open_match_stays_until_it_is_called_off_and_the_preview_says_so(cast: Cast) -> None:
    cup = semi_finals_played(cast, third_place=True)
    final = tie(cup, 3)
    Match.objects.filter(pk=final.match_id).update(state=Match.State.PRE_MATCH)
    (preview,) = preview_result(tie(cup, 1), AWAY_WON).stages
    assert [line.text for line in preview.lines] == [
        "Tie 1: Dragons would have advanced instead of Anvils.",
        "Final: By the result of tie 1, Dragons would play here instead of Anvils. This match has been opened. "
        "The bracket changes if a commissioner calls it off.",
    ]
    assert preview.lines[1].url == f"/matches/{final.match.public_id}/"
    assert preview.url == f"/competitions/{cup.public_id}/bracket/"


def test_a_played_match_stays_and_the_preview_says_so(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    decide_match(tie(cup, 3), 2, 0)
    assert "This match was played" in said(cup, AWAY_WON)[1]
    annulled = said(cup, ANNULLED)
    assert annulled[0] == "Tie 1: Anvils would no longer have won it; it would be open again."
    assert "Tie 1 is open again. Anvils plays here because of its old result." in annulled[1]
    assert said(cup, AWAY_WON, number=3) == [
        "Final: Badgers would have won it instead of Anvils. Trophies awarded for it stay until revoked."
    ]


def test_a_match_decided_without_play_stays_until_the_decision_is_undone(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    final = tie(cup, 3)
    given = {"by": cast.commissioner, "reason": "did not come"}
    decisions.award_walkover(fixture=final, expected=final.version, to="home", **given)
    (preview,) = preview_result(tie(cup, 1), AWAY_WON).stages
    assert "This match was decided without play" in preview.lines[1].text
    assert preview.lines[1].url == f"/fixtures/{final.pk}/"


def test_the_next_match_is_removed_if_a_tie_becomes_level(cast: Cast) -> None:
    cup = semi_finals_played(cast)
    assert said(cup, LEVEL) == [
        "Tie 1: Anvils would no longer have won it; it would be open again.",
        "Final: Anvils would no longer play it; its match is removed.",
    ]


@pytest.mark.parametrize("score", [AWAY_WON, LEVEL, ANNULLED])
def test_a_preview_shows_what_then_happens(cast: Cast, score: tuple[int, int] | None) -> None:
    cup = semi_finals_played(cast)
    changes = said(cup, score)
    first = tie(cup, 1)
    if score is None:
        annul_match(first)
    else:
        decide_match(first, *score)
    final = cup.ties.select_related("home", "away").get(number=3)
    follows = "Dragons" in changes[1]
    assert (final.home.name if final.home else None) == ("Dragons" if follows else None)


# -- stages fed by a table --


def fed_cup(cast: Cast) -> tuple[Competition, Competition]:
    """A division in which North 1 and North 2 came first and second, and a cup for which they qualified."""
    north, target = division(cast, "North"), cup(cast)
    feed(cast, target, north, 1, 2)
    return north, bring_in(cast, target)


def between(competition: Competition, *teams: str) -> Fixture:
    return next(each for each in matches_of(competition) if {each.home.name, each.away.name} == set(teams))


def won_by(fixture: Fixture, winner: str) -> tuple[int, int]:
    return (9, 0) if fixture.home.name == winner else (0, 9)


def corrected(cast: Cast) -> tuple[Competition, Competition]:
    """The same after a correction: North 3 has beaten North 2."""
    north, target = fed_cup(cast)
    fixture = between(north, "North 2", "North 3")
    decide_match(fixture, *won_by(fixture, "North 3"))
    target.refresh_from_db()
    return north, target


def test_the_preview_says_if_a_correction_changes_who_qualifies(cast: Cast) -> None:
    north, target = fed_cup(cast)
    fixture = between(north, "North 2", "North 3")
    (preview,) = preview_result(fixture, won_by(fixture, "North 3")).stages
    assert preview.name == target.name
    assert [line.text for line in preview.lines] == [
        "Would qualify: North 3 instead of North 2.",
        "None of its matches is open yet: after the correction, a commissioner can enter the new teams.",
    ]
    assert preview.lines[1].url == f"/competitions/{target.public_id}/feeds/"
    assert preview_result(fixture, won_by(fixture, "North 2")).stages == ()
    drawn = draws.draw_fixtures(competition=target, by=cast.commissioner, expected=target.version)
    draws.start_competition(competition=drawn, by=cast.commissioner, expected=drawn.version)
    Match.objects.filter(fixture__round__competition=target).update(state=Match.State.PRE_MATCH)
    (preview,) = preview_result(fixture, won_by(fixture, "North 3")).stages
    assert preview.lines[1].text == "One of its matches was opened or decided, so its teams stay."


def test_a_preview_reads_a_table_once_before_if_it_is_not_cached_and_once_after(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    north, target = fed_cup(cast)
    fixture, gathered, gather = between(north, "North 2", "North 3"), [], standings.counted_of_all

    def counted(competitions: Any) -> Any:
        gathered.append([each.pk for each in competitions])
        return gather(competitions)

    monkeypatch.setattr(standings, "counted_of_all", counted)
    cache.clear()
    for read in ([[north.pk], [north.pk]], [[north.pk]]):
        found = preview_result(fixture, won_by(fixture, "North 3"))
        assert [table.name for table in found.tables] == [north.name]
        assert [stage.name for stage in found.stages] == [target.name]
        assert gathered == read
        gathered.clear()


def test_teams_that_now_qualify_replace_the_others_before_a_match_is_open(cast: Cast) -> None:
    _north, target = corrected(cast)
    drawn = draws.draw_fixtures(competition=target, by=cast.commissioner, expected=target.version)
    running = draws.start_competition(competition=drawn, by=cast.commissioner, expected=drawn.version)
    again = refresh.enter_qualified_again(target=running, by=cast.commissioner, expected=running.version)
    assert again.state == Competition.State.DRAFT and not again.rounds.exists() and not again.ties.exists()
    assert list(again.entrants.order_by("seed").values_list("team__name", "seed")) == [("North 1", 1), ("North 3", 2)]
    entry = cast.league.log.get(kind="competitions.fed_anew")
    assert entry.args["teams"] == "North 1, North 3" and entry.args["gone"] == "North 2"
    with pytest.raises(Refusal, match="are still the ones that qualify"):
        refresh.enter_qualified_again(target=again, by=cast.commissioner, expected=again.version)


def test_a_team_entered_by_hand_stays_when_others_are_replaced(cast: Cast) -> None:
    _north, target = corrected(cast)
    (guest,) = bare_teams(cast.league, 1)
    target = services.enter_teams(competition=target, by=cast.commissioner, expected=target.version, teams=[guest])
    in_order = [guest, *Team.objects.filter(name__in=("North 1", "North 2")).order_by("-name")]
    target = seeding.set_order(competition=target, by=cast.commissioner, expected=target.version, order=in_order)
    again = refresh.enter_qualified_again(target=target, by=cast.commissioner, expected=target.version)
    assert set(again.entrants.values_list("team__name", flat=True)) == {"North 1", "North 3", "Anvils"}


def test_the_name_of_a_stage_may_change_between_bringing_in_and_replacing(cast: Cast) -> None:
    _north, target = corrected(cast)
    (guest,) = bare_teams(cast.league, 1)
    target = services.enter_teams(competition=target, by=cast.commissioner, expected=target.version, teams=[guest])
    in_order = [guest, *Team.objects.filter(name__in=("North 1", "North 2")).order_by("-name")]
    target = seeding.set_order(competition=target, by=cast.commissioner, expected=target.version, order=in_order)
    Competition.objects.filter(pk=target.pk).update(name="Bowl")
    target.refresh_from_db()
    assert refresh.qualification_changes(target) == refresh.Changes(coming=("North 3",), going=("North 2",))


def test_a_team_entered_by_hand_that_qualifies_too_is_not_entered_twice(cast: Cast) -> None:
    north, target = division(cast, "North"), cup(cast)
    first = Team.objects.get(name="North 1")
    target = services.enter_teams(competition=target, by=cast.commissioner, expected=target.version, teams=[first])
    feed(cast, target, north, 1, 2)
    target = bring_in(cast, target)
    assert set(target.entrants.values_list("team__name", "fed_place")) == {("North 1", None), ("North 2", 2)}
    assert not refresh.qualification_changes(target)
    with pytest.raises(Refusal, match="are still the ones that qualify"):
        refresh.enter_qualified_again(target=target, by=cast.commissioner, expected=target.version)


def test_the_team_that_replaced_a_retired_one_has_qualified(cast: Cast) -> None:
    north, target = division(cast, "North"), cup(cast)
    feed(cast, target, north, 1, 2)
    Team.objects.filter(name="North 2").update(state=Team.State.RETIRED)
    target = bring_in(cast, target)
    assert list(target.entrants.order_by("seed").values_list("team__name", flat=True)) == ["North 1", "North 3"]
    assert not refresh.qualification_changes(target)
    Team.objects.filter(name="North 3").update(state=Team.State.RETIRED)
    assert not refresh.qualification_changes(target), "who retires later came in by right, too"


def test_no_team_is_replaced_after_a_match_was_opened(cast: Cast) -> None:
    _north, target = corrected(cast)
    drawn = draws.draw_fixtures(competition=target, by=cast.commissioner, expected=target.version)
    running = draws.start_competition(competition=drawn, by=cast.commissioner, expected=drawn.version)
    Match.objects.filter(fixture__round__competition=target).update(state=Match.State.PRE_MATCH)
    with pytest.raises(Refusal, match="its teams can no longer be replaced"):
        refresh.enter_qualified_again(target=running, by=cast.commissioner, expected=running.version)
    assert running.entrants.count() == 2


def test_the_page_offers_to_replace_teams_and_does_it(cast: Cast) -> None:
    _north, target = corrected(cast)
    client = signed_in(cast.commissioner)
    Competition.objects.filter(name="North").update(state=Competition.State.RUNNING)
    page = client.get(f"/competitions/{target.public_id}/feeds/").content.decode()
    assert "When all these competitions are finished" in page and "Replace teams" not in page
    Competition.objects.filter(name="North").update(state=Competition.State.FINISHED)
    page = client.get(f"/competitions/{target.public_id}/feeds/").content.decode()
    assert "North 3 instead of North 2" in page and "Replace teams" in page
    client.post(f"/competitions/{target.public_id}/feeds/bring-in-anew/", form_data(version=target.version))
    assert target.entrants.filter(team__name="North 3").exists()
    page = client.get(f"/competitions/{target.public_id}/feeds/").content.decode()
    assert "instead of" not in page
