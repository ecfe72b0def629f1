"""A team goes on by another book of its league: a draft with its players and its record, to be approved."""

import re
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from leagues import books, services
from leagues.models import League
from rules import editions
from rules.journal import GoldMoved, PointsEarned, SkillGained
from rules.words.words import k
from teams.building import approval
from teams.ledger import ledger
from teams.models import Player, Team, TeamOrigin, TeamPast, TeamState
from tests.leagues.cast import Cast, form_data, signed_in
from tests.rules.build import PBBL
from tests.second_edition import STREET
from tests.teams.team_builders import append_entries, player_ids, team_from_list

pytestmark = pytest.mark.once

CRP = next(edition for edition in editions.EDITIONS if edition.key == "crp")


@pytest.fixture
def league(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, CRP, STREET))
    books.add_book(league=cast.league, by=cast.commissioner, edition=CRP.key)
    return cast.league


@pytest.fixture
def ravens(cast: Cast, league: League) -> Team:
    """Dark Elves with a Thrower, whom the other book does not have, and a hero with a skill."""
    team = team_from_list(league, cast.coach, "Ravens", "Dark Elf", ("Lineman",) * 10 + ("Thrower",), staff=())
    hero = player_ids(team)[0]
    append_entries(
        team, PointsEarned(player=hero, spp=8, deeds=()), SkillGained(player=hero, skill="Dodge", cost=20_000)
    )
    return team


def url(team: Team) -> str:
    return reverse("matches:other_book", args=[team.public_id])


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def moved(client: Client, team: Team, **fields: str) -> str:
    sent = form_data(**{"book": CRP.key, "name": "Ravens II", "team_list": "", **fields})
    answer = client.post(url(team), sent, follow=True)
    assert answer.status_code == 200, words(answer.content.decode())
    return words(answer.content.decode())


def test_the_coach_makes_a_draft_by_the_other_book_and_reads_what_does_not_fit(cast: Cast, ravens: Team) -> None:
    client = signed_in(cast.coach)
    page = client.get(reverse("matches:team", args=[ravens.public_id])).content.decode()
    assert url(ravens) in page
    said = moved(client, ravens)
    assert "the list has no Thrower" in said
    draft = Team.objects.get(name="Ravens II")
    assert (draft.edition, draft.from_elsewhere, draft.state, draft.coach) == (
        CRP.key,
        True,
        Team.State.DRAFT,
        cast.coach,
    )
    ravens.refresh_from_db()
    assert ravens.state == Team.State.ACTIVE and ravens.edition == ""


def test_its_value_is_worked_out_by_the_new_book_once_it_is_approved(cast: Cast, ravens: Team) -> None:
    moved(signed_in(cast.coach), ravens)
    team = Team.objects.get(name="Ravens II")
    team = approval.submit_team(team=team, expected=team.version, by=cast.coach)
    team = approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
    assert team.ruleset is not None and team.ruleset.edition == CRP.key
    state, before = TeamState.objects.get(team=team), TeamState.objects.get(team=ravens)
    hero = ledger.sheet_in(state).players[0]
    assert (hero.spp, hero.gained_skills, hero.cost) == (8, ("Dodge",), 90_000)
    treasury = ledger.sheet_in(before).treasury
    assert treasury > 0 and ledger.sheet_in(state).treasury == treasury
    assert before.value - state.value == treasury  # this book does not count it
    assert TeamPast.objects.filter(team=team).exists()


def test_a_preview_compares_both_values_and_names_what_does_not_fit_and_makes_no_draft(
    cast: Cast, ravens: Team
) -> None:
    Player.objects.filter(pk=player_ids(ravens)[10]).update(name="Horkon")
    before = TeamState.objects.get(team=ravens)
    sent = form_data(book=CRP.key, name="Ravens II", team_list="", preview="1")
    answer = signed_in(cast.coach).post(url(ravens), sent)
    said = words(answer.content.decode())
    assert answer.status_code == 200
    assert "No. 11 Horkon: the list has no Thrower" in said
    assert f"Team value by {PBBL.book.name} {k(before.value)}" in said
    treasury = ledger.sheet_in(before).treasury
    assert f"Team value by Competition Rules (CRP) {k(before.value - treasury)}" in said
    assert "Create draft" in said and "Nothing has been saved yet" in said
    assert Team.objects.count() == 1 and not TeamOrigin.objects.exists()


