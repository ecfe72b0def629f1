"""The printed match sheet, for use at the table and as a record afterwards. A job makes it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from jobs.kinds import JobRefused, kind_named, may_see
from jobs.models import Job
from leagues.models import League
from matches.extensions import Occasion
from matches.models import Match
from matches.pages.prints import on_paper
from matches.report.score_sheet import score_sheets
from matches.sequence.sequences import MatchState
from matches.sheet import job as sheet_job
from matches.sheet.job import print_sheet
from matches.sheet.match_sheet import MatchSheet, bays_of, match_sheet
from matches.sheet.pdf import match_sheet_pdf
from rules.editions import EDITIONS
from rules.sheet.match import InducedLine, Injury, Result, Treatment
from rules.sheet.sheet import counts
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.printing.reading import loose_fonts, page_sizes, page_texts, syntax_problems
from tests.teams import team_builders
from web.snapshot_reads import WriteInSnapshot

pytestmark = pytest.mark.once

COMMAND = {"command_id": "11111111-1111-4111-8111-111111111111"}


def request_sheet(two_teams: TwoTeams, match: Match) -> Job:
    assert two_teams.page(two_teams.coach, match).press("Print match sheet").status == 200
    return Job.objects.get(kind="match_sheet_pdf")


def run_print(job: Job) -> bytes:
    job.parsed = kind_named("match_sheet_pdf").parse(job.params)
    return print_sheet(job, lambda done, total, message="": None).content


def test_before_the_report_it_has_both_rosters_and_empty_boxes(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    pdf = run_print(request_sheet(two_teams, match))
    (text,) = page_texts(pdf)
    for words in ("Ironside Orcs – Harbour Humans", "Half 1", "Re-rolls", "Inducements", "Team value", "Orc 1"):
        assert words in text, words
    for place in ("Kick-off, half 2", "MVP, Harbour Humans", "Dugout, Ironside Orcs", "Reserves", "Knocked out"):
        assert place in text, place
    assert "Injuries" not in text
    assert syntax_problems(pdf) == [] and loose_fonts(pdf) == []


def test_after_the_match_it_shows_what_each_player_did(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=3)
    sheet = match_sheet(MatchState(match))
    assert sheet.sides[0].score == "3"
    assert sheet.sides[0].players[0].counts == ("", "3", "", "")
    assert sum("MVP" in player.note for player in sheet.sides[0].players) <= 1
    (text,) = page_texts(match_sheet_pdf(sheet))
    assert "Injuries" in text and "Reserves" not in text


@pytest.mark.parametrize(("rounds", "told"), [("quarter-final", ", quarter-final"), ("", " · play-off")])
def test_the_stage_of_a_match_is_told_once(
    two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch, rounds: str, told: str
) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    match.stage = Match.Stage.PLAY_OFF
    monkeypatch.setattr("matches.sheet.match_sheet.occasion_of", lambda _match: Occasion("Cup", rounds, "/"))
    facts = match_sheet(MatchState(match)).facts
    assert facts.startswith(f"Cup{told}") and facts.count("play-off") == (not rounds)


def test_a_dugout_has_the_parts_that_the_book_has() -> None:
    bays = {each.key: bays_of(each.book) for each in EDITIONS}
    assert bays.pop("first-1986") == ()
    assert set(bays.values()) == {("Reserves", "Knocked out", "Casualties")}


def test_all_skills_of_sixteen_players_with_long_lists_are_printed_on_one_page(two_teams: TwoTeams) -> None:
    """A troll has eight skills of its own, of which those from the sixth were cut."""
    sheet = match_sheet(MatchState(match_builders.ready_match(two_teams.home, two_teams.away)))
    skills = [f"Long Skill {number}" for number in range(1, 9)]
    longest = [
        replace(sheet.sides[0].players[0], skills=", ".join(f"{each} of {place}" for each in skills))
        for place in range(4)
    ]
    usual = [replace(sheet.sides[0].players[0], skills="Dodge, Right Stuff, Sidestep, Stunty, Swarming")] * 12
    sides = tuple(replace(side, players=[*longest, *usual]) for side in sheet.sides)
    (text,) = page_texts(match_sheet_pdf(replace(sheet, sides=sides)))
    said = " ".join(text.split())
    assert "…" not in said
    for place in range(4):
        assert [said.count(f"{each} of {place}") for each in skills] == [2] * len(skills), place


def test_after_the_match_it_shows_dice_treatment_and_winnings(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    hurt = Injury(
        player=match_builders.players_of(match, "home")[1],
        casualty=57,
        cause="crowd",
        treatment=Treatment(apothecary_reroll=43),
    )
    match = match_builders.confirm_match(match, home=1, home_injuries=[hurt])
    match_builders.answer_all(match, by=two_teams.cast.coach)
    side = match_sheet(MatchState(Match.objects.get(pk=match.pk))).sides[0]
    assert "Gouged eye (misses the next match) (crowd; D68\u00a057, apothecary: 43)" in dict(side.words)["Injuries"]
    assert side.players[1].note.endswith("misses the next match")
    winnings = match.sides.get(side="home").winnings
    assert dict(side.figures)["Winnings"] == f"{winnings // 1000}k"


def test_a_concession_is_shown(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1, result=Result(conceded_by="home"))
    assert match_sheet(MatchState(match)).facts.endswith(f"{two_teams.home.name} conceded.")


def test_players_who_miss_the_match_are_crossed_out(two_teams: TwoTeams) -> None:
    team_builders.injure_player(two_teams.home, 0)
    sheet = match_sheet(MatchState(match_builders.ready_match(two_teams.home, two_teams.away)))
    assert [player.absent for player in sheet.sides[0].players[:2]] == [True, False]
    assert sheet.sides[0].players[0].note == "does not play"


def test_hired_players_are_printed_with_their_profiles(two_teams: TwoTeams) -> None:
    """All are Loners with the skills that were paid for; each has their own characteristics (I1, I2, p35)."""
    bought = [
        {"kind": "journeyman", "position": "Lineman", "count": 2},
        {"kind": "mercenary", "position": "Black Orc Blocker", "skills": ["Guard"]},
        {"kind": "star", "name": "Bomber Dribblesnot"},
        {"kind": "extra_training", "count": 2},
    ]
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    match.sides.filter(side="home").update(inducements=bought)
    sheet = match_sheet(MatchState(match))
    side = sheet.sides[0]
    hired = [(each.name, each.profile, each.skills) for each in side.players[-4:]]
    assert hired == [
        ("Lineman 1", ("5", "3", "3", "9"), "Loner"),
        ("Lineman 2", ("5", "3", "3", "9"), "Loner"),
        ("Black Orc Blocker", ("4", "4", "2", "9"), "Loner, Guard"),
        (
            "Bomber Dribblesnot",
            ("6", "2", "3", "7"),
            "Loner, Accurate, Bombardier, Dodge, No Hands, Right Stuff, Secret Weapon, Stunty",
        ),
    ]
    assert side.rerolls == 2 + 2


def test_hired_players_come_last_before_and_after_the_report(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    match.sides.filter(side="home").update(inducements=[{"kind": "mercenary", "position": "Lineman"}])
    hired = InducedLine(kind="mercenary", name="Lineman", deeds=counts(touchdowns=1))
    counted = match_builders.confirm_match(
        match, home=2, home_induced=[hired], home_lines={first_of(match): {"touchdowns": 1}}
    )
    assert [line.name for line in score_sheets(MatchState(counted))["home"]["lines"]] == ["Orc 1", "Lineman"]


def first_of(match: Match) -> int:
    return match_builders.players_of(match, "home")[0]


def test_the_same_match_gives_the_same_bytes_on_both_paper_sizes(two_teams: TwoTeams) -> None:
    sheet = match_sheet(MatchState(match_builders.ready_match(two_teams.home, two_teams.away)))
    assert match_sheet_pdf(sheet) == match_sheet_pdf(sheet)
    assert page_sizes(match_sheet_pdf(sheet, page_size="letter")) == {(612, 792)}


def test_a_match_that_is_not_open_has_no_sheet(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    answer = two_teams.coach.post(f"/matches/{match.public_id}/print/", COMMAND)
    assert answer.status_code == 409
    assert not Job.objects.filter(kind="match_sheet_pdf").exists()
    job = Job(kind="match_sheet_pdf", params={"match": match.pk, "paper": "A4"})
    job.parsed = (match.pk, "A4")
    with pytest.raises(JobRefused):
        print_sheet(job, lambda done, total, message="": None)


def test_users_who_see_the_match_see_its_print(two_teams: TwoTeams) -> None:
    job = request_sheet(two_teams, match_builders.ready_match(two_teams.home, two_teams.away))
    assert may_see(two_teams.cast.stranger, job)
    League.objects.filter(pk=two_teams.league.pk).update(public=False)
    assert not may_see(two_teams.cast.stranger, job)
    for who in ("coach", "other_coach", "commissioner", "staff"):
        assert may_see(two_teams.cast[who], job), who
    assert signed_in(None).post(f"/matches/{job.params['match']}/print/", COMMAND).status_code == 404


@pytest.mark.parametrize(
    "params",
    [{}, {"match": 1}, {"match": "1", "paper": "A4"}, {"match": 1, "paper": "A3"}, {"match": True, "paper": "A4"}],
)
def test_invalid_params_are_refused(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be"):
        on_paper("match")(params)


def test_a_match_is_read_for_print_in_one_snapshot(two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)

    def read(state: MatchState) -> MatchSheet:
        with pytest.raises(WriteInSnapshot), transaction.atomic():
            Match.objects.filter(pk=match.pk).update(version=99)
        return match_sheet(state)

    monkeypatch.setattr(sheet_job, "match_sheet", read)
    assert run_print(request_sheet(two_teams, match))
