"""The settings of a ranking: chosen, previewed and saved; who can change them, and what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoDbBlocker

from competitions.models import Competition
from competitions.ranking.lines import CutLine, cut_lines_of
from competitions.ranking.points import Points
from competitions.ranking.tie_breakers import known_keys
from competitions.setup.ranking_forms import RankingForm
from competitions.setup.ranking_settings import Ranking, change_ranking
from competitions.standings.standings import standings_of
from leagues.models import LogEntry
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal, StaleVersion

USUAL = ("points", "head_to_head", "touchdown_difference", "casualty_difference")


@pytest.fixture(scope="module", autouse=True)
def shared_cup(shared_cast: Cast, django_db_blocker: DjangoDbBlocker) -> Competition:
    """Four teams, the first two rounds played; shared by all tests."""
    with django_db_blocker.unblock():
        competition = competition_in(shared_cast.league, bare_teams(shared_cast.league, 4), started=True, name="Cup")
        for fixture, (home, away) in zip(matches_of(competition), [(3, 0), (1, 1), (4, 2), (0, 1)], strict=False):
            decide_match(fixture, home, away)
    return competition


@pytest.fixture
def cup(cast: Cast, shared_cup: Competition) -> Competition:
    return Competition.objects.get(pk=shared_cup.pk)


@pytest.fixture
def client(cast: Cast) -> Client:
    return signed_in(cast.commissioner)


def url(competition: Competition) -> str:
    return f"/competitions/{competition.public_id}/ranking/"


def typed(competition: Competition, **changes: Any) -> dict[str, Any]:
    """The values of the form as it is opened, with ``changes``."""
    form = RankingForm(competition=competition)
    fields = {name: form.initial.get(name) for name in form.fields if name != "command_id"}
    return {name: "" if value is None else value for name, value in (fields | changes).items()}


def send(client: Client, competition: Competition, do: str = "save", **changes: Any) -> HttpResponse:
    return client.post(url(competition), form_data(**typed(competition, **changes), do=do))


def words(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def order(response: HttpResponse) -> list[str]:
    """The tie-breakers in the form's order."""
    form = response.context["form"]
    return [form[f"tie_{rank}"].value() for rank in range(1, 9)]


# -- saving --


def test_all_settings_on_the_page_are_saved_and_count_immediately(client: Client, cup: Competition) -> None:
    changes = {
        "win": "5", "draw": "3", "loss": "1", "conceded": "-1",
        "touchdown_bonus": "1", "touchdowns_needed": "4", "narrow_loss_bonus": "2", "clean_sheet_bonus": "1",
        "tie_1": "points", "tie_2": "mini_league", "tie_3": "opponents_points", "tie_4": "coin_toss",
        "after_1": "2", "label_1": "Play-offs", "after_2": "3", "label_2": "  Second   chance ",
    }  # fmt: skip
    answer = send(client, cup, **changes)
    assert answer.status_code == 302 and answer["Location"] == f"/competitions/{cup.public_id}/table/"
    cup.refresh_from_db()
    assert Points(**cup.points) == Points(
        win=5, draw=3, loss=1, bye=5, walkover=5, forfeit=1, conceded=-1,
        touchdown_bonus=1, touchdowns_needed=4, narrow_loss_bonus=2, clean_sheet_bonus=1,
    )  # fmt: skip
    assert cup.tie_breakers == ["points", "mini_league", "opponents_points", "coin_toss"]
    assert cut_lines_of(cup) == [CutLine(2, "Play-offs"), CutLine(3, "Second chance")]
    best = standings_of(cup).lines[0]
    assert best.points == sum(each.points for each in best.sums) == 5 + 5 + 1 + 1


def test_what_was_saved_is_what_the_form_shows_again(client: Client, cup: Competition) -> None:
    send(
        client,
        cup,
        casualty_bonus="2",
        casualties_needed="5",
        walkover="2",
        tie_5="team_value",
        after_1="1",
        label_1="Up",
    )
    cup.refresh_from_db()
    shown = RankingForm(competition=cup).initial
    assert (shown["casualty_bonus"], shown["casualties_needed"], shown["walkover"], shown["bye"]) == (2, 5, 2, None)
    assert (shown["tie_5"], shown["after_1"], shown["label_1"]) == ("team_value", 1, "Up")
    before = cup.standings_version
    assert send(client, cup).status_code == 302
    assert LogEntry.objects.filter(kind="competitions.changed").count() == 1, "nothing was changed the second time"
    assert Competition.objects.get(pk=cup.pk).standings_version > before


