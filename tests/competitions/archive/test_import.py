"""Records become a league of their own, completely or not at all; its tables are compared with the published ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from competitions.models import Competition, Entrant, Fixture, ImportedArchive, Season
from competitions.standings.standings import standings_of
from leagues.models import League, Membership
from matches.models import Match, MatchSide, PlayerLine
from teams.models import JournalEntry, Player, Team
from tests.competitions.archive_builder import archive, bent, encoded, line, not_played, side
from tests.competitions.pages import main_of
from tests.leagues.cast import create_user, signed_in

pytestmark = pytest.mark.django_db

EVERYTHING = (
    League,
    Team,
    Player,
    Season,
    Competition,
    Entrant,
    Fixture,
    Match,
    MatchSide,
    PlayerLine,
    ImportedArchive,
)


def written(folder: Path, whole: dict[str, Any] | bytes, name: str = "records.json") -> Path:
    file = folder / name
    file.write_bytes(whole if isinstance(whole, bytes) else encoded(whole))
    return file


def imported(file: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The command's output; raises what it raises."""
    capsys.readouterr()
    call_command("import_results", str(file), *options)
    return capsys.readouterr().out


def counts() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in EVERYTHING}


def test_an_archive_becomes_a_league_with_its_own_team_lists_and_no_rosters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = imported(written(tmp_path, archive()), capsys)
    league = League.objects.get()
    assert (league.name, league.slug, league.public) == (
        "A league of the imagination",
        "a-league-of-the-imagination",
        True,
    )
    teams = {team.name: (team.state, team.team_list, team.coached_by, team.ruleset) for team in league.teams.all()}
    assert teams["Ann's Eleven"] == (Team.State.RECORDED, "Lizards", "ann", None)
    assert not JournalEntry.objects.exists()
    assert counts() == {
        "League": 1, "Team": 4, "Player": 6, "Season": 1, "Competition": 1, "Entrant": 4, "Fixture": 3, "Match": 2,
        "MatchSide": 4, "PlayerLine": 8, "ImportedArchive": 1,
    }  # fmt: skip
    assert "1 of 1 competitions equal, 3 of 3 ranked rows equal, 8 of 8 lines" in said


def test_matches_sides_and_lines_contain_the_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    imported(written(tmp_path, archive()), capsys)
    competition = Competition.objects.get()
    assert (competition.recorded, competition.state, competition.external_id) == (True, "finished", "c1")
    assert competition.season.name == "Year 1, Spring"
    first = MatchSide.objects.filter(team__name="Ann's Eleven").get()
    assert (first.match.state, first.score, first.casualties, first.result) == (Match.State.RECORDED, 2, 1, "win")
    scorer = first.lines.get(name="Player a1")
    assert (scorer.counts["touchdowns"], scorer.spp, scorer.player.name) == (2, 6, "Player a1")
    walkover = Fixture.objects.get(match__isnull=True)
    assert (walkover.home_outcome, walkover.away_outcome) == ("walkover", "forfeit")
    assert walkover.counted["home"] == {
        "score": 2,
        "casualties": 0,
        "touchdown_difference": 0,
        "casualty_difference": 0,
    }


def test_the_pages_of_the_league_show_its_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    imported(written(tmp_path, archive()), capsys)
    client, league, competition = signed_in(None), League.objects.get(), Competition.objects.get()
    front = client.get(f"/leagues/{league.slug}/").content.decode()
    assert "Trial Cup" in front and "imported from a file" in front
    page = client.get(f"/competitions/{competition.public_id}/").content.decode()
    assert "1 – 1" in page and "walkover" in page and "Player a1" in page
    for part in ("table/", "fixtures/", "players/"):
        assert client.get(f"/competitions/{competition.public_id}/{part}").status_code == 200
    record = client.get(f"/teams/{league.teams.first().public_id}/record/").content.decode()
    assert "Roster on a date" not in record and "Roster as text" not in record, "records have no roster"


def test_records_show_no_house_rules_of_this_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    imported(written(tmp_path, archive()), capsys)
    page = signed_in(None).get(f"/leagues/{League.objects.get().slug}/rules/").content.decode()
    assert "This league was imported from its records." in page and "How they came about" not in page
    options = page[page.index("Rules of a match arranged here") :]
    assert page.index("<details") < page.index("<table") and "</details>" in options