def test_a_preview_shows_the_value_without_the_skills_that_the_other_book_lacks(cast: Cast, ravens: Team) -> None:
    append_entries(ravens, SkillGained(player=player_ids(ravens)[1], skill="Block", cost=20_000))
    fewer = {name: each for name, each in CRP.book.skills.items() if name != "Block"}
    poor = replace(CRP, book=replace(CRP.book, skills=fewer))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(editions, "EDITIONS", (PBBL.edition, poor))
        said = moved_again(signed_in(cast.coach), ravens)
    state = TeamState.objects.get(team=ravens)
    value = state.value - ledger.sheet_in(state).treasury - 20_000
    assert f"Competition Rules (CRP), without the skills that it lacks {k(value)}" in said
    assert "has no skill Block" in said and "To fix in the draft" in said


def test_what_does_not_fit_stays_on_the_draft_the_approval_and_the_history(cast: Cast, ravens: Team) -> None:
    Player.objects.filter(pk=player_ids(ravens)[10]).update(name="Horkon")
    moved(signed_in(cast.coach), ravens)
    team = Team.objects.get(name="Ravens II")
    lost = "No. 11 Horkon: the list has no Thrower"
    value = k(TeamState.objects.get(team=ravens).value)
    came = f"Brought over from {PBBL.book.name}: Ravens, Dark Elf, worth {value} there."

    def shows(person: User, page: str, *args: str) -> str:
        return words(signed_in(person).get(reverse(page, args=args or [team.public_id])).content.decode())

    for said in (shows(cast.coach, "teams:arrival"), shows(cast.coach, "teams:arrival")):
        assert came in said and lost in said
    team = approval.submit_team(team=team, expected=team.version, by=cast.coach)
    for said in (shows(cast.coach, "teams:build"), shows(cast.commissioner, "teams:approvals", cast.league.slug)):
        assert came in said and lost in said
    approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
    for person in (cast.coach, cast.other_coach):
        said = shows(person, "teams:history")
        assert came in said and lost in said
    assert came in shows(cast.other_coach, "matches:team")
    assert "Brought over from" not in shows(cast.coach, "teams:history", ravens.public_id)


def test_the_old_team_is_as_it_was_after_the_draft_is_withdrawn_and_deleted(cast: Cast, ravens: Team) -> None:
    before = ledger.sheet_in(TeamState.objects.get(team=ravens))
    client = signed_in(cast.coach)
    moved(client, ravens)
    team = Team.objects.get(name="Ravens II")
    team = approval.submit_team(team=team, expected=team.version, by=cast.coach)
    team = approval.withdraw_team(team=team, expected=team.version)
    gone = client.post(reverse("teams:retire", args=[team.public_id]), form_data(version=team.version), follow=True)
    assert gone.status_code == 200
    ravens.refresh_from_db()
    assert (ravens.state, ravens.name) == (Team.State.ACTIVE, "Ravens")
    state = TeamState.objects.get(team=ravens)
    assert (ledger.sheet_in(state), state.held_by) == (before, "")
    assert "Create draft" in moved_again(client, ravens)


def moved_again(client: Client, team: Team) -> str:
    answer = client.post(url(team), form_data(book=CRP.key, name="Ravens II", team_list="", preview="1"))
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_the_approvals_of_many_teams_from_another_book_take_no_more_queries(cast: Cast, ravens: Team) -> None:
    rules = cast.league.ruleset_for(CRP.key)
    several = {"several_teams_per_coach": True}
    services.change_house_rules(
        league=cast.league, by=cast.commissioner, expected=rules.pk, options=several, edition=CRP.key
    )
    client, page = signed_in(cast.commissioner), reverse("teams:approvals", args=[cast.league.slug])
    counts = []
    for name in ("Ravens II", "Ravens III", "Ravens IV"):
        moved(signed_in(cast.coach), ravens, name=name)
        team = Team.objects.get(name=name)
        approval.submit_team(team=team, expected=team.version, by=cast.coach)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        counts.append(len(queries))
    assert counts[1] == counts[2]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "Ravens"}, "already has a team called Ravens"),
        ({"book": "none"}, "none is not one of the available choices"),
        ({"name": ""}, "This field is required"),
    ],
)
def test_a_preview_that_cannot_be_says_why(cast: Cast, ravens: Team, fields: dict[str, str], said: str) -> None:
    sent = form_data(**{"book": CRP.key, "name": "Ravens II", "team_list": "", "preview": "1", **fields})
    answer = signed_in(cast.coach).post(url(ravens), sent)
    assert answer.status_code in (409, 422) and said in words(answer.content.decode())
    assert Team.objects.count() == 1


