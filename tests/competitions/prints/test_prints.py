"""The league table and a season's rosters as PDFs. Only people who can see the league can see the jobs."""

from io import BytesIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from pypdf import PdfReader

from accounts.models import User
from competitions.fixtures import dates
from competitions.formats import draws
from competitions.formats.open_play import report_game
from competitions.friendlies import friendlies
from competitions.models import Competition, Fixture
from competitions.prints import jobs as print_jobs
from competitions.prints.prints import standings_print
from competitions.prints.standings_pdf import StandingsPrint, fixture_note
from competitions.setup.shape import Shape
from jobs import kinds
from jobs.models import Job, State
from jobs.queue import enqueue
from jobs.runner import run_waiting
from leagues.models import League
from matches.extensions import match_changed
from matches.models import Match, MatchSide
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, form_data, signed_in
from tests.teams.team_builders import approved_team
from web.snapshot_reads import WriteInSnapshot

pytestmark = pytest.mark.once


def text(job: Job) -> str:
    reader = PdfReader(BytesIO(bytes(job.result.content)))
    return "\n".join(page.extract_text() for page in reader.pages)


def done(job: Job) -> Job:
    run_waiting()
    job = Job.objects.select_related("result").get(pk=job.pk)
    assert job.state == State.DONE, job.error or job.trace
    return job


def notes_of_fixtures(shown: StandingsPrint) -> list[str]:
    view = shown.view
    return [fixture_note(fixture, view.zone) for each in view.rounds for fixture in each.fixtures]


@pytest.fixture
def cup(cast: Cast) -> Competition:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True, name="Old World Cup")
    first, second, _third = matches_of(competition)
    decide_match(first, 2, 1, (1, 0))
    dates.agree_date(fixture=second, by=cast.commissioner, expected=1, when=second.round.competition.season.opened_at)
    return Competition.objects.select_related("season__league").get(pk=competition.pk)


def test_the_button_opens_the_job_and_then_the_pdf_of_the_table(cast: Cast, cup: Competition) -> None:
    client = signed_in(cast.stranger)
    response = client.post(f"/competitions/{cup.public_id}/print/", form_data())
    assert response["Location"] == f"{Job.objects.get().get_absolute_url()}?new"
    job = done(Job.objects.get())
    assert (job.owner, job.result.filename) == (cast.stranger, "Old World Cup, Season 1.pdf")
    printed = text(job)
    for words in ("Old World Cup", "Anvils", "Badgers", "2 – 1", "after 1 of 3 matches", "3 for a win", "Round 3"):
        assert words in printed, words
    assert client.get(f"{job.get_absolute_url()}download/").content[:5] == b"%PDF-"


def test_what_was_printed_is_handed_out_again_until_the_league_changes(cast: Cast, cup: Competition) -> None:
    client = signed_in(cast.stranger)

    def press() -> str:
        return client.post(f"/competitions/{cup.public_id}/print/", form_data())["Location"]

    press()
    first = done(Job.objects.get())
    assert press() == f"{first.get_absolute_url()}download/"
    assert client.get(press()).content == bytes(first.result.content)
    _one, _two, third = matches_of(cup)
    decide_match(third, 1, 1, (0, 0))
    assert press() == f"{Job.objects.latest('pk').get_absolute_url()}?new"
    assert bytes(done(Job.objects.latest("pk")).result.content) != bytes(first.result.content)


def test_the_same_table_prints_the_same_bytes(cast: Cast, cup: Competition) -> None:
    files = [bytes(done(enqueue("standings_pdf", {"competition": cup.pk})).result.content) for _ in range(2)]
    assert files[0] == files[1]


def test_the_paper_size_is_the_one_of_the_league(cast: Cast, cup: Competition) -> None:
    League.objects.filter(pk=cast.league.pk).update(page_size="letter")
    job = done(enqueue("standings_pdf", {"competition": cup.pk}))
    box = PdfReader(BytesIO(bytes(job.result.content))).pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (612, 792)


def test_a_printed_table_marks_wins_without_play(cast: Cast, cup: Competition) -> None:
    third = matches_of(cup)[2]
    Fixture.objects.filter(pk=third.pk).update(
        match=None,
        home_outcome="walkover",
        away_outcome="forfeit",
        counted={"home": {"score": 2}, "away": {"score": 0}},
    )
    Competition.objects.filter(pk=cup.pk).update(standings_version=50)
    shown = standings_print(Competition.objects.select_related("season__league").get(pk=cup.pk))
    assert f"{third.home.name}: won without play 1." in shown.notes
    assert f"{third.away.name}: lost without play 1." in shown.notes
    assert "not played" in notes_of_fixtures(shown)