def test_the_log_names_the_changed_settings(client: Client, cup: Competition, cast: Cast) -> None:
    send(client, cup, win="2", after_1="2", label_1="Final")
    page = words(client.get(f"/leagues/{cast.league.slug}/log/"))
    assert "changed the settings of Cup: points, lines in the table." in page


def test_the_other_settings_of_a_competition_do_not_change_its_ranking(client: Client, cup: Competition) -> None:
    send(client, cup, touchdown_bonus="1", tie_5="coin_toss", after_1="2", label_1="Final")
    cup.refresh_from_db()
    answer = client.post(
        f"/competitions/{cup.public_id}/settings/", form_data(name="Bowl", legs="1", version=cup.version)
    )
    assert answer.status_code == 302
    after = Competition.objects.get(pk=cup.pk)
    assert (after.name, after.points, after.tie_breakers, after.cut_lines) == (
        "Bowl", cup.points, cup.tie_breakers, cup.cut_lines,
    )  # fmt: skip


# -- the buttons --


@pytest.mark.parametrize(
    ("name", "points"), [("3/1/0", (3, 1, 0)), ("3/1/1", (3, 1, 1)), ("5/3/1", (5, 3, 1)), ("2/1/0", (2, 1, 0))]
)
def test_a_preset_is_filled_in_and_not_saved(
    client: Client, cup: Competition, name: str, points: tuple[int, int, int]
) -> None:
    answer = send(client, cup, do=name, win="9", walkover="7", touchdown_bonus="1")
    form = answer.context["form"]
    assert tuple(int(form[field].value()) for field in ("win", "draw", "loss")) == points
    assert (form["walkover"].value(), form["touchdown_bonus"].value()) == ("", "1")
    assert Competition.objects.get(pk=cup.pk).points == cup.points


def test_buttons_move_a_tie_breaker_up_or_down(client: Client, cup: Competition) -> None:
    up = order(send(client, cup, do="up-3"))
    assert up[:4] == ["points", "touchdown_difference", "head_to_head", "casualty_difference"]
    down = order(send(client, cup, do="down-1"))
    assert down[:4] == ["head_to_head", "points", "touchdown_difference", "casualty_difference"]
    assert Competition.objects.get(pk=cup.pk).tie_breakers == list(USUAL)


@pytest.mark.thorough
@pytest.mark.parametrize("button", ["up-1", "down-8", "up-0", "up-99", "down-x", "up-", "sideways-2", "up-²", "4/4/4"])
def test_an_unknown_button_moves_nothing(client: Client, cup: Competition, button: str) -> None:
    answer = send(client, cup, do=button)
    assert answer.status_code == 200
    assert order(answer)[:4] == list(USUAL)


def test_the_preview_shows_the_new_table_beside_the_current_one(client: Client, cup: Competition) -> None:
    now = standings_of(cup)
    answer = send(client, cup, do="preview", win="0", draw="9", tie_1="points", tie_2="touchdowns")
    lines = answer.context["preview"]
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    assert {line.team.id: line.points_now for line in lines} == {line.team: line.points for line in now.lines}
    assert any(line.moved > 0 for line in lines) and sum(line.moved for line in lines) == 0
    assert "Nothing is saved yet." in words(answer)
    assert Competition.objects.get(pk=cup.pk).points == cup.points


@pytest.mark.parametrize(
    "changes",
    [
        {"win": "0", "draw": "9"},
        {"tie_1": "touchdowns", "tie_2": "points"},
        {"tie_1": "touchdowns_conceded", "tie_2": ""},
        {"loss": "5", "tie_2": "casualties"},
    ],
)
def test_the_table_after_saving_is_the_one_in_the_preview(
    client: Client, cup: Competition, changes: dict[str, str]
) -> None:
    shown = send(client, cup, do="preview", **changes).context["preview"]
    assert any(line.changed for line in shown)
    assert standings_of(Competition.objects.get(pk=cup.pk)) == standings_of(cup), "a preview saves nothing"
    assert send(client, cup, **changes).status_code == 302
    saved = standings_of(Competition.objects.get(pk=cup.pk)).lines
    assert [(line.team.id, line.place, line.points) for line in shown] == [
        (line.team, str(line.rank), line.points) for line in saved
    ]


