"""The roster's print: requested by a button, drawn by a job, visible to all who can see the team."""

from __future__ import annotations

import io

import pytest
from django.db import transaction
from pypdf import PdfReader

from accounts.models import User
from jobs.kinds import JobRefused, kind_named, may_see
from jobs.models import Job
from leagues.models import League
from matches.pages import prints
from matches.pages.prints import on_paper, print_cards, print_roster
from matches.pages.records import record_lines
from teams.models import Team
from teams.roster.printed import MatchLine
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import visit
from tests.matches.imported_matches import imported_match
from web.snapshot_reads import WriteInSnapshot

pytestmark = pytest.mark.once


def request_print(two_teams: TwoTeams, who: str = "stranger", button: str = "Print roster") -> Job:
    page = visit(signed_in(two_teams.cast[who]), f"/teams/{two_teams.home.public_id}/")
    assert page.press(button).status == 200
    return Job.objects.get(kind="roster_pdf")


def run_print(job: Job) -> PdfReader:
    job.parsed = kind_named("roster_pdf").parse(job.params)
    artefact = print_roster(job, lambda done, total, message="": None)
    assert artefact.filename == "Ironside Orcs.pdf"
    return PdfReader(io.BytesIO(artefact.content))


def test_a_roster_is_one_page(two_teams: TwoTeams) -> None:
    (page,) = run_print(request_print(two_teams)).pages
    assert "THE TEAM'S PAGE" in page.extract_text()


def test_the_players_are_printed_as_cards(two_teams: TwoTeams) -> None:
    page = visit(signed_in(two_teams.cast.stranger), f"/teams/{two_teams.home.public_id}/")
    assert page.press("Print player cards").status == 200
    job = Job.objects.get(kind="player_cards_pdf")
    job.parsed = kind_named(job.kind).parse(job.params)
    artefact = print_cards(job, lambda done, total, message="": None)
    assert artefact.filename == "Ironside Orcs, player cards.pdf"
    shown = PdfReader(io.BytesIO(artefact.content)).pages[0].extract_text()
    assert shown.count("Ironside Orcs") == 9


def test_the_matches_are_on_the_back_if_they_are_wanted(two_teams: TwoTeams) -> None:
    match_builders.closed_match(two_teams.home, two_teams.away, home=3)
    pages = run_print(request_print(two_teams, button="Print with its matches")).pages
    assert "Ironside Orcs" in pages[0].extract_text()
    assert "Harbour Humans" in pages[1].extract_text()
    assert "3–0" in pages[1].extract_text()


@pytest.mark.parametrize(
    ("chosen", "leagues", "size"),
    [("", "letter", (792, 612)), ("", "A4", (842, 595)), ("letter", "A4", (792, 612)), ("A4", "letter", (842, 595))],
)
def test_the_paper_size_is_the_leagues_unless_the_user_chose_one(
    two_teams: TwoTeams, chosen: str, leagues: str, size: tuple[int, int]
) -> None:
    League.objects.filter(pk=two_teams.league.pk).update(page_size=leagues)
    User.objects.filter(pk=two_teams.cast.stranger.pk).update(page_size=chosen)
    box = run_print(request_print(two_teams)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


@pytest.mark.parametrize(
    "params", [{}, {"team": 1}, {"team": "1", "paper": "A4"}, {"team": 1, "paper": "A3"}, {"team": True, "paper": "A4"}]
)
def test_invalid_params_are_refused(params: dict) -> None:
    with pytest.raises(ValueError, match="params should be"):
        on_paper("team")(params)


def test_users_who_see_the_team_see_its_print(two_teams: TwoTeams) -> None:
    job = request_print(two_teams)
    assert may_see(two_teams.cast.stranger, job)
    League.objects.filter(pk=two_teams.league.pk).update(public=False)
    assert not may_see(two_teams.cast.stranger, job)
    for who in ("coach", "other_coach", "commissioner", "staff"):
        assert may_see(two_teams.cast[who], job), who
    two_teams.cast.coach.is_active = False
    assert not may_see(two_teams.cast.coach, job)


def test_a_visitor_is_sent_to_sign_in(two_teams: TwoTeams) -> None:
    answer = signed_in(None).post(f"/teams/{two_teams.home.public_id}/print/")
    assert answer["Location"].startswith("/accounts/login/")


def test_a_team_without_a_roster_has_no_print(two_teams: TwoTeams) -> None:
    match, _scorer = imported_match(two_teams)
    team = match.sides.get(side="home").team
    answer = two_teams.coach.post(
        f"/teams/{team.public_id}/print/", {"command_id": "11111111-1111-4111-8111-111111111111"}
    )
    assert answer.status_code == 409
    assert not Job.objects.filter(kind="roster_pdf").exists()
    job = Job(kind="roster_pdf", params={"team": team.pk, "paper": "A4"})
    job.parsed = ((team.pk, "A4"), False)
    with pytest.raises(JobRefused):
        print_roster(job, lambda done, total, message="": None)


def test_a_roster_is_read_for_print_in_one_snapshot(two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(team: Team, names: dict[int, str]) -> list[MatchLine]:
        with pytest.raises(WriteInSnapshot), transaction.atomic():
            Team.objects.filter(pk=team.pk).update(name="Another name")
        return record_lines(team, names)

    monkeypatch.setattr(prints, "record_lines", read)
    assert run_print(request_print(two_teams)).pages
