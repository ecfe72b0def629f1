"""The roster's print: requested by a button, drawn by a job, visible to all who can see the team."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from accounts.models import User
from jobs.kinds import JobRefused, kind_named, may_see
from jobs.models import Job
from leagues.models import League
from matches.pages.prints import on_paper, print_roster
from tests.leagues.cast import signed_in
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.forms import visit
from tests.matches.pages.test_team_page import recorded

pytestmark = pytest.mark.once


def asked_for(ground: Ground, who: str = "stranger") -> Job:
    page = visit(signed_in(ground.cast[who]), f"/teams/{ground.home.public_id}/")
    assert page.press("Print roster").status == 200
    return Job.objects.get(kind="roster_pdf")


def drawn(job: Job) -> PdfReader:
    job.parsed = kind_named("roster_pdf").parse(job.params)
    artefact = print_roster(job, lambda done, total, message="": None)
    assert artefact.filename == "Ironside Orcs.pdf"
    return PdfReader(io.BytesIO(artefact.content))


def test_the_button_asks_for_a_job_and_the_job_draws_both_sides(ground: Ground) -> None:
    scene.closed(ground.home, ground.away, home=3)
    pages = drawn(asked_for(ground)).pages
    assert "Ironside Orcs" in pages[0].extract_text()
    assert "Harbour Humans" in pages[1].extract_text()
    assert "3–0" in pages[1].extract_text()


@pytest.mark.parametrize(
    ("chosen", "leagues", "size"),
    [("", "letter", (792, 612)), ("", "A4", (842, 595)), ("letter", "A4", (792, 612)), ("A4", "letter", (842, 595))],
)
def test_the_paper_is_the_leagues_unless_the_reader_chose_one(
    ground: Ground, chosen: str, leagues: str, size: tuple[int, int]
) -> None:
    League.objects.filter(pk=ground.league.pk).update(page_size=leagues)
    User.objects.filter(pk=ground.cast.stranger.pk).update(page_size=chosen)
    box = drawn(asked_for(ground)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


@pytest.mark.parametrize(
    "params", [{}, {"team": 1}, {"team": "1", "paper": "A4"}, {"team": 1, "paper": "A3"}, {"team": True, "paper": "A4"}]
)
def test_params_that_are_none_are_refused(params: dict) -> None:
    with pytest.raises(ValueError, match="params should be"):
        on_paper("team")(params)


def test_who_sees_the_team_sees_its_print(ground: Ground) -> None:
    job = asked_for(ground)
    assert may_see(ground.cast.stranger, job)
    League.objects.filter(pk=ground.league.pk).update(public=False)
    assert not may_see(ground.cast.stranger, job)
    for who in ("coach", "other_coach", "commissioner", "staff"):
        assert may_see(ground.cast[who], job), who
    ground.cast.coach.is_active = False
    assert not may_see(ground.cast.coach, job)


def test_a_visitor_is_sent_to_sign_in(ground: Ground) -> None:
    answer = signed_in(None).post(f"/teams/{ground.home.public_id}/print/")
    assert answer["Location"].startswith("/accounts/login/")


def test_a_team_without_a_roster_has_no_print(ground: Ground) -> None:
    match, _scorer = recorded(ground)
    team = match.sides.get(side="home").team
    answer = ground.coach.post(
        f"/teams/{team.public_id}/print/", {"command_id": "11111111-1111-4111-8111-111111111111"}
    )
    assert answer.status_code == 409
    assert not Job.objects.exists()
    job = Job(kind="roster_pdf", params={"team": team.pk, "paper": "A4"})
    job.parsed = (team.pk, "A4")
    with pytest.raises(JobRefused):
        print_roster(job, lambda done, total, message="": None)