@pytest.mark.parametrize(("decided_by", "note"), [("overtime", "after overtime"), ("shoot_out", "after a shoot-out")])
def test_a_print_says_how_a_level_match_was_decided(cup: Competition, decided_by: str, note: str) -> None:
    Match.objects.filter(pk=matches_of(cup)[0].match_id).update(decided_by=decided_by)
    shown = standings_print(cup)
    assert note in notes_of_fixtures(shown) and "not played" not in notes_of_fixtures(shown)


@pytest.mark.parametrize("side", ["home", "away"])
def test_a_print_says_who_conceded(cup: Competition, side: str) -> None:
    MatchSide.objects.filter(match=matches_of(cup)[0].match_id, side=side).update(result="conceded")
    assert f"{side} conceded" in notes_of_fixtures(standings_print(cup))


def test_a_print_names_every_tie_breaker_of_the_competition(cast: Cast) -> None:
    order = ("points", "touchdowns_conceded")
    cup = competition_in(cast.league, bare_teams(cast.league, 2), started=True, tie_breakers=order)
    assert "Ranked by: points, fewest touchdowns conceded" in text(
        done(enqueue("standings_pdf", {"competition": cup.pk}))
    )


def test_an_agreed_day_is_printed_in_the_leagues_time_zone(cast: Cast, cup: Competition) -> None:
    from datetime import UTC, datetime

    League.objects.filter(pk=cast.league.pk).update(zone="Pacific/Auckland")
    fixture = matches_of(cup)[2]
    Fixture.objects.filter(pk=fixture.pk).update(agreed_for=datetime(2026, 5, 1, 20, 0, tzinfo=UTC))
    shown = standings_print(Competition.objects.select_related("season__league").get(pk=cup.pk))
    assert "2 May" in notes_of_fixtures(shown)


@pytest.mark.parametrize("params", [{}, {"competition": 1}, {"competition": 1, "large": 1}, {"season": 1}])
def test_a_poster_with_wrong_params_is_refused(db: None, params: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="params should be"):
        enqueue("poster_pdf", params)


def test_a_table_has_no_poster(cast: Cast, cup: Competition) -> None:
    signed_in(cast.coach).post(f"/competitions/{cup.public_id}/print/", form_data(poster="large"))
    assert [job.kind for job in Job.objects.all()] == ["standings_pdf"]
    job = enqueue("poster_pdf", {"competition": cup.pk, "large": True}, owner=cast.coach)
    run_waiting()
    job.refresh_from_db()
    assert (job.state, "There is no bracket" in job.error) == (State.FAILED, True)


@pytest.mark.parametrize("params", [{}, {"competition": "1"}, {"competition": 1, "more": 2}, {"season": 1}])
def test_a_job_with_wrong_params_is_refused(db: None, params: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="params should be"):
        enqueue("standings_pdf", params)


def test_only_people_who_see_the_league_see_its_prints(cast: Cast) -> None:
    open_job = Job(kind="standings_pdf", params={"competition": competition_in(cast.league).pk})
    hidden = competition_in(cast.private)
    hidden_jobs = [
        Job(kind="poster_pdf", params={"competition": hidden.pk, "large": True}),
        Job(kind="standings_pdf", params={"competition": hidden.pk}),
        Job(kind="season_rosters_pdf", params={"season": hidden.season_id}),
    ]
    visitor = AnonymousUser()
    people: list[tuple[User | AnonymousUser, bool]] = [
        (visitor, False), (cast.stranger, False), (cast.elsewhere, False), (cast.coach, True), (cast.staff, True),
    ]  # fmt: skip
    for person, inside in people:
        assert kinds.may_see(person, open_job)
        for job in hidden_jobs:
            assert kinds.may_see(person, job) == inside, person
    assert not kinds.may_see(cast.coach, Job(kind="standings_pdf", params={"competition": 10**6}))


def test_a_print_is_not_made_for_a_member_who_has_been_removed_since(cast: Cast) -> None:
    competition = competition_in(cast.private, bare_teams(cast.private, 2), started=True)
    job = enqueue("standings_pdf", {"competition": competition.pk}, owner=cast.coach)
    cast.private.memberships.filter(user=cast.coach).delete()
    run_waiting()
    job.refresh_from_db()
    assert (job.state, job.reason) == (State.FAILED, "rights")


