"""Random names for players: what the data hold, how names are drawn, and the button on the build page."""

from __future__ import annotations

from random import Random

import pytest

from rules.book.peoples import GENERAL, people_of, shared_peoples
from rules.editions import edition
from teams.building import approval, drafting
from teams.building.player_names import draw_names
from teams.models import Team
from teams.names import NAME_LENGTH, NameField
from tests.leagues.cast import Cast, signed_in
from tests.second_edition import STREET
from tests.teams import pages

SQUAD = 16


def test_every_team_list_of_the_first_edition_has_a_people_of_its_own() -> None:
    lists = edition("pbbl-1.10").book.lists
    assert sorted(each.people for each in lists.values()) == sorted(shared_peoples())


def test_a_list_of_another_edition_has_the_names_that_its_data_say() -> None:
    assert people_of(STREET.book, "Orc") == shared_peoples()["orc"]
    assert not STREET.book.lists["Human"].people and people_of(STREET.book, "Human") == shared_peoples()[GENERAL]


def test_every_people_can_name_a_full_squad_without_a_repetition() -> None:
    for people in shared_peoples().values():
        for words in (people.first, people.last):
            assert len(words) == len(set(words)) >= SQUAD
        for first in people.first:
            for last in people.last:
                name = f"{first} {last}"
                assert NameField().clean(name) == name and len(name) <= NAME_LENGTH


def test_drawn_names_differ_in_both_parts_and_none_is_taken() -> None:
    orcs = shared_peoples()["orc"]
    names = draw_names(orcs, SQUAD, (), Random(5))
    assert len({name.partition(" ")[0] for name in names}) == len({name.partition(" ")[2] for name in names}) == SQUAD
    taken = [name.upper() for name in names]
    assert not set(draw_names(orcs, 18 * 16, taken, Random(5))) & set(names)


def test_a_people_gives_each_of_its_names_once_and_then_no_more() -> None:
    people = shared_peoples()["ogre"]
    drawn = draw_names(people, 1000, (), Random(1))
    assert len(drawn) == len(set(drawn)) == len(people.first) * len(people.last)


@pytest.fixture
def team(cast: Cast) -> Team:
    return drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Human")


@pytest.mark.once
def test_the_button_names_the_nameless_and_keeps_everything_typed(cast: Cast, team: Team) -> None:
    coach = signed_in(cast.coach)
    typed = {
        "name": "Marauders",
        "rerolls": "x",
        "name-lineman-1": "Griff",
        "name-lineman-2": "  ",
        "number-lineman-3": "44",
    }
    spare = {"name-ogre-1": "Wump"}
    response = coach.post(pages.url("draw_names", team), pages.typed(team, **typed, **spare))
    fields = pages.fields_of(response)
    kept = {name: fields[name] for name in (*typed, *spare) if name != "name-lineman-2"}
    assert response.status_code == 422  # because of the re-rolls, which stay as they were typed
    assert kept == {name: value for name, value in (typed | spare).items() if name != "name-lineman-2"}
    names = [value for field, value in fields.items() if field.startswith("name-")]
    people = shared_peoples()["human"]
    drawn = [name for name in names if name not in ("Griff", "Wump")]
    assert len(set(drawn)) == len(drawn) == 11
    assert all(name.split(" ")[0] in people.first and name.split(" ")[1] in people.last for name in drawn)
    assert drafting.draft_of(Team.objects.get(pk=team.pk)).names == ()


@pytest.mark.once
def test_what_the_button_filled_in_can_be_saved_at_once(cast: Cast, team: Team) -> None:
    coach = signed_in(cast.coach)
    response = coach.post(pages.url("draw_names", team), pages.typed(team))
    assert response.status_code == 200
    assert f'formaction="{pages.url("draw_names", team)}#squad"' in response.content.decode()
    fields = pages.fields_of(response)
    assert coach.post(pages.url("build", team), fields).status_code == 302
    saved = drafting.draft_of(Team.objects.get(pk=team.pk))
    assert set(saved.names) == {value for field, value in fields.items() if field.startswith("name-")}
    assert all(saved.names) and len(saved.names) == 12


@pytest.mark.once
def test_only_a_draft_gets_names(cast: Cast, team: Team) -> None:
    coach = signed_in(cast.coach)
    assert coach.post(pages.url("draw_names", team), {}).status_code == 422
    coach.post(pages.url("submit", team), pages.typed(team))
    assert coach.post(pages.url("draw_names", team), pages.typed(team)).status_code == 409
    submitted = Team.objects.get(pk=team.pk)
    approval.approve_team(team=submitted, expected=submitted.version, by=cast.commissioner)
    assert coach.post(pages.url("draw_names", team), pages.typed(team)).status_code == 409
