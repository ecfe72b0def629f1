"""Pages of games that coaches find themselves, of ladders and of challenges: for each role, and for bad input."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.challenges import challenges
from competitions.formats import draws
from competitions.models import Challenge, Competition, Fixture
from competitions.setup.shape import Shape
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.once

MOST_QUERIES = 22


@pytest.fixture
def cup(cast: Cast) -> Competition:
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        bare_team(cast.league, "Comets"),
    ]
    made = competition_in(cast.league, teams, shape=Shape(scheduling="open", challenges=True))
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)


def public_id(name: str) -> str:
    return Team.objects.get(name=name).public_id


def post(user: Any, route: str, *parts: Any, **typed: Any) -> Any:
    return signed_in(user).post(reverse(f"competitions:{route}", args=parts), {"command_id": str(uuid4())} | typed)


def text(user: Any, route: str, *parts: Any) -> str:
    answer = signed_in(user).get(reverse(f"competitions:{route}", args=parts), follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_coach_reports_a_game_and_is_sent_to_its_match(cast: Cast, cup: Competition) -> None:
    assert "Report a game" in text(cast.coach, "competition", cup.public_id)
    answer = post(cast.coach, "report_game", cup.public_id, home=public_id("Anvils"), away=public_id("Comets"))
    match = Match.objects.get()
    assert answer.url == reverse("matches:match", args=[match.public_id])


def test_a_game_sent_twice_is_created_once(cast: Cast, cup: Competition) -> None:
    typed = {"home": public_id("Anvils"), "away": public_id("Comets"), "command_id": str(uuid4())}
    for _ in range(2):
        assert post(cast.coach, "report_game", cup.public_id, **typed).status_code == 302
    assert Fixture.objects.count() == 1


@pytest.mark.parametrize(
    ("home", "away", "status", "words"),
    [
        ("Anvils", "Anvils", 422, "cannot play itself"),
        ("Badgers", "Comets", 403, "Neither Badgers nor Comets is your team"),
        ("Anvils", None, 422, "This field is required"),
        ("Anvils", "x" * 300, 422, "Select a valid choice"),
    ],
)
def test_an_impossible_game_is_refused_on_its_page(
    cast: Cast, cup: Competition, home: str, away: str | None, status: int, words: str
) -> None:
    known = dict(Team.objects.values_list("name", "public_id"))
    typed = {"home": known[home], "away": known.get(away or "", away or "")}
    answer = post(cast.coach, "report_game", cup.public_id, **typed)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert not Fixture.objects.exists()


def test_a_coach_without_a_team_in_the_competition_cannot_report_a_game(cast: Cast, cup: Competition) -> None:
    Team.objects.filter(name="Anvils").update(state=Team.State.RETIRED)
    assert post(cast.coach, "report_game", cup.public_id).status_code == 403
    assert "Report a game" not in text(None, "competition", cup.public_id)


def test_a_challenge_is_written_and_accepted_on_pages(cast: Cast, cup: Competition) -> None:
    typed = {"challenger": public_id("Anvils"), "challenged": public_id("Badgers")}
    url = post(cast.coach, "write_challenge", cup.public_id, **typed).url
    found = Challenge.objects.get()
    assert url == reverse("competitions:challenge", args=[found.pk])
    assert "Anvils challenges Badgers" in text(None, "challenges", cup.public_id)
    assert "Your answer" not in text(cast.coach, "challenge", found.pk)
    assert "Your answer" in text(cast.other_coach, "challenge", found.pk)
    answered = post(cast.other_coach, "answer_challenge", found.pk, answer="accept", version=found.version)
    assert answered.status_code == 302
    assert "To the match" in text(None, "challenge", found.pk)


def test_a_substitute_is_named_asked_and_played(cast: Cast, cup: Competition) -> None:
    found = challenges.write_challenge(
        competition=cup, by=cast.coach, challenger=Team.objects.get(name="Anvils"),
        challenged=Team.objects.get(name="Badgers"), own=None,
    )  # fmt: skip
    typed = {"answer": "substitute", "substitute": public_id("Comets"), "version": found.version}
    assert post(cast.other_coach, "answer_challenge", found.pk, **typed).status_code == 302
    for user, answer in ((cast.commissioner, "willing"), (cast.coach, "play")):
        found.refresh_from_db()
        assert post(user, "answer_challenge", found.pk, answer=answer, version=found.version).status_code == 302
    found.refresh_from_db()
    assert found.state == Challenge.State.SUBSTITUTED and found.fixture.home.name == "Comets"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "status", "words"),
    [
        ({"answer": "perhaps"}, 422, "Select a valid choice"),
        ({"answer": "substitute"}, 422, "Choose the substitute."),
        ({"answer": "substitute", "substitute": "no one"}, 422, "Select a valid choice"),
        ({"answer": "play"}, 422, "Select a valid choice"),
        ({"answer": "accept", "version": "77"}, 409, "This was changed in the meantime"),
        ({"answer": "accept", "version": "no"}, 422, ""),
    ],
)
def test_an_impossible_answer_is_refused(
    cast: Cast, cup: Competition, typed: dict[str, str], status: int, words: str
) -> None:
    found = challenges.write_challenge(
        competition=cup, by=cast.coach, challenger=Team.objects.get(name="Anvils"),
        challenged=Team.objects.get(name="Badgers"), own=None,
    )  # fmt: skip
    answer = post(cast.other_coach, "answer_challenge", found.pk, **({"version": found.version} | typed))
    assert answer.status_code == status
    assert words in answer.content.decode()
    found.refresh_from_db()
    assert found.state == Challenge.State.WAITING


def test_a_coach_cannot_answer_for_another_team(cast: Cast, cup: Competition) -> None:
    found = challenges.write_challenge(
        competition=cup, by=cast.coach, challenger=Team.objects.get(name="Anvils"),
        challenged=Team.objects.get(name="Badgers"), own=None,
    )  # fmt: skip
    answer = post(cast.coach, "answer_challenge", found.pk, answer="accept", version=found.version)
    assert answer.status_code == 403
    assert "Badgers is not your team" in answer.content.decode()


def test_a_commissioner_calls_a_challenge_off(cast: Cast, cup: Competition) -> None:
    found = challenges.write_challenge(
        competition=cup, by=cast.coach, challenger=Team.objects.get(name="Anvils"),
        challenged=Team.objects.get(name="Badgers"), own=None,
    )  # fmt: skip
    ids = re.findall(r' id="([^"]+)"', text(cast.commissioner, "challenge", found.pk))
    assert "call_off_version" in ids and len(ids) == len(set(ids)), "the answer is on the same page"
    assert post(cast.commissioner, "call_off_challenge", found.pk, version=found.version).status_code == 422
    done = post(cast.commissioner, "call_off_challenge", found.pk, version=found.version, reason="they are ill")
    assert done.status_code == 302
    assert "called off" in text(None, "challenge", found.pk)


def test_pages_take_as_many_queries_for_many_as_for_few(cast: Cast) -> None:
    counts: dict[str, list[int]] = {}
    for league, size in ((cast.league, 3), (cast.private, 20)):
        made = [*bare_teams(league, size - 1), bare_team(league, "Mine", cast.staff)]
        cup = competition_in(league, made, shape=Shape(scheduling="ladder", options={"reach": 9}))
        cup = draws.start_competition(competition=cup, by=cast.staff, expected=cup.version)
        for one, other in zip(made[1:-1:2], made[:-1:2], strict=False):
            challenges.write_challenge(competition=cup, by=cast.staff, challenger=one, challenged=other, own=None)
        client = signed_in(cast.staff)
        for route in ("ladder", "challenges", "report_game", "write_challenge", "competition"):
            url = reverse(f"competitions:{route}", args=[cup.public_id])
            client.get(url)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(url).status_code == 200
            counts.setdefault(route, []).append(len(queries))
    assert {route: few == many for route, (few, many) in counts.items()} == dict.fromkeys(counts, True), counts
    assert max(many for _, many in counts.values()) <= MOST_QUERIES


def test_the_page_of_challenges_is_among_the_tabs_when_no_more_are_taken(cast: Cast, cup: Competition) -> None:
    Competition.objects.filter(pk=cup.pk).update(challenges=False)
    for route, name in (("challenges", "Challenges"), ("ladder", "Ladder")):
        url = reverse(f"competitions:{route}", args=[cup.public_id])
        assert f'<a href="{url}" aria-current="page">{name}</a>' in text(None, route, cup.public_id)


def test_a_season_links_to_its_ladder(cast: Cast) -> None:
    ladder = competition_in(cast.league, bare_teams(cast.league, 2), shape=Shape(scheduling="ladder"))
    page = text(cast.coach, "season", cast.league.slug, ladder.season.number)
    assert f'href="{reverse("competitions:ladder", args=[ladder.public_id])}"' in page


def test_if_coaches_find_their_opponents_no_page_mentions_rounds(cast: Cast, cup: Competition) -> None:
    commissioner = cast.commissioner
    assert "Draw fixtures" not in signed_in(commissioner).get(f"/leagues/{cast.league.slug}/").text
    assert "There are no matches yet" in text(commissioner, "bulk", cup.public_id)
    assert "found their opponents" in text(commissioner, "fixtures", cup.public_id)
    post(cast.coach, "report_game", cup.public_id, home=public_id("Anvils"), away=public_id("Comets"))
    game = Fixture.objects.get()
    for route, part in (("bulk", cup.public_id), ("fixture", game.pk), ("add_fixture", cup.public_id)):
        page = text(commissioner, route, part)
        assert "round 0" not in page.lower() and "another round" not in page and "to this round" not in page, route
    version = Competition.objects.get().version
    sent = post(commissioner, "bulk", cup.public_id, fixtures=[game.pk], what="move", round="1", version=version)
    assert sent.status_code == 422
    assert (
        post(commissioner, "bulk", cup.public_id, fixtures=[game.pk], what="delete", version=version).status_code == 302
    )


def test_a_commissioner_adds_a_game_that_coaches_could_not_report(cast: Cast, cup: Competition) -> None:
    teams = {"home": public_id("Anvils"), "away": public_id("Comets")}
    for _each in range(2):
        assert post(cast.coach, "report_game", cup.public_id, **teams).status_code == 302
    assert post(cast.commissioner, "report_game", cup.public_id, **teams).status_code == 422
    version = Competition.objects.get().version
    assert post(cast.commissioner, "add_fixture", cup.public_id, **teams, version=version).status_code == 302
    assert Fixture.objects.filter(round__number=0, match__isnull=False).count() == 3
    assert cast.league.log.filter(kind="competitions.game_added").count() == 1
    version = Competition.objects.get().version
    itself = post(
        cast.commissioner, "add_fixture", cup.public_id, home=teams["home"], away=teams["home"], version=version
    )
    assert itself.status_code == 422


@pytest.mark.parametrize("scheduling", ["ladder", "open", "swiss"])
def test_pages_of_a_competition_without_teams_say_so(cast: Cast, scheduling: str) -> None:
    made = competition_in(cast.league, shape=Shape(scheduling=scheduling))
    assert "No team has entered yet." in text(cast.commissioner, "entrants", made.public_id)
    ladder = "No team has entered yet." if scheduling == "ladder" else "This competition has no ladder."
    assert ladder in text(cast.commissioner, "ladder", made.public_id)
    page = signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/").text
    assert ("Draw fixtures" in page) == (scheduling == "swiss")