def test_gold_in_a_bank_goes_to_the_treasury_of_a_book_without_one(cast: Cast, ravens: Team) -> None:
    append_entries(ravens, GoldMoved(amount=40_000, source="winnings", target="bank"))
    said = moved(signed_in(cast.coach), ravens)
    assert "Bank (40k): Competition Rules (CRP) has none. The gold is in the treasury." in said
    draft = Team.objects.get(name="Ravens II")
    team = approval.submit_team(team=draft, expected=draft.version, by=cast.coach)
    team = approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
    before, after = (ledger.sheet_in(TeamState.objects.get(team=each)) for each in (ravens, team))
    assert (before.bank, after.bank) == (40_000, 0)
    assert after.treasury == before.treasury + before.bank


@pytest.mark.parametrize("person", ["visitor", "stranger", "other_coach", "commissioner"])
def test_only_its_coach_moves_a_team(cast: Cast, ravens: Team, person: str) -> None:
    client = signed_in(cast[person])
    assert url(ravens) not in client.get(reverse("matches:team", args=[ravens.public_id])).content.decode()
    assert client.post(url(ravens), form_data(book=CRP.key, name="Thieves")).status_code in (302, 403)
    assert not Team.objects.filter(name="Thieves").exists()


@pytest.mark.parametrize(
    "fields",
    [{"book": "none"}, {"book": PBBL.book.key}, {"book": ""}, {"name": ""}, {"name": "Ravens"}, {"team_list": "Nobody"},
     {"book": "\x00"}, {"name": "\x00"}],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_the_form(cast: Cast, ravens: Team, fields: dict[str, str]) -> None:
    sent = form_data(**{"book": CRP.key, "name": "Ravens II", "team_list": "", **fields})
    assert signed_in(cast.coach).post(url(ravens), sent).status_code == 422
    assert Team.objects.count() == 1


def test_a_league_with_one_book_has_nowhere_to_go(cast: Cast) -> None:
    team = team_from_list(cast.league, cast.coach, "Low Hills", "Halfling")
    client = signed_in(cast.coach)
    assert "one book only" in client.get(url(team)).content.decode()
    assert client.post(url(team), form_data(book=PBBL.book.key, name="Twins")).status_code == 422
    assert url(team) not in client.get(reverse("matches:team", args=[team.public_id])).content.decode()


def test_a_list_that_the_other_book_lacks_is_chosen_by_the_coach(cast: Cast, league: League, ravens: Team) -> None:
    books.add_book(league=league, by=cast.commissioner, edition=STREET.key)
    refused = signed_in(cast.coach).post(url(ravens), form_data(book=STREET.key, name="Lane Ravens", team_list=""))
    assert refused.status_code == 422 and "Dark Elf" in refused.content.decode()
    said = moved(signed_in(cast.coach), ravens, book=STREET.key, name="Lane Ravens", team_list="Human")
    assert "Street League Rules" in said and "has no skill Dodge" in said


def test_a_team_file_of_another_book_is_read_for_this_one(cast: Cast, league: League, ravens: Team) -> None:
    written = signed_in(cast.coach).get(reverse("matches:export_team", args=[ravens.public_id])).content
    bring = reverse("teams:bring", args=[league.slug]) + f"?book={CRP.key}"
    sent = form_data(file=SimpleUploadedFile("ravens.json", written), name="Ravens III")
    answer = signed_in(cast.coach).post(bring, sent, follow=True)
    assert "the list has no Thrower" in words(answer.content.decode())
    assert Team.objects.get(name="Ravens III").edition == CRP.key
