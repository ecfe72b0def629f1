"""Before the draw a commissioner orders the teams: for a bracket's seeds, a ladder's start, a first Swiss round."""

from __future__ import annotations

import pytest
from django.urls import reverse

from competitions.formats import draws
from competitions.models import Competition
from competitions.setup import seeding, services
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of
from leagues.models import LogEntry
from teams.models import Team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal, StaleVersion


def cup(cast: Cast, scheduling: str = "knock_out", size: int = 6) -> tuple[Competition, list[Team]]:
    teams = bare_teams(cast.league, size)
    return competition_in(cast.league, teams, shape=Shape(scheduling=scheduling)), teams


def put(cast: Cast, competition: Competition, order: list[Team]) -> Competition:
    current = Competition.objects.get(pk=competition.pk)
    return seeding.set_order(competition=current, by=cast.commissioner, expected=current.version, order=order)


def test_the_first_teams_get_the_byes_and_meet_late(cast: Cast) -> None:
    competition, teams = cup(cast)
    current = put(cast, competition, list(reversed(teams)))
    draws.draw_fixtures(competition=current, by=cast.commissioner, expected=current.version, seed="fair")
    first_round = list(competition.ties.filter(round=1).order_by("number"))
    assert [tie.home for tie in first_round if tie.away is None] == [teams[5], teams[4]]
    assert {(tie.home, tie.away) for tie in first_round if tie.away} == {(teams[2], teams[1]), (teams[3], teams[0])}
    assert "Falcons, Eagles, Dragons" in LogEntry.objects.get(kind="competitions.order_set").args["teams"]


def test_a_team_without_a_number_comes_after_the_others(cast: Cast) -> None:
    competition, teams = cup(cast, "ladder", 4)
    put(cast, competition, [teams[2]])
    assert ladder_of(competition) == [team.pk for team in (teams[2], teams[0], teams[1], teams[3])]
    put(cast, competition, [])
    assert ladder_of(competition) == [team.pk for team in teams]


def test_an_order_removes_drawn_fixtures(cast: Cast) -> None:
    competition, teams = cup(cast)
    current = draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version)
    put(cast, current, teams)
    assert not current.ties.exists() and not current.rounds.exists()


def test_an_impossible_order_is_refused_and_changes_nothing(cast: Cast) -> None:
    competition, teams = cup(cast)
    with pytest.raises(Refusal, match=r"Anvils would be in .* twice"):
        put(cast, competition, [teams[0], teams[0]])
    with pytest.raises(Refusal, match="Strangers is not in"):
        put(cast, competition, [teams[0], bare_team(cast.league, "Strangers")])
    with pytest.raises(StaleVersion):
        seeding.set_order(competition=competition, by=cast.commissioner, expected=1, order=teams)
    assert not competition.entrants.filter(seed__isnull=False).exists()
    everybody = competition_in(cast.league, teams)
    with pytest.raises(Refusal, match="order before the draw makes no difference"):
        put(cast, everybody, teams)


def test_an_order_cannot_change_after_the_start(cast: Cast) -> None:
    competition, teams = cup(cast, "ladder", 3)
    draws.start_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    with pytest.raises(Refusal, match="under way, so this is not possible"):
        put(cast, competition, teams)


def test_the_page_proposes_an_order_by_value(cast: Cast) -> None:
    competition, teams = cup(cast, size=3)
    browser, address = signed_in(cast.commissioner), reverse("competitions:order", args=[competition.public_id])
    manage = browser.get(reverse("competitions:manage", args=[competition.public_id])).content.decode()
    assert address in manage
    proposed = browser.get(address, {"by": "entry"}).content.decode()
    assert "Nothing is saved yet" in proposed
    fields = {f"place_{entrant.pk}": entrant.team for entrant in competition.entrants.order_by("pk")}
    names = list(fields)
    twice = browser.post(address, form_data(version=competition.version, **{names[0]: 2, names[1]: 2}))
    assert twice.status_code == 422
    assert "Anvils already has number 2" in twice.content.decode()
    sent = {names[0]: 3, names[1]: "", names[2]: 1}
    answer = browser.post(address, form_data(version=competition.version, **sent))
    assert answer.status_code == 302
    assert dict(competition.entrants.values_list("team", "seed")) == {teams[0].pk: 2, teams[1].pk: None, teams[2].pk: 1}
    shown = browser.get(answer["Location"]).content.decode()
    assert "1. Comets, 2. Anvils" in shown


@pytest.mark.parametrize("by", ["value", "entry"])
def test_a_proposed_order_is_saved_as_it_is_shown(cast: Cast, by: str) -> None:
    competition, _teams = cup(cast, size=4)
    browser, address = signed_in(cast.commissioner), reverse("competitions:order", args=[competition.public_id])
    form = browser.get(address, {"by": by}).context["form"]
    shown = {name: form[name].value() for name in form.entrants}
    assert sorted(shown.values()) == [1, 2, 3, 4]
    assert not competition.entrants.filter(seed__isnull=False).exists(), "a proposal saves nothing"
    assert browser.post(address, form_data(version=competition.version, **shown)).status_code == 302
    saved = competition.entrants.values_list("pk", "seed")
    assert {form.entrants[name].pk: place for name, place in shown.items()} == dict(saved)


def test_a_team_that_enters_later_keeps_the_order_of_the_others(cast: Cast) -> None:
    competition, teams = cup(cast, size=3)
    current = put(cast, competition, list(reversed(teams)))
    late = bare_team(cast.league, "Latecomers")
    services.enter_teams(competition=current, by=cast.commissioner, expected=current.version, teams=[late])
    seeds = dict(competition.entrants.values_list("team", "seed"))
    assert seeds == {teams[2].pk: 1, teams[1].pk: 2, teams[0].pk: 3, late.pk: None}
