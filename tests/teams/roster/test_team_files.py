"""A team as a file: an uploaded file is checked to the last key, and an exported file can be uploaded again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse
from django.utils.formats import date_format

from rules.team.trades import Stake
from teams.building import approval
from teams.ledger import ledger
from teams.ledger.audit import audit
from teams.models import Team, TeamState
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from tests.leagues.cast import Cast, form_data, signed_in
from tests.printing.reading import page_texts
from tests.rules.build import PBBL
from tests.teams import pages, team_builders
from tests.teams.team_file_builders import (
    OLD_HAND,
    arrival_form,
    bring_url,
    brought_team,
    joined_team,
    team_json,
    upload,
)
from tests.teams.trade_builders import create_trading_teams, days_ahead, noon  # noqa: F401 - noon is a fixture

pytestmark = pytest.mark.once

DEEP = b"[" * 40_000
HOSTILE: list[tuple[Any, str]] = [
    (b"", "empty"),
    (b"\xff\xfe\x00", "not UTF-8"),
    (b"GIF89a", "this is not JSON"),
    (json.dumps(team_json()).encode()[:200], "ends in the middle"),
    (DEEP, "nested far too deep"),
    (b"[" + b"0," * 60_000 + b"0]", "values; at most"),
    (b" " * 600_000, "larger than"),
    (b'{"format": "dugout-team", "format": "x"}', "given twice"),
    ([], "expected an object"),
    ({}, '"format" is missing'),
    (team_json(format="other"), '"format" must be'),
    (team_json(version=2), '"version" must be 1'),
    (team_json(version=True), '"version" must be 1'),
    (team_json(surprise=1), 'unknown key "surprise"'),
    (team_json(name=""), '"name" is blank'),
    (team_json(name="x" * 61), "61 characters long"),
    (team_json(name="a\u202eb"), "cannot be seen or printed"),
    (team_json(players={}), '"players" must be a list'),
    (team_json(players=[1]), "Player no. 1: expected an object"),
    (team_json(players=[OLD_HAND] * 61), "at most 60"),
    (team_json(players=[OLD_HAND, OLD_HAND | {"number": "7"}]), 'Player no. 2: "number" must be a whole number'),
    (team_json(players=[OLD_HAND | {"spp": 1.5}]), '"spp" must be a whole number'),
    (team_json(players=[OLD_HAND | {"spp": True}]), '"spp" must be a whole number'),
    (team_json(players=[OLD_HAND | {"spp": 10**12}]), '"spp" is'),
    (team_json(players=[OLD_HAND | {"gained": "Block"}]), '"gained" must be a list'),
    (team_json(players=[OLD_HAND | {"gained": [None]}]), '"gained" must be a text'),
    (team_json(players=[OLD_HAND | {"gained": ["x"] * 61}]), "at most 60"),
    (team_json(players=[OLD_HAND | {"misses_next": 1}]), "must be true or false"),
    (team_json(players=[OLD_HAND | {"profile": [["MA", 6]]}]), '"profile" must be an object'),
    (team_json(players=[OLD_HAND | {"profile": {"MA": "6"}}]), "must be a whole number"),
    (team_json(players=[OLD_HAND | {"position": "a\u0000"}]), "that is not allowed"),
    (team_json(players=[OLD_HAND | {"cheat": 1}]), 'unknown key "cheat"'),
    (team_json(treasury=10**10), '"treasury" is'),
    (team_json(staff=[]), '"staff" must be an object'),
    (team_json(staff={"x" * 61: 1}), "with a name that is no word"),
    (team_json(record=[]), "The record: expected an object"),
    (team_json(record={"won": -1}), '"won" is -1'),
    (team_json(record={"story": 5}), '"story" must be a text'),
    (team_json(record={"story": "x" * 1001}), "at most 1000"),
    (b'{"format": "dugout-team", "version": 1, "rerolls": ' + b"9" * 5_000 + b"}", "thousands of digits"),
    (b'{"format": "dugout-team", "version": NaN}', "not a number"),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("content", "said"), HOSTILE)
def test_a_hostile_file_is_refused_with_the_place_of_the_error(cast: Cast, content: Any, said: str) -> None:
    response = signed_in(cast.coach).post(bring_url(cast.league), form_data(file=upload(content)))
    assert response.status_code == 422
    assert said in pages.text_of(response), pages.text_of(response)[-1500:]
    assert not Team.objects.exists()


def exported(user: Any, team: Team) -> dict[str, Any]:
    response = signed_in(user).get(reverse("matches:export_team", args=[team.public_id]))
    assert response["Content-Type"].startswith("application/json")
    assert response["Content-Disposition"] == f'attachment; filename="{team.name}.json"'
    return dict(json.loads(response.content))


@pytest.mark.rules("C9")
def test_the_page_and_the_print_show_the_past_separately(cast: Cast) -> None:
    team = joined_team(cast)
    text = pages.text_of(signed_in(None).get(reverse("matches:team", args=[team.public_id])))
    assert "0–0–0 won, drawn, lost" in text, "its own record here is empty"
    assert "Before it joined" in text and "12–3–5" in text and "Champions of the old league." in text
    assert "imported, no longer on the list" in text
    printed = roster_print(team, TeamState.objects.get(team=team))
    assert printed.past.startswith("Before it joined: won 12, drawn 3, lost 5; touchdowns 31–0; casualties 0–0. Champ")
    assert [line.position for line in printed.players if "list" in line.position] == ["Star Catcher (off the list)"]
    assert "Before it joined: won 12" in page_texts(roster_pdf([printed]))[1]


@pytest.mark.rules("C9")
def test_an_exported_file_equals_the_uploaded_one(cast: Cast) -> None:
    team = joined_team(cast)
    given = exported(cast.other_coach, team)
    assert {**given, "edition": "lrb-4"} == team_json()
    assert given["edition"] == "pbbl-1.10"


@pytest.mark.rules("C9", "V1")
def test_a_veteran_team_moves_to_another_league_with_the_same_value(cast: Cast) -> None:
    """The trophy stays behind: the value loses only its re-roll (50k) and its fan factor (10k)."""
    team = team_builders.veteran_team(cast.league, cast.coach)
    value = TeamState.objects.get(team=team).value
    given = exported(None, team)
    assert "departed" not in json.dumps(given)
    coach = signed_in(cast.coach)
    assert coach.post(bring_url(cast.private), form_data(file=upload(given))).status_code == 302
    moved = Team.objects.get(from_elsewhere=True)
    moved = approval.submit_team(team=moved, expected=moved.version, by=cast.coach)
    moved = approval.approve_team(team=moved, expected=moved.version, by=cast.commissioner)
    state = TeamState.objects.get(team=moved)
    assert state.value == value - 60_000
    sheet = ledger.sheet_in(state)
    assert all(PBBL.book.level_for(line.spp).rolls == line.improvements for line in sheet.players)
    assert list(audit())[-1].differences == ()


@pytest.mark.rules("C8", "C9")
def test_the_file_contains_loans_and_the_page_shows_them(cast: Cast) -> None:
    """A player on loan is on neither roster of the two files, but both files list the loan (p31)."""
    trading_teams = create_trading_teams(cast)
    player, day = trading_teams.player(trading_teams.ours), days_ahead()
    trading_teams.accepted(Stake(players_lent=(player,), gold_lent=30_000), Stake(gold=5_000), day)
    out, back = exported(None, trading_teams.ours), exported(None, trading_teams.theirs)
    assert (len(out["players"]), len(back["players"])) == (11, 12)
    (lent,), (borrowed,) = out["loans"], back["loans"]
    assert (lent["way"], lent["team"], lent["until"], lent["gold"]) == ("out", "Theirs", day.isoformat(), 30_000)
    assert (borrowed["way"], borrowed["team"], borrowed["gold"]) == ("in", "Ours", 30_000)
    assert (
        [one["position"] for one in lent["players"]] == [one["position"] for one in borrowed["players"]] == ["Blitzer"]
    )
    coach = signed_in(cast.coach)
    assert coach.post(bring_url(cast.private), form_data(file=upload(out))).status_code == 302
    moved = Team.objects.get(from_elsewhere=True)
    page = pages.text_of(coach.get(pages.url("arrival", moved)))
    assert f"lent to Theirs until {date_format(day, 'j F Y')}: No." in page and "Blitzer; 30k" in page
    assert coach.post(pages.url("arrival", moved), arrival_form(coach, moved)).status_code == 302
    moved.refresh_from_db()
    assert moved.draft["loans"] == out["loans"], "the draft still has the loans"
    moved = approval.submit_team(team=moved, expected=moved.version, by=cast.coach)
    moved = approval.approve_team(team=moved, expected=moved.version, by=cast.commissioner)
    assert "loans" not in exported(cast.coach, moved)


@pytest.mark.parametrize(
    ("loan", "said"),
    [
        ({"way": "sideways"}, "must be one of out, in"),
        ({"until": "tomorrow"}, "must be a day"),
        ({"until": 5}, "must be a text"),
        ({"gold": -1}, "must be between 0"),
        ({"players": [{"number": 1}]}, "oan no. 1, player no. 1"),
        ({"fee": 1}, "fee"),
    ],
)
def test_an_unreadable_loan_is_named(cast: Cast, loan: dict[str, Any], said: str) -> None:
    plain = {"way": "out", "team": "Orcs", "until": "2026-12-31"}
    refused = signed_in(cast.coach).post(
        bring_url(cast.league), form_data(file=upload(team_json(loans=[plain | loan])))
    )
    assert refused.status_code == 422
    assert said in pages.text_of(refused)


def test_users_who_see_a_team_can_download_its_file(cast: Cast) -> None:
    team = joined_team(cast)
    for who in ("visitor", "stranger", "other_coach"):
        assert signed_in(cast[who]).get(reverse("matches:export_team", args=[team.public_id])).status_code == 200
    hidden = team_builders.approved_team(cast.private, cast.coach, by=cast.commissioner)
    for who, status in (("visitor", 404), ("stranger", 404), ("other_coach", 200)):
        assert signed_in(cast[who]).get(reverse("matches:export_team", args=[hidden.public_id])).status_code == status


def test_a_draft_has_no_file(cast: Cast) -> None:
    team = brought_team(cast)
    assert signed_in(cast.coach).get(reverse("matches:export_team", args=[team.public_id])).status_code == 404