def test_the_rosters_of_a_season_are_one_pdf_with_their_matches(cast: Cast) -> None:
    teams = [
        approved_team(cast.league, coach, by=cast.commissioner, name=name)
        for coach, name in ((cast.coach, "Zebras"), (cast.other_coach, "Anteaters"))
    ]
    competition = competition_in(cast.league, teams, started=True, name="Jungle Cup")
    decide_match(matches_of(competition)[0], 3, 2, (1, 2))
    response = signed_in(cast.coach).post(f"/leagues/{cast.league.slug}/seasons/1/rosters/", form_data(record="1"))
    asked = Job.objects.get(kind="season_rosters_pdf")
    assert response["Location"] == asked.file_address()
    job = done(asked)
    reader = PdfReader(BytesIO(bytes(job.result.content)))
    assert len(reader.pages) == 4
    printed = text(job)
    assert printed.index("Anteaters") < printed.index("Zebras")
    assert "Jungle Cup" in printed and ("3–2" in printed or "2–3" in printed)
    assert (job.progress_done, job.progress_total) == (2, 2)
    plain = done(enqueue("season_rosters_pdf", {"season": competition.season_id, "record": False}))
    assert len(PdfReader(BytesIO(bytes(plain.result.content))).pages) == 2


def test_the_back_of_one_teams_roster_names_the_competition_and_leaves_it_open_for_a_friendly(cast: Cast) -> None:
    teams = [
        approved_team(cast.league, coach, by=cast.commissioner, name=name)
        for coach, name in ((cast.coach, "Zebras"), (cast.other_coach, "Anteaters"))
    ]
    decide_match(matches_of(competition_in(cast.league, teams, started=True, name="Jungle Cup"))[0], 3, 2)
    friendly = friendlies.arrange_friendly(league=cast.league, by=cast.commissioner, home=teams[0], away=teams[1])
    decide_match(Fixture(match=friendly), 4, 4)
    job = done(enqueue("roster_pdf", {"team": teams[0].pk, "paper": "A4"}, owner=cast.coach))
    back = PdfReader(BytesIO(bytes(job.result.content))).pages[1].extract_text()
    assert back.count("Jungle Cup") == 1
    assert "4–4" in back
    assert "3–2" in back or "2–3" in back


def test_a_season_without_rosters_says_what_to_do(cast: Cast) -> None:
    competition = competition_in(cast.league, [bare_team(cast.league, "Paper tigers")])
    job = enqueue("season_rosters_pdf", {"season": competition.season_id}, owner=cast.coach)
    run_waiting()
    job.refresh_from_db()
    assert job.state == State.FAILED
    assert "Enter teams in one of its competitions first" in job.error


def test_the_title_of_a_job_names_what_it_prints(cast: Cast, cup: Competition) -> None:
    jobs = [
        enqueue("standings_pdf", {"competition": cup.pk}, owner=cast.coach),
        enqueue("season_rosters_pdf", {"season": cup.season_id}, owner=cast.coach),
    ]
    titles = kinds.titles(jobs)
    assert [titles[job.public_id] for job in jobs] == [
        "League table: Old World Cup",
        "Rosters of a season: Old World Sunday League, Season 1",
    ]
    from jobs.selectors import origin

    assert [origin(job) for job in jobs] == [
        f"/competitions/{cup.public_id}/table/",
        f"/leagues/{cast.league.slug}/seasons/1/",
    ]


def test_a_visitor_must_sign_in_to_print(cast: Cast, cup: Competition) -> None:
    response = signed_in(None).post(f"/competitions/{cup.public_id}/print/", form_data())
    assert response.status_code == 302 and response["Location"].startswith("/accounts/login/")
    assert not Job.objects.exists()


