"""The scenario files: ours, those of the reference folder if it exists, and the messages about wrong ones."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.scenarios.scenario import play
from rules.scenarios.team import ScenarioError
from tests.rules.scenarios.expectations import leaves, wrong
from tests.scenario_files import scenarios_in

OURS = Path(__file__).resolve().parents[2] / "scenarios"


def scenarios(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(folder.glob("*.yaml")):
        for scenario in scenarios_in(path):
            yield f"{path.stem}: {scenario['title']}", scenario


ALL = dict(scenarios(OURS))


@pytest.mark.parametrize("title", ALL)
def test_our_scenarios_pass(title: str) -> None:
    assert play(ALL[title]) == []


def test_the_scenarios_of_the_reference_folder_pass(shared: Path) -> None:
    found = {title: play(scenario) for title, scenario in scenarios(shared / "scenarios")}
    assert len(found) >= 27
    assert {title: differences for title, differences in found.items() if differences} == {}


@pytest.mark.parametrize("title", ALL)
def test_every_single_expectation_could_fail(title: str) -> None:
    """Each expected value is changed by itself, and the difference is found in its place."""
    for path in leaves(ALL[title]["expect"]):
        scenario = copy.deepcopy(ALL[title])
        inner = scenario["expect"]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = wrong(inner[path[-1]])
        differences = play(scenario)
        assert [where for where, _, _ in differences] == [".".join(map(str, path))]


PLAIN: dict[str, Any] = {
    "title": "A draw",
    "do": "postgame",
    "teams": {
        "home": {"list": "Human", "players": [{"position": "Lineman", "count": 11}]},
        "away": {"list": "Orc", "players": [{"position": "Lineman", "count": 11}]},
    },
    "answers": {"home": {"mvp": 1, "winnings": 1}},
    "expect": {"home": {"winnings": 10000}},
}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The simple scenario with one more or another value."""
    scenario = copy.deepcopy(PLAIN)
    inner: Any = scenario
    for key in path[:-1]:
        inner = inner.setdefault(key, {}) if isinstance(inner, dict) else inner[key]
    inner[path[-1]] = to
    return scenario


def test_the_simple_scenario_passes() -> None:
    assert play(PLAIN) == []


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (changed("comment", to="hm"), "unknown key 'comment'"),
        (changed("edition", to="lrb"), "there is no edition 'lrb'"),
        (changed("house_rules", "dancing", to=True), "dancing"),
        (changed("house_rules", "mvp", to="best"), "mvp"),
        (changed("do", to="dance"), "'dance'; there are found, value, pregame, postgame"),
        (changed("teams", "visitors", to={}), "unknown key 'visitors'"),
        (changed("teams", "home", "list", to="Hooman"), "'Hooman'"),
        (changed("teams", "home", "colour", to="red"), "unknown key 'colour'"),
        (changed("teams", "home", "trophies", to=["spyke"]), "'spyke'"),
        (changed("teams", "home", "players", to=[{"position": "Linemen"}]), "no position 'Linemen'"),
        (changed("teams", "home", "players", to=[{"position": "Lineman", "age": 7}]), "unknown key 'age'"),
        (changed("teams", "home", "players", to=[{"position": "Lineman", "gained": ["Gard"]}]), "'Gard'"),
        (changed("teams", "home", "players", to=[{"position": "Lineman", "gained": ["+WD"]}]), "'WD'"),
        (
            changed("teams", "home", "players", to=[{"position": "Lineman", "gained": ["Block"], "history": []}]),
            "history replaces",
        ),
        (changed("match", "stadium", to="Altdorf"), "unknown key 'stadium'"),
        (changed("match", "stage", to="quarter_final"), "'quarter_final'"),
        (changed("match", "tournament", to="blod_bowl"), "'blod_bowl'"),
        (changed("match", "conceded_by", to="hom"), "'hom'"),
        (changed("match", "decided_by", to="coin"), "'coin'"),
        (changed("match", "winner", to="human"), "'human'"),
        (changed("match", "fame", to={"home": 3}), "match.fame.home: 3"),
        (changed("match", "fame", to={"us": 1}), "unknown key 'us'"),
        (changed("report", "home", to={"goals": 1}), "unknown key 'goals'"),
        (changed("report", "home", to={"players": {1: {"tds": 1}}}), "unknown key 'tds'"),
        (changed("report", "home", to={"players": {44: {"touchdowns": 1}}}), "44"),
        (changed("report", "home", to={"took_part": [1, 44]}), "44"),
        (changed("report", "home", to={"injuries": [{"player": 1, "casualty": 44, "cure": 1}]}), "unknown key 'cure'"),
        (changed("report", "home", to={"injuries": [{"player": 1, "casualty": 44, "cause": "bad luck"}]}), "bad luck"),
        (
            changed("report", "home", to={"injuries": [{"player": 1, "casualty": 44, "apothecary": {"roll": 3}}]}),
            "unknown key 'roll'",
        ),
        (changed("answers", "us", to={}), "unknown key 'us'"),
        (changed("answers", "home", "winning", to=3), "unknown key 'winning'"),
        (changed("answers", "home", "improvements", to={1: [{"rolls": [1, 2]}]}), "unknown key 'rolls'"),
        (changed("expect", "home", "gold", to=3), "unknown key 'home.gold'"),
        (changed("expect", "home", "players", to={1: {"speed": 6}}), "unknown key 'home.players.1.speed'"),
        ([], "a scenario is a mapping"),
    ],
)
def test_a_scenario_that_cannot_be_read_names_what_is_wrong(scenario: Any, words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        play(scenario)
    assert words in str(refused.value)


def test_a_missing_player_is_a_difference() -> None:
    assert play(changed("expect", "home", "players", to={44: {"spp": 0}})) == [("home.players.44", {"spp": 0}, None)]


def test_numbers_can_be_text() -> None:
    scenario = changed("report", "home", to={"score": 1, "players": {"1": {"touchdowns": 1}}})
    scenario["report"]["away"] = {"score": 1}
    scenario["expect"] = {"home": {"players": {"1": {"spp": 8}}, "waits_for": ["improvements.1"]}}
    assert play(scenario) == []


def test_only_a_report_that_does_not_say_who_was_hired_takes_a_hired_mvp_on_trust() -> None:
    """Without ``induced``, a report does not say what was bought; with an empty list, nobody was hired (G1)."""
    scenario = changed("answers", "home", "mvp", to="induced")
    assert play(scenario) == []
    scenario["report"] = {"home": {"induced": []}}
    scenario["expect"] = {"home": {"refused": "mvp"}}
    assert play(scenario) == []