def test_the_same_file_is_imported_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, archive())
    imported(file, capsys)
    before = counts()
    said = imported(file, capsys)
    assert "was imported before, as A league of the imagination" in said and "nothing was changed" in said
    assert "1 of 1 competitions equal" in said
    assert counts() == before
    renamed = written(tmp_path, archive(), "copy.json")
    assert "was imported before" in imported(renamed, capsys)
    assert counts() == before


def test_another_file_of_the_same_league_becomes_another_league(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    imported(written(tmp_path, archive()), capsys)
    imported(written(tmp_path, bent("competitions.0.year", 2), "more.json"), capsys)
    assert [league.slug for league in League.objects.order_by("pk")] == [
        "a-league-of-the-imagination",
        "a-league-of-the-imagination-2",
    ]


def test_name_audience_and_commissioner_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nora = create_user("nora")
    imported(written(tmp_path, archive()), capsys, "--name=Old glories", "--private", "--commissioner=nora")
    league = League.objects.get()
    assert (league.name, league.public) == ("Old glories", False)
    assert Membership.objects.get().user == nora
    assert signed_in(None).get(f"/leagues/{league.slug}/").status_code == 404
    assert signed_in(nora).get(f"/leagues/{league.slug}/").status_code == 200


def test_an_unknown_commissioner_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError, match="There is no user zoe; nothing was imported"):
        imported(written(tmp_path, archive()), capsys, "--commissioner=zoe")
    assert not any(counts().values())


def test_a_table_that_differs_is_shown_row_by_row_with_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = archive()
    whole["competitions"][0]["table"][0] |= {"points": 5}
    whole["competitions"][0]["table"][1] |= {"rank": 1}
    file = written(tmp_path, whole)
    with pytest.raises(CommandError) as failed:
        imported(file, capsys)
    assert failed.value.returncode == 1
    said = capsys.readouterr().out
    assert "Trial Cup: 2 rows DIFFER" in said
    assert re.search(r"1  Cat's Eleven +4  DB +DIFFERS: points 4 here, 5 published", said)
    assert re.search(r"2  Ann's Eleven +3  WF +DIFFERS: rank 2 here, 1 published", said)
    assert re.search(r"3  Bob's Eleven +1  LD +equal", said)
    assert "0 of 1 competitions equal, 1 of 3 ranked rows equal" in said
    assert Competition.objects.count() == 1


def test_the_command_compares_the_table_that_pages_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, archive())
    imported(file, capsys)
    MatchSide.objects.filter(team__name="Ann's Eleven").update(score=9)
    Match.objects.update(version=F("version") + 1)
    Competition.objects.update(standings_version=2)
    with pytest.raises(CommandError):
        imported(file, capsys)
    assert "touchdown_difference 8 here, 1 published" in capsys.readouterr().out


def test_a_line_with_wrong_spp_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, archive())
    imported(file, capsys)
    PlayerLine.objects.filter(name="Player b1").update(spp=1)
    with pytest.raises(CommandError):
        imported(file, capsys)
    assert "6 of 8 lines have the right SPP" in capsys.readouterr().out


def test_points_by_a_commissioners_ruling_and_coin_tosses_are_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = archive()
    cup = whole["competitions"][0]
    cup["matches"][0]["away"]["points"] = 2
    cup["table"] = [
        {"rank": 1, "team": "c", "points": 4, "touchdown_difference": 0, "casualty_difference": 2, "results": "DB"},
        {"rank": 2, "team": "a", "points": 3, "touchdown_difference": 1, "casualty_difference": 1, "coin_toss": 1,
         "results": "WF"},
        {"rank": 3, "team": "b", "points": 3, "touchdown_difference": -1, "casualty_difference": -3, "coin_toss": 0,
         "results": "LD"},
        {"team": "d", "results": ""},
    ]  # fmt: skip
    cup["tie_breakers"] = ["points", "coin_toss"]
    said = imported(written(tmp_path, whole), capsys)
    assert "3 of 3 ranked rows equal" in said and "points_differ_from_scheme" in said
    assert [row.points for row in standings_of(Competition.objects.get()).lines] == [4, 3, 3, 0]