def test_the_page_starts_with_the_current_table_and_reloads_the_preview_on_changes(
    client: Client, cup: Competition
) -> None:
    answer = client.get(url(cup))
    assert [line.changed for line in answer.context["preview"]] == [False] * 4
    page = answer.content.decode()
    assert "Current table" in page and "Nothing is saved yet" not in page
    assert 'hx-select="#preview"' in page and page.count('id="preview"') == 1
    assert page.count('class="stay"><span class="with-badge"><svg') == 4
    live = client.post(
        url(cup), form_data(**typed(cup, win="0", draw="9"), do="preview"), headers={"hx-request": "true"}
    )
    assert live.context["preview"][0].changed and 'id="preview"' in live.content.decode()


def test_before_anything_is_played_there_is_nothing_to_preview(cast: Cast, client: Client) -> None:
    empty = competition_in(cast.private, bare_teams(cast.private, 2))
    assert "No matches played yet" in words(send(client, empty, do="preview"))


# -- bad input --


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tie_3": "points"}, "Already chosen above"),
        ({"tie_1": ""}, "This field is required"),
        ({"tie_2": "beauty"}, "is not one of the available choices"),
        ({"win": ""}, "This field is required"),
        ({"win": "100"}, "less than or equal to 99"),
        ({"touchdown_bonus": "many"}, "Enter a whole number"),
        ({"touchdowns_needed": "0"}, "greater than or equal to 1"),
        ({"after_1": "2"}, "Enter a label for the line"),
        ({"label_1": "Play-offs"}, "Enter the place above the line"),
        (
            {"after_1": "2", "label_1": "Up", "after_2": "2", "label_2": "Down"},
            "There is already a line after this place",
        ),
        ({"after_1": "0", "label_1": "Up"}, "greater than or equal to 1"),
        ({"after_1": "2", "label_1": "x" * 41}, "at most 40 characters"),
    ],
)
@pytest.mark.parametrize("do", ["save", "preview"])
def test_errors_are_shown_at_their_fields_and_typed_values_stay(
    client: Client, cup: Competition, wrong: dict[str, str], said: str, do: str
) -> None:
    answer = send(client, cup, do=do, draw="2", **wrong)
    assert answer.status_code == 422
    assert said in words(answer)
    assert answer.context["form"]["draw"].value() == "2"
    assert Competition.objects.get(pk=cup.pk).version == cup.version


def test_the_second_person_to_save_gets_a_message(client: Client, cup: Competition) -> None:
    assert send(client, cup, win="2").status_code == 302
    answer = send(client, cup, win="4")
    assert answer.status_code == 409
    assert "This was changed in the meantime" in words(answer) and answer.context["form"]["win"].value() == "4"


def test_the_service_refuses_a_tie_breaker_and_a_line_given_twice(cast: Cast, cup: Competition) -> None:
    def change(**ranking: Any) -> None:
        change_ranking(competition=cup, by=cast.commissioner, expected=cup.version, ranking=Ranking(**ranking))

    with pytest.raises(Refusal, match=r"tie-breaker wins is in the order twice.*each tie-breaker only once"):
        change(tie_breakers=("wins", "points", "wins"))
    with pytest.raises(Refusal, match="There are two lines after place 2"):
        change(tie_breakers=USUAL, lines=(CutLine(2, "Up"), CutLine(2, "Down")))
    with pytest.raises(ValueError, match="at least one"):
        change(tie_breakers=())
    with pytest.raises(StaleVersion):
        change_ranking(competition=cup, by=cast.commissioner, expected=1, ranking=Ranking(tie_breakers=USUAL))


@pytest.mark.parametrize("state", [Competition.State.FINISHED])
def test_a_finished_competition_keeps_its_ranking(client: Client, cup: Competition, state: str) -> None:
    Competition.objects.filter(pk=cup.pk).update(state=state)
    answer = send(client, cup, win="2")
    assert answer.status_code == 409 and "Cup is finished" in words(answer)


@pytest.mark.parametrize("person", ["coach", "stranger"])
def test_only_a_commissioner_can_change_the_ranking(cast: Cast, cup: Competition, person: str) -> None:
    client = signed_in(cast[person])
    assert client.get(url(cup)).status_code == 403
    assert send(client, cup, win="2").status_code == 403
    assert send(client, cup, do="preview").status_code == 403


def test_every_tie_breaker_can_be_chosen(client: Client, cup: Competition) -> None:
    page = client.get(url(cup)).content.decode()
    assert all(f'<option value="{key}"' in page for key in known_keys())