def test_a_ladder_is_printed_in_the_order_of_its_rungs(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    ladder = competition_in(
        cast.league, teams, shape=Shape(scheduling="ladder", options={"reach": 2}), name="The Ladder"
    )
    ladder = draws.start_competition(competition=ladder, by=cast.commissioner, expected=ladder.version)
    game = report_game(competition=ladder, by=cast.commissioner, home=teams[2], away=teams[1], own=None)
    decide_match(game, 2, 1)
    ladder = Competition.objects.select_related("season__league").get(pk=ladder.pk)
    shown = standings_print(ladder)
    assert [(row.place, row.team.name, row.points) for row in shown.view.rows] == [
        ("1", "Anvils", "0"),
        ("2", "Comets", "3"),
        ("3", "Badgers", "0"),
    ]
    assert (shown.view.tie_breakers, "up to 2 places above" in shown.notes[0]) == ("", True)
    client = signed_in(cast.stranger)
    paper = client.get(f"/competitions/{ladder.public_id}/").content.decode()
    rungs = paper.split("<h2>Ladder</h2>")[1].split("</ol>")[0]
    assert rungs.index("Anvils") < rungs.index("Comets") < rungs.index("Badgers")
    for address in (f"/leagues/{cast.league.slug}/", f"/leagues/{cast.league.slug}/seasons/1/"):
        page = client.get(address).content.decode()
        table = page[page.index("<tbody>") : page.index("</tbody>")]
        assert table.index("Anvils") < table.index("Comets") < table.index("Badgers"), address


def test_a_knock_out_is_printed_as_its_bracket(cast: Cast) -> None:
    shape = Shape(scheduling="knock_out", options={"third_place": True})
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, name="Kings", shape=shape)
    for place in range(4):
        decide_match(matches_of(cup)[place], 3, 1)
    fresh = Competition.objects.select_related("season__league").get(pk=cup.pk)
    shown = standings_print(fresh)
    assert shown.bracket is not None and shown.view.rows == () and shown.view.rounds == ()
    assert [(name, len(ties)) for name, ties in shown.bracket.rounds] == [("Semi-finals", 2), ("Final", 1)]
    printed = text(done(enqueue("standings_pdf", {"competition": cup.pk})))
    final = cup.ties.get(stage="final", third_place=False)
    for words in ("Semi-finals", "Match for third place", f"Champion: {final.winner.name}", "after 4 of 4 matches"):
        assert words in printed, words
    assert "TOUCHDOWNS" not in printed and "Ranked by" not in printed
    page = signed_in(cast.coach).get(f"/competitions/{cup.public_id}/bracket/").content.decode()
    assert "Bracket as PDF" in page and "Large poster" in page
    signed_in(cast.coach).post(f"/competitions/{cup.public_id}/print/", form_data())
    job = Job.objects.get(kind="bracket_pdf")
    assert kinds.titles([job]) == {job.public_id: "Bracket: Kings"}
    assert "Semi-finals" in text(done(job))
    signed_in(cast.coach).post(f"/competitions/{cup.public_id}/print/", form_data(poster="large"))
    poster = done(Job.objects.get(kind="poster_pdf"))
    assert f"Champion: {final.winner.name}" in text(poster)
    box = PdfReader(BytesIO(bytes(poster.result.content))).pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (1191, 842)


def test_a_poster_says_what_decided_a_level_final(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 2), started=True, shape=Shape(scheduling="knock_out"))
    (final,) = matches_of(cup)
    decide_match(final, 1, 1)
    asked = {"competition": cup.pk, "large": False}
    assert "commissioner has to choose" not in text(done(enqueue("poster_pdf", asked)))
    Match.objects.filter(pk=final.match_id).update(decided_by="shoot_out", decided_for="away")
    for side, result in (("home", "loss"), ("away", "win")):
        MatchSide.objects.filter(match=final.match_id, side=side).update(result=result)
    match_changed.call(final.match)
    printed = text(done(enqueue("poster_pdf", asked)))
    assert f"{final.away.name} won it after a shoot-out." in printed


def test_a_tie_on_paper_has_the_number_by_which_a_later_tie_names_it(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, shape=Shape(scheduling="knock_out"))
    decide_match(matches_of(cup)[0], 3, 1)
    fresh = Competition.objects.select_related("season__league").get(pk=cup.pk)
    bracket = standings_print(fresh).bracket
    assert bracket is not None
    (_name, semi_finals), (_name, (final,)) = bracket.rounds
    (open_tie,) = [tie.number for tie in semi_finals if tie.number]
    assert f"Winner of tie {open_tie}" in [side.name for side in final.sides]
    printed = text(done(enqueue("standings_pdf", {"competition": cup.pk})))
    assert f" {open_tie} " in " ".join(printed.split())


def test_a_knock_out_that_is_not_drawn_prints_its_teams(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), shape=Shape(scheduling="knock_out"))
    assert "Anvils" in text(done(enqueue("standings_pdf", {"competition": cup.pk})))


def test_a_table_is_read_for_print_in_one_snapshot(cup: Competition, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(competition: Competition) -> StandingsPrint:
        with pytest.raises(WriteInSnapshot), transaction.atomic():
            Competition.objects.filter(pk=competition.pk).update(name="Another name")
        return standings_print(competition)

    monkeypatch.setattr(print_jobs, "standings_print", read)
    assert cup.name in text(done(enqueue("standings_pdf", {"competition": cup.pk})))