def test_a_star_has_no_team_and_a_killer_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = archive()
    match = whole["competitions"][0]["matches"][0]
    match["home"]["players"].append(line("STAR-1", touchdowns=0) | {"kind": "star", "name": "A star"})
    match["away"]["players"][0]["died"] = {"half": 1, "turn": 3, "cause": "block", "by": "a2"}
    match["away"]["players"][1]["died"] = {"half": 2, "turn": 1, "cause": "crowd", "by": None}
    imported(written(tmp_path, whole), capsys)
    assert PlayerLine.objects.get(name="A star").player is None
    dead = PlayerLine.objects.filter(died=True).values_list("name", "killed_by__name", "cause")
    assert set(dead) == {("Player b1", "Player a2", "block"), ("Player b2", None, "crowd")}


@pytest.mark.parametrize(
    ("word", "cause", "said"),
    [
        ("fouled", "foul", "Killed by a foul of"),
        ("Stabbed", "weapon", "Killed with a weapon by"),
        ("gfiFail", "going_for_it", "Died of a fall while going for it"),
        ("hitByRock", "rock", "Died of a rock from the crowd"),
        ("eaten", "eaten", "Eaten by a team-mate"),
        ("swallowed a pin", "other", "Killed in another way"),
        ("", "", "By whom and how is not recorded"),
    ],
)
def test_a_grave_says_how_somebody_died_as_far_as_records_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str, cause: str, said: str
) -> None:
    whole = archive()
    by = "a2" if cause in ("foul", "weapon") else None
    whole["competitions"][0]["matches"][0]["away"]["players"][0]["died"] = {
        "half": 1, "turn": 3, "cause": word or "blocked", "by": by,
    }  # fmt: skip
    imported(written(tmp_path, whole), capsys)
    if not word:  # records that were imported before causes were kept
        PlayerLine.objects.update(cause="")
    [died] = PlayerLine.objects.filter(died=True)
    assert died.cause == cause
    league = League.objects.get()
    page = main_of(signed_in(None).get(f"/leagues/{league.slug}/graveyard/"))
    assert said in page and ("Player a2" in page) == (by is not None)
    player = signed_in(None).get(f"/teams/{died.side.team.public_id}/players/{died.player_id}/").content.decode()
    assert "Who hurt whom" in player and ("Player a2" in player) == (by is not None)


def test_the_same_file_gives_deaths_that_were_imported_before_their_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = archive()
    players = whole["competitions"][0]["matches"][0]["away"]["players"]
    for each, word in zip(players[:2], ("fouled", "gfiFail"), strict=True):
        each["died"] = {"half": 1, "turn": 3, "cause": word, "by": None}
    file = written(tmp_path, whole)
    imported(file, capsys)
    PlayerLine.objects.filter(cause="foul").update(cause="")
    PlayerLine.objects.filter(cause="going_for_it").update(cause="crowd")
    [nameless] = PlayerLine.objects.filter(died=True, cause="")
    grave = f"/leagues/{League.objects.get().slug}/graveyard/"
    assert "By whom and how is not recorded" in main_of(signed_in(None).get(grave))
    before = counts()
    League.objects.update(archived_at=timezone.now())
    assert "nothing was changed" in imported(file, capsys), "an archived league stays as it is"
    League.objects.update(archived_at=None)
    assert "1 death got its cause from it" in imported(file, capsys)
    nameless.refresh_from_db()
    assert nameless.cause == "foul" and PlayerLine.objects.filter(cause="crowd").count() == 1, "one that is there stays"
    assert "By whom and how is not recorded" not in main_of(signed_in(None).get(grave))
    assert "nothing was changed" in imported(file, capsys) and counts() == before


def test_texts_that_are_too_long_are_cut_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = archive()
    whole["competitions"][0]["teams"][0]["name"] = "A" * 150
    whole["competitions"][0]["matches"][0]["home"]["players"][0]["name"] = "B" * 150
    said = imported(written(tmp_path, whole), capsys)
    assert "2 texts were too long and were cut" in said
    assert Team.objects.filter(name="A" * 59 + "…").exists()


def test_a_player_keeps_their_id_under_another_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = archive()
    whole["competitions"][0]["matches"][1]["home"]["players"][0]["name"] = "Renamed"
    imported(written(tmp_path, whole), capsys)
    player = Player.objects.get(name="Renamed")
    assert list(player.lines.order_by("pk").values_list("name", flat=True)) == ["Player b1", "Renamed"]


