"""Reading an archive of results: the whole file, or a message that names the place of the error."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.archive.archive import Archive, ArchiveError, Limits, Remark, read_archive
from leagues.archive_json import MEBIBYTE
from tests.competitions.archive_builder import archive, bent, encoded, line, not_played, row

CUP = "competitions.0"
FIRST = f"{CUP}.matches.0"
PLAYER = f"{FIRST}.home.players.0"
WALKOVER = f"{CUP}.matches.2"


def refusal(data: object) -> ArchiveError:
    with pytest.raises(ArchiveError) as caught:
        read_archive(data if isinstance(data, bytes) else encoded(data))
    return caught.value


def test_an_archive_is_read_into_records() -> None:
    read = read_archive(encoded(archive()))
    assert (read.edition, read.league, read.remarks) == ("crp", "A league of the imagination", ())
    (cup,) = read.competitions
    assert (cup.id, cup.name, cup.year, cup.season, cup.scheduling) == ("c1", "Trial Cup", 1, "Spring", "round_robin")
    assert [(team.id, team.coach) for team in cup.teams] == [("a", "ann"), ("b", "bob"), ("c", "cat"), ("d", "dan")]
    assert [(match.id, match.round, match.played) for match in cup.matches] == [
        ("11", 1, True),
        ("12", 2, True),
        (None, 3, False),
    ]
    home = cup.matches[0].home
    assert (home.team, home.outcome, home.score, home.casualties, home.points) == ("a", "win", 2, 1, 3)
    assert (home.players[0].touchdowns, home.players[0].spp, home.players[0].spp_before) == (2, 6, 3)
    assert (cup.matches[2].home.touchdown_difference, home.touchdown_difference) == (0, None)
    assert [(published.team, published.rank, published.points) for published in cup.table][2:] == [
        ("b", 3, 1),
        ("d", None, None),
    ]


def test_rare_values_in_a_line_are_read() -> None:
    whole = bent(
        PLAYER,
        {
            **line("a1", touchdowns=2),
            "kind": "raised",
            "blocks": 4,
            "fouls": 1,
            "passing_squares": -3,
            "rushing_squares": 12,
            "died": {"half": 2, "turn": 5, "cause": "blocked", "by": None},
            "left_after_match": True,
        },
    )
    player = read_archive(encoded(whole)).competitions[0].matches[0].home.players[0]
    assert (player.blocks, player.fouls, player.passing_squares, player.rushing_squares) == (4, 1, -3, 12)
    assert player.died is not None and (player.died.half, player.died.turn, player.died.by) == (2, 5, None)
    assert player.left_after_match


def test_a_stream_is_read_like_bytes_and_a_byte_order_mark_is_ignored() -> None:
    data = encoded(archive())
    assert read_archive(BytesIO(data)) == read_archive(data) == read_archive(b"\xef\xbb\xbf" + data)


def test_names_can_be_in_any_script() -> None:
    whole = bent(f"{CUP}.teams.0.name", "Strigos\u00a0Elită Ωμέγα 蜥蜴")
    assert read_archive(encoded(whole)).competitions[0].teams[0].name == "Strigos\u00a0Elită Ωμέγα 蜥蜴"


# Odd, but accepted.


@pytest.mark.parametrize(
    ("path", "value", "remark"),
    [
        (
            f"{FIRST}.home.score",
            3,
            Remark(place="competition c1, match 11, home", code="score_above_touchdowns", found=3, expected=2),
        ),
        (
            f"{FIRST}.home.casualties",
            0,
            Remark(place="competition c1, match 11, home", code="casualties_below_players", found=0, expected=1),
        ),
        (
            f"{FIRST}.away.points",
            1,
            Remark(place="competition c1, match 11, away", code="points_differ_from_scheme", found=1, expected=0),
        ),
        (
            f"{FIRST}.away.score",
            2,
            Remark(place="competition c1, match 11, away", code="score_above_touchdowns", found=2, expected=1),
        ),
        (
            f"{FIRST}.away.score",
            2,
            Remark(place="competition c1, match 11", code="decided_on_equal_score", found=2, expected=2),
        ),
    ],
)
def test_odd_but_possible_values_are_read_with_a_remark(path: str, value: object, remark: Remark) -> None:
    assert remark in read_archive(encoded(bent(path, value))).remarks


def test_casualties_of_a_side_can_exceed_those_of_its_players() -> None:
    assert read_archive(encoded(bent(f"{FIRST}.home.casualties", 9))).remarks == ()


def test_the_leading_side_can_concede_a_match() -> None:
    whole = archive()
    cup = whole["competitions"][0]
    cup["points"]["conceded"] = 0
    cup["matches"][0]["home"] |= {"result": "conceded", "points": 0}
    cup["matches"][0]["away"] |= {"result": "win", "points": 3}
    assert read_archive(encoded(whole)).competitions[0].matches[0].away.outcome == "win"


def test_both_sides_can_hire_the_same_star() -> None:
    whole = archive()
    for which in ("home", "away"):
        whole["competitions"][0]["matches"][0][which]["players"].append({**line("star-x"), "kind": "star"})
    assert read_archive(encoded(whole)).remarks == ()


# Refused, with the place.

LINE = "competition c1, match 11, home player a1"


@pytest.mark.parametrize(
    ("path", "value", "place", "reason"),
    [
        ("format", "something else", "the file", "not a results archive"),
        ("format", ..., "the file", "not a results archive"),
        ("version", 2, "the archive", '"version" is 2; this reader knows version 1'),
        ("version", True, "the archive", '"version" is true'),
        ("version", 1.0, "the archive", '"version" is 1.0'),
        ("version", ..., "the archive", '"version" is missing'),
        ("extra", 1, "the archive", 'unknown key "extra"; known are competitions, edition'),
        ("competitions", {}, "the archive", '"competitions" must be a list, not an object'),
        (CUP, "x", "competition no. 1", 'expected an object, not "x"'),
        (f"{CUP}.id", 7, "competition no. 1", '"id" must be a text, not 7'),
        (f"{CUP}.id", "  ", "competition no. 1", '"id" is blank'),
        (f"{CUP}.name", "x" * 201, "competition c1", "201 characters long; at most 200"),
        (f"{CUP}.name", "nul\u0000", "competition c1", "contains a character that is not allowed"),
        (f"{CUP}.name", "half \ud800", "competition c1", "contains a character that is not allowed"),
        (f"{CUP}.year", -1, "competition c1", '"year" is -1; it must be between 0 and 9999'),
        (f"{CUP}.year", "1", "competition c1", '"year" must be a whole number, not "1"'),
        (f"{CUP}.year", 1.5, "competition c1", '"year" must be a whole number, not 1.5'),
        (f"{CUP}.year", True, "competition c1", '"year" must be a whole number, not true'),
        (f"{CUP}.scheduling", "knock-out", "competition c1", "must be one of round_robin, swiss, open"),
        (f"{CUP}.scheduling", [], "competition c1", '"scheduling" is a list'),
        (f"{CUP}.points.victory", 3, "competition c1, points", 'unknown key "victory"'),
        (f"{CUP}.points.win", 10**40, "competition c1, points", "1000000000000000000000000000000000000..."),
        (f"{CUP}.tie_breakers", ["points", "beauty"], "competition c1", '"tie_breakers" has "beauty"; known are'),
        (f"{CUP}.tie_breakers", ["points", "points"], "competition c1", "points twice"),
        (f"{CUP}.tie_breakers", [], "competition c1", "at least one"),
        (f"{CUP}.teams.1.id", "a", "competition c1", "team a is there 2 times"),
        (f"{CUP}.teams.1.coach", None, "competition c1, team b", '"coach" must be a text, not null'),
        (f"{FIRST}.round", -1, "competition c1, match 11", '"round" is -1'),
        (f"{FIRST}.id", "12", "competition c1, match 12", "this match is already in competition c1"),
        (f"{FIRST}.home", None, "competition c1, match 11, home side", "not null"),
        (f"{FIRST}.home.team", "z", "competition c1, match 11, home side", "team z is not one of this competition's 4"),
        (f"{FIRST}.home.team", "b", "competition c1, match 11", "team b plays itself"),
        (f"{FIRST}.home.result", "won", "competition c1, match 11, home side", '"result" is "won"'),
        (f"{FIRST}.home.result", "draw", "competition c1, match 11", "result is draw and the other's loss"),
        (f"{FIRST}.home.result", "conceded", "competition c1, match 11", "result is loss and the other's conceded"),
        (f"{FIRST}.away.score", 5, "competition c1, match 11", "the result is a loss, but the score is 5-2"),
        (f"{CUP}.matches.1.away.score", 2, "competition c1, match 12", "the result is a draw, but the score is 1-2"),
        (f"{FIRST}.home.score", -1, "competition c1, match 11, home side", '"score" is -1'),
        (f"{FIRST}.home.casualties", 10**6, "competition c1, match 11, home side", "between 0 and 99"),
        (f"{FIRST}.home.score", 1, "competition c1, match 11, home side", "score is 1, but its players scored 2"),
        (f"{CUP}.points.loss", ..., "competition c1, match 11, away side", "points say nothing about a loss"),
        (f"{PLAYER}.spp", 7, LINE, '"spp" is 7, but 0 completions'),
        (f"{PLAYER}.spp", 5, LINE, "2 touchdowns and 0 MVPs make 6"),
        (f"{PLAYER}.spp_before", -2, LINE, '"spp_before" is -2'),
        (f"{PLAYER}.turns", ..., LINE, '"turns" is missing'),
        (f"{PLAYER}.kind", "coach", LINE, '"kind" is "coach"; it must be one of roster, journeyman'),
        (f"{PLAYER}.shirt", 7, LINE, 'unknown key "shirt"'),
        (f"{PLAYER}.id", 7, "competition c1, match 11, home player no. 1", '"id" must be a text, not 7'),
        (f"{PLAYER}.id", "a2", "competition c1, match 11, home side", "player a2 is there 2 times"),
        (f"{PLAYER}.id", "b1", "competition c1, match 11, home player b1", "plays for both sides"),
        (f"{PLAYER}.died", {}, f"{LINE}, death", '"half" is missing'),
        (f"{PLAYER}.died", None, f"{LINE}, death", "not null"),
        (f"{PLAYER}.left_after_match", 1, LINE, '"left_after_match" must be true or false, not 1'),
        (f"{PLAYER}.blocks", -1, LINE, '"blocks" is -1'),
        (f"{WALKOVER}.home.players", [line("c1")], "match no. 3 (not played), home side", "cannot have players"),
        (f"{WALKOVER}.home.touchdown_difference", ..., "not played), home side", '"touchdown_difference" must say'),
        (f"{WALKOVER}.away.casualty_difference", ..., "not played), away side", '"casualty_difference" must say'),
        (f"{WALKOVER}.away", not_played("c", "forfeit", 0, 0), "match no. 3 (not played)", "team c plays itself"),
        (f"{CUP}.table.0.team", "z", "competition c1, table row of team z", "not one of the competition's 4 teams"),
        (f"{CUP}.table.0.team", "a", "competition c1", "table row of team a is there 2 times"),
        (f"{CUP}.table.0.rank", 5, "competition c1, table row of team c", '"rank" is 5, and there are 4 teams'),
        (f"{CUP}.table.0.rank", 0, "competition c1, table row of team c", '"rank" is 0'),
        (f"{CUP}.table.0.points", ..., "competition c1, table row of team c", '"points" is missing from a ranked row'),
        (f"{CUP}.table.0", row(1, "c", 4, 0, 2, "DB") | {"note": ""}, "table row of team c", 'unknown key "note"'),
    ],
)
def test_an_error_is_refused_with_its_place(path: str, value: object, place: str, reason: str) -> None:
    error = refusal(bent(path, value))
    assert place in error.place
    assert reason in error.reason
    assert str(error) == f"{error.place}: {error.reason}"
    assert "\n" not in str(error) and len(str(error)) < 400


@pytest.mark.parametrize(
    ("book", "made"),
    [("crp", 6), ("Living Rulebook 1.3", 6), ("a book that nobody knows", 6), ("first-1986", 0)],
)
def test_star_player_points_are_those_of_the_archives_book(book: str, made: int) -> None:
    """Two touchdowns; the book of 1986 has no points for them."""
    told = {"edition": book}
    if made == 6:
        assert read_archive(encoded({**archive(), **told})).edition == book
        return
    assert f"make {made}" in str(refusal({**archive(), **told}))


def test_a_contradictory_head_to_head_is_refused() -> None:
    whole = archive()
    whole["competitions"][0]["table"][0] |= {"head_to_head": 1, "head_to_head_undecided": True}
    assert "head-to-head is given a rank and called undecided" in str(refusal(whole))


def test_a_competition_or_match_cannot_be_in_an_archive_twice() -> None:
    whole = archive()
    second = archive()["competitions"][0]
    whole["competitions"].append(second)
    assert str(refusal(whole)) == "the archive: competition c1 is there 2 times"
    second["id"] = "c2"
    assert str(refusal(whole)) == "competition c2, match 11: this match is already in competition c1"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file: it is empty"),
        (b" \n\t", "the file: it is empty"),
        (b"[1, 2]", "not a results archive"),
        (b'"dugout-results-archive"', "not a results archive"),
        (b'{"format": "dugout-results-archive",\n "version": }', "line 2, column 13: this is not JSON"),
        (b'{"format": "dugout-results-archive",\n "league": "cut', "line 2, column 12: the file ends in the middle"),
        (b'{"format": "x"} {"format": "y"}', "line 1, column 17: the archive ends here, but the file continues"),
        (b'{"format": NaN}', "NaN is not a number that can be stored"),
        (b'{"a": -Infinity}', "-Infinity is not a number"),
        (b'{"id": "7", "version": 1, "version": 2}', 'the record with id "7": "version" is given twice'),
        (b'{"version": 1, "version": 2}', 'a record without an id: "version" is given twice'),
        (b'{\n"year": ' + b"9" * 5000 + b"}", "line 2, column 9: a number has thousands of digits"),
        (b"[" * 200_000, "nested far too deep"),
        (b'{"a":' * 200_000, "nested far too deep"),
        (b'{"league": "caf\xe9"}', "line 1, byte 16: this is not UTF-8 text"),
        (b"\x1f\x8b\x08\x00\x00", "line 1, byte 2: this is not UTF-8 text"),
        ('{"format": "x"}'.encode("utf-16"), "line 1, byte 1: this is not UTF-8 text"),
    ],
)
def test_a_file_that_is_not_an_archive_is_refused_with_line_and_column(data: bytes, message: str) -> None:
    assert message in str(refusal(data))


def test_a_file_beyond_the_limits_is_refused_before_it_is_read() -> None:
    class Endless(BytesIO):
        """A stream without end, which fails if more than the limit is read."""

        def read(self, size: int | None = -1) -> bytes:
            assert size == MEBIBYTE + 1
            return b" " * size

    with pytest.raises(ArchiveError, match="larger than 1 MiB"):
        read_archive(Endless(), limits=Limits(size=MEBIBYTE))
    with pytest.raises(ArchiveError, match="about 5 values; at most 4 are read"):
        read_archive(b"[1,2,3,4]", limits=Limits(values=4))


def test_an_archive_cut_off_anywhere_is_refused() -> None:
    data = encoded(archive())
    for length in range(len(data) - 1):
        error = refusal(data[:length])
        assert "cut off" in error.reason or "empty" in error.reason or "not JSON" in error.reason


JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["id", "team", "x"]), st.integers(), max_size=2),
)


def paths(value: object, path: str = "") -> list[str]:
    """Every path into a JSON value."""
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = list(enumerate(value))
    else:
        return []
    found = []
    for key, child in children:
        here = f"{path}.{key}" if path else str(key)
        found += [here, *paths(child, here)]
    return found


@given(st.sampled_from(paths(archive())), JUNK)
def test_any_value_in_a_field_is_read_or_refused(path: str, value: object) -> None:
    answer: Archive | ArchiveError
    try:
        answer = read_archive(json.dumps(bent(path, value)).encode())
    except ArchiveError as error:
        answer = error
    assert isinstance(answer, Archive) or (answer.place and answer.reason)


OPTIONAL = (".rank",)
REQUIRED = [
    path
    for path in paths(archive())
    if not path[-1].isdecimal() and not path.endswith(OPTIONAL) and not path.startswith(f"{CUP}.points.")
]


def test_each_missing_required_field_is_refused() -> None:
    for path in REQUIRED:
        reason = refusal(bent(path, ...)).reason
        assert f'"{path.split(".")[-1]}"' in reason, path
        assert "missing" in reason or "must say" in reason or path == "format", path
