"""The codec: strict in both directions, so that stored data can be read back or is refused with its field."""

from dataclasses import dataclass
from typing import Any

import pytest

from rules.journal import PlayerHired, PointsEarned
from rules.sequence import codec
from rules.sequence.codec import CodecError, decode, encode
from rules.sequence.sequence import Question
from rules.sheet.match import Injury, PlayerLine, Result, SideReport, Treatment
from rules.sheet.sheet import PlayerSheet, TeamSheet, counts
from tests.rules.build import humans


@pytest.fixture(autouse=True)
def clear_readers() -> None:
    """Each test builds its own readers, as a reader of an earlier test would hide errors."""
    codec._reader.cache_clear()
    codec._shape.cache_clear()


def test_fields_at_their_default_are_left_out() -> None:
    assert encode(PointsEarned(player=7, spp=3, deeds=counts(touchdowns=1))) == {
        "player": 7,
        "spp": 3,
        "deeds": [["touchdowns", 1]],
    }
    assert encode(SideReport()) == {}
    assert encode(Result(conceded_by="home")) == {"conceded_by": "home"}


def test_nested_dataclasses_are_encoded() -> None:
    report = SideReport(
        score=1,
        lines=(PlayerLine(player=1, deeds=counts(touchdowns=1)),),
        injuries=(Injury(player=2, casualty=61, treatment=Treatment(apothecary_reroll=32)),),
        took_part=(1, 2),
    )
    data = {
        "score": 1,
        "lines": [{"player": 1, "deeds": [["touchdowns", 1]]}],
        "injuries": [{"player": 2, "casualty": 61, "treatment": {"apothecary_reroll": 32}}],
        "took_part": [1, 2],
    }
    assert encode(report) == data
    assert decode(SideReport, data) == report


def test_pairs_are_lists_of_two_because_maps_cannot_have_integers_for_keys() -> None:
    data = encode(humans())
    assert data["players"][0]["profile"] == [["MA", 7], ["ST", 3], ["AG", 3], ["AV", 8]]
    assert decode(TeamSheet, data) == humans()


def test_none_and_an_empty_list_are_different() -> None:
    assert decode(SideReport, {"took_part": []}).took_part == ()
    assert decode(SideReport, {"took_part": None}).took_part is None
    assert decode(SideReport, {}).took_part is None
    assert encode(SideReport(took_part=())) == {"took_part": []}


QUESTION = {"side": "home", "key": "winnings", "kind": "roll", "label": "winnings", "dice": [6]}


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (PointsEarned, {"player": 7, "spp": 3, "tds": 1}, "PointsEarned has no field tds"),
        (PointsEarned, {"spp": 3}, "PointsEarned lacks player"),
        (PointsEarned, {"player": "7", "spp": 3}, "expected int, found str '7'"),
        (PointsEarned, {"player": 7.0, "spp": 3}, "expected int, found float"),
        (PointsEarned, {"player": True, "spp": 3}, "expected int, found bool"),
        (PointsEarned, {"player": None, "spp": 3}, "expected int, found NoneType"),
        (PointsEarned, [7, 3], "expected the fields of PointsEarned, found list"),
        (PointsEarned, None, "expected the fields of PointsEarned"),
        (PointsEarned, {7: 1, "player": 7, "spp": 3}, "has no field 7"),
        (PlayerSheet, {"player": 1}, "lacks cost, number, position, profile, start"),
        (TeamSheet, {"players": {"1": {}}}, "expected a list, found dict"),
        (TeamSheet, {"players": "abc"}, "expected a list, found str"),
        (TeamSheet, {"staff": [["apothecary"]]}, "expected 2 values, found 1"),
        (TeamSheet, {"staff": [["apothecary", 1, 2]]}, "expected 2 values, found 3"),
        (TeamSheet, {"staff": [["apothecary", "1"]]}, "expected int"),
        (SideReport, {"took_part": 7}, "fits none of"),
        (SideReport, {"lines": [{"player": 1, "goals": 1}]}, "PlayerLine has no field goals"),
        (Question, QUESTION | {"side": "left"}, "left"),
        (Question, QUESTION | {"kind": "guess"}, "guess"),
        (Question, QUESTION | {"args": [["die", 1.5]]}, "fits none of"),
    ],
)
def test_wrong_data_is_refused_with_its_field(kind: type, data: Any, words: str) -> None:
    with pytest.raises(CodecError) as refused:
        decode(kind, data)
    assert words in str(refused.value)


@dataclass(frozen=True)
class Loose:
    value: Any


@dataclass(frozen=True)
class Mapped:
    value: dict[str, int]


@pytest.mark.parametrize("value", [1.5, {"a": 1}, [1], {1}, b"x", object(), Loose(1.5), Loose({"a": 1}), (1, 2.5)])
def test_values_without_a_json_form_are_refused(value: object) -> None:
    with pytest.raises(CodecError):
        encode(value)


@pytest.mark.parametrize("kind", [Loose, Mapped, float, dict])
def test_a_type_that_is_not_strict_has_no_reader(kind: type) -> None:
    with pytest.raises(CodecError, match="no reader"):
        decode(kind, {"value": {}})


def test_a_hostile_depth_or_length_is_refused_like_any_wrong_type() -> None:
    deep: Any = 1
    for _ in range(500):
        deep = [deep]
    with pytest.raises(CodecError):
        decode(TeamSheet, {"players": deep})
    with pytest.raises(CodecError) as refused:
        decode(PointsEarned, {"player": "9" * 100_000, "spp": 1})
    assert len(str(refused.value)) < 300


def test_a_hire_as_an_old_version_wrote_it_is_read() -> None:
    """Before ``joined`` there was no such field; it reads as hired."""
    old = {
        "player": 1,
        "number": 1,
        "position": "Lineman",
        "profile": [["MA", 6]],
        "skills": [],
        "cost": 50,
        "price": 50,
    }
    assert decode(PlayerHired, old).joined == "hired"