def test_a_competition_without_rounds_has_all_matches_in_one_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = archive()
    for match in whole["competitions"][0]["matches"]:
        match["round"] = 0
    whole["competitions"][0]["scheduling"] = "open"
    imported(written(tmp_path, whole), capsys)
    page = signed_in(None).get(f"/competitions/{Competition.objects.get().public_id}/fixtures/").content.decode()
    assert "<h2>Matches</h2>" in page


# -- files that are no archive --


def broken(name: str) -> bytes:
    """Unreadable files, by what is wrong with them."""
    whole = encoded(archive())
    stranger = archive()
    stranger["competitions"][0]["matches"][0]["home"] = side("z", "win", 2, 3)
    return {
        "empty": b"",
        "cut off": whole[: len(whole) // 2],
        "not JSON": b"name;points\nAnn;3\n",
        "not UTF-8": b"\xff\xfe" + whole,
        "another format": json.dumps({"format": "something-else"}).encode(),
        "another version": encoded(bent("version", 2)),
        "an unknown key": encoded(bent("competitions.0.colour", "red")),
        "a stranger's match": encoded(stranger),
        "negative touchdowns": encoded(bent("competitions.0.matches.0.home.score", -1)),
        "absurd numbers": encoded(bent("competitions.0.matches.0.home.score", 10**40)),
        "nested without end": b'{"format":' * 100_000,
        "wrong SPP": encoded(bent("competitions.0.matches.0.home.players.0.spp", 99)),
    }[name]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("empty", "it is empty"),
        ("cut off", r"line \d+, column \d+: the file ends in the middle"),
        ("not JSON", "line 1, column 1: this is not JSON"),
        ("not UTF-8", "this is not UTF-8 text"),
        ("another format", "this is not a results archive"),
        ("another version", '"version" is 2'),
        ("an unknown key", 'competition c1: unknown key "colour"'),
        ("a stranger's match", "competition c1, match 11, home side: team z is not one of"),
        ("negative touchdowns", r'competition c1, match 11, home side: "score" is -1'),
        ("absurd numbers", "competition c1, match 11, home side"),
        ("nested without end", "nested far too deep"),
        ("wrong SPP", 'player a1: "spp" is 99'),
    ],
)
def test_a_broken_file_is_refused_with_the_place_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, place: str
) -> None:
    file = written(tmp_path, broken(name))
    with pytest.raises(CommandError, match=place) as refused:
        imported(file, capsys)
    assert str(refused.value).startswith(str(file))
    assert "nothing was imported" in str(refused.value)
    assert not any(counts().values())


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_missing_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(CommandError, match="nothing was imported"):
        imported(tmp_path / name, capsys)


def test_an_error_during_the_import_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from competitions.archive import recorded_league

    def fail(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(recorded_league, "_fixtures", fail)
    with pytest.raises(ZeroDivisionError):
        imported(written(tmp_path, archive()), capsys)
    assert not any(counts().values())


def test_a_match_that_was_not_played_needs_no_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = archive()
    cup = whole["competitions"][0]
    cup["matches"] = [
        {
            "id": None,
            "round": 1,
            "home": not_played("a", "forfeit", 0, 0),
            "away": not_played("b", "forfeit", 0, 0),
        }
    ]
    cup["table"] = [
        {"rank": rank, "team": team, "points": 0, "touchdown_difference": 0, "casualty_difference": 0, "results": "F"}
        for rank, team in ((1, "a"), (1, "b"))
    ] + [{"team": "c", "results": ""}, {"team": "d", "results": ""}]
    said = imported(written(tmp_path, whole), capsys)
    assert "2 of 2 ranked rows equal, 0 of 0 lines" in said


# -- the real file --


def test_a_real_leagues_tables_and_points_are_what_it_published(
    shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = imported(shared / "real_league" / "years-1-2.json", capsys)
    last = said.splitlines()[-1]
    assert last == (
        "48 of 48 competitions equal, 287 of 287 ranked rows equal, 14,680 of 14,680 lines have the right SPP."
    )
    assert "DIFFER" not in said
    assert Match.objects.filter(state=Match.State.RECORDED).count() == 566
